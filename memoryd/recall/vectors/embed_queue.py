"""The queue of texts to embed: small changes before bulk ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from memoryd.recall.pacing import EMBED_INTERACTIVE_LIMIT, EMBED_INTERACTIVE_TURNS
from memoryd.types import Document

Priority = Literal["interactive", "bulk"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How many texts were embedded or reused since the start, and how many wait."""

    done: int
    waiting: int
    failed: int = 0
    problem: str | None = None


class EmbedQueue:
    """Two queues by priority; a key is in one of them at a time. Not thread-safe: guarded by Embedding's lock."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.interactive: OrderedDict[str, Document] = OrderedDict()
        self.bulk: OrderedDict[str, Document] = OrderedDict()
        self._turns = 0

    def __len__(self) -> int:
        return len(self.interactive) + len(self.bulk)

    def __contains__(self, key: object) -> bool:
        return key in self.interactive or key in self.bulk

    def put(self, documents: Mapping[str, Document], *, is_bulk: bool = False) -> int:
        """Queue the documents, in place of queued ones with the same keys; for how many there was no room."""
        overflow = 0
        for key, document in documents.items():
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

    def clear(self) -> None:
        """Remove everything."""
        self.interactive.clear()
        self.bulk.clear()

    def put_back(self, document: Document) -> None:
        """It is not finished: it is the next one in bulk."""
        self.bulk[document.key] = document
        self.bulk.move_to_end(document.key, last=False)

    def next_priority(self) -> Priority | None:
        """Whose turn it is; None when the queue is empty."""
        self._turns += 1
        if self.interactive and (self._turns % EMBED_INTERACTIVE_TURNS or not self.bulk):
            return "interactive"
        return "bulk" if self.bulk else None

    def take(self, priority: Priority, limit: int, chars: int) -> list[Document]:
        """So many of that priority, or fewer if their texts have so many characters: of the interactive ones the
        newest, else the oldest."""
        queue, newest = (self.interactive, True) if priority == "interactive" else (self.bulk, False)
        taken: list[Document] = []
        while queue and len(taken) < limit and chars > 0:
            taken.append(queue.popitem(last=newest)[1])
            chars -= len(taken[-1].text)
        return taken
