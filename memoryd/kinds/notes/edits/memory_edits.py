"""Hand edits of MEMORY.md, and its loss (rule 14)."""

from __future__ import annotations

from memoryd.errors import InvalidParams
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.tasks import MISSING
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.disk import LateEdit
from memoryd.kinds.notes.edits.bullet_edits import HOMELESS, BulletEdits
from memoryd.kinds.notes.edits.hygiene_edits import HygieneEdits
from memoryd.kinds.notes.formats.hygiene import DELETED
from memoryd.kinds.notes.formats.layer_file import check_layer, note_key
from memoryd.kinds.notes.formats.matching import are_alike
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH, HotLine, Part, facts_lines, parse
from memoryd.storage.atomic import ABSENT
from memoryd.storage.batch import Batch
from memoryd.types import Problem


class MemoryEdits:
    """Takes in MEMORY.md as it was edited, and makes it again when it is lost. Writer's thread."""

    def __init__(
        self, transactions: NoteTransactions, hot: HotCache, bullets: BulletEdits, hygiene: HygieneEdits
    ) -> None:
        self._transactions = transactions
        self._state = transactions.state
        self._files = transactions.files
        self._hot = hot
        self._bullets = bullets
        self._hygiene = hygiene

    def absorb(self, batch: Batch) -> bool:
        """What was typed goes to the notes, what was deleted is demoted; then the file is rendered again.

        False: this very batch is about to write the file; try again in the next one.
        """
        disk, memory = self._files.disk, self._files.memory
        if disk.identity(MEMORY_PATH) == memory.identity:
            disk.is_as_known(MEMORY_PATH)
            return True
        if self._files.staged.memory:
            return False
        try:
            found = disk.read(MEMORY_PATH)
        except FileNotFoundError:
            found = b"", ABSENT
        if found is None:
            return True
        data, version = found
        text = data.decode("utf-8", "surrogateescape")
        if not text.strip():
            # Lost, or about to be written by an editor that truncates first.
            self._transactions.ask(MISSING)
            return True
        with self._transactions.changing(batch):
            memory.took(text, version)
            self._take(parse(text), batch, whole=True)
        return True

    def restore(self, batch: Batch) -> None:
        """MEMORY.md is missing or empty, and stays so: it is made again from what it said (000 §Recovery)."""
        memory = self._files.memory
        version = self._files.disk.identity(MEMORY_PATH)
        if version == memory.identity or version[1] > 0:
            return
        with self._transactions.changing(batch):
            had = memory.text
            memory.took("", version)
            if had is not None and had.strip():
                self._transactions.board.happened(_lost("its hot bullets were written again"))
            self._files.staged.memory = True

    def add_late(self, edit: LateEdit, batch: Batch) -> None:
        """Take in what was typed into a version of MEMORY.md after it had been replaced."""
        known = {line for part in parse(edit.base) for line in part.bullets}
        parts = parse(edit.text)
        for part in parts:
            part.bullets = [line for line in part.bullets if line not in known]
        if any(part.bullets for part in parts):
            with self._transactions.changing(batch):
                self._take(parts, batch, whole=False)

    def _take(self, parts: list[Part], batch: Batch, *, whole: bool) -> None:
        state = self._state
        self._files.memory.facts.found(facts_lines(parts))
        seen: set[str] = set()
        typed: list[tuple[str, HotLine]] = []
        for part in parts:
            if part.kind != "hot":
                continue
            layer = self._layer(part.title)
            for line in part.bullets:
                key = self._bullets.key_of(line)
                if key is None and self._is_left_over(line):
                    continue
                if key is None or line.tag is None:
                    typed.append((line.tag.layer if line.tag else layer, line))
                elif key not in seen:
                    seen.add(key)
                    self._bullets.take(key, line, line.tag, batch)
                else:
                    self._bullets.take_again(key, line, batch)
        if whole:
            typed = [one for one in typed if not self._took_by_likeness(one[1], seen, batch)]
            self._take_references(parts)
            for key in [key for key in state.hot if key not in seen and key in self._files.memory.shown]:
                self._deleted(key, batch)
        for layer, line in typed:
            self._bullets.adopt(layer, line, batch)
        self._files.staged.memory = True

    def _is_left_over(self, line: HotLine) -> bool:
        """Whether the bullet is our own, of a note that was archived right before a crash."""
        tag = line.tag
        if tag is None or tag.slug is None:
            return False
        return self._files.memory.has_written(note_key(tag.layer, tag.slug), line.text)

    def _deleted(self, key: str, batch: Batch) -> None:
        """A bullet that is gone is demoted; the same person may have logged that already."""
        hygiene = self._state.hygiene
        self._hot.forget(key, DELETED, batch)
        if self._hygiene.take_logged(key):
            hygiene.demotions.pop()
            hygiene.totals.demotions -= 1

    def _took_by_likeness(self, line: HotLine, seen: set[str], batch: Batch) -> bool:
        """Who replaces a word in the whole file replaces it in slugs, too: such a bullet is of the note that it was."""
        tag = line.tag
        if tag is None or tag.slug is None:
            return False
        for key, note in self._state.hot.items():
            same_tag = (note.layer, note.day, note.reason) == (tag.layer, tag.day, tag.reason)
            if same_tag and key not in seen and are_alike(line.text, note.text):
                seen.add(key)
                self._bullets.take(key, line, tag, batch)
                return True
        return False

    def _layer(self, title: str) -> str:
        layer = self._files.memory.layer_of_title(title) or HOMELESS
        try:
            if layer not in self._state.layers:
                check_layer(layer)
        except InvalidParams:
            return HOMELESS
        return layer

    def _take_references(self, parts: list[Part]) -> None:
        """Reference lines that a person removed stay out; those that an agent wrote are kept."""
        state, memory = self._state, self._files.memory
        present: dict[str, list[str]] = {}
        for part in parts:
            if part.kind == "hot":
                layer = memory.layer_of_title(part.title)
                present.setdefault(layer or HOMELESS, []).extend(part.references)
        for layer in {*state.refs, *present}:
            shown, known = dict.fromkeys(present.get(layer, [])), state.refs.get(layer, ())
            state.refs[layer] = tuple(
                ref for ref in shown if ref in known or state.entry(ref) is not None or ":" not in ref
            )


def _lost(what: str) -> Problem:
    return Problem(path=MEMORY_PATH, what=f"the file was missing or empty; {what}", action="nothing needs to be done")
