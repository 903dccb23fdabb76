"""A daemon that has grown returns what it has freed, and one that has not is left alone."""

from __future__ import annotations

from memoryd.maintenance.heap_trimmer import GROWN_BYTES, LOOK_SECONDS, HeapTrimmer
from memoryd.testing.manual_clock import ManualClock

MIB = 1 << 20


class Process:
    """Its resident memory, of which half can be returned."""

    def __init__(self) -> None:
        self.resident = 100 * MIB
        self.trims = 0

    def trim(self) -> None:
        self.trims += 1
        self.resident //= 2


def test_what_has_grown_is_trimmed_now_and_then() -> None:
    clock, process = ManualClock(), Process()
    trimmer = HeapTrimmer(clock, lambda: process.resident, process.trim)

    def after(seconds: float, resident: int) -> int:
        clock.advance(seconds)
        process.resident = resident
        trimmer.look()
        return process.trims

    assert after(2.0, 900 * MIB) == 0
    assert after(LOOK_SECONDS, 100 * MIB + GROWN_BYTES - 1) == 0
    assert after(LOOK_SECONDS, 100 * MIB + GROWN_BYTES) == 1
    # What is left from then on is what it needs.
    left = process.resident
    assert after(2.0, 900 * MIB) == 1
    assert after(LOOK_SECONDS, left + GROWN_BYTES - 1) == 1
    assert after(LOOK_SECONDS, left - 10 * MIB) == 1
    assert after(LOOK_SECONDS, left - 10 * MIB + GROWN_BYTES) == 2
