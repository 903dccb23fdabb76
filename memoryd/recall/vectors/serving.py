"""What answers a query by its vector: one model's encoder, vectors and tables; how similar documents are by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.models.token_vectors import WordVectors
    from memoryd.recall.vectors.opened import EncodesQueries
    from memoryd.recall.vectors.store import Near, VectorStore


class Similarity(msgspec.Struct, frozen=True, gc=False):
    """How similar a document is to the query."""

    cosine: float
    """Of its nearest passage, on the bundled model's scale."""
    mean: float
    maxsim: float | None
    """None without a table of token vectors."""


class EncodedQuery(NamedTuple):
    """A query's vector and tokens."""

    vector: NDArray[np.float32]
    tokens: list[int]
    by: Serving
    """What made it: it is compared with the vectors of the same model only."""


class Serving(NamedTuple):
    """What answers queries: an encoder, the vectors that its model made, and the tables beside it."""

    encoder: EncodesQueries
    store: VectorStore
    words: WordVectors | None
    scale: float
    """Brings its cosines to the bundled model's."""
    fingerprint: str
    name: str


class Cover(NamedTuple):
    """How close documents come to each word of a query, 0 to 1, by key; and the words' weights, which sum to 1."""

    weights: NDArray[np.float32]
    of: dict[str, NDArray[np.float32]]


def similarities(query: EncodedQuery, keys: Sequence[str]) -> dict[str, Similarity]:
    """By key; documents without a vector are left out."""
    scale = query.by.scale
    near = query.by.store.near(query.vector, keys)
    measured = zip(near.keys, near.cosines, near.means, _maxsim(query, near), strict=True)
    return {
        key: Similarity(1.0 - (1.0 - cosine) * scale, 1.0 - (1.0 - mean) * scale, maxsim)
        for key, cosine, mean, maxsim in measured
    }


def _maxsim(encoded: EncodedQuery, near: Near) -> Sequence[float | None]:
    """MaxSim of each document's best passage; None without a table of token vectors."""
    import numpy as np

    words, store = encoded.by.words, encoded.by.store
    if words is None or not near.keys:
        return [None] * len(near.keys)
    query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
    scores = words.score(query, store.tokens(near.rows))
    best: list[float] = np.maximum.reduceat(scores, near.begins).tolist()
    return best


def cover(encoded: EncodedQuery, keys: Sequence[str]) -> Cover | None:
    """How close each document's passages together come to each word of the query; None without token vectors."""
    import numpy as np

    words, store = encoded.by.words, encoded.by.store
    if words is None:
        return None
    near = store.near(encoded.vector, keys)
    query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
    best = words.cover(query, store.tokens(near.rows)) if near.keys else None
    if best is None:
        return None
    together = np.maximum(np.maximum.reduceat(best, near.begins, axis=1), 0.0)
    return Cover(query.weights, dict(zip(near.keys, together.T, strict=True)))
