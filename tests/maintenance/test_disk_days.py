"""What the memory took on the disk, day by day."""

from __future__ import annotations

from pathlib import Path

import msgspec

from memoryd.maintenance.runs import DISK_DAYS, Runs, RunsState
from memoryd.times import DAY


def test_of_each_day_the_last_one_stays_and_of_days_the_newest(tmp_path: Path) -> None:
    written: list[bytes] = []
    runs = Runs(str(tmp_path), lambda path, data: written.append(data))
    for number in range(DISK_DAYS + 3):
        runs.disk_is(number * DAY, 1, 9)
        runs.disk_is(number * DAY + DAY - 1, number, 9)
    kept = runs.state.disk
    assert [one.data_bytes for one in kept] == list(range(3, DISK_DAYS + 3))
    assert msgspec.json.decode(written[-1], type=RunsState).disk == kept
    # A clock that was set back: what it now says is not known any more is left out.
    runs.disk_is(5 * DAY, 77, 9)
    assert [one.data_bytes for one in runs.state.disk] == [3, 4, 77]
