"""The notes put together: keeper, hand edits, accesses, checklist, directives; what the assembly opens and runs."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from typing import Any

from memoryd.background import Run as MaintenanceRun
from memoryd.errors import Busy, MemorydError, ReadOnly
from memoryd.kinds.notes.accesses import Accesses
from memoryd.kinds.notes.archive import ARCHIVE_DIRECTORY, Archived, is_archive, parse_archive
from memoryd.kinds.notes.checklist import Checklist
from memoryd.kinds.notes.directive_actions import Acting
from memoryd.kinds.notes.documents import documents_of_layer, layer_state
from memoryd.kinds.notes.health_text import memory_health_text
from memoryd.kinds.notes.hygiene import HYGIENE_PATH
from memoryd.kinds.notes.layer_edits import LayerEdits
from memoryd.kinds.notes.layer_file import LayerFile, layer_of, path_of
from memoryd.kinds.notes.layer_snapshots import Shadows
from memoryd.kinds.notes.memory_edits import MemoryEdits, zero_rows
from memoryd.kinds.notes.memory_md import MEMORY_PATH, FactsSection, render
from memoryd.kinds.notes.recovery import drop_lost, load_hygiene, rebuild_hot, rebuild_hygiene
from memoryd.kinds.notes.state import Desk, HotSettings, Layer, Vanished
from memoryd.kinds.notes.store import NoteStore
from memoryd.kinds.notes.transaction import Run
from memoryd.problems import ProblemBoard
from memoryd.storage.atomic import ABSENT
from memoryd.storage.files import Files
from memoryd.storage.writer import Batch
from memoryd.types import Change, ChangeSink, Document, Problem

SLICE = 500
TASKS: Mapping[str, float] = {
    "notes:shadow": 0.3,
    "notes:hygiene": 0.4,
    "notes:settle": 1.0,
    "notes:late": 1.0,
    "notes:behind": 0.5,
}
"""The flusher's tasks and how long each may wait, seconds."""


class Notes:
    """Everything about notes and the hot cache. `keeper` is what the methods work on."""

    def __init__(
        self,
        root: str,
        files: Files,
        gid: int,
        settings: HotSettings,
        zone: tzinfo,
        run: Run,
        submit: Callable[[Callable[[Batch], object]], None],
        board: ProblemBoard,
        terms: Callable[[str], Iterable[str]],
        now: Callable[[], int],
        ask: Callable[[str], object],
        facts: FactsSection,
        on_written: Callable[[str, os.stat_result], object],
    ) -> None:
        """`ask` wakes the flusher, by the names of TASKS; `facts` fills that section of MEMORY.md; `on_written`: a
        layer file is ours in this version.
        """
        self.store = NoteStore(root, files, gid, settings, zone, run, board, terms, ask, facts, on_written)
        self.layers = LayerEdits(self.store)
        self.memory = MemoryEdits(self.store, self.layers.absorb_here)
        self.accesses = Accesses(self.store, submit)
        self.checklist = Checklist(self.store, self.memory)
        self.acting = Acting(self.store, lambda now: self.health_text(now, self.store.desk))
        self._shadows = Shadows(root, files, gid)
        self._root = root
        self._run = run
        self._board = board
        self._now = now
        self.configure(settings, zone)
        self.store.needs_fresh = self._fresh
        self.store.on_publish = self.memory.remember_past

    def configure(self, settings: HotSettings, zone: tzinfo) -> None:
        """Use these numbers from now on."""
        self.store.zone = zone
        self.store.settings = settings
        self.store.files.hygiene_bytes = settings.hygiene_bytes
        self.store.files.most_lines = settings.most_lines
        self.store.files.facts_end = settings.facts_end
        self.store.files.oldest_move = self.checklist.oldest(self._now())

    # --- start and stop -----------------------------------------------------------------------------------

    def begin(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """Read everything, take in what was edited while nobody watched, and feed the index. The writer runs."""
        desk = self.store.desk
        for layer, entries in self._shadows.load().items():
            desk.layers[layer] = Layer(LayerFile(entries))
        self._load_archive()
        knows_hot = self.store.files.load_hot()
        has_hygiene = load_hygiene(self.store)
        self.memory.remember_past()
        for layer in sorted({*desk.layers, *self._layers_on_disk()}):
            self._run(functools.partial(self._begin_layer, layer))
        self._run(lambda batch: self._begin_memory(knows_hot, has_hygiene, batch))
        self._feed(sink, states)
        self.store.sink = sink
        self.store.ask("notes:shadow")

    def _layers_on_disk(self) -> list[str]:
        with suppress(FileNotFoundError):
            names = os.listdir(os.path.join(self._root, "memory"))
            return [layer for name in names if (layer := layer_of(f"memory/{name}")) and _is_text(name)]
        return []

    def _begin_layer(self, layer: str, batch: Batch) -> None:
        desk = self.store.desk
        if self.store.files.identity(path_of(layer)) != ABSENT:
            # One that cannot be read stays as it was known, and health says so.
            with suppress(ReadOnly):
                self.layers.absorb_here(path_of(layer), batch)
            return
        with self.store.changing(batch):
            for entry in desk.layers[layer].file.entries():
                desk.vanished[f"{path_of(layer)}:{entry.slug}"] = Vanished(layer, entry, batch.now)
            desk.layers[layer] = Layer()
        self.store.ask("notes:settle")

    def _begin_memory(self, knows_hot: bool, has_hygiene: bool, batch: Batch) -> None:
        keeper, files, desk = self.store, self.store.files, self.store.desk
        version = files.identity(MEMORY_PATH)
        with keeper.changing(batch):
            drop_lost(desk)
            if not has_hygiene:
                rebuild_hygiene(desk, self._board, was_there=knows_hot)
            if version[1] > 0:
                self.memory.absorb_memory(batch)
            elif not knows_hot and desk.entry_count():
                count = rebuild_hot(keeper, batch)
                what = f"MEMORY.md was not there; {count} notes were made hot again"
                self._board.add("notes:lost", Problem(path=MEMORY_PATH, what=what, action="demote what is not needed"))
            elif knows_hot and version == ABSENT and desk.hot:
                what = "the file was missing; its hot bullets were written again"
                self._board.add("notes:lost", Problem(path=MEMORY_PATH, what=what, action="nothing needs to be done"))
            if version[1] == 0:
                files.took_memory("", version)
            zero_rows(desk.hot, desk.hygiene)
            files.staged.hot = bool(desk.layers or desk.hot or version != ABSENT)
            files.staged.hygiene = True

    def _load_archive(self) -> None:
        directory = os.path.join(self._root, ARCHIVE_DIRECTORY)
        with suppress(FileNotFoundError):
            for name in sorted(os.listdir(directory)):
                self._read_archive(f"{ARCHIVE_DIRECTORY}/{name}")

    def _read_archive(self, relpath: str) -> None:
        if not is_archive(relpath) or not _is_text(relpath):
            return
        try:
            found = self.store.read(relpath)
        except FileNotFoundError:
            found = b"", ABSENT
        if found is None:
            return
        data, _ = found
        self.store.archive.set_file(relpath, parse_archive(relpath, data.decode("utf-8", "surrogateescape")))

    def _feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        view = self.store.view
        for source in states:
            if layer_of(source) is not None and layer_of(source) not in view.layers:
                sink.apply(Change(source=source, remove_source=True, state=b""))
        for layer, known in view.layers.items():
            state = layer_state(layer, known, view.hot)
            if states.get(path_of(layer)) == state:
                continue
            documents = list(documents_of_layer(layer, known, view.hot))
            for start in range(0, max(1, len(documents)), SLICE):
                last = start + SLICE >= len(documents)
                part = documents[start : start + SLICE]
                source = path_of(layer)
                sink.apply(Change(source=source, put=part, remove_source=start == 0, state=state if last else None))

    def documents(self) -> Iterable[tuple[str, list[Document], bytes]]:
        """(path, documents, state for the index) of every layer, for a new index."""
        view = self.store.view
        for layer, known in view.layers.items():
            documents = list(documents_of_layer(layer, known, view.hot))
            yield path_of(layer), documents, layer_state(layer, known, view.hot)

    def close(self) -> None:
        """Write what is still to be written; the writer has stopped."""
        keeper = self.store
        for step in (keeper.files.write_memory, keeper.files.write_hygiene):
            # What somebody edited in this very moment is taken in at the next start.
            with suppress(MemorydError, OSError):
                step()
        self._shadows.write(keeper.view)
        keeper.files.late_writes()

    # --- the flusher's tasks ------------------------------------------------------------------------------

    def tasks(self) -> Mapping[str, Callable[[], object]]:
        """What the flusher runs, by the names of TASKS."""
        return {
            "notes:shadow": lambda: self._shadows.write(self.store.view),
            "notes:hygiene": lambda: self._run(self._write_hygiene),
            "notes:settle": self.settle,
            "notes:late": lambda: self._run(self._take_late),
            "notes:behind": self._catch_up,
        }

    def _write_hygiene(self, batch: Batch) -> None:
        if self.memory.absorb_hygiene(batch):
            with self.store.changing(batch):
                self.store.files.staged.hygiene = True

    def settle(self) -> None:
        """What vanished is archived or has moved; what is lost or broken is made again."""
        if not self._run(self.layers.settle):
            self.store.ask("notes:settle")
        self._run(self.memory.restore_memory)
        self._run(self.memory.restore_hygiene)

    def _take_late(self, batch: Batch) -> None:
        for relpath, base, text in self.store.files.late_writes():
            if relpath == MEMORY_PATH:
                self.memory.add_strangers(base, text, batch)
            else:
                self.layers.add_strangers(relpath, base, text, batch)

    def _catch_up(self) -> None:
        files = self.store.files
        files.behind = None
        self._run(self._write_again)
        if files.behind is not None:
            raise files.behind

    def _write_again(self, batch: Batch) -> None:
        self.memory.absorb_memory(batch)
        self.memory.absorb_hygiene(batch)
        with self.store.changing(batch):
            self.store.files.staged.hot = self.store.files.staged.hygiene = True

    # --- the watcher --------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is a layer, MEMORY.md, hygiene.json or an archive of notes."""
        return relpath in (MEMORY_PATH, HYGIENE_PATH) or layer_of(relpath) is not None or is_archive(relpath)

    def absorb(self, relpath: str, stamp: object) -> None:
        """The file changed, by our own hand or another's (watcher's thread)."""
        del stamp
        if relpath == MEMORY_PATH:
            self._until_done(self.memory.absorb_memory)
        elif relpath == HYGIENE_PATH:
            self._until_done(self.memory.absorb_hygiene)
        elif is_archive(relpath):
            self._run(lambda batch: self._read_archive(relpath))
        else:
            self.layers.absorb(relpath, self._now)

    def _until_done(self, operation: Callable[[Batch], bool]) -> None:
        for _ in range(50):
            if self._run(operation):
                return
        raise Busy("the file is being written all the time; it is looked at again")

    def rescan(self, found: Mapping[str, object]) -> None:
        """A scan has ended: layers that are not in it are gone."""
        for layer in list(self.store.view.layers):
            if path_of(layer) not in found:
                self.layers.absorb(path_of(layer), self._now)

    def _fresh(self, relpath: str, batch: Batch) -> None:
        if relpath == MEMORY_PATH:
            self.memory.absorb_memory(batch)
        elif relpath == HYGIENE_PATH:
            self.memory.absorb_hygiene(batch)
        else:
            self.layers.absorb_here(relpath, batch)

    # --- what is asked ------------------------------------------------------------------------------------

    def health_text(self, now: int, desk: Desk | None = None) -> str:
        """000's Memory Health of what is published, or on the writer's thread of the desk itself."""
        keeper = self.store
        desk = desk or keeper.view
        archived = sum(1 for note in keeper.archive.all() if desk.entry(note.key) is None)
        return memory_health_text(desk, keeper.settings, archived, now, keeper.day)

    def archived_hits(
        self, query: str, limit: int, passes: Callable[[str], bool] | None = None
    ) -> list[dict[str, Any]]:
        """Archived notes that a search touches, apart from the living (rule 15); `passes` judges the day of archiving.

        A day is written as 2026-05-15.
        """
        keeper = self.store
        hits = keeper.archive.search(query, limit * 2 if passes is None else max(1, len(keeper.archive)))
        found = (note for note in hits if keeper.view.entry(note.key) is None and (passes is None or passes(note.day)))
        return [{"key": note.key, "text": note.text} for note, _ in zip(found, range(limit), strict=False)]

    def archived(self, key: str) -> Archived | None:
        """The newest archived note of a key that no living note has."""
        return self.store.archive.get(key) if self.store.view.entry(key) is None else None

    def hygiene(
        self, now: int, *, dry_run: bool = False, tick: Callable[[int, int], None] = lambda done, total: None
    ) -> tuple[dict[str, int], list[str]]:
        """000 §Hygiene Checklist: counts, and a line for each thing that was done, or would be on a dry run."""
        found = self.checklist.look(now) if dry_run else self.checklist.run(now, tick)
        return found.counts(), found.sentences()

    def update_memory(self, run: MaintenanceRun) -> bool:
        """Bring MEMORY.md up to the facts (002 step 5, rule 9); whether its text is another now."""
        files = self.store.files
        files.facts.refresh(run)
        before = files.memory_text
        self._run(self._stage_memory)
        return files.memory_text != before

    def _stage_memory(self, batch: Batch) -> None:
        with self.store.changing(batch):
            self.store.files.staged.hot = True

    def preview_memory(self, run: MaintenanceRun) -> tuple[str, str]:
        """MEMORY.md as it is, and as `update_memory` would make it."""
        return self._run(lambda _batch: self._preview(run))  # type: ignore[no-any-return]

    def _preview(self, run: MaintenanceRun) -> tuple[str, str]:
        files = self.store.files
        section = _Preview(files.facts, run)
        text = render(files.parts, files.hot_view(), section, files.layer_of_title, files.most_lines, files.facts_end)
        return files.memory_text or "", text

    def verify(self) -> dict[str, int]:
        """Compare MEMORY.md and the notes once more, and mend what is lost (000 §Recovery)."""
        self._run(self.settle_now)
        self._run(self._write_again)
        return {"notes": self.store.view.entry_count(), "hot": len(self.store.view.hot)}

    def settle_now(self, batch: Batch) -> None:
        """Take in every layer again, on the writer's thread."""
        for layer in list(self.store.desk.layers):
            self.layers.absorb_here(path_of(layer), batch)


def _is_text(name: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


class _Preview:
    """The facts' section as it would be."""

    def __init__(self, facts: FactsSection, run: MaintenanceRun) -> None:
        self._facts = facts
        self._run = run

    def found(self, lines: Sequence[str]) -> None:
        """Nothing is read here."""

    def lines(self, room: int, own: int | None = None) -> Sequence[str]:
        """What would stand there."""
        return self._facts.preview(self._run, room, own)
