"""Session files that a kill was behind: which of our lines stand in one, and which messages nowhere (rule 8)."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO

from memoryd.conversation.file import SessionFile
from memoryd.conversation.message import BadLine, Message, Removed, decode_line
from memoryd.conversation.session import SESSIONS_PATH
from memoryd.kinds.sessions.saved_over import lost_lines
from memoryd.kinds.sessions.scanning import lines_behind
from memoryd.storage import beneath
from memoryd.storage.framed import Broken, unpacked
from memoryd.storage.lines import whole_lines
from memoryd.storage.recent_lines import RecentLine
from memoryd.storage.regular import regular
from memoryd.times import SECOND

_PACKED = ".zst"
_COARSE = 2 * SECOND
"""A copy may have its time of change in whole seconds."""


def nowhere(root: str, ours: Sequence[RecentLine]) -> list[RecentLine]:
    """Those of our lines whose message no file below `sessions/` has, whatever its name.

    A file that was renamed or split keeps the messages, and was changed no earlier than these were written.
    """
    since = min((one.at for one in ours), default=0) - _COARSE
    removed: set[str] = set()
    return lost_lines(ours, _messages(root, since, removed), removed)


def standing_in(root: str, relpath: str, ours: Sequence[RecentLine]) -> Iterator[RecentLine]:
    """Those of our lines that stand in the file, where they do, in its order."""
    when: dict[bytes, deque[int]] = {}
    for one in ours:
        when.setdefault(one.raw, deque()).append(one.at)
    offset = 0
    with open(os.path.join(root, relpath), "rb", buffering=0, opener=regular) as handle:
        for number, raw in enumerate(lines_behind(handle.fileno(), SessionFile(relpath)), 1):
            whole = raw + b"\n"
            if times := when.get(whole):
                yield RecentLine(times.popleft(), relpath, whole, f"{relpath}:{number}", offset)
            offset += len(whole)


def _messages(root: str, since: int, removed: set[str]) -> Iterator[Message]:
    for below, status in beneath.walk(os.path.join(root, SESSIONS_PATH)):
        if status.st_mtime_ns // 1000 < since:
            continue
        path = f"{SESSIONS_PATH}/{below}"
        with suppress(OSError, Broken), open(os.path.join(root, path), "rb", opener=regular) as handle:
            for raw in _lines(handle, path):
                try:
                    yield decode_line(raw)
                except Removed as removal:
                    removed.add(removal.key)
                except BadLine:
                    continue


def _lines(handle: IO[bytes], path: str) -> Iterator[bytes]:
    if not path.endswith(_PACKED):
        yield from lines_behind(handle.fileno(), SessionFile(path))
        return
    for whole in whole_lines(unpacked(handle)):
        yield from whole.split(b"\n")
