"""Fits the trees that order the first results, and says what they gain on collections that they have not seen.

`python -m tests.bench.trees [--fit]`. Needs $MEMORYD_DATASETS, a model, and scikit-learn, which is no
dependency (`pip install scikit-learn`). `--fit` writes both files of memoryd/recall/ranking: that of every query, and
that of precise ones, whose first results are read again (memoryd/recall/vectors/contextual.py). Statements that
overrule each other and questions over two hops are left out: what is asked for there is decided elsewhere.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.recall.ranking.trees import LEVELS, READ, VERSION, Which, depth_of, features, path_of
from memoryd.recall.vectors.contextual import Contextual
from tests.bench.confidence_sets import JUDGED_ONLY, written
from tests.bench.quality import measure, models_path
from tests.bench.shapes import Collection, Question, collections
from tests.bench.small_stores import InProcess, key_of, opened
from tests.support.weights import write_weights

Kind = Literal["features", "read"]
TREES_OF: dict[Kind, Which] = {"features": "trees", "read": "contextual_trees"}
SHAPES = frozenset(("turns", "sessions", "assistant", "facts", "notes"))
TREES = 200
RATE, RIDGE, LEAST = 0.1, 5.0, 30
"""How much each tree adds, the penalty of its leaves, and how many results a leaf has at least."""
_NEVER = 1e9
Floats = NDArray[np.float32]


class Case(NamedTuple):
    """A question with its first results in the order of their sums."""

    family: str
    question: Question
    names: list[str]
    head: list[Ranked]
    candidates: list[Candidate]
    sums: dict[int, float]
    near: list[Contextual]
    """What contextual token vectors tell of each of the first results."""

    @property
    def right(self) -> list[bool]:
        """Which of the first results answer."""
        return [name in self.question.wanted for name in self.names]

    def features(self) -> Floats:
        """Of the first results."""
        return features(self.head, self.candidates, self.sums)

    def read(self) -> Floats:
        """Of those that are read, with what contextual token vectors tell."""
        return features(self.head[:READ], self.candidates, self.sums, self.near[:READ])

    def by(self, odds: Sequence[float]) -> Case:
        """With the first results, as many as these are, in their order."""
        places = [int(at) for at in np.argsort(-np.asarray(odds), kind="stable")]
        places += range(len(places), len(self.head))
        scores = [one.score for one in self.head]
        head = [replace(self.head[at], score=score) for at, score in zip(places, scores, strict=True)]
        return self._replace(names=[self.names[at] for at in places], head=head, near=[self.near[at] for at in places])

    def figures(self) -> tuple[float, ...]:
        """Recall@10, hit@1 and MRR."""
        return measure([*dict.fromkeys(self.names)][:10], self.question)[1:]


def _collections(datasets: Path) -> Iterator[tuple[str, Collection]]:
    for each in collections(datasets):
        yield each.name, replaced(each, questions=[one for one in each.questions if one.shape in SHAPES])
    for family, store in written():
        if not family.startswith(JUDGED_ONLY):
            yield family, replaced(store, questions=[one for one in store.questions if one.wanted])


def _cases(datasets: Path) -> Iterator[Case]:
    port = InProcess()
    for family, collection in _collections(datasets):
        if not collection.questions:
            continue
        names = {key_of(collection, place): text.name for place, text in enumerate(collection.texts)}
        groups = {text.name: text.group for text in collection.texts}
        with opened(collection, models_path(), port) as recall:
            for question in collection.questions:
                gathered, order = recall.summed(LexicalQuery(question.text, limit=READ))
                candidates = gathered.candidates
                head = order[: depth_of(order, candidates)]
                read = recall.contextual(gathered, head) if len(head) > 1 else None
                if read and all(candidates[one.position].cosine is not None for one in head):
                    found = [names[candidates[one.position].key] for one in head]
                    shown = [groups[name] if question.by_group else name for name in found]
                    sums = {one.position: one.score for one in order}
                    yield Case(family, question, shown, head, candidates, sums, [one.near for one in read])


def _fitted(values: Sequence[Floats], right: Sequence[Sequence[bool]]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found]

    trees = HistGradientBoostingClassifier(
        max_depth=LEVELS, max_iter=TREES, learning_rate=RATE, l2_regularization=RIDGE, min_samples_leaf=LEAST,
        random_state=0, early_stopping=False,
    )  # fmt: skip
    return trees.fit(np.concatenate(values), np.concatenate(right))


def _ordered_by_others(cases: Sequence[Case], kind: Kind) -> list[Case]:
    """Each with its first results in the order of trees that have not seen its family."""
    values = [getattr(case, kind)() for case in cases]
    right = [case.right[: len(value)] for case, value in zip(cases, values, strict=True)]
    found: dict[int, Case] = {}
    for held in dict.fromkeys(case.family for case in cases):
        seen = [at for at, case in enumerate(cases) if case.family != held]
        trees = _fitted([values[at] for at in seen], [right[at] for at in seen])
        for at, case in enumerate(cases):
            if case.family == held:
                found[at] = case.by(trees.decision_function(values[at]))
    return [found[at] for at in range(len(cases))]


def _show(sums: Sequence[Case], ordered: Sequence[Case], read: Sequence[Case]) -> None:
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for each in zip(sums, ordered, read, strict=True):
        rows[each[0].question.shape].append(tuple(value for case in each for value in case.figures()))
    print(f"{'':16}sums: recall@10, hit@1, MRR    trees                read again")
    for shape, every in rows.items():
        print(f"{shape:10} {len(every):5}   " + "   ".join(f"{value:.3f}" for value in np.mean(every, axis=0)))


def arrays_of(trees: Any) -> dict[str, NDArray[Any]]:
    """Each tree level by level, whole."""
    numbers: dict[str, list[list[float]]] = {"leaves": [], "thresholds": [], "features": []}
    for (tree,) in trees._predictors:
        splits: list[tuple[int, float]] = [(0, _NEVER)] * (2**LEVELS - 1)
        leaves = [0.0] * 2**LEVELS
        _walk(tree.nodes, 0, 0, 0, splits, leaves)
        numbers["features"].append([feature for feature, _ in splits])
        numbers["thresholds"].append([threshold for _, threshold in splits])
        numbers["leaves"].append(leaves)
    kinds = {"leaves": np.float64, "thresholds": np.float32, "features": np.int16}
    return {name: np.array(values, kinds[name]) for name, values in numbers.items()}


def _walk(nodes: Any, at: int, level: int, place: int, splits: list[tuple[int, float]], leaves: list[float]) -> None:
    node = nodes[at]
    if level == LEVELS:
        leaves[place] = float(node["value"])
        return
    if node["is_leaf"]:
        below = (at, at)
    else:
        splits[2**level - 1 + place] = int(node["feature_idx"]), float(node["num_threshold"])
        below = int(node["left"]), int(node["right"])
    for side, child in enumerate(below):
        _walk(nodes, child, level + 1, 2 * place + side, splits, leaves)


def main() -> int:
    """Judges; with --fit it also writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    cases = [*_cases(Path(os.environ["MEMORYD_DATASETS"]))]
    ordered = _ordered_by_others(cases, "features")
    _show(cases, ordered, _ordered_by_others(ordered, "read"))
    if options.fit:
        # What is read again is learned from orders of trees that have not seen the family: theirs are no better later.
        learned: dict[Kind, list[Case]] = {"features": cases, "read": ordered}
        for kind, some in learned.items():
            values = [getattr(case, kind)() for case in some]
            right = [case.right[: len(value)] for case, value in zip(some, values, strict=True)]
            write_weights(
                path_of(TREES_OF[kind]), "tests.bench.trees --fit", VERSION, arrays_of(_fitted(values, right))
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
