# ruff: noqa: E501 - patterns read better unbroken
"""Whether what is said later is said of another thing or person, of which the like holds beside it. Pure."""

from __future__ import annotations

from functools import lru_cache

from memoryd.extraction.ends import NOTHING, words_of
from memoryd.extraction.triples import Triple, triple_of
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import language_of
from memoryd.text.sentences import sentences
from memoryd.text.stopwords import STOP_WORDS

_KEPT = 4_096
_OF_A_SORT = lazy_pattern(
    r"(?i)(?:(?:and|ok|so|also|und),? )*(?:(?:the|our|my|die|der|das|unser\w*|mein\w*) )?"
    r"(?P<which>(?!(?:new|old|current|next|last|first|final|real|whole|actual|neue?[rsn]?|alte?[rsn]?|nächste[rsn]?|letzte[rsn]?|erste[rsn]?|the|our|my|an?|this|that|these|die|der|das|ein\w*|dies\w*)\b)[^\W\d_]\w+)"
    r" (?P<sort>[^\W\d_]\w*) (?:is|are|runs?|lives?|listens?|uses?|goes|gets|ist|sind|läuft|liegt|steht|geht|nutzt)\b"
)
"""It begins with a thing, as `which` of its `sort`."""
_MEETING = r"(?:appointment|meeting|visit|lesson|session|check-?up|interview|viewing|termin|treffen|besuch|gespräch|besprechung|besichtigung)"
_MEETS = lazy_pattern(rf"(?i){_MEETING}\b")
_MET = lazy_pattern(
    rf"(?i)\b(?P<who>[^\W\d_]\w+)(?:['’]s)? (?={_MEETING}\b)"
    rf"|\b{_MEETING} (?:with|at|beim?|mit) (?:(?:the|our|my|dem|der|den|einem|einer|unser\w*|mein\w*|frau|herrn|mr\.?|mrs\.?|ms\.?|dr\.?) )*(?P<whom>[^\W\d_]\w+)"
    rf"|^(?:(?:the|our|my|der|die|unser\w*|mein\w*) )?(?P<by>[^\W\d_]\w+) (?:(?:has|had|hat|just|now|jetzt) )*(?:moved|postponed|rescheduled|shifted|pushed|changed|verschiebt|verlegt|verschob) (?:the|our|my|den|das|die|unser\w*|mein\w*) {_MEETING}\b"
)
"""With whom somebody meets: `the vet's appointment`, `Termin beim Zahnarzt`, `the dentist moved the appointment`."""
_NOBODY = STOP_WORDS | frozenset("next new old first second last another ersten neuen nächster neuer alter".split())  # noqa: SIM905 - reads better


def is_of_another_thing(later: str, line: str) -> bool:
    """Whether they begin with two of one sort, or tell of meetings with others.

    `The staging db is on pg-1`, `the test db is on pg-2 now`; `the vet's appointment`, `the dentist's appointment`.
    """
    mine = _met_in(line)
    theirs = _met_in(later) if mine else mine
    if theirs and not any(one in later.casefold() for one in mine):
        return not any(one in line.casefold() for one in theirs)
    one, other = _of_a_sort(line), _of_a_sort(later)
    if one is None or other is None or one[1] != other[1]:
        return False
    return other[0] not in line.casefold() and one[0] not in later.casefold()


@lru_cache(maxsize=_KEPT)
def _of_a_sort(text: str) -> tuple[str, str] | None:
    match = _OF_A_SORT.match(text)
    return None if match is None else (match["which"].casefold(), match["sort"].casefold())


@lru_cache(maxsize=_KEPT)
def _met_in(text: str) -> frozenset[str]:
    if _MEETS.search(text) is None:
        return NOTHING
    found = {(one["who"] or one["whom"] or one["by"]).casefold() for one in _MET.finditer(text)}
    return frozenset(found - _NOBODY) or NOTHING


def is_of_another_person(later: str, line: str) -> bool:
    """Whether both tell the like of two whom they name: `Tim is allergic to nuts`, `Tina is allergic to milk`."""
    mine = _named(line)
    if mine is None or words_of(mine.subject) & words_of(later):
        return False
    others = (_named(sentence) for sentence in sentences(later))
    return any(other is not None and _is_like(mine, other) for other in others)


def _is_like(one: Triple, other: Triple) -> bool:
    """Whether both have one verb, and something else of the same sort behind it."""
    mine, theirs = (frozenset(word[:5] for word in words_of(text.object)) for text in (one, other))
    return one.predicate == other.predicate and bool(mine & theirs) and bool(mine - theirs) and bool(theirs - mine)


@lru_cache(maxsize=_KEPT)
def _named(text: str) -> Triple | None:
    """What it tells of somebody whom it names by one word."""
    triple = triple_of(text, language_of(text, "en"), "user")
    return triple if triple is not None and triple.subject.isalpha() and triple.subject[0].isupper() else None
