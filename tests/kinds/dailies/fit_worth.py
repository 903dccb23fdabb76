"""Fits the weights of `memoryd.kinds.dailies.worth` and writes them: `python -m tests.kinds.dailies.fit_worth`.

Each line or fact that the cues find in a statement is an example, and each sentence in which they find none: right when
it holds what the statement's writer said is to be kept. Ridge logistic regression, deterministic. `--judge` prints
precision and recall, by language, of what was not learned from: of each fifth of the statements by weights that were
fitted without it, and of each writer's by weights that were fitted on the others'.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Collection, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numpy as np

from memoryd.kinds.dailies import worth
from memoryd.kinds.dailies.cues import Section
from memoryd.kinds.dailies.extract import hear
from memoryd.kinds.dailies.found import Candidate, Found, Said
from memoryd.kinds.dailies.worth import SECTIONS, VERSION, margin, signs_with
from tests.bench.extraction import Item, Line, by_writer, development, holds, lines_of, score
from tests.support.weights import write_weights
from tests.text.regression import regress

_FOLDS = 5
_ONLY_JUDGES = "statements_dev3_de"
"""Learned from, it would take an assistant's report of what it did for an explanation."""
_RIDGE, _RIDGE_OF_SECTIONS = 2.0, 2.0
_FEWEST, _FEWEST_PAIRS = 3, 4
"""Examples in which a sign, and a pair of words, must stand to have a weight."""
_LEAST = 4
"""A weight under this, in hundredths, is left out."""
LEAST, LEAST_ALONE = 0.5, 0.5
"""The thresholds."""
_OF_CUES = ("in.", "cue.", "no.", "predicate.", "salience.")
"""So begin signs of what the cues found: a section is told by the words."""
_SECTION_OF: dict[str, Section] = {
    "decision": "decisions", "preference": "preferences", "task": "action_items", "fact": "facts",
}  # fmt: skip


Readers = dict[int, Callable[[Item], list[Line]]]


class Example(NamedTuple):
    """A candidate, what is seen of it, whether it is right, and what it was said to be."""

    signs: Set[str]
    alone: bool
    right: bool
    kind: str | None
    text: tuple[str, str]


@dataclass
class Weights:
    """What was fitted: hundredths by sign, and of each section."""

    start: float
    worth: dict[str, float]
    sections: dict[Section, dict[str, float]] = field(default_factory=dict)

    def of(self, signs: Collection[str]) -> float:
        """The sum."""
        return self.start + sum(self.worth.get(sign, 0.0) for sign in signs)


def examples_of(item: Item) -> list[Example]:
    """All that may be kept of it."""
    found: list[Example] = []

    def weigh(signs: Set[str], one: Candidate) -> bool:
        text = (one.fact.subject, one.fact.sentence) if one.fact is not None else ("", one.text)
        never = any(word.casefold() in text[1].casefold() for word in item.never)
        kinds = [] if never else [expected.kind for expected in item.expect if holds(expected, *text)]
        kind = kinds[0] if kinds else None
        found.append(Example(signs_with(signs, one), one.section is None, bool(kinds), kind, text))
        return False

    kept = Found(weigh)
    hear(kept, [Said("s", role, None, text, date(2026, 5, 15)) for role, text in item.messages])
    assert not kept.failed
    return found


def fit(items: Sequence[Item]) -> Weights:
    """The weights of all that may be kept of these."""
    examples = [one for item in items for one in examples_of(item)]
    worth, start = _fitted([one.signs for one in examples], [one.right for one in examples], _RIDGE)
    right = [one for one in examples if one.kind is not None]
    signs = [{sign for sign in one.signs if not sign.startswith(_OF_CUES)} for one in right]
    sections = {}
    for kind, section in _SECTION_OF.items():
        sections[section], _ = _fitted(signs, [one.kind == kind for one in right], _RIDGE_OF_SECTIONS)
    return Weights(start, worth, sections)


def _fitted(signs: Sequence[Set[str]], truth: Sequence[bool], ridge: float) -> tuple[dict[str, float], float]:
    counts = Counter(sign for one in signs for sign in one)
    del counts["l.de"], counts["l.en"]  # only thresholds go by the language
    names = sorted(sign for sign, count in counts.items() if count >= (_FEWEST_PAIRS if "_" in sign else _FEWEST))
    number = {name: at for at, name in enumerate(names)}
    rows = [[number[sign] for sign in sorted(one) if sign in number] for one in signs]
    flat = np.array([at for row in rows for at in row], dtype=np.int64)
    of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    weights = regress((flat, of, len(names)), np.array(truth, dtype=float), np.zeros(len(names) + 1), ridge)
    return dict(zip(names, weights[:-1].tolist(), strict=True)), float(weights[-1])


# --- how well it does ---------------------------------------------------------------------------------------


def lines_by(weights: Weights, least: float, least_alone: float) -> Callable[[Item], list[Line]]:
    """What the extractor keeps with these weights."""

    def weigh(signs: Set[str], one: Candidate) -> bool:
        threshold = least_alone if one.section is None else least
        return weights.of(signs_with(signs, one)) >= threshold + margin(signs, one) / 100

    return lambda item: lines_of(item, weigh)


def judge(thresholds: Sequence[tuple[float, float]]) -> None:
    """Print what is found of what was not learned from."""
    writers = by_writer()
    own = list(development())
    fifths: dict[str, list[tuple[Item, Weights]]] = {name: [] for name in writers}
    for at in range(_FOLDS):
        learned = [item for items in writers.values() for number, item in enumerate(items) if number % _FOLDS != at]
        weights = fit([*learned, *own])
        for name, items in writers.items():
            fifths[name] += [(item, weights) for item in items[at::_FOLDS]]
    others = {}
    for name, items in writers.items():
        weights = fit([*(item for writer, theirs in writers.items() if writer != name for item in theirs), *own])
        others[name] = [(item, weights) for item in items]
    for title, judged in (("fifths", fifths), ("writers", others)):
        for name, pairs in judged.items():
            for least, least_alone in thresholds:
                kept = {id(item): lines_by(weights, least, least_alone) for item, weights in pairs}

                def read(item: Item, by: Readers = kept) -> list[Line]:
                    return by[id(item)](item)

                for lang, one in sorted(score((item for item, _ in pairs), read).items()):
                    which = f"{title} {name} {lang} {least:.2f} {least_alone:.2f}"
                    print(f"{which}: {one.precision:.3f} / {one.recall:.3f} ({one.right} of {one.kept})")


def write(weights: Weights) -> None:
    """The data of `worth`."""
    sums = (weights.worth, *(weights.sections[section] for section in SECTIONS))
    kept = [{sign: round(100 * one) for sign, one in of.items() if abs(one) * 100 >= _LEAST} for of in sums]
    signs = sorted({sign for of in kept for sign in of})
    arrays = {
        "least": np.array([round(100 * (least - weights.start)) for least in (LEAST, LEAST_ALONE)], np.int16),
        "weights": np.array([[of.get(sign, 0) for sign in signs] for of in kept], np.int16),
    }
    path = Path(worth.__file__).with_name("worth.safetensors")
    write_weights(path, "tests.kinds.dailies.fit_worth", VERSION, arrays, {"signs": signs})


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is found of what was not learned from")
    if options.parse_args().judge:
        judge([(LEAST, LEAST_ALONE)])
    else:
        learned = (item for name, items in by_writer().items() if name != _ONLY_JUDGES for item in items)
        write(fit([*learned, *development()]))


if __name__ == "__main__":
    main()
