"""A German clause behind `dass`, said by itself: `Mara montags nie da ist` → `Mara ist montags nie da`. Pure."""

from __future__ import annotations

from itertools import pairwise

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.verbs import DETERMINERS, GERMAN

_CLAUSE_ENDS = lazy_pattern(r",(?=\s)|\s[–—-](?=\s)|[;:(](?=\s|\w)|$")
_PRONOUNS = frozenset(("ich", "du", "er", "sie", "es", "wir", "ihr", "man", "jeder", "jede", "niemand", "alle", "das"))
_ALSO_ARTICLES = ("das", "alle", "jede", "jeder", "ihr")
_OF = ("von", "vom", "der", "des", "aus")
"""What else belongs to a name: `die Tür von Lager 3`."""
_PARTS = (
    "auf", "aus", "an", "ab", "ein", "mit", "vor", "zu", "nach", "weg", "los", "um", "fest", "her", "hin", "bei",
    "frei", "weiter", "fern", "statt", "teil", "nieder", "hoch", "durch", "unter", "über", "wieder", "dar",
)  # fmt: skip
"""So begins a verb that comes apart, or one that does not: nobody can tell."""
_AND = ("und", "oder", "aber", "sondern", "doch")
_NO_VERBS = frozenset(("nicht", "jetzt", "selbst", "erst", "nacht", "oft", "fast", "meist", "zuletzt", "sonst", "seit"))


def main_clause(text: str) -> str:
    """The text with the verb of its first clause behind what it begins with; as it is where that is not sure."""
    end = _CLAUSE_ENDS.search(text)
    head, rest = (text, "") if end is None else (text[: end.start()], text[end.start() :])
    words = head.split()
    begins = _first_part(words)
    if not 0 < begins < len(words) - 1 or words[begins].casefold() in GERMAN:
        return text
    first = words[0].casefold()
    if not _is_verb(words[-1], first) or _joins_clauses(words, first):
        return text
    return " ".join((*words[:begins], words[-1], *words[begins:-1])) + rest


def _joins_clauses(words: list[str], first: str) -> bool:
    """Whether it has another verb, of which the last word is none: `ich Nüsse nicht vertrage und Milch hasse`."""
    return any(word in _AND and _is_verb(before, first) for before, word in pairwise(words))


def _is_verb(word: str, first: str) -> bool:
    if word in GERMAN:
        return True
    if not word.isalpha() or not word.islower() or word.startswith(_PARTS) or word in _NO_VERBS:
        return False
    endings = {"ich": ("e",), "wir": ("en",), "du": ("st",)}.get(first, ("t", "te", "ten"))
    return word.endswith(endings)


def _first_part(words: list[str]) -> int:
    """How many words stand before where the verb belongs: a pronoun, or all up to the end of the first name."""
    if len(words) < 2:
        return 0
    first = words[0].casefold()
    if first in _PRONOUNS and not (first in _ALSO_ARTICLES and words[1][:1].isupper()):
        return 1
    for at, word in enumerate(words[:6]):
        if word[:1].isupper() and word.casefold() not in _PRONOUNS:
            return _end_of_name(words, at)
        if not (word.casefold() in DETERMINERS or word.endswith(("e", "er", "es", "en", "em"))):
            return 0
    return 0


def _end_of_name(words: list[str], at: int) -> int:
    end = at + 1
    while end < len(words):
        word, behind = words[end], words[end + 1 : end + 2]
        is_number = word[:1].isdigit() and not (behind and behind[0][:1].isupper())
        if not (word[:1].isupper() or is_number or (word in _OF and behind and behind[0][:1].isupper())):
            break
        end += 1
    return end
