"""All active facts in memory, found by id, by folded triple, by folded subject or object.

An ordinal is a fact's place in the table for as long as the process lives; archived ones leave a hole.
Readers on other threads see each fact wholly or not at all; only the writer thread changes the table.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator, Sequence

from memoryd.kinds.facts.known.postings import Postings
from memoryd.kinds.facts.model.compare import key_of, scope_of
from memoryd.kinds.facts.model.fact import Fact, Folded, Statement
from memoryd.origin import PRIVATE
from memoryd.types import fold

_PART = 1000
_MOST_FOLDS = 5_000
_LONGEST_FOLD = 200
_MOST_FORMER = 10_000
"""In each of two generations: of so many that left last it is known where they were."""


class FactTable:
    """Active facts by ordinal, with the look-ups that adding, finding and neighbours need."""

    def __init__(self) -> None:
        self._facts: list[Fact | None] = []
        self._by_id: dict[str, int] = {}
        self._by_triple, self._by_subject, self._by_object = Postings(), Postings(), Postings()
        self._former: dict[str, int] = {}
        self._former_older: dict[str, int] = {}
        self._folds: dict[str, str] = {}
        """Folded subjects and predicates of many facts that are taken in: they come again and again."""
        self._lock = threading.Lock()
        """Guards the postings while they are made."""
        self._linked = 0
        """Facts up to this ordinal are in the postings; those behind it are put there when they are asked for."""
        self.version = 0
        """Goes up with every change."""

    def __len__(self) -> int:
        """How many facts are active."""
        return len(self._by_id)

    @property
    def unlinked(self) -> int:
        """How many facts have yet to go into the postings."""
        return len(self._facts) - self._linked

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
        """Where the fact is, or was before it left a while ago: a page that ended with it goes on behind it."""
        for places in (self._by_id, self._former, self._former_older):
            if (found := places.get(fact_id)) is not None:
                return found
        return None

    def get(self, fact_id: str) -> Fact | None:
        """The active fact of that id."""
        ordinal = self._by_id.get(fact_id)
        return None if ordinal is None else self._facts[ordinal]

    def add(self, fact: Fact, key: Folded) -> int:
        """Take in a fact with a new id and that folded triple; returns its ordinal."""
        ordinal = len(self._facts)
        self._facts.append(fact)
        if self._linked == ordinal:
            self._post(key, ordinal)
            # Not one more: a thread that links may have counted it just now, and the next would be passed over.
            self._linked = ordinal + 1
        self._by_id[fact.id] = ordinal
        self.version += 1
        return ordinal

    def keys_of(self, facts: Sequence[Statement]) -> list[Folded]:
        """Their folded triples; of many facts the subjects and predicates come again and again."""
        folds = self._folds
        if len(folds) > _MOST_FOLDS:
            folds.clear()
        for text in {one.subject for one in facts} | {one.predicate for one in facts}:
            if text not in folds and len(text) <= _LONGEST_FOLD:
                folds[text] = fold(text)
        return [
            (folds.get(one.subject) or fold(one.subject), folds.get(one.predicate) or fold(one.predicate),
             fold(one.object), scope_of(one))
            for one in facts
        ]  # fmt: skip

    def may_have(self, code: int) -> bool:
        """Whether a fact with that hash of its folded triple may be here."""
        self.link()
        return code in self._by_triple

    def add_new(self, ids: list[str], facts: list[Fact]) -> bool:
        """Take in many facts with these ids; False, and none is taken, unless each has an id of its own.

        Whether each has a statement of its own is not looked at: `repeated` does.
        """
        known = {*ids}
        if len(known) < len(ids) or not self._by_id.keys().isdisjoint(known):
            return False
        begin = len(self._facts)
        self._facts += facts
        self._by_id.update(zip(ids, range(begin, begin + len(ids)), strict=True))
        self.version += 1
        return True

    def add_all(self, facts: Sequence[Fact], keys: Sequence[Folded], codes: Sequence[int]) -> int:
        """Take in facts of new ids and new triples, given with their hashes; returns the ordinal of the first."""
        self.link()
        begin = len(self._facts)
        self._facts += facts
        self._by_id.update(zip([fact.id for fact in facts], range(begin, begin + len(facts)), strict=True))
        self._by_triple.add_all(codes, begin)
        self._by_subject.add_all([hash(key[0]) for key in keys], begin)
        self._by_object.add_all([hash(key[2]) for key in keys], begin)
        self._linked = len(self._facts)
        self.version += 1
        return begin

    def repeated(self) -> set[int]:
        """The hashes of the folded triples that several facts state. Looks through all of them."""
        self.link()
        found = set()
        for ordinals in self._by_triple.repeated():
            keys = [key_of(fact) for ordinal in ordinals if (fact := self._facts[ordinal]) is not None]
            if len({*keys}) < len(keys):
                found.add(hash(keys[0]))
        return found

    def put_back(self, fact: Fact, ordinal: int) -> None:
        """A fact that was taken out returns to the place that it had."""
        self.link()
        self._facts[ordinal] = fact
        self._post(key_of(fact), ordinal)
        self._by_id[fact.id] = ordinal
        self._former.pop(fact.id, None)
        self._former_older.pop(fact.id, None)
        self.version += 1

    def skip(self) -> int:
        """Take an ordinal without a fact."""
        self._facts.append(None)
        if self._linked == len(self._facts) - 1:
            self._linked = len(self._facts)
        return len(self._facts) - 1

    def replace(self, ordinal: int, fact: Fact) -> None:
        """Another text for the fact at that place; its id stays."""
        if ordinal >= self._linked:
            self._facts[ordinal] = fact
            self.version += 1
            return
        old = self._facts[ordinal]
        if old is not None:
            self._unpost(old, ordinal)
        self._facts[ordinal] = fact
        self._post(key_of(fact), ordinal)
        self.version += 1

    def remove(self, fact_id: str) -> int | None:
        """Take a fact out; returns the ordinal it had."""
        ordinal = self._by_id.pop(fact_id, None)
        if ordinal is None:
            return None
        fact = self._facts[ordinal]
        if fact is not None and ordinal < self._linked:
            self._unpost(fact, ordinal)
        self._facts[ordinal] = None
        if len(self._former) >= _MOST_FORMER:
            self._former_older, self._former = self._former, {}
        self._former[fact_id] = ordinal
        self.version += 1
        return ordinal

    def same(self, key: Folded) -> Fact | None:
        """The active fact that states the same, with case and spaces folded."""
        self.link()
        for ordinal in self._by_triple.of(hash(key)):
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

    def about(self, subject: str, latest: int | None = None) -> list[int]:
        """Ordinals of the facts with that subject; at most the `latest`."""
        self.link()
        folded = fold(subject)
        near = self._by_subject.of(hash(folded))
        near = near if latest is None else near[-latest:]
        return [ordinal for ordinal in near if self._matches(ordinal, "subject", folded)]

    def naming(self, object_: str) -> list[int]:
        """Ordinals of the facts with that object."""
        self.link()
        folded = fold(object_)
        return [ordinal for ordinal in self._by_object.of(hash(folded)) if self._matches(ordinal, "object", folded)]

    def _matches(self, ordinal: int, field: str, folded: str) -> bool:
        fact = self._facts[ordinal]
        return fact is not None and fold(getattr(fact, field)) == folded

    # --- the postings -------------------------------------------------------------------------------------

    def link(self) -> None:
        """Put what was taken in bulk into the postings; the first look-up waits for it, or a thread does it."""
        if self._linked == len(self._facts):
            return
        with self._lock:
            begin, end = self._linked, len(self._facts)
            if begin < end:
                columns = self._hashes(begin, end)
                for postings, codes in zip((self._by_triple, self._by_subject, self._by_object), columns, strict=True):
                    postings.add_column(codes, begin)
                self._linked, self._folds = max(self._linked, end), {}

    def _hashes(self, begin: int, end: int) -> tuple[array[int], array[int], array[int]]:
        """Of the folded triples, subjects and objects; a hole has those of empty texts."""
        triples, subjects, objects = array("q"), array("q"), array("q")
        for start in range(begin, end, _PART):
            part = self._facts[start : min(start + _PART, end)]
            keys = self.keys_of([_NOTHING if fact is None else fact for fact in part])
            triples.extend(map(hash, keys))
            subjects.extend(hash(key[0]) for key in keys)
            objects.extend(hash(key[2]) for key in keys)
        return triples, subjects, objects

    def _post(self, key: Folded, ordinal: int) -> None:
        self._by_triple.add(hash(key), ordinal)
        self._by_subject.add(hash(key[0]), ordinal)
        self._by_object.add(hash(key[2]), ordinal)

    def _unpost(self, fact: Fact, ordinal: int) -> None:
        key = key_of(fact)
        self._by_triple.discard(hash(key), ordinal)
        self._by_subject.discard(hash(key[0]), ordinal)
        self._by_object.discard(hash(key[2]), ordinal)


_NOTHING = Statement(subject="", predicate="", object="", origin=PRIVATE)
