# ruff: noqa: E501 - tables of words read better unbroken
"""What stands before a German verb, and its subject behind it. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.verbs import DETERMINERS

EDGE = " .,!?:;\"'~*()[]"
FRONT = lazy_pattern(
    r"(?:gestern|heute|morgen|vorgestern|übrigens|seit|letzte[nrs]?|vorige[nrs]?|vergangene[nrs]?|diese[nrms]? (?:woche|jahr|monat|herbst)|am|an|in|im|auf|bei|beim|unter|über|vor|nach|mit|für|aus|zu|zum|zur|dort|hier|jetzt|inzwischen|mittlerweile|außerdem|dabei|damit|dafür|danach|davor|deshalb|"
    r"daher|derzeit|aktuell|bisher|meist|meistens|normalerweise|laut|wegen|durch|ab|um|von|vom|nachts|morgens|abends|freitags|montags|zuletzt|letztlich|am ende|nun|schließlich|endlich|leider|zum glück)\b",
    re.IGNORECASE,
)
_LONGEST_MOVED = 6
"""Words before a German verb behind which its subject stands."""
_NOT_MOVED = lazy_pattern(
    r"(?i:warum|wieso|weshalb|wann|wo|was|wer|welche[rsnm]?)|(?:zahl|mach|ha|is|will|geh|komm|sag|brauch|nimm|gib)t?"
)
"""Words that do not stand in a clause before its German verb and its subject: it asks, or is another clause."""
_PARTICIPLE = lazy_pattern(r"(?:ge\w{2,}(?:t|en)|\w{2,}ge\w{2,}(?:t|en))", re.IGNORECASE)
_MODAL = lazy_pattern(
    r"(?:kann|können|muss|müssen|soll|sollen|sollte[n]?|darf|dürfen|will|wollen|möchten?|könnten?)", re.IGNORECASE
)
_FRONT_EN = lazy_pattern(
    r"(?:in|on|at|by|for|after|before|since|during|from|until|last|this|next|yesterday|today|tomorrow|as|due|because|with|under)\b",
    re.IGNORECASE,
)
_PRONOUNS = frozenset(("ich", "wir", "er", "sie", "es", "man", "das", "du", "ihr"))
OBJECTIVE = frozenset(("den", "dem", "einen", "einem", "meinen", "meinem", "unseren", "unserem", "diesen", "diesem"))
"""So begins no subject."""
_GENITIVE = ("der", "des", "dieser", "unserer", "aller")
_PARTS_OF = frozenset(("Prozent", "Hälfte", "Drittel", "Viertel", "Teil", "Mehrheit", "Rest", "Großteil"))


def says_more_before(words: list[str], at: int) -> bool:
    """Whether what stands before a German verb and the speaker is more than a part of the clause, or its other verb."""
    if words[at - 1].endswith(",") or " ".join(words[at + 1 : at + 2]).casefold() not in ("ich", "wir"):
        return False
    begin = next((number for number in range(at, 0, -1) if words[number - 1].endswith(",")), 0)
    before = words[begin:at]
    asks = before[0].casefold() == "wie" and not _PARTICIPLE.fullmatch(before[-1])
    return asks or len(before) > _LONGEST_MOVED or any(map(_NOT_MOVED.fullmatch, before))


def turned_around(words: list[str], at: int) -> tuple[str, list[str]] | None:
    """The speaker behind the verb, with what stands before it: `den Server habe ich …`, `Slack haben wir gekündigt`."""
    rest = words[at + 1 :]
    if not rest or rest[0].casefold() not in ("ich", "wir"):
        return None
    if words[0].casefold() in OBJECTIVE:
        return rest[0], [words[0].casefold(), *words[1:at], *rest[1:]]
    # `Top, Slack haben wir …`: what stands before a comma is none of it.
    begin = next((number for number in range(at, 0, -1) if words[number - 1].endswith(",")), 0)
    moved = words[begin:at]
    if moved[:1] and moved[0].casefold() in DETERMINERS:
        moved[0] = moved[0].casefold()
    if not moved or len(rest) == 1 or FRONT.match(" ".join(moved)):
        return None
    is_infinitive = _MODAL.fullmatch(words[at]) and moved[-1].endswith("en") and not _ends_in_verb(rest)
    is_verb = is_infinitive or _PARTICIPLE.fullmatch(moved[-1])
    if not is_verb or moved[0].casefold() == "wie":
        return rest[0], [lower_first(moved[0]) if moved[0] == "Wie" else moved[0], *moved[1:], *rest[1:]]
    # `Gebucht haben wir eine Wohnung, für eine Woche`: its other verb ends the clause.
    end = next((number for number, word in enumerate(rest) if word.endswith(",")), len(rest))
    last = moved[-1][:1].lower() + moved[-1][1:]
    clause = [*moved[:-1], *rest[1:end]]
    if end < len(rest):
        clause, last = [*clause, rest[end].rstrip(",")], f"{last},"
    return rest[0], [*clause, last, *rest[end + 1 :]]


def behind_verb(front: list[str], rest: list[str]) -> tuple[str, list[str]] | None:
    """The subject behind a German verb, and what else is said with what stands before it."""
    length = _noun_phrase(rest)
    has_more = len(front) > _LONGEST_MOVED and any(word.endswith(",") for word in front)
    if not length or has_more:
        return None  # `Gestern rief die Kasse an, die AOK will die Abrechnung …`
    moved = [lower_first(front[0]), *front[1:]]
    if rest[length - 1].endswith(",") and not moved[-1].endswith(","):
        moved[-1] += ","  # another clause begins behind the subject
    return " ".join(rest[:length]), [*moved, *rest[length:]]


def _ends_in_verb(rest: list[str]) -> bool:
    """Whether another infinitive stands there, so that none stood in front: `Kuchen kann ich nicht backen`."""
    return any(word.islower() and word.strip(EDGE).endswith(("en", "ln", "rn")) for word in rest[1:])


def _noun_phrase(words: list[str]) -> int:
    """How many words the subject behind a German verb has: a pronoun, or all up to the first noun and the names behind."""
    if words and words[0].casefold() in _PRONOUNS:
        return 1
    for at, word in enumerate(words[:5]):
        if word[:1].isupper():
            end = at + 1
            if word in _PARTS_OF and " ".join(words[end : end + 1]) in _GENITIVE:
                end += 2  # `96 Prozent der Familien`
            while end < len(words) and words[end][:1].isupper() and not words[end - 1].endswith(","):
                end += 1
            return end
        if not (
            word[:1].isdigit() or word.casefold() in DETERMINERS or word.endswith(("e", "er", "es", "en", "em", "s"))
        ):
            return 0
    return 0


def lower_first(word: str) -> str:
    """The first word of a sentence as it stands within one: only nouns keep their capital."""
    return word[:1].lower() + word[1:] if FRONT.match(word) or _FRONT_EN.match(word) else word
