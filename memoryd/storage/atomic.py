"""Atomic replace: a file is the old version or the new one, never anything in between."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat as stat_bits
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from memoryd.errors import Conflict, perhaps_on_disk
from memoryd.storage import beneath, roots
from memoryd.storage.files import SLICE, Files, make_directories, read_range, sync_directory, write_all
from memoryd.storage.regular import HardLinked
from memoryd.storage.trouble import refusal

Identity = tuple[int, int, int]
"""(inode, size, mtime_ns): which version of a file it is."""

ABSENT: Identity = (0, 0, 0)
"""The identity of a file that does not exist."""

Put = Callable[[Callable[[], None]], None]
"""Does it, on the thread on which it must be done."""
Tell = Callable[[os.stat_result], object]
_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}\.tmp")
_GATHER = 256 * 1024
_ATTEMPTS = 8


class Changed(Conflict):
    """The target is no longer the version that the new content was made from; nothing was replaced."""


def identity(stat: os.stat_result) -> Identity:
    """The identity of the file that `stat` describes."""
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def current_identity(path: str) -> Identity:
    """The identity of the file at `path` now, ABSENT when there is none."""
    try:
        return identity(beneath.stat(path))
    except FileNotFoundError:
        return ABSENT


def at_once(rename: Callable[[], None]) -> None:
    """On this thread."""
    rename()


def replace_file(
    files: Files,
    path: str,
    chunks: Iterable[bytes],
    *,
    mode: int = 0o660,
    gid: int | None = None,
    expect: Identity | None = None,
    durable: bool = True,
    put: Put = at_once,
    tell: Tell | None = None,
) -> os.stat_result:
    """Make `chunks` the durable content of `path`; returns the new stat.

    If not `durable`, it survives the death of the process, but a power loss may leave the old file, an empty one or
    none. Raises Changed when the target is no longer `expect`, ReadOnly when it cannot be written: then the old file
    stands, unless the error says `on_disk`. An old file's owner and mode are kept where permitted; a new one gets
    `mode` under the umask. `put` does what is handed to it, the look whether it is still `expect` and the rename, where
    nobody else writes. `tell` hears of the new file right before it is there, lest anybody meets it who was not told.
    """
    try:
        return _replace(files, path, chunks, _Options(mode, gid, expect, durable, put, tell))
    except _NotSynced as error:
        raise perhaps_on_disk(refusal(error.reason, path, gid=gid)) from error.reason
    except OSError as error:
        raise refusal(error, path, gid=gid) from error


def replace_keeping_old(
    files: Files,
    path: str,
    chunks: Iterable[bytes],
    *,
    gid: int | None = None,
    expect: Identity | None = None,
) -> tuple[os.stat_result, int | None]:
    """Like `replace_file`, and returns a descriptor of the old inode, to read what was last written to it (rule 8).

    The caller closes the descriptor. It is None when there was no old file, or it is not readable.
    """
    old = _open_old(files, path)
    try:
        new = _replace(files, path, chunks, _Options(0o660, gid, expect))
    except BaseException as error:
        if old is not None:
            files.close(old)
        if isinstance(error, _NotSynced):
            raise perhaps_on_disk(refusal(error.reason, path, gid=gid)) from error.reason
        if isinstance(error, OSError):
            raise refusal(error, path, gid=gid) from error
        raise
    return new, old


def _open_old(files: Files, path: str) -> int | None:
    try:
        return files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        # Whatever prevents reading it, the replacement itself raises what matters.
        return None


class _Options(NamedTuple):
    mode: int
    gid: int | None
    expect: Identity | None
    durable: bool = True
    put: Put = at_once
    tell: Tell | None = None


def _replace(files: Files, path: str, chunks: Iterable[bytes], options: _Options) -> os.stat_result:
    temporary = temporary_name(path)
    fd = _create(files, temporary, options.mode)
    try:
        try:
            take_over_owner(files, fd, path, options.mode, options.gid)
            for piece in gathered(chunks):
                write_all(files, fd, piece)
            if options.durable:
                files.fsync(fd)
            new = files.fstat(fd)
        finally:
            files.close(fd)

        def rename() -> None:
            if options.expect is not None and current_identity(path) != options.expect:
                raise _changed(path)
            if options.tell is not None:
                options.tell(new)
            if options.expect in (None, ABSENT):
                files.rename(temporary, path)
            else:
                take_place(files, temporary, path, new.st_ino, options.expect)

        options.put(rename)
    except BaseException:
        with suppress(OSError):
            files.unlink(temporary)
        raise
    if options.durable:
        try:
            sync_directory(files, os.path.dirname(path) or ".")
        except OSError as error:
            raise _NotSynced(error) from error
    return new


def take_place(files: Files, temporary: str, path: str, inode: int, expect: Identity | None) -> None:
    """Put the file of that inode in the place of what is `expect`.

    Another version that others put there right behind the look would be gone by a rename, so the two change places,
    and what came out is looked at. Raises Changed.
    """
    try:
        files.exchange(temporary, path)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.ENOENT):
            raise
        if error.errno == errno.ENOENT:
            raise _changed(path) from error
        files.rename(temporary, path)
        return
    if identity(files.lstat(temporary)) == expect:
        with suppress(OSError):  # a start sweeps it away
            files.unlink(temporary)
        return
    # Theirs goes back; where they saved once more in between, that does.
    for _ in range(_ATTEMPTS):
        theirs = files.lstat(temporary).st_ino
        try:
            files.exchange(temporary, path)
        except FileNotFoundError:
            break
        if files.lstat(temporary).st_ino == inode:
            raise _changed(path)
        inode = theirs
    files.rename(temporary, path)
    raise _changed(path)


def _changed(path: str) -> Changed:
    return Changed(f"{path} was changed by somebody else meanwhile; read it again.", path=path)


class _NotSynced(Exception):
    """The new file has its name, but a power loss may still take that away."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


def _create(files: Files, path: str, mode: int) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        return files.open(path, flags, mode)
    except FileNotFoundError:
        make_directories(files, os.path.dirname(path))
        return files.open(path, flags, mode)


def open_to_write(files: Files, path: str, flags: int, mode: int = 0o660) -> int:
    """Like `files.open`; a file that has another name is first replaced by a copy of our own, and that is opened."""
    for _ in range(_ATTEMPTS):
        try:
            return files.open(path, flags, mode)
        except HardLinked:
            replace_by_own_copy(files, path, mode=mode)
    raise OSError(errno.EMLINK, "it gets another name (a hard link) again and again", path)


def open_to_append(files: Files, path: str, mode: int, gid: int | None) -> int:
    """A descriptor to append by; a file that we may only read, or with another name, is replaced by our own copy first.

    One that is missing is made.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        return files.open(path, flags)
    except (PermissionError, HardLinked):
        replace_by_own_copy(files, path, mode=mode, gid=gid)
        return files.open(path, flags)
    except FileNotFoundError:
        make_directories(files, os.path.dirname(path))
    fd = files.open(path, flags | os.O_CREAT, mode)
    if gid is not None and files.fstat(fd).st_gid != gid:
        with suppress(PermissionError):
            files.chown(fd, -1, gid)
    return fd


def replace_by_own_copy(files: Files, path: str, *, mode: int = 0o660, gid: int | None = None) -> None:
    """Replace a file that we can read by a durable copy that is ours alone, with its mode and group."""
    for _ in range(_ATTEMPTS):
        fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            here = files.fstat(fd)
            content = read_range(files, fd, 0, here.st_size)
            replace_file(files, path, content, mode=mode, gid=gid, expect=identity(here))
            if here.st_nlink > 1:
                roots.copied(path)
            return
        except Changed:
            continue
        finally:
            files.close(fd)


def take_over_owner(files: Files, fd: int, path: str, mode: int, gid: int | None) -> None:
    """Owner, group and mode of the old file; where its owner cannot be kept, its mode is not, either."""
    mine = files.fstat(fd)
    try:
        old = files.lstat(path)
    except FileNotFoundError:
        old = None
    if old is None or not stat_bits.S_ISREG(old.st_mode):
        if gid is not None and mine.st_gid != gid:
            _chown(files, fd, -1, gid)
        return
    kept = mine.st_uid == old.st_uid or _chown(files, fd, old.st_uid, -1)
    wanted = old.st_gid if kept or gid is None else gid
    if mine.st_gid != wanted:
        _chown(files, fd, -1, wanted)
    # Whoever writes it may do so again.
    mode = old.st_mode & 0o777 | 0o600 if kept else mode
    if mine.st_mode & 0o777 != mode:
        with suppress(PermissionError):
            files.chmod(fd, mode)


def _chown(files: Files, fd: int, uid: int, gid: int) -> bool:
    try:
        files.chown(fd, uid, gid)
    except PermissionError:
        return False
    return True


def create_temporary(files: Files, path: str, mode: int) -> tuple[str, int]:
    """A new temporary file beside `path`: its name and a descriptor to write to it."""
    temporary = temporary_name(path)
    return temporary, _create(files, temporary, mode)


def gathered(chunks: Iterable[bytes]) -> Iterator[bytes | memoryview]:
    """Join small chunks and split large ones, to keep both the calls few and each copy short."""
    held: list[bytes] = []
    size = 0
    for chunk in chunks:
        if size + len(chunk) > SLICE and held:
            yield b"".join(held)
            held, size = [], 0
        if len(chunk) > SLICE:
            yield memoryview(chunk)
            continue
        held.append(chunk)
        size += len(chunk)
        if size >= _GATHER:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


def temporary_name(path: str) -> str:
    """A name beside the path that no other file has, and that a start removes."""
    directory, name = os.path.split(path)
    # A name may have 255 bytes; the longest keeps only its beginning.
    return os.path.join(directory, f".{name[:48]}.{secrets.token_hex(8)}.tmp")


def is_temporary(name: str) -> bool:
    """Whether a file of that name is one of our temporary files."""
    return _TEMPORARY.fullmatch(name) is not None


def sweep_temporaries(files: Files, directory: str) -> list[str]:
    """Remove a killed daemon's temporary files from the whole tree; returns their paths. Call it with the lock held."""
    removed: list[str] = []
    waiting = [directory]
    while waiting:
        here = waiting.pop()
        try:
            names = files.listdir(here)
        except OSError:
            continue
        for name in names:
            path = os.path.join(here, name)
            with suppress(OSError):
                kind = files.lstat(path).st_mode
                if stat_bits.S_ISDIR(kind):
                    waiting.append(path)
                elif stat_bits.S_ISREG(kind) and is_temporary(name):
                    files.unlink(path)
                    removed.append(path)
    return removed
