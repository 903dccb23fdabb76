"""MaxSim over static token vectors: how close a passage comes to each word of the query with any of its own words.

A token's static vector is what the encoder gives for the token alone. For each query token the closest token of the
passage counts, weighted by rarity, so that a passage with a synonym of each word beats one that is vaguely similar.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log1p
from pathlib import Path

import numpy as np
import simsimd
from numpy.typing import NDArray

from memoryd.recall.models.model import ModelUnusable

HEADER = struct.Struct("<8sII32s")
"""words.bin begins with: magic, rows, dimensions, sha256 of the tokenizer; then int8 rows, one per token id."""
MAGIC = b"MEMWORD1"
_QUERY_TOKENS = 48
_SCALE = np.float32(127 * 127)
_FIRST_WORD = 1996
"""The id of "the"; before it stand signs, digits and letters."""
_ITSELF = 0.9
"""A passage comes that close to a word that it has itself."""
_FUNCTION_WORD = 0.4
"""The factor for a function word's weight: in a small memory "would" may be as rare as "Munich". With it recall@10 went
from .932 to .952 for facts, from .929 to .936 for notes, and from .744 to .731 for Markdown."""

_MOST_OF_FUNCTION_WORD = 0.5
"""What it weighs at most, of the least of the query's other words: where nearly all texts are about the label printer,
"label" and "printer" are so common that "which" weighs more, and the text that says it best comes last. Of 53 questions
to four such stores the first result answers 46 so, 41 without, of 875 to stores of many matters 622 with and without.
"""


@dataclass(frozen=True, slots=True)
class WordQuery:
    """A query's token vectors (tokens, dimensions), 127 times too long, and their weights, which each sum to 1."""

    vectors: NDArray[np.int8]
    weights: NDArray[np.float32]
    """By rarity in memory."""
    plain: NDArray[np.float32]
    """By rarity anywhere, which is the place in the vocabulary; 0 for function words."""

    def closeness(self, covered: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """From `cover`'s (words, passages): of each passage MaxSim by `plain`, and of the words that it lacks itself.

        The latter is 1 where it has them all.
        """
        other = (covered < _ITSELF) * self.plain[:, None]
        total = np.add.reduce(other, axis=0)
        had = np.add.reduce(covered * other, axis=0)
        rest = np.where(total > 0, had / np.maximum(total, np.float32(1e-9)), np.float32(1))
        return self.plain @ covered, rest


class WordVectors:
    """The memory-mapped table of one vocabulary."""

    def __init__(self, path: Path) -> None:
        """Raises ModelUnusable for a truncated or foreign file."""
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(HEADER.size)
        magic, vocabulary, dimensions, digest = (
            HEADER.unpack(header) if len(header) == HEADER.size else (b"", 0, 0, b"")
        )
        if magic != MAGIC or size != HEADER.size + vocabulary * dimensions or not vocabulary or not dimensions:
            raise ModelUnusable(f"{path} is torn or is no table of token vectors; build it again.")
        self.vocabulary = int(vocabulary)
        self.dimensions = int(dimensions)
        self.tokenizer_digest = bytes(digest)
        mapped = np.memmap(path, dtype=np.int8, mode="r", offset=HEADER.size, shape=(vocabulary, dimensions))
        self._rows = np.asarray(mapped)  # indexing a memmap runs Python code each time
        self._worth = np.ones(vocabulary, dtype=np.float64)
        self._plain = np.log1p(np.maximum(np.arange(vocabulary) - _FIRST_WORD, 0))

    def vectors_of(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """The unit vectors of these tokens, which are in the vocabulary: (tokens, dimensions)."""
        return self._rows.take(ids, axis=0).astype(np.float32) / np.float32(127)

    def demote(self, ids: Iterable[int]) -> None:
        """These tokens are function words."""
        known = [i for i in ids if 0 <= i < self.vocabulary]
        self._worth[known], self._plain[known] = _FUNCTION_WORD, 0.0

    def rarity(
        self, tokens: NDArray[np.int64], document_frequency: NDArray[np.int32], documents: int
    ) -> NDArray[np.float64]:
        """How rare each token of the vocabulary is in memory; less for function words."""
        frequency = np.minimum(document_frequency[tokens].astype(np.float64), documents)
        return np.asarray(np.log1p((documents - frequency + 0.5) / (frequency + 0.5)) * self._worth[tokens])

    def query(self, ids: Sequence[int], document_frequency: NDArray[np.int32], documents: int) -> WordQuery:
        """The query's distinct tokens weighted by rarity; `document_frequency` is by token id."""
        tokens = [i for i in dict.fromkeys(ids) if 0 <= i < self.vocabulary][:_QUERY_TOKENS]
        # One by one: of a few tokens numpy takes ten times as long, since its code is in no cache by then.
        frequencies = [min(document_frequency.item(i), documents) for i in tokens]
        worth = [self._worth.item(i) for i in tokens]
        weights = [
            log1p((documents - frequency + 0.5) / (frequency + 0.5)) * value
            for frequency, value in zip(frequencies, worth, strict=True)
        ]
        least = min([weight for weight, value in zip(weights, worth, strict=True) if value == 1.0], default=inf)
        weights = [
            weight if value == 1.0 else min(weight, _MOST_OF_FUNCTION_WORD * least)
            for weight, value in zip(weights, worth, strict=True)
        ]
        plain = [self._plain.item(i) for i in tokens]
        return WordQuery(
            self._rows.take(np.asarray(tokens, dtype=np.intp), axis=0),
            _shares(weights, sum(weights) or 1.0),
            _shares(plain, max(sum(plain), 1e-9)),
        )

    def score(self, query: WordQuery, tokens: NDArray[np.unsignedinteger]) -> NDArray[np.float32]:
        """One score per passage, at most 1: `tokens` (passages, n) are its ids, padded with 0; 0 without a token."""
        best = self.cover(query, tokens)
        return np.zeros(len(tokens), dtype=np.float32) if best is None else query.weights @ best

    def cover(self, query: WordQuery, tokens: NDArray[np.unsignedinteger]) -> NDArray[np.float32] | None:
        """How close each passage comes to each word of the query, (words, passages); None where there is no word."""
        there = tokens != 0
        counts = np.add.reduce(there, axis=1)
        flat = np.minimum(tokens[there], self.vocabulary - 1)
        if not len(flat) or not len(query.weights):
            return None
        distinct, places = _distinct(flat)
        # `take` of whole rows is two to three times faster than indexing, and int8 twice as fast as floats.
        near = np.asarray(simsimd.cdist(self._rows.take(distinct, axis=0), query.vectors, "dot", out_dtype="float32"))
        full = counts > 0
        begins = (counts.cumsum() - counts)[full]
        # Row by row again; and what reads it next is faster when each word's values are side by side.
        best = np.ascontiguousarray(np.maximum.reduceat(near.take(places, axis=0), begins, axis=0).T)
        best /= _SCALE
        if len(begins) == len(tokens):
            return np.asarray(best)
        found = np.zeros((len(query.weights), len(tokens)), dtype=np.float32)
        found[:, full] = best
        return found


def _shares(values: Sequence[float], total: float) -> NDArray[np.float32]:
    return np.asarray([value / total for value in values], dtype=np.float32)


def _distinct(values: NDArray[np.unsignedinteger]) -> tuple[NDArray[np.unsignedinteger], NDArray[np.intp]]:
    """The distinct values and the place of each value among them; np.unique takes four times as long."""
    order = values.argsort(kind="stable")
    ordered = values[order]
    is_first = np.empty(len(ordered), dtype=np.bool_)
    is_first[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    places = np.empty(len(ordered), dtype=np.intp)
    places[order] = is_first.cumsum() - 1
    return ordered[is_first], places
