"""What a batch changed is written to the files: archive, layers, MEMORY.md, hygiene.json (000 §Write Order)."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Sequence

import msgspec
import structlog

from memoryd.errors import Busy, MemorydError
from memoryd.kinds.notes.disk.disk import NoteDisk
from memoryd.kinds.notes.disk.hygiene_file import HygieneFile, KnownHygiene
from memoryd.kinds.notes.disk.memory_file import KnownMemory, MemoryFile
from memoryd.kinds.notes.formats.archive import Archived, archive_path, archive_text
from memoryd.kinds.notes.formats.layer_file import path_of
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH
from memoryd.kinds.notes.known.state import NoteState, at_version
from memoryd.secrets import redact
from memoryd.storage.atomic import Changed, identity

_log = structlog.get_logger("memoryd.notes")

DAILY_TEMPLATE = """# {day}

## Summary
<!-- 3-5 summary items -->

## Key Outcomes
<!-- Decisions, commitments, and things to remember -->

## Notes
<!-- Items worth recording but not yet ready for L2 promotion -->
"""


class Staged(msgspec.Struct):
    """What the batch under way will write."""

    layers: set[str] = msgspec.field(default_factory=set)
    archived: list[Archived] = msgspec.field(default_factory=list)
    daily: list[tuple[str, str]] = msgspec.field(default_factory=list)
    memory: bool = False
    hygiene: bool = False
    memory_must: bool = False
    """MEMORY.md will hold what no other file does: without it the batch fails."""
    memory_asked: bool = False
    """Somebody asked what it is to say: the batch fails when it cannot be written, but not when it was edited."""

    def copy(self) -> Staged:
        """One that can be changed without changing this one."""
        staged = copy.copy(self)
        staged.layers, staged.archived, staged.daily = set(self.layers), list(self.archived), list(self.daily)
        return staged


class NoteFiles:
    """A log in the writer's sense: `sync` makes what is staged durable, `rollback` takes it back. Writer's thread."""

    def __init__(
        self,
        disk: NoteDisk,
        state: NoteState,
        memory: MemoryFile,
        hygiene: HygieneFile,
        intends: Callable[[str, bytes], object],
        on_written: Callable[[str, os.stat_result], object],
        on_failure: Callable[[], object],
    ) -> None:
        """`intends`: a layer file is about to become this. `on_written`: a layer file is ours in this version; the
        watcher must know it to notice when it goes. `on_failure`: MEMORY.md or hygiene.json could not be written; it is
        to be tried again.
        """
        self.disk = disk
        self.memory = memory
        self.hygiene = hygiene
        self.staged = Staged()
        self._state = state
        self._intends = intends
        self._replaced: dict[str, bytes] = {}
        """Layer files that this batch writes, and what they held."""
        self._on_written = on_written
        self._on_failure = on_failure
        self._failure: Exception | None = None
        self.blamed = ""
        """The file that could not be written last; empty where it is none that only some operations need."""

    # --- what is known of them ----------------------------------------------------------------------------

    def known(self) -> tuple[KnownMemory, KnownHygiene]:
        """To go back to when a batch fails."""
        return self.memory.known, self.hygiene.known

    def restore(self, known: tuple[KnownMemory, KnownHygiene]) -> bool:
        """What was read since counts as unread: it is taken in again. Whether there was anything."""
        memory, hygiene = known
        if (memory.identity, hygiene.identity) == (self.memory.identity, self.hygiene.identity):
            return False
        self.memory.restore(memory)
        self.hygiene.restore(hygiene)
        return True

    def take_failure(self) -> Exception | None:
        """Why MEMORY.md or hygiene.json could not be written, since this was last asked."""
        failure, self._failure = self._failure, None
        return failure

    # --- the writer's log ---------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """A batch begins to be written: what the one before it put on the disk stays. What is to come is staged."""
        self._replaced.clear()
        self.disk.begin()

    def begin_sync(self) -> None:
        """Nothing is written yet: `sync` does it in order."""

    def sync(self) -> None:
        """Archive, layers, MEMORY.md, hygiene.json, in this order, each durable before the next."""
        staged, self.staged = self.staged, Staged()
        self._write_archives(staged.archived)
        for layer in sorted(staged.layers):
            self.blamed = path_of(layer)
            self._write_layer(layer)
        self.blamed = ""
        try:
            self._write_daily(staged.daily)
            if staged.memory:
                self.memory.write()
        except (MemorydError, OSError) as error:
            if staged.memory_must or (staged.memory_asked and not isinstance(error, Changed)):
                raise _refused(error) from error
            # The notes are on disk; what is derived from them follows as soon as it can.
            self._fail(error)
            return
        try:
            if staged.hygiene:
                self.hygiene.write()
        except (MemorydError, OSError) as error:
            if staged.memory_must:
                raise _refused(error) from error
            # The notes are on disk; what is derived from them follows as soon as it can.
            self._fail(error)

    def rollback(self) -> bool:
        """Put back the files that the last `sync` replaced; whether nothing of it can be there after a restart."""
        self.staged = Staged()
        for relpath, before in self._replaced.items():
            # Twice, since of the last two marks either may stand: what was refused is no version of ours.
            self._intends(relpath, before)
            self._intends(relpath, before)
        self._replaced.clear()
        return self.disk.rollback()

    def settle(self) -> bool:
        """Put back what `rollback` could not; whether there is nothing more to try."""
        return self.disk.settle()

    def release(self) -> None:
        """The files stay as they are now."""
        self.disk.begin()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, Changed):
            _log.error("hot_cache_behind", error=str(error))
        self._failure = error
        self._on_failure()

    # --- the parts of a batch -----------------------------------------------------------------------------

    def _write_archives(self, notes: Sequence[Archived]) -> None:
        by_path: dict[str, list[Archived]] = {}
        for note in notes:
            by_path.setdefault(note.path, []).append(note)
        for relpath, found in by_path.items():
            self.blamed = relpath
            head = f"# {found[0].layer}: archived {found[0].day}\n"
            self.disk.append(relpath, head, "".join(archive_text(note) for note in found), undo=True)

    def _write_layer(self, layer: str) -> None:
        known, relpath = self._state.layers[layer], path_of(layer)
        data, before = known.file.render().encode("utf-8", "surrogateescape"), self.disk.bytes_of(relpath)
        base = (before or b"").decode("utf-8", "surrogateescape")
        self._replaced[relpath] = before or b""
        self._intends(relpath, data)
        try:
            stat = self.disk.replace_version(relpath, data, known.identity, before=before, base=base)
        except Changed as error:
            raise Busy(f"{relpath} was edited at this very moment; the same request may succeed now.") from error
        self._state.layers[layer] = at_version(known, identity(stat))
        self._on_written(relpath, stat)

    def _write_daily(self, lines: Sequence[tuple[str, str]]) -> None:
        for day in sorted({day for day, _ in lines}):
            text = "".join(f"- {line}\n" for at, line in lines if at == day)
            self.disk.append(f"memory/{day}.md", DAILY_TEMPLATE.format(day=day), text, undo=False)


def archived_now(layer: str, slug: str, raw: str, day: str, reason: str) -> Archived:
    """A note that goes to the archive today; a secret that a person took out of the layer does not go there either."""
    return Archived(layer, slug, redact(raw)[0], day, reason, archive_path(layer, day))


def _refused(error: Exception) -> Exception:
    return Busy(f"{MEMORY_PATH} was edited at this very moment; try again.") if isinstance(error, Changed) else error
