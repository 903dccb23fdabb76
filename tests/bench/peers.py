"""Recall beside what people use instead (tests.bench.peer_stores), with the same encoder; what is missing is left out.

Each of their clients is a process that holds the store, or a connection to its server, and the encoder, as agents hold
them today; ours share one daemon. Some rounds only read, and in some each fifth request adds a message, which is on
disk when it is acknowledged.
A conversation of LoCoMo with its questions ($MEMORYD_DATASETS), and made sentences up to each of $MEMORYD_SIZES
(600,10000). `$MEMORYD_PEERS` names some of the peers by a part of their names ("sqlite,chroma server").
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from tests.bench.load import Load, drive, frame
from tests.bench.peer_stores import PEERS, Peer, missing
from tests.bench.place import place
from tests.bench.quality import Ours, measure, models_path
from tests.bench.report import Row
from tests.bench.shapes import Collection, Question, Text, collections
from tests.bench.words import words
from tests.support.wire import Wire

TITLE = "Recall of 10 messages, encoder included"
BASELINE = "the peer"
SIZES = "600,10000"
LOADS = ((1, False), (8, False), (8, True))
"""Clients, and whether they add, too."""
ADDS_EACH = 5
QUESTIONS = 240
ROUNDS = 3


def _encoder() -> Encoder:
    found = find_model(BUNDLED_MODEL, [models_path()])
    assert found is not None
    return Encoder(found)


Step = tuple[str, int | None]
"""A question, or a text with the place at which it is added."""


def _client(name: str, path: Path, steps: Sequence[Step], ready: Any, answers: Any) -> None:
    """One process: opens the store, waits for the others, asks and adds."""
    encoder, peer = _encoder(), PEERS[name](path)
    peer.find(steps[0][0], encoder.encode_query(steps[0][0]))
    ready.wait()
    began, latencies, refused = monotonic(), [], []
    for text, row in steps:
        start = monotonic()
        try:
            if row is None:
                peer.find(text, encoder.encode_query(text))
            else:
                peer.add(row, text, encoder.encode_query(text))
        except Exception as error:  # whatever a peer raises is what its user would meet
            refused.append(f"{type(error).__name__}: {error}")
        latencies.append(monotonic() - start)
    answers.put((began, monotonic(), latencies, refused))


def _drive(name: str, path: Path, parts: Sequence[Sequence[Step]]) -> tuple[Load, list[str]]:
    """What its clients saw, and what they were refused with."""
    context = multiprocessing.get_context("spawn")
    ready, answers = context.Barrier(len(parts)), context.Queue()
    clients = [context.Process(target=_client, args=(name, path, part, ready, answers)) for part in parts]
    for client in clients:
        client.start()
    found = [answers.get() for _ in clients]
    for client in clients:
        client.join()
    began, ended, latencies, refused = zip(*found, strict=True)
    return Load(max(ended) - min(began), [x for each in latencies for x in each]), [x for each in refused for x in each]


def collection_of(folder: Path, size: int) -> Collection:
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


def _parts(questions: Sequence[str], clients: int, turn: int, adds_from: int | None) -> list[list[Step]]:
    """Each client's steps, with other words at each turn: none is remembered from the turn before.

    With `adds_from`, the place of the first text that is added, each fifth one adds.
    """
    steps: list[Step] = [(f"{question} ({turn})", None) for question in questions[:QUESTIONS]]
    if adds_from is not None:
        for n in range(0, len(steps), ADDS_EACH):
            steps[n] = f"{questions[n]} was asked for the {turn}th time", adds_from + n
    return [steps[n::clients] for n in range(clients)]


def _frames(wire: Wire, parts: Sequence[Sequence[Step]], turn: int) -> list[list[bytes]]:
    """The same steps as requests to us, each client with a session of its own."""
    found = []
    for number, part in enumerate(parts):
        session = f"peer-{turn}-{number}"
        wire.call("sessions.start", {"session_id": session})
        found.append(
            [
                frame("recall.search", {"query": text, "k": 10, "boost": False})
                if row is None
                else frame("sessions.append", {"session_id": session, "messages": [{"role": "user", "content": text}]})
                for text, row in part
            ]
        )
    return found


def _size(size: int, folder: Path, known: dict[str, type[Peer]]) -> list[Row]:
    encoder, collection = _encoder(), collection_of(folder, size)
    texts = [text.text for text in collection.texts]
    vectors = [encoder.encode_tokens(encoder.token_ids(text)[:128]) for text in texts]
    questions, rows = collection.questions, []
    asked = [question.text for question in questions]
    with place() as scratch, ExitStack() as serving, Ours(collection, models_path()) as ours:
        quality = {}
        for name, peer in known.items():
            serving.enter_context(peer.served(scratch / name))
            opened = peer(scratch / name)
            opened.fill(texts, vectors)
            found = (
                [collection.texts[n].name for n in opened.find(text, encoder.encode_query(text))] for text in asked
            )
            quality[name] = _recall_at_ten(found, questions)
        with ours.daemon.connect(600) as wire:
            mine = _recall_at_ten((ours.ranked(wire, question) for question in questions), questions)
        rows += [Row(f"{len(texts):,}, recall@10, {name}", "", mine, quality[name]) for name in known]
        turn = 0
        for clients, adds in LOADS:
            loads: dict[str, list[Load]] = {name: [] for name in ("", *known)}
            refused: dict[str, list[str]] = {name: [] for name in known}
            for _ in range(ROUNDS):
                turn += 1
                parts = _parts(asked, clients, turn, len(texts) + turn * QUESTIONS if adds else None)
                with ours.daemon.connect(600) as wire:
                    frames = _frames(wire, parts, turn)
                loads[""].append(drive(str(ours.daemon.socket), frames))
                with ours.daemon.paused():
                    for name in known:
                        load, errors = _drive(name, scratch / name, parts)
                        loads[name].append(load)
                        refused[name] += errors
            what = f"{len(texts):,}, {clients} client{'s' * (clients > 1)}"
            rows += _rows(f"{what}, a fifth adds" if adds else what, loads, refused)
    return rows


def _rows(what: str, loads: dict[str, list[Load]], refused: dict[str, list[str]]) -> list[Row]:
    def middle(name: str, figure: Any) -> float:
        return float(np.median([figure(load) for load in loads[name]]))

    cost, rows = partial(Row, more_is_better=False), []
    for name in loads:
        if name:
            rate = partial(middle, figure=lambda load: load.rate)
            p50, p99 = (partial(middle, figure=lambda load, p=p: load.percentile(p) * 1e3) for p in (50, 99))
            errors = refused[name]
            note = f"{len(errors)} of its {ROUNDS * QUESTIONS} were refused: {errors[0]}" if errors else ""
            rows += [
                Row(f"{what}, {name}", "/s", rate(""), rate(name), note=note),
                cost(f"{what}, p50, {name}", "ms", p50(""), p50(name)),
                cost(f"{what}, p99, {name}", "ms", p99(""), p99(name)),
            ]
    return rows


def _chosen() -> dict[str, type[Peer]]:
    """The peers that are asked for. Raises SystemExit for a name that none of them has."""
    wanted = [part.strip().casefold() for part in os.environ.get("MEMORYD_PEERS", "").split(",") if part.strip()]
    for part in wanted:
        if not any(part in name.casefold() for name in PEERS):
            raise SystemExit(f"peers: no peer is called {part!r}; there are: {', '.join(PEERS)}")
    return {name: peer for name, peer in PEERS.items() if not wanted or any(part in name.casefold() for part in wanted)}


def bench() -> list[Row]:
    folder = os.environ.get("MEMORYD_DATASETS")
    if not folder or not (models_path() / BUNDLED_MODEL).is_dir():
        print("peers: needs $MEMORYD_DATASETS and a model (make setup)", file=sys.stderr)
        return []
    chosen = _chosen()
    for name, peer in chosen.items():
        if lacks := missing(peer):
            print(f"peers: {name} is left out: there is no package {lacks[0]}", file=sys.stderr)
    sizes = [int(size) for size in os.environ.get("MEMORYD_SIZES", SIZES).split(",")]
    there = {name: peer for name, peer in chosen.items() if not missing(peer)}
    return [row for size in sizes for row in _size(size, Path(folder), there)]
