"""What purges could not read: health tells of it until it is gone, or has been looked into after all."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memoryd.problems import ProblemBoard
from memoryd.purge.matter import Tombstones
from memoryd.purge.sweep import Stamp, files_of, stamp
from memoryd.storage import beneath
from memoryd.storage.listing import shown
from memoryd.types import Problem

UNREAD = "unread"
"""The flusher task that looks again."""
LOOK_SECONDS = 2.0
_TOPIC = "purge:unread"
LookInto = Callable[[str, list[Tombstones]], list[Tombstones]]
"""Take out what of these is in that file or directory; returns those of which it may still have something."""


class Unread:
    """Each file and directory with what it may have, until the daemon ends. Used by one thread at a time."""

    def __init__(self, board: ProblemBoard, path: Callable[[str], str]) -> None:
        """`path`: where a file of the data directory is."""
        self._board, self._path = board, path
        self._wanted: dict[str, list[Tombstones]] = {}
        self._stamps: dict[str, Stamp | None] = {}

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def have(self, purged: Tombstones, paths: Iterable[str]) -> None:
        """A purge of that has looked into everything but these."""
        others = {path: [one for one in wanted if not _is_same(one, purged)] for path, wanted in self._wanted.items()}
        self._wanted = {path: [*others.pop(path, ()), purged] for path in paths} | others
        self._stamps |= {path: self._stamp(path) for path in self._wanted.keys() - self._stamps.keys()}
        self._tell()

    def look_again(self, look_into: LookInto) -> None:
        """Look into what was changed since the last look."""
        for path in list(self._wanted):
            now = self._stamp(path)
            if now is None:
                self._wanted[path] = []
            elif now != self._stamps[path]:
                self._wanted[path] = look_into(path, self._wanted[path])
                self._stamps[path] = now
        self._tell()

    def _stamp(self, path: str) -> Stamp | None:
        """None: it is gone."""
        try:
            return stamp(beneath.lstat(self._path(path)))
        except FileNotFoundError:
            return None
        except OSError:
            return 0, 0, 0, 0

    def _tell(self) -> None:
        self._wanted = {path: wanted for path, wanted in self._wanted.items() if wanted}
        self._stamps = {path: self._stamps[path] for path in self._wanted}
        self._board.set(_TOPIC, [_problem(shown(path)) for path in self._wanted])


def changed_since(root: str, path: str, at: int) -> bool:
    """Whether anything in that file or directory was written since (microseconds)."""
    files = files_of(root, lambda _unread: None)
    return any(version[2] // 1000 > at for file, version in files if f"{file}/".startswith(f"{path}/"))


def _is_same(one: Tombstones, other: Tombstones) -> bool:
    """Whether both were asked for by the same words, or are of the same memories."""
    if one.salt != other.salt or one.names != other.names:
        return False
    return bool(one.names) or (one.facts, one.texts) == (other.facts, other.texts)


def _problem(path: str) -> Problem:
    what = "a purge could not read it (no right to, too large or damaged), so it may have what was purged"
    return Problem(path=path, what=what, action="let memoryd read it and purge that again, or remove it")
