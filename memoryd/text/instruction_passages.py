"""How much a passage reads like an instruction to an agent, by what stands in it (rule 27). Pure.

A passage is a clause and the next one. What stands in it are its words by their beginnings, alone and in pairs, the
word that opens a clause, the topics that it touches (`instruction_words`), those that are touched around it and the
signals found in it (`instruction_forms`). Each has a weight, and the sum of the best passage counts beside what the
window around it says (`instruction_windows`): `explained` names its parts. The weights are fitted, by
tests/text/fit_instructions.py, to texts that were written for it.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

import re2

from memoryd.text.instruction_weights import START, WEIGHTS
from memoryd.text.instruction_words import TOPICS

_STEM = 7
"""Letters of a word that count: a cheap stem for all languages."""
_LONGEST_CLAUSE = 60
"""Words of a clause that are read at once; a longer one is read in parts."""
_END = re.compile(
    rb"(?<=[.!?;:])[\s\"')\]]+|\n+|\s(?:-|\xe2\x80\x93|\xe2\x80\x94)+\s|<[^>]{0,80}>|\",\s*\"|\*/|\xe3\x80\x82|\xef\xbc[\x81\x9a\x9f]"
)
_WORD = re.compile(r"[^\W_]+|[<>{}@$`]|://")
_DENSE = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
"""Scripts that put no blanks between words, or much behind them: pairs of letters are read."""
_GAP = r"[^.!?\n]{1,25}?"
_OPENING = re.compile(
    rb"(?:^|[.!?:;,\n>({\[\"'`*#|-]|\xe2\x80\x94|\xe3\x80\x82|\xef\xbc\x9a|\xe3\x80\x81|\xef\xbc\x8c"
    rb"|\b(?:please|then|and|must|should|now|bitte|und|also|just|to|or|not|y|e|et|en|has to|have to))\W{0,4}$"
)
"""What stands before a command."""
_STEPS = (0.3, 0.6, 0.9)
"""What the signals of a passage may reach together."""

_AROUND = 6
"""Passages before and behind one whose topics tell what kind of text it stands in."""

Found = Iterable[tuple[int, str, float, str]]
"""Signals: place in bytes, family, weight, name of the form."""


def _expression(words: str) -> Any:
    """Any of the words, compiled to match byte by byte."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    return re2.compile("|".join(_pattern(word.strip()) for word in words.split("|") if word.strip()).encode(), options)


def _pattern(word: str) -> str:
    begins = word.removesuffix("*").strip()
    pattern = _GAP.join(re.escape(part).replace(r"\ ", " ") for part in begins.split("*"))
    opened = r"\b" if re.match("[a-z0-9]", begins) else ""
    closed = r"\b" if begins == word and re.search("[a-z0-9]$", begins) else ""
    return opened + pattern + closed


@functools.cache
def _topics() -> tuple[tuple[str, bool, Any], ...]:
    return tuple((f"T:{topic.name}", topic.is_deed, _expression(topic.words)) for topic in TOPICS)


@functools.cache
def weights() -> Mapping[str, float]:
    """Of each feature, in the order of the data."""
    entries = (entry.rpartition("=") for entry in WEIGHTS.split())
    return {name: int(weight) / 100 for name, _, weight in entries}


def words_of(clause: str) -> list[str]:
    """Its words by their beginnings, numbers as `0`."""
    found: list[str] = []
    for match in _WORD.finditer(clause):
        word = match[0]
        if _DENSE.match(word):
            found += [word[at : at + 2] for at in range(max(1, len(word) - 1))]
        else:
            found.append("0" if word.isdigit() else word[:_STEM])
    return found


def _clauses(data: bytes) -> list[tuple[int, bytes]]:
    """Its clauses and where they begin."""
    begin, found = 0, []
    for match in _END.finditer(data):
        found.append((begin, data[begin : match.start()]))
        begin = match.end()
    found.append((begin, data[begin:]))
    return [(at, clause) for at, clause in found if clause.strip()]


def passages(data: bytes, found: Found, is_example: Callable[[int], bool]) -> tuple[list[int], list[set[str]]]:
    """Where each passage of a plain text begins, in bytes, and what stands in it; nothing of a quoted example."""
    starts: list[int] = []
    clauses: list[set[str]] = []
    sums: list[dict[str, float]] = []
    for at, clause in _clauses(data):
        words = words_of(clause.decode("utf-8", "replace"))
        for begin in range(0, max(1, len(words)), _LONGEST_CLAUSE):
            part = words[begin : begin + _LONGEST_CLAUSE]
            opening = {f"^{part[0]}"} if part and begin == 0 else set()
            pairs = (f"{one}_{other}" for one, other in pairwise(part))
            clauses.append(set() if is_example(at) else {*part, *pairs, *opening})
            sums.append({})
            starts.append(at + begin)
    if not clauses:
        return [], []
    for name, is_deed, expression in _topics():
        for match in expression.finditer(data):
            place = max(0, bisect_right(starts, match.start()) - 1)
            if place < len(clauses):
                clauses[place].add(name)
                if is_deed and _OPENING.search(data, max(0, match.start() - 12), match.start()) is not None:
                    clauses[place].add(f"{name}!")
    for at, family, weight, form in found:
        place = max(0, bisect_right(starts, at) - 1)
        if place < len(sums):
            sums[place][family] = max(weight, sums[place].get(family, 0.0))
            if form:
                clauses[place].add(f"F:{form}")
    topics = [{f"D{name}" for name in one if name.startswith("T:")} for one in clauses]
    return starts, [
        {*one, *other, *_signalled(first, second), *set().union(*topics[max(0, at - _AROUND) : at + _AROUND + 2])}
        for at, (one, other, first, second) in enumerate(
            zip(clauses, [*clauses[1:], set()], sums, [*sums[1:], {}], strict=True)
        )
    ]


def _signalled(one: Mapping[str, float], other: Mapping[str, float]) -> Iterable[str]:
    if not one and not other:
        return
    strongest = {name: max(one.get(name, 0.0), other.get(name, 0.0)) for name in {*one, *other}}
    for name, weight in strongest.items():
        yield f"S:{name}"
        if weight >= 0.8:
            yield f"S:{name}!"
    total = sum(strongest.values())
    yield from (f"S>={step}" for step in _STEPS if total >= step)


def sums(found: Iterable[set[str]]) -> list[float]:
    """How much each passage reads like an instruction."""
    known = weights()
    return [START + sum(known.get(name, 0.0) for name in one) for one in found]


def explained(found: Iterable[set[str]]) -> list[tuple[str, float]]:
    """The parts of that passage's sum, the heaviest first."""
    known = weights()
    parts = max(found, key=lambda one: sum(known.get(name, 0.0) for name in one), default=set())
    return sorted(((name, known[name]) for name in parts if name in known), key=lambda part: -abs(part[1]))
