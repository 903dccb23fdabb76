"""The files of the chain: `audit.jsonl`, and the months before it in `audit/`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from memoryd.audit.keyring import Head
from memoryd.audit.line import Checked, read_line
from memoryd.errors import Busy
from memoryd.storage import beneath
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files, make_directories, sync_directory
from memoryd.storage.holes import data_from
from memoryd.storage.long_lines import take_out_long_lines
from memoryd.storage.regular import NotRegular

CURRENT = "audit.jsonl"
MONTHS = "audit"
MODE = 0o640
_LONGEST = 1 << 16
"""Bytes; no line of ours has more."""
_BLOCK = 1 << 17
"""Bytes that are read at once: a megabyte and each copy of it would be mapped and zeroed anew (`heap.py`)."""


class Written(NamedTuple):
    """Lines to be written, and the month that their file is called by."""

    month: str
    raw: bytes
    lines: int = 1


class Chain:
    """Appends to the chain; one thread writes."""

    def __init__(self, files: Files, root: str, gid: int) -> None:
        self._files = files
        self._root = root
        self._gid = gid
        self._log = self._open_log()
        self.month: str | None = None
        """Of the lines in `audit.jsonl`; None while it is empty."""
        self.strange: list[str] = []
        """Files at the start that do not begin with a line of ours."""
        self.hidden: OSError | None = None
        """Why the months before could not be listed at the start."""
        self.was_edited = False
        """Another program changed the file since the last line of ours."""
        self._has_rolled = False
        """A file was put away, and the disk may not know it yet."""
        self._before: tuple[int, int] | None = None
        """The file as we left it, by inode and size, since it looked as if another program had changed it."""

    def _open_log(self) -> AppendLog:
        return AppendLog(self._files, self._path(CURRENT), MODE, self._gid, self._on_foreign)

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    def _on_foreign(self, log: AppendLog) -> None:
        self._before = self._before or (log.inode, log.size)

    def load(self) -> Head | None:
        """The last line of the chain; None when there is none. Raises OSError."""
        try:
            relpaths = chain_files(self._files, self._root)
        except OSError as error:
            self.hidden = error
            relpaths = current_file(self._root)
        self.strange = [one for one in relpaths if one != CURRENT and first_line(self._files, self._path(one)) is None]
        for relpath in reversed(relpaths):
            if relpath in self.strange:
                continue
            found = last_line(self._files, self._path(relpath))
            if relpath == CURRENT:
                begun = first_line(self._files, self._path(relpath)) or found
                self.month = None if begun is None else begun.line.at[:7]
            if found is not None:
                return Head(found.line.seq, found.line.hash)
        return None

    def check(self) -> bool:
        """Whether another program changed the file since our last line. Raises MemorydError."""
        try:
            self._log.check()
        except Busy:
            take_out_long_lines(self._files, self._path(CURRENT))
            self._log.check()
            self.was_edited = True
        # One that was moved away and is back, or has lost again what a disk refused, is as we left it.
        if self._before not in (None, (self._log.inode, self._log.size)):
            self.was_edited = True
        self._before = None
        return self.was_edited

    def append(self, lines: list[Written]) -> None:
        """Bring the lines to the disk, each month's to a file of its own. Raises OSError and MemorydError."""
        start = 0
        while start < len(lines):
            month = lines[start].month
            end = next((at for at in range(start, len(lines)) if lines[at].month != month), len(lines))
            if self.month is not None and self.month != month:
                self._roll(self.month)
            self._sync_roll()
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
        # At once: if the disk refuses the rest, what follows is a new file all the same.
        self._log, self.month, self._has_rolled = self._open_log(), None, True

    def _sync_roll(self) -> None:
        if self._has_rolled:
            sync_directory(self._files, self._path(MONTHS))
            sync_directory(self._files, self._root)
            self._has_rolled = False

    def rewrite(self, relpath: str, lines: Iterable[bytes]) -> None:
        """Put a file of the chain in its own place with lines that a purge changed. Raises OSError, MemorydError."""
        if relpath == CURRENT:
            self._log.close()
        replace_file(self._files, self._path(relpath), lines, mode=MODE, gid=self._gid)
        if relpath == CURRENT:
            self._log = self._open_log()

    def close(self) -> None:
        """Close the file."""
        self._log.close()


def chain_files(files: Files, root: str) -> list[str]:
    """The files of the chain in the order of their lines, the current one last. Raises OSError, Linked for a link."""
    numbered: list[tuple[int, str]] = []
    try:
        names = sorted(files.listdir(os.path.join(root, MONTHS)))
    except (FileNotFoundError, NotADirectoryError):
        names = []
    for name in names:
        if name.endswith(".jsonl") and not name.startswith("."):
            relpath = f"{MONTHS}/{name}"
            try:
                first = first_line(files, os.path.join(root, relpath))
            except NotRegular:
                first = None
            numbered.append((first.line.seq if first is not None else 0, relpath))
    return [relpath for _, relpath in sorted(numbered)] + current_file(root)


def current_file(root: str) -> list[str]:
    """The file of this month, if there is one."""
    return [CURRENT] if beneath.exists(os.path.join(root, CURRENT)) else []


def blocks_of_lines(files: Files, path: str) -> Iterator[bytes]:
    """The file in blocks of whole lines; of a longer line than any of ours, only the beginning. Raises OSError.

    A hole, however large, stands for one NUL byte, and is not read.
    """
    fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        held, at, size = b"", 0, files.fstat(fd).st_size
        while at < size:
            start = data_from(fd, at, size)
            block = b"\0" if start > at else files.pread(fd, min(_BLOCK, size - at), at)
            if not block:
                break
            at = start if start > at else at + len(block)
            end = block.rfind(b"\n") + 1
            if end:
                yield held + block[:end]
                held = block[end:]
            else:
                held += block
            held = held[:_LONGEST]
        if held:
            yield held
    finally:
        files.close(fd)


def raw_lines(files: Files, path: str) -> Iterator[bytes]:
    """Every line of a file without its newline. Raises OSError."""
    for block in blocks_of_lines(files, path):
        yield from block.removesuffix(b"\n").split(b"\n")


def first_line(files: Files, path: str) -> Checked | None:
    """The first line of ours in the file, if it stands near its beginning. Raises OSError."""
    found = (read_line(raw) for raw in _piece(files, path, 0).split(b"\n"))
    return next((one for one in found if one is not None), None)


def last_line(files: Files, path: str) -> Checked | None:
    """The last line of ours in the file. Raises OSError."""
    near = _piece(files, path, max(0, files.lstat(path).st_size - _LONGEST))
    found = (read_line(raw) for raw in reversed(near.split(b"\n")))
    last = next((one for one in found if one is not None), None)
    if last is None:
        # What another program put behind it is longer than any line of ours.
        for raw in raw_lines(files, path):
            last = read_line(raw) or last
    return last


def _piece(files: Files, path: str, start: int) -> bytes:
    """As much of the file as our longest line may have."""
    fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return files.pread(fd, _LONGEST, start)
    finally:
        files.close(fd)


def entries(files: Files, root: str) -> Iterator[Checked]:
    """Every line of the chain in order; what is no line of ours is left out. Raises OSError."""
    for relpath in chain_files(files, root):
        for raw in raw_lines(files, os.path.join(root, relpath)):
            found = read_line(raw)
            if found is not None:
                yield found
