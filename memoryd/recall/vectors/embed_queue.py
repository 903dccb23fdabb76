"""What waits to be embedded: what came in small changes before bulk, and long memories in parts between the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from memoryd.types import Document

SMALL = 100
"""A change of at most so many memories is somebody's write, who may ask for it in a moment; more is bulk."""
_MOST_PROMPT = 1_000
_PROMPT_TURNS = 4
"""While small changes never end, one turn in so many is for the others."""

Lane = Literal["prompt", "bulk", "parked"]


@dataclass(slots=True)
class Unfinished:
    """A memory of which some passages are embedded."""

    document: Document
    passages: list[list[int]]
    vectors: list[NDArray[np.float32]] = field(default_factory=list)


class EmbedQueue:
    """Three lanes, a key in one of them at a time. Not thread-safe: the embedding's lock guards it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.prompt: OrderedDict[str, Document] = OrderedDict()
        self.bulk: OrderedDict[str, Document] = OrderedDict()
        self.parked: OrderedDict[str, Unfinished] = OrderedDict()
        self._turns = 0
        self._parked_next = False

    def __len__(self) -> int:
        return len(self.prompt) + len(self.bulk) + len(self.parked)

    def __contains__(self, key: object) -> bool:
        return key in self.prompt or key in self.bulk or key in self.parked

    def put(self, documents: Mapping[str, Document], *, is_bulk: bool = False) -> int:
        """These wait in place of what waited under their keys; for how many there was no room."""
        beyond = 0
        for key, document in documents.items():
            self.parked.pop(key, None)
            if key in self.prompt or not is_bulk:
                self.bulk.pop(key, None)
                self.prompt[key] = document
                self.prompt.move_to_end(key)
            elif key in self.bulk or len(self) < self._most:
                self.bulk[key] = document
            else:
                beyond += 1
        while len(self.prompt) > _MOST_PROMPT:
            key, document = self.prompt.popitem(last=False)
            beyond += self.put({key: document}, is_bulk=True)
        return beyond

    def drop(self, keys: Iterable[str]) -> None:
        """These wait no more."""
        for key in keys:
            for lane in (self.prompt, self.bulk, self.parked):
                lane.pop(key, None)

    def clear(self) -> None:
        """Nothing waits."""
        for lane in (self.prompt, self.bulk, self.parked):
            lane.clear()

    def park(self, one: Unfinished) -> None:
        """It goes on when the others have had their turn."""
        self.parked[one.document.key] = one

    def lane(self) -> Lane | None:
        """Whose turn it is; None when nothing waits."""
        self._turns += 1
        others = bool(self.bulk or self.parked)
        if self.prompt and (self._turns % _PROMPT_TURNS or not others):
            return "prompt"
        if not others:
            return None
        self._parked_next = bool(self.parked) and not (self._parked_next and self.bulk)
        return "parked" if self._parked_next else "bulk"

    def take(self, lane: Lane) -> Document | Unfinished | None:
        """The lane's next one: of small changes the youngest, else the oldest."""
        if lane == "prompt":
            return self.prompt.popitem(last=True)[1] if self.prompt else None
        if lane == "bulk":
            return self.bulk.popitem(last=False)[1] if self.bulk else None
        return self.parked.popitem(last=False)[1] if self.parked else None
