"""The facts as a group session sees them: those that are hidden from it are not there (rule 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.known.table import FactTable
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import Fact
from memoryd.origin import Origin

Sees = Callable[[Origin], bool]


class SeenTable:
    """A `FactTable` to look things up in."""

    def __init__(self, table: FactTable, archive: SeenArchive, sees: Sees) -> None:
        self._table = table
        self._archive = archive
        self._sees = sees

    def __getitem__(self, ordinal: int) -> Fact | None:
        fact = self._table[ordinal]
        return fact if fact is not None and self._sees(fact.origin) else None

    def __contains__(self, fact_id: object) -> bool:
        return isinstance(fact_id, str) and self.get(fact_id) is not None

    def get(self, fact_id: str) -> Fact | None:
        """The active fact of that id."""
        fact = self._table.get(fact_id)
        return fact if fact is not None and self._sees(fact.origin) else None

    def ordinal(self, fact_id: str) -> int | None:
        """Where the active fact of that id is."""
        return self._table.ordinal(fact_id) if fact_id in self else None

    def place(self, fact_id: str) -> int | None:
        """Where the fact is, or was before it left."""
        return self._table.place(fact_id) if fact_id in self or fact_id in self._archive else None

    def ordinals(self, start: int = 0) -> Iterator[int]:
        """Ordinals of active facts from `start` on."""
        return (ordinal for ordinal in self._table.ordinals(start) if self[ordinal] is not None)

    def about(self, subject: str) -> list[int]:
        """Ordinals of the facts of that subject."""
        return [ordinal for ordinal in self._table.about(subject) if self[ordinal] is not None]

    def naming(self, object_: str) -> list[int]:
        """Ordinals of the facts with that object."""
        return [ordinal for ordinal in self._table.naming(object_) if self[ordinal] is not None]


class SeenArchive:
    """An `Archive` to look things up in."""

    def __init__(self, archive: Archive, sees: Sees) -> None:
        self._archive = archive
        self._sees = sees

    def __contains__(self, fact_id: object) -> bool:
        return isinstance(fact_id, str) and self.get(fact_id) is not None

    def __iter__(self) -> Iterator[str]:
        return (fact_id for fact_id in self._archive if fact_id in self)

    def get(self, fact_id: str) -> tuple[Fact, State] | None:
        """The archived fact and the state that it left with."""
        found = self._archive.get(fact_id)
        return found if found is not None and self._sees(found[0].origin) else None

    def archived_at(self, fact_id: str) -> int:
        """When the fact was archived (microseconds); 0 where nobody knows."""
        return self._archive.archived_at(fact_id)

    def about(self, subject: str) -> Iterator[str]:
        """Ids of what may be the archived facts of that subject."""
        return (fact_id for fact_id in self._archive.about(subject) if fact_id in self)

    def naming(self, object_: str) -> Iterator[str]:
        """Ids of what may be the archived facts of that object."""
        return (fact_id for fact_id in self._archive.naming(object_) if fact_id in self)


class SeenFacts:
    """A `FactStore` to look things up in."""

    def __init__(self, store: FactStore, sees: Sees) -> None:
        self._store = store
        self.archive = SeenArchive(store.archive, sees)
        self.table = SeenTable(store.table, self.archive, sees)
        self.activations = store.activations

    def view(self, ordinal: int, fact: Fact, now: int) -> dict[str, Any]:
        """The active fact as a reply shows it."""
        return self._store.view(ordinal, fact, now)

    def archived_view(self, fact: Fact, state: State, now: int) -> dict[str, Any]:
        """The archived fact as a reply shows it."""
        return self._store.archived_view(fact, state, now)

    def marked(self, fact: Fact) -> Fact:
        """The fact as its chain has it."""
        return self._store.marked(fact)


Facts = FactStore | SeenFacts
