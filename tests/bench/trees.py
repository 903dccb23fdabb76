"""Fits the trees that order the first results, and says what they gain on collections that they have not seen.

`python -m tests.bench.trees [--fit] [--keep DIR]`. Needs $MEMORYD_DATASETS, a model, and scikit-learn, which is no
dependency (`pip install scikit-learn`). `--fit` writes memoryd/recall/ranking/tree_table.py. Statements that overrule
each other and questions over two hops are left out: what is asked for there is decided elsewhere.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.recall.ranking.trees import DEPTH, LEVELS, PARTS, features
from tests.bench.quality import Ours, kept_at, measure, models_path
from tests.bench.shapes import Question, collections

TABLE = Path("memoryd/recall/ranking/tree_table.py")
SHAPES = frozenset(("turns", "sessions", "assistant", "facts", "notes"))
TREES = 150
RATE, RIDGE, LEAST = 0.1, 5.0, 30
"""How much each tree adds, the penalty of its leaves, and how many results a leaf has at least."""
_NEVER = 1e9
_MORE = 20
"""Results that are asked for: after them come those that another rule put behind."""
Floats = NDArray[np.float32]


class Case(NamedTuple):
    """A question with its first results in the order of their sums."""

    collection: str
    question: Question
    names: list[str]
    features: Floats


def _cases(datasets: Path, keep: Path | None) -> list[Case]:
    cases = []
    for collection in collections(datasets):
        questions = [one for one in collection.questions if one.shape in SHAPES]
        if not questions:
            continue
        groups = {text.name: text.group for text in collection.texts}
        kept = None if keep is None else kept_at(keep, collection)
        with Ours(collection, models_path(), kept=kept) as ours, ours.daemon.connect(600) as wire:
            ours.weigh({"trees": 0.0})
            for question in questions:
                method, order = ("query", {"order": "relevance"}) if collection.kind == "fact" else ("search", {})
                params = {"query": question.text, "k": _MORE, "boost": False, "explain": True, **order}
                found = [one for one in wire.call(f"recall.{method}", params)["results"] if ours.name_of(one["key"])]
                found.sort(key=lambda one: -_sum(one["why"]))
                if found:
                    names = [ours.name_of(one["key"]) for one in found[:DEPTH]]
                    shown = [groups[name] if question.by_group else name for name in names]
                    cases.append(Case(collection.name, question, shown, _features(found[:DEPTH])))
        print(f"{collection.name}: {len(cases)} questions so far", file=sys.stderr)
    return cases


def _sum(why: dict[str, float]) -> float:
    return sum(why.get(name, 0.0) for name in PARTS)


def _features(found: Sequence[dict[str, Any]]) -> Floats:
    candidates = [
        Candidate(
            key=one["key"], text=one["text"], who=one.get("name"), role=one.get("role"),
            bm25=one["why"].get("bm25", 0.0), cosine=one["why"].get("cosine"), maxsim=one["why"].get("maxsim"),
        )
        for one in found
    ]  # fmt: skip
    columns = {name: [one["why"].get(name, 0.0) for one in found] for name in PARTS}
    head = [Ranked(at, _sum(one["why"]), columns) for at, one in enumerate(found)]
    made: Floats = features(head, candidates)
    return made


def _fitted(cases: Sequence[Case]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found]

    right = np.concatenate([[name in case.question.wanted for name in case.names] for case in cases])
    trees = HistGradientBoostingClassifier(
        max_depth=LEVELS, max_iter=TREES, learning_rate=RATE, l2_regularization=RIDGE, min_samples_leaf=LEAST,
        random_state=0, early_stopping=False,
    )  # fmt: skip
    return trees.fit(np.concatenate([case.features for case in cases]), right)


def _judge(cases: Sequence[Case]) -> None:
    """Prints hit@1 and MRR by shape: of the sums, and of trees that have not seen the collection."""
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for held in dict.fromkeys(case.collection for case in cases):
        trees = _fitted([case for case in cases if case.collection != held])
        for case in cases:
            if case.collection == held:
                order = np.argsort(-trees.decision_function(case.features), kind="stable")
                _, _, hit, mrr = measure(case.names, case.question)
                _, _, new_hit, new_mrr = measure([case.names[at] for at in order], case.question)
                rows[case.question.shape].append((hit, new_hit, mrr, new_mrr))
    for shape, figures in rows.items():
        hit, new_hit, mrr, new_mrr = np.mean(figures, axis=0)
        print(f"{shape:10} {len(figures):5} hit@1 {hit:.3f} -> {new_hit:.3f}   MRR {mrr:.3f} -> {new_mrr:.3f}")


def table(trees: Any) -> str:
    """The module that holds them: each tree level by level, whole."""
    numbers: dict[str, list[str]] = {"FEATURES": [], "THRESHOLDS": [], "LEAVES": []}
    for (tree,) in trees._predictors:
        splits: list[tuple[int, float]] = [(0, _NEVER)] * (2**LEVELS - 1)
        leaves = [0.0] * 2**LEVELS
        _walk(tree.nodes, 0, 0, 0, splits, leaves)
        numbers["FEATURES"] += [str(feature) for feature, _ in splits]
        numbers["THRESHOLDS"] += [f"{threshold:.5g}" for _, threshold in splits]
        numbers["LEAVES"] += [f"{leaf:.3g}" for leaf in leaves]
    parts = ['"""Made by `python -m tests.bench.trees --fit`: the trees of memoryd/recall/ranking/trees.py."""\n']
    for name, values in numbers.items():
        parts.append(f'{name} = """\n' + "\n".join(textwrap.wrap(" ".join(values), 120)) + '\n"""\n')
    return "\n".join(parts)


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
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    cases = _cases(Path(os.environ["MEMORYD_DATASETS"]), options.keep)
    _judge(cases)
    if options.fit:
        TABLE.write_text(table(_fitted(cases)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
