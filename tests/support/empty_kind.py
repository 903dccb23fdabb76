"""A kind of memory that has nothing, for tests that add one thing to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memoryd.background import Progress
from memoryd.kind import Kind
from memoryd.requests.method import Method
from memoryd.types import ChangeSink


class EmptyKind(Kind):
    """No files, no memories, no methods."""

    name = "empty"

    def load(self, now: int) -> None:
        pass

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        pass

    def claims(self, relpath: str) -> bool:
        return False

    def absorb(self, relpath: str, stamp: object | None) -> None:
        pass

    def rescan(self, found: Mapping[str, object]) -> None:
        pass

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        return 0

    def methods(self) -> Iterable[Method]:
        return ()
