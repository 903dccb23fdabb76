"""Fits the trees that tell whether the first results answer, and judges them on families that they have not seen.

`python -m tests.bench.answered [--fit] [FAMILY…]`. Needs $MEMORYD_DATASETS, a model, and scikit-learn, which is no
dependency (`pip install scikit-learn`). `--fit` writes both files of memoryd/recall/ranking/answered.py. How a question
is put tells much of whether its writer knew the answer to be there; so that trees read the texts, too, each question
that is answered is asked again of what is left without its answers. Facts are left to memoryd/recall/ranking/known.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking import confidence
from memoryd.recall.ranking.answered import features
from memoryd.recall.ranking.confidence import NOTHING
from memoryd.recall.ranking.trees import LEVELS, VERSION, Which, path_of
from tests.bench.confidence import K, auroc_of
from tests.bench.confidence_sets import JUDGED_ONLY, sets
from tests.bench.quality import models_path
from tests.bench.shapes import Collection
from tests.bench.small_stores import InProcess, opened
from tests.bench.trees import arrays_of
from tests.support.weights import write_weights

WHICH: dict[bool, Which] = {False: "answered_stated", True: "answered_said"}
TREES = {False: 80, True: 60}
"""Of statements, and of messages."""
RATE, RIDGE, LEAST = 0.08, 10.0, 30
_EVEN, _MOST = 200.0, 3.0
"""What a family's questions of one sort weigh together, and one of them at most."""
_LEFT = 0.4
"""What a question weighs that is asked without its answers."""
_SILENT = 0.05
Floats = NDArray[np.float64]


class Seen(NamedTuple):
    """What `features` was told of a question."""

    query: str
    words: int
    texts: Sequence[str]
    told: Sequence[Any]
    aligned: Sequence[Any]
    cosines: Sequence[float]


class Case(NamedTuple):
    """A question, and which of its results answer."""

    family: str
    is_said: bool
    is_known: bool
    seen: Seen
    right: Sequence[bool]
    is_made: bool = False
    """Whether its answers were taken away."""


def _cases(families: Sequence[str]) -> Iterator[Case]:
    port = InProcess()
    for family, collection in sets(Path(os.environ["MEMORYD_DATASETS"])):
        if family.startswith((JUDGED_ONLY, "facts")) or not family.startswith(tuple(families) or ""):
            continue
        yield from _asked(family, collection, port)


def _asked(family: str, collection: Collection, port: InProcess) -> Iterator[Case]:
    names = {text.text: text.name for text in collection.texts}
    with opened(collection, models_path(), port) as recall:
        for one in collection.questions:
            with mock.patch.object(confidence, "features", wraps=features) as asked:
                recall.search(LexicalQuery(one.text, limit=K, precise=True))
            for call in asked.call_args_list:
                seen = Seen(*call.args)
                right = [names[text] in one.wanted for text in seen.texts]
                yield Case(family, collection.kind == "message", bool(one.wanted), seen, right)


def without_answers(cases: Iterable[Case]) -> Iterator[Case]:
    """The same questions, of what is left of a small store without their answers."""
    for one in cases:
        kept = [at for at, right in enumerate(one.right) if not right]
        if (
            one.is_said
            or not one.is_known
            or len(kept) < 3
            or not one.family.startswith(("stores", "beliefs", "notes"))
        ):
            continue
        seen = one.seen
        ahead = max(each.get("score", 0.0) for each in seen.told) - max(seen.told[at].get("score", 0.0) for at in kept)
        told = [{**seen.told[at], "behind": max(0.0, seen.told[at].get("behind", 0.0) - ahead)} for at in kept]
        gone = [seen.told[at].get("cosine", 0.0) for at, right in enumerate(one.right) if right]
        left = [value for value in seen.cosines if not any(abs(value - each) < 1e-6 for each in gone)]
        texts, aligned = [seen.texts[at] for at in kept], [seen.aligned[at] for at in kept]
        made = Seen(seen.query, seen.words, texts, told, aligned, left or [0.0])
        yield Case(one.family, one.is_said, False, made, [False] * len(kept), is_made=True)


def _group(family: str) -> str:
    return family.partition(" ")[0] if family.startswith(("beliefs", "notes")) else family


def _weights(cases: Sequence[Case]) -> Floats:
    sorts = [(_group(one.family), one.is_known, one.is_made) for one in cases]
    return np.array([min(_MOST, _EVEN / sorts.count(one)) * (_LEFT if one[2] else 1.0) for one in sorts])


def _fitted(values: Floats, known: NDArray[np.bool_], weights: Floats, said: bool) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found]

    trees = HistGradientBoostingClassifier(
        max_depth=LEVELS, max_iter=TREES[said], learning_rate=RATE, l2_regularization=RIDGE, min_samples_leaf=LEAST,
        random_state=0, early_stopping=False, max_bins=64,
    )  # fmt: skip
    return trees.fit(values, known, sample_weight=weights)


def judged(cases: Sequence[Case], said: bool) -> tuple[Any, float]:
    """Prints what trees tell of each family that they have not seen; gives those of all, and where nothing is known."""
    values = np.concatenate([features(*one.seen) for one in cases]).astype(np.float64)
    known, made = np.array([one.is_known for one in cases]), np.array([one.is_made for one in cases])
    groups, weights = np.array([_group(one.family) for one in cases]), _weights(cases)
    odds = np.zeros(len(cases))
    for group in np.unique(groups):
        seen = groups != group
        odds[~seen] = _fitted(values[seen], known[seen], weights[seen], said).decision_function(values[~seen])
    answered = np.flatnonzero(known)[np.argsort(odds[known])]
    share = np.cumsum([1.0 / (known & (groups == groups[at])).sum() for at in answered])
    least = float(odds[answered[np.searchsorted(share, _SILENT * share[-1])]])
    for group in np.unique(groups):
        one, other, left = (odds[(groups == group) & rest] for rest in (known, ~known & ~made, made))
        figures = f"AUROC {auroc_of(one, other):.3f}   silent {(other < least).mean():.3f}, {(one < least).mean():.3f}"
        removed = f"   answers taken away {auroc_of(one, left):.3f} {(left < least).mean():.3f}" if len(left) else ""
        print(f"{group:16} {len(one):5} {len(other):5}   {figures}{removed}", flush=True)
    return _fitted(values, known, weights, said), least


def write(trees: Any, least: float, which: Which) -> None:
    """The file, with the odds moved so that nothing is known below `NOTHING`."""
    arrays = arrays_of(trees)
    arrays["leaves"][0] += float(np.ravel(trees._baseline_prediction)[0]) + NOTHING - least
    write_weights(path_of(which), "tests.bench.answered --fit", VERSION, arrays)


def main() -> int:
    """Judges; with --fit it also writes the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    cases = [*_cases(options.families)]
    cases += without_answers(cases)
    for said, which in WHICH.items():
        some = [one for one in cases if one.is_said is said]
        if some:
            trees, least = judged(some, said)
            if options.fit:
                write(trees, least, which)
    return 0


if __name__ == "__main__":
    sys.exit(main())
