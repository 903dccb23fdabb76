# ruff: noqa: E501 - patterns read better unbroken
"""What says that something is not so, or is so again, of what said the opposite: `we're not moving`. For briefs. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from memoryd.extraction.ends import FEWEST_SHARED, words_of
from memoryd.in_force.wordings import CLAUSE
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.sentences import is_question
from memoryd.text.verbs import THIRD

_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_DENIES = lazy_pattern(
    r"(?i)(?:\b(?:is|are|am|do|does|will|wo|ca)n(?:['’]t|t\b)|\b(?:not|no longer|never|cannot|nicht|kein(?:e[nrms]?)?|nie|niemals)\b)(?: (?:any ?more|mehr)\b)?"
    r"|\b(?<!day )(?<!days )(?<!time )(?<!week )(?<!hours )(?<!drop )(?<!take )(?<!paid )(?<!signed )(?<!better )off\b(?=\W*$|,| (?:at|in|on|during|over|until|for|now)\b)"
    r"|\b(?:ist|sind|bleibt|bleiben|jetzt|nachts|abends|tagsüber) aus\b(?=\W*$|,)"
)
_SAYS_LESS = lazy_pattern(
    r"(?i)\b(?:not (?:only|just|yet|sure)|nicht (?:nur|sicher|vergessen)|noch (?:nicht|kein\w*)|(?:do|does|can|wo|ca)n['’]?t (?:know|think|forget|remember|see|find|understand|mind|care|have to|let|wait|believe)"
    r"|weiß|until|till|before|once|if|unless|when|bis|bevor|wenn|falls|sobald|solange|while|did|was|were|has|have|had|war|waren|hat|hatten?|haben?|wurden?)\b|\b(?:did|was|were|has|have|had)n['’]?t\b"
)
"""It is not so yet, was not so once, or is not known."""
_AGAIN = lazy_pattern(r"(?i)\b(?:again|after all|wieder|doch(?!\s*(?:nicht|kein|not\b)))\b(?!\s*(?:nicht|kein|not\b))")
_PARENTHESIS = lazy_pattern(r"\([^()]{0,80}\)")
_ASIDE = lazy_pattern(
    r"(?i)\b(?:(?:it )?turns out(?: that)?|apparently|actually|(?:es )?stellt sich (?:he)?raus(?: dass)?|offenbar|anscheinend|eigentlich|gar|after all|by the way|btw|any ?more|again|now|from now on|at all|übrigens|doch|wieder|mehr|jetzt|ab jetzt|überhaupt|also|übers)\b"
)
_OWN = lazy_pattern(r"(?i)\b(?:I|we|my|our|user|ich|wir|mein\w*|unser\w*)\b")


_FIRST = {third: first for first, third in THIRD.items() if first.endswith("e") and third.endswith("t")}
"""What a speaker says of themselves, by what is said of them: `esse`, by `isst`."""
_THIRD = lazy_pattern(r"(?i)\b(?:" + "|".join(sorted(_FIRST)) + r")\b")
_USER = frozenset(("user",))


class _Clause(NamedTuple):
    stems: frozenset[str]
    is_denied: bool
    is_again: bool
    is_own: bool
    """Of its speaker."""
    is_open: bool
    """It is not so yet, or not known."""


@lru_cache(maxsize=_KEPT)
def _clauses(text: str) -> tuple[_Clause, ...]:
    found = []
    for part in CLAUSE.split(_PARENTHESIS.sub(" ", text)):
        if is_question(part):
            continue
        denies = _DENIES.search(part)
        told = _THIRD.sub(lambda match: _FIRST[match[0].casefold()], _ASIDE.sub(" ", _DENIES.sub(" ", part)))
        stems = words_of(told) - _USER
        if stems:
            own, again = _OWN.search(part) is not None, _AGAIN.search(part) is not None
            is_open = denies is not None and _SAYS_LESS.search(part) is not None
            found.append(_Clause(stems, denies is not None, again, own, is_open))
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def denied_in(text: str) -> tuple[frozenset[str], ...]:
    """The stems of each thing that it says is not so, or is so again."""
    return tuple(one.stems for one in _clauses(text) if _tells(one))


def _tells(one: _Clause) -> bool:
    """Whether it may end what says the opposite."""
    return (one.is_denied or one.is_again) and not one.is_open and len(one.stems) >= FEWEST_SHARED


def opposed(one: str, other: str) -> bool:
    """Whether a clause of the one is what a clause of the other says is not so."""
    return any(
        mine.is_denied != theirs.is_denied
        and min(len(mine.stems), len(theirs.stems)) == len(mine.stems & theirs.stems) >= FEWEST_SHARED
        for mine in _clauses(one)
        for theirs in _clauses(other)
    )


@lru_cache(maxsize=_KEPT)
def says_no(text: str) -> bool:
    """Whether it denies anything."""
    return _DENIES.search(_PARENTHESIS.sub(" ", text)) is not None


def denies(later: str, former: str) -> bool:
    """Whether a clause of the later text says that what the former says is not so, or is so after all."""
    return any(_contradicts(mine, theirs) for mine in _clauses(later) if _tells(mine) for theirs in _clauses(former))


def _contradicts(mine: _Clause, theirs: _Clause) -> bool:
    if mine.is_denied == theirs.is_denied or theirs.is_open or (mine.is_own and not theirs.is_own):
        return False
    if mine.is_denied:
        return mine.stems <= theirs.stems
    return min(len(mine.stems), len(theirs.stems)) == len(mine.stems & theirs.stems) >= FEWEST_SHARED
