"""New documents that have not been made into terms yet, and how a search finds those that it needs among them.

Making terms costs more than storing a fact, so a burst of new facts is not made to wait for it: the indexer thread
comes to them when there is time. Until then they are found by letters: whatever shares a term with a query has the
beginning of one of its words somewhere in one of its own. Only texts in ASCII wait here: only there letters tell that
much.
"""

from __future__ import annotations

import heapq
import string
import time
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from msgspec import structs

from memoryd.recall.lexical.tokens import QueryWord
from memoryd.types import Change, Document, fold

MOST = 120_000
"""Documents that may wait; who brings more waits himself."""
_COMMON = 200
"""A word that stands more often than this counts only where the query's rarer words leave room."""
_COMMON_WEIGHT = 1e-6
_MOST_COUNTED = 10_000
_MOST_COMPARED = 1000
"""Documents with as many words; of more, the youngest are looked at."""
_MOST_FORMS = 1000
"""Words of which one needle is a part."""
_LONGEST_TEXT = 2000
_SIGNS = string.punctuation
_SHELF = 20_000
"""Documents of one list of words; it is forgotten as a whole."""


Passes = Callable[[Document], bool]


def _all(_: Document) -> bool:
    return True


def split(change: Change) -> tuple[Change | None, Change | None]:
    """The part of a change that may wait, and the part that may not.

    What may wait are documents of new keys whose terms can be told from their letters.
    """
    if not change.fresh or change.remove or change.remove_source:
        return None, change
    put = change.put
    waiting = [one for one in put if _may_wait(one)]
    if len(waiting) == len(put):
        return change, None
    if not waiting:
        return None, change
    at_once = [one for one in put if not _may_wait(one)]
    # The state waits, too: what it stands for is not in before the last of them is.
    return structs.replace(change, put=waiting), structs.replace(change, put=at_once, state=None)


def _may_wait(one: Document) -> bool:
    return (
        one.text.isascii()
        and len(one.text) <= _LONGEST_TEXT
        and not one.title
        and (one.who is None or one.who.isascii())
    )


class Block:
    """What one change brought: the documents with the numbers from `next` up to `end`."""

    __slots__ = ("end", "next", "number", "since", "source", "state")

    def __init__(self, number: int, change: Change) -> None:
        self.number = number
        self.since = time.monotonic()
        self.source = change.source
        self.state = change.state
        self.next = self.end = 0


class _Shelf:
    """In which documents each word stands, of so many documents as came one behind the other."""

    def __init__(self) -> None:
        self.size = 0
        self.last = 0
        """The number of the youngest document."""
        self.speakers: set[str] = set()
        """The folded names of who has said something in them."""
        self._numbers: defaultdict[str, array[int]] = defaultdict(_no_numbers)
        self._known = 0
        self._words = ""
        self._dressed: defaultdict[str, list[str]] = defaultdict(list)
        """Words with signs around them, by what is between."""

    def add(self, number: int, document: Document) -> None:
        """Note the words of a document, its speaker's name among them."""
        text = document.text
        if document.who:
            text = f"{text} {document.who}"
            self.speakers.add(fold(document.who))
        numbers = self._numbers
        for word in set(text.lower().split()):
            numbers[word].append(number)
        self.size += 1
        self.last = number

    def being(self, forms: Collection[str]) -> Iterator[array[int]]:
        """The documents of each word that is one of the forms, whatever signs stand around it."""
        self._look()
        for form in forms:
            for word in (form, *self._dressed.get(form, ())):
                if word in self._numbers:
                    yield self._numbers[word]

    def _look(self) -> None:
        """Make what has been added since the last look ready for a search."""
        if self._known == len(self._numbers):
            return
        more = list(islice(self._numbers, self._known, None))
        self._words += "".join(["\n" + word for word in more])
        self._known = len(self._numbers)
        for word in more:
            if not word.isalnum():
                self._dressed[word.strip(_SIGNS)].append(word)

    def holding(self, needles: Sequence[str]) -> Iterator[array[int]]:
        """The documents of each word in which one of the needles stands."""
        self._look()
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


def _no_numbers() -> array[int]:
    return array("I")


class Backlog:
    """The documents by number, in the order in which they came. Not thread-safe: the index's lock guards it."""

    def __init__(self) -> None:
        self.blocks: deque[Block] = deque()
        self._documents: dict[int, Document] = {}
        self._numbers: dict[str, int] = {}
        self._shelves: deque[_Shelf] = deque()
        self._next = 0

    @property
    def waiting(self) -> int:
        """How many documents wait."""
        return len(self._documents)

    def add(self, number: int, change: Change) -> None:
        """Take the documents of a change in."""
        block = Block(number, change)
        block.next = at = self._next
        for document in change.put:
            if not self._shelves or self._shelves[-1].size >= _SHELF:
                self._shelves.append(_Shelf())
            self._shelves[-1].add(at, document)
            self._documents[at] = document
            self._numbers[document.key] = at
            at += 1
        block.end = self._next = at
        self.blocks.append(block)

    def take(self, number: int) -> Document | None:
        """Let the document of that number go on into the index; None when it has."""
        document = self._documents.pop(number, None)
        if document is not None and self._numbers.get(document.key) == number:
            del self._numbers[document.key]
        return document

    def slice(self, most: int) -> tuple[list[Document], list[Block]]:
        """The next documents in order, and the blocks that are done with them."""
        taken: list[Document] = []
        done: list[Block] = []
        while self.blocks and len(taken) < most:
            block = self.blocks[0]
            while block.next < block.end and len(taken) < most:
                document = self.take(block.next)
                block.next += 1
                if document is not None:
                    taken.append(document)
            if block.next == block.end:
                done.append(self.blocks.popleft())
        while self._shelves and self._shelves[0].last < self._first:
            self._shelves.popleft()
        return taken, done

    @property
    def _first(self) -> int:
        """None of a smaller number waits."""
        return self.blocks[0].next if self.blocks else self._next

    def drop_source(self, source: str) -> None:
        """The documents of a source are no memories any more; their blocks stay, for their states."""
        for block in self.blocks:
            if block.source == source:
                for number in range(block.next, block.end):
                    self.take(number)
                block.next, block.state = block.end, None

    def last_of(self, source: str) -> Block | None:
        """The youngest block of the source that is not done."""
        return next((one for one in reversed(self.blocks) if one.source == source), None)

    def matching(self, words: Sequence[QueryWord], most: int, passes: Passes = _all) -> list[int]:
        """Of the documents that pass, those that may share a word with the query: those with its rarest words."""
        scores: dict[int, float] = {}
        common = []
        for word in words:
            needles = _needles(word)
            found = self._found(lambda shelf: shelf.holding(needles), _COMMON, passes)  # noqa: B023 - called within this turn of the loop
            if len(found) > _COMMON:
                # Its letters tell little; the word itself may still be rare.
                common.append(needles)
                found = self._found(lambda shelf: shelf.being(_forms(word)), _COMMON, passes)  # noqa: B023 - called within this turn of the loop
                if len(found) > _COMMON:
                    continue
            for number in found:
                scores[number] = scores.get(number, 0.0) + 1.0 / len(found)
        if common and len(scores) < most:
            for number in self._with_most(self._counted(common), most, passes):
                scores.setdefault(number, 0.0)
        if common and len(scores) > most:
            cut = heapq.nlargest(most, scores.values())[-1]
            for number in [number for number, score in scores.items() if score == cut]:
                scores[number] += _COMMON_WEIGHT * self._closeness(number, common)
        return heapq.nlargest(most, scores, key=lambda number: (scores[number], number))

    def _counted(self, words: Sequence[Sequence[str]]) -> Counter[int]:
        """How many of these words each document has; of the most frequent words only as many as are quickly counted."""
        counts: Counter[int] = Counter()
        shelves = list(reversed(self._shelves))
        found = [
            list(islice((numbers for shelf in shelves for numbers in shelf.holding(needles)), _MOST_FORMS))
            for needles in words
        ]
        left = _MOST_COUNTED
        for postings in sorted(found, key=lambda postings: sum(map(len, postings))):
            for numbers in postings:
                counts.update(numbers)
                left -= len(numbers)
                if left < 0:
                    return counts
        return counts

    def _closeness(self, number: int, words: Sequence[Sequence[str]]) -> float:
        """Goes up with each of these words that the document has, and down a little with its length."""
        text = self._documents[number].text.lower()
        return sum(any(needle in text for needle in needles) for needles in words) - text.count(" ") / _LONGEST_TEXT

    def _with_most(self, counts: Counter[int], most: int, passes: Passes) -> Iterator[int]:
        """The documents that pass and have the most words; of those with as many the shortest, then the youngest."""
        documents = self._documents
        for count in sorted(set(counts.values()), reverse=True):
            group = [number for number, many in counts.items() if many == count and number in documents]
            group = heapq.nlargest(_MOST_COMPARED, group) if len(group) > _MOST_COMPARED else group
            for number in sorted(group, key=lambda number: (documents[number].text.count(" "), -number)):
                if passes(documents[number]):
                    yield number
                    most -= 1
                    if most <= 0:
                        return

    def _found(self, look: Callable[[_Shelf], Iterator[array[int]]], most: int, passes: Passes) -> set[int]:
        """The documents that pass of those that `look` finds; of more than `most`, only some."""
        found: set[int] = set()
        documents, first = self._documents, self._first
        for shelf in reversed(self._shelves):
            for numbers in look(shelf):
                for number in reversed(numbers):
                    if number < first or len(found) > most:
                        break
                    document = documents.get(number)
                    if document is not None and passes(document):
                        found.add(number)
            if len(found) > most:
                break
        return found

    @property
    def speakers(self) -> set[str]:
        """The folded names of who has said something in what waits."""
        return {name for shelf in self._shelves for name in shelf.speakers}

    def places(self, keys: Collection[str]) -> list[int]:
        """The numbers of the documents of these keys."""
        return [self._numbers[key] for key in keys if key in self._numbers]

    def documents(self) -> list[Document]:
        """All that wait."""
        return list(self._documents.values())

    def all_of(self, source: str | None = None) -> list[int]:
        """The numbers of all documents, or of all of a source."""
        return [number for number, one in self._documents.items() if source is None or one.source == source]


def _forms(word: QueryWord) -> set[str]:
    """The forms in which a word most often stands: as it was asked for, its stems, its plural and possessive."""
    if not word.folded.isascii():
        return set()
    stems = {variant.rpartition(":")[2] for variant in (*word.variants, word.stem)}
    return {form for form in (word.folded, word.folded + "s", word.folded + "'s", *stems) if form}


def _needles(word: QueryWord) -> list[str]:
    """Letters of which each text with a form of the word has at least one."""
    folded = word.folded
    if not folded or not folded.isascii():
        return []
    stems = {variant.rpartition(":")[2] for variant in (*word.variants, word.stem) if variant.isascii()}
    if stems <= {folded, ""} and len(word.variants) == 1 and not word.stem:
        return [folded]
    needles = {_beginning(folded, stem) for stem in stems if stem}
    if folded.endswith("ying") or any(stem.endswith("ie") for stem in stems):
        needles.add(folded[0])  # dying, die: hardly a letter in common
    shortest = sorted(needles, key=len)
    return [one for at, one in enumerate(shortest) if not any(other in one for other in shortest[:at])]


def _beginning(folded: str, stem: str) -> str:
    """What a word and its stem have in common, but for the last letter, which other forms may have changed."""
    length = 0
    for ours, theirs in zip(folded, stem, strict=False):
        if ours != theirs:
            break
        length += 1
    return folded[: max(1, length - 1)]
