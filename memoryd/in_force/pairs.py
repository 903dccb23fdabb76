"""Two lines of a brief: do they say the same, does the later one overrule or end the other (rule 23)? Pure.

What a text tells by itself is found once and kept, since each line may be held against many others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from memoryd.extraction.ends import FEWEST_SHARED, NOTHING, tells_end, tells_open, valued_words, words_of
from memoryd.in_force.another import is_of_another_thing
from memoryd.in_force.denying import denies, opposed
from memoryd.in_force.given_up import is_given_up
from memoryd.in_force.kin import things_of
from memoryd.in_force.lines import Line
from memoryd.in_force.moves import fills_anew, is_duty_of_leaving
from memoryd.in_force.new_values import has_new_value, values_of
from memoryd.in_force.once import is_exception
from memoryd.in_force.sides import changes_side
from memoryd.in_force.taken_back import forgotten_by, is_forgotten, takes_back
from memoryd.in_force.wordings import (
    AFTER_ALL,
    ASKS_OPINION,
    CHANGED,
    CHOICE,
    CHOSEN,
    CLAUSE,
    CLOSED,
    COUNTED,
    DENIES,
    DROPS_IT,
    EVERY,
    GOES_OUT,
    INSTEAD,
    MEASURES,
    OF_ONESELF,
    OFFERS,
    OLD,
    PERHAPS,
    PROBLEM,
    PROPOSES,
    PUTS_UP,
    REFUSED,
    REPAIR,
    SENT_OUT,
    SWITCHED,
    TURNED_DOWN,
    USES,
)
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.sentences import is_question
from memoryd.text.statements import overrules, statements_of
from memoryd.text.stopwords import NOW_WORDS, STOP_WORDS
from memoryd.types import fold

SAME = 0.8
"""Two lines say the same when so much of the shorter one's words stand in the other."""
_OF_ONE_MESSAGE = 0.5
"""The same where both come of one message, of the longer one's."""
_USER = "user"
"""So begins what was noted of the user."""
_NAMING = frozenset(("heisst", "heiss", "call", "name"))
"""Stems that tell that a name is one."""
_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_TOPIC = lazy_pattern(r"(?:^|(?<=[.!?]) )([^\W\d_][\w+#-]*): ")
_DOES = lazy_pattern(
    r"(?P<who>[\w-]+) (?:has |have |hat |just |now )*(?:switched|moved|changed|migrated|went|stellt|wechselt|geht)\b"
)
"""Who goes over to something else is not what is left: `Obi switched the API to 7171`."""
_SUBJECT = lazy_pattern(r"(?:^|(?<=[.!?]) )(?:The |Our |Unser(?:e|en)? |De[rn] |Die |Das )?([A-ZÄÖÜ][\w+#-]+)")
_ASSIGNED = lazy_pattern(r"(?<![\w.])(?P<name>[A-Za-z][\w.-]*) ?= ?(?P<value>[\w.:/-]*\w)")
_LONGEST_CHANGE = 12
"""Words of a line that says nothing but how many there are now: `ok 50 levels`."""
_PART_NUMBER = lazy_pattern(r"([^\W\d_]{3,})-?\d[\w-]*")
_MEASURED = lazy_pattern(r"\d[\d.,]*(?: ?[%€$]| [^\W\d_]{3,})|\d{1,3}(?:[.,]\d{3})+")
_AROUND = "\"'“”„.,;:!?()[]`"
_UNCOUNTED = MEASURES | STOP_WORDS | frozenset((*NOW_WORDS, "last", "next", "this"))
_NO_THING = frozenset(
    word
    for line in (
        "pleas bitt mal einfach answer repli antwort",
        "problem thing way one idea worri need chang reason question point doubt hurri rush stress time issu sorri",
        "other more less much good bad both day week year grund frag eil ding sach zeit ander mehr tag woch",
    )
    for word in line.split()
)
"""Stems of what is said with `no` and turns nothing down."""
_NOBODY = frozenset("i we you he she they it ich wir du ihr er sie es man".split())  # noqa: SIM905 - reads better
"""Words that name nothing of which somebody could say that it is no longer so."""
_WHEN = frozenset("day week month year season time today tag woch monat jahr saison mal heut".split())  # noqa: SIM905 - reads better
"""Stems that tell for how long something is turned down, and not what."""


# --- two lines --------------------------------------------------------------------------------------------------


def says(one: str, other: str) -> bool:
    """Whether `one` says what `other` says: the same words, or nearly all of them, and the same numbers."""
    if one == other or fold(one) == fold(other):
        return True
    mine, theirs = words_of(one), words_of(other)
    if len(theirs) < FEWEST_SHARED or len(mine & theirs) < SAME * len(theirs) or not _numbers(theirs) <= _numbers(mine):
        return False
    # "it is done" has the words of "do it", and "we don't" those of "we do".
    return tells_end(one) == tells_end(other) and not opposed(one, other)


def is_made_of(one: str, other: str) -> bool:
    """Whether one of them, of one message both, says what the other says: `remember that the key hangs there`."""
    mine, theirs = words_of(one), words_of(other)
    fewer, more = sorted((len(mine), len(theirs)))
    return len(mine & theirs) >= SAME * fewer and fewer >= _OF_ONE_MESSAGE * more


def adds_nothing(fact: str, told: str) -> bool:
    """Whether what was noted of the user has no word that the sentence of the same message lacks.

    That a name is one, the sentence may tell otherwise: `user heißt Toni`, of `Servus, ich bin der Toni`.
    """
    words = words_of(fact)
    own, said = words - {_USER}, words_of(told)
    if _USER not in words or not own:
        return False
    if len(own) >= FEWEST_SHARED and own <= said:
        return True
    named = own - _NAMING
    return bool(named) and named <= said and OF_ONESELF.search(told) is not None


@lru_cache(maxsize=_KEPT)
def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())


def overrules_line(later: Line, former: Line) -> bool:
    """Whether the former line no longer holds by what the later one says."""
    if later.part == "context" or later.text == former.text or _is_proposed(later) or is_exception(later.text, former):
        return False
    if is_of_another_thing(later.text, former.text):
        return False
    if is_duty_of_leaving(later, former) or fills_anew(later.text, former.text) or _is_anew(later, former):
        return True
    if later.refused and later.refused == former.source and _puts_up(former):
        return True
    is_choice = later.topics and former.part not in ("rules", "user")
    if is_choice and not chosen_as(former.text).isdisjoint(plain(later.topics).split()):
        return True
    if overrules(statements_of(later.text), statements_of(former.text)):
        return True
    told, text = told_by_line(later), later.text
    if former.who != "assistant" and former.part != "open":
        told, text = _unsent(told), _unsent(text)
    if any(gone <= words_of(former.text) and not _turns_down_too(former, gone) for gone in turned_down(text)):
        return True
    if gives_other_value(later, former) and valued_words(told) & valued_words(former.text):
        return True
    olds = replaced(told)
    if not olds and not tells_change(told):
        return False
    if any(_replaces(told, later.text, former, old) for old in olds):
        return True
    is_short = len(later.text.split()) <= _LONGEST_CHANGE
    if is_short and later.who != "assistant" and _differ(counted(told), counted(former.text)):
        return True
    return has_new_value(told, former.text) or (tells_switch(told) and _is_switched_from(later, former))


def _replaces(told: str, text: str, former: Line, old: str) -> bool:
    """Whether what it says is no longer so stands in the former line, and something else of that beside it."""
    if not plain(old) or not _names(former.text, old) or _replaces_too(former, old):
        return False
    beside = words_of(told.replace(old, " ")) & words_of(former.text) - words_of(old)
    return bool(beside) or (_is_particular(old, former.text) and old in text)


def _turns_down_too(former: Line, gone: frozenset[str]) -> bool:
    """Whether the former line says itself that this is not wanted: `I can't stand emojis`, `nobody needs the label`."""
    if gone in turned_down(former.text):
        return True
    clauses = () if former.part == "open" else CLAUSE.split(former.text)
    return any(DENIES.search(one) and gone & words_of(one) for one in clauses)


def _is_anew(later: Line, former: Line) -> bool:
    if is_given_up(later, former) or takes_back(later, former) or is_forgotten(later, former):
        return True
    if _is_after_all(later.text, former.text):
        return True
    if later.who != "assistant" and (denies(later.text, former.text) or changes_side(later.text, former.text)):
        return True
    return _stands_in(later, former) or _is_as_often(later.text, former.text)


def _is_after_all(later: str, former: str) -> bool:
    """Whether what the former turned down holds again: `we skip Skye`, `we go to Skye after all`."""
    gone = turned_down(former)
    return bool(gone) and AFTER_ALL.search(later) is not None and any(one <= words_of(later) for one in gone)


def _stands_in(later: Line, former: Line) -> bool:
    """Whether it says what is done instead of what the sentence before it is about, by which the former line works."""
    given_up = stood_in_for(later)
    is_plain = len(former.text.split()) <= _LONGEST_CHANGE and not tells_open(former.text)
    return bool(given_up) and is_plain and given_up <= words_of(former.text)


@lru_cache(maxsize=_KEPT)
def _tells_instead(text: str) -> bool:
    return INSTEAD.search(text) is not None


def stood_in_for(line: Line) -> frozenset[str]:
    """The stem of what the sentence before it is about, of a line that tells what is done instead."""
    if not line.heard or line.who == "assistant" or not _tells_instead(line.text):
        return NOTHING
    return next((found for word in plain(line.heard).split() if (found := words_of(word))), NOTHING)


def _is_as_often(later: str, former: str) -> bool:
    """Whether the same is done more or less often from now on."""
    now, then = often_in(later), often_in(former)
    if not now or not then or now == then or tells_open(later):
        return False
    about = words_of(EVERY.sub(" ", former)) & words_of(later)
    return bool(about) and (tells_change(later) or _only_often(later))


def _only_often(text: str) -> bool:
    return len(text.split()) <= _LONGEST_CHANGE


@lru_cache(maxsize=_KEPT)
def often_in(text: str) -> frozenset[str]:
    """How often something is done by it."""
    return frozenset(f"{match['often']} {match['of']}".casefold() for match in EVERY.finditer(text)) or NOTHING


def repeats_value(line: Line, gone: Line, until: int) -> bool:
    """Whether an agent works with a time, date or amount of what was said in its session, which held `until` then."""
    if line.who != "assistant" or line.session != gone.session or gone.who == "assistant":
        return False
    if not gone.at <= line.at < until:
        return False
    mine, theirs = values_of(line.text), values_of(gone.text)
    shared = {
        value for kind in ("time", "date", "money") for value in mine.get(kind, NOTHING) & theirs.get(kind, NOTHING)
    }
    return any(char.isdigit() for value in shared for char in value)


def gives_other_value(later: Line, former: Line) -> bool:
    """Whether a name has another value in the later line, whatever else the former says."""
    return _differ(assigned(told_by_line(later)), assigned(former.text))


def _is_proposed(line: Line) -> bool:
    """Whether it is only asked or thought of, or an agent says what it would do; what is agreed is told apart."""
    return _is_thought_of(line.text) or (line.who == "assistant" and PROPOSES.search(line.text) is not None)


@lru_cache(maxsize=_KEPT)
def _is_thought_of(text: str) -> bool:
    return PERHAPS.match(text) is not None or (is_question(text) and not forgotten_by(text))


def _puts_up(line: Line) -> bool:
    """Whether it is something that may be turned down, or goes on with an offer."""
    return PUTS_UP.search(line.text) is not None or OFFERS.search(line.heard) is not None


def _names(text: str, old: str) -> bool:
    """Whether it stands there, also as the beginning of a number of its kind: `bno` of `BNO085`."""
    found = plain(text)
    return f" {plain(old)} " in f" {found} " or any(kind_of(word) == plain(old) for word in found.split())


def _is_particular(old: str, text: str) -> bool:
    """Whether it is enough to name it: what is used, a value with its unit, a part number or the beginning of one."""
    words, told = plain(old).split(), plain(text).split()
    if any(word == words[0] and not USES.isdisjoint(told[max(0, at - 3) : at]) for at, word in enumerate(told)):
        return True
    if len(words) == 1 and any(words[0] in (kind_of(word), word) for word in told if kind_of(word)):
        return True
    return _MEASURED.fullmatch(old) is not None


def kind_of(word: str) -> str:
    """The letters of a type or part number: `bno` of `bno085`; empty for other words."""
    match = _PART_NUMBER.fullmatch(word)
    return match[1] if match else ""


def _replaces_too(former: Line, old: str) -> bool:
    """Whether the former line says itself that this was replaced."""
    return any(old.casefold() == one.casefold() for one in replaced(f"{former.text} {former.heard}"))


def _is_switched_from(later: Line, former: Line) -> bool:
    """A switch, told together with what was chosen before: "X is too slow. We move to Y"."""
    if not tells_choice(former.text) or tells_change(former.text):
        return False
    doer = _DOES.match(later.text)
    about = subjects_of(later) - ({doer["who"].casefold()} if doer else set())
    return not about.isdisjoint(plain(former.text).split())


def _differ(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return any(one[name] != other[name] for name in one.keys() & other.keys())


# --- one text ---------------------------------------------------------------------------------------------------


def told_by_line(line: Line) -> str:
    """What a later line overrules with: of an agent, who explains much, no more than it says itself."""
    return f"{line.text} {line.heard}" if line.heard and line.who != "assistant" else line.text


def subjects_of(line: Line) -> set[str]:
    """What its sentences, and that before it, begin with, when it is a name or a topic: `acast: they want more`."""
    told = f"{line.heard} {line.text}"
    found = (match[1].casefold() for pattern in (_SUBJECT, _TOPIC) for match in pattern.finditer(told))
    return set(found) - STOP_WORDS


@lru_cache(maxsize=_KEPT)
def tells_change(text: str) -> bool:
    """Whether it says that something is no longer as it was."""
    return CHANGED.search(text) is not None


@lru_cache(maxsize=_KEPT)
def tells_switch(text: str) -> bool:
    """Whether it says that something else is used from now on."""
    return SWITCHED.search(text) is not None


@lru_cache(maxsize=_KEPT)
def drops_topic(text: str) -> bool:
    """Whether it says that what is talked about is used no more, or that something else is."""
    return DROPS_IT.search(text) is not None


@lru_cache(maxsize=_KEPT)
def chosen_as(text: str) -> frozenset[str]:
    """What it says is used, and as what: `wearable` and `polar` of `wearable: we use the Polar Ignite`."""
    names = [match["name"].casefold() for match in CHOSEN.finditer(text)]
    labels = [match[1].casefold() for match in _TOPIC.finditer(text)]
    return frozenset((*names, *labels) if names else ()) - STOP_WORDS or NOTHING


@lru_cache(maxsize=_KEPT)
def tells_choice(text: str) -> bool:
    """Whether it says what is used."""
    return CHOICE.search(text) is not None


def is_refused(text: str) -> bool:
    """Whether it turns down itself what it tells."""
    return REFUSED.search(text) is not None


@lru_cache(maxsize=_KEPT)
def may_end(text: str) -> bool:
    """Whether what it tells may be over later: it is still to be done, or does not work."""
    return tells_open(text) or tells_problem(text)


@lru_cache(maxsize=_KEPT)
def tells_problem(text: str) -> bool:
    """Whether it says that something does not work."""
    return PROBLEM.search(text) is not None


@lru_cache(maxsize=_KEPT)
def tells_closed(text: str) -> bool:
    """Whether it says that something is over, and nothing of it open."""
    return CLOSED.search(text) is not None and not tells_open(text)


@lru_cache(maxsize=_KEPT)
def asks_opinion(text: str) -> bool:
    """Whether it is an idea that somebody put up."""
    return ASKS_OPINION.search(text) is not None


@lru_cache(maxsize=_KEPT)
def repaired(text: str) -> str:
    """Without what is taken back as soon as it was said: `of Vasks, uh no, Pärt`."""
    return REPAIR.sub("", text)


@lru_cache(maxsize=_KEPT)
def plain(text: str) -> str:
    """Its words, folded, one space between them."""
    words = (word.strip(_AROUND).removesuffix("'s").removesuffix("’s") for word in text.casefold().split())
    return " ".join(word for word in words if word)


@lru_cache(maxsize=_KEPT)
def _unsent(text: str) -> str:
    """Without what tells that something was sent, which ends who was to send it, and nothing else."""
    return SENT_OUT.sub(" ", text)


def _without_sending(text: str) -> str:
    """Without what is going to be sent, which is not thrown out."""
    return GOES_OUT.sub(" ", text) if "raus" in text else text


@lru_cache(maxsize=_KEPT)
def replaced(text: str) -> tuple[str, ...]:
    """What the text says is no longer so."""
    said = _without_sending(text)
    found = (match for pattern in OLD for match in pattern.finditer(said))
    olds = dict.fromkeys(next(filter(None, match.groups()), "") for match in found)
    return tuple(old for old in olds if old.casefold() not in _NOBODY and old)


@lru_cache(maxsize=_KEPT)
def turned_down(text: str) -> tuple[frozenset[str], ...]:
    """The stems of each thing that it turns down."""
    said = _without_sending(text)
    found = (match["old"] for pattern in TURNED_DOWN for match in pattern.finditer(said))
    things = (words_of(old) for old in found)
    return tuple(dict.fromkeys(words - _WHEN for words in things if words and not words <= _NO_THING | _WHEN))


@lru_cache(maxsize=_KEPT)
def assigned(text: str) -> dict[str, str]:
    """What it gives a value in so many signs: `n=44`, `pool_size = 20`."""
    return {match["name"].casefold(): match["value"].casefold() for match in _ASSIGNED.finditer(text)}


@lru_cache(maxsize=_KEPT)
def counted(text: str) -> dict[str, str]:
    """How many it tells of what: `60 levels`, `400 dpi`; no measures of time and money, of which there are many."""
    found = ((match["of"].casefold(), match["value"]) for match in COUNTED.finditer(text))
    return {_thing(of): value for of, value in found if of not in _UNCOUNTED}


def _thing(word: str) -> str:
    """The one thing that it speaks of, by whatever word: guests and people are counted alike."""
    things = things_of(word)
    return min(things) if len(things) == 1 else word
