"""Walks the data directory: which files there are, and a stamp of each that changes whenever the file does."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from memoryd.conflicts import copied_from
from memoryd.storage import beneath, roots
from memoryd.storage.listing import is_text, shown
from memoryd.storage.names import doubled
from memoryd.storage.regular import LARGEST, kind_of, too_big
from memoryd.types import Problem

COOKIES = ".memoryd/cookies"
"""Where `sync` leaves its cookies: the one directory of our own that is watched."""
_NAMES = (".md", ".jsonl", ".json", ".jsonl.zst")
"""The endings of the names of files that are read."""
_WHOLE = (".md", ".json")
"""The endings of the names of files that are read as a whole."""
_BIG = "activation-metadata.json"
"""It grows with the facts, and is read in pieces."""
_NOT_OURS_TO_READ = frozenset({"backups", "embeddings", "audit", "audit.jsonl", "history"})


class Stamp(NamedTuple):
    """What `stat` says of a file; two equal stamps are the same content (and the same rights)."""

    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int
    mode: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        """The stamp in a stat result."""
        return cls(status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_mode)


class Scan(msgspec.Struct):
    """One walk: every regular file by its path relative to the root, and what is there but cannot be read in."""

    files: dict[str, Stamp] = msgspec.field(default_factory=dict)
    odd: dict[str, Problem] = msgspec.field(default_factory=dict)
    misnamed: dict[str, Problem] = msgspec.field(default_factory=dict)
    """Directories with the name of a file; what is in them is scanned as usual."""


def ignored(relpath: str) -> bool:
    """Whether the watcher ignores the path: dot names anywhere, and what is ours alone."""
    head = relpath.partition("/")[0]
    return head in _NOT_OURS_TO_READ or head.startswith(".") or "/." in relpath


def bad_name(relpath: str) -> Problem:
    """The problem of a name that is not UTF-8."""
    return Problem(
        path=shown(relpath),
        what="the file name is not valid UTF-8, so it is not read",
        action="rename it: convmv --notest -f latin1 -t utf8 -r DIRECTORY, or mv",
    )


def linked(relpath: str) -> Problem:
    """The problem of a symbolic link."""
    return Problem(
        path=shown(relpath),
        what="this is a symbolic link; links are not followed",
        action="put the file itself here, or remove the link",
    )


def unreadable(relpath: str, error: OSError) -> Problem:
    """The problem of a path that the system refuses to show."""
    return Problem(
        path=shown(relpath),
        what=f"cannot be read: {error.strerror}",
        action="give the daemon's group access: chmod g+rwX, chgrp",
    )


def too_deep(relpath: str) -> Problem:
    """The problem of a directory that is not walked, below so many others."""
    top = "/".join(relpath.split("/")[:2])
    return Problem(
        path=shown(relpath),
        what=f"more than {roots.DEEPEST - 1} directories are nested here, so nothing in it is read",
        action=f"move what you need of it up, and remove the rest: rm -r {shlex.quote(shown(top))}",
    )


def odd_kind(relpath: str, mode: int) -> Problem:
    """The problem of a directory, a FIFO… under the name of a file that we would read."""
    return Problem(
        path=shown(relpath),
        what=f"it is {kind_of(mode)}, not a regular file, so it is not read",
        action=f"move it away: mv {shlex.quote(shown(relpath))} DIRECTORY",
    )


def giant(relpath: str, size: int, most: int) -> Problem:
    """The problem of a file that is larger than what is read of one."""
    return Problem(
        path=shown(relpath),
        what=f"{too_big(size, most)}, so it is not read",
        action="split it, or raise daemon.max_file_bytes",
    )


def put_aside(relpath: str, of: str) -> Problem:
    """The problem of a copy that a sync tool made, of what was changed in two places."""
    return Problem(
        path=shown(relpath),
        what=f"a sync tool put this aside, since {shown(of)} was changed in two places; it is not read",
        action=f"put into {shown(of)} what it lacks of this, and remove this: rm {shlex.quote(shown(relpath))}",
    )


def look_at(root: str, relpath: str, largest: int = LARGEST) -> Stamp | Problem | None:
    """The stamp of one file; None if there is no regular file; a Problem if it is there but cannot be read in.

    Of a file of several names, only one is a file (rule 17). `largest`: bytes of a file that is read as a whole; of
    JSON lines, no line is so long.
    """
    try:
        status = beneath.lstat(os.path.join(root, relpath))
    except roots.Linked as error:
        return linked(os.path.relpath(error.filename, root))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return unreadable(relpath, error)
    return _judge(root, relpath, status, largest)


def _judge(root: str, relpath: str, status: os.stat_result, largest: int) -> Stamp | Problem | None:
    if stat.S_ISLNK(status.st_mode):
        return linked(relpath)
    if stat.S_ISDIR(status.st_mode):
        return None
    if not stat.S_ISREG(status.st_mode):
        return odd_kind(relpath, status.st_mode) if relpath.endswith(_NAMES) else None
    if not is_text(relpath):
        return bad_name(relpath)
    if relpath.endswith(_WHOLE) and status.st_size > largest and relpath != _BIG:
        return giant(relpath, status.st_size, largest)
    if relpath.endswith(_NAMES) and (of := copied_from(relpath)) is not None:
        return put_aside(relpath, of)
    first = roots.first_name(os.path.join(root, relpath), status)
    if first is not None:
        return doubled(shown(relpath), shown(first))
    return Stamp.of(status)


def scan(root: str, on_directory: Callable[[str], None] | None = None, largest: int = LARGEST) -> Scan:
    """Walk the tree; for `largest` see `look_at`. Raises OSError when the root itself cannot be listed.

    `on_directory(relpath)` is called before a directory ("" is the root) is listed, so that a watch set there misses
    nothing.

    Each entry costs a system call, which lets other threads run, so the walk needs no slices.
    """
    found = Scan()
    waiting = [""]
    while waiting:
        directory = waiting.pop()
        if on_directory is not None:
            on_directory(directory)
        try:
            waiting.extend(_list(root, directory, largest, found))
        except OSError as error:
            if not directory:
                raise
            if isinstance(error, roots.TooDeep):
                found.odd[directory] = too_deep(directory)
            elif not isinstance(error, FileNotFoundError | NotADirectoryError):
                found.odd[directory] = unreadable(directory, error)
    return found


def _list(root: str, directory: str, largest: int, found: Scan) -> list[str]:
    """Take in the files of one directory; returns the directories in it."""
    below: list[str] = []
    for name, status in beneath.entries(os.path.join(root, directory)):
        relpath = f"{directory}/{name}" if directory else name
        if ignored(relpath):
            continue
        if stat.S_ISDIR(status.st_mode):
            if is_text(relpath):
                below.append(relpath)
                if relpath.endswith(_NAMES):
                    found.misnamed[relpath] = odd_kind(relpath, stat.S_IFDIR)
            else:
                found.odd[relpath] = bad_name(relpath)
            continue
        seen = _judge(root, relpath, status, largest)
        if isinstance(seen, Stamp):
            found.files[relpath] = seen
        elif seen is not None:
            found.odd[relpath] = seen
    return below


def differences(old: Mapping[str, Stamp], new: Mapping[str, Stamp]) -> Iterator[str]:
    """The paths that came, changed (in the order of `new`) or went."""
    for relpath, stamp in new.items():
        if old.get(relpath) != stamp:
            yield relpath
    for relpath in old:
        if relpath not in new:
            yield relpath
