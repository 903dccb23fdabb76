"""An absorber that keeps a copy of every file it is given, and a watcher around it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from memoryd.clock import Clock, SystemClock
from memoryd.types import Problem
from memoryd.watch.scan import Stamp, ignored
from memoryd.watch.watcher import Pace, Watcher

QUICK = Pace(quiet=0.03, latest=0.24, beat=0.1, gather=0.002, retry=0.2, back_off=0.1)


def eventually(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Wait until the condition holds; False when time ran out."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not condition():
        if time.monotonic() > end:
            return False
        pause.wait(0.005)
    return True


class CountingWatcher(Watcher):
    """A watcher that counts the overflows it meets."""

    overflows = 0

    def on_overflow(self) -> None:
        self.overflows += 1
        super().on_overflow()


class Eyewitness:
    """What a memory would know of the directory."""

    def __init__(self, root: Path, pace: Pace = QUICK, clock: Clock | None = None) -> None:
        self.root = root
        self.copies: dict[str, bytes] = {}
        self.calls: list[str] = []
        self.rescans: list[dict[str, Stamp]] = []
        self.problems: list[Problem] = []
        self.before: Callable[[str], None] = lambda relpath: None
        self.after: Callable[[str, Stamp | None], None] = lambda relpath, stamp: None
        self.watcher = CountingWatcher(
            str(root), self._absorb, self._rescan, self._problems, clock or SystemClock(), pace=pace
        )

    def open(self) -> Eyewitness:
        self.watcher.start()
        assert self.watcher.ready.wait(20)
        return self

    def catch_up(self) -> None:
        assert self.watcher.sync(20)

    def agrees(self) -> bool:
        """Whether the copies are what the disk holds, no more and no less."""
        return self.copies == on_disk(self.root)

    def news(self) -> list[str]:
        """The paths that were absorbed since the last time, after catching up."""
        self.catch_up()
        news, self.calls = self.calls, []
        return news

    def _absorb(self, relpath: str, stamp: Stamp | None) -> None:
        self.before(relpath)
        self.calls.append(relpath)
        if stamp is None:
            self.copies.pop(relpath, None)
        else:
            try:
                self.copies[relpath] = (self.root / relpath).read_bytes()
            except FileNotFoundError:
                self.copies.pop(relpath, None)
        self.after(relpath, stamp)

    def _rescan(self, found: Mapping[str, Stamp]) -> None:
        self.rescans.append(dict(found))

    def _problems(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)


def on_disk(root: Path) -> dict[str, bytes]:
    return {
        relpath: path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink() and not ignored(relpath := str(path.relative_to(root)))
    }
