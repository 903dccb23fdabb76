"""Two lines of a brief that give a value to the same thing: is it another one (rule 23)? Pure."""

from __future__ import annotations

from functools import lru_cache

from memoryd.extraction.ends import FEWEST_SHARED, NOTHING, VALUE, valued_words, words_of
from memoryd.in_force.wordings import CHANGED
from memoryd.patterns import pattern as lazy_pattern

_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_LABEL = lazy_pattern(r"([^\W\d_][\w-]*): (?=(?:\S+ ){0,2}\d)")
_MONTH = lazy_pattern(r"\b((?!mai|may)[a-zäö]{3})[a-zäö]*$")
"""Of a date, so that `10 oct` and `10 October` are one."""
_WEEKLY = lazy_pattern(r"(?<=day)s$")
"""Of a day of each week: `Mondays` is the same as `Monday`."""
_MEASURES = frozenset(
    word
    for line in (
        "euro dollar pound percent prozent minut minuten hour stund stunden",
        "day tag tage week woch wochen month monat year jahr",
    )
    for word in line.split()
)
"""What many things are counted in: the rent and the heating are not one thing, since both cost euros a month."""
_NEAR_VALUES = words_of(
    "within per about around almost nearly least most max min ca circa etwa rund knapp binnen innerhalb pro since due"
    " got weil denn wegen seit wurde wurden worden werden soll sollen muss müssen"
)
"""Stems of what stands beside a value of whatever: two that are due within some days are not one thing."""
_CHANGING = words_of(
    "move moved moving change changed switch switched replace replaced raise raised update updated new"
) | words_of("jetzt wird verschoben geändert gewechselt umgestellt ersetzt erhöht neu neue neuer")
"""Stems that only say that something is another one."""
_DECIDING = frozenset("decid agre settl entschi vereinb abgemac jetzt nun schon".split())  # noqa: SIM905 - reads better
"""Stems that only say that something was settled, or holds from now on."""


def has_new_value(later: str, former: str) -> bool:
    """Both give a value of the same kind to the same thing, and not the same one."""
    ours, theirs = values_of(later), values_of(former)
    fills_anew = bool(ours.get("date", frozenset()) & theirs.get("date", frozenset())) and len(ours["date"]) > 1
    changed = {kind for kind in ours.keys() & theirs.keys() if ours[kind].isdisjoint(theirs[kind])}
    if not fills_anew and not changed:
        return False
    about = _said_of_values(former) - _DECIDING
    shared = about & _said_of_values(later)
    if _count(shared) >= (1 if fills_anew else FEWEST_SHARED) and not shared <= _MEASURES:
        return True
    is_labelled = changed != {"number"} and not about.isdisjoint(_labels_of(later))
    return is_labelled or (bool(about) and about <= _head_of(later))


def share_only_change(later: str, former: str) -> bool:
    """Whether all words that they share tell of a change only: `the deadline moved`, `we moved the tracking`."""
    shared = words_of(later) & words_of(former)
    return bool(shared) and shared <= _CHANGING


def _count(stems: frozenset[str]) -> int:
    """How many words they are of: `db1` has the stems `db1` and `db`."""
    return sum(not any(one != other and _is_in_front(one, other) for other in stems) for one in stems)


def _is_in_front(one: str, other: str) -> bool:
    return other.startswith(one) and not other.isalpha()


@lru_cache(maxsize=_KEPT)
def _said_of_values(text: str) -> frozenset[str]:
    """The stems of what stands around its values, but for what tells that these are others now, or how near."""
    return valued_words(_without_change(text)) - _NEAR_VALUES or NOTHING


def _without_change(text: str) -> str:
    return CHANGED.sub(lambda change: change[0].partition(" ")[2], text)


@lru_cache(maxsize=_KEPT)
def _head_of(text: str) -> frozenset[str]:
    """The stems of what stands before its first value: `deposit` of `deposit is now 300`."""
    value = VALUE.search(text)
    return words_of(text[: value.start()]) if value else NOTHING


@lru_cache(maxsize=_KEPT)
def _labels_of(text: str) -> frozenset[str]:
    """The stems of the words under which it gives a value: `nights` of `new nights: 4 and 5 May`."""
    return frozenset(stem for match in _LABEL.finditer(text) for stem in words_of(match[1])) or NOTHING


@lru_cache(maxsize=_KEPT)
def values_of(text: str) -> dict[str, frozenset[str]]:
    """Its times, dates, amounts, versions and numbers, by kind."""
    found: dict[str, set[str]] = {}
    for match in VALUE.finditer(text.casefold()):
        found.setdefault(str(match.lastgroup), set()).add(_WEEKLY.sub("", _MONTH.sub(r"\1", match[0])))
    return {kind: frozenset(values) for kind, values in found.items()}
