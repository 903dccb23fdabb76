"""Recall over conversations of 10,000 to a million messages, encoder and socket included.

Beside it: SQLite FTS5 and an exact scan of the same vectors, in this process, with the same encoder. `$MEMORYD_SIZES`
names other sizes (`10000,100000,1000000`). Up to 5,000 texts the daemon embeds itself; of more, the rest get mixes of
those vectors, written through the package's own vector store: a million texts would cost an hour of processor time,
and a scan takes as long over one vector as over another.
"""

from __future__ import annotations

import gc
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.models.encoder import PASSAGE_TOKENS, Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from memoryd.recall.vectors.encoding import distinct_tokens
from memoryd.recall.vectors.entry import Entry
from memoryd.recall.vectors.store import VectorStore
from memoryd.storage.files import OsFiles
from memoryd.text.stopwords import STOP_WORDS
from tests.bench.load import Load, drive, frame, median
from tests.bench.place import place
from tests.bench.quality import models_path
from tests.bench.report import Row
from tests.bench.words import Fact, words
from tests.support.daemon import Daemon
from tests.support.wire import Wire

TITLE = "recall.search over messages, k=10, one client, encoder and socket included"
BASELINE = "FTS5 + exact vectors, in process"
SIZES = "10000,100000"
AIMS = {
    600: ("<= 3.5 ms", "<= 6 ms", "", ""),
    10_000: ("<= 4 ms", "<= 8 ms", "", ""),
    100_000: ("<= 4.5 ms", "<= 9 ms", "<= 330 MB", "<= 1 s"),
    1_000_000: ("<= 12 ms", "<= 20 ms", "<= 950 MB", ""),
}
"""p50, p99, PSS, and start to an answer with vectors."""
QUESTIONS = 200
ROUNDS = 2
NEW_TEXTS = 10_000
REAL = 5_000
SESSION, BATCH = 500, 250
IDLE = 0.03
"""Seconds of processor time that an idle daemon takes at most in half a second."""
FIRST_DAY = datetime(2025, 1, 1, tzinfo=UTC)

Vectors = NDArray[np.float32]


class Baseline:
    """FTS5 over the texts, stop words dropped, and every cosine computed."""

    def __init__(self, path: Path, texts: Sequence[str], vectors: Vectors, encoder: Encoder) -> None:
        self._encoder = encoder
        self._vectors = vectors
        self._database = sqlite3.connect(path)
        self._database.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
        self._database.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", list(enumerate(texts)))
        self._database.commit()

    def run(self, questions: Sequence[str]) -> tuple[Load, Load]:
        """The latencies of both lists together, and of FTS5 alone."""
        whole, lexical = Load(), Load()
        for question in questions:
            start = perf_counter()
            found = re.findall(r"\w+", question.casefold())
            match = " OR ".join(f'"{word}"' for word in found if word not in STOP_WORDS) or '"nothing"'
            asked = "SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT 50"
            self._database.execute(asked, (match,)).fetchall()
            lexical.latencies.append(perf_counter() - start)
            cosines = self._vectors @ self._encoder.encode_query(question)
            np.argpartition(cosines, -50)
            whole.latencies.append(perf_counter() - start)
        return whole, lexical


def _config(model: str) -> str:
    table = f'[memory_oracle]\nembedding_model = "{model}"\nmax_facts = 1000000\n'
    return f'{table}[recall]\nmodels_path = "{models_path()}"\n'


def _messages(said: Sequence[Fact], first: int) -> list[dict[str, str]]:
    return [
        {"role": "user", "name": who, "content": text, "at": (FIRST_DAY + timedelta(seconds=30 * n)).isoformat()}
        for n, (who, _, text) in enumerate(said, start=first)
    ]


def _say(wire: Wire, said: Sequence[Fact], session: str) -> list[str]:
    """Append them, SESSION a session; their keys."""
    keys: list[str] = []
    for first in range(0, len(said), BATCH):
        name = f"{session}-{first // SESSION}"
        if first % SESSION == 0:
            wire.call("sessions.start", {"session_id": name})
        part = _messages(said[first : first + BATCH], first)
        keys += wire.call("sessions.append", {"session_id": name, "messages": part})["keys"]
    return keys


def _settle(wire: Wire, vectors: int) -> None:
    """Wait until that many vectors can be found and nothing waits."""
    while True:
        state = wire.call("system.metrics")["embeddings"]
        if state["state"] not in ("ready", "loading"):
            raise SystemExit(f"the model cannot be used: {state}")
        if state["state"] == "ready" and not state["waiting"] and state["vectors"] >= vectors:
            return
        time.sleep(0.05)


def _rest(daemon: Daemon, seconds: float = 120.0) -> None:
    """Wait until the daemon has compared its memories with their vectors, as it does once behind each start."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        before = daemon.cpu_seconds()
        time.sleep(0.5)
        if daemon.cpu_seconds() - before < IDLE:
            return


def _entries(keys: Sequence[str], said: Sequence[Fact], encoder: Encoder) -> Iterator[Entry]:
    """Their vectors: real ones for the first REAL, for the others a mix of two of these."""
    chance = np.random.default_rng(1)
    real: list[Vectors] = []
    for number, (key, (_, _, text)) in enumerate(zip(keys, said, strict=True)):
        ids = encoder.token_ids(text)[:PASSAGE_TOKENS]
        if number < REAL:
            real.append(encoder.encode_tokens(ids))
            vector = real[-1]
        else:
            mixed = sum(real[place] for place in chance.integers(REAL, size=2))
            vector = np.asarray(mixed / np.linalg.norm(mixed), dtype=np.float32)
        at = int((FIRST_DAY + timedelta(seconds=30 * number)).timestamp()) * 1_000_000
        yield Entry(
            key=key, text=text, vectors=vector[None, :], tokens=distinct_tokens(ids)[None, :], kind="message", at=at
        )


def _write_vectors(daemon: Daemon, entries: Iterator[Entry], encoder: Encoder) -> Vectors:
    """Fill the daemon's store, while it does not run, as it would itself; the vectors for the baseline."""
    found = find_model(BUNDLED_MODEL, [models_path()])
    assert found is not None
    made_by = f"{found.fingerprint()}:{PASSAGE_TOKENS}"
    store = VectorStore(OsFiles(), str(daemon.data / "embeddings"), made_by, encoder.dimensions)
    store.load(lambda: None)
    kept: list[Vectors] = []
    while part := list(islice(entries, 5_000)):
        store.add(part)
        kept.append(np.concatenate([entry.vectors for entry in part]))
    store.close()
    return np.concatenate(kept)


def _first_answers(daemon: Daemon, question: str) -> tuple[float, float]:
    """Seconds from exec to an answer with results, and to one with the encoder in it."""
    start = perf_counter()
    daemon.start()
    first = 0.0
    with daemon.connect() as wire:
        while True:
            params = {"query": question, "boost": False, "explain": True}
            results = wire.call("recall.search", params)["results"]
            first = first or (perf_counter() - start if results else 0.0)
            if any("cosine" in result["why"] for result in results):
                return first, perf_counter() - start
            time.sleep(0.005)


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _frames(questions: Sequence[str]) -> list[bytes]:
    return [frame("recall.search", {"query": question, "k": 10, "boost": False}) for question in questions]


def _while_embedding(
    daemon: Daemon, said: Sequence[Fact], questions: Sequence[str], vectors: int
) -> tuple[Load, int, int]:
    """Ask while new texts are being embedded; how many were left when the asking ended, and the memory then."""
    with daemon.connect() as wire:
        _say(wire, said, "new")
        load = drive(str(daemon.socket), [_frames(questions)])
        most = daemon.pss()
        left: int = wire.call("system.metrics")["embeddings"]["waiting"]
        _settle(wire, vectors + len(said))
    return load, left, most


def _size(count: int, encoder: Encoder) -> list[Row]:
    source = words()
    said = list(source.facts(count + NEW_TEXTS))
    questions = source.questions((ROUNDS + 2) * QUESTIONS)
    asked = [questions[n * QUESTIONS : (n + 1) * QUESTIONS] for n in range(ROUNDS + 2)]
    with place() as folder:
        daemon = Daemon(folder / "memoryd", _config("none"))
        try:
            daemon.start()
            with daemon.connect() as wire:
                keys = _say(wire, said[:count], "said")
                wire.call("maintenance.run", {"action": "reconcile"})
            daemon.stop(600)
            vectors = _write_vectors(daemon, _entries(keys, said[:count], encoder), encoder)
            daemon.config.write_text(_config(BUNDLED_MODEL))
            return _measure(daemon, said, vectors, asked, encoder)
        finally:
            daemon.kill()


def _measure(
    daemon: Daemon, said: Sequence[Fact], vectors: Vectors, asked: Sequence[Sequence[str]], encoder: Encoder
) -> list[Row]:
    count = len(vectors)
    baseline = Baseline(daemon.data.parent / "words.db", [text for _, _, text in said[:count]], vectors, encoder)
    starts = []
    for _ in range(ROUNDS):
        starts.append(_first_answers(daemon, asked[0][0]))
        daemon.stop(600)
    daemon.start()
    with daemon.connect() as wire:
        _settle(wire, count)
    _rest(daemon)
    drive(str(daemon.socket), [_frames(asked[0])])
    gc.freeze()  # the texts of the bench are no part of the latencies
    ours, base, words_alone, cpu = [], [], [], []
    for questions in asked[1:-1]:
        before = daemon.cpu_seconds()
        ours.append(drive(str(daemon.socket), [_frames(questions)]))
        cpu.append((daemon.cpu_seconds() - before) / len(questions) * 1e3)
        with daemon.paused():
            whole, lexical = baseline.run(questions)
        base.append(whole)
        words_alone.append(lexical)
    rss, disk = daemon.rss(), sum(_bytes_below(daemon.data / each) for each in ("embeddings", ".memoryd"))
    said_cpu = daemon.cpu_seconds()
    pss = daemon.pss()
    busy, left, most = _while_embedding(daemon, said[count:], asked[-1], count)
    said_cpu = daemon.cpu_seconds() - said_cpu
    rss_after = daemon.rss()

    def middle(loads: Sequence[Load], percent: float) -> float:
        return median(load.percentile(percent) * 1e3 for load in loads)

    size, aims = f"{count:,}", AIMS.get(count, ("", "", "", ""))
    cost = partial(Row, more_is_better=False)
    quiet = middle(ours, 99)
    fts = f"FTS5 alone {middle(words_alone, 50):.1f} ms; of ours {median(cpu):.1f} ms are processor time, all threads"
    meanwhile = f"{left:,} still waited at the end; all took {said_cpu:.0f} s of processor time"
    return [
        cost(f"{size}, p50", "ms", middle(ours, 50), middle(base, 50), aim=aims[0], note=fts),
        cost(f"{size}, p99", "ms", quiet, middle(base, 99), aim=aims[1]),
        cost(f"{size}, p50 while 10,000 are embedded", "ms", busy.percentile(50) * 1e3, middle(ours, 50)),
        cost(f"{size}, p99 while 10,000 are embedded", "ms", busy.percentile(99) * 1e3, quiet, aim="0.50x",
             note=f"beside our own without that; {meanwhile}"),
        cost(f"{size}, RSS", "MB", rss / 1e6, note=f"{rss_after / 1e6:.0f} MB after these 10,000"),
        cost(f"{size}, PSS while 10,000 are embedded", "MB", most / 1e6, aim=aims[2],
             note=f"{pss / 1e6:.0f} MB idle"),
        cost(f"{size}, start to first answer", "s", median(one for one, _ in starts)),
        cost(f"{size}, start to an answer with vectors", "s", median(two for _, two in starts), aim=aims[3]),
        cost(f"{size}, index and vectors on disk", "MB", disk / 1e6),
    ]  # fmt: skip


def bench() -> list[Row]:
    """Every size, the smallest first."""
    found = find_model(BUNDLED_MODEL, [models_path()])
    if found is None:
        print(f"speed: there is no model in {models_path()} (make setup)")
        return []
    encoder = Encoder(found)
    sizes = [int(size) for size in os.environ.get("MEMORYD_SIZES", SIZES).split(",")]
    return [row for size in sizes for row in _size(size, encoder)]
