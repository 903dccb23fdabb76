"""nano on a terminal of its own, driven as a person would: replace a word, save, leave."""

from __future__ import annotations

import os
import pty
import select
import time
from pathlib import Path


def replace_in_nano(path: Path, old: str, new: str, seconds: float = 60) -> None:
    """Replace every `old` by `new` in nano, write the file out and exit. Raises AssertionError when nano does not."""
    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover - the child
        os.execvpe("nano", ["nano", "--ignorercfiles", str(path)], {**os.environ, "TERM": "vt100"})
    try:
        for wait_for, keys in (
            (path.name, "\x1c"),
            ("(to replace)", f"{old}\r"),
            ("with", f"{new}\r"),
            ("this instance?", "A"),
            ("Replaced", "\x0f"),
            ("to Write", "\r"),
            ("Wrote", "\x18"),
        ):
            _read_until(terminal, wait_for, seconds)
            os.write(terminal, keys.encode())
        _drain(terminal)
    finally:
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
    assert status == 0, f"nano ended with {status}"


def _read_until(terminal: int, text: str, seconds: float) -> None:
    seen, end = b"", time.monotonic() + seconds
    waiting = select.poll()  # select() knows no descriptor past 1023
    waiting.register(terminal, select.POLLIN)
    while text.encode() not in seen:
        assert waiting.poll(max(0.0, end - time.monotonic()) * 1000), f"nano does not say {text!r}, but {seen[-500:]!r}"
        seen += os.read(terminal, 65536)


def _drain(terminal: int) -> None:
    """Until nano has closed its side."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        return
