"""Times are integers: microseconds since 1970-01-01T00:00:00 UTC. Text form: ISO 8601, UTC, microseconds, offset."""

from __future__ import annotations

import functools
from datetime import UTC, date, datetime, timedelta, tzinfo

SECOND = 1_000_000
HOUR = 3600 * SECOND
DAY = 24 * HOUR

EARLIEST_DAY, LATEST_DAY = date(1900, 1, 1), date(9999, 12, 30)
"""Times that are written or asked for are of these days, in UTC: then every zone has a name for them."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_OUR_LENGTH = len("2026-05-15T14:30:00.000000+00:00")


EARLIEST = (datetime(1900, 1, 1, tzinfo=UTC) - _EPOCH) // _MICROSECOND
LATEST = (datetime(9999, 12, 31, tzinfo=UTC) - _EPOCH) // _MICROSECOND - 1


class OutOfBounds(ValueError):
    """A time that no memory can have."""


def _bounded(at: int) -> int:
    if EARLIEST <= at <= LATEST:
        return at
    raise OutOfBounds(f"a time must be from {EARLIEST_DAY} to {LATEST_DAY}")


def nearest(at: int) -> int:
    """The nearest time that a memory can have: a file's may be of any age."""
    return min(max(at, EARLIEST), LATEST)


def format_time(at: int) -> str:
    """`1778855400000000` → `2026-05-15T14:30:00.000000+00:00`."""
    seconds, rest = divmod(at, SECOND)
    return f"{_second(seconds)}.{rest:06d}+00:00"


@functools.lru_cache(maxsize=4096)
def _second(seconds: int) -> str:
    # What is written together was mostly used or made together: the same seconds come again and again.
    days, rest = divmod(seconds, 86_400)
    minutes, second = divmod(rest, 60)
    return f"{_day(days)}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}"


@functools.lru_cache(maxsize=4096)
def _day(days: int) -> str:
    return (_EPOCH + timedelta(days=days)).date().isoformat()


@functools.lru_cache(maxsize=4096)
def _micros_of_second(text: str) -> int:
    return (datetime.fromisoformat(text + "+00:00") - _EPOCH) // _MICROSECOND


def parse_time(text: str, zone: tzinfo = UTC) -> int:
    """Microseconds of an ISO 8601 time or date; one without an offset is in `zone`. Raises ValueError, and OutOfBounds
    for one of another age.
    """
    if len(text) == _OUR_LENGTH and text.isascii() and text[19] == "." and text.endswith("+00:00"):
        rest = text[20:26]
        if rest.isdigit():  # as `format_time` writes it
            return _bounded(_micros_of_second(text[:19]) + int(rest))
    try:
        moment = datetime.fromisoformat(text.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone)
        return _bounded((moment - _EPOCH) // _MICROSECOND)
    except OverflowError:
        return _bounded(LATEST + 1)


def is_date(text: str) -> bool:
    """Whether the text is a date without a time of day."""
    try:
        date.fromisoformat(text.strip())
    except ValueError:
        return False
    return True


def end_of_day(text: str, zone: tzinfo = UTC) -> int:
    """The last microsecond of a date, in `zone`. Raises ValueError, and OutOfBounds for one of another age."""
    try:
        following = date.fromisoformat(text.strip()) + timedelta(days=1)
        begin = datetime(following.year, following.month, following.day, tzinfo=zone)
        return _bounded((begin - _EPOCH) // _MICROSECOND - 1)
    except OverflowError:
        return _bounded(LATEST + 1)


def local_date(at: int, zone: tzinfo) -> date:
    """The calendar day of `at` in `zone`."""
    return (_EPOCH + timedelta(microseconds=at)).astimezone(zone).date()


def local_datetime(at: int, zone: tzinfo) -> datetime:
    """The wall-clock time of `at` in `zone`."""
    return (_EPOCH + timedelta(microseconds=at)).astimezone(zone)
