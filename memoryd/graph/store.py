"""The facts: adding, archiving and finding them, on facts.jsonl and its archive (002 §1, rules 1-8).

Methods that take a batch run on the writer thread; the others may run on any thread.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from memoryd.errors import Conflict, InvalidParams, NotFound
from memoryd.graph.activations import Activations, State
from memoryd.graph.archive import Archive
from memoryd.graph.cap import Weakest
from memoryd.graph.decay import FULL, boosted
from memoryd.graph.fact import (
    FACTS_PATH,
    Fact,
    document,
    encode_archived,
    encode_line,
    new_id,
)
from memoryd.graph.lines import Lines, checksum
from memoryd.graph.settings import FactSettings
from memoryd.graph.table import FactTable
from memoryd.storage.append_log import AppendLog
from memoryd.storage.writer import Batch
from memoryd.times import format_time
from memoryd.types import Change, ChangeSink, Document

OVER_CAP = "over max_facts"


class Removal(msgspec.Struct, omit_defaults=True, gc=False):
    """A line of `.memoryd/removed-facts.jsonl`: a fact whose line has yet to leave facts.jsonl, or not after all."""

    id: str
    cancelled: bool = False
    purge: bool = False


class IndexState(msgspec.Struct, gc=False):
    """How far the index has come in facts.jsonl: so many bytes with that checksum."""

    size: int
    crc: int


class _Staged:
    """What one batch changes, published when the batch is on disk."""

    def __init__(self) -> None:
        self.put: dict[str, Document] = {}
        self.remove: list[str] = []
        self.lines: list[bytes] = []
        self.archived: list[tuple[Fact, int]] = []


class FactStore:
    """Active facts in memory, every change of them in a log before it is acknowledged."""

    def __init__(
        self,
        settings: FactSettings,
        facts_log: AppendLog,
        archive_log: AppendLog,
        removals_log: AppendLog,
        archive: Archive,
    ) -> None:
        self.settings = settings
        self.table = FactTable()
        self.activations = Activations(settings.half_life_days, settings.recall_boost)
        self.archive = archive
        self.lines = Lines()
        self.crc = 0
        self.facts_log = facts_log
        self.archive_log = archive_log
        self.removals_log = removals_log
        self.removed: dict[str, int] = {}
        """Facts whose lines have yet to leave facts.jsonl, with the ordinal that owns those lines."""
        self.appended_at: dict[int, int] = {}
        """When we appended a fact's line, for those of the last minutes (rule 8)."""
        self.filled: dict[int, bytes] = {}
        """Lines, by hash, that the next rewrite replaces: a person's line with the missing fields filled in."""
        self.duplicates: dict[int, bytes] = {}
        """Raw lines, by hash, that repeat the id or triple of an earlier line."""
        self.purged: set[str] = set()
        """Facts whose lines have yet to leave both files for good."""
        self._line_values = array("d")
        """The activation that stands in each fact's line."""
        self._gone: dict[str, int] = {}
        """Facts that a person deleted since the start, with their old ordinals: an editor may bring them back."""
        self._archived_active = 0
        self._weakest = Weakest(self._present)
        self._staged: _Staged | None = None
        self.sink: ChangeSink | None = None
        self.on_rewrite_due: Callable[[], None] = lambda: None
        self.on_change: Callable[[], None] = lambda: None
        self.on_written: Callable[[], None] = lambda: None

    # --- counts -------------------------------------------------------------------------------------------

    @property
    def active_count(self) -> int:
        """How many facts are active."""
        return len(self.table)

    @property
    def archived_count(self) -> int:
        """How many facts are only in the archive."""
        return len(self.archive) - self._archived_active

    def recount_archived(self) -> None:
        """Count afresh the archived facts that are active too (after loading)."""
        self._archived_active = sum(1 for fact_id in self.archive if fact_id in self.table)

    # --- writing ------------------------------------------------------------------------------------------

    def add(
        self, subject: str, predicate: str, object_: str, source: str, created: int | None, batch: Batch
    ) -> dict[str, Any]:
        """State a fact; one that is known is reinforced (rule 5)."""
        now = batch.now
        fact = Fact(new_id(), subject, predicate, object_, source, now if created is None else created)
        known = self.table.same(fact)
        if known is not None:
            return self._reinforce(known, batch)
        archived = self.archive.same(fact)
        if archived is not None:
            self._reactivate(archived, State(FULL, now, now, 0), batch)
            return {"id": archived.id, "status": "reinforced", "activation": FULL}
        self._insert(fact, State(FULL, now, now, 0), batch)
        self.enforce_cap(batch, spare=self.table.next_ordinal - 1)
        return {"id": fact.id, "status": "added", "activation": FULL}

    def _reinforce(self, fact: Fact, batch: Batch) -> dict[str, Any]:
        ordinal = self.table.ordinal(fact.id)
        assert ordinal is not None
        before = self.activations.state(ordinal)
        self.activations.refresh(ordinal, batch.now)
        batch.on_abort(lambda: self.activations.put(ordinal, before))
        return {"id": fact.id, "status": "reinforced", "activation": FULL}

    def _insert(self, fact: Fact, state: State, batch: Batch) -> int:
        raw = encode_line(fact, state.activation)
        staged = self._stage(batch)
        ordinal = self.table.add(fact)
        self.know(state, state.activation)
        self.appended_at[ordinal] = batch.now
        if self._weakest:
            self._weakest.push(ordinal)
        batch.append(self.facts_log, raw)
        staged.lines.append(raw)
        staged.put[fact.id] = document(fact)
        self.lines.append(raw[:-1], ordinal)
        batch.on_abort(lambda: self._take_back(fact, ordinal))
        return ordinal

    def _take_back(self, fact: Fact, ordinal: int) -> None:
        self.table.remove(fact.id)
        self.appended_at.pop(ordinal, None)
        self.lines.hashes.pop()
        self.lines.owners.pop()

    def _reactivate(self, fact: Fact, state: State, batch: Batch) -> None:
        """Bring an archived fact back under its old id."""
        ordinal = self.removed.get(fact.id)
        if ordinal is None:
            self._insert(fact, state, batch)
            self._archived_active += 1
            batch.on_abort(lambda: self._count_active(-1))
        else:
            self._cancel_removal(fact, ordinal, state, batch)
        self.enforce_cap(batch, spare=self.table.ordinal(fact.id))

    def _count_active(self, change: int) -> None:
        self._archived_active += change

    def _cancel_removal(self, fact: Fact, old: int, state: State, batch: Batch) -> None:
        """Its line is still in facts.jsonl: it simply stays there."""
        staged = self._stage(batch)
        ordinal = self.table.add(fact)
        self.know(state, self._line_values[old])
        del self.removed[fact.id]
        self.lines.change_owner(old, ordinal)
        self._archived_active += 1
        batch.append(self.removals_log, msgspec.json.encode(Removal(fact.id, cancelled=True)) + b"\n")
        staged.put[fact.id] = document(fact)

        def abort() -> None:
            self.table.remove(fact.id)
            self.lines.change_owner(ordinal, old)
            self.removed[fact.id] = old
            self._archived_active -= 1

        batch.on_abort(abort)

    def enforce_cap(self, batch: Batch, spare: int | None = None) -> None:
        """Archive the weakest facts while there are more than `max_facts`, never `spare` (rule 7)."""
        while len(self.table) > self.settings.max_facts:
            if not self._weakest:
                self._weakest.fill(self.table.ordinals())
            ordinal = self._weakest.pop(spare)
            fact = None if ordinal is None else self.table[ordinal]
            if fact is None:
                return
            self._archive(fact, OVER_CAP, batch)

    def _present(self, ordinal: int) -> tuple[float, int] | None:
        fact = self.table[ordinal]
        return None if fact is None else (self.activations.rank(ordinal), fact.created)

    def archive_fact(self, fact_id: str, reason: str, batch: Batch) -> dict[str, Any]:
        """Move an active fact to the archive; its line leaves facts.jsonl soon after (rule 6)."""
        fact = self.table.get(fact_id)
        if fact is None:
            if fact_id in self.archive:
                return {"id": fact_id, "status": "already_archived"}
            raise not_found(fact_id)
        self._archive(fact, reason, batch)
        return {"id": fact_id, "status": "archived"}

    def _archive(self, fact: Fact, reason: str, batch: Batch, *, line_stands: bool = True) -> None:
        staged = self._stage(batch)
        ordinal = self.table.remove(fact.id)
        assert ordinal is not None
        activation = self.activations.at(ordinal, batch.now)
        raw = encode_archived(fact, activation, batch.now, reason)
        was_archived = fact.id in self.archive
        batch.append(self.archive_log, raw)
        staged.archived.append((fact, len(raw)))
        staged.put.pop(fact.id, None)
        staged.remove.append(fact.id)
        if was_archived:
            self._archived_active -= 1
        if line_stands:
            self.removed[fact.id] = ordinal
            batch.append(self.removals_log, msgspec.json.encode(Removal(fact.id)) + b"\n")
            batch.on_commit(self.on_rewrite_due)

        def abort() -> None:
            back = self.table.add(fact)
            self.know(State(activation, batch.now, batch.now, 0), self._line_values[ordinal])
            self.removed.pop(fact.id, None)
            self._archived_active += was_archived
            self.lines.change_owner(ordinal, back)

        batch.on_abort(abort)

    def restore(self, fact_id: str, batch: Batch) -> dict[str, Any]:
        """Make an archived fact active again; restoring is an access and leaves it findable."""
        if fact_id in self.table:
            return {"id": fact_id, "status": "already_active"}
        known = self.archive.get(fact_id)
        if known is None:
            raise not_found(fact_id)
        fact, activation = known
        twin = self.table.same(fact)
        if twin is not None:
            raise Conflict(f"{twin.id} already states the same; archive it first, or keep it", id=twin.id)
        value = boosted(activation, self.settings.recall_boost)
        self._reactivate(fact, State(value, batch.now, batch.now, 0), batch)
        return {"id": fact_id, "status": "restored"}

    def purge(self, fact_id: str, batch: Batch) -> None:
        """Remove a fact from memory at once and from both files soon after; the intent is durable first (rule 6)."""
        staged = self._stage(batch)
        fact = self.table.get(fact_id)
        was_archived = fact_id in self.archive
        ordinal = self.table.remove(fact_id)
        if ordinal is not None and fact is not None:
            self.removed[fact_id] = ordinal
            batch.on_abort(functools.partial(self._take_purged_back, fact, ordinal))
        batch.append(self.removals_log, msgspec.json.encode(Removal(fact_id, purge=True)) + b"\n")
        staged.remove.append(fact_id)
        staged.put.pop(fact_id, None)

        def commit() -> None:
            self.purged.add(fact_id)
            if fact is not None and was_archived:
                self._archived_active -= 1
            self.archive.forget(fact_id)
            self.on_rewrite_due()

        batch.on_commit(commit)

    def _take_purged_back(self, fact: Fact, ordinal: int) -> None:
        self.removed.pop(fact.id, None)
        back = self.table.add(fact)
        self.know(self.activations.state(ordinal), self._line_values[ordinal])
        self.lines.change_owner(ordinal, back)

    # --- edits by other hands -----------------------------------------------------------------------------

    def know(self, state: State, line_value: float, *, changed: bool = True) -> None:
        """The state of the ordinal that was taken last, and the activation that stands in its line."""
        self.activations.extend((state,), changed=changed)
        self._line_values.append(line_value)

    def line_activation(self, ordinal: int) -> float:
        """The activation that stands in the fact's line."""
        return self._line_values[ordinal]

    def set_line_activation(self, ordinal: int, value: float) -> None:
        """A person wrote another activation into the line."""
        self._line_values[ordinal] = value

    def take_in(self, fact: Fact, state: State, line_value: float) -> int:
        """A fact whose line somebody else wrote; one that they had deleted goes on as it was."""
        old = self._gone.pop(fact.id, None)
        if old is not None and self._line_values[old] == line_value:
            state = self.activations.state(old)
        ordinal = self.table.add(fact)
        self.know(state, line_value)
        if fact.id in self.archive:
            self._archived_active += 1
        if self._weakest:
            self._weakest.push(ordinal)
        return ordinal

    def archive_gone(self, fact: Fact, reason: str, batch: Batch) -> None:
        """A person deleted the line: the fact goes to the archive (rule 6)."""
        self._gone[fact.id] = self.table.ordinal(fact.id) or 0
        self._archive(fact, reason, batch, line_stands=False)

    def append_again(self, ordinal: int, raw: bytes, batch: Batch) -> None:
        """Put back a line of ours that an editor saved over."""
        staged = self._stage(batch)
        batch.append(self.facts_log, raw)
        staged.lines.append(raw)
        self.lines.append(raw[:-1], ordinal)
        self.appended_at[ordinal] = batch.now

    def publish_documents(self, documents: Sequence[Document], batch: Batch) -> None:
        """Bring changed facts to the index when the batch is on disk."""
        staged = self._stage(batch)
        for doc in documents:
            staged.put[doc.key] = doc

    def publish_state(self) -> None:
        """Tell the index which version of the file it stands for."""
        if self.sink is not None:
            self.sink.apply(Change(source=FACTS_PATH, state=self.index_state()))

    def index_state(self) -> bytes:
        """How far the index has come, for the index to keep."""
        return msgspec.json.encode(IndexState(self.facts_log.size, self.crc))

    def regenerate(self) -> Iterator[bytes]:
        """The active facts as lines, from memory."""
        for ordinal in self.table.ordinals():
            fact = self.table[ordinal]
            if fact is not None:
                yield encode_line(fact, self._line_values[ordinal])

    def relearn(self) -> None:
        """The file holds just what `regenerate` gave."""
        lines = Lines(version=self.lines.version + 1)
        self.crc = 0
        for ordinal in self.table.ordinals():
            fact = self.table[ordinal]
            if fact is not None:
                raw = encode_line(fact, self._line_values[ordinal])
                lines.append(raw[:-1], ordinal)
                self.crc = checksum(raw, self.crc)
        self.lines = lines
        self.removed.clear()
        self.filled.clear()
        self.duplicates.clear()

    def reserve(self, fact_id: str) -> int:
        """An ordinal for lines of a fact that is on its way out of facts.jsonl."""
        ordinal = self.table.skip()
        self.know(State(0.0, 0, 0, 0), FULL, changed=False)
        self.removed[fact_id] = ordinal
        return ordinal

    # --- the batch ----------------------------------------------------------------------------------------

    def _stage(self, batch: Batch) -> _Staged:
        if self._staged is None:
            self._staged = _Staged()
            batch.on_commit(self._publish)
            batch.on_abort(self._forget_staged)
        return self._staged

    def _forget_staged(self) -> None:
        self._staged = None

    def _publish(self) -> None:
        staged, self._staged = self._staged, None
        if staged is None:
            return
        if staged.lines:
            self.crc = checksum(b"".join(staged.lines), self.crc)
        self._note_archived(staged.archived)
        if self.sink is not None and (staged.put or staged.remove):
            put = list(staged.put.values())
            self.sink.apply(Change(source=FACTS_PATH, put=put, remove=staged.remove, state=self.index_state()))
        self.on_written()
        self.on_change()

    def _note_archived(self, archived: list[tuple[Fact, int]]) -> None:
        offset = self.archive_log.size - sum(length for _, length in archived)
        for fact, length in archived:
            self.archive.note(fact, offset, length)
            offset += length

    # --- reading ------------------------------------------------------------------------------------------

    def view(self, ordinal: int, fact: Fact, now: int) -> dict[str, Any]:
        """The fact as a reply shows it, its activation decayed to `now`."""
        state = self.activations.state(ordinal)
        return {
            **_plain(fact),
            "activation": self.activations.at(ordinal, now),
            "as_of": format_time(now),
            "last_accessed": format_time(state.last_accessed),
            "access_count": state.access_count,
            "archived": False,
        }

    def get(self, fact_id: str, now: int) -> dict[str, Any]:
        """The fact of that id, active or archived. Raises NotFound."""
        ordinal = self.table.ordinal(fact_id)
        fact = None if ordinal is None else self.table[ordinal]
        if ordinal is not None and fact is not None:
            return self.view(ordinal, fact, now)
        known = self.archive.get(fact_id)
        if known is None:
            raise not_found(fact_id)
        return self.archived_view(*known, now)

    def archived_view(self, fact: Fact, activation: float, now: int) -> dict[str, Any]:
        """An archived fact as a reply shows it, with the activation that it left with."""
        return {
            **_plain(fact),
            "activation": activation,
            "as_of": format_time(now),
            "last_accessed": None,
            "access_count": 0,
            "archived": True,
        }

    def use(self, fact_ids: Iterable[str], now: int) -> None:
        """A recall returned these facts: boost them (rule 2)."""
        ordinals = [o for o in map(self.table.ordinal, fact_ids) if o is not None]
        if ordinals:
            self.activations.use(ordinals, now)
            self.on_change()


def _plain(fact: Fact) -> dict[str, Any]:
    return {
        "id": fact.id,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "source": fact.source,
        "created": format_time(fact.created),
    }


def not_found(fact_id: str) -> NotFound:
    """No fact has that id."""
    return NotFound(f"no fact has the id {fact_id[:200]!r}; facts.find or recall.query list ids", id=fact_id[:200])


def check_created(created: int, now: int, slack: int) -> int:
    """`created`, when it is not in the future by more than `slack` microseconds. Raises InvalidParams."""
    if created > now + slack:
        raise InvalidParams(
            f"`created` is in the future ({format_time(created)}); give the time at which it became known",
            param="created",
        )
    return created
