"""Fits the weights of `memoryd.brief.ended` and writes them: `python -m tests.brief.fit_ending`.

An example is a pair of messages of which its writer said whether the later one ends the earlier one; and, of scripted
projects, each pair that the brief looks at whose earlier line the next session has to know, or whose line is past: of
the latter only the pair that looks most like an end, which is chosen anew with each fit. What rules tell of a pair is
a sign while it is fitted; a brief leaves out what they tell without asking. `--judge` prints what is told of what was
not learned from, by writer and by set of projects.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from memoryd.brief import ending_weights
from memoryd.brief.ended import Message, counts_of, meeting, messages_of
from memoryd.brief.ending import signs_among, signs_of
from memoryd.brief.lines import Line
from memoryd.brief.pairs import overrules_line
from memoryd.brief.telling import lines_of
from memoryd.composition import tell_sections
from memoryd.conversation.message import Message as Said
from memoryd.kinds.ends import is_done_by
from tests.bench.briefs import SETS, projects
from tests.bench.extraction import HERE
from tests.text.regression import regress

_PAIRS = tuple(HERE / f"data/pairs_{name}.json" for name in ("dev", "dev2", "dev3"))
_SETS = ("dev", "dev2", "dev3", "dev4")
_RIDGE, _FEWEST, _ROUNDS = 20.0, 3, 3
_OF_PAIR, _OF_PAST, _OF_UNKNOWN = 0.3, 2.0, 0.2
"""How much an example counts beside one of a line that is to be known: pairs are all hard, past lines few."""
_LOST = 0.02
"""Of the lines to be known, how many a brief may leave out beyond what rules do."""
_NOW = datetime(2026, 5, 15, tzinfo=UTC)

Signs = Set[str]


class Row(NamedTuple):
    """A line of a project: whether it is past, None where nobody said; the signs of each pair that it is in."""

    past: bool | None
    pairs: list[Signs]
    ruled: bool
    text: str


class Weights(NamedTuple):
    """What was fitted."""

    start: float
    of: dict[str, float]

    def sum(self, signs: Collection[str]) -> float:
        """Of one pair."""
        return self.start + sum(self.of.get(sign, 0.0) for sign in signs)

    def most(self, row: Row) -> float:
        """Of that of its pairs which looks most like an end."""
        return max((self.sum(signs) for signs in row.pairs), default=-20.0)


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


def rows_of(project: Mapping[str, Any]) -> Iterator[Row]:
    """Its lines that say something that is to be known or is past, and those of which nobody said it."""
    lines = told_in(project)
    by_key: dict[str, list[Line]] = {}
    for line in lines:
        by_key.setdefault(line.key, []).append(line)
    counts = counts_of(lines)
    pairs: dict[int, list[Signs]] = {}
    ruled = set()
    for at, message in meeting(lines, messages_of(lines)):
        line = lines[at]
        agents = (line.who == "assistant", message.by_agent)
        signs, words = signs_of(line.text, message.text, message.reply, by_agents=agents)
        if not signs:
            continue
        together = line.session == message.session
        signs |= {*signs_among(line.text, words, counts, together=together)}
        if rules := _rules(line, message, by_key):
            ruled.add(at)
        pairs.setdefault(at, []).append(signs | rules)
    for at, line in enumerate(lines):
        known, past = (_holds(line, project[name]) for name in ("must_know", "must_not"))
        if line.text and not (known and past):
            yield Row(past if known or past else None, pairs.get(at, []), at in ruled, line.text)


def _rules(line: Line, message: Message, by_key: Mapping[str, Sequence[Line]]) -> set[str]:
    """What rules tell of the pair."""
    said = by_key[message.key]
    told = (text for one in said for text in (one.text, one.heard) if text)
    found = {"rule.past"} if any(overrules_line(one, line) for one in said) else set()
    return found | ({"rule.done"} if any(is_done_by(line.text, text) for text in told) else set())


def _holds(line: Line, things: Sequence[Mapping[str, Any]]) -> bool:
    text = line.text.casefold()
    return any(all(word.casefold() in text for word in thing["holds"]) for thing in things)


def fit(pairs: Sequence[tuple[Signs, bool]], rows: Sequence[Row]) -> Weights:
    """The weights of these."""
    weights = _fitted([(signs, is_end, 1.0) for signs, is_end in pairs])
    weights.of.update({"rule.past": 3.0, "rule.done": 3.0})
    for _ in range(_ROUNDS):
        examples = [(signs, is_end, _OF_PAIR) for signs, is_end in pairs]
        for row in rows:
            if row.past and row.pairs:
                examples.append((max(row.pairs, key=weights.sum), True, _OF_PAST))
            elif not row.past:
                examples += [(signs, False, _OF_UNKNOWN if row.past is None else 1.0) for signs in row.pairs]
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


def least_of(judged: Sequence[tuple[Row, float]]) -> float:
    """From where on a sum tells an end, so that few lines are lost that no rule leaves out."""
    return float(np.quantile([most for row, most in judged if row.past is False and not row.ruled], 1 - _LOST))


def judged(
    rows: Mapping[str, Sequence[Row]], pairs: Sequence[tuple[Signs, bool]]
) -> dict[str, list[tuple[Row, float]]]:
    """The lines of each set, with what weights tell of them that were fitted on the others."""
    found = {}
    for name, theirs in rows.items():
        weights = fit(pairs, [row for other, more in rows.items() if other != name for row in more])
        found[name] = [(row, weights.most(row)) for row in theirs]
    return found


def judge(rows: Mapping[str, Sequence[Row]], written: Sequence[Sequence[tuple[Signs, bool]]]) -> None:
    """Print what is found of what was not learned from."""
    for number, theirs in enumerate(written):
        weights = _fitted([(*one, 1.0) for at, more in enumerate(written) if at != number for one in more])
        sums = {is_end: np.array([weights.sum(signs) for signs, end in theirs if end == is_end]) for is_end in (0, 1)}
        area = np.mean(sums[1][:, None] > sums[0])
        ends = [f"{np.mean(sums[1] > np.quantile(sums[0], 1 - lost)):.2f} at {lost}" for lost in (0.02, 0.05, 0.1)]
        print(f"pairs of writer {number}: area {area:.3f}, ends found {', '.join(ends)} of the others")
    by_set = judged(rows, [one for theirs in written for one in theirs])
    least = least_of([one for found in by_set.values() for one in found])
    for name, found in by_set.items():
        for is_past in (True, False):
            those = [(row.ruled, most >= least) for row, most in found if row.past is is_past]
            rules, sums, both = (sum(map(test, those)) for test in (lambda x: x[0], lambda x: x[1], any))
            title = "past" if is_past else "to be known"
            print(f"{name} {title}: of {len(those)} rules {rules}, the sum {sums}, both together {both}")


def write(weights: Weights, least: float) -> None:
    """The data of `ended`."""
    kept = {sign: round(100 * weight) for sign, weight in sorted(weights.of.items()) if round(100 * weight)}
    shown = " ".join(f"{sign}={weight}" for sign, weight in kept.items() if not sign.startswith("rule."))
    lines = textwrap.fill(shown, 118, break_long_words=False, break_on_hyphens=False)
    Path(ending_weights.__file__).write_text(
        '"""How much what a line and a later message show says for the line\'s end, in hundredths.\n\n'
        'Data of `ended`, written by tests/brief/fit_ending.py.\n"""\n\n'
        f"from __future__ import annotations\n\nLEAST = {round(100 * (least - weights.start))}\n"
        f'ENDING = """\n{lines}\n"""\n'
    )


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is told of what was not learned from")
    is_judged = options.parse_args().judge
    written = [pairs_of(path) for path in _PAIRS]
    rows = {name: [row for project in projects(SETS[name]) for row in rows_of(project)] for name in _SETS}
    if is_judged:
        judge(rows, written)
        return
    pairs = [one for theirs in written for one in theirs]
    of_others = [one for found in judged(rows, pairs).values() for one in found]
    write(fit(pairs, [row for theirs in rows.values() for row in theirs]), least_of(of_others))


if __name__ == "__main__":
    main()
