"""What recall is judged beside, over the same texts and vectors: FTS5, dense vectors, RRF, and .7 dense + .3 FTS5."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.models.encoder import Encoder
from memoryd.text.stopwords import STOP_WORDS
from tests.bench.shapes import Collection

Retriever = Callable[[str], list[int]]
"""From a question to the places of texts, best first."""
DEPTH = 50
_RRF = 60


def baselines(collection: Collection, encoder: Encoder, kept: Path | None = None) -> dict[str, Retriever]:
    """The four of them; dense takes one vector a text, cut where the model ends, as others do, or kept in `kept`."""
    texts = [text.text for text in collection.texts]
    rows = _rows(texts, encoder, kept)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize='porter unicode61')")
    database.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", list(enumerate(texts)))

    def lexical(question: str) -> dict[int, float]:
        words = re.findall(r"\w+", question.casefold())
        terms = [word for word in words if word not in STOP_WORDS] or words
        match = " OR ".join(f'"{term}"' for term in terms) or '"nothing"'
        asked = "SELECT rowid, -rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
        return dict(database.execute(asked, (match, DEPTH)).fetchall())

    def dense(question: str) -> dict[int, float]:
        cosines = rows @ encoder.encode_query(question)
        return {int(place): float(cosines[place]) for place in np.argsort(-cosines)[:DEPTH]}

    def fused(question: str) -> dict[int, float]:
        scores: dict[int, float] = {}
        for listed in (lexical(question), dense(question)):
            for rank, place in enumerate(listed):
                scores[place] = scores.get(place, 0.0) + 1 / (_RRF + 1 + rank)
        return scores

    def weighed(question: str) -> dict[int, float]:
        words, near = lexical(question), rows @ encoder.encode_query(question)
        best = max(words.values(), default=0.0) or 1.0
        places = set(words) | {int(place) for place in np.argsort(-near)[:DEPTH]}
        return {place: 0.7 * max(0.0, float(near[place])) + 0.3 * words.get(place, 0.0) / best for place in places}

    return {"FTS5": _best(lexical), "dense": _best(dense), "RRF": _best(fused), ".7/.3": _best(weighed)}


def _rows(texts: Sequence[str], encoder: Encoder, kept: Path | None) -> NDArray[np.float32]:
    file = None if kept is None else kept / "dense.npy"
    if file is not None and file.exists():
        found: NDArray[np.float32] = np.load(file)
        return found
    rows = np.stack([encoder.encode_tokens(encoder.token_ids(text[:4000])) for text in texts])
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.save(file, rows)
    return rows


def _best(scored: Callable[[str], dict[int, float]]) -> Retriever:
    return lambda question: [place for place, _ in sorted(scored(question).items(), key=lambda item: -item[1])][:DEPTH]
