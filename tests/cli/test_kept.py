"""Which backups of a directory are kept, and what a new one is based on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.cli.kept import Backup, Keep, base_for, name_of, read_keep, read_name, time_for, to_remove

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def series(days: int, whole_every: int = 7) -> list[Backup]:
    """A backup a day, as the timer makes them."""
    made: list[Backup] = []
    for day in range(days):
        at = NOON - timedelta(days=days - 1 - day)
        base = None if day % whole_every == 0 else base_for(made, at)
        made.append(Backup(name_of(at, base), at, None if base is None else base.at))
    return made


@pytest.mark.parametrize(
    ("text", "expected"),
    [("7d4w12m", Keep(7, 4, 12)), ("30d", Keep(30, 0, 0)), ("12m", Keep(0, 0, 12)), ("1d1m", Keep(1, 0, 1))],
)
def test_what_to_keep_is_read(text: str, expected: Keep) -> None:
    assert read_keep(text) == expected


@pytest.mark.parametrize("text", ["", "7", "0d", "4w7d", "7d ", "-1d", "7y"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as 7d4w12m"):
        read_keep(text)


def test_backups_of_one_second_have_names_of_their_own() -> None:
    made: list[Backup] = []
    for milliseconds in (100, 300, 700, 1100):
        at = time_for(made, NOON + timedelta(milliseconds=milliseconds))
        base = base_for(made, at)
        read = read_name(name_of(at, base))
        assert read is not None and read.base == (made[0].at if made else None)
        made.append(read)
    assert [one.at - NOON for one in made] == [timedelta(seconds=second) for second in range(4)]


def test_names_tell_when_and_on_what() -> None:
    base = read_name(name_of(NOON, None))
    assert base == Backup("memory-20261122T120000Z.tar.zst", NOON, None)
    for lacks in (False, True):
        name = name_of(NOON + timedelta(days=1), base, lacks=lacks)
        assert read_name(name) == Backup(name, NOON + timedelta(days=1), NOON, lacks)
    assert [read_name(name) for name in ("memory-x.tar.zst", "memory-20261340T120000Z.tar.zst", "notes.txt")] == [
        None
    ] * 3


def test_a_whole_one_each_week() -> None:
    assert [one.base is None for one in series(15)] == [number % 7 == 0 for number in range(15)]


def test_days_weeks_and_months_keep_their_newest() -> None:
    backups = series(400)
    kept = set(backups) - set(to_remove(backups, Keep(7, 4, 12)))
    ages = sorted((NOON - one.at).days for one in kept)
    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    # The end of each of eleven months before, and the bases.
    assert {21 + 1} <= set(ages)
    assert len([one for one in kept if one.at.year == 2025]) >= 1
    assert len(kept) <= 7 + 4 + 12 + 16


@given(st.integers(1, 60), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_what_is_kept_can_be_restored(days: int, kept_days: int, weeks: int, months: int) -> None:
    backups = series(days)
    removed = to_remove(backups, Keep(kept_days, weeks, months))
    kept = [one for one in backups if one not in removed]
    assert backups[-1] in kept
    assert {one.base for one in kept} - {None} <= {one.at for one in kept}


def test_of_two_backups_of_one_second_the_later_is_kept() -> None:
    at = datetime(2026, 5, 15, 12, tzinfo=UTC)
    whole = Backup(name_of(at, None), at, None)
    later = Backup(name_of(at, whole), at, at)
    for order in ([whole, later], [later, whole]):
        assert to_remove(order, Keep(7, 0, 0)) == []


def test_the_newest_that_lacks_nothing_stays_however_long_there_is_no_other() -> None:
    backups = [one._replace(lacks=number != 10) for number, one in enumerate(series(100))]
    kept = set(backups) - set(to_remove(backups, Keep(7, 0, 0)))
    assert {backups[10], backups[7]} < kept  # with its base
    assert len(kept) < 20
