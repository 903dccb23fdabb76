"""Which backups of a directory are kept, by their names: so many days, weeks and months. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

WHOLE_DAYS = 7
"""A whole backup is the base of those of the next days; after that comes another one."""
_NAME = re.compile(r"memory-(\d{8}T\d{6}Z)(?:-after-(\d{8}T\d{6}Z))?(-lacking)?\.tar\.zst")
_KEEP = re.compile(r"(?:(\d+)d)?(?:(\d+)w)?(?:(\d+)m)?")
_FORM = "%Y%m%dT%H%M%SZ"


class Backup(NamedTuple):
    """A backup; `base` is when the one was made that it is based on; `lacks`: something could not be read."""

    name: str
    at: datetime
    base: datetime | None
    lacks: bool = False


class Keep(NamedTuple):
    """How many days, ISO weeks and months keep their newest backup."""

    days: int
    weeks: int
    months: int


def read_keep(text: str) -> Keep:
    """`7d4w12m`. Raises ValueError."""
    match = _KEEP.fullmatch(text)
    if not text or match is None or not any(int(number or 0) for number in match.groups()):
        raise ValueError(f"must say how many days, weeks and months are kept, such as 7d4w12m, got {text!r}")
    return Keep(*(int(number or 0) for number in match.groups()))


def read_name(name: str) -> Backup | None:
    """The backup of that name; None when it is not one of ours."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return Backup(name, _time(match[1]), _time(match[2]) if match[2] else None, bool(match[3]))
    except ValueError:
        return None


def name_of(at: datetime, base: Backup | None, *, lacks: bool = False) -> str:
    """The name of a backup made at that time."""
    after = f"-after-{base.at:{_FORM}}" if base is not None else ""
    return f"memory-{at.astimezone(UTC):{_FORM}}{after}{'-lacking' if lacks else ''}.tar.zst"


def time_for(backups: Sequence[Backup], now: datetime) -> datetime:
    """By when the next one is named: a second that no other has."""
    at, taken = now.replace(microsecond=0), {one.at for one in backups}
    while at in taken:
        at += timedelta(seconds=1)
    return at


def base_for(backups: Sequence[Backup], at: datetime) -> Backup | None:
    """The newest whole backup, if it is young enough to be a base."""
    whole = [one for one in backups if one.base is None and at - one.at < timedelta(days=WHOLE_DAYS) and one.at <= at]
    return max(whole, key=lambda one: one.at, default=None)


def to_remove(backups: Sequence[Backup], keep: Keep) -> list[Backup]:
    """Those that no day, week or month keeps, and that are the base of none that is kept; never the newest.

    Nor the newest that lacks nothing.
    """
    # Of two of one second, the one that was made after the other is the newer.
    newest_first = sorted(backups, key=lambda one: (one.at, one.base is not None), reverse=True)
    kept = {*newest_first[:1], *[one for one in newest_first if not one.lacks][:1]}
    periods: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (keep.days, lambda at: at.date()),
        (keep.weeks, lambda at: at.isocalendar()[:2]),
        (keep.months, lambda at: (at.year, at.month)),
    )
    for count, period in periods:
        seen: set[object] = set()
        for one in newest_first:
            if period(one.at) not in seen and len(seen) < count:
                seen.add(period(one.at))
                kept.add(one)
    bases = {one.base for one in kept}
    return [one for one in backups if one not in kept and one.at not in bases]


def _time(text: str) -> datetime:
    return datetime.strptime(text, _FORM).replace(tzinfo=UTC)
