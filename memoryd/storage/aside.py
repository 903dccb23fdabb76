"""What stands in the place of a file or directory of the daemon's own is renamed at start, before anything opens it.

A FIFO blocks who opens it, a directory cannot be replaced by a file, a link leads elsewhere: none of them may keep the
daemon from its work, and none is removed. It gets `.broken` behind its name, and health says so until the next start.
"""

from __future__ import annotations

import errno
import os
import shlex
import stat as stat_bits
from collections.abc import Callable, Iterable

from memoryd.storage import beneath, roots
from memoryd.storage.files import Files
from memoryd.storage.regular import kind_of, regular
from memoryd.storage.trouble import group_name, user_name
from memoryd.types import Problem

OF_FILES = (".json", ".jsonl", ".bin")
"""Endings of the names of our own files."""
_MOST = 1000
"""Names that are tried for what is set aside."""
_MOST_GAPS = 20
"""Behind so many names and one that is free, no more are looked for: others were removed by hand."""
_MOST_COMPARED = 256 << 20
_BLOCK = 1 << 20


class Aside:
    """Clears the places below `root`; `problems` says what was found there. Before any other thread runs."""

    def __init__(self, root: str, files: Files) -> None:
        self._root = root
        self._files = files
        self.problems: list[Problem] = []

    def clear_directory(self, relpath: str) -> None:
        """Nothing but a directory may stand here; a link stays, and health names it. Raises OSError."""
        status = self._status(relpath)
        if status is None or stat_bits.S_ISLNK(status.st_mode):
            return
        if stat_bits.S_ISDIR(status.st_mode):
            self._give_rights(relpath, stat_bits.S_IRWXU)
        else:
            self.set_aside(relpath, f"it is {kind_of(status.st_mode)}, not a directory")

    def clear_file(self, relpath: str) -> None:
        """Nothing but a regular file may stand here; a link stays, and health names it. Raises OSError."""
        status = self._status(relpath)
        if status is None or stat_bits.S_ISLNK(status.st_mode):
            return
        if stat_bits.S_ISREG(status.st_mode):
            self._give_rights(relpath, stat_bits.S_IRUSR)
        else:
            self.set_aside(relpath, f"it is {kind_of(status.st_mode)}, not a regular file")

    def clear_lock(self, own: str, name: str) -> None:
        """The lock of a directory that is not locked yet: nothing else in it is looked at. Raises OSError."""
        self.clear_directory(own)
        if self._status(own) is not None:
            self._give_rights(own, stat_bits.S_IRWXU)
            status = self._status(f"{own}/{name}")
            if status is not None and not stat_bits.S_ISREG(status.st_mode):
                self.set_aside(f"{own}/{name}", f"it is {kind_of(status.st_mode)}, not a regular file")
            elif status is not None:
                self._give_rights(f"{own}/{name}", stat_bits.S_IRUSR | stat_bits.S_IWUSR)

    def clear_own(self, relpath: str, directories: Iterable[str]) -> None:
        """In this directory, which is nobody else's, there are files and directories that we can use, and no more.

        `directories`: the names in it that are directories; another one may be either. Raises OSError.
        """
        waiting = [relpath]
        for name in directories:
            self.clear_directory(f"{relpath}/{name}")
        while waiting:
            here = waiting.pop()
            self._give_rights(here, stat_bits.S_IRWXU)
            for name in self._files.listdir(self._path(here)):
                inner = f"{here}/{name}"
                status = self._status(inner)
                if status is None:
                    continue
                if stat_bits.S_ISDIR(status.st_mode) and not name.endswith(OF_FILES):
                    waiting.append(inner)
                elif stat_bits.S_ISREG(status.st_mode):
                    self._give_rights(inner, stat_bits.S_IRUSR | stat_bits.S_IWUSR)
                elif ".broken" not in name:
                    self.set_aside(inner, f"it is {kind_of(status.st_mode)}, not a regular file")

    def clear_second_name(self, relpath: str, first_name: Callable[[str, os.stat_result], str | None]) -> None:
        """The file is no other one under a second name (a hard link), which nobody may write to. Raises OSError."""
        try:
            status = self._status(relpath)
        except roots.Linked:
            return  # health names it
        if status is None or not stat_bits.S_ISREG(status.st_mode):
            return
        first = first_name(relpath, status)
        if first is not None:
            self.set_aside(relpath, f"it was a hard link of {first}")

    def _give_rights(self, relpath: str, wanted: int) -> None:
        """If we lost our rights to what is ours, we take them back; a file of somebody else's is set aside.

        A directory of somebody else's stays: health names it, with the command that fixes it.
        """
        path = self._path(relpath)
        status = self._files.lstat(path)
        mine = status.st_uid == os.geteuid()
        if status.st_mode & wanted == wanted if mine else beneath.may(path, _access(wanted)):
            return
        if not mine and stat_bits.S_ISDIR(status.st_mode):
            return
        if not mine:
            self.set_aside(relpath, "memoryd may not use it", self._put_back)
            return
        beneath.give_rights(path, wanted)
        what = "its owner, memoryd, had no right to use it; the right was given back"
        self._report(relpath, what, "nothing needs to be done")

    def set_aside(self, relpath: str, why: str, action: Callable[[str, str], str] | None = None) -> None:
        """Rename it, and report it with the reason. Raises OSError.

        `action` tells by both paths what to do; it is to be removed else.
        """
        broken = os.path.relpath(aside_name(self._path(relpath)), self._root)
        self._files.rename(self._path(relpath), self._path(broken))
        what = f"{why}, so it was set aside as {os.path.basename(broken)}"
        if action is not None:
            self._report(relpath, what, action(self._path(relpath), self._path(broken)))
            return
        self._report(relpath, what, f"look at it, and remove it: rm -r {shlex.quote(self._path(broken))}")

    @staticmethod
    def _put_back(path: str, broken: str) -> str:
        owner = f"{user_name()}:{group_name(os.getegid())}"
        there, back = shlex.quote(broken), shlex.quote(path)
        return (
            f"nothing of it is lost: stop memoryd, and as root: chown {owner} {there} && mv -b {there} {back}; "
            f"what was written since is in {shlex.quote(path + '~')} then"
        )

    def _report(self, relpath: str, what: str, action: str) -> None:
        self.problems.append(Problem(path=relpath, what=what, action=action))

    def _status(self, relpath: str) -> os.stat_result | None:
        try:
            return self._files.lstat(self._path(relpath))
        except FileNotFoundError:
            return None

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)


def _access(wanted: int) -> int:
    bits = ((stat_bits.S_IRUSR, os.R_OK), (stat_bits.S_IWUSR, os.W_OK), (stat_bits.S_IXUSR, os.X_OK))
    return sum(access for bit, access in bits if wanted & bit)


def aside_name(path: str) -> str:
    """A name beside the file for what is set aside: the file's own with `.broken` behind it, or `.broken-2`…

    It is free, or that of an earlier file with the same content, which is replaced: so no content is kept twice.
    """
    head, name = os.path.split(path)
    free = None
    for number in range(1, _MOST):
        end = ".broken" if number == 1 else f".broken-{number}"
        # A name may have 255 bytes.
        broken = os.path.join(head, os.fsdecode(os.fsencode(name)[: 255 - len(end)]) + end)
        if not beneath.exists(broken):
            free = free or broken
            if number > _MOST_GAPS:
                break
        elif _are_same(path, broken):
            return broken
    if free is None:
        raise FileExistsError(errno.EEXIST, "too many things were set aside here; remove them", path)
    return free


def _are_same(path: str, other: str) -> bool:
    try:
        one, two = beneath.lstat(path), beneath.lstat(other)
        if not (stat_bits.S_ISREG(one.st_mode) and stat_bits.S_ISREG(two.st_mode)):
            return False
        if one.st_size != two.st_size or one.st_size > _MOST_COMPARED or one.st_ino == two.st_ino:
            return False
        with open(path, "rb", opener=regular) as first, open(other, "rb", opener=regular) as second:
            while block := first.read(_BLOCK):
                if block != second.read(_BLOCK):
                    return False
            return not second.read(1)
    except OSError:
        return False
