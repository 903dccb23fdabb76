"""What a kind of JSON lines needs of the services, on real files with a real writer."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from memoryd.config import Config
from memoryd.config.sections import Schedule
from memoryd.ledger.journal import AccessJournal
from memoryd.maintenance.child import Children
from memoryd.problems import ProblemBoard
from memoryd.purge.door import Door
from memoryd.purge.tombstones import Graves
from memoryd.requests.times import Times
from memoryd.services import OwnWrites, Services, Settings
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.storage.being_written import EDITED, BeingWritten
from memoryd.storage.files import Files, OsFiles
from memoryd.storage.tail import repair_tail
from memoryd.storage.writer import GroupWriter
from memoryd.testing.manual_clock import ManualClock
from tests.support.fake_index import FakeIndex
from tests.support.held import quarantine_in
from tests.support.recent import recent_lines

CONFIG = Config(schedule=Schedule(timezone="UTC"))


class KindServices:
    """`services` are opened anew on the same directory by `open`."""

    def __init__(
        self, root: Path, files: Files | None = None, clock: ManualClock | None = None, index: FakeIndex | None = None
    ) -> None:
        self.root = root
        self.os_files = files or OsFiles()
        self.clock = clock or ManualClock()
        self.index = index or FakeIndex()
        self.meanwhile: list[Callable[[], object] | None] = []
        """What happens before each of the next turns on the writer."""

    @functools.cached_property
    def writer(self) -> GroupWriter:
        """Started when it is first asked for."""
        writer = GroupWriter(self.clock)
        writer.start()
        return writer

    def open(self, config: Config = CONFIG, **more: Any) -> Services:
        """`more`: services that these kinds do not all need, or that are to be others."""
        self.board = ProblemBoard(print, self.clock.monotonic)
        self.being_written = BeingWritten(str(self.root), self.clock.now, lambda: self.ask(EDITED), lambda *_: False)
        self.journal = AccessJournal(
            self.root / ".memoryd", lambda path: AppendLog(self.os_files, path), self.os_files.unlink
        )
        self.recent = recent_lines(self.root, self.os_files)
        self.graves = Graves(self.os_files, str(self.root), os.getgid())
        self.door = Door(self.graves, self.os_files, str(self.root), os.getgid(), lambda: None)
        opened = SimpleNamespace(
            settings=Settings(config),
            root=str(self.root),
            path=functools.partial(os.path.join, str(self.root)),
            log=self._log,
            repair_tail=self._repair_tail,
            replace_file=self._replace_file,
            files=self.os_files,
            data=SimpleNamespace(gid=os.getgid(), reading=False),
            own_writes=OwnWrites(),
            index=self.index,
            flusher=SimpleNamespace(ask=self.ask),
            recent=self.recent,
            children=Children(self.clock, self.board, lambda: (), lambda: 60.0),
            being_written=self.being_written,
            clock=self.clock,
            guard=SimpleNamespace(stamp=lambda now: now),
            journal=self.journal,
            report=lambda topic, *problems: self.board.set(topic, problems),
            board=self.board,
            writer=SimpleNamespace(run_alone=self._run_alone, submit=lambda step, done: self._run_alone(step)),
            watcher=SimpleNamespace(ours=lambda relpath, stamp: None),
            graves=self.graves,
            door=self.door,
            quarantine=quarantine_in(self.root),
            keep=lambda relpath, content: None,
            times=Times(lambda: UTC),
        )
        vars(opened).update(more)
        self.services = cast(Services, opened)
        return self.services

    def ask(self, task: str) -> None:
        """What the flusher is asked for."""

    def _log(self, relpath: str, on_foreign: Callable[[AppendLog], None] | None = None) -> AppendLog:
        return AppendLog(self.os_files, str(self.root / relpath), gid=os.getgid(), on_foreign=on_foreign)

    def _replace_file(self, relpath: str, content: bytes) -> None:
        (self.root / relpath).write_bytes(content)

    def _repair_tail(self, relpath: str, now: int) -> None:
        if (report := repair_tail(self.os_files, str(self.root / relpath), now)) is not None:
            self.board.add("tails", report.problem)

    def _run_alone(self, operation: Callable[[Batch], object]) -> object:
        happens = self.meanwhile.pop(0) if self.meanwhile else None
        if happens is not None:
            happens()
        return self.writer.run_alone(operation)
