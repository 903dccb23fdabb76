"""Lines that others wrote to a version of facts.jsonl that was replaced meanwhile (rule 8)."""

from __future__ import annotations

from collections.abc import Iterable

from memoryd.problems import ProblemBoard
from memoryd.storage.files import Files
from memoryd.storage.long_lines import lines_from
from memoryd.storage.regular import LARGEST
from memoryd.storage.replaced import keep_ranges


class LateLines:
    """Reads them from the old inode, and has them until somebody takes them; what is too long is kept beside."""

    def __init__(self, files: Files, path: str, board: ProblemBoard) -> None:
        self._files = files
        self._path = path
        self._board = board
        self._lines: list[bytes] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def read(self, fd: int, start: int) -> None:
        """What stands in that inode from `start` on."""
        size = self._files.fstat(fd).st_size
        long: list[tuple[int, int]] = []
        if size - start > LARGEST:
            long.append((start, size))
        else:
            self._lines.extend(raw for raw in lines_from(self._files, fd, start, long) if raw.strip())
        if long:
            self._board.happened(keep_ranges(self._files, fd, self._path, long))

    def give_back(self, lines: Iterable[bytes]) -> None:
        """They could not be written now."""
        self._lines[:0] = lines

    def take(self) -> list[bytes]:
        """All of them, once."""
        lines = self._lines[:]
        del self._lines[: len(lines)]
        return lines
