"""Takes over-long lines out of a file before its readers see it, so that none of them has to hold one in memory."""

from __future__ import annotations

import os
from collections.abc import Callable

from memoryd.problems import ProblemBoard
from memoryd.storage.files import Files
from memoryd.storage.lines import LONGEST_LINE
from memoryd.storage.long_lines import TakenOut, take_out_long_lines
from memoryd.watch.scan import Stamp


class LongLines:
    """Wraps the absorbers. Runs on the watcher's thread."""

    def __init__(
        self,
        root: str,
        files: Files,
        is_read: Callable[[str], bool],
        run: Callable[[Callable[[], TakenOut | None]], TakenOut | None],
        absorb: Callable[[str, Stamp | None], None],
        board: ProblemBoard,
    ) -> None:
        """`run` runs an operation on the writer's thread, so that nothing is appended meanwhile."""
        self._root = root
        self._files = files
        self._is_read = is_read
        self._run = run
        self._absorb = absorb
        self._board = board

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        """Take the lines out, if there are any, and have the file absorbed."""
        is_long = stamp is not None and stamp.size > LONGEST_LINE and relpath.endswith(".jsonl")
        if is_long and self._is_read(relpath):
            path = os.path.join(self._root, relpath)
            taken = self._run(lambda: take_out_long_lines(self._files, path))
            if taken is not None:
                self._board.add("long lines", taken.problem)
        self._absorb(relpath, stamp)
