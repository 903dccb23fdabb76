"""What an editor writes into a version of a session file that ours has replaced: only a descriptor leads there."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from memoryd.storage.atomic import Identity, identity
from memoryd.storage.being_written import Stillness
from memoryd.storage.files import Files
from memoryd.storage.regular import read_whole
from memoryd.storage.replaced import keep_ranges
from memoryd.times import SECOND
from memoryd.types import Problem

MOST_BYTES = 256 << 20
"""A larger version is kept beside its file."""
_PATIENCE = 10 * SECOND
"""One that never ends is waited for no longer."""


class _Replaced(msgspec.Struct):
    """A version that was replaced, and into which its editor may still write."""

    path: str
    fd: int
    lines: Counter[bytes]
    """As they were read."""
    known: Identity
    stillness: Stillness


class LateLines:
    """Finds them; used by one thread at a time."""

    def __init__(self, root: str, files: Files) -> None:
        self._root = root
        self._files = files
        self._replaced: list[_Replaced] = []
        self._found: dict[str, list[bytes]] = {}
        """By file, until they stand in it."""

    def watch(self, relpath: str, fd: int, raws: Sequence[bytes], version: Identity, now: int) -> None:
        """Look after a version that was just replaced, and close it at the end."""
        self._replaced.append(_Replaced(relpath, fd, Counter(raws), version, Stillness(version, now, now)))

    def watched(self) -> set[str]:
        """Files of which there may be some."""
        return {one.path for one in self._replaced} | {*self._found}

    def of(self, relpath: str, now: int | None, tell: Callable[[Problem], object]) -> list[bytes]:
        """Those of a file, newlines included, once their editor has ended; without `now` at once.

        They are told again until it has them. What stands in the file is no line that is missing. `tell` hears of what
        is too long.
        """
        found: Counter[bytes] = Counter()
        for one in [one for one in self._replaced if one.path == relpath]:
            stat = self._files.fstat(one.fd)
            if now is not None and one.stillness.may_go_on(identity(stat), now, _PATIENCE):
                continue
            self._replaced.remove(one)
            try:
                if stat.st_size > MOST_BYTES:
                    path = os.path.join(self._root, relpath)
                    tell(keep_ranges(self._files, one.fd, path, [(0, stat.st_size)]))
                elif identity(stat) != one.known:
                    data = self._files.pread(one.fd, stat.st_size, 0)
                    found += Counter(filter(bytes.strip, data.split(b"\n"))) - one.lines
            finally:
                self._files.close(one.fd)
        if found:
            missing = (found - self._standing(relpath)).elements()
            self._found.setdefault(relpath, []).extend(raw + b"\n" for raw in missing)
        return self._found.get(relpath, [])

    def have(self, relpath: str) -> None:
        """What was told of the file stands in it."""
        self._found.pop(relpath, None)

    def _standing(self, relpath: str) -> Counter[bytes]:
        try:
            return Counter(read_whole(os.path.join(self._root, relpath), MOST_BYTES)[0].split(b"\n"))
        except OSError:
            return Counter()

    def close(self) -> None:
        """Give the descriptors back."""
        while self._replaced:
            self._files.close(self._replaced.pop().fd)
