"""Held data directories, and where a name below one stands: resolved from its descriptor, through no symbolic link.

A path below a held directory is walked name by name from its descriptor; each directory on the way must be a directory
itself. A path below none is the operating system's: an operator's backup, a test's scratch file; links there are
followed.
"""

from __future__ import annotations

import errno
import os
import stat as stat_bits
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

DIRECTORY = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
DEEPEST = 64
"""Names in a path below a data directory. Each is walked from the top, so a look at 2,000 directories in each other
would take minutes."""
_MOST_HELD = 64
"""Directories whose descriptors are kept: more than memory itself has, few against the limit of a process."""

Ident = tuple[int, int]
"""Device and inode."""


class Linked(OSError):
    """A part of the path is a symbolic link, which is not followed; `filename` is the link."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.ELOOP, "it is a symbolic link, and links are not followed", path)


class Gone(FileNotFoundError):
    """There is no data directory where it was."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.ENOENT, f"the data directory {path} is gone; put it back", path)


class TooDeep(OSError):
    """The path has more names than are walked; of a directory, what is in it has."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.ENAMETOOLONG, f"more than {DEEPEST - 1} directories are nested there", path)


def ident(status: os.stat_result) -> Ident:
    """Which file that is, whatever its name."""
    return status.st_dev, status.st_ino


class Judge(Protocol):
    """Who knows which of a file's several names (hard links) counts; paths are relative to the data directory."""

    def first_name(self, relpath: str, status: os.stat_result) -> str | None:
        """The name under which that file is read, if it is another one."""
        ...

    def replacing(self, relpath: str, status: os.stat_result) -> None:
        """The file of several names is about to lose this one to a new file."""
        ...

    def copied(self, relpath: str) -> None:
        """The file had another name, and a copy of our own took its place."""
        ...

    def set_aside(self, status: os.stat_result) -> None:
        """The file had two names while we gave it another one."""
        ...


class _Held:
    """A directory's descriptor, closed when nobody uses it any more; meanwhile its inode is not used again."""

    __slots__ = ("fd", "ident")

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.ident = ident(os.fstat(fd))

    def __del__(self, close: Callable[[int], None] = os.close) -> None:  # bound: at an exit `os` may be gone
        close(self.fd)


class Root:
    """A held data directory. Where it leads is settled once: a link at its own path is the operator's."""

    def __init__(self, path: str, inherited: int | None = None) -> None:
        """`inherited`: a descriptor of it that another process handed down. Raises OSError when it is no directory."""
        self.path = os.path.abspath(path)
        self.real = os.path.realpath(path)
        self._top = _Held(os.open(self.real, DIRECTORY) if inherited is None else inherited)
        self._held: dict[str, _Held] = {}
        self._judge: Judge | None = None
        self._is_kept = False

    def keep(self, *, kept: bool) -> None:
        """Whether another directory in this one's place is used only when `take_up` has taken it."""
        self._is_kept = kept

    def ask(self, judge: Judge) -> None:
        """Ask him from now on about files of several names."""
        self._judge = judge

    @property
    def judge(self) -> Judge | None:
        """Who knows about files of several names; None before anybody does."""
        return self._judge

    @property
    def descriptor(self) -> int:
        """Of the directory, to be inherited by a child."""
        return self.top().fd

    def top(self) -> _Held:
        """The directory at the path; another one than before if it was replaced. Raises Gone while there is none."""
        top = self._top
        found = self._found(top)
        if found is not top:
            if self._is_kept:
                raise Gone(self.path)
            self._use(found)
        return found

    def take_up(self, take: Callable[[int], None]) -> None:
        """Use another directory that stands at the path when `take`, which gets its descriptor, raises nothing.

        Raises Gone, and what `take` does.
        """
        top = self._top
        found = self._found(top)
        if found is not top:
            take(found.fd)
            self._use(found)

    def _found(self, top: _Held) -> _Held:
        """`top` if it still stands at the path, else what does."""
        try:
            if ident(os.stat(self.real, follow_symlinks=False)) == top.ident:
                return top
            return _Held(os.open(self.real, DIRECTORY))
        except (FileNotFoundError, NotADirectoryError):
            raise Gone(self.path) from None

    def _use(self, found: _Held) -> None:
        self._top = found
        self._held.clear()

    def directory(self, parts: list[str]) -> _Held:
        """The directory of that relative path. Raises Linked, NotADirectoryError, FileNotFoundError."""
        here, name = self.top(), ""
        for part in parts:
            name = f"{name}/{part}" if name else part
            held = self._held.get(name)
            if held is None or not _leads_to(held, part, here):
                held = self._enter(here, part, name)
            here = held
        return here

    def _enter(self, parent: _Held, part: str, name: str) -> _Held:
        path = f"{self.path}/{name}"
        try:
            held = _Held(os.open(part, DIRECTORY, dir_fd=parent.fd))
        except OSError as error:
            raise explained(error, path, Place(parent, parent.fd, part)) from None
        if len(self._held) >= _MOST_HELD:
            self._held.clear()
        self._held[name] = held
        return held


def _leads_to(held: _Held, part: str, parent: _Held) -> bool:
    """Whether that name is still the held directory; a link in its place is another inode."""
    try:
        return ident(os.stat(part, dir_fd=parent.fd, follow_symlinks=False)) == held.ident
    except OSError:  # entering it tells why
        return False


class Place(NamedTuple):
    """Where a name stands: to be used at once, as `name` with the directory's descriptor."""

    holder: _Held | None
    """Keeps the descriptor open meanwhile; None for paths that are the operating system's."""
    fd: int | None
    name: str


def explained(error: OSError, path: str, place: Place) -> OSError:
    """The same error with the whole path, or Linked if a link is the reason."""
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        with suppress(OSError):
            if stat_bits.S_ISLNK(os.stat(place.name, dir_fd=place.fd, follow_symlinks=False).st_mode):
                return Linked(path)
    return OSError(error.errno, error.strerror, path)


class _Roots:
    """The held directories of this process: descriptors are the process's, and so is this table."""

    def __init__(self) -> None:
        self.prefixes: tuple[tuple[str, Root], ...] = ()
        """The longest first: a data directory may stand in another one."""
        self._held: dict[str, tuple[Root, int]] = {}
        self._changing = threading.Lock()
        self._released: deque[Root] = deque()

    def hold(self, path: str, inherited: int | None) -> Root:
        try:
            with self._changing:
                root, holders = self._held.get(path) or (Root(path, inherited), 0)
                self._held[path] = root, holders + 1
                self._index()
        finally:
            self._let_go()
        return root

    def release(self, root: Root) -> None:
        self._released.append(root)
        self._let_go()

    def _let_go(self) -> None:
        """Of what was released; whoever changes the table right now does it.

        The collector releases, too, and comes in the midst of anything: who waited for the lock there would wait for
        ever.
        """
        while self._released and self._changing.acquire(blocking=False):
            try:
                while self._released:
                    root = self._released.popleft()
                    held, holders = self._held.pop(root.path, (root, 0))
                    if held is not root or holders > 1:
                        self._held[root.path] = held, holders - (held is root)
                self._index()
            finally:
                self._changing.release()

    def _index(self) -> None:
        found = {name.rstrip("/") + "/": root for root, _ in self._held.values() for name in (root.path, root.real)}
        self.prefixes = tuple(sorted(found.items(), key=lambda item: -len(item[0])))


_roots = _Roots()


def hold(path: str, inherited: int | None = None) -> Root:
    """Hold the directory: from now on no name below it is resolved through a link. For `inherited` see Root; raises
    OSError."""
    return _roots.hold(os.path.abspath(path), inherited)


def release(root: Root) -> None:
    """Undo one `hold`."""
    _roots.release(root)


def root_of(path: str) -> Root | None:
    """The held directory in which the path lies, or which it is; None if there is none."""
    return _root_and_rest(path)[0]


def _root_and_rest(path: str) -> tuple[Root | None, str]:
    for prefix, root in _roots.prefixes:
        if path.startswith(prefix):
            return root, path[len(prefix) :]
        if path == prefix[:-1]:
            return root, ""
    return None, path


def place_of(path: str, most: int = DEEPEST) -> Place:
    """Where the path stands. Raises TooDeep, and what `Root.directory` does."""
    root, rest = _root_and_rest(os.fspath(path))
    if root is None:
        return Place(None, None, path)
    parts = [part for part in rest.split("/") if part and part != "."]
    if ".." in parts:
        raise PermissionError(errno.EXDEV, "it leads out of the data directory", path)
    if len(parts) > most:
        raise TooDeep(path)
    name = parts.pop() if parts else "."
    holder = root.directory(parts)
    return Place(holder, holder.fd, name)


def judge_of(path: str) -> tuple[Judge | None, str]:
    """Who knows about the file's several names, and its path below the data directory."""
    root, rest = _root_and_rest(path)
    return (None, path) if root is None else (root.judge, os.path.normpath(rest))


def relative(path: str) -> str:
    """The path below the data directory; another one as it is."""
    root, rest = _root_and_rest(path)
    return path if root is None else os.path.normpath(rest)


def first_name(path: str, status: os.stat_result) -> str | None:
    """The relative name under which the file is read, if it is not this one (hard links)."""
    judge, relpath = judge_of(path)
    return None if judge is None else judge.first_name(relpath, status)


def copied(path: str) -> None:
    """Note that a copy of our own took the place of a file that has another name."""
    judge, relpath = judge_of(path)
    if judge is not None:
        judge.copied(relpath)
