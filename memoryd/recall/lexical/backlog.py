"""The backlog: new documents whose terms have not been made yet, and how a search finds those that it needs.

Making terms costs more than storing a fact, so a burst of new facts does not wait for it: the indexer thread makes them
when there is time. Until then documents are found by letters: one that shares a term with a query contains the
beginning of one of the query's words. Only ASCII texts may wait here, since for others letters do not tell as much.
"""

from __future__ import annotations

import math
import string
from array import array
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice, takewhile

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from memoryd.recall.lexical.bm25 import idf
from memoryd.recall.lexical.tokens import QueryWord
from memoryd.types import Change, Document, fold

_COMMON = 200
"""Letters in more documents than this count only where the query's words leave room."""
_COMMON_WEIGHT = 1e-6
_WORDS_LIMIT = 64
"""Words of a query that are looked up, of more the rarest: all other searches wait meanwhile."""
_NEWER_WEIGHT = 1e-12
"""Of a document, above the one before it: of equals, the newest are looked at."""
_COMPARED_LIMIT = 1000
"""Documents whose lengths are compared."""
_LONGEST_TEXT = 2000
_SEGMENT_SIZE = 20_000
"""Documents of one segment, which is dropped as a whole."""

Passes = Callable[[Document], bool]


def split(change: Change) -> tuple[Change | None, Change | None]:
    """The part of a change that may wait in the backlog, and the part that may not.

    Documents may wait if their keys are new and their terms can be told from their letters.
    """
    if not change.fresh or change.remove or change.remove_source:
        return None, change
    put = change.put
    deferred = [one for one in put if _may_wait(one)]
    if len(deferred) == len(put):
        return change, None
    if not deferred:
        return None, change
    immediate = [one for one in put if not _may_wait(one)]
    # The state waits, too: it stands for all of the change.
    return structs.replace(change, put=deferred), structs.replace(change, put=immediate, state=None)


def _may_wait(one: Document) -> bool:
    return (
        one.text.isascii()
        and len(one.text) <= _LONGEST_TEXT
        and not one.title
        and (one.who is None or one.who.isascii())
    )


class Batch:
    """The documents of one change, with the numbers from `next` up to `end`."""

    __slots__ = ("end", "next", "number", "source", "state")

    def __init__(self, number: int, change: Change) -> None:
        self.number = number
        self.source = change.source
        self.state = change.state
        self.next = self.end = 0


class _Segment:
    """Consecutive documents: in which of them each word occurs."""

    def __init__(self, first: int) -> None:
        self.size = 0
        self.first = self.last = first
        """The numbers of the oldest document and the newest."""
        self.speakers: set[str] = set()
        """The folded names of the documents' speakers."""
        self.spaces: array[int] = array("I")
        """How many each document has, in order: of equals the shortest comes first."""
        self._numbers: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        self._known = 0
        self._words = ""
        self._punctuated: defaultdict[str, list[str]] = defaultdict(list)
        """Words with punctuation around them, by what is within."""

    def add(self, number: int, document: Document) -> None:
        """Add the words of a document and its speaker's name."""
        text = document.text
        if document.who:
            text = f"{text} {document.who}"
            self.speakers.add(fold(document.who))
        numbers = self._numbers
        for word in set(text.lower().split()):
            numbers[word].append(number)
        self.spaces.append(document.text.count(" "))
        self.size += 1
        self.last = number

    def equal_to(self, forms: Collection[str]) -> Iterator[array[int]]:
        """The documents of each word that is one of the forms, punctuation aside."""
        self._refresh()
        for form in forms:
            for word in (form, *self._punctuated.get(form, ())):
                if word in self._numbers:
                    yield self._numbers[word]

    def _refresh(self) -> None:
        """Make the words added since the last search searchable."""
        if self._known == len(self._numbers):
            return
        more = list(islice(self._numbers, self._known, None))
        self._words += "".join(["\n" + word for word in more])
        self._known = len(self._numbers)
        for word in more:
            if not word.isalnum():
                self._punctuated[word.strip(string.punctuation)].append(word)

    def containing(self, needles: Sequence[str]) -> Iterator[array[int]]:
        """The documents of each word that contains one of the needles."""
        self._refresh()
        words = self._words
        seen: set[str] = set()
        for needle in needles:
            at = words.find(needle)
            while at >= 0:
                end = words.find("\n", at)
                end = len(words) if end < 0 else end
                word = words[words.rfind("\n", 0, at) + 1 : end]
                if word not in seen:
                    seen.add(word)
                    yield self._numbers[word]
                at = words.find(needle, end)


class Backlog:
    """The documents by number, in the order in which they came. Not thread-safe: guarded by Ingest's lock."""

    def __init__(self) -> None:
        self.batches: deque[Batch] = deque()
        self._documents: dict[int, Document] = {}
        self._numbers: dict[str, int] = {}
        self._segments: deque[_Segment] = deque()
        self._next = 0

    @property
    def pending(self) -> int:
        """How many documents there are."""
        return len(self._documents)

    def add(self, number: int, change: Change) -> None:
        """Add the documents of a change."""
        batch = Batch(number, change)
        batch.next = at = self._next
        for document in change.put:
            if not self._segments or self._segments[-1].size >= _SEGMENT_SIZE:
                self._segments.append(_Segment(at))
            self._segments[-1].add(at, document)
            self._documents[at] = document
            self._numbers[document.key] = at
            at += 1
        batch.end = self._next = at
        self.batches.append(batch)

    def get(self, number: int) -> Document | None:
        """The document of that number, which stays; None when it has been taken."""
        return self._documents.get(number)

    def take(self, number: int) -> Document | None:
        """Remove the document of that number, to be indexed; None when it has been."""
        document = self._documents.pop(number, None)
        if document is not None and self._numbers.get(document.key) == number:
            del self._numbers[document.key]
        return document

    def oldest(self, limit: int) -> tuple[list[Document], int]:
        """The first documents in order, which stay, and the number behind them."""
        found: list[Document] = []
        for batch in self.batches:
            for number in range(batch.next, batch.end):
                document = self._documents.get(number)
                if document is not None:
                    if len(found) == limit:
                        return found, number
                    found.append(document)
        return found, self._next

    def until(self, end: int) -> list[Batch]:
        """The batches that end before that number."""
        return list(takewhile(lambda batch: batch.end <= end, self.batches))

    def number_after(self, batches: int) -> int | None:
        """The number of the change behind so many batches; None when there is none."""
        return self.batches[batches].number if batches < len(self.batches) else None

    def drop_until(self, end: int) -> list[Batch]:
        """Remove the documents before that number; the batches that are finished with them, which go, too."""
        finished: list[Batch] = []
        for batch in self.batches:
            for number in range(batch.next, min(batch.end, end)):
                self.take(number)
            batch.next = max(batch.next, min(batch.end, end))
        while self.batches and self.batches[0].next == self.batches[0].end:
            finished.append(self.batches.popleft())
        while self._segments and self._segments[0].last < self._first:
            self._segments.popleft()
        return finished

    @property
    def _first(self) -> int:
        """No document with a smaller number is pending."""
        return self.batches[0].next if self.batches else self._next

    def drop_source(self, source: str) -> None:
        """Remove the documents of a source; their batches stay, since later states may be kept in them."""
        for batch in self.batches:
            if batch.source == source:
                for number in range(batch.next, batch.end):
                    self.take(number)
                batch.next, batch.state = batch.end, None

    def forget_states(self, source: str) -> None:
        """No batch of the source brings a state any more."""
        for batch in self.batches:
            if batch.source == source:
                batch.state = None

    def last_of(self, source: str) -> Batch | None:
        """The newest unfinished batch of the source."""
        return next((one for one in reversed(self.batches) if one.source == source), None)

    def matching(self, words: Sequence[QueryWord], limit: int, passes: Passes) -> list[int]:
        """Of the documents that pass, those that may share a word with the query, those with the rarest words first."""
        if not self._documents or limit <= 0:
            return []
        base = self._segments[0].first
        scores = np.zeros(self._next - base)
        stands = self._passing(passes)
        most = max(_COMMON, limit)
        for word in words if len(words) <= _WORDS_LIMIT else sorted(words, key=self._rarity)[:_WORDS_LIMIT]:
            equal = self._having(_forms(word), base)
            count = int(np.count_nonzero(equal))
            np.add(scores, idf(len(scores), count), out=scores, where=equal)
            if count <= most:
                likely = self._containing(_needles(word), most, stands)
                weight = idf(len(scores), len(likely)) if len(likely) <= _COMMON else _COMMON_WEIGHT
                places = np.fromiter(likely, np.intp, len(likely)) - base
                scores[places[~equal[places]]] += weight
        scores[: self._first - base] = 0.0
        return self._best(scores, base, limit, stands)

    def _rarity(self, word: QueryWord) -> float:
        """Less for a word of fewer documents; most for one of none."""
        found = (numbers for segment in self._segments for numbers in segment.equal_to(_forms(word)))
        return sum(map(len, found)) or math.inf

    def _having(self, forms: Collection[str], base: int) -> NDArray[np.bool_]:
        """Which documents, counted from `base`, have one of the forms, punctuation aside."""
        found = np.zeros(self._next - base, np.bool_)
        for segment in self._segments:
            for numbers in segment.equal_to(forms):
                found[np.frombuffer(numbers, np.uint32) - base] = True
        return found

    def _containing(self, needles: Sequence[str], limit: int, stands: Callable[[int], bool]) -> set[int]:
        """Of the documents of which a word contains one of the needles, those that stand; of more than `limit` some."""
        found: set[int] = set()
        first = self._first
        for segment in reversed(self._segments):
            for numbers in segment.containing(needles):
                for number in reversed(numbers):
                    if number < first:
                        break
                    if stands(number):
                        found.add(number)
                        if len(found) > limit:
                            return found
        return found

    def _best(self, scores: NDArray[np.float64], base: int, limit: int, stands: Callable[[int], bool]) -> list[int]:
        """The best that stand; of equals the shortest first, then the newest."""
        found = np.flatnonzero(scores)
        compared, rest = max(_COMPARED_LIMIT, limit), found[:0]
        if len(found) > compared:
            found = found[np.argpartition(_ranked(scores, found), len(found) - compared)]
            found, rest = found[-compared:], found[:-compared]
        spaces = np.concatenate([np.frombuffer(segment.spaces, np.uint32) for segment in self._segments])
        near = found[np.lexsort((-found, spaces[found], -scores[found]))]
        best = list(islice(filter(stands, (near + base).tolist()), limit))
        if len(best) < limit and len(rest):
            behind = rest[np.argsort(-_ranked(scores, rest))]
            best += islice(filter(stands, (behind + base).tolist()), limit - len(best))
        return best

    def _passing(self, passes: Passes) -> Callable[[int], bool]:
        """Whether the document of a number is here and passes; each is asked once, however many words it has."""
        known: dict[int, bool] = {}
        documents = self._documents

        def stands(number: int) -> bool:
            found = known.get(number)
            if found is None:
                document = documents.get(number)
                found = known[number] = document is not None and passes(document)
            return found

        return stands

    @property
    def speakers(self) -> set[str]:
        """The folded names of the documents' speakers."""
        return {name for segment in self._segments for name in segment.speakers}

    def numbers_of(self, keys: Collection[str]) -> list[int]:
        """The numbers of the documents of these keys."""
        return [self._numbers[key] for key in keys if key in self._numbers]

    def documents(self) -> list[Document]:
        """All documents."""
        return list(self._documents.values())

    def all_of(self, source: str | None = None) -> list[int]:
        """The numbers of all documents, or of all of a source."""
        return [number for number, one in self._documents.items() if source is None or one.source == source]


def _ranked(scores: NDArray[np.float64], places: NDArray[np.intp]) -> NDArray[np.float64]:
    return scores[places] + _NEWER_WEIGHT * places


def _forms(word: QueryWord) -> set[str]:
    """The most frequent forms of a word: as in the query, its stems, its plural and possessive."""
    if not word.folded.isascii():
        return set()
    stems = {variant.rpartition(":")[2] for variant in (*word.variants, word.stem)}
    return {form for form in (word.folded, word.folded + "s", word.folded + "'s", *stems) if form}


def _needles(word: QueryWord) -> list[str]:
    """Strings of which each text with a form of the word contains at least one."""
    folded = word.folded
    if not folded or not folded.isascii():
        return []
    stems = {variant.rpartition(":")[2] for variant in (*word.variants, word.stem) if variant.isascii()}
    if stems <= {folded, ""} and len(word.variants) == 1 and not word.stem:
        return [folded]
    needles = {_beginning(folded, stem) for stem in stems if stem}
    if folded.endswith("ying") or any(stem.endswith("ie") for stem in stems):
        needles.add(folded[0])  # dying, die: they share one letter
    shortest = sorted(needles, key=len)
    return [one for at, one in enumerate(shortest) if not any(other in one for other in shortest[:at])]


def _beginning(folded: str, stem: str) -> str:
    """The common beginning of a word and its stem, without the last letter, which other forms may change."""
    length = 0
    for ours, theirs in zip(folded, stem, strict=False):
        if ours != theirs:
            break
        length += 1
    return folded[: max(1, length - 1)]
