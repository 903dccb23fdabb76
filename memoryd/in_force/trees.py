"""Trees of three tests each, of which every leaf is reached by the same ones: what fitted numbers tell. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.weights import Weights

_TESTS, _LEAVES = 3, 8
"""Of a tree."""
_BITS = np.array([4, 2, 1])
"""What each test adds to the number of the leaf."""


class Trees(NamedTuple):
    """The tests of each tree, by number of a feature and from where on it holds, and its leaves."""

    features: NDArray[np.int8]
    edges: NDArray[np.float64]
    leaves: NDArray[np.float64]

    def odds(self, features: Sequence[Sequence[float]]) -> list[float]:
        """What they tell of each row: in each tree three features choose one of eight leaves."""
        if not features:
            return []
        holds = np.array(features)[:, self.features] >= self.edges
        found: list[float] = self.leaves[np.arange(len(self.leaves)), holds @ _BITS].sum(axis=1).tolist()
        return found


def trees_in(data: Weights, of: str) -> Trees:
    """Those of this name in a file; raises ValueError where they are not as they must be."""
    edges, leaves = data.array(f"{of}.edges", -1, _TESTS), data.array(f"{of}.leaves", -1, _LEAVES)
    return Trees(data.array(f"{of}.features", len(edges), _TESTS), edges, leaves)
