"""Recall beside what people use instead, with the same encoder: SQLite FTS5 with sqlite-vec, and chroma.

The peers are no dependencies: `pip install sqlite-vec pysqlite3-binary chromadb` brings them, and one that is not
there is left out (pysqlite3 because many a Python's own sqlite3 loads no extensions).
Each of their clients is a process that holds the store and the encoder, as agents hold them today; ours share one
daemon. A conversation of LoCoMo with its questions ($MEMORYD_DATASETS), and made sentences up to each of $MEMORYD_SIZES
(600,10000).
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from memoryd.text.stopwords import STOP_WORDS
from tests.bench.load import Load, drive, frame
from tests.bench.place import place
from tests.bench.quality import Ours, measure, models_path
from tests.bench.report import Row
from tests.bench.shapes import Collection, Question, Text, collections
from tests.bench.words import words

TITLE = "Recall of 10 messages, encoder included"
BASELINE = "the peer"
SIZES = "600,10000"
CLIENTS = (1, 8)
QUESTIONS = 240
ROUNDS = 3
DEPTH = 50
_RRF = 60

Vector = NDArray[np.float32]


class Peer(Protocol):
    """A store that one process has open."""

    def find(self, question: str, vector: Vector) -> list[int]:
        """The places of the ten best texts."""
        ...


class Sqlite:
    """FTS5 and sqlite-vec in one file, WAL, fused by reciprocal ranks."""

    needs = ("sqlite_vec", "pysqlite3")

    def __init__(self, path: Path) -> None:
        import sqlite_vec  # type: ignore[import-not-found]
        from pysqlite3 import dbapi2  # type: ignore[import-not-found]

        self._database: Any = dbapi2.connect(path, timeout=5.0, isolation_level=None)
        self._database.enable_load_extension(True)
        sqlite_vec.load(self._database)
        self._database.execute("PRAGMA journal_mode=WAL")

    def fill(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Make the tables."""
        base = self._database
        base.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize='porter unicode61')")
        base.execute(f"CREATE VIRTUAL TABLE near USING vec0(vector float[{len(vectors[0])}] distance_metric=cosine)")
        base.execute("BEGIN")
        base.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts, 1))
        base.executemany(
            "INSERT INTO near (rowid, vector) VALUES (?, ?)", ((n, v.tobytes()) for n, v in enumerate(vectors, 1))
        )
        base.execute("COMMIT")

    def find(self, question: str, vector: Vector) -> list[int]:
        found = re.findall(r"\w+", question.casefold())
        terms = [word for word in found if word not in STOP_WORDS] or found
        match = " OR ".join(f'"{term}"' for term in terms) or '"nothing"'
        asked = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
        lexical = self._database.execute(asked, (match, DEPTH)).fetchall()
        asked = "SELECT rowid FROM near WHERE vector MATCH ? AND k = ? ORDER BY distance"
        dense = self._database.execute(asked, (vector.tobytes(), DEPTH)).fetchall()
        scores: dict[int, float] = {}
        for rows in (lexical, dense):
            for rank, (row,) in enumerate(rows):
                scores[row] = scores.get(row, 0.0) + 1 / (_RRF + 1 + rank)
        return [row - 1 for row in sorted(scores, key=lambda row: -scores[row])[:10]]


class Chroma:
    """A persistent collection, opened by each process, with the cosine."""

    needs = ("chromadb",)

    def __init__(self, path: Path) -> None:
        import chromadb  # type: ignore[import-not-found]

        settings = chromadb.config.Settings(anonymized_telemetry=False)
        client = chromadb.PersistentClient(path=str(path), settings=settings)
        space = {"hnsw:space": "cosine"}
        self._texts: Any = client.get_or_create_collection("texts", metadata=space, embedding_function=None)

    def fill(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Add all."""
        for first in range(0, len(texts), 1000):
            ids = [str(n) for n in range(first, min(first + 1000, len(texts)))]
            part = slice(first, first + 1000)
            self._texts.add(ids=ids, embeddings=[v.tolist() for v in vectors[part]], documents=list(texts[part]))

    def find(self, question: str, vector: Vector) -> list[int]:
        found = self._texts.query(query_embeddings=[vector.tolist()], n_results=10, include=["documents"])
        return [int(one) for one in found["ids"][0]]


PEERS: dict[str, type[Sqlite] | type[Chroma]] = {"SQLite FTS5 + sqlite-vec": Sqlite, "chroma": Chroma}


def _missing(peer: type[Sqlite] | type[Chroma]) -> list[str]:
    return [name for name in peer.needs if importlib.util.find_spec(name) is None]


def _encoder() -> Encoder:
    found = find_model(BUNDLED_MODEL, [models_path()])
    assert found is not None
    return Encoder(found)


def _client(name: str, path: Path, questions: Sequence[str], ready: Any, answers: Any) -> None:
    """One process: opens the store, waits for the others, asks."""
    encoder, peer = _encoder(), PEERS[name](path)
    peer.find(questions[0], encoder.encode_query(questions[0]))
    ready.wait()
    began, latencies = monotonic(), []
    for question in questions:
        start = monotonic()
        peer.find(question, encoder.encode_query(question))
        latencies.append(monotonic() - start)
    answers.put((began, monotonic(), latencies))


def _drive(name: str, path: Path, parts: Sequence[Sequence[str]]) -> Load:
    context = multiprocessing.get_context("spawn")
    ready, answers = context.Barrier(len(parts)), context.Queue()
    clients = [context.Process(target=_client, args=(name, path, part, ready, answers)) for part in parts]
    for client in clients:
        client.start()
    found = [answers.get() for _ in clients]
    for client in clients:
        client.join()
    return Load(
        max(end for _, end, _ in found) - min(begin for begin, _, _ in found), [x for *_, each in found for x in each]
    )


def _collection(folder: Path, size: int) -> Collection:
    """The longest conversation, followed by made sentences."""
    real = max(
        (one for one in collections(folder) if one.name.startswith("conversation")), key=lambda one: len(one.texts)
    )
    more = words().facts(max(0, size - len(real.texts)))
    made = [
        Text(name=f"made {n}", text=text, who=who, group=f"made {n // 500}") for n, (who, _, text) in enumerate(more)
    ]
    return replace(real, texts=[*real.texts, *made])


def _recall_at_ten(ranked: Iterator[list[str]], questions: Sequence[Question]) -> float:
    return float(np.mean([measure(names, question)[1] for names, question in zip(ranked, questions, strict=True)]))


def _parts(questions: Sequence[str], clients: int, turn: int) -> list[list[str]]:
    """Each client's questions, with other words at each turn: none is remembered from the turn before."""
    asked = [f"{question} ({turn})" for question in questions[:QUESTIONS]]
    return [asked[n::clients] for n in range(clients)]


def _size(size: int, folder: Path) -> list[Row]:
    encoder, collection = _encoder(), _collection(folder, size)
    texts = [text.text for text in collection.texts]
    vectors = [encoder.encode_tokens(encoder.token_ids(text)[:128]) for text in texts]
    questions, rows = collection.questions, []
    asked = [question.text for question in questions]
    with place() as scratch, Ours(collection, models_path()) as ours:
        known = {name: peer for name, peer in PEERS.items() if not _missing(peer)}
        quality = {}
        for name, peer in known.items():
            opened = peer(scratch / name)
            opened.fill(texts, vectors)
            found = (
                [collection.texts[n].name for n in opened.find(text, encoder.encode_query(text))] for text in asked
            )
            quality[name] = _recall_at_ten(found, questions)
        with ours.daemon.connect(600) as wire:
            mine = _recall_at_ten((ours.ranked(wire, question) for question in questions), questions)
        rows += [Row(f"{len(texts):,}, recall@10, {name}", "", mine, quality[name]) for name in known]
        for clients in CLIENTS:
            loads: dict[str, list[Load]] = {name: [] for name in ("", *known)}
            for turn in range(ROUNDS):
                parts = _parts(asked, clients, turn)
                frames = [
                    [frame("recall.search", {"query": one, "k": 10, "boost": False}) for one in part] for part in parts
                ]
                loads[""].append(drive(str(ours.daemon.socket), frames))
                with ours.daemon.paused():
                    for name in known:
                        loads[name].append(_drive(name, scratch / name, parts))
            rows += _rows(f"{len(texts):,}, {clients} client{'s' * (clients > 1)}", loads)
    return rows


def _rows(what: str, loads: dict[str, list[Load]]) -> list[Row]:
    def middle(name: str, figure: Any) -> float:
        return float(np.median([figure(load) for load in loads[name]]))

    cost, rows = partial(Row, more_is_better=False), []
    for name in loads:
        if name:
            rate = partial(middle, figure=lambda load: load.rate)
            p50, p99 = (partial(middle, figure=lambda load, p=p: load.percentile(p) * 1e3) for p in (50, 99))
            rows += [
                Row(f"{what}, {name}", "/s", rate(""), rate(name)),
                cost(f"{what}, p50, {name}", "ms", p50(""), p50(name)),
                cost(f"{what}, p99, {name}", "ms", p99(""), p99(name)),
            ]
    return rows


def bench() -> list[Row]:
    folder = os.environ.get("MEMORYD_DATASETS")
    if not folder or not (models_path() / BUNDLED_MODEL).is_dir():
        print("peers: needs $MEMORYD_DATASETS and a model (make setup)", file=sys.stderr)
        return []
    for name, peer in PEERS.items():
        if missing := _missing(peer):
            print(f"peers: {name} is left out: there is no package {missing[0]}", file=sys.stderr)
    sizes = [int(size) for size in os.environ.get("MEMORYD_SIZES", SIZES).split(",")]
    return [row for size in sizes for row in _size(size, Path(folder))]
