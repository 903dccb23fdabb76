"""What subscribers are to be told, from any thread: published on the loop, some at a time."""

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
"""Of more than the loop comes to tell, only the number is told."""
_AT_ONCE = 50
"""Between two looks at the sockets: to tell one takes some hundredth of a millisecond."""


class Notices:
    """In their order."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Publish, str, str, dict[str, Any]]] = deque()
        self._lock = threading.Lock()
        self._is_telling = False

    def add(
        self, loop: asyncio.AbstractEventLoop, publish: Publish, topic: str, method: str, params: dict[str, Any]
    ) -> bool:
        """Have it published; False when too many wait already, for what is one connection's."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING and connection_of(topic) is not None:
                return False
            self._waiting.append((publish, topic, method, params))
            if self._is_telling:
                return True
            self._is_telling = True
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._tell, loop)
        return True

    def _tell(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(_AT_ONCE, len(self._waiting))):
            publish, topic, method, params = self._waiting.popleft()
            publish(topic, method, params)
        with self._lock:
            self._is_telling = bool(self._waiting)
        if self._is_telling:
            loop.call_soon(self._tell, loop)
