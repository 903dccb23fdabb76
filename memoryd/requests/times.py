"""Times as requests give them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from memoryd.errors import InvalidParams
from memoryd.times import SECOND, OutOfBounds, end_of_day, format_time, is_date, parse_time

FUTURE_SLACK = 60 * SECOND
"""Clocks of two processes on one machine agree; this allows for a step of NTP between two readings."""


class Times:
    """Reads times in the zone that is configured at the moment."""

    def __init__(self, zone: Callable[[], tzinfo]) -> None:
        self._zone = zone

    def of(self, name: str, text: str | None, now: int | None = None, *, is_end: bool = False) -> int | None:
        """Microseconds of a time given as text; with `now`, one in the future is refused. Raises InvalidParams.

        Of a mere date that is the beginning of the day, or its last moment for an end. `name` is the parameter's.
        """
        if text is None:
            return None
        try:
            zone = self._zone()
            at = end_of_day(text, zone) if is_end and is_date(text) else parse_time(text, zone)
        except OutOfBounds as error:
            raise InvalidParams(f"`{name}` is {text[:60]!r}, but {error}", param=name) from None
        except ValueError:
            raise InvalidParams(
                f"`{name}` must be an ISO 8601 time such as 2026-05-15T14:30:00+00:00, got {text[:60]!r}", param=name
            ) from None
        if now is not None and at > now + FUTURE_SLACK:
            raise InvalidParams(
                f"`{name}` is in the future ({format_time(at)}, now is {format_time(now)}); "
                "give the time at which it happened, or leave it out",
                param=name,
            )
        return at
