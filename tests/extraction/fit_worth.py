"""Fits the weights of `memoryd.extraction.worth` and writes them: `python -m tests.extraction.fit_worth`.

Each line or fact that the cues find in a statement is an example, and each sentence in which they find none: right when
it holds what the statement's writer said is to be kept. Ridge logistic regression, deterministic. `--judge` prints
precision and recall, by language, of what was not learned from: of each fifth of the statements and conversations by
weights that were fitted without it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from memoryd.extraction import worth
from memoryd.extraction.cues import Section
from memoryd.extraction.extract import hear
from memoryd.extraction.found import Candidate, Found, Said, Weigh
from memoryd.extraction.worth import RULE, SECTIONS, VERSION, margin, says, signs_with
from tests.bench import talks
from tests.bench.extraction import Item, Line, by_writer, development, holds, lines_of, score
from tests.bench.talks import SECTION_OF, Hearing, Talk
from tests.support.weights import write_weights
from tests.text.regression import regress

FOLDS = 5
ONLY_JUDGES = "statements_dev3_de"
"""Learned from, it would take an assistant's report of what it did for an explanation."""
_RIDGE, _RIDGE_OF_SECTIONS = 2.0, 2.0
_FEWEST, _FEWEST_PAIRS = 3, 4
"""Examples in which a sign, and a pair of words, must stand to have a weight."""
_LEAST = 4
"""A weight under this, in hundredths, is left out."""
LEASTS = ((0.75, 0.8), (0.4, 0.25))
"""The thresholds: of a session's first messages with and without a cue, and the same of those behind them."""
_OF_CUES = ("in.", "cue.", "no.", "predicate.", "salience.")
"""So begin signs of what the cues found: a section is told by the words."""


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
        return bool(kinds)

    kept = Found(weigh)
    hear(kept, [Said("s", role, None, text, date(2026, 5, 15)) for role, text in item.messages])
    assert not kept.failed
    return found


def examples_of_talk(talk: Talk) -> list[Example]:
    """What may be kept of people's words in a conversation, and of an assistant's what no cue finds.

    Secretaries leave out most of what an assistant reports to have done, which a memory keeps.
    """
    found: list[Example] = []

    def weigh(signs: Set[str], one: Candidate) -> bool:
        text = one.said
        which = talk.means(text, hearing.number)
        kind = None if which is None else talk.meant[which].kind
        if one.section is None or talk.said[hearing.number].is_person:
            found.append(Example(signs_with(signs, one), one.section is None, which is not None, kind, ("", text)))
        return False

    hearing = Hearing(weigh)
    hearing.hear(talk)
    return found


class Fitted(NamedTuple):
    """The weights of a session's first messages, and of those behind them."""

    first: Weights
    talk: Weights

    def of(self, signs: Collection[str]) -> float:
        """The sum by which these are judged, above its threshold without a cue."""
        return (self.talk if "is.talk" in signs else self.first).of(signs)


def fit(items: Sequence[Item], conversations: Sequence[Talk]) -> Fitted:
    """Single messages are like first ones; in conversations, most of what is said is not to be kept."""
    first = [one for item in items for one in examples_of(item)]
    talk = [*first, *(one for each in conversations for one in examples_of_talk(each))]
    return Fitted(_fit(first), _fit(talk))


def _fit(examples: Sequence[Example]) -> Weights:
    worth, start = _fitted([one.signs for one in examples], [one.right for one in examples], _RIDGE)
    right = [one for one in examples if one.kind is not None]
    signs = [{sign for sign in one.signs if not sign.startswith(_OF_CUES)} for one in right]
    sections = {}
    for kind, section in SECTION_OF.items():
        sections[section], _ = _fitted(signs, [one.kind == kind for one in right], _RIDGE_OF_SECTIONS)
    return Weights(start, worth, sections)


def _fitted(signs: Sequence[Set[str]], truth: Sequence[bool], ridge: float) -> tuple[dict[str, float], float]:
    counts = Counter(sign for one in signs for sign in one)
    del counts["l.de"], counts["l.en"], counts["is.talk"]  # only thresholds go by the language
    names = sorted(sign for sign, count in counts.items() if count >= (_FEWEST_PAIRS if "_" in sign else _FEWEST))
    number = {name: at for at, name in enumerate(names)}
    rows = [[number[sign] for sign in sorted(one) if sign in number] for one in signs]
    flat = np.array([at for row in rows for at in row], dtype=np.int64)
    of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    weights = regress((flat, of, len(names)), np.array(truth, dtype=float), np.zeros(len(names) + 1), ridge)
    return dict(zip(names, weights[:-1].tolist(), strict=True)), float(weights[-1])


# --- how well it does ---------------------------------------------------------------------------------------


def weigher(fitted: Fitted, read: Mapping[str, float] = {}) -> Weigh:
    """Whether the extractor keeps a candidate with these weights. `read`: by text, what a model says, in logits."""

    def weigh(signs: Set[str], one: Candidate) -> bool:
        least = LEASTS["is.talk" in signs][one.section is None] + margin(signs, one) / 100
        return one.cue >= RULE or fitted.of(signs_with(signs, one)) + says(signs, one, read) >= least

    return weigh


def judge(read: Sequence[Mapping[str, float]] = ({},) * FOLDS) -> None:
    """Print what is found of what was not learned from. `read`: of each fold, what a model says of texts."""
    writers, conversations, own = by_writer(), talks.development(), list(development())
    fifths: dict[str, list[tuple[Item, Weigh]]] = {name: [] for name in writers}
    talked: list[tuple[Talk, Weigh]] = []
    for at in range(FOLDS):
        learned = [item for items in writers.values() for number, item in enumerate(items) if number % FOLDS != at]
        others = [one for n, one in enumerate(conversations) if n % FOLDS != at]
        weigh = weigher(fit([*learned, *own], others), read[at])
        for name, items in writers.items():
            fifths[name] += [(item, weigh) for item in items[at::FOLDS]]
        talked += [(talk, weigh) for talk in conversations[at::FOLDS]]
    for name, pairs in fifths.items():
        kept = {id(item): partial(lines_of, weigh=weigh) for item, weigh in pairs}

        def read(item: Item, by: Readers = kept) -> list[Line]:
            return by[id(item)](item)

        for lang, one in sorted(score((item for item, _ in pairs), read).items()):
            print(f"{name} {lang}: {one.precision:.3f} / {one.recall:.3f} ({one.right} of {one.kept})")
    for lang, of in sorted(talks.score(talked).items()):
        print(f"talks {lang}: {of.precision:.3f} / {of.recall:.3f} ({of.right} of {of.kept}, {of.placed} placed)")


def write(fitted: Fitted) -> None:
    """The data of `worth`."""
    kept = [
        [
            {sign: round(100 * one) for sign, one in of.items() if abs(one) * 100 >= _LEAST}
            for of in (weights.worth, *(weights.sections[section] for section in SECTIONS))
        ]
        for weights in fitted
    ]
    signs = sorted({sign for sums in kept for of in sums for sign in of})
    leasts = [
        [round(100 * (one - weights.start)) for one in least] for least, weights in zip(LEASTS, fitted, strict=True)
    ]
    arrays = {
        "least": np.array(leasts, np.int16),
        "weights": np.array([[[of.get(sign, 0) for sign in signs] for of in sums] for sums in kept], np.int16),
    }
    path = Path(worth.__file__).with_name("worth.safetensors")
    write_weights(path, "tests.extraction.fit_worth", VERSION, arrays, {"signs": signs})


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is found of what was not learned from")
    if options.parse_args().judge:
        judge()
    else:
        learned = (item for name, items in by_writer().items() if name != ONLY_JUDGES for item in items)
        write(fit([*learned, *development()], talks.development()))


if __name__ == "__main__":
    main()
