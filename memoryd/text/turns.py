"""Whether a sentence tells that something went over from one value to another, whatever its verb. Pure functions.

"Billing passed from Ana to Ravi", "the limit was raised to 200". Not the verb tells it but its place: any past form
before "from A to B" or before a number or a day. Only verbs of travel and extent stand there, too, and change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from memoryd.text.calendar_names import DAYS, GERMAN_DAYS, GERMAN_MONTHS, MONTHS
from memoryd.text.tables import word_set
from memoryd.text.verbs import PAST

_GONE = PAST | word_set(
    "rose slid slipped flew swung crept jumped leapt leaped rode became stieg sank fiel ging rutschte wuchs kletterte "
    "wanderte sprang schrumpfte wechselte"
)
_TRAVEL = word_set(
    "need feed speed seed shed exceed proceed indeed hundred "
    "drove rode ran flew sailed walked cycled hiked travelled traveled commuted toured led took came read sent "
    "flew marched wandered fuhr lief flog reiste "
    "listened talked replied translated quoted copied"
)
_EXTENDING = _TRAVEL | word_set(
    "lasted ranged extended stretched varied opened counted worked lived studied served reigned ruled stayed played "
    "spanned slept dauerte reichte"
)
_PARTICLES = word_set("up down over back on out off along forward again hoch runter")
_BEFORE_OLD, _BEFORE_NEW = frozenset(("from", "von")), frozenset(("to", "into", "auf", "an"))
_DAYS = frozenset((*DAYS, *GERMAN_DAYS, *MONTHS, *GERMAN_MONTHS, "noon", "midnight", "mittag", "mitternacht"))
UNITS = word_set(
    "% gb mb kb tb gib mib kib ms s sec secs second seconds min mins minute minutes h hour hours day days week weeks "
    "month months year years usd eur euro euros dollar dollars stunde stunden tag tage tagen woche wochen monat monate "
    "jahr jahre minuten sekunde sekunden kg km cm m am pm o'clock uhr pound pounds francs percent prozent"
)
_MOST_OBJECT_WORDS = 6
_GONE_THERE = word_set("umgezogen gewechselt gegangen umgestellt gestiegen gesunken verschoben gewandert")
_IS = word_set("ist sind wurde wurden")
_REASONS = word_set("because since as so for now today yesterday weil da denn wegen seit jetzt heute gestern")
_NO_NAMES = word_set("the our my der die das unser unsere mein meine i we it they ich wir es sie has have had now")
NUMBERED = word_set("port ports version room floor raum zimmer stock")
"""What is told by a bare number."""
_NEAR_HEAD = 4
"""Words of a sentence among which what it speaks of stands."""


def goes_over(words: Sequence[str]) -> bool:
    """Whether something went from one value to another: `the theme flipped from dark to light`."""
    for at, word in enumerate(words[:-3]):
        if word in _BEFORE_OLD and at and not _BEFORE_NEW.isdisjoint(words[at + 2 :]):
            before = words[max(0, at - 1 - _MOST_OBJECT_WORDS) : at]
            return (_EXTENDING).isdisjoint(before) and any(_is_past(one) for one in before)
    return False


def arrives_at(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]] | None:
    """What got which number or day: `they raised the limit to 200`, `the limit rose to 200`."""
    for to in range(2, len(words) - 1):
        if words[to] in _BEFORE_NEW and _is_amount(words[to + 1 :]):
            verb = next((at for at in range(to - 1, 0, -1) if _is_past(words[at])), None)
            if verb is None or not _TRAVEL.isdisjoint(words[verb:to]):
                return None
            moved = [word for word in words[verb + 1 : to] if word not in _PARTICLES]
            return (moved, words[to + 1 :]) if moved else (words[:verb], words[to + 1 :])
    return None


def moves_to(words: Sequence[str]) -> tuple[frozenset[str], str] | None:
    """What went to which bare number: `staging moved to 9090 because …`, `staging ist auf 9443 umgezogen`."""
    if _BEFORE_NEW.isdisjoint(words):
        return None
    for at in range(2, len(words)):
        if words[at - 1] not in _BEFORE_NEW or not (words[at].isdigit() and len(words[at]) > 1):
            continue
        behind = words[at + 1] if at + 1 < len(words) else ""
        is_german = behind in _GONE_THERE
        verb = next((n for n in range(1, at) if words[n] in _IS), 0) if is_german else at - 2
        if verb and (is_german or (_is_past(words[verb]) and (not behind or behind in _REASONS))):
            subject = frozenset(words[:verb]) - _NO_NAMES
            return (subject, words[at]) if subject else None
    return None


def other_number_in(words: Sequence[str], subject: frozenset[str], number: str) -> bool:
    """Whether the sentence gives that subject another port, version or the like."""
    if not subject <= {*words[:_NEAR_HEAD]}:
        return False
    for at, word in enumerate(words):
        if word in NUMBERED:
            value = next((one for one in words[at + 1 : at + 3] if one.isdigit()), number)
            if value != number:
                return True
    return False


def _is_past(word: str) -> bool:
    return word not in _TRAVEL and (word in _GONE or (word.endswith("ed") and len(word) > 4))


def _is_amount(words: Sequence[str]) -> bool:
    """A number, with a unit or nothing behind it; or a day."""
    first = words[0].lstrip("$€£")
    if words[0] in _DAYS:
        return True
    return first[:1].isdigit() and (len(words) == 1 or words[1] in UNITS or words[1] in _DAYS)
