"""What answers a query by its vector: one model's encoder, vectors and tables; how similar documents are by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.models.encoder import Encoder
    from memoryd.recall.models.token_vectors import WordVectors
    from memoryd.recall.vectors.store import Near, VectorStore
    from memoryd.recall.vectors.text_states import TextStates


_FADES = (0.9, 0.8, 0.8, 0.6)
"""What a word is worth that stands in the text before and in the one before that; in the text after, and behind it.

With .9 and .81 on both sides, or 1 and .9, hit@1 on short turns is .008 and .010 lower, recall@10 as it is.
"""


class Beside(NamedTuple):
    """What stands next to each of some documents, side by side with them."""

    before: list[int]
    """The place among them of the one before it, -1 where that is none of them."""
    after: list[int]
    is_connected: list[bool]
    """Whether there is anything before or after it."""

    @classmethod
    def nothing(cls, count: int) -> Beside:
        """Of documents that stand alone."""
        return cls([-1] * count, [-1] * count, [False] * count)


class Similarities(NamedTuple):
    """How similar documents are to the query, side by side with them; None of one without a vector."""

    cosine: Sequence[float | None]
    """Of its nearest passage, on the bundled model's scale."""
    mean: Sequence[float | None]
    """Of all its passages."""
    maxsim: Sequence[float | None]
    """None without a table of token vectors, too."""
    plain: Sequence[float]
    """MaxSim with each word by its rarity anywhere, which a small memory does not change; 0 for None."""
    rest: Sequence[float]
    """The same of the words that the document does not have itself."""
    context: Sequence[float | None]
    """By how much the texts around it come closer to the query's words than it does, on MaxSim's scale; None when it
    stands alone, too, or without a table of token vectors."""

    @classmethod
    def nothing(cls, count: int) -> Similarities:
        """Of documents without vectors."""
        return cls([None] * count, [None] * count, [None] * count, [0.0] * count, [0.0] * count, [None] * count)


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

    encoder: Encoder
    store: VectorStore
    words: WordVectors | None
    scale: float
    """Brings its cosines to the bundled model's."""
    fingerprint: str
    name: str
    texts: TextStates
    """Of the texts that its encoder read again lately."""


class Cover(NamedTuple):
    """How close documents come to each word of a query, 0 to 1, by key; and the words' weights, which sum to 1."""

    weights: NDArray[np.float32]
    of: dict[str, NDArray[np.float32]]


def similarities(query: EncodedQuery, keys: Sequence[str], beside: Beside) -> Similarities:
    """Of each key. `beside` tells what stands next to it."""
    scale = query.by.scale
    near = query.by.store.near(query.vector, keys)
    found = Similarities(
        [1.0 - (1.0 - cosine) * scale for cosine in near.cosines],
        [1.0 - (1.0 - mean) * scale for mean in near.means],
        *_words_of(query, near, beside),
    )
    if len(near.places) == len(keys):
        return found
    spread = Similarities.nothing(len(keys))
    for values, some in zip(spread, found, strict=True):
        for place, value in zip(near.places, some, strict=True):
            values[place] = value  # type: ignore[index]  # they are lists
    return spread


def _words_of(
    encoded: EncodedQuery, near: Near, beside: Beside
) -> tuple[Sequence[float | None], Sequence[float], Sequence[float], Sequence[float | None]]:
    """Similarities' `maxsim`, `plain`, `rest` and `context` of the documents that have a vector."""
    words, store = encoded.by.words, encoded.by.store
    count = len(near.places)
    nothing, zeros = [None] * count, [0.0] * count
    if words is None or not count:
        return nothing, zeros, zeros, nothing
    query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
    covered = words.cover(query, store.tokens(near.rows))
    if covered is None:
        return zeros, zeros, zeros, nothing
    best, plain, rest = (near.best(each).tolist() for each in (query.weights @ covered, *query.closeness(covered)))
    return best, plain, rest, _context(near.best(covered), query.weights, near.places, beside)


def _context(
    covered: NDArray[np.float32], weights: NDArray[np.float32], places: Sequence[int], beside: Beside
) -> Sequence[float | None]:
    """By how much the two texts before and the two after each one add to what it covers: (words, texts)."""
    import numpy as np

    if not any(beside.is_connected):
        return [None] * len(places)
    count = len(beside.is_connected)
    padded = np.zeros((len(covered), count + 1), dtype=np.float32)  # behind the last, at place -1, stands nothing
    padded[:, places] = np.maximum(covered, 0.0)
    around: list[int] = []
    for side in (beside.before, beside.after):
        step = [*side, -1]
        around += step
        around += [step[at] for at in step]
    near = padded.take(np.asarray(around), axis=1).reshape(len(padded), len(_FADES), count + 1)
    near *= np.asarray(_FADES, dtype=np.float32)[:, None]
    together = np.maximum(padded, np.maximum.reduce(near, axis=1))
    together -= padded
    added: list[float] = (weights @ together).tolist()
    return [added[place] if beside.is_connected[place] else None for place in places]


def cover(encoded: EncodedQuery, keys: Sequence[str]) -> Cover | None:
    """How close each document's passages together come to each word of the query; None without token vectors."""
    import numpy as np

    words, store = encoded.by.words, encoded.by.store
    if words is None:
        return None
    near = store.near(encoded.vector, keys)
    query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
    best = words.cover(query, store.tokens(near.rows)) if near.places else None
    if best is None:
        return None
    together = np.maximum(near.best(best), 0.0)
    return Cover(query.weights, dict(zip([keys[place] for place in near.places], together.T, strict=True)))
