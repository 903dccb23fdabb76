"""Texts as the encoder sees their tokens, read on all cores and kept for a while."""

from __future__ import annotations

import os
import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from memoryd.recall.vectors.alignment import Words, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.models.encoder import Encoder

_KEPT_BYTES = 16 << 20
"""Of short messages some 350, of long ones 110. Of 242 questions to one conversation of 680 messages, each asked once,
a precise one has 3.5 texts read so, 8.0 with 4 MiB and ten where nothing is kept."""
_HELPERS = min(3, len(os.sched_getaffinity(0)) - 1)
"""Threads that read beside the one that asks."""


class Read(NamedTuple):
    """A text that was read: the states of its tokens, and the words that they make."""

    states: NDArray[np.float32]
    words: Words


class TextStates:
    """What was read of texts lately, by a digest of their tokens. For any thread: at worst two read the same."""

    def __init__(self, most_bytes: int = _KEPT_BYTES, helpers: int = _HELPERS) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._known: OrderedDict[bytes, Read] = OrderedDict()
        self._lock = threading.Lock()
        self._helpers = helpers
        self._pool = ThreadPoolExecutor(max(1, helpers), "memoryd-rereader")

    def of(self, encoder: Encoder, several: Sequence[list[int]]) -> list[Read | None]:
        """Of each, by the encoder's `token_states`; None where those are None or empty."""
        digests = [blake2b(array("I", tokens).tobytes(), digest_size=16).digest() for tokens in several]
        with self._lock:
            found = [self._known.get(digest) for digest in digests]
            for digest in digests:
                if digest in self._known:
                    self._known.move_to_end(digest)
        missing = deque([at for at, one in enumerate(found) if one is None])

        def read() -> None:
            while missing:
                try:
                    at = missing.popleft()
                except IndexError:  # another thread took the last one
                    return
                found[at] = self._read(encoder, several[at], digests[at])

        helping = [self._pool.submit(read) for _ in range(min(self._helpers, len(missing) - 1))]
        try:
            read()
        finally:
            for one in helping:
                if not one.cancel():  # it may be helping another query, and then has nothing left to do here
                    one.result()
        return found

    def _read(self, encoder: Encoder, tokens: list[int], digest: bytes) -> Read | None:
        states = encoder.token_states(tokens)
        if states is None or not len(states):
            return None
        made = Read(states, words_of(encoder.pieces(tokens[: len(states)])))
        with self._lock:
            if digest not in self._known:
                self._known[digest] = made
                self._bytes += states.nbytes
            while self._bytes > self._most_bytes:
                self._bytes -= self._known.popitem(last=False)[1].states.nbytes
        return made
