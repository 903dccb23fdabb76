"""Names below a data directory, resolved from a held descriptor and through no symbolic link: the door to the disk.

Callers name files by absolute paths. A path below a held directory is walked name by name from its descriptor; each
directory on the way must be a directory itself. A path below none is the operating system's: an operator's backup, a
test's scratch file; links there are followed.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import stat as stat_bits
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol

_DIRECTORY = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
"""Of linux/fcntl.h and linux/fs.h."""
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIST = os.O_RDONLY | os.O_DIRECTORY
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


class Entry(NamedTuple):
    """One name in a directory, and its own entry: of a link, the link itself."""

    name: str
    status: os.stat_result


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
        self._top = _Held(os.open(self.real, _DIRECTORY) if inherited is None else inherited)
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
            return _Held(os.open(self.real, _DIRECTORY))
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
            held = _Held(os.open(part, _DIRECTORY, dir_fd=parent.fd))
        except OSError as error:
            raise _explained(error, path, _Place(parent, parent.fd, part)) from None
        if len(self._held) >= _MOST_HELD:
            self._held.clear()
        self._held[name] = held
        return held


def _leads_to(held: _Held, part: str, parent: _Held) -> bool:
    """Whether that name is still the held directory; a link in its place is another inode."""
    try:
        return ident(os.stat(part, dir_fd=parent.fd, follow_symlinks=False)) == held.ident
    except FileNotFoundError:
        return False


class _Place(NamedTuple):
    """Where a name stands: to be used at once, as `name` with the directory's descriptor."""

    holder: _Held | None
    """Keeps the descriptor open meanwhile; None for paths that are the operating system's."""
    fd: int | None
    name: str


def _explained(error: OSError, path: str, place: _Place) -> OSError:
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


def _place(path: str, most: int = DEEPEST) -> _Place:
    root, rest = _root_and_rest(os.fspath(path))
    if root is None:
        return _Place(None, None, path)
    parts = [part for part in rest.split("/") if part and part != "."]
    if ".." in parts:
        raise PermissionError(errno.EXDEV, "it leads out of the data directory", path)
    if len(parts) > most:
        raise TooDeep(path)
    name = parts.pop() if parts else "."
    holder = root.directory(parts)
    return _Place(holder, holder.fd, name)


def _judge_of(path: str) -> tuple[Judge | None, str]:
    root, rest = _root_and_rest(path)
    return (None, path) if root is None else (root.judge, os.path.normpath(rest))


def relative(path: str) -> str:
    """The path below the data directory; another one as it is."""
    root, rest = _root_and_rest(path)
    return path if root is None else os.path.normpath(rest)


def first_name(path: str, status: os.stat_result) -> str | None:
    """The relative name under which the file is read, if it is not this one (hard links)."""
    judge, relpath = _judge_of(path)
    return None if judge is None else judge.first_name(relpath, status)


def set_aside(path: str) -> None:
    """Note that we gave the file this name, which had two meanwhile."""
    judge, _ = _judge_of(path)
    if judge is not None:
        judge.set_aside(lstat(path))


def copied(path: str) -> None:
    """Note that a copy of our own took the place of a file that has another name."""
    judge, relpath = _judge_of(path)
    if judge is not None:
        judge.copied(relpath)


def open_fd(path: str, flags: int, mode: int = 0o660) -> int:
    """A descriptor of the entry. Raises Linked for a link, TooDeep."""
    place = _place(path, DEEPEST - 1 if flags & os.O_DIRECTORY else DEEPEST)
    if place.fd is not None:
        flags |= os.O_NOFOLLOW
    try:
        return os.open(place.name, flags | os.O_CLOEXEC, mode, dir_fd=place.fd)
    except OSError as error:
        raise _explained(error, path, place) from None


def open_made(directory: int, above: str, name: str) -> int:
    """A descriptor of `above/name` below that of a directory that is not held; both are made where they are missing."""
    with suppress(FileExistsError):
        os.mkdir(above, 0o700, dir_fd=directory)
    own = os.open(above, _DIRECTORY, dir_fd=directory)
    try:
        return os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o660, dir_fd=own)
    finally:
        os.close(own)


def lstat(path: str) -> os.stat_result:
    """The stat of the entry itself: of a link, the link."""
    place = _place(path)
    try:
        return os.stat(place.name, dir_fd=place.fd, follow_symlinks=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def stat(path: str) -> os.stat_result:
    """The stat of the entry. Raises Linked for a link."""
    place = _place(path)
    try:
        status = os.stat(place.name, dir_fd=place.fd, follow_symlinks=place.fd is None)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    if stat_bits.S_ISLNK(status.st_mode):
        raise Linked(path)
    return status


def _mode(path: str) -> int:
    """The type of the entry; 0 if there is none or it cannot be reached."""
    try:
        status = os.stat(path) if root_of(path) is None else lstat(path)
        return stat_bits.S_IFMT(status.st_mode)
    except (OSError, ValueError):
        return 0


def exists(path: str) -> bool:
    """Whether the path exists, even as a link."""
    return _mode(path) != 0


def is_file(path: str) -> bool:
    """Whether it is a regular file."""
    return _mode(path) == stat_bits.S_IFREG


def is_directory(path: str) -> bool:
    """Whether it is a directory."""
    return _mode(path) == stat_bits.S_IFDIR


def is_link(path: str) -> bool:
    """Whether it is a symbolic link."""
    return _mode(path) == stat_bits.S_IFLNK


def listdir(path: str) -> list[str]:
    """The names in a directory."""
    fd = open_fd(path, _LIST)
    try:
        return os.listdir(fd)
    finally:
        os.close(fd)


def names(path: str) -> list[str]:
    """The names in a directory, in order; none where no directory of ours stands: nothing, a file, a link."""
    try:
        return sorted(listdir(path))
    except (FileNotFoundError, NotADirectoryError, Linked):
        return []


def entries(path: str) -> Iterator[Entry]:
    """What stands in a directory; what goes meanwhile is left out."""
    fd = open_fd(path, _LIST)
    try:
        with os.scandir(fd) as found:
            for entry in found:
                try:
                    status = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                yield Entry(entry.name, status)
    finally:
        os.close(fd)


def walk(
    path: str, enter: Callable[[str], bool] = bool, shut: Callable[[str], object] = bool
) -> Iterator[tuple[str, os.stat_result]]:
    """Everything below a directory but directories, by its relative path; `enter` says which directories to see.

    A directory that cannot be listed is passed over, and `shut` is told of it; so is one that has gone.
    """
    waiting = [""]
    while waiting:
        below = waiting.pop()
        try:
            for name, status in entries(os.path.join(path, below)):
                relpath = f"{below}/{name}" if below else name
                if not stat_bits.S_ISDIR(status.st_mode):
                    yield relpath, status
                elif enter(relpath):
                    waiting.append(relpath)
        except FileNotFoundError:
            continue
        except OSError:
            shut(below)


@contextmanager
def reachable(path: str) -> Iterator[str]:
    """A path to a held directory, for libraries that take only paths; good for as long as the context lasts."""
    fd = open_fd(path, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{fd}"
    finally:
        os.close(fd)


def may(path: str, wanted: int) -> bool:
    """Whether the process has this access (`os.R_OK`…) to the path, as its effective user."""
    try:
        place = _place(path)
    except OSError:
        return False
    return os.access(place.name, wanted, dir_fd=place.fd, effective_ids=True, follow_symlinks=place.fd is None)


def is_mounted_read_only(path: str) -> bool:
    """Whether nothing on its file system can be written from here."""
    try:
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def lacks_inodes(directory: str) -> bool:
    """Whether its file system has bytes left, but no room for another file."""
    try:
        found = os.statvfs(directory)
    except OSError:
        return False
    return found.f_files > 0 and found.f_favail == 0 and found.f_bavail > 0


def give_rights(path: str, rights: int) -> None:
    """Add these bits to the mode of the path, even if it cannot be opened. Raises Linked for a link."""
    fd = open_fd(path, os.O_PATH)
    try:
        os.chmod(f"/proc/self/fd/{fd}", stat_bits.S_IMODE(os.fstat(fd).st_mode) | rights)
    finally:
        os.close(fd)


def set_time(path: str, seconds: float) -> None:
    """It was changed at that time, in seconds since 1970."""
    fd = open_fd(path, os.O_RDONLY)
    try:
        os.utime(fd, (seconds, seconds))
    finally:
        os.close(fd)


def rename(source: str, target: str) -> None:
    """Give it another name; a file of that name goes."""
    old, new = _to_be_replaced(source, target)
    try:
        os.rename(old.name, new.name, src_dir_fd=old.fd, dst_dir_fd=new.fd)
    except OSError as error:
        raise OSError(error.errno, error.strerror, source, None, target) from None


def exchange(source: str, target: str) -> None:
    """Let the two files have each other's names, at once; EINVAL or ENOSYS where that cannot be done."""
    old, new = _to_be_replaced(source, target)
    if not hasattr(_LIBC, "renameat2"):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), source, None, target)
    places = (_AT_FDCWD if one.fd is None else one.fd for one in (old, new))
    if _LIBC.renameat2(next(places), os.fsencode(old.name), next(places), os.fsencode(new.name), _RENAME_EXCHANGE):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), source, None, target)


def _to_be_replaced(source: str, target: str) -> tuple[_Place, _Place]:
    """Where the two are; the judge hears of a target that has another name."""
    old, new = _place(source), _place(target)
    judge, relpath = _judge_of(target)
    if judge is not None:
        with suppress(OSError):
            status = os.stat(new.name, dir_fd=new.fd, follow_symlinks=False)
            if status.st_nlink > 1 and stat_bits.S_ISREG(status.st_mode):
                judge.replacing(relpath, status)
    return old, new


def link(source: str, target: str) -> None:
    """Give a file a second name. Raises FileExistsError, and Linked for a link."""
    stat(source)
    old, new = _place(source), _place(target)
    try:
        os.link(old.name, new.name, src_dir_fd=old.fd, dst_dir_fd=new.fd, follow_symlinks=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, source, None, target) from None


def unlink(path: str) -> None:
    """Take the name away."""
    place = _place(path)
    try:
        os.unlink(place.name, dir_fd=place.fd)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def mkdir(path: str, mode: int = 0o770) -> None:
    """Make a directory."""
    place = _place(path)
    try:
        os.mkdir(place.name, mode, dir_fd=place.fd)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def remove_tree(path: str) -> None:
    """Remove a directory with what is in it, as far as that goes; of what is none, nothing."""
    if not is_directory(path):  # rmtree opens what is there, and waits for whoever writes to a FIFO
        return
    try:
        place = _place(path)
    except OSError:
        return
    shutil.rmtree(place.name, ignore_errors=True, dir_fd=place.fd)
