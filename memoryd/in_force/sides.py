# ruff: noqa: E501 - tables of words read better unbroken
"""Words of which one holds at a time: `gross` and `net`, `vegetarisch` and `vegan`. English and German. Pure.

Who changes from one to the other seldom says from which: `doch lieber netto`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from memoryd.extraction.ends import words_of
from memoryd.in_force.denying import says_no
from memoryd.patterns import pattern as lazy_pattern

_KEPT = 4_096
_SIDES = """
gross brutto / net netto
light hell / dark dunkel
tabs / spaces
metric metrisch / imperial
formal förmlich siezen / informal duzen
vegan / vegetarian vegetarisch / pescatarian
hourly stündlich / daily täglich / weekly wöchentlich / monthly monatlich / yearly jährlich
full-time vollzeit / part-time teilzeit
english englisch / german deutsch / french französisch / spanish spanisch / italian italienisch
remote / on-site office büro
online / in-person
public öffentlich / private privat
manual manually manuell / automatic automatically automatisch
upper-case uppercase / lower-case lowercase
celsius / fahrenheit
morning morgens vormittags / afternoon nachmittags / evening abends
"""
_WORD = lazy_pattern(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PREFERS = lazy_pattern(
    r"(?i)\b(?:doch|lieber|jetzt|nun|stattdessen|ab (?:jetzt|sofort)|von jetzt an|now|instead|rather|actually|after all|from now on|going forward|switch\w*|chang\w*|make (?:it|that|them))\b"
)
"""It is said of what is to hold from now on."""
_OWN = lazy_pattern(r"(?i)\b(?:I|we|user|ich|wir)\b")
_USER = frozenset(("user",))
_CLAUSE = lazy_pattern(r"[.!?;,:–—]\s+|\s(?:and|but|und|aber|or|oder)\s")


@cache
def _table() -> Mapping[str, tuple[int, int]]:
    """Which of what each word names."""
    found = {}
    for number, line in enumerate(_SIDES.strip().splitlines()):
        for side, words in enumerate(line.split(" / ")):
            found.update(dict.fromkeys(words.split(), (number, side)))
    return found


@lru_cache(maxsize=_KEPT)
def sides_of(text: str) -> Mapping[int, frozenset[int]]:
    """Of what it names which ones; what it denies, it does not name."""
    found: dict[int, set[int]] = {}
    for clause in _CLAUSE.split(text):
        if not says_no(clause):
            for match in _WORD.finditer(clause.casefold()):
                if (one := _table().get(match[0])) is not None:
                    found.setdefault(one[0], set()).add(one[1])
    return {which: frozenset(sides) for which, sides in found.items()}


@lru_cache(maxsize=_KEPT)
def about_sides(text: str) -> frozenset[str]:
    """The stems of what it says that of."""
    bare = _WORD.sub(lambda match: " " if match[0].casefold() in _table() else match[0], _PREFERS.sub(" ", text))
    return words_of(bare)


def changes_side(later: str, former: str) -> bool:
    """Whether it now wants the other one of what the former names, of the same thing."""
    now, then = sides_of(later), sides_of(former)
    changed = [which for which in now.keys() & then.keys() if _is_one(now[which]) and _is_one(then[which])]
    if not any(now[which] != then[which] for which in changed) or _PREFERS.search(later) is None:
        return False
    about = about_sides(former)
    says_no_more = about <= _USER and _OWN.search(later) is not None and _OWN.search(former) is not None
    return says_no_more or not about_sides(later).isdisjoint(about)


def _is_one(sides: frozenset[int]) -> bool:
    return len(sides) == 1
