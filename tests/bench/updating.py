"""Fits the trees that tell whether a later result brings an earlier one up to date, and judges them on others.

`python -m tests.bench.updating [--fit]`. Needs a model, scikit-learn, which is no dependency (`pip install
scikit-learn`), and $MEMORYD_DATASETS for the conversations. `--fit` writes memoryd/recall/ranking/updating.safetensors.

tests/bench/data/updates_dev*.json are eight writers' small memories, each with a question, what answers it, and what
must not come before that: what is no longer so ("update"), or a later memory that is merely alike ("similar"). None of
the writers had seen the code. In conversations nothing may come before what answers a question.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.present import moment
from memoryd.recall.ranking.trees import LEVELS, VERSION, path_of
from memoryd.recall.ranking.updating import LEAST_ODDS, pairs_of
from memoryd.recall.service import Recall
from tests.bench.quality import models_path
from tests.bench.shapes import Collection, Question, Text, collections
from tests.bench.small_stores import InProcess, key_of, opened
from tests.bench.trees import arrays_of
from tests.support.weights import write_weights

TREES, RATE, RIDGE, LEAST = 100, 0.1, 5.0, 20
FOLDS = 8
"""Conversations are left out with one writer each."""
OF_CONVERSATION = 0.5
"""What a pair of a conversation weighs."""
MOST_QUESTIONS = 160
"""Of one conversation."""
SHAPES = frozenset(("turns", "assistant"))
_FIRST = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Case(NamedTuple):
    """A question with its first results, and what each pair of them shows."""

    group: str
    """The writer, or the conversation."""
    shape: str
    right: list[bool]
    outdated: list[bool]
    """What must not come before what is right."""
    moments: list[tuple[int, str, int]]
    pairs: dict[tuple[int, int], list[float]]
    """By the places of the earlier one, which comes first, and of the later one."""


def _scenarios() -> Iterator[Case]:
    port = InProcess()
    for path in sorted(Path(__file__).with_name("data").glob("updates_dev*.json")):
        for each in json.loads(path.read_text()):
            texts = [
                Text(
                    name=str(at), text=one["text"], group=str(one["day"]), role=one["role"],
                    at=_FIRST + timedelta(days=one["day"], minutes=at),
                )
                for at, one in enumerate(each["messages"])
            ]  # fmt: skip
            question = Question(text=each["question"], wanted=frozenset((str(each["answer"]),)), shape=each["kind"])
            collection = Collection(name=each["id"], kind="message", texts=texts, questions=[question])
            with opened(collection, models_path(), port) as recall:
                yield _case(recall, collection, question, path.stem, frozenset(map(str, each["outdated"])))


def _conversations(datasets: Path) -> Iterator[Case]:
    port = InProcess()
    for collection in collections(datasets):
        questions = [one for one in collection.questions if one.shape in SHAPES]
        if questions:
            step = -(-len(questions) // MOST_QUESTIONS)
            with opened(collection, models_path(), port) as recall:
                for question in questions[::step]:
                    yield _case(recall, collection, question, collection.name, frozenset())


def _case(recall: Recall, collection: Collection, question: Question, group: str, outdated: frozenset[str]) -> Case:
    names = {key_of(collection, at): text.name for at, text in enumerate(collection.texts)}
    groups = {text.name: text.group for text in collection.texts}
    query = LexicalQuery(question.text)
    gathered, _ = recall.summed(query)
    asked = recall.sought(query, gathered)
    results = recall.first_results(recall.by_statements(query, gathered), gathered, asked)
    found = [names[one.document.key] for one in results]
    return Case(
        group,
        question.shape,
        [(groups[name] if question.by_group else name) in question.wanted for name in found],
        [name in outdated for name in found],
        [moment(one.document) for one in results],
        dict(pairs_of(results, asked)),
    )


def _labelled(case: Case) -> Iterator[tuple[list[float], bool]]:
    """The pairs of which it is known whether the later one goes first."""
    for (former, later), shown in case.pairs.items():
        if case.right[later] and case.outdated[former]:
            yield shown, True
        elif case.right[former] and not case.right[later]:
            yield shown, False


def _fitted(cases: Sequence[Case]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found]

    rows = [
        (shown, is_update, OF_CONVERSATION if case.shape in SHAPES else 1.0)
        for case in cases
        for shown, is_update in _labelled(case)
    ]
    trees = HistGradientBoostingClassifier(
        max_depth=LEVELS, max_iter=TREES, learning_rate=RATE, l2_regularization=RIDGE, min_samples_leaf=LEAST,
        random_state=0, early_stopping=False,
    )  # fmt: skip
    values = np.array([shown for shown, _, _ in rows], dtype=np.float32)
    return trees.fit(values, [is_update for _, is_update, _ in rows], sample_weight=[weight for *_, weight in rows])


def _order(case: Case, trees: Any, least: float) -> list[int]:
    places = list(range(len(case.right)))
    if not case.pairs:
        return places
    told: NDArray[Any] = trees.decision_function(np.array(list(case.pairs.values()), dtype=np.float32))
    newest: dict[int, int] = {}
    for (former, later), each in zip(case.pairs, told, strict=True):
        if each >= least and (former not in newest or case.moments[later] > case.moments[newest[former]]):
            newest[former] = later
    for former, later in newest.items():
        if places.index(later) > places.index(former):
            places.remove(later)
            places.insert(places.index(former), later)
    return places


def _is_right(case: Case, places: Sequence[int]) -> bool:
    """In a small memory: what answers comes before all that must not come before it; else: the first one answers."""
    if case.shape in SHAPES:
        return bool(places) and case.right[places[0]]
    first = next((at for at, place in enumerate(places) if case.right[place]), None)
    return first is not None and not any(case.outdated[place] for place in places[:first])


def _judge(cases: Sequence[Case]) -> None:
    """Prints the share of questions that are answered right, as before and by trees that have not seen the group."""
    groups = sorted({case.group for case in cases})
    counted: dict[str, list[list[bool]]] = defaultdict(list)
    levels = (LEAST_ODDS - 0.3, LEAST_ODDS, LEAST_ODDS + 0.3)
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        trees = _fitted([case for case in cases if case.group not in held])
        for case in cases:
            if case.group in held:
                ways = [list(range(len(case.right))), *(_order(case, trees, least) for least in levels)]
                counted[case.shape].append([_is_right(case, places) for places in ways])
    for shape, every in counted.items():
        before, *after = np.mean(every, axis=0)
        print(
            f"{shape:10} {len(every):5}  {before:.3f} -> "
            + "  ".join(f"{value:.3f} at {least:.1f}" for value, least in zip(after, levels, strict=True))
        )


def main() -> int:
    """Judges; with --fit it also writes the trees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    cases = [*_scenarios(), *_conversations(Path(os.environ["MEMORYD_DATASETS"]))]
    _judge(cases)
    if options.fit:
        trees = _fitted(cases)
        arrays = arrays_of(trees)
        arrays["leaves"][0] += trees._baseline_prediction.item()  # what is summed are log odds, then
        write_weights(path_of("updating"), "tests.bench.updating --fit", VERSION, arrays)
    return 0


if __name__ == "__main__":
    sys.exit(main())
