"""When timed work is due: cron expressions in a time zone, made up once after downtime (design §6). Pure functions."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta, tzinfo

import msgspec
from cronsim import CronSim

from memoryd.times import SECOND, local_datetime

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BACKWARDS = 15 * 60 * SECOND
"""A clock that goes back by less repeats nothing. One that goes back by more was wrong before, and counts from now on.

What ran too early runs again when it is due, and changes only what has come in since (rule 1).
"""


class Cron(msgspec.Struct, frozen=True):
    """Minute, hour, day, month, weekday in `zone`; `off` never comes. `jitter` in seconds, by `salt` and occurrence."""

    expression: str
    zone: tzinfo
    jitter: float = 0.0
    salt: str = ""

    def after(self, at: int) -> int | None:
        """The first start later than `at`, microseconds."""
        if self.expression == "off":
            return None
        # An occurrence before `at` may start after it, by its jitter.
        earlier = at - round(self.jitter * SECOND)
        try:
            for moment in CronSim(self.expression.upper(), local_datetime(earlier, self.zone)):
                start = self._start(moment)
                if start > at:
                    return start
        except StopIteration:
            pass
        return None

    def _start(self, moment: datetime) -> int:
        at = (moment - _EPOCH) // timedelta(microseconds=1)
        if not self.jitter:
            return at
        digest = hashlib.sha256(f"{self.salt}:{at}".encode()).digest()
        return at + round(int.from_bytes(digest[:8], "big") / 2**64 * self.jitter * SECOND)


class Every(msgspec.Struct, frozen=True):
    """Repeatedly, this many seconds after the last start."""

    seconds: float

    def after(self, at: int) -> int | None:
        """The next start."""
        return at + round(self.seconds * SECOND)


Timing = Cron | Every


def is_due(timing: Timing, considered: int, now: int) -> bool:
    """Whether a start lies between the last look and now. Several missed ones are one."""
    start = timing.after(considered)
    return start is not None and start <= now


def considered_at(known: int | None, now: int) -> int:
    """From when on to look for starts: the last look; now for the first one, or when the clock was ahead."""
    if known is None or known > now + BACKWARDS:
        return now
    return known
