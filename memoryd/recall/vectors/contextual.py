"""Late interaction: how close a text comes to each token of the query, each as the encoder sees it within its text.

The static vectors of tokens (models/token_vectors.py) know a word, not what it means here. These do, and cost a run of
the encoder for each text, some milliseconds: so only the first few results of a precise query are read so, on all
cores, and what was read is kept for a while, since one topic's questions have results in common.
"""

from __future__ import annotations

import os
import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from memoryd.recall.vectors.alignment import Aligned, Asked, Words, align, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.models.encoder import Encoder
    from memoryd.recall.vectors.serving import EncodedQuery

_TOKENS = 96
"""Of a text, the first that are read."""
QUERY_TOKENS = 48
"""Of a query, the first that are compared."""
_KEPT_BYTES = 16 << 20
"""Of short messages some 350, of long ones 110. Of 242 questions to one conversation of 680 messages, each asked once,
a precise one has 3.5 texts read so, 8.0 with 4 MiB and ten where nothing is kept."""
_HELPERS = min(3, len(os.sched_getaffinity(0)) - 1)
"""Threads that read beside the one that asks."""


class Contextual(NamedTuple):
    """How close a text comes to a query, as cosines of tokens."""

    maxsim: float = 0.0
    """Of each of the query's tokens to the text's closest, weighted by rarity in memory."""
    least: float = 0.0
    """Of the query's token that the text comes least close to."""
    back: float = 0.0
    """Of each of the text's tokens to the query's closest, all alike."""


class Reading(NamedTuple):
    """What a second look at a text tells."""

    near: Contextual = Contextual()
    aligned: Aligned = Aligned()


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


def contextual(query: EncodedQuery, texts: Sequence[str]) -> list[Reading] | None:
    """Of each text; None where the model does not tell the states of its tokens, or has no word of the query."""
    import numpy as np

    encoder, words, store = query.by.encoder, query.by.words, query.by.store
    tokens = query.tokens[:QUERY_TOKENS]
    asked = query.states
    if asked is None and words is not None:
        asked = encoder.token_states(tokens)
    if asked is None or words is None or not len(asked):
        return None
    ids = np.minimum(np.asarray(tokens, dtype=np.int64), words.vocabulary - 1)[: len(asked)]
    weights = words.rarity(ids, store.frequency, max(1, store.rows))
    total = weights.sum()
    if total <= 0:
        return None
    spoken = words_of(encoder.pieces(tokens[: len(asked)]))
    sought = Asked(spoken, asked, weights, store.frequency[ids])
    found = []
    for read in query.by.texts.of(encoder, [encoder.query_tokens(text)[:_TOKENS] for text in texts]):
        if read is None:
            found.append(Reading())
            continue
        near = asked @ read.states.T
        best = near.max(axis=1)
        close = Contextual(float(best @ weights / total), float(best.min()), float(near.max(axis=0).mean()))
        found.append(Reading(close, align(sought, near, *read)))
    return found
