"""Reads windows of an untrusted text token by token: how surely each gives instructions (rule 27).

The sum over what stands in a window (`text/instruction_model`) knows words and their neighbours only; the encoder has
seen what tokens mean beside each other. Its inner states go through one small layer, a few learned questions pick the
tokens that matter, and what these say is weighed. Fitted by tests/text/fit_reading.py.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.models.encoder import Encoder
from memoryd.weights import Weights

STATES, WIDTH, QUESTIONS, HIDDEN = 768, 64, 4, 32
"""What is read of a token, what is kept of it, the questions, and what stands before the last sum."""
HEADS = 2
"""They were fitted alike from other beginnings; their mean counts."""
_EPSILON = 1e-5
VERSION = 1
"""Of what is made of the states."""
Floats = NDArray[np.float32]


class Head(NamedTuple):
    """Its weights, which the file holds by these names."""

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
    """As they were fitted."""
    fitted = Weights(Path(__file__).with_name("instruction_reader.safetensors"), VERSION)
    parts = [
        fitted.array(name, HEADS, *shape).astype(np.float32) for name, shape in zip(Head._fields, SHAPES, strict=True)
    ]
    return tuple(Head(*(part[at] for part in parts)) for at in range(HEADS))


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
