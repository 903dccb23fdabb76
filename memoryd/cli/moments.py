"""Times for people: how long ago, how long it took, and `3d` for three days ago."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_UNITS = ((86400 * 365, "year"), (86400 * 30, "month"), (86400, "day"), (3600, "hour"), (60, "minute"))
_BACK = re.compile(r"(\d{1,5})\s*([mhdw])")
_SECONDS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def now() -> datetime:
    """The wall clock, with offset."""
    return datetime.now(UTC)


def parse(text: object) -> datetime | None:
    """The time of an ISO 8601 text; None for anything else. One without an offset is UTC."""
    if not isinstance(text, str) or len(text) < 10 or not text[:4].isdigit():
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def ago(moment: datetime, at: datetime) -> str:
    """`3 days ago`, `in 2 hours` or `just now`, seen from `at`."""
    seconds = (at - moment).total_seconds()
    distance = abs(seconds)
    for size, unit in _UNITS:
        if distance >= size:
            count = int(distance // size)
            words = f"{count} {unit}{'s' if count > 1 else ''}"
            return f"{words} ago" if seconds > 0 else f"in {words}"
    return "just now" if seconds >= 0 else "in a moment"


def since(moment: datetime, at: datetime) -> str:
    """As `ago`, of what has happened: nothing did so later than now, but the clock was put back since."""
    if moment <= at:
        return ago(moment, at)
    words = ago(at, moment)
    return f"{words.removesuffix(' ago')} ahead of now" if words.endswith(" ago") else words


def duration(seconds: float) -> str:
    """`0.42 s`, `12 s`, `3 min 5 s`, `2 h 14 min` or `5 d 3 h`."""
    if seconds < 10:
        return f"{seconds:.2g} s" if seconds else "0 s"
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    for size, name, small, small_name in ((86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if whole >= size:
            rest = whole % size // small
            return f"{whole // size} {name}" + (f" {rest} {small_name}" if rest else "")
    raise AssertionError(seconds)


def resolve(text: str, at: datetime) -> str:
    """`30m`, `12h`, `3d`, `2w` as the ISO 8601 time that long before `at`; other text as it is, for the daemon."""
    match = _BACK.fullmatch(text.strip())
    if not match:
        return text
    return (at - timedelta(seconds=int(match[1]) * _SECONDS[match[2]])).isoformat(timespec="seconds")
