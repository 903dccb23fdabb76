"""Which words tell what is preferred and what was decided: for `recall.check`, by whichever kinds can tell."""

from __future__ import annotations

import functools
from itertools import groupby
from typing import Literal

from memoryd.patterns import pattern as lazy_pattern

Relevance = Literal["preference", "decision"]

_SHORT = 1000
"""Characters of a text of which it is kept what it says: each brief asks of the same hundreds."""

_PIECE = 1 << 14
"""Characters that one search goes through: no other thread runs meanwhile."""
_LONGEST = 32
"""Characters of the longest of the words, at least."""

RELEVANT = "bears"
"""The label of these memories in the index."""

_PREFERENCE = lazy_pattern(
    r"prefer|like(?!l)|love|hate|enjoy|want|wish|favou?rite|avoid|never|always|allerg|intoleran|habit|style|opinion|"
    r"bevorzug|mag\b|préf|aime|предпоч|любит"
)
_DECISION = lazy_pattern(
    r"deci[ds]|chos|choos|choice|agreed|approv|reject|adopt|settled|policy|rule|must|should|require|forb|allow|"
    r"standard|convention|plan(?![te])|entschied|beschloss|décid|реш"
)

_RULE = lazy_pattern(
    r"(?i)\b(?:never|always|do not|don['’]t|must(?: not|n['’]t)?|may not|not allowed|forbidden"
    r"|only (?:on|in|by|with|if|when|after)|no \w+(?: \w+){0,3} without"
    r"|niemals|nie|immer|keinesfalls|auf keinen fall|darf nicht|nicht erlaubt|verboten|muss"
    r"|nur (?:auf|in|mit|wenn|nach|bei)|kein\w* \S+(?: \S+){0,3} ohne|(?:rule|regel)(?=:)"
    r"|jamais|toujours|interdit|nunca|siempre|никогда|всегда)\b"
)

_CANNOT_HAVE = lazy_pattern(
    r"(?i)allerg|intoleran|unverträglich|\b(?:vegan|vegetari|pescatar|halal|kosher|koscher|coeliac|celiac|zöliak|diabet)"
    r"|\b(?:can(?:['’]?t|not)|does(?:n['’]?t| not)) (?:eat|drink|tolerate|have (?!(?:it|that|to|an?|the)\b))\b"
    r"|\b(?:isst|trinkt|verträgt) (?:\S+ ){0,3}?kein"
)
_RULE_TOLD = lazy_pattern(
    r"(?i)^(?:rule|policy|regel|vorgabe|vorschrift)\b"
    r"|\b(?:from now on|going forward|ab (?:jetzt|sofort)|von nun an|künftig)\b"
    r"|\b(?:darf|dürfen) (?:nur|höchstens|maximal|mindestens|nicht|erst|kein\w*)\b|\bmay (?:only|not|at most)\b"
)


_HINTS = (
    "ab jetzt", "ab sofort", "always", "auf keinen", "can't", "cannot", "cant ", "can’t", "celiac", "coeliac",
    "darf", "diabet", "do not", "does not", "doesn't", "doesnt ", "doesn’t", "don't", "don’t", "dürfen",
    "forbidden", "from now", "going forward", "halal", "immer", "interdit", "jamais", "kein", "koscher",
    "kosher", "künftig", "may ", "muss", "must", "never", "nicht erlaubt", "nie ", "niemals", "no ",
    "not allowed", "nunca", "nur ", "only ", "pescatar", "policy", "regel", "rule", "siempre", "toujours",
    "vegan", "vegetari", "verboten", "von nun", "vorgabe", "vorschrift", "zöliak", "всегда", "никогда",
)  # fmt: skip
"""How what the patterns find begins, in order; and what they find within words."""
_HINTS_WITHIN = ("allerg", "intoleran", "unverträglich")
_MARKS = '"“„«(-–/:=,.!\n'
"""May stand beside a word instead of a space."""
# Letter by letter: each fact is looked at when it is indexed, and with a branch for each a look takes longer.
_HINT = lazy_pattern(
    " (?:"
    + "|".join(
        f"{letter}(?:{'|'.join(one[1:] for one in some)})" for letter, some in groupby(_HINTS, key=lambda one: one[0])
    )
    + ")"
)


def told_by_fact(predicate: str, text: str) -> Relevance | None:
    """What a fact tells: by its predicate, by what somebody cannot have, or as a rule."""
    if told := told_by(predicate):
        return told
    return _told_by_words(text) if len(text) > _SHORT or _has_a_hint(text.lower()) else None


def _has_a_hint(lowered: str) -> bool:
    for hint in _HINTS_WITHIN:
        if hint in lowered:
            return True
    for mark in _MARKS:
        if mark in lowered:
            lowered = lowered.replace(mark, " ")
    return _HINT.search(f" {lowered} ") is not None


@functools.lru_cache(maxsize=4096)
def _told_by_words(text: str) -> Relevance | None:
    if _CANNOT_HAVE.search(text, 0, _SHORT):
        return "preference"
    return "decision" if states_rule(text) or _RULE_TOLD.search(text, 0, _SHORT) else None


def states_rule(text: str) -> bool:
    """Whether a note says what is never, always or only to be done: a decision, in whichever layer it stands."""
    if len(text) <= _SHORT:
        return _short_rule(text)
    return any(_is_in(text, at) for at in range(0, len(text), _PIECE))


def _is_in(text: str, at: int) -> bool:
    end = at + _PIECE + _LONGEST
    found = _RULE.search(text, at, end)
    return found is not None and (found.end() < end or end >= len(text))  # what is cut is in the next piece


@functools.lru_cache(maxsize=4096)
def _short_rule(text: str) -> bool:
    return _RULE.search(text) is not None


@functools.lru_cache(maxsize=4096)
def told_by(text: str) -> Relevance | None:
    """What a predicate or a heading tells; None when neither."""
    text = text.replace("_", " ").casefold()
    if _DECISION.search(text):
        return "decision"
    return "preference" if _PREFERENCE.search(text) else None
