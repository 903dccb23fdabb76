"""Reads messages of session files and their archives: pages, the last ones, what was not taken out (design §3)."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from memoryd.conversation.file import SessionFile, read_between, read_range
from memoryd.conversation.message import BadLine, decode_line, view
from memoryd.conversation.session import Session
from memoryd.errors import InvalidParams
from memoryd.kinds.sessions.merging import MergedFiles
from memoryd.kinds.sessions.place import Copies, Place
from memoryd.rpc.pool import give_way
from memoryd.types import Role

_LINES_A_TURN = 256
"""After so many lines others have their turn."""
IsMeant = Callable[[Place], bool]


class MessageReader:
    """Reads files that are known, by path; on any thread."""

    def __init__(self, root: str, files: Mapping[str, SessionFile], archived: Mapping[str, SessionFile]) -> None:
        self._root = root
        self._files = files
        self._archived = archived
        self._merged = MergedFiles(self.places)

    def removed(self, paths: Iterable[str]) -> set[str]:
        """Keys of messages that lines of these files take out."""
        files = (self._files.get(path) or self._archived.get(path) for path in paths)
        return set().union(*(file.removed for file in files if file is not None))

    def places(self, paths: Iterable[str], first: int = 1) -> Iterator[Place]:
        """Of several files, one behind the other, from line `first` of the first one on; no other lines."""
        for path in paths:
            file = self._files.get(path)
            for number, raw in read_range(self._root, path, first, None if file is None else file.map):
                if not number % _LINES_A_TURN:
                    give_way()
                with contextlib.suppress(BadLine):
                    yield Place(path, number, decode_line(raw))
            first = 1

    def between(self, path: str, first: int, last: int | None) -> list[Place]:
        """The messages between two lines of a file."""
        found = []
        for place in self.places((path,), first):
            if last is not None and place.line > last:
                break
            found.append(place)
        return found

    def appended(self, path: str, begin: int, end: int, last: int) -> list[Place]:
        """The messages between two bytes of a file, of which the line before the second is the one numbered `last`."""
        found = []
        for number, raw in read_between(self._root, path, begin, end, last):
            with contextlib.suppress(BadLine):
                found.append(Place(path, number, decode_line(raw)))
        return found

    def standing(self, session: Session, last: int | None) -> list[Copies]:
        """The messages of a session, or the last of them."""
        paths = self._in_order(session)
        if paths is None:
            return self._merged.standing(session, self.removed(session.paths), last)
        is_meant = self._meant(session, None)
        places = filter(is_meant, self.places(paths)) if last is None else self._last(paths, 1, last, is_meant)
        return [(place,) for place in places]

    def page(
        self, session: Session, limit: int, after: str | None, last: int | None, roles: Collection[Role] | None
    ) -> dict[str, Any]:
        """A page of a session's messages in the order in which they were received, or the last of them."""
        path, line = self._place_of(after, session) if after is not None else ("", 0)
        paths, is_meant = self._in_order(session), self._meant(session, roles)
        if paths is None:
            merged = filter(is_meant, self._merged.told(session, self.removed(session.paths), path, line))
            return _page(merged, limit) if last is None else _all_of(deque(merged, last))
        if path:
            paths = paths[paths.index(path) :] if path in paths else ()
        if last is not None:
            return _all_of(self._last(paths, line + 1, last, is_meant))
        return _page(filter(is_meant, self.places(paths, line + 1)), limit)

    @staticmethod
    def _place_of(after: str, session: Session) -> tuple[str, int]:
        path, _, line = after.rpartition(":")
        if not session.has(path) or not line.isdecimal():
            raise InvalidParams("`after` must be the `next` of the page before", param="after")
        return path, int(line)

    def _in_order(self, session: Session) -> tuple[str, ...] | None:
        """Its files, if all that is in one came before all that is in the next; None when they must be merged."""
        if len(session.paths) < 2:
            return session.paths
        ranges = []
        for path in session.paths:
            file = self._files.get(path) or self._archived.get(path)
            if file is not None and (began := self._began(file)) is not None:
                ranges.append((began, file.received or None, path))
        ranges.sort(key=lambda one: one[0])
        for (_, ended, _), (began, _, _) in pairwise(ranges):
            if ended is None or ended >= began:
                return None
        return tuple(path for _, _, path in ranges)

    def _began(self, file: SessionFile) -> int | None:
        """When its first message was received."""
        if file.began is None and (first := next(self.places((file.path,)), None)) is not None:
            file.began = first.message.received
        return file.began

    def _meant(self, session: Session, roles: Collection[Role] | None) -> IsMeant:
        gone = self.removed(session.paths)

        def is_meant(place: Place) -> bool:
            said = place.message
            return said.session_id == session.id and (roles is None or said.role in roles) and place.key not in gone

        return is_meant

    def _last(self, paths: Sequence[str], first: int, count: int, is_meant: IsMeant) -> list[Place]:
        """The last so many that are meant, read from the end, at or behind line `first` of the first file."""
        found: list[Place] = []
        for path in reversed(paths):
            file = self._files.get(path) or self._archived.get(path)
            # Behind the whole lines there may be one without its end.
            lowest, end, width = first if path == paths[0] else 1, file.lines + 1 if file is not None else 0, 2 * count
            while len(found) < count and end >= lowest:
                begin = max(lowest, end - width + 1)
                found = [*filter(is_meant, self.between(path, begin, end)), *found]
                end, width = begin - 1, 4 * width
        return found[-count:]


def _page(places: Iterable[Place], limit: int) -> dict[str, Any]:
    page = [*islice(places, limit + 1)]
    return _all_of(page) if len(page) <= limit else {**_all_of(page[:limit]), "next": page[limit - 1].key}


def _all_of(places: Iterable[Place]) -> dict[str, Any]:
    return {"messages": [view(one.message, one.path, one.line) for one in places]}
