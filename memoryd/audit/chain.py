"""The files of the chain: `audit.jsonl`, and the months before it in `audit/`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from memoryd.audit.keyring import Head
from memoryd.audit.line import Checked, read_line
from memoryd.storage import beneath
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import Files, make_directories, read_range, sync_directory

CURRENT = "audit.jsonl"
MONTHS = "audit"
MODE = 0o640
_BLOCK = 1 << 20
_LONGEST = 1 << 16


class Written(NamedTuple):
    """A line to be written, and the month that its file is called by."""

    month: str
    raw: bytes


class Chain:
    """Appends to the chain; one thread writes."""

    def __init__(self, files: Files, root: str, gid: int) -> None:
        self._files = files
        self._root = root
        self._gid = gid
        self._log = self._open_log()
        self.month: str | None = None
        """Of the lines in `audit.jsonl`; None while it is empty."""
        self.was_edited = False
        """Another program changed the file since the last line of ours."""

    def _open_log(self) -> AppendLog:
        return AppendLog(self._files, self._path(CURRENT), MODE, self._gid, self._on_foreign)

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    def _on_foreign(self, _log: AppendLog) -> None:
        self.was_edited = True

    def load(self) -> Head | None:
        """The last line of the chain; None when there is none. Raises OSError."""
        for relpath in reversed(chain_files(self._files, self._root)):
            raw = last_line(self._files, self._path(relpath))
            if raw is None:
                continue
            found = read_line(raw)
            if relpath == CURRENT:
                first = next(raw_lines(self._files, self._path(relpath)), b"")
                begun = read_line(first)
                self.month = None if begun is None else begun.line.at[:7]
            if found is not None:
                return Head(found.line.seq, found.line.hash)
        return None

    def check(self) -> bool:
        """Whether another program changed the file since our last line. Raises MemorydError."""
        self._log.check()
        return self.was_edited

    def append(self, lines: list[Written]) -> None:
        """Bring the lines to the disk, each month's to a file of its own. Raises OSError and MemorydError."""
        start = 0
        while start < len(lines):
            month = lines[start].month
            end = next((at for at in range(start, len(lines)) if lines[at].month != month), len(lines))
            if self.month is not None and self.month != month:
                self._roll(self.month)
            self._log.write(b"".join(line.raw for line in lines[start:end]))
            self._log.sync()
            self.month = month
            del lines[start:end]

    def _roll(self, month: str) -> None:
        """Put the lines of a month away; the next ones begin a new file."""
        self._log.close()
        make_directories(self._files, self._path(MONTHS))
        names = (f"{MONTHS}/{month}{ending}.jsonl" for ending in ("", *(f"-{number}" for number in range(2, 10_000))))
        free = next(name for name in names if not beneath.exists(self._path(name)))
        with suppress(FileNotFoundError):  # somebody took it away: `verify` tells what is missing
            self._files.rename(self._path(CURRENT), self._path(free))
        sync_directory(self._files, self._path(MONTHS))
        sync_directory(self._files, self._root)
        self._log = self._open_log()
        self.month = None

    def close(self) -> None:
        """Close the file."""
        self._log.close()


def chain_files(files: Files, root: str) -> list[str]:
    """The files of the chain in the order of their lines, the current one last."""
    numbered: list[tuple[int, str]] = []
    try:
        names = sorted(files.listdir(os.path.join(root, MONTHS)))
    except (FileNotFoundError, NotADirectoryError):
        names = []
    for name in names:
        if name.endswith(".jsonl") and not name.startswith("."):
            relpath = f"{MONTHS}/{name}"
            first = next((read_line(raw) for raw in raw_lines(files, os.path.join(root, relpath))), None)
            numbered.append((first.line.seq if first is not None else 0, relpath))
    found = [relpath for _, relpath in sorted(numbered)]
    if beneath.exists(os.path.join(root, CURRENT)):
        found.append(CURRENT)
    return found


def raw_lines(files: Files, path: str, start: int = 0) -> Iterator[bytes]:
    """Every line of a file without its newline, in pieces, so that no call takes long. Raises OSError."""
    fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        held = b""
        for block in read_range(files, fd, start, files.fstat(fd).st_size):
            held += block
            end = held.rfind(b"\n") + 1
            yield from held[:end].split(b"\n")[:-1]
            held = held[end:]
            if len(held) > _LONGEST * 16:
                yield held  # no line of ours is so long
                held = b""
        if held:
            yield held
    finally:
        files.close(fd)


def blocks_of_lines(files: Files, path: str) -> Iterator[bytes]:
    """The file in blocks of whole lines."""
    fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        held = b""
        for block in read_range(files, fd, 0, files.fstat(fd).st_size):
            end = block.rfind(b"\n") + 1
            if end:
                yield held + block[:end]
                held = block[end:]
            else:
                held += block
        if held:
            yield held
    finally:
        files.close(fd)


def last_line(files: Files, path: str) -> bytes | None:
    """The last whole line of a file without its newline; None when it has none. Raises OSError."""
    fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        size, held = files.fstat(fd).st_size, b""
        while size > 0:
            start = max(0, size - _LONGEST)
            held = b"".join(read_range(files, fd, start, size)) + held
            size = start
            whole = held[: held.rfind(b"\n") + 1].rstrip(b"\n")
            if whole and (b"\n" in whole or start == 0):
                return whole[whole.rfind(b"\n") + 1 :]
        return None
    finally:
        files.close(fd)


def entries(files: Files, root: str) -> Iterator[Checked]:
    """Every line of the chain in order; what is no line of ours is left out. Raises OSError."""
    for relpath in chain_files(files, root):
        for raw in raw_lines(files, os.path.join(root, relpath)):
            found = read_line(raw)
            if found is not None:
                yield found
