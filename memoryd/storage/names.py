"""Files of several names (hard links): each is read under one, so that no other name shows what is private (rule 17).

The first name is what is private, then the one that was known before, then what a kind of memory reads, then the
shortest path. A second name stays one, also when the first gets a new file by an atomic replace and the old text would
stand under the second alone.
"""

from __future__ import annotations

import os
import shlex
import stat as stat_bits
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

import msgspec

from memoryd.errors import MemorydError
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.listing import is_text
from memoryd.storage.regular import regular
from memoryd.storage.roots import Ident, ident
from memoryd.types import Problem

NAMES_PATH = ".memoryd/second-names.json"
"""Files of two names below the directory, by inode."""
FIRST_NAMES = ("knowledge-graph/facts.jsonl", "knowledge-graph/archived-facts.jsonl", "audit.jsonl")
"""Files of ours that no start can do without: of several names of a file they are the first."""


class Aliased(msgspec.Struct, frozen=True):
    """A file that has, or had, several names: the first one, and what tells whether its text is still the same."""

    first: str
    size: int
    mtime_ns: int
    shielded: bool
    """The first name is private: the text is not read under another one even when the first name has gone."""
    doubled: bool
    """It had two names in the directory; the others are elsewhere, such as those of a snapshot by `cp -al`."""


class Names:
    """The names below one data directory. Used by any thread."""

    def __init__(
        self,
        root: str,
        files: Files,
        private: Callable[[], Sequence[str]],
        standing: Callable[[str], int],
        report: Callable[[Problem], object],
    ) -> None:
        """`private`: globs of what not every session may read; `standing`: the higher, the more memory has of the path;
        `report` is told of each copy that was made."""
        self._root = root
        self._files = files
        self._private = private
        self._standing = standing
        self._report = report
        self._known: dict[int, Aliased] = {}
        """By inode."""
        self._lock = threading.RLock()

    def load(self) -> None:
        """Read what the run before knew; without it, a look at the tree tells what is linked now."""
        with (
            suppress(OSError, msgspec.MsgspecError),
            open(os.path.join(self._root, NAMES_PATH), "rb", opener=regular) as file,
        ):
            self._known = msgspec.json.decode(file.read(), type=dict[int, Aliased], strict=False)

    def first_name(self, relpath: str, status: os.stat_result) -> str | None:
        """The name under which the file is read, if it is another one than `relpath`."""
        if status.st_nlink < 2 and status.st_ino not in self._known:
            return None
        with self._lock:
            known = self._known.get(status.st_ino)
            if status.st_nlink < 2:
                if known is not None and not self._still_second(known, relpath, status):
                    del self._known[status.st_ino]
                    known = None
            elif known is None or not self._is_at(known.first, status):
                self._look()
                known = self._known.get(status.st_ino)
            return None if known is None or known.first == relpath else known.first

    def _still_second(self, known: Aliased, relpath: str, status: os.stat_result) -> bool:
        """Whether the last name of a file has the text of the first name, which has another file by now."""
        if (known.size, known.mtime_ns) != (status.st_size, status.st_mtime_ns) or known.first == relpath:
            return False
        if known.shielded:
            return not self._is_private(relpath)
        return beneath.exists(os.path.join(self._root, known.first))

    def replacing(self, relpath: str, status: os.stat_result) -> None:
        """The file of several names loses this one to a new file: learn the others before."""
        with self._lock:
            known = self._known.get(status.st_ino)
            if known is None or not self._is_at(known.first, status):
                self._look()
            elif (known.size, known.mtime_ns) != (status.st_size, status.st_mtime_ns):
                self._known[status.st_ino] = _record(known.first, status, known.shielded, known.doubled)
                self._save()

    def set_aside(self, status: os.stat_result) -> None:
        """The file had two names while we gave it another one; it is read under the one that it has."""
        with self._lock:
            if self._known.pop(status.st_ino, None) is not None:
                self._save()

    def copied(self, relpath: str) -> None:
        """Report that a copy of our own took the place of a file that has another name."""
        self._report(
            Problem(
                path=relpath,
                what="it had another name (a hard link), so memoryd writes to a copy of its own, which took its place",
                action="nothing needs to be done; the other name keeps the text that stood here",
            )
        )

    def _look(self) -> None:
        """Find every file of several names below the directory."""
        found: dict[Ident, tuple[os.stat_result, list[str]]] = {}
        for relpath, status in beneath.walk(self._root, lambda relpath: not _is_dotted(relpath)):
            is_name = is_text(relpath) and not _is_dotted(relpath)
            if stat_bits.S_ISREG(status.st_mode) and status.st_nlink > 1 and is_name:
                found.setdefault(ident(status), (status, []))[1].append(relpath)
        for status, names in found.values():
            known = self._known.get(status.st_ino)
            is_same = known is not None and (known.size, known.mtime_ns) == (status.st_size, status.st_mtime_ns)
            if known is not None and (known.first in names or (is_same and known.shielded)):
                first, doubled = known.first, known.doubled or len(names) > 1
            else:
                first, doubled = min(names, key=self._order), len(names) > 1
            self._known[status.st_ino] = _record(first, status, self._is_private(first), doubled)
        self._save()

    def _order(self, relpath: str) -> tuple[bool, bool, int, int, int, str]:
        is_ours = relpath in FIRST_NAMES
        return (
            not self._is_private(relpath),
            not is_ours,
            -self._standing(relpath),
            relpath.count("/"),
            len(relpath),
            relpath,
        )

    def _is_private(self, relpath: str) -> bool:
        """Whether a glob names it, or a directory above it."""
        parts = relpath.split("/")
        return any(
            len(wanted) <= len(parts) and all(map(fnmatchcase, parts, wanted))
            for wanted in (pattern.split("/") for pattern in self._private())
        )

    def _is_at(self, relpath: str, status: os.stat_result) -> bool:
        try:
            return ident(beneath.lstat(os.path.join(self._root, relpath))) == ident(status)
        except OSError:
            return False

    def _save(self) -> None:
        """Keep it for the next start; a disk that takes nothing costs no more than that."""
        kept = {inode: known for inode, known in self._known.items() if known.doubled}
        path = os.path.join(self._root, NAMES_PATH)
        with suppress(OSError, MemorydError):
            if kept or beneath.exists(path):
                replace_file(self._files, path, [msgspec.json.encode(kept)])


def _is_dotted(relpath: str) -> bool:
    return relpath.rpartition("/")[2].startswith(".")


def _record(first: str, status: os.stat_result, shielded: bool, doubled: bool) -> Aliased:
    return Aliased(first, status.st_size, status.st_mtime_ns, shielded, doubled)


def doubled(relpath: str, first: str) -> Problem:
    """The problem of a second name."""
    quoted = shlex.quote(relpath)
    return Problem(
        path=relpath,
        what=f"this is a hard link of {first}; the file is read under that name only",
        action=f"remove this name: rm {quoted}; or, if everybody may read the text under it, put a copy there: "
        f"cp {quoted} {quoted}.copy && mv {quoted}.copy {quoted}",
    )
