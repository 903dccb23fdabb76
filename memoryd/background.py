"""Work in the background: steps of maintenance, and files that lag behind memory."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

Progress = Callable[[str, int, int], None]
"""`(stage, done, total)`; raises when the work must stop."""

QUICK = "quick"
"""The queue of tasks that take milliseconds."""


class Run(msgspec.Struct):
    """The current run of maintenance, as its steps see it. `progress` raises when the run must stop."""

    action: str
    at: int
    dry_run: bool
    progress: Progress
    scheduled: bool = False
    """The scheduler started it, not a person."""
    hold: str | None = None
    """Why nothing may be archived or removed by its age now: the clock has jumped."""
    diff: list[str] = msgspec.field(default_factory=list)
    """What a dry run would change, in the current step."""

    def check(self) -> None:
        """Raise when the run must stop."""
        self.progress(self.action, 0, 0)


Step = Callable[[Run], dict[str, int]]
"""Does its work and returns counts; on a dry run it fills `diff` and changes nothing."""


class WriteBehind(msgspec.Struct, frozen=True):
    """A file that may lag behind memory: `run` writes it, `delay` seconds after it was requested by `name`."""

    name: str
    run: Callable[[], object]
    delay: Callable[[], float]
    patience: float = 0.0
    """How many seconds longer it may wait while many requests come in."""
    queue: str = QUICK
    """Tasks of one queue run one after the other, on its own thread."""
    is_awaited: bool = True
    """Whoever waits until all is written waits for it, too."""


class Rests:
    """Rests between pieces of work on one thread: long while others want the interpreter or the processor, too."""

    LEAST_SECONDS, MOST_SECONDS = 0.005, 0.1
    TIMES = 8
    """So many times as long as the thread was kept from its work."""

    def __init__(
        self,
        rest: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
        *,
        after: float = 0.0,
    ) -> None:
        """`processor`: how long this thread has worked, in seconds; `after` so many it rests, be the pieces small."""
        self._after = after
        self._rest = rest
        self._clock = clock
        self._processor = processor
        self._began, self._worked = clock(), processor()

    def rest(self) -> None:
        """Behind each piece of work."""
        worked = self._processor() - self._worked
        if worked < self._after:
            return
        kept_from = (self._clock() - self._began) - worked
        self._rest(min(max(self.LEAST_SECONDS, self.TIMES * kept_from), self.MOST_SECONDS))
        self._began, self._worked = self._clock(), self._processor()
