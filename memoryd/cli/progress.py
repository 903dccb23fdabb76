"""The progress of a long call, as one line on stderr that is erased at the end."""

from __future__ import annotations

import os
import time
from typing import TextIO

from memoryd.cli.moments import duration
from memoryd.cli.text import one_line, pad, shorten

_EVERY = 0.1
_BAR = 24


class ProgressBar:
    """Draws `stage [███···] 45% 120/266 3 s` on a terminal, and nothing anywhere else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shows = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._started = time.monotonic()
        self._drawn_at = -1.0
        self._stage = ""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show a report; total 0 means that the total is unknown."""
        at = time.monotonic()
        if not self._shows or (at - self._drawn_at < _EVERY and stage == self._stage and done < total):
            return
        self._drawn_at, self._stage = at, stage
        try:
            columns = os.get_terminal_size(self._stream.fileno()).columns or 80
        except OSError:
            columns = 80
        line = draw(stage, done, total, at - self._started)
        self._write(f"\r\x1b[K{shorten(line, columns - 1)}")

    def close(self) -> None:
        """Erase the line."""
        if self._drawn_at >= 0:
            self._write("\r\x1b[K")
            self._drawn_at = -1.0

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._shows = False


def draw(stage: str, done: int, total: int, seconds: float) -> str:
    """The line, without control characters."""
    name = pad(shorten(one_line(stage), 16), 16)
    if total <= 0:
        return f"{name} {done}  {duration(int(seconds))}"
    share = min(max(done / total, 0.0), 1.0)
    full = int(share * _BAR)
    bar = "█" * full + "·" * (_BAR - full)
    return f"{name} {bar} {int(share * 100):3d}%  {done}/{total}  {duration(int(seconds))}"
