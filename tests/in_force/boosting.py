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
    edges = [_edges(column) for column in values.T]
    # A value is at or above so many of its feature's edges.
    above = np.stack([np.searchsorted(each, column, "right") for each, column in zip(edges, values.T, strict=True)], 1)
    count = np.array([len(each) for each in edges])
    looked_at = math.ceil(_OF_FEATURES * values.shape[1])
    start = float(np.log((counted * truth).sum() / (counted * (1 - truth)).sum()))
    odds = np.full(len(truth), start)
    found = [Tree(((0, 0.0),) * _DEPTH, (start,) * 2**_DEPTH)]
    for _ in range(_TREES):
        expected = 1 / (1 + np.exp(-odds))
        slope, curve = counted * (truth - expected), counted * expected * (1 - expected)
        rows = np.flatnonzero(chance.random(len(truth)) < _OF_ROWS)
        mine = np.sort(chance.permutation(values.shape[1])[:looked_at])
        leaf = np.zeros(len(truth), dtype=np.int64)
        chosen = []
        for level in range(_DEPTH):
            gain = _gain(above[rows][:, mine], leaf[rows], 2**level, slope[rows], curve[rows])
            gain[np.arange(gain.shape[1]) >= count[mine][:, None]] = -1.0
            which, edge = np.unravel_index(int(gain.argmax()), gain.shape)
            feature = int(mine[which])
            chosen.append((feature, float(edges[feature][edge])))
            leaf = 2 * leaf + (above[:, feature] > edge)
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


def _gain(above: NDArray[np.int64], leaf: NDArray[np.int64], leaves: int, slope: Floats, curve: Floats) -> Floats:
    """How much each edge of each feature would tell more in all of these leaves: (features, edges)."""
    features = above.shape[1]
    shape = (leaves, features, _EDGES + 1)
    at = ((leaf[:, None] * features + np.arange(features)) * shape[2] + above).ravel()
    up, across = (np.bincount(at, np.repeat(one, features), math.prod(shape)).reshape(shape) for one in (slope, curve))
    # Of each leaf all, and what stands below each edge.
    (up, below), (across, across_below) = ((one.sum(2, keepdims=True), one.cumsum(2)) for one in (up, across))
    gain = (up - below) ** 2 / (across - across_below + _RIDGE) + below**2 / (across_below + _RIDGE)
    return np.asarray(gain.sum(0))
