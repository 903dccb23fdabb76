"""Secrets in files that people edit: reported with their line, never rewritten (rule 22)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from memoryd import secrets
from memoryd.problems import ProblemBoard
from memoryd.storage.regular import regular
from memoryd.types import Problem
from memoryd.watch.scan import Stamp

LONGEST = 1 << 20
"""Bytes of a file that are searched; of a longer file, only what was added since the last search."""
MOST = 20
_BLOCK = 4096


class SecretWatch:
    """Wraps the absorbers and searches what they have taken in. Runs on the watcher's thread."""

    def __init__(self, root: str, absorb: Callable[[str, Stamp | None], None], board: ProblemBoard) -> None:
        self._root = root
        self._absorb = absorb
        self._board = board
        self._seen: dict[str, tuple[int, int]] = {}
        """File → its inode, and how far it was searched."""

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        """Have the file absorbed, then search it."""
        self._absorb(relpath, stamp)
        if relpath.endswith((".md", ".jsonl")):
            self._look(relpath)

    def _look(self, relpath: str) -> None:
        topic = f"secrets:{relpath}"
        try:
            with open(os.path.join(self._root, relpath), "rb", opener=regular) as file:
                stat = os.fstat(file.fileno())
                start = self._start(relpath, stat)
                file.seek(start)
                data = file.read(LONGEST) if stat.st_size - start <= LONGEST else b""
        except OSError:
            self._seen.pop(relpath, None)
            self._board.clear(topic)
            return
        self._seen[relpath] = (stat.st_ino, stat.st_size)
        found = [_problem(relpath, kind, line if start == 0 else None) for line, kind in found_in(data)]
        if start == 0:
            self._board.set(topic, found)
        for problem in found:
            self._board.add(topic, problem)

    def _start(self, relpath: str, stat: os.stat_result) -> int:
        """Each line of a log is searched once."""
        inode, size = self._seen.get(relpath, (0, 0))
        return size if relpath.endswith(".jsonl") and inode == stat.st_ino and size <= stat.st_size else 0


def found_in(data: bytes) -> Iterator[tuple[int, str]]:
    """Line and kind of what looks like a secret; block by block, so that other threads do not wait."""
    found, number = 0, 1
    for block in _blocks(data):
        if secrets.may_hold_secrets(block):
            for offset, kind in _found_in_block(block.decode("utf-8", "replace")):
                found += 1
                yield number + offset, kind
                if found >= MOST:
                    return
        number += block.count(b"\n")


def _blocks(data: bytes) -> Iterator[bytes]:
    """Whole lines, about `_BLOCK` bytes of them or one that is longer."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _BLOCK)
        end = len(data) if end < 0 else end + 1
        yield data[start:end]
        start = end


def _found_in_block(block: str) -> Iterator[tuple[int, str]]:
    if secrets.redact(block)[1]:
        lines = block.split("\n")
        for offset, line in enumerate(lines):
            kinds = secrets.redact(line)[1]
            if not kinds and offset and lines[offset - 1].rstrip().endswith((":", "：")):
                # `Password:` with its value below.
                kinds = secrets.redact(f"{lines[offset - 1]}\n{line}")[1]
            for kind, _ in kinds:
                yield offset, kind


def _problem(relpath: str, kind: str, line: int | None) -> Problem:
    return Problem(
        path=relpath,
        line=line,
        what=f"holds what looks like a secret ({kind.replace('_', ' ')}); memory is no place for it",
        action="take it out of the file, and give out a new one: agents may have read it",
    )
