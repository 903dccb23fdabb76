"""Reads messages of session files and their archives: pages, the last ones, what was not taken out (design §3)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from memoryd.conversation.file import SessionFile, read_range
from memoryd.conversation.message import BadLine, Message, decode_line, encode_line, view
from memoryd.conversation.session import Session, file_order
from memoryd.errors import InvalidParams
from memoryd.types import Role


class Place(NamedTuple):
    """A message and where it stands."""

    path: str
    line: int
    message: Message

    @property
    def key(self) -> str:
        """Its key."""
        return f"{self.path}:{self.line}"


IsMeant = Callable[[Place], bool]


class MessageReader:
    """Reads files that are known, by path; on any thread."""

    def __init__(self, root: str, files: Mapping[str, SessionFile], archived: Mapping[str, SessionFile]) -> None:
        self._root = root
        self._files = files
        self._archived = archived

    def removed(self, paths: Iterable[str]) -> set[str]:
        """Keys of messages that lines of these files take out."""
        files = (self._files.get(path) or self._archived.get(path) for path in paths)
        return set().union(*(file.removed for file in files if file is not None))

    def places(self, paths: Iterable[str], first: int = 1) -> Iterator[Place]:
        """Of several files, one behind the other, from line `first` of the first one on; no other lines."""
        for path in paths:
            file = self._files.get(path)
            for number, raw in read_range(self._root, path, first, None if file is None else file.map):
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

    def standing(self, session: Session, last: int | None) -> list[Place]:
        """The messages of a session, or the last of them."""
        is_meant = self._meant(session, None)
        if last is None:
            return [*filter(is_meant, self.places(session.paths))]
        return self._last(session.paths, 1, last, is_meant)

    def page(
        self, session: Session, limit: int, after: str | None, last: int | None, roles: Collection[Role] | None
    ) -> dict[str, Any]:
        """A page of a session's messages in the order in which they were received, or the last of them."""
        paths, first = session.paths, 1
        if after is not None:
            path, _, line = after.rpartition(":")
            if path not in paths or not line.isdecimal():
                raise InvalidParams("`after` must be the `next` of the page before", param="after")
            paths, first = paths[paths.index(path) :], int(line) + 1
        is_meant = self._meant(session, roles)
        if session.others:
            is_meant = self._once(session, is_meant)
        if last is not None:
            return {"messages": [_shown(one) for one in self._last(paths, first, last, is_meant)]}
        page: list[dict[str, Any]] = []
        for place in filter(is_meant, self.places(paths, first)):
            if len(page) == limit:
                return {"messages": page, "next": page[-1]["key"]}
            page.append(_shown(place))
        return {"messages": page}

    def _meant(self, session: Session, roles: Collection[Role] | None) -> IsMeant:
        gone = self.removed(session.paths)

        def is_meant(place: Place) -> bool:
            said = place.message
            return said.session_id == session.id and (roles is None or said.role in roles) and place.key not in gone

        return is_meant

    def _once(self, session: Session, is_meant: IsMeant) -> IsMeant:
        """Of a message that stands in several files, which a copy of one makes, only the first is meant."""
        first: dict[bytes, str] = {}
        for place in filter(is_meant, self.places(sorted(session.paths, key=file_order))):
            first.setdefault(encode_line(place.message), place.key)
        return lambda place: is_meant(place) and first.get(encode_line(place.message)) == place.key

    def _last(self, paths: Sequence[str], first: int, count: int, is_meant: IsMeant) -> list[Place]:
        """The last so many that are meant, read from the end, at or behind line `first` of the first file."""
        found: list[Place] = []
        for path in reversed(paths):
            file = self._files.get(path) or self._archived.get(path)
            lowest, end, width = first if path == paths[0] else 1, file.lines if file is not None else 0, 2 * count
            while len(found) < count and end >= lowest:
                begin = max(lowest, end - width + 1)
                found = [*filter(is_meant, self.between(path, begin, end)), *found]
                end, width = begin - 1, 4 * width
        return found[-count:]


def _shown(place: Place) -> dict[str, Any]:
    return view(place.message, place.path, place.line)
