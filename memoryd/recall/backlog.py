"""New documents that have not been made into terms yet, and how a search finds those that it needs among them.

Making terms costs more than storing a fact, so a burst of new facts is not made to wait for it: the indexer thread
comes to them when there is time. Until then they are found by letters: whatever shares a term with a query has the
beginning of one of its words somewhere in its text. Only texts in ASCII wait here: only there letters tell that much.
"""

from __future__ import annotations

import heapq
import time
from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Iterator, Sequence

from msgspec import structs

from memoryd.recall.tokens import QueryWord
from memoryd.types import Change, Document

MOST = 80_000
"""Documents that may wait; who brings more waits himself."""
_COMMON = 500
"""Of a word that stands more often than this, only the youngest texts are looked at."""
_LONGEST_TEXT = 2000


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
    return one.text.isascii() and len(one.text) <= _LONGEST_TEXT and not one.title and not one.who


class Block:
    """The documents of one change."""

    def __init__(self, number: int, change: Change) -> None:
        self.number = number
        self.since = time.monotonic()
        self.source = change.source
        self.state = change.state
        self.documents: list[Document | None] = list(change.put)
        """None where one has gone on into the index."""
        self.left = len(self.documents)
        self.next = 0
        """Before this one, all have gone on."""
        self._letters = ""
        self._begins: list[int] = []
        self._places: dict[str, int] = {}

    @property
    def letters(self) -> str:
        """The texts in lower case, each behind a line break."""
        if not self._begins:
            at, begins, texts = 0, [], []
            for document in self.documents:
                begins.append(at)
                text = "\n" + document.text if document is not None else "\n"
                texts.append(text)
                at += len(text)
            self._letters, self._begins = "".join(texts).lower(), begins
        return self._letters

    def places(self, needle: str) -> Iterator[int]:
        """Where the documents stand that have these letters, once each."""
        letters = self.letters
        at = letters.find(needle)
        while at >= 0:
            place = bisect_right(self._begins, at) - 1
            yield place
            if place + 1 == len(self._begins):
                return
            at = letters.find(needle, self._begins[place + 1])

    def place(self, key: str) -> int | None:
        """Where the document of that key stands, while it is here."""
        if not self._places:
            self._places = {one.key: place for place, one in enumerate(self.documents) if one is not None}
        place = self._places.get(key)
        return None if place is None or self.documents[place] is None else place

    def take(self, place: int) -> Document | None:
        """Let the document there go on into the index; None when it has."""
        document = self.documents[place] if place < len(self.documents) else None
        if document is not None:
            self.documents[place] = None
            self.left -= 1
        return document


Place = tuple[Block, int]
"""A document that waits: its block, and where it stands there."""


class Backlog:
    """The blocks in the order in which they came. Not thread-safe: the index's lock guards it."""

    def __init__(self) -> None:
        self.blocks: deque[Block] = deque()
        self.waiting = 0
        """Documents that wait."""

    def add(self, block: Block) -> None:
        """Take a block in."""
        self.blocks.append(block)
        self.waiting += block.left

    def slice(self, most: int) -> tuple[list[Document], list[Block]]:
        """The next documents in order, and the blocks that are done with them."""
        taken: list[Document] = []
        done: list[Block] = []
        while self.blocks and len(taken) < most:
            block = self.blocks[0]
            while block.next < len(block.documents) and len(taken) < most:
                document = block.take(block.next)
                block.next += 1
                if document is not None:
                    taken.append(document)
            if block.next == len(block.documents):
                done.append(self.blocks.popleft())
        self.waiting -= len(taken)
        return taken, done

    def drop_source(self, source: str) -> None:
        """The documents of a source are no memories any more; their blocks stay, for their states."""
        for block in self.blocks:
            if block.source == source:
                self.waiting -= block.left
                block.documents, block.left, block.next, block.state = [], 0, 0, None

    def last_of(self, source: str) -> Block | None:
        """The youngest block of the source that is not done."""
        return next((one for one in reversed(self.blocks) if one.source == source), None)

    def matching(self, words: Sequence[QueryWord], most: int) -> list[Place]:
        """Where the documents stand that may share a word with the query: those with its rarest words."""
        scores: dict[Place, float] = {}
        common = []
        for word in words:
            needles = _needles(word)
            if self._is_common(needles):
                common.append(needles)
                continue
            found = set(self._found(needles, _COMMON))
            for where in found:
                scores[where] = scores.get(where, 0.0) + 1.0 / len(found)
        for needles in common:
            if len(scores) < most:
                scores.update((where, 0.0) for where in self._found(needles, most) if where not in scores)
        return heapq.nlargest(most, scores, key=lambda where: (scores[where], where[0].number, where[1]))

    def _is_common(self, needles: Sequence[str]) -> bool:
        count = 0
        for block in self.blocks:
            count += sum(block.letters.count(needle) for needle in needles) if block.left else 0
            if count > _COMMON:
                return True
        return False

    def _found(self, needles: Sequence[str], most: int) -> Iterator[Place]:
        """Where one of the letters stands, the youngest first, about `most` of them."""
        for needle in needles:
            count = 0
            for block in reversed(self.blocks):
                if count >= most:
                    break
                for place in block.places(needle) if block.left else ():
                    if block.documents[place] is not None:
                        count += 1
                        yield block, place

    def places(self, keys: Collection[str]) -> list[Place]:
        """Where the documents of these keys stand."""
        found = []
        for key in keys:
            for block in self.blocks:
                place = block.place(key) if block.left else None
                if place is not None:
                    found.append((block, place))
                    break
        return found

    def all_of(self, source: str | None = None) -> list[Place]:
        """Where all documents stand, or all of a source."""
        return [
            (block, place)
            for block in self.blocks
            if source is None or block.source == source
            for place, document in enumerate(block.documents)
            if document is not None
        ]

    def take(self, where: Place) -> Document | None:
        """Let the document there go on into the index; None when it has."""
        block, place = where
        document = block.take(place)
        self.waiting -= document is not None
        return document


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
