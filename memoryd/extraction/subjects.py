"""What a statement is about, as far as it was said before the verb. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.verbs import BARE, ENGLISH, GERMAN, NOUNS

_EXCLAIMED = lazy_pattern(
    r"(?:(?:omg|lol|haha+|wow|yay|hurra|mist|ugh|argh|puh|mein gott)[,!]*\s+(?:and\s+|und\s+)?)+(?=\S)", re.IGNORECASE
)
_NOT_THE_OTHER = lazy_pattern(r"\s*\((?:not|nicht)\b[^()]*\)", re.IGNORECASE)
_APPOSED = lazy_pattern(
    r"(?P<one>[^,:()]{1,40}), "
    r"(?P<two>(?:(?:an?|the|our|my|his|her|their|der|die|das|eine?|unsere?|meine?|seine?|ihre?) )?"
    r"(?:(?-i:[A-ZÄÖÜ])|(?<= )[a-z])[^,:()]{1,40}),",
    re.IGNORECASE,
)
"""`Trevor, our electrician, comes`."""
_OWN = lazy_pattern(r"(?<=\()(?:my|meine?) ", re.IGNORECASE)
_LISTS = lazy_pattern(r"\b(?:and|or|und|oder|sowie)\b", re.IGNORECASE)
_DEFINITE = lazy_pattern(
    r"(?:the|our|my|your|his|her|their|der|die|das|unsere?|meine?|eure?|ihre?)\s+\S", re.IGNORECASE
)
_SAID_BEFORE = lazy_pattern(r"(?:(?:then|so|and|also|please|just|now),? )*(?P<verb>[a-z]+) ", re.IGNORECASE)
_FINITE = (ENGLISH | GERMAN) - NOUNS - BARE - {"in", "an", "war"}
_TOPIC = lazy_pattern(r"[^:,]{1,40}: [^:,]+, (?=\S)")


def bare_subject(text: str) -> str:
    """Without an exclamation, an aside and a topic before it: `omg and mum's birthday`, `Today: the fair, its date`."""
    return _TOPIC.sub("", _NOT_THE_OTHER.sub("", _EXCLAIMED.sub("", text)), count=1)


def apposed(text: str, who: str) -> str | None:
    """What stands before a verb with what else it is called, as one: `Trevor, my uncle,` → `Trevor (Ann's uncle)`."""
    match = _APPOSED.fullmatch(text)
    if match is None or _LISTS.match(match["two"]):
        return None
    return _OWN.sub(f"{who}'s ", f"{match['one']} ({match['two']})")


def of_last_clause(text: str) -> str:
    """Without a label or another clause before it: `open: the check`, `use kiln-2, kiln-1`; a list stays."""
    label, colon, named = text.rpartition(": ")
    if colon and label and _DEFINITE.match(named):
        return named
    before, comma, last = text.rpartition(", ")
    if not comma or _LISTS.search(last):
        return text
    verb = _SAID_BEFORE.match(f"{before} ")
    bare = "" if verb is None else verb["verb"].casefold()
    orders = bare in BARE and (bare not in NOUNS or _DEFINITE.match(before, verb.end() if verb else 0) is not None)
    tells = any(word in _FINITE for word in before.casefold().split())
    return last if orders or tells or _DEFINITE.match(last) else text
