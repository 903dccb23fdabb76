"""Who is told of changed memories, each of what it may know: agents see each other's work (rule 17, design §5).

The audit's thread tells, so that neither the writer nor a request waits for anybody who listens.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal
from weakref import WeakSet

from memoryd.audit.versions import Item, Version
from memoryd.requests.visibility import Visibility
from memoryd.times import format_time
from memoryd.types import Document

Event = Literal["memory.added", "memory.changed", "memory.archived"]
MOST = 200
"""Events that one subscriber is told of in a turn of the audit; of the others only how many there were."""


class Watch:
    """What one connection wants to know. It lives as long as the connection's state does."""

    def __init__(
        self, topic: str, events: frozenset[str], sight: Visibility, session_id: str | None, connection: int
    ) -> None:
        self.topic = topic
        self._events = events
        self._sight = sight
        self._session_id = session_id
        self._connection = connection
        self.told = 0
        self.missed = 0

    def wants(self, event: str, version: Version, document: Document | None) -> bool:
        """Whether it asked for it, may know of it, and it was others who did it."""
        if event not in self._events:
            return False
        who = version.who
        is_own = who.by == "request" and (
            who.session == self._session_id
            if self._session_id is not None
            else (who.session, who.connection) == (None, self._connection)
        )
        if is_own:
            return False
        return self._sight.sees(document) if document is not None else not self._sight.group

    def about(self, version: Version) -> dict[str, Any]:
        """Who did it: nobody tells a group of sessions that it may not know of."""
        who = version.who
        fields = {"agent": who.agent, "session_id": who.session} if not self._sight.group else {}
        return {name: value for name, value in fields.items() if value is not None}


class Watchers:
    """The subscribers."""

    def __init__(self, tell: Callable[[str, str, Mapping[str, Any]], bool]) -> None:
        """`tell` returns False when too many wait to be sent."""
        self._tell = tell
        self._lock = threading.Lock()
        self._watches: WeakSet[Watch] = WeakSet()

    def add(self, watch: Watch) -> None:
        """One more, for as long as something else holds it."""
        with self._lock:
            self._watches.add(watch)

    def begin(self) -> None:
        """A turn begins."""
        for watch in self._all():
            watch.told = 0

    def see(self, item: Item, versions: Iterable[Version] | None) -> None:
        """Tell of a change; without versions all that it puts is new."""
        watches = self._all()
        if not watches or item.is_baseline:
            return
        change = item.change
        known = {**item.before, **{one.key: one for one in change.put}}
        of_file = next(iter(known.values()), None)
        by = change.by or {}
        if versions is None:
            versions = [Version(one.key, one.kind, b"", None, by.get(one.key, item.who), item.at) for one in change.put]
        for version in versions:
            event = event_of(version)
            if event is None:
                continue
            document = known.get(version.key) or (of_file if version.key == change.source else None)
            for watch in watches:
                if watch.wants(event, version, document):
                    self._notify(watch, event, version)

    def _notify(self, watch: Watch, event: Event, version: Version) -> None:
        watch.told += 1
        if watch.told > MOST:
            watch.missed += 1
            return
        missed, watch.missed = watch.missed, 0
        fields = {"key": version.key, "kind": version.kind, "at": format_time(version.at), **watch.about(version)}
        if not self._tell(watch.topic, event, {**fields, "missed": missed} if missed else fields):
            watch.missed = missed + 1

    def _all(self) -> list[Watch]:
        with self._lock:
            return list(self._watches)


def event_of(version: Version) -> Event | None:
    """What happened to the memory; None for nothing that its text shows."""
    if version.is_silent or version.content == version.before:
        return None
    if version.content is None:
        return "memory.archived"
    return "memory.added" if version.before is None else "memory.changed"
