"""Fits the heads of `token_reader` on the bundled encoder's inner states, with torch beside `make setup`.

The encoder itself stays as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from memoryd.recall.models.token_reader import HIDDEN, QUESTIONS, STATES, VERSION, WIDTH, Head, Kind, path_of
from tests.support.weights import write_weights

_EPOCHS, _BATCH, _RATE, _DECAY, _DROPPED, _HIDDEN_TOKENS = 10, 48, 1e-3, 0.05, 0.3, 0.1
Floats = NDArray[np.float64]


class Learned(NamedTuple):
    """What each text is said to be, near 0 or 1, and how much it counts."""

    truth: Floats
    weight: Floats


class States(NamedTuple):
    """Of all texts, one behind the other."""

    rows: Tensor
    """(tokens, STATES)"""
    begin: NDArray[np.int64]
    length: NDArray[np.int64]


def states_of(texts: Sequence[str]) -> States:
    """As the daemon's encoder has them, in half precision."""
    model = find_model(BUNDLED_MODEL, [Path(sys.prefix, "share/memoryd/models")])
    assert model is not None
    encoder = Encoder(model)
    found = []
    for text in texts:
        states = encoder.inner_states(encoder.token_ids(text))
        assert states is not None
        found.append(torch.from_numpy(states.astype(np.float16)))
    length = np.array([len(one) for one in found])
    return States(torch.cat(found), np.cumsum(length) - length, length)


class Network(nn.Module):
    """`token_reader.Head`, to be fitted."""

    def __init__(self) -> None:
        super().__init__()
        self.keep = nn.Linear(STATES, WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.ask = nn.Linear(WIDTH, QUESTIONS, bias=False)
        self.weigh = nn.Linear(WIDTH * (QUESTIONS + 1), HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.of_states, self.of_said = nn.Dropout(_DROPPED / 2), nn.Dropout(_DROPPED + 0.1)

    def forward(self, states: Tensor, there: Tensor) -> Tensor:
        """Logits (texts,) of states (texts, tokens, STATES), of which those count that are `there`."""
        # What is left out of the states is the same for a whole batch: a hundredth of the time of a choice for each.
        weights = self.keep.weight * self.of_states(torch.ones(STATES))
        kept = self.norm(nn.functional.linear(states, weights, self.keep.bias))
        absent = ((1 - there) * -1e4)[..., None]
        asked = torch.softmax(self.ask(kept) + absent, 1)
        said = torch.cat([torch.einsum("wtq,wtk->wqk", asked, kept).flatten(1), (kept + absent).max(1).values], 1)
        return self.last(torch.relu(self.weigh(self.of_said(said))))[:, 0]

    def head(self) -> Head:
        """What the daemon reads with."""
        layers = (
            self.keep.weight.T, self.keep.bias, self.norm.weight, self.norm.bias, self.ask.weight.T,
            self.weigh.weight.T, self.weigh.bias, self.last.weight[0], self.last.bias,
        )  # fmt: skip
        return Head(*(one.detach().numpy() for one in layers))


def _padded(states: States, which: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
    length = torch.from_numpy(states.length[which])[:, None]
    at = torch.arange(int(length.max()))[None]
    there = (at < length).float()
    rows = states.rows[(torch.from_numpy(states.begin[which])[:, None] + at).clamp(max=len(states.rows) - 1)]
    return rows.float(), there


def train(states: States, learned: Learned, which: NDArray[np.int64], seed: int) -> Network:
    """By Adam with decay of the weights; texts of like length together."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    truth, weight = torch.tensor(learned.truth).float(), torch.tensor(learned.weight).float()
    network = Network()
    adam = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    step, steps = 0, _EPOCHS * -(-len(which) // _BATCH)
    for _ in range(_EPOCHS):
        order = which[np.argsort(states.length[which] + chance.random(len(which)) * 30)]
        batches = [order[at : at + _BATCH] for at in range(0, len(order), _BATCH)]
        for number in chance.permutation(len(batches)):
            batch, step = batches[number], step + 1
            rows, there = _padded(states, batch)
            there *= (torch.rand(there.shape) > _HIDDEN_TOKENS).float()
            there[:, 0] = 1
            short = nn.functional.binary_cross_entropy_with_logits(network(rows, there), truth[batch], reduction="none")
            adam.zero_grad()
            (short * weight[batch]).mean().backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            for group in adam.param_groups:
                group["lr"] = _RATE * min(1.0, step / 50) * max(0.02, 1 - step / steps)
            adam.step()
    return network.eval()


def said_of(network: Network, states: States, which: NDArray[np.int64]) -> Floats:
    """Logits."""
    with torch.no_grad():
        parts = [network(*_padded(states, which[at : at + 64])).numpy() for at in range(0, len(which), 64)]
    return np.concatenate(parts).astype(np.float64)


def write(kind: Kind, several: Sequence[Network], by: str) -> None:
    """The data of `token_reader`; `by`: the module that fitted them."""
    heads = zip(*(one.head() for one in several), strict=True)
    arrays = {name: np.array(parts, np.float16) for name, parts in zip(Head._fields, heads, strict=True)}
    write_weights(path_of(kind), by, VERSION, arrays)
