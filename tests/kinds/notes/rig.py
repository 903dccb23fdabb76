"""Notes on a real directory with a real writer, and hand edits of their files; no daemon, no watcher."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from memoryd.config.sections import Daemon, Layers
from memoryd.errors import ReadOnly
from memoryd.kinds.notes.changes.store import NoteStore, WriteOptions
from memoryd.kinds.notes.changes.tasks import MISSING
from memoryd.kinds.notes.edits.hand_edits import is_of_notes
from memoryd.kinds.notes.known.state import NoteState
from memoryd.kinds.notes.parts import make_parts
from memoryd.origin import SHARED
from memoryd.storage.batch import Batch
from memoryd.storage.directory import DataDirectory
from memoryd.storage.files import OsFiles
from memoryd.testing.kept_section import KeptSection
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY, parse_time
from tests.support.kind_services import CONFIG, KindServices


class NoFacts:
    """No fact is spoken of."""

    def near(self, text: str) -> list[tuple[str, str]]:
        return []

    def text(self, fact_id: str) -> str:
        raise AssertionError(fact_id)

    def sources(self, fact_id: str) -> tuple[str, ...]:
        raise AssertionError(fact_id)

    def archive(self, fact_id: str, reason: str, batch: Batch) -> None:
        raise AssertionError(fact_id)


class Full:
    """Another log, whose disk is full: this shows when it is written, or (`late`) when it is synced."""

    def __init__(self, *, late: bool = True) -> None:
        self.late = late
        self.blamed = ""

    def write(self, data: bytes) -> None:
        if not self.late:
            raise ReadOnly("full")

    def begin_sync(self) -> None: ...

    def sync(self) -> None:
        raise ReadOnly("full")

    def rollback(self) -> bool:
        """Nothing was written."""
        return True

    def settle(self) -> bool:
        return True

    def release(self) -> None: ...


class NotesRig(KindServices):
    """Notes that are opened, used, edited by hand, crashed and opened again."""

    def __init__(self, root: Path, layers: Layers | None = None, files: OsFiles | None = None) -> None:
        super().__init__(root, files, ManualClock(parse_time("2026-05-15T12:00:00+00:00")))
        self._config = replace(CONFIG, layers=layers or Layers(), daemon=Daemon(max_file_bytes=1 << 20))
        self.sessions = 0
        self.start()

    def start(self) -> None:
        data = DataDirectory(str(self.root), self.os_files)
        data.prepare()
        data.add(("memory", "memory/archive"))
        self.asked: list[str] = []
        self.parts = make_parts(self.open(self._config), KeptSection(), NoFacts())
        self.parts.startup.run(self.index.states)
        self.tick()

    def ask(self, task: str) -> None:
        self.asked.append(task)

    @property
    def store(self) -> NoteStore:
        return self.parts.store

    @property
    def snapshot(self) -> NoteState:
        return self.parts.transactions.snapshot

    def tick(self) -> None:
        """What the flusher would do, until nothing is asked for."""
        tasks = self.parts.write_behind.tasks()
        for _ in range(20):
            if not self.asked:
                return
            due, self.asked[:] = list(dict.fromkeys(self.asked)), []
            if MISSING in due:
                self.clock.advance(1.0)
            for name in due:
                tasks[name]()

    def look(self) -> None:
        """What the watcher would do: every file that is there, and those that are gone."""
        found = {str(path.relative_to(self.root)): None for path in self.root.rglob("*") if path.is_file()}
        for relpath in sorted(found):
            if is_of_notes(relpath):
                self.parts.edits.absorb(relpath)
        self.parts.edits.rescan(found)
        for relpath in ("MEMORY.md", "memory/hygiene.json"):
            if relpath not in found:
                self.parts.edits.absorb(relpath)
        self.tick()

    def crash(self) -> None:
        """Forget everything that is not on disk, and open again."""
        self.writer.stop()
        del self.writer
        self.start()

    def stop(self) -> None:
        self.writer.stop()
        self.parts.write_behind.close()

    def run(self, operation: Any) -> Any:
        return self.writer.run(operation)

    def write(self, layer: str, text: str, session: str | None = None, slug: str | None = None, **options: bool) -> Any:
        return self.run(
            lambda batch: self.store.write(layer, text, slug, WriteOptions(SHARED, **options), session, batch)
        )

    def do(self, verb: str, *args: Any) -> Any:
        return self.run(lambda batch: getattr(self.store, verb)(*args, batch))

    def session(self, previous: str | None = None) -> str:
        self.sessions += 1
        self.run(lambda batch: self.parts.accesses.session_started(previous, batch))
        return f"s{self.sessions}"

    def hygiene_run(self) -> dict[str, int]:
        found = self.parts.checklist.run(self.clock.now(), lambda done, total: None)
        self.tick()
        return found.counts()

    def days(self, count: float) -> None:
        self.clock.advance(count * DAY / 1e6)

    def file(self, relpath: str) -> str:
        return (self.root / relpath).read_text()

    def put(self, relpath: str, text: str) -> None:
        (self.root / relpath).write_text(text)

    @property
    def memory(self) -> str:
        return self.file("MEMORY.md")

    @property
    def hygiene(self) -> Any:
        return msgspec.json.decode((self.root / "memory/hygiene.json").read_bytes())

    def bullets(self) -> list[str]:
        return [line[2:] for line in self.memory.split("\n") if line.startswith("- ") and "↑" in line]
