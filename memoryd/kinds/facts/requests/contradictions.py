"""Facts in force that say different things of one thing, and that nothing has settled (rule 23).

The configuration's single-valued predicates settle themselves; of the others only those are told that read as if there
were one value: attributes ("favourite editor"), relations to one at a time ("married to"), amounts, and yes and no.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection

from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.amounts import amount_of
from memoryd.kinds.facts.model.compare import is_user, is_verbatim, realm_of
from memoryd.kinds.facts.model.fact import Fact
from memoryd.kinds.facts.model.validity import plain
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.statements import leaves_one_value
from memoryd.types import UNTRUSTED, fold

_MANY = frozenset(
    """likes uses has knows met visited tag label account role contact image phone email mail address sport instrument
    language team partner note event date day time state format""".split()  # noqa: SIM905 - a list of words reads better
)
"""Predicates that may well have several objects, for all that they read so."""
_SAID = frozenset({"true", "false", "yes", "no", "on", "off", "enabled", "disabled", "ja", "nein", "an", "aus"})
_WE = ("we", "wir")
_LIVES_IN = frozenset((
    "lives in", "live in", "lives at", "resides in", "based in", "wohnt in", "wohnen in", "lebt in", "leben in",
))  # fmt: skip
_MOVED = lazy_pattern(
    r"(?:(?:has |have |just |recently )*(?:moved|relocated)(?: back| over)? to"
    r"|(?:ist|bin|sind) (?:\S+ )??(?:nach|in die|in den)(?= .* (?:um|zurück)?gezogen\b)|zog(?:en)? nach) \S.*"
)
_MOVES = ("moved", "relocated", "gezogen", "zog")
_HOME = "home"
_SMALL = 20_000
_PATIENCE = 60_000_000
"""Microseconds: among many facts it is looked no more often."""


class Contradictions:
    """Looked for when they are asked for, and facts have changed since; any thread."""

    def __init__(self, store: FactStore, is_compatible: Callable[[Collection[str]], bool]) -> None:
        """`is_compatible`: whether an agent said that facts of these ids may all hold."""
        self._store = store
        self._is_compatible = is_compatible
        self._lock = threading.Lock()
        self._version, self._looked = -1, 0
        self._groups: list[list[str]] = []

    def found(self, now: int) -> list[list[Fact]]:
        """Groups of facts, each the oldest first; the latest group first."""
        table = self._store.table
        with self._lock:
            is_old = table.version != self._version and (len(table) <= _SMALL or now - self._looked > _PATIENCE)
            if is_old:
                self._version, self._looked = table.version, now
                self._groups = self._look(now)
            groups = list(self._groups)
        found = []
        for group in groups:
            facts = [fact for one in group if (fact := table.get(one)) is not None and self._store.holds(one, now)]
            if len({fold(fact.object) for fact in facts}) > 1 and not self._is_compatible([one.id for one in facts]):
                found.append(facts)
        return found

    def _look(self, now: int) -> list[list[str]]:
        store = self._store
        said: dict[tuple[str, str, str], list[int]] = {}
        for ordinal in store.table.ordinals():
            fact = store.table[ordinal]
            # What a tool or a page says asks nobody to decide (rule 27).
            if fact is None or is_verbatim(fact) or fact.source == UNTRUSTED:
                continue
            about = self._about(fact)
            if about is not None and store.holds(fact.id, now):
                said.setdefault(about, []).append(ordinal)
        groups = []
        for (_, what, _), ordinals in said.items():
            facts = [fact for o in ordinals if (fact := store.table[o]) is not None]
            facts.sort(key=lambda fact: (fact.valid_from, fact.id))
            if what == _HOME:
                facts = _since_home(facts)
            if len({fold(fact.object) for fact in facts}) > 1:
                groups.append(facts)
        groups.sort(key=lambda facts: (-facts[-1].valid_from, facts[-1].id))
        return [[fact.id for fact in facts] for facts in groups]

    def _about(self, fact: Fact) -> tuple[str, str, str] | None:
        """Of what it says one thing of several that may not all hold; None: of nothing such."""
        if plain(fact.predicate) in _LIVES_IN or _has_moved(fact):
            who = fold(fact.subject)
            return _WE[0] if is_user(who) or who in _WE else who, _HOME, realm_of(fact)
        amount = amount_of(fact.predicate, fact.object)
        if amount is not None:
            return fold(fact.subject), f"amount {amount.unit}", realm_of(fact)
        return self._store.single.thing(fact) if may_conflict(fact.predicate, fact.object) else None


def _since_home(facts: list[Fact]) -> list[Fact]:
    """Where somebody lived last, and what they moved to since; whoever says it after that leaves nothing to settle."""
    homes = [at for at, fact in enumerate(facts) if not _has_moved(fact)]
    return facts[homes[-1] :] if homes else []


def _has_moved(fact: Fact) -> bool:
    """Whether it tells of somebody who lives elsewhere now, or uses something else: no rule knows."""
    said = fold(f"{fact.predicate.replace('_', ' ')} {fact.object}")
    return any(word in said for word in _MOVES) and _MOVED.fullmatch(said) is not None


def may_conflict(predicate: str, object_: str) -> bool:
    """Whether another object of that predicate would contradict this one."""
    words = plain(predicate)
    if words.split(" ")[-1] in _MANY or words in _MANY:
        return False
    return leaves_one_value(words) or fold(object_) in _SAID
