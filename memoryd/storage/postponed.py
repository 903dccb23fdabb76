"""Writes to a file that wait until another program's edit of it has been read, while all others go on."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from memoryd.storage.batch import NotYet


class Postponed:
    """Who waits for which file; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, list[Callable[[], None]]] = {}

    def hold(self, path: str) -> None:
        """From now on writes to the file wait."""
        with self._lock:
            self._waiting.setdefault(path, [])

    def check(self, path: str) -> None:
        """On the writer's thread, before a write to the file. Raises NotYet."""
        if path in self._waiting:
            raise self.wait_for(path)

    def wait_for(self, path: str) -> NotYet:
        """What a write to the file is to raise, so that it is tried again after `release`."""
        return NotYet(functools.partial(self._keep, path))

    def release(self, path: str) -> None:
        """The file has been read: whoever waits goes on."""
        with self._lock:
            waiting = self._waiting.pop(path, ())
        for resume in waiting:
            resume()

    def _keep(self, path: str, resume: Callable[[], None]) -> None:
        with self._lock:
            waiting = self._waiting.get(path)
            if waiting is not None:
                waiting.append(resume)
                return
        resume()  # it has been released since
