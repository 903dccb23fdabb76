"""The formula of rule 1, written a second time: what tests of all but the formula hold the daemon against."""

from __future__ import annotations

HALF_LIFE_DAYS = 30.0


def decayed(value: float, days: float) -> float:
    """What an activation of `value` is after so many days without use."""
    return float(value * 0.5 ** (days / HALF_LIFE_DAYS))


def days_until(below: float) -> float:
    """After how many days without use a full activation reaches that value."""
    low, high = 0.0, 1.0
    while decayed(1.0, high) > below:
        low, high = high, 2 * high
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if decayed(1.0, middle) > below else (low, middle)
    return high
