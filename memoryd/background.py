"""Work in the background: steps of maintenance, and files that lag behind memory."""

from __future__ import annotations

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
