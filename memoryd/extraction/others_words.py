# ruff: noqa: E501 - tables of words read better unbroken
"""What somebody says of themselves, as others say it: `I am` → `they are`, `wohne` → `wohnt`. English and German. Pure."""

from __future__ import annotations

import re
from functools import partial

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language
from memoryd.text.verbs import ADVERBS, ANY_PAST, ENGLISH, GERMAN, OF_ONESELF, PREPOSITIONS, THIRD, third_of

_MINE_EN = lazy_pattern(r"\b(?<![\"'“‘])(my|mine|myself|me)\b(?!-)", re.IGNORECASE)
_I_AND_NEXT = (
    r"(?P<i>[Ii])(?:(?P<be>['’]m| am)\b| (?P<was>was)\b|(?=['’](?:ve|ll|d)\b)|(?![\w.'’:/-]))(?= (?P<next>\w+))?"
)
_I_EN = lazy_pattern(rf"(?:(?<=[\w);:–—-] )|^){_I_AND_NEXT}")
_I_THROUGHOUT = lazy_pattern(rf"(?:(?<=[\w),;:–—-] )|^){_I_AND_NEXT}")
"""The same behind commas, too, where the speaker may tell something else."""
_I_AND_VERB = lazy_pattern(
    r"(?:(?<=[\w),;:–—-] )|^)(?P<i>[Ii])(?:['’](?P<short>m|ve|ll|d)|(?P<adverbs>(?: (?:also|really|still|just|always|usually|often|never|only|already))*) (?P<verb>[a-z'’-]+))\b(?: and (?P<also>[a-z]+)\b)?"
)
_AND_I_DE = lazy_pattern(
    r"\b(und|sowie) (arbeite|bin|habe|hab|fahre|spiele|studiere|mag|wohne|lebe|leite|lerne|trinke|esse|besitze|spreche|unterrichte|suche|brauche|nutze|gehe|liebe|hasse)\b"
)
_THEIRS = {"my": "their", "mine": "theirs", "myself": "themselves", "me": "them"}
_WOULD = frozenset(("would", "could", "should", "might"))
LONG = {"ve": "have", "m": "am", "re": "are", "ll": "will", "s": "is", "d": "would"}
ENDING = frozenset(("no", "longer"))
"""Before a verb: `I no longer live here`."""


def of_speaker(text: str, who: str) -> str:
    """What the speaker says of somebody or something else: `let me` → `let Ann`, `my car` → `Ann's car`."""
    first = next((match for match in _I_AND_VERB.finditer(text) if _told_of(who, match) != match[0]), None)
    if first is None:
        return _MINE_EN.sub(partial(_of, who), text)
    head, tail = text[: first.start()], _I_AND_VERB.sub(partial(_told_of, who), text[first.start() :])
    return _MINE_EN.sub(partial(_of, who), head) + _MINE_EN.sub(lambda match: _THEIRS[match[0].casefold()], tail)


def _told_of(who: str, match: re.Match[str]) -> str:
    """`I train` → `Ann trains`, `I've` → `Ann has`."""
    verb = LONG[match["short"].casefold()] if match["short"] else match["verb"]
    also = f" and {third_person(match['also'], 'en')}" if match["also"] else ""
    is_known = any(verb in words for words in (ENGLISH, ANY_PAST, OF_ONESELF, ADVERBS, THIRD, _WOULD))
    is_speaker = is_known or (match["i"] == "I" and verb.endswith(("ed", "n't", "n’t", "ly")))
    return f"{who}{match['adverbs'] or ''} {third_person(verb, 'en')}{also}" if is_speaker else match[0]


def _of(who: str, match: re.Match[str]) -> str:
    """What somebody else has to do with the speaker: `my`, `mine` → `Ann's`, `me` → `Ann`."""
    said = match[0].casefold()
    return who if said == "me" else "themselves" if said == "myself" else f"{who}'s"


def their(text: str, language: Language, *, throughout: bool = False) -> str:
    """What the speaker calls their own, as others say it. `throughout`: behind commas, too."""
    if language == "de":
        return _AND_I_DE.sub(lambda match: f"{match[1]} {third_person(match[2], 'de')}", text)
    text = (_I_THROUGHOUT if throughout else _I_EN).sub(_they, text)
    return _MINE_EN.sub(lambda match: _THEIRS[match[0].casefold()], text)


def _they(match: re.Match[str]) -> str:
    """For `I`; a small one may be a name in code, and is the speaker where a verb stands behind it."""
    if match["be"]:
        return "they are"
    if match["was"]:
        return "they were"
    behind = match["next"] or ""
    return "they" if match["i"] == "I" or behind in ENGLISH or behind in ADVERBS or not behind else match[0]


def third_person(verb: str, language: Language) -> str:
    """What the speaker says of themselves, as others say it: `live` → `lives`, `wohne` → `wohnt`."""
    first, ended, behind = verb.partition(" nicht mehr")
    if ended:
        return third_person(first, language) + ended + behind
    adverbs, _, last = verb.rpartition(" ")
    if adverbs and language == "en":
        return _third_of_first(verb.split())
    if adverbs and last.casefold() in PREPOSITIONS:
        return f"{third_person(adverbs, language)} {last}"
    if adverbs:
        return f"{adverbs} {third_person(last, language)}"
    low = verb.casefold()
    known = THIRD.get(low)
    if known is not None:
        return known
    if language == "de":
        return _german_third(low)
    if low in ANY_PAST or low not in OF_ONESELF:
        return verb
    return third_of(low)


def _german_third(verb: str) -> str:
    if verb in GERMAN:
        return verb
    if verb.endswith("e") and len(verb) > 3:
        return verb[:-1] + ("et" if verb[:-1].endswith(("t", "d")) else "t")
    if (known := THIRD.get(f"{verb}e")) is not None:
        return known
    return f"{verb}t" if not {f"{verb}t", f"{verb}en"}.isdisjoint(GERMAN) else verb


def third_person_of(verb: str) -> str:
    """The same of what is an English verb for sure, and the words behind it: `volunteer at` → `volunteers at`."""
    first, _, behind = verb.partition(" ")
    told = third_person(first, "en")
    if told == first and not first.endswith("ed"):
        told = third_of(first)
    return f"{told} {behind}".rstrip()


def _third_of_first(words: list[str]) -> str:
    """The same of several words, of which the first that is no adverb is the verb: `have always wanted`."""
    at = next(
        (at for at, word in enumerate(words) if not ({word.casefold()} & (ADVERBS | ENDING) or word.endswith("ly"))),
        len(words) - 1,
    )
    return " ".join([*words[:at], third_person(words[at], "en"), *words[at + 1 :]])
