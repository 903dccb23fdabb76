"""Lets work in the background step aside while questions are asked.

A thread that computes between the calls of numpy and tantivy takes the interpreter at each of them, and a question
makes a hundred such calls: it would wait for the interpreter longer than it works.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

QUIET_SECONDS = 0.02
"""Without a question for so long, nobody asks just now; who asks one question after the other has shorter pauses."""
_GLANCE = 0.004


class Courtesy:
    """Knows when the last question came. Any thread may tell it and wait by it."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._asked_at = float("-inf")
        self._asking = 0
        self._lock = threading.Lock()

    @contextmanager
    def question(self) -> Iterator[None]:
        """A question is being answered until the block ends."""
        with self._lock:
            self._asking += 1
        try:
            yield
        finally:
            self.asked()
            with self._lock:
                self._asking -= 1

    def asked(self) -> None:
        """A question is being answered."""
        self._asked_at = self._clock()

    @property
    def is_asked(self) -> bool:
        """Whether questions are being asked just now."""
        return self._asking > 0 or self._clock() - self._asked_at < QUIET_SECONDS

    def give_way(self, most: float, is_stopping: Callable[[], bool] = lambda: False) -> None:
        """Wait until nobody asks, for at most so many seconds: what is put off must get on, too."""
        until = self._clock() + most
        while self.is_asked and self._clock() < until and not is_stopping():
            self._sleep(_GLANCE)
