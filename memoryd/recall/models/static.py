"""An encoder without a transformer: a text's vector is the mean of its tokens' static vectors, by rarity.

The vectors are those of the bundled model's tokens, which MaxSim has anyhow; each counts by the logarithm of its place
in the vocabulary, which is in the order of frequency (Zipf), as model2vec has it. A text takes microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memoryd.recall.models.encoder import PASSAGE_TOKENS, Encoder, Vector, load_tokenizer
from memoryd.recall.models.model import STATIC_MODEL, Model, ModelUnusable
from memoryd.recall.models.token_vectors import WordVectors
from memoryd.text.stopwords import ENGLISH_STOP_WORDS

_FIRST_WORD = 1996
"""The id of "the"; before it stand the special tokens, signs, digits and letters."""
_SIGN = 1.2
"""The weight of those."""
_FUNCTION_WORD = 0.1
"""Of a function word, so that a text of nothing else has a vector, too. Dense alone over notes and facts: recall@10
.635 and .837 with function words as others, .75 and .844 so."""


class StaticEncoder(Encoder):
    """Encodes by a table."""

    def __init__(self, model: Model) -> None:
        """Load the table. Raises ModelUnusable."""
        if model.words is None:
            raise ModelUnusable(f"{model.directory} has no words.bin, which static vectors are.", name=model.name)
        self.model = model
        self._tokenizer = load_tokenizer(model)
        self._rows = WordVectors(model.words)
        self._unknown = {self._tokenizer.token_to_id(token) for token in ("[UNK]", "<unk>")}
        self._passage = PASSAGE_TOKENS
        self._query_prefix, self._passage_prefix = [], []
        self.dimensions = self._rows.dimensions
        places = np.arange(self._rows.vocabulary, dtype=np.float64) - _FIRST_WORD
        self._weights = np.where(places >= 0, np.log1p(np.maximum(places, 0) + 1), _SIGN).astype(np.float32)
        alone = (self.token_ids(word) for word in ENGLISH_STOP_WORDS)
        self._weights[[ids[0] for ids in alone if len(ids) == 1 and ids[0] < self._rows.vocabulary]] = _FUNCTION_WORD
        self._weights[[one for one in self._unknown if one is not None]] = 0.0

    def _run(self, prefix: list[int], ids: Sequence[int]) -> Vector:
        known = np.asarray([one for one in ids if 0 <= one < len(self._weights)], dtype=np.int64)
        out = np.asarray(self._weights[known] @ self._rows.vectors_of(known), dtype=np.float32)
        length = float(np.sqrt(out.dot(out)))
        return out / np.float32(max(length, 1e-12))


def open_encoder(model: Model, graph: bytes | None = None) -> Encoder:
    """The encoder of a model; `graph` is the converted one, for a model that has only weights. Raises ModelUnusable."""
    return StaticEncoder(model) if model.name == STATIC_MODEL else Encoder(model, graph)
