# ruff: noqa: E501 - patterns read better unbroken
"""What a line still says of what it put an end to: a brief tells what holds, without that (rule 26). Pure.

`We moved from Acast to Transistor` becomes `We moved to Transistor`, once what was said of Acast is past.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memoryd.extraction.ends import FEWEST_SHARED, words_of
from memoryd.in_force.lines import Line, are_apart
from memoryd.in_force.pairs import replaced, tells_problem, turned_down
from memoryd.in_force.wordings import DENIES
from memoryd.patterns import pattern as lazy_pattern

_MOST_CUT = 8
"""Phrases of one kind that are cut from a text."""
_ARTICLE = r"(?:(?:the|our|my|its|their|a|an|old|der|die|das|den|dem|des|ein(?:e|en|em|er)?|alte[nrs]?|bisherige[nrs]?|unser(?:e|en|em)?) ){0,2}"
_OLD = r"(?P<old>[\w£$€][\w./+#:%&'’-]*(?: [\w£$€][\w./+#:%&'’-]*){0,3}?)"
_BEHIND = r"(?=\s*(?:[.,;:!?)–—]|$)| (?:and|und|for|für|because|since|weil|denn|as|so|but|aber|ab|now|jetzt|nun)\b)"
_AT = r"(?:(?:in|on|at|by|with|am|im|um|bei|mit|auf) )?"
_PHRASES = (
    (lazy_pattern(rf"(?i)\b(?:from|von) {_ARTICLE}{_OLD} (?P<kept>(?:over )?(?:to|into|auf|zu|zum|zur|nach))\b"), "{kept}"),
    (lazy_pattern(r"(?i) ?\b(?:instead of|rather than|statt|anstatt) (?P<old>\d+(?:[.,:]\d+)*%?)(?= (?!and|und|for|für|from|ab|als)[^\W\d])"), ""),
    (lazy_pattern(rf"(?i)(?:, )?\b(?:instead of|rather than|in place of|statt|anstatt|anstelle von) {_AT}{_ARTICLE}{_OLD}{_BEHIND}"), ""),
    (lazy_pattern(rf"(?i)(?:^|(?<=[.!?;:] ))(?:instead of|rather than|statt|anstatt|anstelle von) {_ARTICLE}{_OLD}(?:,| (?=(?:we|I|it|wir|ich|es|jetzt|nun|now)\b))"), ""),
    (lazy_pattern(r"(?P<old>(?<!\S)[\w£$€.]*\d[\w./+#:%-]*) ?(?:→|->|=>) ?(?=\S*\d)"), ""),
    (lazy_pattern(rf"(?i) ?\((?:(?:it )?(?:was|were|used to be|before|previously|formerly|not|no longer|instead of|old|vorher|bisher|früher|zuvor|war|nicht|nicht mehr|statt|alt):? )+{_ARTICLE}{_OLD}(?: [^()]{{0,40}})?\)"), ""),
    (lazy_pattern(rf"(?i)(?:,|[.!;]|\s[–—-])(?: (?:and|but|und|aber))? (?:not|no longer|no more|nicht(?: mehr)?|kein(?:e[nrms]?)?) {_AT}{_ARTICLE}{_OLD}(?: (?:any ?more|mehr|as before|wie bisher))?(?=\s*(?:[.,;!?)]|$))"), ""),
    (lazy_pattern(rf"(?i)\b(?P<kept>replac(?:e|es|ed|ing)|swap(?:s|ped|ping)?|exchang(?:e|es|ed|ing)) {_ARTICLE}{_OLD} (?P<by>with|by|for)\b"), "{kept} … {by}"),
)  # fmt: skip
"""What names the former thing, as `old`, beside what holds, and what stands for it then."""
_CLAUSE_ENDS = lazy_pattern(r"(?<=[!?;,])\s+|(?<=[^\W\d]\.)\s+|\s+(?=[–—-]\s)")
_LABEL = lazy_pattern(r"\s*(?:[^\W\d_][\w-]*(?: [\w-]+)?): ")
_LEANS = lazy_pattern(
    r"(?i)\W*(?:(?:so|and|but|then|now|und|aber|also|dann|jetzt|nun),? )*(?:it|its|it['’]s|that|that['’]s|this|they|them|he|she|him|her|es|das|er|sie|ihn|ihm|die|der|dafür|damit|deshalb|because|since|which|weil|da|denn|sondern)\b"
)
"""It begins with what only the clause before it explains."""
_HEDGES = lazy_pattern(
    r"(?i)\b(?:yet|still|until|stays?|keeps?|kept|remains?|noch|bis|bleib\w*|behalt\w*|sonst|dann|otherwise|without|ohne|if|wenn|falls|unless|between|zwischen)\b"
)
"""It holds only for now, or under a condition, or goes on."""
_RULES_OUT = lazy_pattern(
    r"(?i)(?:\W|\b(?:and|so|but|ok|okay|und|also|aber)\b)*(?:no|not|never|don['’]t|kein\w*|nicht|nie|nur|only)\b"
)
"""So begins a rule, too: it holds whatever it puts an end to."""
_NAMED = lazy_pattern(r"\b[A-ZÄÖÜ][\w-]+")
_MOST_NEW = 4
"""Words of a clause that the former text does not have: one with more tells something of its own."""
_FEWEST_LEFT = 3
"""Words of what is left."""
_LOOSE = lazy_pattern(r"(?<=\w) +(?=[.,;:!?](?:\s|$))")
_JOINS = lazy_pattern(r"(?i)^(?:(?:so|and|but|und|aber|also),? )+")
"""What joins a clause to the one before it, which is gone."""
_FIRST, _LAST = lazy_pattern(r"^(?:[\s,;:–—]|\.\s)+"), lazy_pattern(r"[\s,;:–—]+$")


class Past(NamedTuple):
    """A line that is past, since when, and the key of what says so."""

    line: Line
    until: int
    by: str


class Former:
    """The lines that are past, by their words."""

    def __init__(self, past: Iterable[Past]) -> None:
        self._by_word: dict[str, list[Past]] = defaultdict(list)
        for one in past:
            if DENIES.search(one.line.text) is None:  # what was not wanted then is not what was
                for word in words_of(one.line.text):
                    self._by_word[word].append(one)

    def left_out(self, line: Line, text: str) -> str:
        """The text, of the line or its message, without what it says of earlier lines that were past by then."""
        if line.part == "context":
            return text
        found = {id(one): one for word in words_of(text) for one in self._by_word.get(word, ())}.values()
        met = [one for one in found if not are_apart(one.line, line)]
        ended = [one.line.text for one in met if one.by == (line.source or line.key)]
        return without_former(text, [one.line.text for one in met if one.until <= line.at] + ended, ended)


def without_former(text: str, former: Sequence[str], ended: Sequence[str]) -> str:
    """The text without what it tells of earlier texts that are past; as it is where little would be left.

    `former`: all of those; `ended`: those that what was said along with the text put an end to.
    """
    if not former:
        return text
    left = _without_clauses(_without_phrases(text, former), former, ended)
    if left == text or len(words_of(left)) < FEWEST_SHARED:
        return text
    left = _JOINS.sub("", left)
    return left[0].upper() + left[1:] if text[0].isupper() else left


def _without_phrases(text: str, former: Iterable[str]) -> str:
    for pattern, kept in _PHRASES:
        start = 0
        for _ in range(_MOST_CUT):
            match = pattern.search(text, start)
            if match is None:
                break
            start = match.start() + 1
            if any(_tells_of(match["old"], one) for one in former):
                put = kept.format(**match.groupdict()) if kept else ""
                text = _tidy(f"{text[: match.start()]}{put}{text[match.end() :]}")
    return text


def _tells_of(old: str, former: str) -> bool:
    words = words_of(old)
    return bool(words) and words <= words_of(former)


def _without_clauses(text: str, former: Sequence[str], ended: Sequence[str]) -> str:
    clauses = _CLAUSE_ENDS.split(text)
    left = list(clauses)
    for at, clause in enumerate(clauses):
        behind = clauses[at + 1] if at + 1 < len(clauses) else ""
        rest = " ".join(one for number, one in enumerate(left) if number != at)
        if rest and not _LEANS.match(behind) and _is_only_of(clause, rest, former, ended):
            left[at] = _label(clause, rest)
    told = text if left == clauses else _tidy(" ".join(left))
    return told if _stands_alone(told) else text


def _is_only_of(clause: str, rest: str, former: Iterable[str], ended: Sequence[str]) -> bool:
    """Whether all that the clause tells beside the rest is that what one of these texts says is no longer so."""
    if _HEDGES.search(clause) or _RULES_OUT.match(clause):
        return False
    gone = [one for one in (*map(words_of, replaced(clause)), *turned_down(clause)) if one]
    is_denied = DENIES.search(clause) is not None or tells_problem(clause)
    if not (gone or (ended and is_denied)):
        return False
    words, others = words_of(clause), words_of(rest)
    gone = [one for one in gone if not one <= others]
    for text in former if gone else ():
        theirs = words_of(text)
        if len(words - theirs) <= _MOST_NEW and any(one <= theirs for one in gone):
            return True
    return is_denied and any(words & words_of(text) - others and not _tells_new(clause, text) for text in ended)


def _tells_new(clause: str, former: str) -> bool:
    """Whether it names or counts what the former text does not."""
    theirs = words_of(former)
    more = words_of(clause) - theirs
    named = words_of(" ".join(_NAMED.findall(clause)))
    return len(more) > _MOST_NEW or any(one[0].isdigit() for one in more) or bool(named - theirs)


def _stands_alone(text: str) -> bool:
    return sum(word[0].isalpha() for word in words_of(text)) >= _FEWEST_LEFT


def _label(clause: str, rest: str) -> str:
    """What the clause says all that follows it is about, where that names it no more."""
    match = _LABEL.match(clause)
    return match[0] if match and not words_of(match[0]) <= words_of(rest) else ""


def _tidy(text: str) -> str:
    """With no blanks and marks left over."""
    text = _LOOSE.sub("", " ".join(text.split()))
    return _FIRST.sub("", _LAST.sub("", text))
