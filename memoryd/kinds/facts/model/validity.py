"""From when until when a fact holds, and what it superseded: the rules, pure (rule 23)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import MONTH
from memoryd.types import fold


class Validity(msgspec.Struct, frozen=True, gc=False):
    """When a fact holds, in microseconds, and its place in the chain of what held before and after it."""

    valid_from: int | None = None
    """None: since it was made."""
    valid_until: int | None = None
    """None: it holds."""
    supersedes: tuple[str, ...] = ()
    """Ids of what it took the place of, the latest first."""
    superseded_by: str | None = None
    edited: int | None = None
    """When it was corrected; its line counts instead of an earlier one with its id."""


_ON = frozenset((
    "on", "am", "takes place on", "scheduled for", "findet statt am", "moved to", "was moved to",
    "postponed to", "was postponed to", "verschoben auf", "wurde auf", "verlegt auf",
))  # fmt: skip
"""Predicates of what is on a day, as `plain` spells them."""
_IS = frozenset(("is", "ist"))
"""Before a day with its month: `is the 7th` may count something."""
_DUE = frozenset(("due on", "due", "fällig am"))
_DAY = lazy_pattern(
    r"(?:now |jetzt )?(?:the |dem |den )?"
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th|\.)|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?{MONTH}|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?"
    r"(?: (?:verschoben|verlegt|vertagt))?",
    re.IGNORECASE,
)
"""A day of the calendar; something that is on a day of the week may be on others, too."""
_MONTHS = lazy_pattern(rf"{MONTH}|\d-\d|\d\.\d", re.IGNORECASE)
_NUMBERED = lazy_pattern(
    r"(?:(?:now|jetzt) )?(?P<what>[^\W\d_]+) v?\d[\w.]*(?:,? (?:since|seit|now|jetzt)\b.*)?", re.IGNORECASE
)
"""`port 8080`, `version 7.2 since May`; what else stands behind a comma tells several apart: `port 80, for staging`."""
_NUMBERS = frozenset(("is", "ist", "on", "at", "auf", "runs on", "runs at", "runs", "läuft auf"))
"""Predicates before it, of what has one such number; something may have several."""
ALWAYS = Validity()
"""Of a fact that nobody said more of."""


class Dated(NamedTuple):
    """A fact that is said of the same thing as another: from when it holds, and when it arrived."""

    valid_from: int
    arrived: int
    object: str
    """Folded."""


class Place(NamedTuple):
    """Where a statement stands among what was said of the same thing: indexes of what it supersedes, and of what
    supersedes it."""

    supersedes: list[int]
    superseded_by: int | None


def place(others: Sequence[Dated], new: Dated) -> Place:
    """The later `valid_from` wins, ties by arrival; what arrives late is born superseded."""
    when = new.valid_from, new.arrived
    before = [n for n, one in enumerate(others) if (one.valid_from, one.arrived) <= when and one.object != new.object]
    after = [n for n, one in enumerate(others) if (one.valid_from, one.arrived) > when and one.object != new.object]
    latest_first = sorted(before, key=lambda n: others[n][:2], reverse=True)
    return Place(latest_first, min(after, key=lambda n: others[n][:2], default=None))


@lru_cache(maxsize=4096)
def plain(predicate: str) -> str:
    """A predicate as it is compared with the configuration's: `lives_in`, `Lives in` and `has lives-in` are one."""
    words = fold(predicate.replace("_", " ").replace("-", " ")).split()
    while len(words) > 1 and words[0] in ("has", "is", "hat", "ist", "the", "current", "currently"):
        del words[0]
    return " ".join(words)


def attribute_of(predicate: str, object_: str, single: Collection[str]) -> str | None:
    """What of its subject it states that has one value at a time; None where there may be several.

    `predicate` as `plain` spells it; `single` are the configuration's.
    """
    if predicate in single:
        return predicate
    if is_on_a_day(predicate, object_):
        return "due" if predicate in _DUE else "on"
    if predicate in _NUMBERS and (numbered := _NUMBERED.fullmatch(object_)) and fold(numbered["what"]) in single:
        return fold(numbered["what"])
    return None


def is_on_a_day(predicate: str, object_: str) -> bool:
    """Whether it says on which day of the calendar something is; `predicate` as `plain` spells it."""
    says = predicate in _ON or predicate in _DUE or (predicate in _IS and _MONTHS.search(object_) is not None)
    return says and _DAY.fullmatch(object_) is not None


def single_valued(predicates: Collection[str]) -> frozenset[str]:
    """The configuration's predicates, for `plain` ones to be looked up in."""
    return frozenset(map(plain, predicates))


def earlier(one: int | None, other: int | None) -> int | None:
    """The earlier of two ends; None is none."""
    return min((at for at in (one, other) if at is not None), default=None)


def holds_at(validity: Validity, created: int, at: int) -> bool:
    """Whether the fact holds at that time: `valid_from` ≤ T < `valid_until`."""
    begins = created if validity.valid_from is None else validity.valid_from
    return begins <= at and (validity.valid_until is None or at < validity.valid_until)


class Chains:
    """Which fact superseded which, by id; of active and archived ones."""

    def __init__(self) -> None:
        self._after: dict[str, str] = {}
        self._before: dict[str, dict[str, None]] = {}
        self.version = 0
        """Another one after each change."""

    def __contains__(self, fact_id: str) -> bool:
        """Whether the fact was superseded."""
        return fact_id in self._after

    def __len__(self) -> int:
        return len(self._after)

    def after(self, fact_id: str) -> str | None:
        """What superseded it."""
        return self._after.get(fact_id)

    def ids(self) -> list[str]:
        """All that were superseded."""
        return list(self._after)

    def before(self, fact_id: str) -> list[str]:
        """What it superseded."""
        return list(self._before.get(fact_id, ()))

    def link(self, old: str, new: str) -> None:
        """`new` superseded `old`; what had done so before gives way."""
        self.unlink(old)
        self._after[old] = new
        self.version += 1
        self._before.setdefault(new, {})[old] = None

    def unlink(self, old: str) -> None:
        """Nothing superseded it, after all."""
        new = self._after.pop(old, None)
        if new is not None:
            self.version += 1
            found = self._before[new]
            found.pop(old, None)
            if not found:
                del self._before[new]

    def note(self, fact_id: str, validity: Validity) -> None:
        """A line says this; what another line says of the same stays."""
        new = validity.superseded_by
        for old in validity.supersedes:
            # What arrived late stands between two that were linked before.
            if old != fact_id and self._after.get(old) in (None, new):
                self.link(old, fact_id)
        if new is not None and new != fact_id:
            self.link(fact_id, new)

    def of(self, fact_id: str, most: int = 100) -> list[str]:
        """The whole chain through a fact, the oldest first."""
        newest, seen = fact_id, {fact_id}
        while (after := self._after.get(newest)) is not None and after not in seen and len(seen) < most:
            newest = after
            seen.add(newest)
        found: dict[str, None] = {}
        waiting = [newest]
        while waiting and len(found) < most:
            one = waiting.pop()
            if one not in found:
                found[one] = None
                waiting += self._before.get(one, ())
        return list(found)[::-1]
