"""Work for an agent's model: a better line for a hot note than the built-in one (000 §Condensation Rules, rule 21)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from msgspec.structs import replace

from memoryd.errors import Conflict, InvalidParams, NotFound
from memoryd.jobs.command import Summarizer
from memoryd.jobs.source import MARK, Answer, Work
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.store import NoteStore
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.tags import CRITICAL, SYNC
from memoryd.kinds.notes.known.state import HotNote, Maker, NoteState
from memoryd.kinds.notes.rules.condense import LONGEST, condense, is_whole, line_of_answer, refusal
from memoryd.storage.batch import Batch
from memoryd.text.tokens import tokens_of

_INSTRUCTION = f"""\
{MARK} You keep a hot cache: one line for each note that you want before your eyes in every session. A line keeps \
facts and decisions, with names, dates and numbers; it drops reasons, context and discussion, and says nothing that \
the note does not say. It is plain text of at most {LONGEST} characters, without bullet, tag or line break. Your note \
{{key}} comes next."""
_QUESTION = """\
{mark} That was the note. In the hot cache it stands as: {bullet}
Answer with a better line for it and nothing else."""


class Condensing:
    """A job source over the hot cache. Notes are never touched; a new bullet is checked against its note."""

    kinds = ("condense",)
    step = "compress"
    behind = False
    """What it offers is in memory."""

    def __init__(self, transactions: NoteTransactions, hot: HotCache, store: NoteStore, command: Summarizer) -> None:
        self._transactions = transactions
        self._hot = hot
        self._store = store
        self._command = command

    @property
    def has_fallback(self) -> bool:
        """The built-in lines are there already; only a local program does better."""
        return self._command.is_set

    def read_on(self) -> bool:
        """There is nothing to read."""
        return True

    # --- what can be done better --------------------------------------------------------------------------

    def open_work(self, now: int) -> Iterator[Work]:
        """Hot notes whose bullet says less than they do, and was made by no agent and no person."""
        snapshot = self._transactions.snapshot
        for key, note in list(snapshot.hot.items()):
            entry = snapshot.entry(key)
            if entry is not None and entry.digest == note.digest and _is_open(note, entry):
                yield _work(key, note)

    def messages(self, work: Work) -> list[dict[str, str]]:
        """What to send to the model. Raises Conflict when the note has changed."""
        note, entry = _current(work, self._transactions.snapshot)
        return [
            {"role": "user", "content": _INSTRUCTION.format(key=note.key)},
            {"role": "assistant", "content": entry.text},
            {"role": "user", "content": _QUESTION.format(mark=MARK, bullet=note.text)},
        ]

    # --- answers ------------------------------------------------------------------------------------------

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        """Put the line into the hot cache and MEMORY.md, durably; returns the note's key."""
        known = self.accepted(job_id)
        if known is not None:
            return known
        if answer.text is None:
            raise InvalidParams("a condense job takes `text`, the line that the model wrote", param="text")
        _, entry = _current(work, self._transactions.snapshot)
        refused = refusal(answer.text, entry.text)
        if refused is not None:
            raise InvalidParams(refused, param="text")
        line = line_of_answer(answer.text)
        by: Maker = "command" if answer.by == "command" else "agent"
        key: str = self._transactions.run(lambda batch: self._put(work, line, by, job_id, batch))
        return key

    def _put(self, work: Work, line: str, by: Maker, job_id: str, batch: Batch) -> str:
        transactions, state, key = self._transactions, self._transactions.state, work.slot
        try:
            self._store.require(key, batch)  # takes in hand edits of the note and its bullet
        except NotFound as error:
            raise _gone(key) from error
        note, _ = _current(work, state)
        with transactions.changing(batch):
            reason = CRITICAL if state.is_critical(key) else SYNC
            was = note.text if note.was is None else note.was
            state.hot[key] = replace(
                note, text=line, day=transactions.day(batch), reason=reason, was=was, by=by, job_id=job_id
            )
            self._hot.refer_to_whole(note.layer)
            # No other file has the agent's words: they are acknowledged when these are on the disk.
            transactions.files.staged.memory = transactions.files.staged.memory_must = True
        return key

    def accepted(self, job_id: str) -> str | None:
        """The note whose bullet that job made."""
        return next((key for key, note in list(self._transactions.snapshot.hot.items()) if note.job_id == job_id), None)

    def fallback(self, work: Work) -> Answer | None:
        """The local command's line; the built-in one is there already."""
        try:
            _, entry = _current(work, self._transactions.snapshot)
        except Conflict:
            return None
        if work.data["by"] == "command":
            return None
        text = self._command(self.messages(work), work.target_tokens, lambda text: refusal(text, entry.text))
        return None if text is None else Answer(text=text, by="command")


def _is_open(note: HotNote, entry: Entry) -> bool:
    if note.by == "agent" or is_whole(entry.text, note.text):
        return False
    return note.by == "command" or note.text == condense(entry.text)


def _work(key: str, note: HotNote) -> Work:
    digest = hashlib.sha256("\0".join((key, note.digest, note.text)).encode("utf-8", "surrogatepass"))
    return Work(
        kind="condense",
        work_id=digest.hexdigest()[:32],
        slot=key,
        target_tokens=tokens_of("x" * LONGEST),
        redo=True,
        data={"digest": note.digest, "bullet": note.text, "by": note.by},
    )


def _current(work: Work, state: NoteState) -> tuple[HotNote, Entry]:
    note, entry = state.hot.get(work.slot), state.entry(work.slot)
    if note is None or entry is None:
        raise _gone(work.slot)
    if work.data["digest"] != entry.digest:
        raise Conflict(f"{work.slot} was edited meanwhile, so the line is of an older text; claim another job")
    if work.data["bullet"] != note.text:
        raise Conflict(f"the line of {work.slot} was changed meanwhile; claim another job")
    return note, entry


def _gone(key: str) -> Conflict:
    return Conflict(f"{key} is no longer in the hot cache; claim another job")
