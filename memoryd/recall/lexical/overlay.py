"""The overlay: documents that are applied but not on disk yet, in one small inverted index per coming commit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from memoryd.recall.lexical.bm25 import MAX_SATURATION, Term, saturation, shares
from memoryd.recall.lexical.prepared_terms import TextTerms
from memoryd.text.dates import TimeWords
from memoryd.types import Document, fold

_COUNTED = 64
_BEGINNING = 4
"""Characters by which terms are found that begin alike; what a query asks for has as many."""


class Entry(NamedTuple):
    """A document, its terms and its words of time."""

    document: Document
    terms: list[str]
    time_words: TimeWords
    is_whole: bool = True
    """Whether all of its text was read, not only its beginning."""


class _Postings(dict[str, list[Entry]]):
    """The entries of each term, and the terms by how they begin: to go through all of them took a search that meets
    unknown words 9 ms of 1,000 facts, four times for each word."""

    def __init__(self) -> None:
        super().__init__()
        self._by_beginning: defaultdict[str, list[str]] = defaultdict(list)

    def __missing__(self, term: str) -> list[Entry]:
        self._by_beginning[term[:_BEGINNING]].append(term)
        found = self[term] = list[Entry]()
        return found

    def terms_with_prefix(self, prefix: str) -> Iterator[str]:
        """The terms that begin so."""
        terms = self._by_beginning
        if len(prefix) >= _BEGINNING:
            return (term for term in terms.get(prefix[:_BEGINNING], ()) if term.startswith(prefix))
        return (term for beginning in terms if beginning.startswith(prefix) for term in terms[beginning])


class Layer:
    """The net effect of the changes since a commit. Not thread-safe: guarded by Ingest's lock.

    `dead` and `dead_sources` tell which older documents are out of date, each with the step in which they first were,
    so that a snapshot taken before that still sees them.
    """

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.dead: dict[str, int] = {}
        self.dead_sources: dict[str, int] = {}
        self.states: dict[str, bytes | None] = {}
        self.total_terms = 0
        self.unread = 0
        """Characters of the texts of which only the beginning was read."""
        self.speakers: set[str] = set()
        self._postings = _Postings()
        self._by_source: dict[str, set[str]] = {}
        self._has_dead = False
        """Whether any entry in the postings is out of date."""

    def __len__(self) -> int:
        return len(self.dead) + len(self.dead_sources) + len(self.states)

    def put(self, document: Document, indexed: TextTerms, number: int, length: int) -> None:
        """Add a document, in place of one with the same key; of its text `length` characters were read."""
        key = document.key
        if key in self.entries:
            self._drop(key)
        self.dead.setdefault(key, number)
        entry = self.entries[key] = Entry(document, *indexed, len(document.text) <= length)
        if not entry.is_whole:
            self.unread += len(document.text)
        self._by_source.setdefault(document.source, set()).add(key)
        self.total_terms += len(entry.terms)
        if document.who:
            self.speakers.add(fold(document.who))
        postings = self._postings
        for term in entry.terms:
            postings[term].append(entry)

    def remove(self, key: str, number: int) -> None:
        """Remove a key here and below."""
        self.dead.setdefault(key, number)
        if key in self.entries:
            self._drop(key)

    def remove_source(self, source: str, number: int) -> None:
        """Remove every document of a source, here and below."""
        self.dead_sources.setdefault(source, number)
        self.states[source] = None
        for key in list(self._by_source.get(source, ())):
            self._drop(key)

    def _drop(self, key: str) -> None:
        self._has_dead = True
        entry = self.entries.pop(key)
        self._by_source[entry.document.source].discard(key)
        self.total_terms -= len(entry.terms)

    def frequency(self, term: str) -> int:
        """In how many documents the term occurs; for a frequent term, repeats and replaced documents count, too."""
        found = self._postings.get(term, ())
        return len(found) if len(found) > _COUNTED else len({entry.document.key for entry in self._alive(term)})

    def terms_with_prefix(self, prefix: str) -> Iterator[tuple[str, int]]:
        """The terms that begin so, with their frequencies."""
        return ((term, len(self._postings[term])) for term in self._postings.terms_with_prefix(prefix))

    def entries_of(self, source: str) -> list[Entry]:
        """A source's documents."""
        return [self.entries[key] for key in self._by_source.get(source, ())]

    def hides(self, document: Document, number: int) -> bool:
        """Whether, as of step `number`, an older version of this document is out of date."""
        dead = self.dead.get(document.key)
        if dead is not None and dead <= number:
            return True
        gone = self.dead_sources.get(document.source)
        return gone is not None and gone <= number

    def scored(self, plan: Sequence[Term], average: float, keys: Iterable[str]) -> Iterator[tuple[float, Entry]]:
        """The entries of these keys with their BM25, 0 without a word of the plan."""
        for key in keys:
            entry = self.entries.get(key)
            if entry is not None:
                parts = shares(plan, Counter(entry.terms), len(entry.terms), average)
                yield sum(parts.values()), entry

    def _alive(self, term: str) -> Sequence[Entry]:
        # A replaced document stays in the postings: removing it would cost more than skipping it.
        found = self._postings.get(term, [])
        if not self._has_dead:
            return found
        return [entry for entry in found if self.entries.get(entry.document.key) is entry]

    def search(
        self, plan: Sequence[Term], average: float, limit: int, passes: Callable[[Document], bool]
    ) -> list[tuple[float, Entry]]:
        """The best `limit` documents that pass, by BM25."""
        scores, unseen = self._scores(plan, average, limit)
        found = self._best(scores, limit, passes)
        if unseen and (len(found) < limit or found[-1][0] < unseen):  # too few of the best passed
            found = self._best(self._scores(plan, average, None)[0], limit, passes)
        return found

    def _scores(self, plan: Sequence[Term], average: float, limit: int | None) -> tuple[dict[str, float], float]:
        """Scores by key, and the upper bound of the score of any other entry, 0 when there is none.

        Once the best `limit` have more than the remaining words can give, those are counted for the best only.
        """
        terms = sorted((term for term in plan if term.text in self._postings), key=lambda term: -term.weight)
        left = sum(term.weight for term in terms) * MAX_SATURATION
        scores: dict[str, float] = {}
        entries = self.entries
        for at, term in enumerate(terms):
            postings = self._postings[term.text]
            if limit is not None and len(postings) > _COUNTED and len(scores) >= limit:
                least = nlargest(limit, scores.values())[-1]
                if least > left:
                    behind = max((score for score in scores.values() if score < least - left), default=0.0)
                    return self._completed(scores, least - left, terms[at:], average), behind + left
            for key, count in Counter([entry.document.key for entry in self._alive(term.text)]).items():
                share = term.weight * saturation(count, len(entries[key].terms), average)
                scores[key] = scores.get(key, 0.0) + share
            left -= term.weight * MAX_SATURATION
        return scores, 0.0

    def _completed(
        self, scores: dict[str, float], least: float, terms: Sequence[Term], average: float
    ) -> dict[str, float]:
        """The entries with at least that score, with the shares of these terms added."""
        found: dict[str, float] = {}
        for key, score in scores.items():
            if score >= least:
                own = self.entries[key].terms
                counts = ((term, own.count(term.text)) for term in terms)
                more = (term.weight * saturation(count, len(own), average) for term, count in counts if count)
                found[key] = score + sum(more)
        return found

    def _best(
        self, scores: dict[str, float], limit: int, passes: Callable[[Document], bool]
    ) -> list[tuple[float, Entry]]:
        entries, found = self.entries, []
        for key in sorted(scores, key=lambda key: (-scores[key], key)):
            if passes(entries[key].document):
                found.append((scores[key], entries[key]))
                if len(found) == limit:
                    break
        return found
