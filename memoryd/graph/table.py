"""All active facts in memory, found by id, by folded triple, by folded subject or object.

An ordinal is a fact's place in the table for as long as the process lives; archived ones leave a hole.
Readers on other threads see each fact wholly or not at all; only the writer thread changes the table.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from memoryd.graph.fact import Fact, Folded, Stated, key_of
from memoryd.types import fold

Postings = dict[int, int | list[int]]
"""Hash of a folded text → one ordinal or several; most texts occur once, so a list each would be waste."""


_MOST_FOLDS = 50_000
_LONGEST_FOLD = 200


class FactTable:
    """Active facts by ordinal, with the look-ups that adding, finding and neighbours need."""

    def __init__(self) -> None:
        self._facts: list[Fact | None] = []
        self._by_id: dict[str, int] = {}
        self._by_triple: dict[int, int | list[int]] = {}
        self._by_subject: Postings = {}
        self._by_object: Postings = {}
        self._former: dict[str, int] = {}
        self._folds: dict[str, str] = {}
        """Folded subjects and predicates of many facts that are taken in: they come again and again."""
        self.version = 0
        """Goes up with every change."""

    def __len__(self) -> int:
        """How many facts are active."""
        return len(self._by_id)

    @property
    def next_ordinal(self) -> int:
        """The ordinal that the next added fact gets."""
        return len(self._facts)

    def __getitem__(self, ordinal: int) -> Fact | None:
        return self._facts[ordinal] if 0 <= ordinal < len(self._facts) else None

    def __contains__(self, fact_id: object) -> bool:
        return fact_id in self._by_id

    def ordinal(self, fact_id: str) -> int | None:
        """Where the active fact of that id is."""
        return self._by_id.get(fact_id)

    def place(self, fact_id: str) -> int | None:
        """Where the fact is, or was before it left: a page that ended with it goes on behind it."""
        found = self._by_id.get(fact_id)
        return self._former.get(fact_id) if found is None else found

    def get(self, fact_id: str) -> Fact | None:
        """The active fact of that id."""
        ordinal = self._by_id.get(fact_id)
        return None if ordinal is None else self._facts[ordinal]

    def add(self, fact: Fact, key: Folded) -> int:
        """Take in a fact with a new id and that folded triple; returns its ordinal."""
        ordinal = len(self._facts)
        self._facts.append(fact)
        self._link(key, ordinal)
        self._by_id[fact.id] = ordinal
        self.version += 1
        return ordinal

    def keys_of(self, facts: Sequence[Fact | Stated]) -> list[Folded]:
        """Their folded triples; of many facts the subjects and predicates come again and again."""
        folds = self._folds
        if len(folds) > _MOST_FOLDS:
            folds.clear()
        for text in {one.subject for one in facts} | {one.predicate for one in facts}:
            if text not in folds and len(text) <= _LONGEST_FOLD:
                folds[text] = fold(text)
        return [
            (folds.get(one.subject) or fold(one.subject), folds.get(one.predicate) or fold(one.predicate),
             fold(one.object))
            for one in facts
        ]  # fmt: skip

    def may_have(self, code: int) -> bool:
        """Whether a fact with that hash of its folded triple may be here."""
        return code in self._by_triple

    def add_new(self, facts: list[Fact]) -> bool:
        """Take in many facts; False, and none is taken, unless each has an id and a statement of its own."""
        keys = self.keys_of(facts)
        codes = list(map(hash, keys))
        ids = {fact.id for fact in facts}
        if not len(set(codes)) == len(ids) == len(facts):
            return False
        if not (self._by_triple.keys().isdisjoint(codes) and self._by_id.keys().isdisjoint(ids)):
            return False
        self.add_all(facts, keys, codes)
        return True

    def add_all(self, facts: Sequence[Fact], keys: Sequence[Folded], codes: Sequence[int]) -> int:
        """Take in facts of new ids and new triples, given with their hashes; returns the ordinal of the first."""
        begin = len(self._facts)
        ordinals = range(begin, begin + len(facts))
        self._facts += facts
        self._by_id.update(zip([fact.id for fact in facts], ordinals, strict=True))
        self._by_triple.update(zip(codes, ordinals, strict=True))
        _post_all(self._by_subject, [key[0] for key in keys], begin)
        _post_all(self._by_object, [key[2] for key in keys], begin)
        self.version += 1
        return begin

    def put_back(self, fact: Fact, ordinal: int) -> None:
        """A fact that was taken out returns to the place that it had."""
        self._facts[ordinal] = fact
        self._link(key_of(fact), ordinal)
        self._by_id[fact.id] = ordinal
        self._former.pop(fact.id, None)
        self.version += 1

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
        self._link(key_of(fact), ordinal)
        self.version += 1

    def remove(self, fact_id: str) -> int | None:
        """Take a fact out; returns the ordinal it had."""
        ordinal = self._by_id.pop(fact_id, None)
        if ordinal is None:
            return None
        fact = self._facts[ordinal]
        if fact is not None:
            self._unlink(fact, ordinal)
        self._facts[ordinal] = None
        self._former[fact_id] = ordinal
        self.version += 1
        return ordinal

    def same(self, key: Folded) -> Fact | None:
        """The active fact that states the same, with case and spaces folded."""
        for ordinal in _ordinals(self._by_triple, hash(key)):
            other = self._facts[ordinal]
            if other is not None and key_of(other) == key:
                return other
        return None

    def ordinals(self, start: int = 0) -> Iterator[int]:
        """Ordinals of active facts from `start` on, in the order in which they came."""
        for ordinal in range(start, len(self._facts)):
            if self._facts[ordinal] is not None:
                yield ordinal

    def ids(self, start: int, end: int) -> list[str]:
        """The ids at these ordinals, empty where there is no active fact."""
        found = ["" if fact is None else fact.id for fact in self._facts[start:end]]
        return found + [""] * (end - start - len(found))

    def about(self, subject: str) -> list[int]:
        """Ordinals of the facts with that subject."""
        folded = fold(subject)
        return sorted(o for o in _ordinals(self._by_subject, hash(folded)) if self._matches(o, "subject", folded))

    def naming(self, object_: str) -> list[int]:
        """Ordinals of the facts with that object."""
        folded = fold(object_)
        return sorted(o for o in _ordinals(self._by_object, hash(folded)) if self._matches(o, "object", folded))

    def _matches(self, ordinal: int, field: str, folded: str) -> bool:
        fact = self._facts[ordinal]
        return fact is not None and fold(getattr(fact, field)) == folded

    def _link(self, key: Folded, ordinal: int) -> None:
        _post(self._by_triple, hash(key), ordinal)
        _post(self._by_subject, hash(key[0]), ordinal)
        _post(self._by_object, hash(key[2]), ordinal)

    def _unlink(self, fact: Fact, ordinal: int) -> None:
        key = key_of(fact)
        _unpost(self._by_triple, hash(key), ordinal)
        _unpost(self._by_subject, hash(key[0]), ordinal)
        _unpost(self._by_object, hash(key[2]), ordinal)


def _ordinals(postings: Postings, key: int) -> list[int]:
    found = postings.get(key)
    if found is None:
        return []
    return list(found) if isinstance(found, list) else [found]


def _post_all(postings: Postings, texts: list[str], begin: int) -> None:
    codes = list(map(hash, texts))
    if len(set(codes)) == len(codes) and postings.keys().isdisjoint(codes):
        postings.update(zip(codes, range(begin, begin + len(codes)), strict=True))
        return
    for ordinal, code in enumerate(codes, begin):
        _post(postings, code, ordinal)


def _post(postings: Postings, key: int, ordinal: int) -> None:
    found = postings.setdefault(key, ordinal)
    if found == ordinal:
        return
    if isinstance(found, list):
        # In order, so that one of half a million facts about the user is found without going through them.
        if ordinal > found[-1]:
            found.append(ordinal)
        else:
            insort(found, ordinal)
    else:
        postings[key] = [found, ordinal] if found < ordinal else [ordinal, found]


def _unpost(postings: Postings, key: int, ordinal: int) -> None:
    found = postings.get(key)
    if isinstance(found, list):
        at = bisect_left(found, ordinal)
        if at < len(found) and found[at] == ordinal:
            del found[at]
        if not found:
            del postings[key]
    elif found == ordinal:
        del postings[key]
