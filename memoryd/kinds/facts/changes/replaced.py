# ruff: noqa: E501 - patterns read better unbroken
"""What the words of a statement say is no longer so: both sides named, an end, a new one of a thing. Pure (rule 23)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from memoryd.kinds.facts.model.amounts import amount_of
from memoryd.kinds.facts.model.validity import plain
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.handovers import HINTS as HANDOVERS
from memoryd.text.handovers import Handover, handover_of
from memoryd.text.statements import leaves_one_value, statements_of
from memoryd.text.verbs import PREPOSITIONS, third_of
from memoryd.types import fold

_BOTH = (
    " from ", " instead ", " no longer ", " any more", " anymore", " rather than ", " replace", " changed ",
    " renamed ", " migrated ", " switched ", " von ", " statt ", " anstelle ", " mehr",
)  # fmt: skip
_ENDS = (" no longer ", " any more", " anymore", " mehr", "n't ", "n’t ", " not ", "_not ", " nicht ", " kein")
_NEWS = (" new ", " neue")
_LEAVES = (" left ", " quit ", " resigned ", " fired ", " laid off ", " verlassen", " gekündigt")
"""What a statement must have to be looked at for both sides, for an end, for a new one, or for somebody who left."""
_HINTS = frozenset((*_BOTH, *_ENDS, *_NEWS, *_LEAVES))
# Letter by letter: with a branch for each hint, a look takes twice as long.
_HINTS_BEHIND_A_SPACE = lazy_pattern(
    " (?:"
    + "|".join(
        f"{letter}(?:{'|'.join(one[2:] for one in some)})"
        for letter, some in groupby(sorted(one for one in _HINTS if one[0] == " "), key=lambda one: one[1])
    )
    + ")"
)
_HANDED = tuple(one.strip() for one in HANDOVERS)
_OTHER_HINTS = (*(one for one in _HINTS if one[0] != " "), *_HANDED)
_SWITCHED = lazy_pattern(
    r"\b(?:switch(?:ed)?|chang(?:ed|ing)|migrat(?:ed|ing)|replac(?:ed|ing)|gewechselt|umgestiegen|umgestellt|migriert)\b"
)
_FOR = lazy_pattern(r"\s(?:for|as|für|fürs|als|zum|zur)\s+(?P<what>\S.*)")
"""What a thing is had for."""
_WHICH = frozenset(("is", "are", "ist", "sind", "heißt"))
_WE = frozenset(("we", "wir"))
_LONGEST_THING = 3
_NAMED = lazy_pattern(r"\s[A-ZÄÖÜ]|^[A-Z]\w+ [a-z]")
"""A name before or within what a thing is called makes it somebody else's, or one of several."""
_SINCE = lazy_pattern(r",? (?:since|because|as of|after|so|seit|weil|ab|denn)\b.*|[\s.,!]+$")
_ENDED = lazy_pattern(r"(?P<head>(?:.* )?)(?:no longer|nicht mehr) (?P<rest>.+)")
_NOT_ANY_MORE = lazy_pattern(
    r"(?:(?P<be>is|am|are|'m|was|were)(?:n't| not)|(?:do|does|did)(?:n't| not) (?P<verb>\w+)) (?P<rest>.+?) any ?more"
)
_NO_MORE = lazy_pattern(r"(?P<head>\w+(?: \w+)??) kein(?:e|en|er|es)? (?P<rest>.+?) mehr")
_DENIED = lazy_pattern(
    r"(?:(?P<be>is|are|am)(?:n't| not)|(?:do|does)(?:n't| not) (?P<verb>\w+)|(?P<head>ist|isst|hat|mag|trinkt|wohnt|arbeitet|nutzt|braucht|spielt|fährt) (?:nicht|keine?[nrms]?))"
    r" (?!(?:yet|sure|only|just|very|too|so|really|always|nur|sicher|sehr|immer|ganz|mehr|an?|the|want|know|need|think)\b)"
    r"(?P<rest>(?!.*\b(?:yet|until|before|if|unless|when|but|bis|bevor|wenn|falls|sondern|aber|noch|on|this|today|heute)\b)[^,;.]+?)(?: (?:after all|at all|by the way|either|überhaupt|mehr|any ?more))?(?:[,;.] .*)?"
)
"""What it says is not so: `isn't allergic to cats after all`."""
_LEFT = lazy_pattern(
    r"(?:has |have )?(?:(?:left|quit)|(?:resigned|(?:was|were|got|been) (?:fired|laid off)) (?:from|at|by))"
    r" (?P<where>\S.*)"
)
_LEFT_THERE = lazy_pattern(
    r"(?:hat|haben) (?:(?:bei|beim) )?(?:der |die |das |dem )?(?P<where>\S.*?) (?:verlassen|gekündigt)"
)
_NOT_WHERE = lazy_pattern(
    r"(?: (?:for|to|in|on|at|after|because|since|last|this|two|three|a|an|behind|and|when|so|with|zum|im|am|vor"
    r"|letzte[nrs]?)\b|,).*"
)
_IS_AT = frozenset((
    "works at", "works for", "works in", "work at", "work for", "at", "employed at", "employed by", "with",
    "studies at", "works", "arbeitet bei", "arbeitet beim", "arbeitet", "bei", "studiert an",
))  # fmt: skip
"""Plain predicates of what ends when somebody leaves a place of work."""
_ROLE = (" as ", " in ", " als ", " im ", " in der ", ",")
"""So goes on what somebody is there."""
_LONGEST = 200
"""Characters of an object that is looked through for what has ended or was left."""
_KEPT = 256
"""Statements of which it is kept what they replace: each is asked twice."""
_ARTICLES = frozenset(("a", "an", "the", "ein", "eine", "einen", "einer", "einem", "my", "their", "our"))
_LONGEST_END = 12
"""Words of what ended."""
_OF = lazy_pattern(r" (?:of|for|von|für|vom|der|des) ")
_NEW = lazy_pattern(r"(?P<own>.*'s |)(?:new|neuer?|neues) (?P<thing>.+)")


class Replaced(NamedTuple):
    """What the words of a statement say is no longer so."""

    objects: tuple[str, ...] = ()
    """Folded: A of "from A to B"."""
    is_switch: bool = False
    """It says that the thing itself is another one: "switched from Jira", not "moved from Bonn"."""
    ended: frozenset[str] = frozenset()
    """All that ended, as `forms_of` spells it: "lives in bonn" of "doesn't live in Bonn any more"."""
    ends: tuple[str, ...] = ()
    """Objects that what ended may have."""
    left: str = ""
    """The place of work that its subject has left."""
    former: tuple[tuple[str, str], ...] = ()
    """Subject and plain predicate, folded, of what had another value before: `boss` of "new boss"."""
    unit: str = ""
    """Of which it is another amount now."""
    handed: Handover | None = None


def _has_a_hint(folded: str) -> bool:
    """Whether it may have one, in one look that is the only one at most statements."""
    return _HINTS_BEHIND_A_SPACE.search(folded) is not None or _has_any(folded, _OTHER_HINTS)


def _has_any(text: str, hints: tuple[str, ...]) -> bool:
    for hint in hints:  # noqa: SIM110 - `any` takes twice as long
        if hint in text:
            return True
    return False


def _bare(predicate: str, object_: str) -> str:
    return fold(f"{predicate.replace('_', ' ')} {object_}").replace("’", "'")


@lru_cache(maxsize=_KEPT)
def replaced_by(subject: str, predicate: str, object_: str) -> Replaced | None:
    """What the statement says it replaces; None for nearly all."""
    text = f" {subject} {predicate.replace('_', ' ')} {object_} "
    is_short = len(object_) <= _LONGEST
    if is_short and (amount := amount_of(predicate, object_)) is not None and amount.is_new:
        return Replaced(unit=amount.unit)
    folded = text.lower() if text.isascii() else f" {fold(text)} "
    if not _has_a_hint(folded):
        return None
    if is_short:
        if _has_any(text, _LEAVES) and (left := _left(_bare(predicate, object_))):
            return Replaced(left=left)
        if _has_any(text, _NEWS) and (former := tuple(_had(fold(subject), predicate))):
            return Replaced(former=former)
        if _has_any(folded, _HANDED) and (handed := handover_of(predicate, object_)) is not None:
            return Replaced(handed=handed)
        if _has_any(text, _ENDS) and (positive := _ended(_bare(predicate, object_))) is not None:
            return Replaced(ended=forms_of(positive), ends=tuple(dict.fromkeys(_ends(positive))))
    said = statements_of(text) if _has_any(text, _BOTH) else None
    if said is None or not said.replaced:
        return None
    named = [fold(one) for one in said.replaced]
    ways = tuple(dict.fromkeys(way for one in named for way in _ways_to_name(one, fold(object_))))
    return Replaced(ways, _SWITCHED.search(fold(text)) is not None)


def forms_of(text: str) -> frozenset[str]:
    """What is said of a subject, with its verb as it may stand, without articles: `live in bonn`, `lives in bonn`."""
    words = [word for word in plain(text).split() if word not in _ARTICLES]
    if not words:
        return frozenset()
    words = plain(" ".join(words)).split()
    return frozenset((" ".join(words), " ".join([third_of(words[0]), *words[1:]])))


def _left(bare: str) -> str:
    match = _LEFT.fullmatch(bare) or _LEFT_THERE.fullmatch(_SINCE.sub("", bare))
    return "" if match is None else _without_article(_NOT_WHERE.sub("", _SINCE.sub("", match["where"])))


def _without_article(text: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if first in _ARTICLES and rest else text


def is_of_left(fact_predicate: str, fact_object: str, left: str) -> bool:
    """Whether a fact says that its subject works at the place that it left."""
    if plain(fact_predicate) not in _IS_AT:
        return False
    where = _without_article(fold(fact_object).removeprefix("at ").removeprefix("for ").removeprefix("bei "))
    return where == left or where.startswith(tuple(left + role for role in _ROLE))


def ends(ended: frozenset[str], said: str) -> bool:
    """Whether what ended is what is said: "works at UKE" ends "works as a nurse at UKE", too."""
    forms = forms_of(said)
    if not ended.isdisjoint(forms):
        return True
    return any(_ends_within(one, form) for one in ended for form in forms)


def _ends_within(one: str, form: str) -> bool:
    verb, _, rest = one.partition(" ")
    at, _, where = rest.partition(" ")
    return at in PREPOSITIONS and where != "" and form.startswith(f"{verb} ") and form.endswith(f" {rest}")


def _ended(bare: str) -> str | None:
    """What it says has ended: `is vegetarian` of "isn't vegetarian any more"."""
    bare = _SINCE.sub("", bare)
    if match := _NOT_ANY_MORE.fullmatch(bare):
        return f"{match['be'] or match['verb']} {match['rest']}"
    match = _ENDED.fullmatch(bare) or _NO_MORE.fullmatch(bare)
    if match is None and (denied := _DENIED.fullmatch(bare)) is not None:
        return f"{denied['be'] or denied['verb'] or denied['head']} {denied['rest']}"
    return None if match is None else " ".join(f"{match['head']} {match['rest']}".split())


def _ends(positive: str) -> Iterator[str]:
    words = positive.split()[:_LONGEST_END]
    for at in range(len(words)):
        rest = " ".join(words[at:])
        yield rest
        if words[at] not in _ARTICLES:
            yield from (f"{article} {rest}" for article in ("a", "an", "the", "ein", "eine", "einen"))


def _had(subject: str, predicate: str) -> Iterator[tuple[str, str]]:
    """What a "new boss" takes the place of, where there is one at a time."""
    word = plain(predicate)
    if (new := _NEW.fullmatch(word)) and _has_one(new["thing"]):
        yield subject, new["thing"]
        yield f"{subject}'s {new['thing']}", ""
    elif word in _WHICH and (new := _NEW.fullmatch(subject)) and _has_one(new["thing"]):
        yield f"{new['own']}{new['thing']}", ""
        if new["own"]:
            yield new["own"].removesuffix("'s "), new["thing"]


def _has_one(thing: str) -> bool:
    """Whether there is one at a time: `deadline` of `deadline of the grant`."""
    return leaves_one_value(_OF.split(thing, maxsplit=1)[0])


def has_former(fact_subject: str, fact_predicate: str, former: tuple[tuple[str, str], ...]) -> bool:
    """Whether a fact says which one it was."""
    word = plain(fact_predicate)
    return any(fold(fact_subject) == of and (word == which or (not which and word in _WHICH)) for of, which in former)


def replaces_for(words: Replaced, former: str, object_: str) -> bool:
    """Whether an object such as `Heroku for hosting` is what the statement replaces: for the same, or for all."""
    what = _FOR.search(fold(former))
    if what is None or fold(former)[: what.start()] not in words.objects:
        return False
    narrows = _FOR.search(fold(object_))
    return narrows is None or narrows["what"] == what["what"]


def is_ours(subject: str, predicate: str, speaker: str) -> bool:
    """Whether a fact says of a thing of the speaker which one it is: `issue tracker is` of `We`, `user's editor is`."""
    if plain(predicate) not in _WHICH:
        return False
    owner, _, thing = subject.partition("'s ")
    if thing:
        return fold(owner) == fold(speaker)
    return fold(speaker) in _WE and len(subject.split()) <= _LONGEST_THING and _NAMED.search(subject) is None


def _ways_to_name(replaced: str, object_: str) -> Iterator[str]:
    """As an earlier fact may have it: `on jenkins` as `jenkins`, `8080` beside `port 9090` as `port 8080`."""
    yield replaced
    first, _, rest = replaced.partition(" ")
    if rest and first in PREPOSITIONS:
        yield rest
    unit, _, value = object_.partition(" ")
    if replaced[:1].isdigit() and value[:1].isdigit():
        yield f"{unit} {replaced}"
