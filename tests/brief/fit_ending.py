"""Fits the weights of `memoryd.brief.ended` and writes them: `python -m tests.brief.fit_ending`.

First those of pairs: an example is a pair of messages of which its writer said whether the later one ends the earlier
one; and, of scripted projects, each pair that the brief looks at whose earlier line the next session has to know, or
whose line is past: of the latter only the pair that looks most like an end, which is chosen anew with each fit. What
rules tell of a pair is a sign while it is fitted; a brief leaves out what they tell without asking. Then trees over
what all pairs of a line show together, and over the line itself, also of lines that no later message speaks of; the
sums of pairs are of weights that were fitted without its set of projects.
`--judge` prints what is told of what was not learned from, by writer and by set of projects.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from memoryd.brief import ended
from memoryd.brief.ended import counts_of, may_be_over, meeting, messages_of
from memoryd.brief.ending import signs_among, signs_of
from memoryd.brief.lines import Line, Message
from memoryd.brief.looks import Looks, Pair
from memoryd.brief.nearness import UNKNOWN, Vector, key_of
from memoryd.brief.pairs import overrules_line
from memoryd.brief.standing import each_once
from memoryd.brief.telling import lines_of
from memoryd.composition import tell_sections
from memoryd.conversation.message import Message as Said
from memoryd.kinds.ends import is_done_by
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from tests.bench.briefs import SETS, projects, tells
from tests.bench.extraction import HERE
from tests.brief.boosting import Floats, Tree, boosted, judged_by
from tests.support.weights import write_weights
from tests.text.regression import regress

_PAIRS = tuple(HERE / f"data/pairs_{name}.json" for name in ("dev", "dev2", "dev3", "dev4"))
_SETS = tuple(name for name in SETS if name not in ("blind", "dev16", "dev18"))
_FIRST = {"dev13": 10, "dev14": 6}
"""Of a set, how many projects are learned from where that is not all: the others only count what comes of it."""
_RIDGE, _FEWEST, _ROUNDS = 20.0, 3, 3
_OF_PAIR, _OF_PAST, _OF_UNKNOWN = 0.3, 2.0, 0.2
"""How much an example counts beside one of a line that is to be known: pairs are all hard, past lines few."""
_OF_PAST_LINE, _OF_UNKNOWN_LINE = 3.0, 0.05
"""The same, of lines."""
_LOST = 0.07
"""Of the lines to be known, how many a brief may leave out: most things are told by several."""
_NOW = datetime(2026, 5, 15, tzinfo=UTC)

Signs = Set[str]


class Row(NamedTuple):
    """A line: whether it is past, None where nobody said; the message and the signs of each pair that it is in."""

    past: bool | None
    number: int
    pairs: list[tuple[int, Signs]]
    ruled: bool
    looks: Looks
    """Of its project."""

    @property
    def signs(self) -> list[Signs]:
        """Of its pairs."""
        return [signs for _, signs in self.pairs]


class Weights(NamedTuple):
    """What was fitted."""

    start: float
    of: dict[str, float]

    def sum(self, signs: Iterable[str]) -> float:
        """Of one pair."""
        return math.fsum((self.start, *(self.of.get(sign, 0.0) for sign in signs)))

    def features(self, row: Row) -> tuple[float, ...]:
        """What its pairs show together; a brief finds no signs of rules."""
        pairs = [
            Pair(row.number, which, round(100 * (self.sum(sign for sign in signs if sign[:5] != "rule.") - self.start)))
            for which, signs in row.pairs
        ]
        return row.looks.of(pairs, (row.number,))[row.number].features


def pairs_of(path: Path) -> list[tuple[Signs, bool]]:
    """The pairs of one writer that share a word."""
    found: list[tuple[Signs, bool]] = []
    for item in json.loads(path.read_text())["items"]:
        one, other = item["earlier"], item["later"]
        agents = (one["role"] != "user", other["role"] != "user")
        signs, _ = signs_of(one["text"], other["text"], "", by_agents=agents)
        if signs:
            found.append((signs, bool(item["ends"])))
    return found


def told_in(project: Mapping[str, Any]) -> list[Line]:
    """What its sessions tell."""
    lines: list[Line] = []
    for number, session in enumerate(project["sessions"]):
        begin = _NOW - timedelta(days=session["days_ago"], minutes=-number)
        said = []
        for place, message in enumerate(session["messages"]):
            at = int((begin + timedelta(seconds=20 * place)).timestamp() * 1_000_000)
            one = Said(role=message["role"], content=message["content"], at=at, session_id=str(number), received=at)
            said.append((f"sessions/{number}.jsonl:{place}", one))
        lines += lines_of(said, tell_sections, UTC)[0]
    return sorted(lines, key=lambda line: line.at)


def vectors_of(lines: Iterable[Line], said: Iterable[Message]) -> dict[str, Vector]:
    """By the bundled encoder, of what a daemon has them of."""
    texts = {key_of(line): line.text for line in lines} | {message.key: message.text for message in said}
    return {key: _vector_of(text) for key, text in texts.items() if text}


@functools.cache
def _vector_of(text: str) -> Vector:
    encoder = _encoder()
    return encoder.encode_tokens(encoder.passages(text)[0])


@functools.cache
def _encoder() -> Encoder:
    model = find_model(BUNDLED_MODEL, [Path(sys.prefix, "share/memoryd/models")])
    assert model is not None
    return Encoder(model)


def rows_of(project: Mapping[str, Any]) -> Iterator[Row]:
    """Its lines that later messages may end."""
    told = told_in(project)
    lines, _ = each_once(told)
    said = messages_of(told)
    by_key: dict[str, list[Line]] = {}
    for line in told:
        by_key.setdefault(line.key, []).append(line)
    counts, looks = counts_of(lines), Looks(lines, said, vectors_of(lines, said))
    pairs: dict[int, list[tuple[int, Signs]]] = {}
    ruled = set()
    for at, number in meeting(lines, said):
        line, message = lines[at], said[number]
        agents = (line.who == "assistant", message.by_agent)
        signs, words = signs_of(line.text, message.text, message.reply, by_agents=agents)
        if not signs:
            continue
        signs |= {*signs_among(line.text, words, counts, together=line.session == message.session)}
        if rules := _rules(line, message, by_key):
            ruled.add(at)
        pairs.setdefault(at, []).append((number, signs | rules))
    for at in may_be_over(lines):
        line, met = lines[at], pairs.get(at, [])
        known, past = (holds(line, project[name]) for name in ("must_know", "must_not"))
        if line.text and not (known and past):
            yield Row(past if known or past else None, at, met, at in ruled, looks)


def _rules(line: Line, message: Message, by_key: Mapping[str, Sequence[Line]]) -> set[str]:
    """What rules tell of the pair."""
    said = by_key[message.key]
    told = (text for one in said for text in (one.text, one.heard) if text)
    found = {"rule.past"} if any(overrules_line(one, line) for one in said) else set()
    return found | ({"rule.done"} if any(is_done_by(line.text, text) for text in told) else set())


def holds(line: Line, things: Sequence[Mapping[str, Any]]) -> bool:
    """Whether it tells one of these."""
    text = f"{line.before} {line.text}".casefold()
    return any(tells(text, thing) for thing in things)


def fit(pairs: Sequence[tuple[Signs, bool]], rows: Sequence[Row]) -> Weights:
    """The weights of these."""
    weights = _fitted([(signs, is_end, 1.0) for signs, is_end in pairs])
    weights.of.update({"rule.past": 3.0, "rule.done": 3.0})
    for _ in range(_ROUNDS):
        examples = [(signs, is_end, _OF_PAIR) for signs, is_end in pairs]
        for row in rows:
            if row.past and row.signs:
                examples.append((max(row.signs, key=weights.sum), True, _OF_PAST))
            elif not row.past:
                examples += [(signs, False, _OF_UNKNOWN if row.past is None else 1.0) for signs in row.signs]
        weights = _fitted(examples)
    return weights


def _fitted(examples: Sequence[tuple[Signs, bool, float]]) -> Weights:
    counts = Counter(sign for signs, _, _ in examples for sign in signs)
    names = sorted(sign for sign, count in counts.items() if count >= _FEWEST)
    number = {name: at for at, name in enumerate(names)}
    rows = [[number[sign] for sign in sorted(signs) if sign in number] for signs, _, _ in examples]
    flat = np.array([at for row in rows for at in row], dtype=np.int64)
    of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    truth, counted = (np.array([one[at] for one in examples], dtype=float) for at in (1, 2))
    found = regress((flat, of, len(names)), truth, np.zeros(len(names) + 1), _RIDGE, counted)
    return Weights(float(found[-1]), dict(zip(names, found[:-1].tolist(), strict=True)))


class Judged(NamedTuple):
    """A line, and its log odds with vectors and without."""

    row: Row
    odds: float
    without: float


Features = Sequence[tuple[Row, tuple[float, ...]]]


def crossed(by_set: Mapping[str, Sequence[Row]], pairs: Sequence[tuple[Signs, bool]]) -> Features:
    """The features of all lines, those of each set by weights that were fitted without it."""
    found: list[tuple[Row, tuple[float, ...]]] = []
    for name, theirs in by_set.items():
        weights = fit(pairs, [row for other, more in by_set.items() if other != name for row in more])
        found += [(row, weights.features(row)) for row in theirs]
    return found


def grown(found: Features) -> list[Tree]:
    """The trees over these lines, each with and without vectors."""
    counted = [_OF_PAST_LINE if row.past else _OF_UNKNOWN_LINE if row.past is None else 1.0 for row, _ in found]
    values = np.array([features for _, features in found])
    truth = np.array([float(row.past or 0) for row, _ in found])
    return boosted(np.vstack([values, _without_vectors(values)]), np.tile(truth, 2), np.tile(counted, 2) / 2)


def _without_vectors(values: Floats) -> Floats:
    found = values.copy()
    found[:, -len(UNKNOWN) :] = UNKNOWN
    return found


def judged(by_set: Mapping[str, Sequence[Row]], found: Features) -> dict[str, list[Judged]]:
    """The lines of each set, with what trees tell of their features that were grown on the others."""
    told: dict[str, list[Judged]] = {}
    features = {id(row): of for row, of in found}
    for name, theirs in by_set.items():
        mine = {id(row) for row in theirs}
        trees = grown([one for one in found if id(one[0]) not in mine])
        values = np.array([features[id(row)] for row in theirs])
        both = (judged_by(trees, values).tolist(), judged_by(trees, _without_vectors(values)).tolist())
        told[name] = list(map(Judged, theirs, *both))
    return told


def least_of(judged: Iterable[Judged]) -> float:
    """From where on odds tell an end, so that few lines are lost that no rule leaves out."""
    known = [(one.odds, one.without) for one in judged if one.row.past is False and not one.row.ruled]
    return float(np.quantile(known, 1 - _LOST))


def judge(rows: Mapping[str, Sequence[Row]], written: Sequence[Sequence[tuple[Signs, bool]]]) -> None:
    """Print what is found of what was not learned from."""
    for number, theirs in enumerate(written):
        weights = _fitted([(*one, 1.0) for at, more in enumerate(written) if at != number for one in more])
        sums = {is_end: np.array([weights.sum(signs) for signs, end in theirs if end == is_end]) for is_end in (0, 1)}
        area = np.mean(sums[1][:, None] > sums[0])
        ends = [f"{np.mean(sums[1] > np.quantile(sums[0], 1 - lost)):.2f} at {lost}" for lost in (0.02, 0.05, 0.1)]
        print(f"pairs of writer {number}: area {area:.3f}, ends found {', '.join(ends)} of the others")
    by_set = judged(rows, crossed(rows, [one for theirs in written for one in theirs]))
    least = least_of(one for found in by_set.values() for one in found)
    for name, found in by_set.items():
        for is_past in (True, False):
            those = [one for one in found if one.row.past is is_past]
            rules = sum(one.row.ruled for one in those)
            near, without = (
                sum(one.row.ruled or odds >= least for one, odds in zip(those, all_odds, strict=True))
                for all_odds in ([one.odds for one in those], [one.without for one in those])
            )
            title = "past" if is_past else "to be known"
            print(f"{name} {title}: of {len(those)} rules {rules}, with the trees {near}, without vectors {without}")


def write(weights: Weights, trees: Sequence[Tree], least: float) -> None:
    """The data of `ended`."""
    kept = {sign: round(100 * weight) for sign, weight in sorted(weights.of.items()) if not sign.startswith("rule.")}
    kept = {sign: weight for sign, weight in kept.items() if weight}
    arrays = {
        "least": np.array(round(least, 2)),
        "edges": np.array([[edge for _, edge in tree.tests] for tree in trees]),
        "leaves": np.array([tree.leaves for tree in trees]),
        "weights": np.array(list(kept.values()), np.int16),
        "features": np.array([[feature for feature, _ in tree.tests] for tree in trees], np.int8),
    }
    path = Path(ended.__file__).with_name("ending.safetensors")
    write_weights(path, "tests.brief.fit_ending", ended.VERSION, arrays, {"signs": list(kept)})


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is told of what was not learned from")
    is_judged = options.parse_args().judge
    written = [pairs_of(path) for path in _PAIRS]
    rows = {
        name: [row for project in projects(SETS[name])[: _FIRST.get(name)] for row in rows_of(project)]
        for name in _SETS
    }
    if is_judged:
        judge(rows, written)
        return
    pairs = [one for theirs in written for one in theirs]
    features = crossed(rows, pairs)
    of_others = (one for found in judged(rows, features).values() for one in found)
    weights = fit(pairs, [row for theirs in rows.values() for row in theirs])
    write(weights, grown(features), least_of(of_others))


if __name__ == "__main__":
    main()
