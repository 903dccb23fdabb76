"""The door to the disk: what is done to names, which `roots.py` resolves. Callers name files by absolute paths."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import stat as stat_bits
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from memoryd.storage.roots import DEEPEST, DIRECTORY, Linked, Place, explained, judge_of, place_of, root_of

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
"""Of linux/fcntl.h and linux/fs.h."""
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIST = os.O_RDONLY | os.O_DIRECTORY


class Entry(NamedTuple):
    """One name in a directory, and its own entry: of a link, the link itself."""

    name: str
    status: os.stat_result


def open_fd(path: str, flags: int, mode: int = 0o660) -> int:
    """A descriptor of the entry. Raises Linked for a link, TooDeep."""
    place = place_of(path, DEEPEST - 1 if flags & os.O_DIRECTORY else DEEPEST)
    if place.fd is not None:
        flags |= os.O_NOFOLLOW
    try:
        return os.open(place.name, flags | os.O_CLOEXEC, mode, dir_fd=place.fd)
    except OSError as error:
        raise explained(error, path, place) from None


def open_made(directory: int, above: str, name: str) -> int:
    """A descriptor of `above/name` below that of a directory that is not held; both are made where they are missing."""
    with suppress(FileExistsError):
        os.mkdir(above, 0o700, dir_fd=directory)
    own = os.open(above, DIRECTORY, dir_fd=directory)
    try:
        return os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o660, dir_fd=own)
    finally:
        os.close(own)


def lstat(path: str) -> os.stat_result:
    """The stat of the entry itself: of a link, the link."""
    place = place_of(path)
    try:
        return os.stat(place.name, dir_fd=place.fd, follow_symlinks=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def set_aside(path: str) -> None:
    """Note that we gave the file this name, which had two meanwhile."""
    judge, _ = judge_of(path)
    if judge is not None:
        judge.set_aside(lstat(path))


def stat(path: str) -> os.stat_result:
    """The stat of the entry. Raises Linked for a link."""
    place = place_of(path)
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
        yield from _entries(fd)
    finally:
        os.close(fd)


def _entries(fd: int) -> Iterator[Entry]:
    with os.scandir(fd) as found:
        for entry in found:
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            yield Entry(entry.name, status)


def entries_that_may(path: str, wanted: Callable[[int], int]) -> Iterator[tuple[Entry, bool]]:
    """The same, and whether the process has the access to it (`os.R_OK`…) that is `wanted` for its mode."""
    fd = open_fd(path, _LIST)
    try:
        for entry in _entries(fd):
            rights = wanted(entry.status.st_mode)
            yield entry, os.access(entry.name, rights, dir_fd=fd, effective_ids=True, follow_symlinks=False)
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
        place = place_of(path)
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


def _to_be_replaced(source: str, target: str) -> tuple[Place, Place]:
    """Where the two are; the judge hears of a target that has another name."""
    old, new = place_of(source), place_of(target)
    judge, relpath = judge_of(target)
    if judge is not None:
        with suppress(OSError):
            status = os.stat(new.name, dir_fd=new.fd, follow_symlinks=False)
            if status.st_nlink > 1 and stat_bits.S_ISREG(status.st_mode):
                judge.replacing(relpath, status)
    return old, new


def link(source: str, target: str) -> None:
    """Give a file a second name. Raises FileExistsError, and Linked for a link."""
    stat(source)
    old, new = place_of(source), place_of(target)
    try:
        os.link(old.name, new.name, src_dir_fd=old.fd, dst_dir_fd=new.fd, follow_symlinks=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, source, None, target) from None


def unlink(path: str) -> None:
    """Take the name away."""
    place = place_of(path)
    try:
        os.unlink(place.name, dir_fd=place.fd)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def mkdir(path: str, mode: int = 0o770) -> None:
    """Make a directory."""
    place = place_of(path)
    try:
        os.mkdir(place.name, mode, dir_fd=place.fd)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def remove_tree(path: str) -> None:
    """Remove a directory with what is in it, as far as that goes; of what is none, nothing."""
    if not is_directory(path):  # rmtree opens what is there, and waits for whoever writes to a FIFO
        return
    try:
        place = place_of(path)
    except OSError:
        return
    shutil.rmtree(place.name, ignore_errors=True, dir_fd=place.fd)
