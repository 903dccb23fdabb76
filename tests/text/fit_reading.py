"""Fits what reads untrusted windows token by token: `python -m tests.text.fit_reading`, with torch beside `make setup`.

Of each text that `fit_instructions` learns from, the window with the highest sum goes once through the bundled encoder;
a head of `token_reader` learns from the inner states of its tokens. The sums are by weights that had not seen the
writer, and so are the heads by which is judged what sum and head find together, at which share of ordinary texts.
Some twenty minutes on two cores; `--judge` writes nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from memoryd.recall.models.token_reader import HEADS
from memoryd.text.disguises import has_hidden_text
from memoryd.text.instruction_look import judged, seen
from memoryd.text.instruction_model import window
from memoryd.text.instructions import GRAY, READ, said_by
from tests.support.heads import Learned, said_of, states_of, train, write
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


def main() -> None:
    """Judge how it generalises, fit and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="write nothing")
    is_judge = options.parse_args().judge
    found = left_out(groups())
    states = states_of([one.window for one in found])
    said = Learned(
        np.array([0.99 if one.is_poisoned else 0.01 for one in found]),
        np.array([_OF_DEVELOPMENT if one.name == "development" else 1.0 for one in found]),
    )
    folds, learned = np.array([one.fold for one in found]), np.array([is_learned(one) for one in found])
    read = np.zeros(len(found))
    for fold in range(_FOLDS):
        own = np.flatnonzero(folds == fold)
        heads = [train(states, said, np.flatnonzero((folds != fold) & learned), seed) for seed in range(HEADS)]
        read[own] = np.mean([said_of(head, states, own) for head in heads], axis=0)
    judge(found, read, {name: sum(map(has_hidden_text, texts[0])) for name, texts in writers().items()})
    if not is_judge:
        heads = [train(states, said, np.flatnonzero(learned), seed) for seed in range(HEADS)]
        write("instruction", heads, "tests.text.fit_reading")


if __name__ == "__main__":
    main()
