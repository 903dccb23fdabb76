from __future__ import annotations

import pytest

from memoryd.clock import Clock
from memoryd.testing.manual_clock import ManualClock


def test_time_stands_until_it_is_advanced() -> None:
    clock: Clock = ManualClock(now=5_000_000, monotonic=10.0)
    assert (clock.now(), clock.monotonic()) == (5_000_000, 10.0)
    assert (clock.now(), clock.monotonic()) == (5_000_000, 10.0)


def test_both_clocks_advance_together() -> None:
    clock = ManualClock(now=5_000_000, monotonic=10.0)
    clock.advance(1.5)
    assert (clock.now(), clock.monotonic()) == (6_500_000, 11.5)
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(-1)


def test_the_wall_clock_may_jump_alone() -> None:
    clock = ManualClock(now=5_000_000, monotonic=10.0)
    clock.set_now(1)
    assert (clock.now(), clock.monotonic()) == (1, 10.0)
