"""Fits the weights of `memoryd.in_force.ended` and writes them: `python -m tests.in_force.fit_ending`.

First those of pairs: an example is a pair of messages of which its writer said whether the later one ends the earlier
one; and, of scripted projects, each pair that the brief looks at whose earlier line the next session has to know, or
whose line is past: of the latter only the pair that looks most like an end, which is chosen anew with each fit. What
rules tell of a pair is a sign while it is fitted; a brief leaves out what they tell without asking. Then trees over
what a line and a message show of whether that brings it up to date: in small memories, whose writers said what does; of
a project's lines only what holds is known. Then trees over what all pairs of a line show together, and over the line
itself, also of lines that no later message speaks of; what pairs tell is by weights and trees that were fitted without
some sets of projects, of which its own is one.
These last are of two kinds, by projects alone and mostly by small memories; a line is over where both say so.
`--judge` prints what is told of what was not learned from, by writer and by set of projects. `--keep-ends` keeps what
was learned from projects alone: so the file was made last. All fitted anew told less of what is past in projects which
were left out (81 of 365 instead of 102), and lost more of what must be known (39 of 431 instead of 29).
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

from memoryd.brief.telling import lines_of
from memoryd.composition import tell_sections
from memoryd.conversation.message import Message as Said
from memoryd.extraction.ends import is_done_by
from memoryd.in_force import ended, nearness
from memoryd.in_force.ended import counts_of, may_be_over, meeting, messages_of
from memoryd.in_force.ending import signs_among, signs_of
from memoryd.in_force.lines import Line, Message
from memoryd.in_force.looks import Look, Looks, Pair
from memoryd.in_force.nearness import UNKNOWN, Vector, key_of
from memoryd.in_force.pairs import overrules_line
from memoryd.in_force.standing import each_once
from memoryd.in_force.updated import OF_NEWS, Shown, news_by, shown_by, with_news
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from tests.bench.briefs import SETS, projects, tells
from tests.bench.extraction import HERE
from tests.in_force.boosting import Floats, Tree, boosted, judged_by
from tests.in_force.small_projects import small_projects
from tests.support.weights import write_weights
from tests.text.regression import regress

_PAIRS = tuple(HERE / f"data/pairs_{name}.json" for name in ("dev", "dev2", "dev3", "dev4"))
_SETS = tuple(name for name in SETS if name not in ("blind", "dev16", "dev18"))
_SMALL = tuple(sorted((HERE / "data").glob("updates_dev*.json")))
_FIRST = {"dev13": 10, "dev14": 6}
"""Of a set, how many projects are learned from where that is not all: the others only count what comes of it."""
_RIDGE, _FEWEST, _ROUNDS = 20.0, 3, 3
_OF_PAIR, _OF_PAST, _OF_UNKNOWN = 0.3, 2.0, 0.2
"""How much an example counts beside one of a line that is to be known: pairs are all hard, past lines few."""
_LINES = {
    "ends": {"past": 3.0, "known": 1.0, "else": 0.05},
    "over": {"past": 1.0, "known": 0.1, "small past": 3.0, "alike": 4.0, "small known": 2.0, "small else": 0.3},
}
"""How much a line counts for the trees: that is past, or to be known, or of which nobody said either; the same in a
small memory, and what holds there though something later is alike to it."""
_OF_HELD = 0.5
"""How much a pair counts whose line holds in a project."""
_FOLDS = 4
"""Parts of the sets: what pairs tell in one is by weights and trees of the others."""
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
    """Of its project;"""
    shown: list[Shown]
    """and with which messages it shows what."""
    news: int | None = None
    """In a small memory, the message that brings it up to date, by number, -1 for none;"""
    is_alike: bool = False
    """and whether something later is merely alike."""

    @property
    def kind(self) -> str:
        """As what it counts."""
        if self.is_alike:
            return "alike"
        kind = "else" if self.past is None else "past" if self.past else "known"
        return kind if self.news is None else f"small {kind}"

    @property
    def signs(self) -> list[Signs]:
        """Of its pairs."""
        return [signs for _, signs in self.pairs]


class Weights(NamedTuple):
    """What was fitted."""

    start: float
    of: dict[str, float]
    updates: list[Tree]
    """Of pairs, by what `updated` tells of them."""

    def sum(self, signs: Iterable[str]) -> float:
        """Of one pair."""
        return math.fsum((self.start, *(self.of.get(sign, 0.0) for sign in signs)))

    def look(self, row: Row) -> Look:
        """What its pairs show together; a brief finds no signs of rules."""
        pairs = [
            Pair(row.number, which, round(100 * (self.sum(sign for sign in signs if sign[:5] != "rule.") - self.start)))
            for which, signs in row.pairs
        ]
        odds = judged_by(self.updates, np.array([one.features for one in row.shown])) if row.shown else ()
        look = dict(row.looks.of(pairs, (row.number,)))[row.number]
        news = news_by(row.shown, odds).get(row.number, ())
        return look._replace(features=with_news(look.features, news))


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
    over = may_be_over(lines)
    among = (Pair(at, number, 0) for at, met in pairs.items() for number, _ in met)
    shown: dict[int, list[Shown]] = {}
    for one in shown_by(lines, said, looks.nearness, among, over):
        shown.setdefault(one.line, []).append(one)
    number_of = {message.key: number for number, message in enumerate(said)}
    for at in over:
        line = lines[at]
        row = Row(None, at, pairs.get(at, []), at in ruled, looks, shown.get(at, []))
        if "updated" in project:
            source = line.source or line.key
            known, past = source in project["known"], source in project["updated"]
            news = number_of[project["updated"][source]] if past else -1
            row = row._replace(news=news, is_alike=source in project["alike"])
        else:
            known, past = (_holds(line, project[name]) for name in ("must_know", "must_not"))
        if line.text and not (known and past):
            yield row._replace(past=past if known or past else None)


def _rules(line: Line, message: Message, by_key: Mapping[str, Sequence[Line]]) -> set[str]:
    """What rules tell of the pair."""
    said = by_key[message.key]
    told = (text for one in said for text in (one.text, one.heard) if text)
    found = {"rule.past"} if any(overrules_line(one, line) for one in said) else set()
    return found | ({"rule.done"} if any(is_done_by(line.text, text) for text in told) else set())


def _holds(line: Line, things: Sequence[Mapping[str, Any]]) -> bool:
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


def _updates(rows: Sequence[Row]) -> list[Tree]:
    """The trees that tell whether a message brings a line up to date."""
    examples = [
        (one.features, one.message == row.news, _OF_HELD if row.news is None else 1.0)
        for row in rows
        if row.news is not None or row.past is False
        for one in row.shown
    ]
    values = np.array([features for features, _, _ in examples])
    truth, counted = (np.array([one[at] for one in examples], dtype=float) for at in (1, 2))
    of_pair = slice(0, nearness.OF_PAIR)
    without = values.copy()
    without[:, of_pair] = -1.0
    return boosted(np.vstack([values, without]), np.tile(truth, 2), np.tile(counted, 2) / 2)


def _fitted(examples: Sequence[tuple[Signs, bool, float]]) -> Weights:
    counts = Counter(sign for signs, _, _ in examples for sign in signs)
    names = sorted(sign for sign, count in counts.items() if count >= _FEWEST)
    number = {name: at for at, name in enumerate(names)}
    rows = [[number[sign] for sign in sorted(signs) if sign in number] for signs, _, _ in examples]
    flat = np.array([at for row in rows for at in row], dtype=np.int64)
    of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    truth, counted = (np.array([one[at] for one in examples], dtype=float) for at in (1, 2))
    found = regress((flat, of, len(names)), truth, np.zeros(len(names) + 1), _RIDGE, counted)
    return Weights(float(found[-1]), dict(zip(names, found[:-1].tolist(), strict=True)), [])


class Judged(NamedTuple):
    """A line, and the log odds of both kinds of trees, with vectors and without."""

    row: Row
    look: Look
    odds: tuple[float, float]
    without: tuple[float, float]

    def is_over(self, odds: tuple[float, float], least: float) -> bool:
        """Whether a brief leaves it out."""
        if len(self.row.looks.messages) < ended.FEW:
            return self.row.ruled or self.look.features[-OF_NEWS] >= ended.LEAST_NEWS
        return self.row.ruled or ended.is_over(*odds, least, is_met=self.look.is_met)


Looked = Sequence[tuple[Row, Look]]


def crossed(by_set: Mapping[str, Sequence[Row]], pairs: Sequence[tuple[Signs, bool]]) -> Looked:
    """The features of all lines, those of each set by weights that were fitted without it."""
    of_projects = {name: rows for name, rows in by_set.items() if name in _SETS}
    found: list[tuple[Row, Look]] = []
    for part in _parts(by_set):
        updates = _updates([row for name, more in by_set.items() if name not in part for row in more])
        for name in part:
            weights = fit(pairs, [row for other, more in of_projects.items() if other != name for row in more])
            found += [(row, weights._replace(updates=updates).look(row)) for row in by_set[name]]
    return found


def _parts(by_set: Mapping[str, Sequence[Row]]) -> list[list[str]]:
    names = list(by_set)
    return [names[at::_FOLDS] for at in range(_FOLDS)]


def grown(found: Looked, name: str) -> list[Tree]:
    """The trees of this name over these lines, each with and without vectors."""
    counts = _LINES[name]
    counted = [(row, look) for row, look in found if row.kind in counts]
    values = np.array([look.features for _, look in counted])
    truth = np.array([float(row.past or 0) for row, _ in counted])
    much = np.array([counts[row.kind] for row, _ in counted])
    both = np.vstack([_of(name, values), _of(name, _without_vectors(values))])
    return boosted(both, np.tile(truth, 2), np.tile(much, 2) / 2)


def _of(name: str, values: Floats) -> Floats:
    """Of these features those that trees of this name know."""
    return values[:, :-OF_NEWS] if name == "ends" else values


def _without_vectors(values: Floats) -> Floats:
    found = values.copy()
    found[:, -len(UNKNOWN) - OF_NEWS : -OF_NEWS] = UNKNOWN
    return found


def judged(by_set: Mapping[str, Sequence[Row]], found: Looked) -> dict[str, list[Judged]]:
    """The lines of each set, with what trees tell of their features that were grown on the others."""
    told: dict[str, list[Judged]] = {}
    looks = {id(row): look for row, look in found}
    for part in _parts(by_set):
        over = _grown_without(found, [row for name in part for row in by_set[name]], "over")
        for name in part:
            ends = _grown_without(found, by_set[name], "ends")
            values = np.array([looks[id(row)].features for row in by_set[name]])
            odds, without = (
                zip(judged_by(ends, _of("ends", some)).tolist(), judged_by(over, some).tolist(), strict=True)
                for some in (values, _without_vectors(values))
            )
            told[name] = [
                Judged(row, looks[id(row)], *both) for row, *both in zip(by_set[name], odds, without, strict=True)
            ]
    return told


def _grown_without(found: Looked, rows: Iterable[Row], name: str) -> list[Tree]:
    mine = {id(row) for row in rows}
    return grown([one for one in found if id(one[0]) not in mine], name)


def least_of(judged: Iterable[Judged]) -> float:
    """From where on odds tell an end, so that few lines are lost that no rule leaves out."""
    known = (one for one in judged if one.row.kind == "known" and not one.row.ruled)
    return float(np.quantile([(one.odds[0], one.without[0]) for one in known], 1 - _LOST))


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
        for title, is_past in (("past", True), ("to be known", False)):
            _print_told(f"{name} {title}", least, [one for one in found if one.row.past is is_past])
    small = [one for found in by_set.values() for one in found if one.row.news is not None]
    for title, is_few in ((f"{ended.FEW} messages and more", False), ("fewer", True)):
        those = [one for one in small if (len(one.row.looks.messages) < ended.FEW) == is_few]
        for kind in sorted({one.row.kind for one in small}):
            _print_told(f"{kind} of {title}", least, [one for one in those if one.row.kind == kind])


def _print_told(title: str, least: float, those: Sequence[Judged]) -> None:
    rules = sum(one.row.ruled for one in those)
    near, without = (
        sum(one.is_over(odds, least) for one, odds in zip(those, all_odds, strict=True))
        for all_odds in ([one.odds for one in those], [one.without for one in those])
    )
    print(f"{title}: of {len(those)} rules {rules}, with the trees {near}, without vectors {without}")


Grown = tuple[Any, Any, Any]
"""The features, edges and leaves of trees."""


def arrays_of(trees: Sequence[Tree]) -> Grown:
    """As they are written."""
    features = [[feature for feature, _ in tree.tests] for tree in trees]
    return (
        np.array(features, np.int8),
        np.array([[edge for _, edge in tree.tests] for tree in trees]),
        np.array([tree.leaves for tree in trees]),
    )


def write(signs: Mapping[str, int], trees: Mapping[str, Grown], least: float) -> None:
    """The data of `ended`."""
    arrays = {"least": np.array(least)}
    for name, (_, edges, leaves) in trees.items():
        arrays |= {f"{name}.edges": edges, f"{name}.leaves": leaves}
    arrays["weights"] = np.array(list(signs.values()), np.int16)
    arrays |= {f"{name}.features": features for name, (features, _, _) in trees.items()}
    path = Path(ended.__file__).with_name("ending.safetensors")
    write_weights(path, "tests.in_force.fit_ending", ended.VERSION, arrays, {"signs": list(signs)})


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is told of what was not learned from")
    options.add_argument("--keep-ends", action="store_true", help="keep what was learned from projects alone")
    chosen = options.parse_args()
    written = [pairs_of(path) for path in _PAIRS]
    rows = {
        name: [row for project in projects(SETS[name])[: _FIRST.get(name)] for row in rows_of(project)]
        for name in _SETS
    } | {path.stem: [row for project in small_projects(path) for row in rows_of(project)] for path in _SMALL}
    if chosen.judge:
        judge(rows, written)
        return
    pairs = [one for theirs in written for one in theirs]
    looked = crossed(rows, pairs)
    trees = {"over": arrays_of(grown(looked, "over"))}
    trees["pairs"] = arrays_of(_updates([row for theirs in rows.values() for row in theirs]))
    if chosen.keep_ends:
        kept = ended.fitted()
        write(kept.weights, {"ends": kept.ends, **trees}, kept.least)
        return
    of_others = (one for found in judged(rows, looked).values() for one in found)
    weights = fit(pairs, [row for name in _SETS for row in rows[name]])
    of = {sign: round(100 * weight) for sign, weight in sorted(weights.of.items()) if not sign.startswith("rule.")}
    signs = {sign: weight for sign, weight in of.items() if weight}
    write(signs, {"ends": arrays_of(grown(looked, "ends")), **trees}, round(least_of(of_others), 2))


if __name__ == "__main__":
    main()
