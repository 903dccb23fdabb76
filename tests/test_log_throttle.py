"""The same event is logged once a minute, with the number of times that it was held back."""

from __future__ import annotations

import pytest

from memoryd.log_throttle import ThrottledLog
from tests.support.log import RecordingLog


@pytest.fixture
def lines() -> RecordingLog:
    return RecordingLog()


@pytest.fixture
def time() -> list[float]:
    return [100.0]


@pytest.fixture
def log(lines: RecordingLog, time: list[float]) -> ThrottledLog:
    return ThrottledLog(lines, lambda: time[0])


def test_a_thousand_refusals_are_two_lines(log: ThrottledLog, lines: RecordingLog, time: list[float]) -> None:
    for number in range(1000):
        log.error("disk_error", errno=28, method=f"m{number}")
    log.flush()
    assert lines.records == [("error", "disk_error", {"errno": 28, "method": "m0"})]
    time[0] += 60
    log.flush()
    assert lines.records[1:] == [("error", "disk_error", {"errno": 28, "method": "m999", "repeated": 999})]
    log.flush()
    log.error("disk_error", errno=28, method="late")
    assert lines.records[2:] == [("error", "disk_error", {"errno": 28, "method": "late"})]


def test_the_next_one_after_a_minute_has_the_number(log: ThrottledLog, lines: RecordingLog, time: list[float]) -> None:
    for at in (100.0, 130.0, 159.9, 160.0, 161.0):
        time[0] = at
        log.warning("connection_refused", reason="too many connections", pid=at)
    assert [values.get("repeated", 0) for _, _, values in lines.records] == [0, 2]


def test_different_events_are_all_logged(log: ThrottledLog, lines: RecordingLog) -> None:
    for uid in (1, 2, 1):
        for reason in ("nested", "too long"):
            log.info("malformed_frame", reason=reason, uid=uid, pid=7)
    assert len(lines.records) == 4


def test_an_internal_error_is_always_logged(log: ThrottledLog, lines: RecordingLog) -> None:
    for number in range(3):
        log.error("internal_error", incident=number, exc_info=ValueError())
    assert [values["incident"] for _, _, values in lines.records] == [0, 1, 2]


def test_many_kinds_do_not_grow_without_bound(log: ThrottledLog, lines: RecordingLog, time: list[float]) -> None:
    for number in range(5000):
        log.info("malformed_frame", reason=str(number))
        log.info("malformed_frame", reason=str(number))
    assert len(lines.records) == 5000
    time[0] += 60
    log.flush()
    assert 0 < len(lines.records) - 5000 <= 1000
