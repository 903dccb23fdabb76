"""Late interaction: how close a text comes to each token of the query, each as the encoder sees it within its text.

The static vectors of tokens (models/token_vectors.py) know a word, not what it means here. These do, and cost a run of
the encoder for each text, some milliseconds: so only the first few results of a precise query are read so, on all
cores, and what was read is kept for a while, since one topic's questions have results in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from memoryd.recall.vectors.alignment import Aligned, Asked, align, words_of

if TYPE_CHECKING:
    from memoryd.recall.vectors.serving import EncodedQuery

_TOKENS = 96
"""Of a text, the first that are read."""
QUERY_TOKENS = 48
"""Of a query, the first that are compared."""


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
