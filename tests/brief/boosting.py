"""Boosted trees of three tests each, of which every leaf is reached by the same ones. Deterministic."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_DEPTH, _TREES, _RATE, _RIDGE = 3, 240, 0.07, 5.0
_OF_FEATURES, _OF_ROWS = 0.4, 0.7
"""Shares that each tree looks at."""
_EDGES = 24
"""At most so many tests of a feature."""

Floats = NDArray[np.float64]


class Tree(NamedTuple):
    """From where on each of its features holds, and what the leaves add, that where none holds first."""

    tests: tuple[tuple[int, float], ...]
    leaves: tuple[float, ...]


def boosted(values: Floats, truth: Floats, counted: Floats) -> list[Tree]:
    """Trees whose leaves add up to the log odds of truth; `counted`: how often each row is. The first is the start."""
    chance = np.random.default_rng(0)
    tests = [(at, edge) for at in range(values.shape[1]) for edge in _edges(values[:, at])]
    of = np.array([at for at, _ in tests])
    hold: NDArray[np.bool_] = np.array([values[:, at] >= edge for at, edge in tests])
    looked_at = math.ceil(_OF_FEATURES * values.shape[1])
    start = float(np.log((counted * truth).sum() / (counted * (1 - truth)).sum()))
    odds = np.full(len(truth), start)
    found = [Tree(((0, 0.0),) * _DEPTH, (start,) * 2**_DEPTH)]
    for _ in range(_TREES):
        expected = 1 / (1 + np.exp(-odds))
        slope, curve = counted * (truth - expected), counted * expected * (1 - expected)
        rows = chance.random(len(truth)) < _OF_ROWS
        mine = np.flatnonzero(np.isin(of, chance.permutation(values.shape[1])[:looked_at]))
        leaf = np.zeros(len(truth), dtype=np.int64)
        chosen = []
        for level in range(_DEPTH):
            gain = _gain(hold[mine][:, rows], leaf[rows], 2**level, slope[rows], curve[rows])
            best = int(mine[int(gain.argmax())])
            chosen.append(tests[best])
            leaf = 2 * leaf + hold[best]
        up, across = (np.bincount(leaf[rows], one[rows], 2**_DEPTH) for one in (slope, curve))
        leaves = _RATE * up / (across + _RIDGE)
        odds = odds + leaves[leaf]
        found.append(Tree(tuple(chosen), tuple(leaves.tolist())))
    return found


def judged_by(trees: list[Tree], values: Floats) -> Floats:
    """The log odds of each row."""
    odds = np.zeros(len(values))
    for tests, leaves in trees:
        leaf = np.zeros(len(values), dtype=np.int64)
        for at, edge in tests:
            leaf = 2 * leaf + (values[:, at] >= edge)
        odds += np.array(leaves)[leaf]
    return odds


def _edges(column: Floats) -> Floats:
    """Between its values, or so many of them that each part has as many rows."""
    known = np.unique(column)
    found = (known[1:] + known[:-1]) / 2
    if len(known) > _EDGES:
        found = np.unique(np.quantile(column, np.arange(1, _EDGES) / _EDGES))
    return np.array([float(f"{edge:.4g}") for edge in found])


def _gain(hold: NDArray[np.bool_], leaf: NDArray[np.int64], count: int, slope: Floats, curve: Floats) -> Floats:
    """How much each test would tell more in all of these leaves."""
    gain = np.zeros(len(hold))
    for number in range(count):
        here = leaf == number
        up, across = slope[here], curve[here]
        up_there, across_there = hold[:, here] @ up, hold[:, here] @ across
        gain += up_there**2 / (across_there + _RIDGE)
        gain += (up.sum() - up_there) ** 2 / (across.sum() - across_there + _RIDGE)
    return gain
