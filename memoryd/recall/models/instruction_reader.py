"""Reads windows of an untrusted text token by token: how surely each gives instructions (rule 27).

The sum over what stands in a window (`text/instruction_model`) knows words and their neighbours only; the encoder has
seen what tokens mean beside each other. Its inner states go through one small layer, a few learned questions pick the
tokens that matter, and what these say is weighed. Fitted by tests/text/fit_reading.py.
"""

from __future__ import annotations

import base64
import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.reading_weights import WEIGHTS

STATES, WIDTH, QUESTIONS, HIDDEN = 768, 64, 4, 32
"""What is read of a token, what is kept of it, the questions, and what stands before the last sum."""
HEADS = 2
"""They were fitted alike from other beginnings; their mean counts."""
_EPSILON = 1e-5
Floats = NDArray[np.float32]


class Head(NamedTuple):
    """The weights, in the order in which they are kept."""

    keep: Floats
    """(STATES, WIDTH)"""
    kept: Floats
    gain: Floats
    bias: Floats
    ask: Floats
    """(WIDTH, QUESTIONS)"""
    weigh: Floats
    """(WIDTH * (QUESTIONS + 1), HIDDEN)"""
    weighed: Floats
    last: Floats
    start: Floats

    def logit(self, states: Floats) -> float:
        """What is said of a window whose tokens have these states, (tokens, STATES)."""
        kept = states @ self.keep + self.kept
        kept -= kept.mean(axis=1, keepdims=True)
        kept = kept / np.sqrt((kept * kept).mean(axis=1, keepdims=True) + _EPSILON) * self.gain + self.bias
        asked = kept @ self.ask
        asked = np.exp(asked - asked.max(axis=0))
        asked /= asked.sum(axis=0)
        said = np.append((asked.T @ kept).ravel(), kept.max(axis=0))
        return float((np.maximum(said @ self.weigh + self.weighed, 0.0) @ self.last + self.start)[0])


SHAPES = (
    (STATES, WIDTH), (WIDTH,), (WIDTH,), (WIDTH,), (WIDTH, QUESTIONS), (WIDTH * (QUESTIONS + 1), HIDDEN), (HIDDEN,),
    (HIDDEN,), (1,),
)  # fmt: skip


@functools.cache
def heads() -> tuple[Head, ...]:
    """As they were fitted: half precision floats, one behind the other."""
    numbers = np.frombuffer(base64.b85decode("".join(WEIGHTS.split())), dtype="<f2").astype(np.float32)
    found, at = [], 0
    for _ in range(HEADS):
        parts = []
        for shape in SHAPES:
            size = int(np.prod(shape))
            parts.append(numbers[at : at + size].reshape(shape))
            at += size
        found.append(Head(*parts))
    return tuple(found)


class InstructionReader:
    """With the encoder that it was fitted with. Any thread."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def read(self, windows: Sequence[str]) -> list[float]:
        """Of each window of a plain text, in logits; some 10 to 30 ms each."""
        return [self._of(window) for window in windows]

    def _of(self, window: str) -> float:
        states = self._encoder.inner_states(self._encoder.token_ids(window))
        assert states is not None
        return sum(head.logit(states) for head in heads()) / HEADS
