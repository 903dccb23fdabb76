"""Ridge logistic regression over named features that are there or not, by the least of any loss. Deterministic."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Matrix = tuple[NDArray[np.int64], NDArray[np.int64], int]
"""Features of all examples one behind the other, the example of each, and how many features there are."""
Loss = Callable[[NDArray[np.float64]], tuple[float, NDArray[np.float64]]]
_ITERATIONS = 80


def regress(
    matrix: Matrix,
    truth: NDArray[np.float64],
    weights: NDArray[np.float64],
    strength: float,
    counted: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Weights, the constant last, from those given; `strength` of the ridge, `counted`: how often each example is."""
    times = np.ones(len(truth)) if counted is None else counted
    features, rows, count = matrix
    ridge = np.full(count + 1, strength)
    ridge[-1] = 0.0

    def loss_of(at: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        sums = np.bincount(rows, at[features], len(truth)) + at[-1]
        off = times * (1 / (1 + np.exp(-np.clip(sums, -30, 30))) - truth)
        slope = np.append(np.bincount(features, off[rows], count), off.sum()) + ridge * at
        return float((times * (np.logaddexp(0, sums) - truth * sums)).sum() + 0.5 * (ridge * at * at).sum()), slope

    return least(loss_of, weights, _ITERATIONS)


def least(loss_of: Loss, weights: NDArray[np.float64], iterations: int) -> NDArray[np.float64]:
    """Where a smooth convex function, which is given with its slope, is least: by L-BFGS."""
    loss, slope = loss_of(weights)
    steps: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    for _ in range(iterations):
        way, factors = slope.copy(), []
        for moved, turned in reversed(steps):
            factors.append(float(moved @ way / (turned @ moved)))
            way -= factors[-1] * turned
        way *= float(steps[-1][0] @ steps[-1][1] / (steps[-1][1] @ steps[-1][1])) if steps else 1 / np.abs(slope).sum()
        for (moved, turned), factor in zip(steps, reversed(factors), strict=True):
            way += moved * (factor - float(turned @ way / (turned @ moved)))
        length = 1.0
        while True:
            there = weights - length * way
            next_loss, next_slope = loss_of(there)
            if next_loss <= loss - 1e-4 * length * float(slope @ way) or length < 1e-6:
                break
            length /= 2
        if (there - weights) @ (next_slope - slope) > 1e-9:
            steps = [*steps[-7:], (there - weights, next_slope - slope)]
        is_done = abs(loss - next_loss) < 1e-5 * abs(loss)
        weights, loss, slope = there, next_loss, next_slope
        if is_done:
            break
    return weights
