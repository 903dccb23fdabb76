"""Several files of one session that people split, copied or wrote by hand, read as one: in the order of time, each
message once.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import blake2b

from memoryd.conversation.message import encode_line
from memoryd.conversation.session import Session, file_order
from memoryd.kinds.sessions.place import Copies, Place

Mark = tuple[bytes, int]
"""What a message says, and which one it is of those in its file that say just that at the same time."""


class MergedFiles:
    """Reads the files of a session side by side; on any thread."""

    def __init__(self, places: Callable[[Iterable[str]], Iterator[Place]]) -> None:
        """`places`: the messages of files."""
        self._places = places

    def told(self, session: Session, gone: Collection[str], path: str, line: int) -> Iterator[Place]:
        """Its messages but those `gone`, in order; behind that line of that file, or all where `path` is empty."""
        told, is_behind = self._marks_of(session, gone), not path
        for place, mark in self._merged(session):
            is_behind = is_behind or (place.path == path and place.line > line)
            if mark not in told:
                told.add(mark)
                if is_behind:
                    yield place
            is_behind = is_behind or (place.path == path and place.line == line)

    def standing(self, session: Session, gone: Collection[str], last: int | None) -> list[Copies]:
        """All or the last of its messages but those `gone`."""
        taken_out = self._marks_of(session, gone)
        found: dict[Mark, list[Place]] = {}
        for place, mark in self._merged(session):
            if mark not in taken_out:
                found.setdefault(mark, []).append(place)
        return [tuple(copies) for copies in [*found.values()][-(last or 0) :]]

    def _marks_of(self, session: Session, keys: Collection[str]) -> set[Mark]:
        return {mark for place, mark in self._merged(session) if place.key in keys} if keys else set()

    def _merged(self, session: Session) -> Iterator[tuple[Place, Mark]]:
        """Those that came at the same time in the order of their files, and of a file in the order of its lines."""
        files = [self._timed(session, path, at) for at, path in enumerate(sorted(session.paths, key=file_order))]
        for *_, place, mark in heapq.merge(*files):
            yield place, mark

    def _timed(self, session: Session, path: str, at: int) -> Iterator[tuple[int, int, int, Place, Mark]]:
        latest, alike = 0, Counter[bytes]()
        for place in self._places((path,)):
            if place.message.session_id == session.id:
                latest = max(latest, place.message.received)
                says = blake2b(encode_line(place.message), digest_size=16).digest()
                alike[says] += 1
                yield latest, at, place.line, place, (says, alike[says])
