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
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.trees import DEPTH, LEVELS, VERSION, Which, features, path_of
from tests.bench.quality import measure, models_path
from tests.bench.shapes import Question, collections
from tests.bench.small_stores import InProcess, key_of, opened
from tests.support.weights import write_weights

Kind = Literal["features", "read"]
TREES_OF: dict[Kind, Which] = {"features": "trees", "read": "contextual_trees"}
SHAPES = frozenset(("turns", "sessions", "assistant", "facts", "notes"))
TREES = 150
RATE, RIDGE, LEAST = 0.1, 5.0, 30
"""How much each tree adds, the penalty of its leaves, and how many results a leaf has at least."""
_NEVER = 1e9
Floats = NDArray[np.float32]


class Case(NamedTuple):
    """A question with its first results in the order of their sums."""

    collection: str
    question: Question
    names: list[str]
    features: Floats
    read: Floats
    """With what contextual token vectors tell; those of `features` come first."""


def _cases(datasets: Path) -> list[Case]:
    cases: list[Case] = []
    port = InProcess()
    for collection in collections(datasets):
        questions = [one for one in collection.questions if one.shape in SHAPES]
        if not questions:
            continue
        names = {key_of(collection, place): text.name for place, text in enumerate(collection.texts)}
        groups = {text.name: text.group for text in collection.texts}
        with opened(collection, models_path(), port) as recall:
            for question in questions:
                gathered, order = recall.summed(LexicalQuery(question.text, limit=DEPTH))
                head = order[:DEPTH]
                read = recall.contextual(gathered, head)
                if read and all(gathered.candidates[one.position].cosine is not None for one in head):
                    found = [names[gathered.candidates[one.position].key] for one in head]
                    shown = [groups[name] if question.by_group else name for name in found]
                    both = [features(head, gathered.candidates, each) for each in (None, [one.near for one in read])]
                    cases.append(Case(collection.name, question, shown, *both))
        print(f"{collection.name}: {len(cases)} questions so far", file=sys.stderr)
    return cases


def _fitted(cases: Sequence[Case], kind: Kind) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found]

    right = np.concatenate([[name in case.question.wanted for name in case.names] for case in cases])
    trees = HistGradientBoostingClassifier(
        max_depth=LEVELS, max_iter=TREES, learning_rate=RATE, l2_regularization=RIDGE, min_samples_leaf=LEAST,
        random_state=0, early_stopping=False,
    )  # fmt: skip
    return trees.fit(np.concatenate([getattr(case, kind) for case in cases]), right)


def _judge(cases: Sequence[Case]) -> None:
    """Prints hit@1 and MRR by shape: of the sums, and of trees of either kind that have not seen the collection."""
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for held in dict.fromkeys(case.collection for case in cases):
        both = {kind: _fitted([case for case in cases if case.collection != held], kind) for kind in TREES_OF}
        for case in cases:
            if case.collection == held:
                figures = [*measure(case.names, case.question)[2:]]
                for kind, trees in both.items():
                    order = np.argsort(-trees.decision_function(getattr(case, kind)), kind="stable")
                    figures += measure([case.names[at] for at in order], case.question)[2:]
                rows[case.question.shape].append(tuple(figures))
    for shape, every in rows.items():
        hit, mrr, new_hit, new_mrr, read_hit, read_mrr = np.mean(every, axis=0)
        print(
            f"{shape:10} {len(every):5} hit@1 {hit:.3f} -> {new_hit:.3f}, read {read_hit:.3f}   "
            f"MRR {mrr:.3f} -> {new_mrr:.3f}, read {read_mrr:.3f}"
        )


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
    cases = _cases(Path(os.environ["MEMORYD_DATASETS"]))
    _judge(cases)
    if options.fit:
        for kind, which in TREES_OF.items():
            write_weights(path_of(which), "tests.bench.trees --fit", VERSION, arrays_of(_fitted(cases, kind)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
