"""The built-in summariser: the sentences that say most, in their order and their own words. Pure, no model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.tokens import tokens_of

_SENTENCE = lazy_pattern(r"(?<=[.!?…。！？])[\"'”’)]*\s+|\n+")
_WORD = lazy_pattern(r"[^\W_]+(?:['’-][^\W_]+)*")
_NUMBER = lazy_pattern(r"\d")
_SMALL_TALK = lazy_pattern(
    r"(?i)^\W*(hi|hey|hello|thanks?|thank you|wow|ok(ay)?|sure|bye|good (morning|night|evening)|great|cool|nice|yes|no"
    r"|you're welcome|take care|talk soon)\b"
)
_TIME = lazy_pattern(
    r"(?i)\b(yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week|weekend|month|year|spring|summer"
    r"|fall|autumn|winter|\w+day)|(?:days?|weeks?|months?|years?) ago|since \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)"
    r"day|january|february|march|april|june|july|august|september|october|november|december)\b"
)
_DEED = lazy_pattern(
    r"(?i)\b(?:I|we|my \w+|our \w+)(?:['’]ve| have| had| has| just| also| recently| finally| actually| even| already"
    r"| never)* (?!(?:need|wanted)\b)(?:went|got|made|took|met|found|lost|won|bought|sold|saw|gave|began|ran|wrote|read"
    r"|built|left|told|taught|came|had|spent|broke|hurt|kept|led|heard|chose|paid|sent|brought|been|\w{2,}ed)\b"
)
_BULLET = lazy_pattern(r"^\s*(?:[-*•]|\d+[.)])\s+")
_LONGEST = 60
"""Words of a sentence that is taken whole."""
_ALIKE = 0.6
_LEAST = 0.3
"""A sentence that tells less than this share of the best one is left out, also when there is room."""


class Line(NamedTuple):
    """Something that was said or noted; `day` groups what belongs together, `weight` is what its kind adds."""

    text: str
    day: str = ""
    who: str = ""
    weight: float = 0.0


class _Sentence(NamedTuple):
    place: int
    text: str
    day: str
    who: str
    words: frozenset[str]
    weight: float


def summarise(lines: Sequence[Line], target_tokens: int) -> str:
    """At most about `target_tokens` of the most telling sentences, under the days on which they were said."""
    sentences = list(_sentences(lines))
    chosen = sorted(_choose(sentences, target_tokens), key=lambda one: one.place)
    text = _render(chosen)
    if text:
        return text
    # Nothing but small talk: then that is kept.
    return _render(sentences[:1]) or "Nothing was said that needs to be remembered."


def _sentences(lines: Iterable[Line]) -> Iterable[_Sentence]:
    place = 0
    for line in lines:
        for piece in _SENTENCE.split(line.text):
            text = _BULLET.sub("", piece).strip()
            words = [word.casefold() for word in _WORD.findall(text)]
            if len(words) > _LONGEST:
                text, words = _cut(text), words[:_LONGEST]
            content = frozenset(word for word in words if len(word) > 3 or not word.isascii() or word.isdigit())
            if content:
                yield _Sentence(place, text, line.day, line.who, content, line.weight)
                place += 1


def _cut(text: str) -> str:
    match = list(_WORD.finditer(text))[_LONGEST - 1]
    return text[: match.end()] + " …"


def _choose(sentences: Sequence[_Sentence], target_tokens: int) -> list[_Sentence]:
    total = len(sentences)
    counts = Counter(word for sentence in sentences for word in sentence.words)
    scored = sorted(((_score(one, counts, total), -one.place, one) for one in sentences), reverse=True)
    left = target_tokens
    chosen: list[_Sentence] = []
    days: set[str] = set()
    for score, _, one in scored:
        if score < _LEAST * scored[0][0]:
            break
        cost = tokens_of(f"- {one.who}: {one.text}\n") + (0 if one.day in days else tokens_of(f"**{one.day}**\n\n"))
        if cost > left or any(_alike(one, other) for other in chosen):
            continue
        chosen.append(one)
        days.add(one.day)
        left -= cost
        if left < 8:
            break
    return chosen


def _score(one: _Sentence, counts: Counter[str], total: int) -> float:
    """Words that recur but are not everywhere, actions, dates, names and numbers count; small talk counts less."""
    weights = (math.log1p(counts[word]) * math.log((total + 1) / counts[word]) for word in one.words)
    score = sum(weights) / math.sqrt(len(one.words) + 4)
    if _NUMBER.search(one.text):
        score *= 1.2
    if _TIME.search(one.text):
        score *= 1.6
    if _DEED.search(one.text):
        score *= 1.5
    if any(word[0].isupper() for word in _WORD.findall(one.text)[1:] if word != "I"):
        score *= 1.15
    if _SMALL_TALK.match(one.text):
        score *= 0.5
    if one.text.rstrip("\"'”’) ").endswith(("?", "？")):
        score *= 0.6
    return score * (1.0 + one.weight)


def _alike(one: _Sentence, other: _Sentence) -> bool:
    return len(one.words & other.words) / len(one.words | other.words) > _ALIKE


def _render(chosen: Iterable[_Sentence]) -> str:
    parts: list[str] = []
    day = who = ""
    for one in chosen:
        if one.day and one.day != day:
            parts.append(f"\n**{one.day}**\n\n" if parts else f"**{one.day}**\n\n")
            day, who = one.day, ""
        # A speaker who goes on is not named again.
        parts.append(f"- {one.who}: {one.text}\n" if one.who and one.who != who else f"- {one.text}\n")
        who = one.who
    return "".join(parts).strip()


_DAY_LINE = lazy_pattern(r"\*\*(.{1,40})\*\*")
_WHO = lazy_pattern(r"([^\W\d_][\w .'’-]{0,40}): (?=\S)")


def lines_of_summary(text: str, day: str) -> list[Line]:
    """A summary as lines, for putting several together; its own days count before `day`."""
    found: list[Line] = []
    who = ""
    for raw in text.splitlines():
        match = _DAY_LINE.fullmatch(raw.strip())
        if match:
            day, who = match[1], ""
            continue
        is_bullet = _BULLET.match(raw) is not None
        line = _BULLET.sub("", raw).strip()
        named = _WHO.match(line) if is_bullet else None
        if named:
            who, line = named[1], line[named.end() :]
        if line:
            found.append(Line(line, day, who if is_bullet else ""))
    return found
