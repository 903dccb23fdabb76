"""The built-in extractor: decisions, preferences, action items and facts of a day by patterns and salience (002 §3).

It reads English. It states nothing that was not said: each line is a sentence of a speaker, or a triple cut from one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Literal

import msgspec

from memoryd.kinds.dailies.daily import DailyFact, DailyResult
from memoryd.kinds.dailies.extract_patterns import (
    ACTIONS,
    DECISIONS,
    FACTS,
    HEDGES,
    PREFERENCES,
    REPORTED,
    STATEMENT,
    WEAK_OBJECT,
)
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.sentences import dated, is_question, sentences
from memoryd.types import fold

MOST_FACTS = 40
MOST_LINES = 15
"""Lines of each other section."""
TELLING = 0.4
LONGEST_TESTIMONY = 220

Section = Literal["decisions", "preferences", "action_items"]
_NAMED = lazy_pattern(r"(?<=\s)[A-Z][\w'&-]+|\b[A-Z]{2,}\b")
_OWN = lazy_pattern(r"\b(?:I|my|we|our|me)\b", re.IGNORECASE)
_NUMBER = lazy_pattern(r"\d")
_CLAUSE = lazy_pattern(
    r",? (?:but|because|so that|since|although|though|while|whereas|unless|until|if|when|which|where|who)\b"
    r"|,? (?:and|so) (?:I|we|it|he|she|they|that|this|you|my|the|now|then)\b|[;—]|\s-\s|, (?:and|so|not|too|as|haha)\b"
    r"|\.\s|!|:\s|, \w+ing\b",
)
_AND_I = lazy_pattern(r",? and (?=(?:I|we|my|our)\b)|; (?=(?:I|we|my|our)\b)", re.IGNORECASE)
_SHORT = ("it", "that", "this", "them", "those", "these", "him", "her", "you", "to")


class Said(msgspec.Struct, frozen=True):
    """A message as the extractor sees it: who said what, in which session, on which day."""

    session_id: str
    role: str
    who: str | None
    text: str
    day: date


class _Line(msgspec.Struct):
    order: int
    weight: float
    text: str


class _Found:
    """What has been found, each statement once, in the order in which it was said."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[str, _Line]] = {"decisions": {}, "preferences": {}, "action_items": {}}
        self.facts: dict[tuple[str, str, str], tuple[int, float, DailyFact]] = {}
        self._order = 0

    def line(self, section: Section, text: str, weight: float) -> None:
        self._order += 1
        self.lines[section].setdefault(fold(text).strip(".! "), _Line(self._order, weight, text))

    def fact(self, fact: DailyFact, weight: float) -> None:
        self._order += 1
        key = (fold(fact.subject), fold(fact.predicate), fold(fact.object))
        self.facts.setdefault(key, (self._order, weight, fact))

    def result(self) -> DailyResult:
        facts = sorted(self.facts.values(), key=lambda found: (-found[1], found[0]))[:MOST_FACTS]
        return DailyResult(
            facts=[fact for _, _, fact in sorted(facts, key=lambda found: found[0])],
            decisions=self._best("decisions"),
            preferences=self._best("preferences"),
            action_items=self._best("action_items"),
        )

    def _best(self, section: Section) -> list[str]:
        best = sorted(self.lines[section].values(), key=lambda line: (-line.weight, line.order))[:MOST_LINES]
        return [line.text for line in sorted(best, key=lambda line: line.order)]


def extract(messages: Iterable[Said]) -> DailyResult:
    """What of the messages is worth keeping."""
    found = _Found()
    for said in messages:
        # What an assistant without a name says is advice and small talk; only explicit marks of it count.
        is_person = said.role == "user" or (said.role == "assistant" and said.who is not None)
        if said.role not in ("user", "assistant"):
            continue
        for sentence in sentences(said.text):
            _judge(found, said, dated(sentence, said.day), is_person)
    return found.result()


def _judge(found: _Found, said: Said, sentence: str, is_person: bool) -> None:
    if REPORTED.search(sentence):
        return
    for section, patterns in (("decisions", DECISIONS), ("action_items", ACTIONS), ("preferences", PREFERENCES)):
        for rule in patterns:
            match = rule.pattern.search(sentence)
            if match is None or not (is_person or rule.explicit):
                continue
            if rule.refuses(match, sentence) or (is_question(sentence) and not rule.asks):
                continue
            weight = rule.weight + _salience(sentence)
            found.line(section, _as_line(said, sentence), weight)  # type: ignore[arg-type]
            if rule.predicate:
                _state(found, said, rule.predicate, match, weight)
            return
    if is_person and not is_question(sentence) and not HEDGES.search(sentence):
        _facts(found, said, sentence)


def _facts(found: _Found, said: Said, sentence: str) -> None:
    # `My name is Ada and I live in Oslo` says two things.
    clauses = [_fact_of(found, said, clause, _salience(sentence)) for clause in _AND_I.split(sentence)]
    if any(clauses):
        return
    match = STATEMENT.match(sentence)
    object_ = None if match is None else _object(match["object"])
    if match is None or object_ is None:
        _testimony(found, said, sentence)
        return
    firm = match["verb"].lower() not in ("is", "are", "was", "were", "has", "have", "will be")
    if firm or _specific(object_):
        predicate = "_".join(match["verb"].lower().split())
        subject = re.sub(r"^(?:the|our|my|a|an) ", "", match["subject"], flags=re.IGNORECASE)
        found.fact(DailyFact(subject, predicate, object_, said.session_id), 1.0 + _salience(sentence))


def _fact_of(found: _Found, said: Said, clause: str, salience: float) -> bool:
    for rule in FACTS:
        match = rule.pattern.search(clause)
        if match is not None and not rule.refuses(match, clause):
            _state(found, said, rule.predicate, match, rule.weight + salience)
            return True
    return False


def _testimony(found: _Found, said: Said, sentence: str) -> None:
    """No pattern fits, but a speaker tells of themselves with names and numbers: kept in their own words."""
    salience = _salience(sentence)
    if salience >= TELLING and len(sentence) <= LONGEST_TESTIMONY and _OWN.search(sentence):
        found.fact(DailyFact(said.who or "user", "said", sentence.rstrip(".! "), said.session_id), salience)


def _state(found: _Found, said: Said, predicate: str, match: re.Match[str], weight: float) -> None:
    """A triple about the speaker."""
    groups = match.groupdict()
    object_ = _object(groups.get("object") or "")
    if object_ is None:
        return
    if "verb" in groups:
        predicate = predicate.format("_".join((groups["verb"] or "").lower().split()))
    if "attribute" in groups:
        predicate = predicate.format("_".join((groups["attribute"] or "").lower().replace("'s", "").split()))
    found.fact(DailyFact(said.who or "user", predicate, object_, said.session_id), weight)


def _object(text: str) -> str | None:
    """The object without what belongs to the next clause; None when nothing is left that says something."""
    cut = _CLAUSE.split(f"{text.strip()} ", maxsplit=1)[0]
    words = cut.strip(" .,!?:;\"'~*").split()
    while words and words[-1].lower() in ("and", "or", "so", "too", "though", "lately", "actually", "now", "also"):
        words.pop()
    if not words or len(words) > 16 or (len(words) <= 2 and words[0].lower() in _SHORT):
        return None
    object_ = " ".join(words)
    return None if WEAK_OBJECT.fullmatch(object_) else object_


def _as_line(said: Said, sentence: str) -> str:
    return f"{said.who}: {sentence}" if said.who else sentence


def _specific(text: str) -> bool:
    """Whether it names something: a number, a date, a name."""
    return _NUMBER.search(text) is not None or _NAMED.search(f" {text}") is not None


def _salience(sentence: str) -> float:
    """Names and numbers weigh more; chatter is short, rambling is long."""
    names = min(3, len(_NAMED.findall(sentence)))
    words = len(sentence.split())
    return 0.25 * names + (0.4 if _NUMBER.search(sentence) else 0.0) - (0.3 if words < 5 or words > 40 else 0.0)
