"""Late interaction: how close a text comes to each token of the query, each as the encoder sees it within its text.

The static vectors of tokens (models/token_vectors.py) know a word, not what it means here. These do, and cost a run of
the encoder for each text, some milliseconds: so only the first few results of a precise query are read so, and what
was read is kept for a while, since one topic's questions have results in common.
"""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from memoryd.recall.vectors.alignment import Aligned, Asked, align, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.vectors.opened import EncodesQueries
    from memoryd.recall.vectors.serving import EncodedQuery

_TOKENS = 96
"""Of a text, the first that are read."""
QUERY_TOKENS = 48
"""Of a query, the first that are compared."""
_KEPT_BYTES = 4 << 20
"""Of short messages some 90, of long ones 28. Of 190 questions to one conversation, each asked once, a precise one
takes 48 ms of processor time so, and 61 where nothing is kept."""


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


class TextStates:
    """The states of the tokens of texts that were read lately, by a digest of the tokens.

    For any thread: at worst two read the same.
    """

    def __init__(self, most_bytes: int = _KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._known: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, encoder: EncodesQueries, tokens: list[int]) -> NDArray[np.float32] | None:
        """As the encoder's `token_states`."""
        digest = blake2b(array("I", tokens).tobytes(), digest_size=16).digest()
        with self._lock:
            known = self._known.get(digest)
            if known is not None:
                self._known.move_to_end(digest)
                return known
        states = encoder.token_states(tokens)
        if states is not None:
            with self._lock:
                self._keep(digest, states)
        return states

    def _keep(self, digest: bytes, states: NDArray[np.float32]) -> None:
        if digest not in self._known:
            self._known[digest] = states
            self._bytes += states.nbytes
        while self._bytes > self._most_bytes:
            self._bytes -= self._known.popitem(last=False)[1].nbytes


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
    for text in texts:
        own = encoder.query_tokens(text)[:_TOKENS]
        read = query.by.texts.of(encoder, own)
        if read is None or not len(read):
            found.append(Reading())
            continue
        near = asked @ read.T
        best = near.max(axis=1)
        close = Contextual(float(best @ weights / total), float(best.min()), float(near.max(axis=0).mean()))
        found.append(Reading(close, align(sought, read, words_of(encoder.pieces(own[: len(read)])))))
    return found
