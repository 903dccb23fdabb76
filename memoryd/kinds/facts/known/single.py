"""Which facts are said of one thing that has one value at a time: by subject and single-valued predicate (rule 23)."""

from __future__ import annotations

from memoryd.kinds.facts.known.table import FactTable
from memoryd.kinds.facts.model.compare import is_verbatim, realm_of
from memoryd.kinds.facts.model.fact import Fact, Statement
from memoryd.kinds.facts.model.validity import attribute_of, plain
from memoryd.types import fold

_SLICE = 2000
_MOST = 64
"""Of a status that changes all day, the latest; what arrives late for an older one is put before these."""


class SingleValued:
    """Facts by the thing they describe. `look` goes through loaded facts; later ones are noted."""

    def __init__(self, table: FactTable, predicates: frozenset[str]) -> None:
        """`predicates` as `plain` spells them."""
        self.predicates = predicates
        self._table = table
        self._of: dict[tuple[str, str, str], list[int]] = {}
        self._looked = 0
        """All facts up to this ordinal are known here."""
        self.unsettled: set[tuple[str, str, str]] = set()
        """Of what there may be several that hold."""

    def has(self, one: Statement) -> bool:
        """Whether its subject has one object of its predicate at a time."""
        return self._attribute(one) is not None

    def _attribute(self, one: Statement) -> str | None:
        return attribute_of(plain(one.predicate), one.object, self.predicates)

    def thing(self, one: Statement) -> tuple[str, str, str]:
        """What it is said of, in which realm."""
        return fold(one.subject), self._attribute(one) or plain(one.predicate), realm_of(one)

    def thing_of(self, one: Statement) -> tuple[str, str, str] | None:
        """As `thing`; None where there may be several at a time."""
        return self.thing(one) if self.has(one) and not is_verbatim(one) else None

    def note(self, fact: Fact, ordinal: int) -> None:
        """One more; writer's thread."""
        thing = self.thing_of(fact)
        if thing is not None:
            found = self._of.setdefault(thing, [])
            if ordinal not in found:
                found.append(ordinal)
            if len(found) > 1:
                self.unsettled.add(thing)
            if len(found) > _MOST:
                held = [o for o in found if (one := self._table[o]) and one.validity.superseded_by is None]
                self._of[thing] = sorted({*held, *found[-_MOST // 2 :]})

    def look(self) -> bool:
        """Look through some more of what was loaded, on the writer's thread; whether more is left."""
        end = min(self._looked + _SLICE, self._table.next_ordinal)
        for ordinal in range(self._looked, end):
            fact = self._table[ordinal]
            if fact is not None:
                self.note(fact, ordinal)
        self._looked = end
        return end < self._table.next_ordinal

    def of(self, one: Statement) -> list[int]:
        """The ordinals of the active facts that are said of the same, in the order in which they came."""
        thing = self.thing(one)
        return self.of_thing(thing)

    def of_thing(self, thing: tuple[str, str, str]) -> list[int]:
        """As `of`."""
        while self._looked < self._table.next_ordinal and self.look():
            pass
        found = self._of.get(thing, ())
        return [o for o in found if (fact := self._table[o]) is not None and self.thing(fact) == thing]
