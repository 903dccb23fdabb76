"""Notifications for subscribers, queued from any thread and published on the loop, a few at a time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from memoryd.rpc.topics import connection_of

Publish = Callable[[str, str, dict[str, Any]], None]
MOST_WAITING = 10_000
"""Beyond these, a connection's notifications are only counted."""
_AT_ONCE = 50
"""Between two looks at the sockets: each takes some hundredth of a millisecond."""


class Notices:
    """The queue, in order."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Publish, str, str, dict[str, Any]]] = deque()
        self._lock = threading.Lock()
        self._is_publishing = False

    def add(
        self, loop: asyncio.AbstractEventLoop, publish: Publish, topic: str, method: str, params: dict[str, Any]
    ) -> bool:
        """Queue one; False when too many wait already and it is for one connection."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING and connection_of(topic) is not None:
                return False
            self._waiting.append((publish, topic, method, params))
            if self._is_publishing:
                return True
            self._is_publishing = True
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._publish, loop)
        return True

    def _publish(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(_AT_ONCE, len(self._waiting))):
            publish, topic, method, params = self._waiting.popleft()
            publish(topic, method, params)
        with self._lock:
            self._is_publishing = bool(self._waiting)
        if self._is_publishing:
            loop.call_soon(self._publish, loop)
