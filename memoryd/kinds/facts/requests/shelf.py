"""Facts as a user speaks of them: found by their words, and archived (rule 16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.fact import sentence
from memoryd.recall.lexical.index import Index
from memoryd.recall.query import LexicalQuery
from memoryd.storage.batch import Batch

_MOST = 20
_FACTS = frozenset({"fact"})


class FactShelf:
    """On the writer's thread."""

    def __init__(self, store: FactStore, changes: FactChanges, index: Index) -> None:
        self._store = store
        self._changes = changes
        self._index = index

    def near(self, text: str) -> Iterator[tuple[str, str]]:
        """The ids and sentences of active facts that have words of the text, the best first."""
        for hit in self._index.search(LexicalQuery(text=text, limit=_MOST, kinds=_FACTS)):
            fact = self._store.table.get(hit.document.key)
            if fact is not None:
                yield fact.id, sentence(fact)

    def text(self, fact_id: str) -> str:
        """Its sentence; "" for one that is gone."""
        fact = self._store.table.get(fact_id)
        return "" if fact is None else sentence(fact)

    def sources(self, fact_id: str) -> tuple[str, ...]:
        """What it was made of."""
        fact = self._store.table.get(fact_id)
        return () if fact is None else fact.origin.sources

    def archive(self, fact_id: str, reason: str, batch: Batch) -> dict[str, Any]:
        """Move a fact to the archive."""
        return self._changes.archiving.archive(fact_id, reason, batch)
