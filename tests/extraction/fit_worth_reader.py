"""Fits what reads statements token by token: `python -m tests.extraction.fit_worth_reader`, with torch.

It learns from what `fit_worth` learns from: of each line or fact that may be kept, and of each sentence in which no cue
found one, whether it is right. Some minutes on two cores. `--judge` writes nothing and prints what sums and reader find
together of each fifth that neither had learned from.
"""

from __future__ import annotations

import argparse

import numpy as np

from memoryd.kinds.dailies.source import MOST_LETTERS
from memoryd.recall.models.token_reader import HEADS
from tests.bench import talks
from tests.bench.extraction import by_writer, development
from tests.extraction import fit_worth
from tests.extraction.fit_worth import FOLDS, ONLY_JUDGES, Example, examples_of, examples_of_talk
from tests.support.heads import Learned, said_of, states_of, train, write

_ALWAYS, _NEVER = -1, -2
"""In place of a fold: learned from by all, and by none."""


def examples() -> tuple[list[Example], list[int]]:
    """All of them, and the fold of each."""
    found: list[Example] = []
    folds: list[int] = []

    def add(several: list[Example], fold: int) -> None:
        found.extend(several)
        folds.extend([fold] * len(several))

    for name, items in by_writer().items():
        for number, item in enumerate(items):
            add(examples_of(item), _NEVER if name == ONLY_JUDGES else number % FOLDS)
    for item in development():
        add(examples_of(item), _ALWAYS)
    for number, talk in enumerate(talks.development()):
        add(examples_of_talk(talk), number % FOLDS)
    return found, folds


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="write nothing, print what is found of what is unseen")
    is_judge = options.parse_args().judge
    found, of = examples()
    folds = np.array(of)
    states = states_of([one.text[1][:MOST_LETTERS] for one in found])
    said = Learned(np.array([0.99 if one.right else 0.01 for one in found]), np.ones(len(found)))
    if not is_judge:
        learned = np.flatnonzero(folds != _NEVER)
        heads = [train(states, said, learned, seed) for seed in range(HEADS)]
        write("worth", heads, "tests.extraction.fit_worth_reader")
        return
    read: list[dict[str, float]] = []
    for fold in range(FOLDS):
        learned = np.flatnonzero((folds != fold) & (folds != _NEVER))
        own = np.flatnonzero((folds == fold) | (folds == _NEVER))
        heads = [train(states, said, learned, seed) for seed in range(HEADS)]
        logits = np.mean([said_of(head, states, own) for head in heads], axis=0)
        read.append({found[at].text[1]: logit for at, logit in zip(own, logits.tolist(), strict=True)})
    fit_worth.judge(read)


if __name__ == "__main__":
    main()
