"""What answers a query by its vector: one model's encoder, vectors and tables; how similar documents are by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.models.token_vectors import WordVectors
    from memoryd.recall.vectors.opened import EncodesQueries
    from memoryd.recall.vectors.store import Near, VectorStore


_FADES = ((0.9, 0.8), (0.8, 0.6))
"""What a word is worth that stands in the text before and in the one before that; in the text after, and behind it.

With .9 and .81 on both sides, or 1 and .9, hit@1 on short turns is .008 and .010 lower, recall@10 as it is.
"""

Around = Mapping[str, tuple[str | None, str | None]]
"""The keys before and after a key."""


class Similarity(msgspec.Struct, frozen=True, gc=False):
    """How similar a document is to the query."""

    cosine: float | None
    """Of its nearest passage, on the bundled model's scale; None without a vector, as `mean`."""
    mean: float | None
    maxsim: float | None
    """None without a table of token vectors."""
    context: float | None
    """By how much the texts around it come closer to the query's words than it does, on MaxSim's scale; None when it
    stands alone, or without a table of token vectors."""
    plain: float = 0.0
    """MaxSim with each word by its rarity anywhere, which a small memory does not change."""
    rest: float = 0.0
    """The same of the words that the document does not have itself."""


NO_VECTOR = Similarity(None, None, None, None)


class EncodedQuery(NamedTuple):
    """A query's vector and tokens."""

    vector: NDArray[np.float32]
    tokens: list[int]
    by: Serving
    """What made it: it is compared with the vectors of the same model only."""
    is_spelled: bool = False
    """Most of its words stand in pieces only in the model's vocabulary."""
    states: NDArray[np.float32] | None = None
    """Those of all its tokens (models/encoder.py `token_states`), where they came of the same run."""


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


def similarities(query: EncodedQuery, keys: Sequence[str], around: Around) -> dict[str, Similarity]:
    """By key; documents without a vector are left out. `around` has those that stand next to one of the keys."""
    scale = query.by.scale
    near = query.by.store.near(query.vector, keys)
    measured = zip(near.keys, near.cosines, near.means, *_words_of(query, near, around), strict=True)
    return {
        key: Similarity(1.0 - (1.0 - cosine) * scale, 1.0 - (1.0 - mean) * scale, maxsim, context, plain, rest)
        for key, cosine, mean, maxsim, context, plain, rest in measured
    }


def _words_of(
    encoded: EncodedQuery, near: Near, around: Around
) -> tuple[Sequence[float | None], Sequence[float | None], Sequence[float], Sequence[float]]:
    """MaxSim of each document's best passage, None without token vectors; what the texts around it add; and
    Similarity's `plain` and `rest`."""
    import numpy as np

    words, store = encoded.by.words, encoded.by.store
    nothing = [None] * len(near.keys)
    if words is None or not near.keys:
        return nothing, nothing, [0.0] * len(near.keys), [0.0] * len(near.keys)
    query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
    covered = words.cover(query, store.tokens(near.rows))
    if covered is None:
        return [0.0] * len(near.keys), nothing, [0.0] * len(near.keys), [0.0] * len(near.keys)
    best: list[float] = np.maximum.reduceat(query.weights @ covered, near.begins).tolist()
    plain, rest = (np.maximum.reduceat(each, near.begins).tolist() for each in query.closeness(covered))
    context = _context(np.maximum.reduceat(covered, near.begins, axis=1), query.weights, near.keys, around)
    return best, context, plain, rest


def _context(
    covered: NDArray[np.float32], weights: NDArray[np.float32], keys: Sequence[str], around: Around
) -> Sequence[float | None]:
    """By how much the two texts before and the two after each one add to what it covers: (words, texts)."""
    import numpy as np

    nowhere = len(keys)
    if not around:
        return [None] * nowhere
    places = {key: place for place, key in enumerate(keys)}
    pairs = [around.get(key, (None, None)) for key in keys]
    padded = np.zeros((covered.shape[0], nowhere + 1), dtype=np.float32)
    np.maximum(covered, 0.0, out=padded[:, :nowhere])
    own = padded[:, :nowhere]
    together = own
    for side, fades in enumerate(_FADES):
        step = np.asarray([places.get(pair[side] or "", nowhere) for pair in pairs] + [nowhere])
        at = step[:nowhere]
        for fade in fades:
            together = np.maximum(together, padded.take(at, axis=1) * np.float32(fade))
            at = step[at]
    added: list[float] = (weights @ (together - own)).tolist()
    return [value if key in around else None for key, value in zip(keys, added, strict=True)]


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
