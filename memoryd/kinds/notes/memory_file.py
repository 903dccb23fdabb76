"""MEMORY.md through its one writer, the notes: the facts' section is brought up with all others (rule 9)."""

from __future__ import annotations

from collections.abc import Sequence

from memoryd.jobs.queue import RunsOnWriter
from memoryd.kinds.facts.memory_section import MemoryFacts
from memoryd.kinds.notes.memory_md import render
from memoryd.kinds.notes.store import NoteKeeper
from memoryd.storage.writer import Batch


class NotesMemoryFile:
    """A parts.MemoryFile over the notes' keeper."""

    def __init__(self, keeper: NoteKeeper, facts: MemoryFacts, run: RunsOnWriter) -> None:
        self._keeper = keeper
        self._facts = facts
        self._run = run

    def update(self) -> bool:
        """Have the file written in the writer's next batch; whether its text is another now."""
        before = self._keeper.files.memory_text
        self._run(self._stage)
        return self._keeper.files.memory_text != before

    def _stage(self, batch: Batch) -> None:
        with self._keeper.changing(batch):
            self._keeper.files.staged.hot = True

    def preview(self, candidates: Sequence[str]) -> tuple[str, str]:
        """The file as it is, and as it would be with these facts, the most active ones."""
        return self._run(lambda _batch: self._preview(candidates))

    def _preview(self, candidates: Sequence[str]) -> tuple[str, str]:
        files, facts = self._keeper.files, _Preview(self._facts, candidates)
        text = render(files.parts, files.hot_view(), facts, files.layer_of_title, files.most_lines, files.facts_end)
        return files.memory_text or "", text


class _Preview:
    """The facts' section as it would be."""

    def __init__(self, facts: MemoryFacts, candidates: Sequence[str]) -> None:
        self._facts = facts
        self._candidates = candidates

    def found(self, lines: Sequence[str]) -> None:
        """Nothing is read here."""

    def lines(self, room: int, own: int | None = None) -> Sequence[str]:
        """What would stand there."""
        return self._facts.preview(room, self._candidates, own)
