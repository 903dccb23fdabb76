"""Reads short texts token by token: how surely each is of a kind that was learned.

Sums over words know these and their neighbours only; the encoder has seen what tokens mean beside each other. Its inner
states go through one small layer, a few learned questions pick the tokens that matter, and what these say is weighed.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

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
Kind = Literal["instruction", "worth"]
"""Whether a window of an untrusted text gives instructions (rule 27; tests/text/fit_reading.py), and whether a
statement is worth keeping (002 §3; tests/extraction/fit_worth_reader.py)."""


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
        """What is said of a text whose tokens have these states, (tokens, STATES)."""
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


def path_of(kind: Kind) -> Path:
    """Of the fitted weights."""
    return Path(__file__).with_name(f"{kind}_reader.safetensors")


@functools.cache
def heads(kind: Kind) -> tuple[Head, ...]:
    """As they were fitted."""
    fitted = Weights(path_of(kind), VERSION)
    parts = [
        fitted.array(name, HEADS, *shape).astype(np.float32) for name, shape in zip(Head._fields, SHAPES, strict=True)
    ]
    return tuple(Head(*(part[at] for part in parts)) for at in range(HEADS))


class TokenReader:
    """With the encoder that it was fitted with. Any thread."""

    def __init__(self, encoder: Encoder, kind: Kind) -> None:
        self._encoder = encoder
        self._kind = kind

    def read(self, texts: Sequence[str]) -> list[float]:
        """Of each text, in logits; some 2 to 30 ms each."""
        return [self._of(text) for text in texts]

    def _of(self, text: str) -> float:
        states = self._encoder.inner_states(self._encoder.token_ids(text))
        assert states is not None
        return sum(head.logit(states) for head in heads(self._kind)) / HEADS
