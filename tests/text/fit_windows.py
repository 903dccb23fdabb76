"""Fits the weights of `memoryd.text.instruction_windows`: a linear support vector machine with squared slack.

A feature counts by how rare it is, and each kind of feature by the root of how many of it a window has. Deterministic.
`fit_instructions` runs it and writes what it finds.
"""

from __future__ import annotations

import base64
import textwrap
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryd.text import instruction_window_weights
from memoryd.text.instruction_windows import BITS, BLOCKS
from tests.text.regression import least

_SLACK = 0.3
_LEAST_TEXTS = 2
"""Texts in which a feature must stand to have a weight."""
_RAREST = 6.0
Floats = NDArray[np.float64]


def fit(
    windows: Sequence[tuple[NDArray[np.integer[Any]], int]], is_poisoned: NDArray[np.bool_]
) -> tuple[Floats, float]:
    """Weight of each place of the table, and what every window starts with; `windows`: of each text its `features`."""
    row_counts = [count for _, count in windows]
    first = np.cumsum([0, *row_counts[:-1]])
    rows = np.concatenate([(found >> BITS) // BLOCKS + begin for (found, _), begin in zip(windows, first, strict=True)])
    blocks = np.concatenate([(found >> BITS) % BLOCKS for found, _ in windows])
    places = np.concatenate([found & ((1 << BITS) - 1) for found, _ in windows])
    total = int(sum(row_counts))
    truth = np.where(np.repeat(is_poisoned, row_counts), 1.0, -1.0)
    standing = np.bincount(places, minlength=1 << BITS)
    rarity = (np.log((1 + total) / (1 + standing)) + 1) / _RAREST
    counts = np.bincount(rows * BLOCKS + blocks, minlength=total * BLOCKS)
    values = rarity[places] / np.sqrt(counts[rows * BLOCKS + blocks])
    known = np.flatnonzero(standing >= _LEAST_TEXTS)
    number = np.full(1 << BITS, -1)
    number[known] = np.arange(len(known))
    kept = standing[places] >= _LEAST_TEXTS
    rows, values, columns = rows[kept], values[kept], number[places[kept]]

    def loss_of(at: Floats) -> tuple[float, Floats]:
        sums = np.bincount(rows, at[columns] * values, total) + at[-1]
        short = np.maximum(0.0, 1 - truth * sums)
        slopes = -2 * _SLACK * truth * short
        slope = np.append(np.bincount(columns, slopes[rows] * values, len(known)), slopes.sum()) + at
        return float(0.5 * at @ at + _SLACK * (short @ short)), slope

    found = least(loss_of, np.zeros(len(known) + 1), 120)
    weights = np.zeros(1 << BITS)
    weights[known] = found[:-1] * rarity[known]
    return weights, float(found[-1])


def write(weights: Floats, start: float, threshold: float) -> None:
    """The data of `instruction_windows`."""
    scale = float(np.quantile(np.abs(weights[weights != 0]), 0.9995)) / 127
    small = np.clip(np.rint(weights / scale), -127, 127).astype(np.int8)
    packed = base64.b85encode(zlib.compress(small.tobytes(), 9)).decode()
    lines = "\n".join(textwrap.wrap(packed, 118))
    Path(instruction_window_weights.__file__).write_text(
        '"""How much what stands in a window says for an instruction: 2**20 places, a byte each, packed (rule 27).\n\n'
        'Data of `instruction_windows`, written by tests/text/fit_instructions.py.\n"""\n\n'
        "from __future__ import annotations\n\n"
        f"ENOUGH = {threshold - start:.3f}\n"
        '"""The sum from which a window counts as an instruction."""\n'
        f'SCALE = {scale:.6g}\nWEIGHTS = r"""\n{lines}\n"""\n'
    )
