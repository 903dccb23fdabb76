"""All active facts in memory, found by id, by folded triple, by folded subject or object.

An ordinal is a fact's place in the table for as long as the process lives; archived ones leave a hole.
Readers on other threads see each fact wholly or not at all; only the writer thread changes the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoryd.graph.fact import Fact, same_triple, triple_hash
from memoryd.types import fold

Postings = dict[int, int | list[int]]
"""Hash of a folded text → one ordinal or several; most texts occur once, so a list each would be waste."""


class FactTable:
    """Active facts by ordinal, with the look-ups that adding, finding and neighbours need."""

    def __init__(self) -> None:
        self._facts: list[Fact | None] = []
        self._by_id: dict[str, int] = {}
        self._by_triple: dict[int, int | list[int]] = {}
        self._by_subject: Postings = {}
        self._by_object: Postings = {}

    def __len__(self) -> int:
        """How many facts are active."""
        return len(self._by_id)

    @property
    def next_ordinal(self) -> int:
        """The ordinal that the next added fact gets."""
        return len(self._facts)

    def __getitem__(self, ordinal: int) -> Fact | None:
        return self._facts[ordinal] if 0 <= ordinal < len(self._facts) else None

    def __contains__(self, fact_id: str) -> bool:
        return fact_id in self._by_id

    def ordinal(self, fact_id: str) -> int | None:
        """Where the active fact of that id is."""
        return self._by_id.get(fact_id)

    def get(self, fact_id: str) -> Fact | None:
        """The active fact of that id."""
        ordinal = self._by_id.get(fact_id)
        return None if ordinal is None else self._facts[ordinal]

    def add(self, fact: Fact) -> int:
        """Take in a fact with a new id; returns its ordinal."""
        ordinal = len(self._facts)
        self._facts.append(fact)
        self._link(fact, ordinal)
        self._by_id[fact.id] = ordinal
        return ordinal

    def skip(self) -> int:
        """Take an ordinal without a fact."""
        self._facts.append(None)
        return len(self._facts) - 1

    def replace(self, ordinal: int, fact: Fact) -> None:
        """Another text for the fact at that place; its id stays."""
        old = self._facts[ordinal]
        if old is not None:
            self._unlink(old, ordinal)
        self._facts[ordinal] = fact
        self._link(fact, ordinal)

    def remove(self, fact_id: str) -> int | None:
        """Take a fact out; returns the ordinal it had."""
        ordinal = self._by_id.pop(fact_id, None)
        if ordinal is None:
            return None
        fact = self._facts[ordinal]
        if fact is not None:
            self._unlink(fact, ordinal)
        self._facts[ordinal] = None
        return ordinal

    def same(self, fact: Fact) -> Fact | None:
        """The active fact that states the same, with case and spaces folded."""
        for ordinal in _ordinals(self._by_triple, triple_hash(fact.subject, fact.predicate, fact.object)):
            other = self._facts[ordinal]
            if other is not None and same_triple(fact, other):
                return other
        return None

    def ordinals(self) -> Iterator[int]:
        """Ordinals of active facts in the order in which they came."""
        for ordinal in range(len(self._facts)):
            if self._facts[ordinal] is not None:
                yield ordinal

    def about(self, subject: str) -> list[int]:
        """Ordinals of the facts with that subject."""
        folded = fold(subject)
        return [o for o in _ordinals(self._by_subject, hash(folded)) if self._matches(o, "subject", folded)]

    def naming(self, object_: str) -> list[int]:
        """Ordinals of the facts with that object."""
        folded = fold(object_)
        return [o for o in _ordinals(self._by_object, hash(folded)) if self._matches(o, "object", folded)]

    def _matches(self, ordinal: int, field: str, folded: str) -> bool:
        fact = self._facts[ordinal]
        return fact is not None and fold(getattr(fact, field)) == folded

    def _link(self, fact: Fact, ordinal: int) -> None:
        subject, predicate, object_ = fold(fact.subject), fold(fact.predicate), fold(fact.object)
        _post(self._by_triple, hash((subject, predicate, object_)), ordinal)
        _post(self._by_subject, hash(subject), ordinal)
        _post(self._by_object, hash(object_), ordinal)

    def _unlink(self, fact: Fact, ordinal: int) -> None:
        _unpost(self._by_triple, triple_hash(fact.subject, fact.predicate, fact.object), ordinal)
        _unpost(self._by_subject, hash(fold(fact.subject)), ordinal)
        _unpost(self._by_object, hash(fold(fact.object)), ordinal)


def _ordinals(postings: Postings, key: int) -> list[int]:
    found = postings.get(key)
    if found is None:
        return []
    return list(found) if isinstance(found, list) else [found]


def _post(postings: Postings, key: int, ordinal: int) -> None:
    found = postings.setdefault(key, ordinal)
    if found is ordinal or found == ordinal:
        return
    if isinstance(found, list):
        found.append(ordinal)
    else:
        postings[key] = [found, ordinal]


def _unpost(postings: Postings, key: int, ordinal: int) -> None:
    found = postings.get(key)
    if isinstance(found, list):
        if ordinal in found:
            found.remove(ordinal)
        if not found:
            del postings[key]
    elif found == ordinal:
        del postings[key]
