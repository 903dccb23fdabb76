"""Which logs keep their file descriptors: a directory may have more files than a process may open."""

from __future__ import annotations

from collections import OrderedDict

from memoryd.storage.append_log import AppendLog

MOST = 64


class OpenLogs:
    """Closes the least recently used logs; a later write opens them again. For the writer's thread."""

    def __init__(self) -> None:
        self._used: OrderedDict[int, AppendLog] = OrderedDict()

    def used(self, log: AppendLog) -> None:
        """Note that the log was used and holds nothing unsynced; call it after a commit."""
        self._used[id(log)] = log
        self._used.move_to_end(id(log))
        while len(self._used) > MOST:
            self._used.popitem(last=False)[1].close()
