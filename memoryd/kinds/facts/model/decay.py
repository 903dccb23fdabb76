"""Activation: exact exponential decay, boost on use (002 §2, rule 1). Pure functions; times in microseconds."""

from __future__ import annotations

import math

import msgspec

from memoryd.times import DAY

FULL = 1.0


class State(msgspec.Struct, frozen=True, gc=False):
    """Activation as of a time, last access and how often it was used; times in microseconds."""

    activation: float
    as_of: int
    last_accessed: int
    access_count: int


def activation_at(activation: float, as_of: int, now: int, half_life_days: float) -> float:
    """`activation · 0.5^((now − as_of) / half_life)`; a `now` before `as_of` counts as `as_of`."""
    if now <= as_of:
        return activation
    return float(activation * 0.5 ** ((now - as_of) / (half_life_days * DAY)))


def boosted(activation: float, boost: float) -> float:
    """The value after a use: `min(1, activation + boost)` (002 §2)."""
    return min(FULL, activation + boost)


def rank(activation: float, as_of: int, half_life_days: float) -> float:
    """A number that orders facts by activation at any one time: all decay alike, so the order never changes.

    It is the moment (in half-lives) at which the fact would have decayed to 1.
    """
    if activation <= 0:
        return -math.inf
    return math.log2(activation) + as_of / (half_life_days * DAY)
