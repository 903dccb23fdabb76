"""Whether confidence is what it says, and whether `precision: "high"` is silent where nothing is known.

`python -m tests.bench.confidence [--fit] [--words] [--blind] [FAMILY…]`. Needs $MEMORYD_DATASETS and a model. `--fit`
prints a new table of weights, and judges each family by weights that were made without it; otherwise those of
memoryd/recall/ranking/confidence.py are judged. STATED is older than this program: it was fitted with the stores of
three writers before messages had a table of their own. A fit without the other three gives one that tells as much of
their stores (AUROC .72, STATED .75) and more of notes (.90, .86), but is silent too often. `--words`: without a model.
`--blind` prints counts for the set that was written blind (tests/blind/beliefs.json), and nothing of its texts.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from memoryd.recall import service
from memoryd.recall.models.model import BUNDLED_MODEL
from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.confidence import NOTHING, Judged, Model, Together, answering
from memoryd.recall.ranking.known import KnownModel, Sign, logistic, odds_of, told
from memoryd.recall.service import CONFIDENCE
from tests.bench.confidence_sets import JUDGED_ONLY, SIZE, sets
from tests.bench.quality import models_path
from tests.bench.report import Row
from tests.bench.shapes import Collection, Question, Text
from tests.bench.small_stores import InProcess, key_of, opened

TITLE = "confidence: silent where nothing is known"
BASELINE = "-"
K = 10
BLIND = Path("tests/blind/beliefs.json")
_WEIGHTS = [name for name in Model.__struct_fields__ if name != "constant"]
_OF_VECTORS = ("cosine", "maxsim", "unknown_cosine", "outstanding", "outstanding_first")
_RIDGE = 1.0
_EVEN = 1_000.0
_EVEN_KNOWN, _RIDGE_KNOWN = 100.0, 4.0
"""What each family weighs, however many questions it has."""
_SILENT = 0.05
"""Of the answerable questions, what may be told that nothing is known."""
Floats = NDArray[np.float64]


@dataclass
class Asked:
    """A question with its results: what told their confidence, that itself, and whether they answer."""

    family: str
    shape: str
    known: int
    told: Floats
    signs: list[Sign]
    words: int
    likely: Floats
    right: NDArray[np.bool_]
    is_said: bool
    """Whether the collection is of messages."""
    odds: float | None = None
    """That anything is known."""


def ask(family: str, collection: Collection, models: Path, port: InProcess, model: str) -> list[Asked]:
    """The results of each of the collection's questions."""
    names = {key_of(collection, place): text.name for place, text in enumerate(collection.texts)}
    found = []
    with opened(collection, models, port, model) as recall:
        for one in collection.questions:
            with mock.patch.object(service, "answering", lambda likely, known=None: [*range(len(likely))]):
                results = recall.search(LexicalQuery(one.text, limit=K, explain=True, precise=True))
            rows = [[each.why.get(f"{CONFIDENCE}:{name}", 0.0) for name in _WEIGHTS] for each in results]
            found.append(
                Asked(
                    family,
                    one.shape,
                    min(len(one.wanted), 1) if one.any_will_do else len(one.wanted),
                    np.array(rows).reshape(len(rows), len(_WEIGHTS)),
                    [_sign(each.why, each.score) for each in results if f"{CONFIDENCE}:cosine" in each.why],
                    round(math.expm1(results[0].why.get(f"{CONFIDENCE}:known:length", 0.0))) if results else 0,
                    np.array([each.confidence for each in results]),
                    np.array([names[each.document.key] in one.wanted for each in results], dtype=np.bool_),
                    collection.kind == "message",
                    results[0].why.get(f"{CONFIDENCE}:known") if results else None,
                )
            )
    return found


def _sign(why: Mapping[str, float], score: float) -> Sign:
    names = {"outstanding": "over", "odds": "own"}
    told = {name: why.get(f"{CONFIDENCE}:{names.get(name, name)}", 0.0) for name in Sign._fields}
    return Sign(**told | {"score": score})


# --- fitting ------------------------------------------------------------------------------------------------------


def _writer(one: Asked) -> str:
    """What counts as one family: all that is mixed of the same beliefs does."""
    return one.family.partition(" ")[0] if one.family.startswith("beliefs") else one.family


def _is_fitted(one: Asked) -> bool:
    return not one.family.startswith(JUDGED_ONLY)


def fitted(asked: Sequence[Asked], with_vectors: bool) -> Floats:
    """A constant and the weights: a logistic regression in which each family counts alike."""
    used = [True] + [with_vectors or name not in _OF_VECTORS for name in _WEIGHTS]
    counts = Counter[str]()
    for one in asked:
        counts[_writer(one)] += len(one.right)
    rows = np.concatenate([_with_constant(one.told) for one in asked])[:, used]
    right = np.concatenate([one.right for one in asked]).astype(np.float64)
    each = np.concatenate([np.full(len(one.right), _EVEN / max(counts[_writer(one)], 600)) for one in asked])
    found = np.zeros(len(used))
    found[used] = _logistic(rows, right, each, _RIDGE)
    return found


def _logistic(rows: Floats, right: Floats, each: Floats, least: float) -> Floats:
    """The weights of the columns, of which the first is the constant; `each`: what a row counts."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    mean[0], spread[spread == 0.0] = 0.0, 1.0
    rows = (rows - mean) / spread
    ridge = np.full(rows.shape[1], least)
    ridge[0] = 1e-6
    weights = np.zeros(rows.shape[1])
    for _ in range(40):  # Newton's steps
        likely = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (each * (right - likely)) - ridge * weights
        curve = (rows * (each * likely * (1.0 - likely))[:, None]).T @ rows + np.diag(ridge)
        weights += np.linalg.solve(curve, slope)
    found = weights / spread
    found[0] -= (weights[1:] * mean[1:] / spread[1:]).sum()
    return np.asarray(found)


def _with_constant(told: Floats) -> Floats:
    return np.column_stack([np.ones(len(told)), told])


class Table(NamedTuple):
    """All weights: of a result by itself, and of the list as a whole, where it is of statements and of messages."""

    alone: Floats
    stated: Together
    said: Together


def table(asked: Sequence[Asked], with_vectors: bool) -> Table:
    """The weights that these questions give."""
    alone = fitted(asked, with_vectors)
    if not with_vectors:
        none = Together(KnownModel(), Judged(constant=0.0, own=1.0, known=0.0, sure=0.0))
        return Table(alone, none, none)
    several = [one for one in asked if len(one.signs)]
    said = [one for one in several if one.is_said]
    stated = [one for one in several if not one.is_said]
    return Table(alone, _together(stated or several, alone), _together(said or several, alone))


def _together(asked: Sequence[Asked], alone: Floats) -> Together:
    """Whether anything is known, and what that makes of a result."""
    abouts = [_about(one, alone) for one in asked]
    counts = Counter((_writer(one), one.known > 0) for one in asked)
    rows = np.array([[1.0, *about.values()] for about in abouts])
    answered = np.array([float(one.known > 0) for one in asked])
    each = np.array([_EVEN_KNOWN / counts[_writer(one), one.known > 0] for one in asked])
    weights = _logistic(rows, answered, each, _RIDGE_KNOWN)
    names = ("constant", *abouts[0])
    known = KnownModel(**{name: float(weight) for name, weight in zip(names, weights, strict=True)})
    odds = np.array([odds_of(known, about) for about in abouts])
    low = np.concatenate([odds[answered > 0.0], [0.0]])
    known = replace(known, constant=known.constant + NOTHING - float(np.quantile(low, _SILENT)))
    pairs, right, share = [], [], []
    sizes = Counter[str]()
    for one in asked:
        sizes[_writer(one)] += len(one.right)
    for one in asked:
        own = _with_constant(one.told) @ alone
        of_list = odds_of(known, _about(one, alone))
        pairs += [[1.0, value, of_list, max(0.0, value)] for value in own.tolist()]
        right += one.right.tolist()
        share += [_EVEN / max(sizes[_writer(one)], 600)] * len(own)
    both = _logistic(np.array(pairs), np.array(right, dtype=np.float64), np.array(share), _RIDGE)
    return Together(known, Judged(*map(float, both)))


def _about(one: Asked, alone: Floats) -> Mapping[str, float]:
    own = _with_constant(one.told) @ alone
    return told(one.words, [sign._replace(odds=float(odds)) for sign, odds in zip(one.signs, own, strict=True)])


def _judge(one: Asked, by: Table) -> None:
    own = _with_constant(one.told) @ by.alone
    known, judged = by.said if one.is_said else by.stated
    odds = odds_of(known, _about(one, by.alone)) if one.signs else 0.0
    one.odds = odds if one.signs else None
    one.likely = np.array([logistic(judged.odds(each, odds)) for each in own.tolist()])


def held_out(asked: Sequence[Asked], with_vectors: bool) -> None:
    """Give each family the confidence by weights that were made without it, and without those that are held out."""
    for writer in {_writer(one) for one in asked}:
        by = table([one for one in asked if _writer(one) != writer and _is_fitted(one)], with_vectors)
        for one in asked:
            if _writer(one) == writer:
                _judge(one, by)


def printed(by: Table) -> str:
    """The tables as the code has them."""
    weights = zip(_WEIGHTS, by.alone[1:], strict=True)
    lines = [
        "Model(",
        f"    constant={by.alone[0]:.2f},",
        *(f"    {name}={each:.3f}," for name, each in weights if each),
        ")",
    ]
    for other in (*by.stated, *by.said):
        values = ((name, getattr(other, name)) for name in other.__struct_fields__)
        lines += [f"{type(other).__name__}(", *(f"    {name}={each:.3f}," for name, each in values if each), ")"]
    return "\n".join(lines)


# --- figures ------------------------------------------------------------------------------------------------------


def curve(asked: Iterable[Asked]) -> list[tuple[float, float, int]]:
    """By tenths of confidence: its mean, the share that is right, and how many."""
    several = list(asked)
    likely = np.concatenate([one.likely for one in several])
    right = np.concatenate([one.right for one in several])
    tenth = np.minimum((likely * 10).astype(np.int64), 9)
    return [
        (float(likely[tenth == n].mean()), float(right[tenth == n].mean()), int((tenth == n).sum()))
        for n in range(10)
        if (tenth == n).any()
    ]


def auroc(known: Sequence[Asked], unknown: Sequence[Asked]) -> float:
    """How often the best confidence of a question that is answered is above that of one that is not."""
    return auroc_of(*([one.likely.max(initial=0.0) for one in part] for part in (known, unknown)))


def auroc_known(known: Sequence[Asked], unknown: Sequence[Asked]) -> float:
    """The same of the odds that anything is known, which silence is decided by."""
    return auroc_of(*([-99.0 if one.odds is None else one.odds for one in part] for part in (known, unknown)))


def auroc_of(known: Sequence[float] | Floats, unknown: Sequence[float] | Floats) -> float:
    """How often a figure of the former is above one of the latter."""
    tops = np.array(known), np.array(unknown)
    above = (tops[0][:, None] > tops[1][None, :]).mean() + 0.5 * (tops[0][:, None] == tops[1][None, :]).mean()
    return float(above)


def silent(asked: Sequence[Asked]) -> float:
    """The share that gets an empty list with high precision."""
    return float(np.mean([not answering(one.likely.tolist(), one.odds) for one in asked])) if asked else float("nan")


def kept(asked: Sequence[Asked]) -> tuple[float, float]:
    """Mean precision and recall of the lists with high precision, over questions that are answered."""
    shares = []
    for one in asked:
        right = one.right[answering(one.likely.tolist(), one.odds)]
        shares.append((right.mean() if len(right) else 0.0, min(1.0, right.sum() / one.known)))
    precision, recall = np.mean(shares, axis=0).tolist()
    return precision, recall


def shown(asked: Sequence[Asked]) -> str:
    """The curve, and each family's figures."""
    lines = ["confidence  right  results"]
    lines += [f"{mean:10.2f} {right:6.2f} {count:8}" for mean, right, count in curve(asked)]
    heads = ("AUROC", "known", "silent", "wrongly", "precision", "recall")
    lines.append(f"\n{'':32}{'answered':>9}{'not':>6}" + "".join(f"{one:>10}" for one in heads))
    for name, known, unknown in _groups(asked):
        precision, recall = kept(known)
        figures = (
            auroc(known, unknown),
            auroc_known(known, unknown),
            silent(unknown),
            silent(known),
            precision,
            recall,
        )
        lines.append(f"{name:32}{len(known):9}{len(unknown):6}" + "".join(f"{one:10.3f}" for one in figures))
    return "\n".join(lines)


def _groups(asked: Sequence[Asked]) -> Iterable[tuple[str, list[Asked], list[Asked]]]:
    """Name, questions that are answered and questions that are not, by family and kind of question."""
    families = dict.fromkeys(one.family.split()[0] + (" of" if " of " in one.family else "") for one in asked)
    for family in families:
        is_small = family.endswith(" of")
        own = [
            one
            for one in asked
            if one.family.split()[0] == family.removesuffix(" of") and (" of " in one.family) is is_small
        ]
        known = [one for one in own if one.known]
        for shape in dict.fromkeys(one.shape for one in own if not one.known):
            unknown = [one for one in own if not one.known and one.shape == shape]
            if known:
                yield f"{family}{f' {SIZE}' if is_small else ''}, {shape}", known, unknown
    yield "all", [one for one in asked if one.known], [one for one in asked if not one.known]


def blind() -> list[tuple[str, Collection]]:
    """The stores that were written blind."""
    items: list[dict[str, Any]] = json.loads(BLIND.read_text())["items"]
    return [
        (
            "blind",
            Collection(
                name=f"blind {number}",
                kind="note",
                texts=[Text(name=f"b{place}", text=text) for place, text in enumerate(item["beliefs"])],
                questions=[
                    Question(
                        text=one["query"], wanted=frozenset(f"b{place}" for place in one["relevant"]), shape="blind"
                    )
                    for one in item["queries"]
                ],
            ),
        )
        for number, item in enumerate(items)
    ]


def run(stores: Iterable[tuple[str, Collection]], models: Path, model: str, families: Sequence[str]) -> list[Asked]:
    """Every question of every store whose family begins with one of these; of all without one."""
    port, found = InProcess(), []
    for family, collection in stores:
        if not families or family.startswith(tuple(families)):
            found += ask(family, collection, models, port, model)
    return found


def bench() -> list[Row]:
    """What share gets an empty list; prints the curve and each family."""
    folder, models = os.environ.get("MEMORYD_DATASETS"), models_path()
    if not folder or not (models / BUNDLED_MODEL).is_dir():
        print("confidence: needs $MEMORYD_DATASETS and a model (make setup)", file=sys.stderr)
        return []
    asked = run(sets(Path(folder)), models, BUNDLED_MODEL, ())
    print(shown(asked), "\n")
    judged = run(blind(), models, BUNDLED_MODEL, ())
    known, unknown = [one for one in judged if one.known], [one for one in judged if not one.known]
    precision, recall = kept(known)
    all_known, all_unknown = [one for one in asked if one.known], [one for one in asked if not one.known]
    adversarial = [one for one in asked if one.shape == "adversarial"]
    conversations = [one for one in all_known if one.family.startswith("conversation")]
    near = [(mean, right) for mean, right, _ in curve(asked) if 0.7 <= mean <= 0.9]
    off = max(abs(mean - right) for mean, right in near)
    return [
        Row("unanswerable, empty list", "", silent(all_unknown), None, aim=".80"),
        Row("answerable, empty list", "", silent(all_known), None, aim=".05", more_is_better=False),
        Row("right at .7-.9, off by", "", off, None, aim=".05", more_is_better=False),
        Row("AUROC, adversarial", "", auroc(conversations, adversarial), None, aim=".85"),
        Row("blind stores, precision", "", precision, None, aim=".80"),
        Row("blind stores, recall", "", recall, None, aim=".95"),
        Row("blind, unanswerable, empty", "", silent(unknown), None, aim=".80"),
        Row("blind, answerable, empty", "", silent(known), None, aim=".05", more_is_better=False),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--blind", action="store_true")
    options = parser.parse_args()
    folder = os.environ.get("MEMORYD_DATASETS")
    if not folder:
        raise SystemExit(
            "confidence needs $MEMORYD_DATASETS: a folder with locomo_dev.json and longmemeval_sample.json"
        )
    stores = blind() if options.blind else sets(Path(folder))
    asked = run(stores, models_path(), "none" if options.words else BUNDLED_MODEL, options.families)
    if options.fit:
        held_out(asked, not options.words)
        print(printed(table([one for one in asked if _is_fitted(one)], not options.words)))
    print(shown(asked))


if __name__ == "__main__":
    main()
