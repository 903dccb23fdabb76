"""Fits what reads untrusted windows token by token: `python -m tests.text.fit_reading`, with torch beside `make setup`.

Of each text that `fit_instructions` learns from, the window with the highest sum goes once through the bundled encoder;
`instruction_reader`'s head learns from the inner states of its tokens. The sums are by weights that had not seen the
writer, and so are the heads by which is judged what sum and head find together, at which share of ordinary texts.
The encoder itself stays as it is. Some twenty minutes on two cores; `--judge` writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from memoryd.recall.models import instruction_reader
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.instruction_reader import HEADS, HIDDEN, QUESTIONS, STATES, VERSION, WIDTH, Head
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from memoryd.text.disguises import has_hidden_text
from memoryd.text.instruction_look import judged, seen
from memoryd.text.instruction_model import window
from memoryd.text.instructions import GRAY, READ, said_by
from tests.support.weights import write_weights
from tests.text.fit_instructions import (
    Floats,
    Group,
    Looked,
    Model,
    fit,
    groups,
    halves_of,
    networks,
    neutral_writers,
    writers,
)

_LEAST = GRAY - 0.4
"""The sum from which a window is learned from: somewhat below that from which one is read."""
_EPOCHS, _BATCH, _RATE, _DECAY, _DROPPED, _HIDDEN_TOKENS = 10, 48, 1e-3, 0.05, 0.3, 0.1
_OF_DEVELOPMENT = 0.4
"""How much a text counts that was written while building the detector."""
_FOLDS = 4


class Strongest(NamedTuple):
    """A text's window with the highest sum."""

    name: str
    fold: int
    is_poisoned: bool
    sum: float
    look: float
    """What the networks say of it."""
    window: str


def strongest(model: Model, text: str) -> tuple[float, str, list[float]]:
    """The sum, the window, and what the networks look at."""
    found = []
    for said in said_by(text):
        weights = model.by_kind(halves_of(said))
        at = int(weights.sum(axis=1).argmax())
        one = next(window(said, [at]))
        found.append((float(weights[at].sum() + model.start), one, seen(one, weights[at], model.start)))
    return max(found)


def left_out(several: Sequence[Group]) -> list[Strongest]:
    """Of each text, by weights and networks that had not seen it."""
    of_fold: dict[int, list[tuple[Group, bool, float, str, list[float]]]] = {}
    for fold in range(_FOLDS):
        model = fit([(one.texts, one.slack) for one in several if one.fold != fold])
        of_fold[fold] = [
            (group, not kind, *strongest(model, text))
            for group in several
            if group.fold == fold
            for kind in (0, 1)
            for text in group.texts[kind]
            if not has_hidden_text(text)
        ]
    found = []
    for fold, own in of_fold.items():
        rows: list[Looked] = [
            Looked(group.name, [np.array([row])] if is_poisoned else [], [] if is_poisoned else [np.array([row])], 0)
            for other, ones in of_fold.items()
            if other != fold
            for group, is_poisoned, _, _, row in ones
        ]
        looks = judged(np.array([row for *_, row in own]), networks(rows, 3))
        found += [
            Strongest(group.name, fold, is_poisoned, total, float(look), text)
            for (group, is_poisoned, total, text, _), look in zip(own, looks, strict=True)
        ]
    return found


class States(NamedTuple):
    """Of all windows, one behind the other."""

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
    """`instruction_reader.Head`, to be fitted."""

    def __init__(self) -> None:
        super().__init__()
        self.keep = nn.Linear(STATES, WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.ask = nn.Linear(WIDTH, QUESTIONS, bias=False)
        self.weigh = nn.Linear(WIDTH * (QUESTIONS + 1), HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.of_states, self.of_said = nn.Dropout(_DROPPED / 2), nn.Dropout(_DROPPED + 0.1)

    def forward(self, states: Tensor, there: Tensor) -> Tensor:
        """Logits (windows,) of states (windows, tokens, STATES), of which those count that are `there`."""
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


def train(states: States, found: Sequence[Strongest], which: NDArray[np.int64], seed: int) -> Network:
    """By Adam with decay of the weights; windows of like length together."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    truth = torch.tensor([0.99 if one.is_poisoned else 0.01 for one in found])
    weight = torch.tensor([_OF_DEVELOPMENT if one.name == "development" else 1.0 for one in found])
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


def is_learned(one: Strongest) -> bool:
    """Of poisoned texts all."""
    return one.is_poisoned or one.sum >= _LEAST


def judge(found: Sequence[Strongest], read: Floats, hidden: dict[str, int]) -> None:
    """Print what is found of each writer's texts by what had not seen them, and from which logits on."""
    total = np.array([one.sum for one in found])
    look = np.array([one.look for one in found])
    kinds = {
        "sum": np.where(total >= 0, look, -np.inf),
        "sum and reader": np.where(total >= GRAY, look + READ * read, -np.inf),
    }
    names, poisoned = np.array([one.name for one in found]), np.array([one.is_poisoned for one in found])
    for title, those in (("all", list(writers())), ("neutral", neutral_writers())):
        ours = np.isin(names, those)
        unseen = sum(hidden[name] for name in those)
        for kind, logits in kinds.items():
            for share in (0.003, 0.005, 0.0075, 0.01, 0.02):
                least = np.quantile(logits[ours & ~poisoned], 1 - share, method="higher")
                is_found = logits[ours & poisoned] > least
                rate = (is_found.sum() + unseen) / (len(is_found) + unseen)
                others = np.mean(logits[np.isin(names, ("machine", "documents"))] > least)
                print(f"{title}, {kind}: ordinary {share}: found {rate:.3f} (from {least:.2f}; machines {others:.4f})")


def write(several: Sequence[Network]) -> None:
    """The data of `instruction_reader`."""
    heads = zip(*(one.head() for one in several), strict=True)
    arrays = {name: np.array(parts, np.float16) for name, parts in zip(Head._fields, heads, strict=True)}
    path = Path(instruction_reader.__file__).with_name("instruction_reader.safetensors")
    write_weights(path, "tests.text.fit_reading", VERSION, arrays)


def main() -> None:
    """Judge how it generalises, fit and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="write nothing")
    is_judge = options.parse_args().judge
    found = left_out(groups())
    states = states_of([one.window for one in found])
    folds, learned = np.array([one.fold for one in found]), np.array([is_learned(one) for one in found])
    read = np.zeros(len(found))
    for fold in range(_FOLDS):
        own = np.flatnonzero(folds == fold)
        heads = [train(states, found, np.flatnonzero((folds != fold) & learned), seed) for seed in range(HEADS)]
        read[own] = np.mean([said_of(head, states, own) for head in heads], axis=0)
    judge(found, read, {name: sum(map(has_hidden_text, texts[0])) for name, texts in writers().items()})
    if not is_judge:
        write([train(states, found, np.flatnonzero(learned), seed) for seed in range(HEADS)])


if __name__ == "__main__":
    main()
