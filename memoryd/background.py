"""What runs behind the requests: steps of maintenance, and files that lag behind memory."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

Progress = Callable[[str, int, int], None]
"""`(stage, done, total)`; raises when the work is to stop."""

QUICK = "quick"
"""The lane of tasks that take milliseconds."""


class Run(msgspec.Struct):
    """One run of maintenance under way, as its steps see it. `progress` raises when it is to stop."""

    action: str
    at: int
    dry_run: bool
    progress: Progress
    scheduled: bool = False
    """The clock asked for it, and not a person."""
    diff: list[str] = msgspec.field(default_factory=list)
    """What a dry run would change, of the step under way."""

    def check(self) -> None:
        """Raise when the run is to stop."""
        self.progress(self.action, 0, 0)


Step = Callable[[Run], dict[str, int]]
"""Does its work and returns counts; on a dry run it fills `diff` and changes nothing."""


class WriteBehind(msgspec.Struct, frozen=True):
    """A file that may lag behind memory: `run` writes it, `delay` seconds after it was asked for by `name`."""

    name: str
    run: Callable[[], object]
    delay: Callable[[], float]
    patience: float = 0.0
    """So many seconds longer it may wait while requests come in fast."""
    lane: str = QUICK
    """Tasks of one lane run one after the other, on a thread of its own."""
