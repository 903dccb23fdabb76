"""The queue of texts to embed: small changes before bulk ones, and long texts in parts in between."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.pacing import EMBED_INTERACTIVE_LIMIT, EMBED_INTERACTIVE_TURNS, EMBED_PARTIAL_LIMIT
from memoryd.types import Document

Priority = Literal["interactive", "bulk", "partial"]


@dataclass(slots=True)
class Partial:
    """A text of which some passages are embedded."""

    document: Document
    passages: list[list[int]]
    vectors: list[NDArray[np.float32]] = field(default_factory=list)


class EmbedQueue:
    """Three queues by priority; a key is in one of them at a time. Not thread-safe: guarded by Embedding's lock."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.interactive: OrderedDict[str, Document] = OrderedDict()
        self.bulk: OrderedDict[str, Document] = OrderedDict()
        self.partial: OrderedDict[str, Partial] = OrderedDict()
        self._turns = 0
        self._partial_next = False

    def __len__(self) -> int:
        return len(self.interactive) + len(self.bulk) + len(self.partial)

    def __contains__(self, key: object) -> bool:
        return key in self.interactive or key in self.bulk or key in self.partial

    def put(self, documents: Mapping[str, Document], *, is_bulk: bool = False) -> int:
        """Queue the documents, in place of queued ones with the same keys; for how many there was no room."""
        overflow = 0
        for key, document in documents.items():
            self.partial.pop(key, None)
            if key in self.interactive or not is_bulk:
                self.bulk.pop(key, None)
                self.interactive[key] = document
                self.interactive.move_to_end(key)
            elif key in self.bulk or len(self) < self._limit:
                self.bulk[key] = document
            else:
                overflow += 1
        while len(self.interactive) > EMBED_INTERACTIVE_LIMIT:
            key, document = self.interactive.popitem(last=False)
            overflow += self.put({key: document}, is_bulk=True)
        return overflow

    def drop(self, keys: Iterable[str]) -> None:
        """Remove these keys."""
        for key in keys:
            self.interactive.pop(key, None)
            self.bulk.pop(key, None)
            self.partial.pop(key, None)

    def clear(self) -> None:
        """Remove everything."""
        self.interactive.clear()
        self.bulk.clear()
        self.partial.clear()

    def put_back(self, one: Partial) -> None:
        """Continue with it after the others have had their turn; from the beginning, if too many are begun."""
        if len(self.partial) < EMBED_PARTIAL_LIMIT:
            self.partial[one.document.key] = one
        else:
            self.bulk[one.document.key] = one.document

    def next_priority(self) -> Priority | None:
        """Whose turn it is; None when the queue is empty."""
        self._turns += 1
        others = bool(self.bulk or self.partial)
        if self.interactive and (self._turns % EMBED_INTERACTIVE_TURNS or not others):
            return "interactive"
        if not others:
            return None
        is_full = len(self.partial) >= EMBED_PARTIAL_LIMIT
        self._partial_next = bool(self.partial) and (is_full or not (self._partial_next and self.bulk))
        return "partial" if self._partial_next else "bulk"

    def take(self, priority: Priority) -> Document | Partial | None:
        """The next one of that priority: the newest of the interactive ones, else the oldest."""
        if priority == "interactive":
            return self.interactive.popitem(last=True)[1] if self.interactive else None
        if priority == "bulk":
            return self.bulk.popitem(last=False)[1] if self.bulk else None
        return self.partial.popitem(last=False)[1] if self.partial else None
