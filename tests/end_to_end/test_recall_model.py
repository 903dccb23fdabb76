"""Recall with a model: found by meaning, kept over restarts, and no crash when model or vectors are torn."""

from __future__ import annotations

import json
import os
import shutil
import threading
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, read_model
from memoryd.recall.ranking.fusion import MIN_SIMILARITY
from tests.recall.model_builder import write_word_vectors
from tests.recall.tiny_model import WORDS, write_letters, write_model
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")
pytest.importorskip("onnx")
DEADLINE = 60


@pytest.fixture
def models(daemon_folder: Path) -> Path:
    """A models_path with a model of a few hundred weights."""
    write_model(daemon_folder / "models" / "tiny")
    return daemon_folder / "models"


@pytest.fixture
def daemon_config(models: Path) -> str:
    return f'[memory_oracle]\nembedding_model = "tiny"\n[recall]\nmodels_path = "{models}"\nmin_similarity = 0.0\n'


def state(wire: Wire) -> dict[str, Any]:
    return wire.call("system.info")["embeddings"]


def settled(wire: Wire, vectors: int) -> None:
    until(lambda: (now := state(wire))["state"] == "ready" and now["vectors"] == vectors and not now["waiting"])


def say(wire: Wire, *contents: str) -> list[str]:
    wire.call("sessions.start", {"session_id": "s"})
    messages = [{"role": "user", "content": content} for content in contents]
    return wire.call("sessions.append", {"session_id": "s", "messages": messages})["keys"]


def found(wire: Wire, query: str, **params: object) -> dict[str, dict[str, float]]:
    results = wire.call("recall.search", {"query": query, "explain": True, **params})["results"]
    return {one["key"]: one["why"] for one in results}


def test_trees_order_what_is_found_but_no_first_hop(wire: Wire) -> None:
    colours, things = ("red", "blue", "green", "old", "big"), ("dog", "cat", "boat", "house")
    say(wire, *(f"the {colour} {thing} sleeps in the house" for colour in colours for thing in things))
    settled(wire, len(colours) * len(things))

    def is_ordered(query: str) -> bool:
        return any("trees" in why for why in found(wire, query).values())

    assert any(is_ordered(f"{colour} {thing}") for colour in colours for thing in things)
    assert not any(
        is_ordered(f"the {colour} side of the house of the {thing}") for colour in colours for thing in things
    )


def test_found_by_meaning_within_a_moment_and_after_a_restart(daemon: Daemon, wire: Wire) -> None:
    said = say(wire, "the dog sleeps in the house", "a red boat")
    settled(wire, 2)
    results = found(wire, "blue cat")  # no word in common
    assert set(results) == set(said)
    assert all(why["passage"] != 0 and why["bm25"] == 0 for why in results.values())
    wire.close()
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as again:
        settled(again, 2)
        assert state(again)["done"] == 0
        assert set(found(again, "blue cat")) == set(said)


def test_static_vectors_find_by_meaning_without_a_transformer(daemon_folder: Path) -> None:
    models = daemon_folder / "models"
    directory = models / BUNDLED_MODEL
    write_model(directory)
    for path in directory.iterdir():
        if path.name != "tokenizer.json":  # no graph and no weights
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    rows = np.random.default_rng(0).integers(-30, 30, size=(len(WORDS) + 4, 16)).astype(np.int8)
    first = 4
    rows[first + WORDS.index("tea")] = rows[first + WORDS.index("coffee")] = [100, *[0] * 15]
    write_word_vectors(directory / "words.bin", rows, sha256((directory / "tokenizer.json").read_bytes()).digest())
    config = f'[memory_oracle]\nembedding_model = "static"\n[recall]\nmodels_path = "{models}"\n'
    daemon = Daemon(daemon_folder / "static", config)
    daemon.start()
    try:
        with daemon.connect() as wire:
            said = say(wire, "a red boat", "we sleeps in the morning", "tea")
            settled(wire, 3)
            assert state(wire)["model"] == "static"
            (best, *_) = found(wire, "coffee").items()
            assert best[0] == said[2]
            assert best[1]["bm25"] == 0
            assert wire.call("system.health")["problems"] == []
    finally:
        daemon.kill()


def test_a_model_of_the_same_words_uses_the_token_vectors_of_the_bundled_one(daemon_folder: Path) -> None:
    models = daemon_folder / "models"
    for name in (BUNDLED_MODEL, "bge-small"):
        write_model(models / name)
    shutil.rmtree(models / "bge-small" / "1_Pooling", ignore_errors=True)
    assert read_model("bge-small", models / "bge-small").pooling == "cls"
    tokenizer = models / BUNDLED_MODEL / "tokenizer.json"
    tokenizer.write_text(json.dumps(json.loads(tokenizer.read_bytes()), indent=4))  # the same tokens, other bytes
    rows = np.random.default_rng(0).integers(-30, 30, size=(len(WORDS) + 4, 16)).astype(np.int8)
    write_word_vectors(models / BUNDLED_MODEL / "words.bin", rows, sha256(tokenizer.read_bytes()).digest())
    config = f'[memory_oracle]\nembedding_model = "bge-small"\n[recall]\nmodels_path = "{models}"\n'
    daemon = Daemon(daemon_folder / "same", config)
    daemon.start()
    try:
        with daemon.connect() as wire:
            (tea,) = say(wire, "we like tea")
            settled(wire, 1)
            assert found(wire, "tea")[tea]["maxsim"] > 0
    finally:
        daemon.kill()


def test_a_model_that_finds_everything_alike_still_knows_what_is_no_answer(daemon_folder: Path) -> None:
    models = daemon_folder / "letters-only"
    write_letters(models / "letters")
    encoder = Encoder(read_model("letters", models / "letters"))
    said, asked, turned = "the red house by the sea", "hats dry", "aes eht yb esuoh der eht"
    config = f'[memory_oracle]\nembedding_model = "letters"\n[recall]\nmodels_path = "{models}"\n'
    daemon = Daemon(daemon_folder / "d", config).start()
    try:
        with daemon.connect() as wire:
            [key] = say(wire, said)
            settled(wire, 1)
            assert float(encoder.encode_query(asked) @ encoder.encode_query(said)) > MIN_SIMILARITY
            assert found(wire, asked) == {}
            assert found(wire, turned)[key]["cosine"] == pytest.approx(1.0, abs=0.05)
    finally:
        daemon.kill()


def test_what_passes_a_filter_is_found_by_meaning_however_much_is_nearer(daemon: Daemon, wire: Wire) -> None:
    say(wire, *("the dog sleeps" for _ in range(150)))
    dogs = [{"subject": f"s{n}", "predicate": "is", "object": "dog"} for n in range(150)]
    wire.call("facts.add_many", {"facts": dogs})
    fact = wire.call("facts.add", {"subject": "Zora", "predicate": "eats", "object": "coffee"})["id"]
    hot = wire.call("notes.write", {"layer": "knowledge", "text": "a red boat", "pin": True})["key"]
    with daemon.connect() as group:
        group.call("sessions.start", {"session_id": "g", "audience": "group"})
        message = {"role": "user", "content": "tea"}
        said = group.call("sessions.append", {"session_id": "g", "messages": [message]})["keys"]
        until(lambda: (now := state(wire))["state"] == "ready" and not now["waiting"])
        assert list(found(group, "house", kinds=["message"])) == said
    assert list(found(wire, "house", kinds=["hot"])) == [hot]
    asked = wire.call("recall.query", {"query": "house", "subject": "zora"})["results"]
    assert [one["key"] for one in asked] == [fact]


def test_health_and_the_probe_s_history_name_the_model(daemon: Daemon, wire: Wire) -> None:
    wire.call("facts.add", {"subject": "the dog", "predicate": "eats", "object": "tea"})
    settled(wire, 1)
    wire.call("maintenance.canary_add", {"query": "the dog", "expected_contains": "tea"})
    for action in ("quality-probe", "health-check"):
        assert wire.call("maintenance.run", {"action": action})["steps"][0]["status"] == "ok"
    [probe] = wire.call("maintenance.canary_history")["probes"]
    assert probe["model"].startswith("tiny:") and probe["passed"] == 1
    health = json.loads((daemon.data / "health.json").read_text())
    assert (health["embeddings"]["state"], health["embeddings"]["vectors"]) == ("ready", 1)
    assert health["quality_probe"]["ratio"] == 1.0


def test_what_is_gone_is_not_found_by_meaning(wire: Wire) -> None:
    kept, gone = (
        wire.call("facts.add", {"subject": "the", "predicate": "eats", "object": thing})["id"]
        for thing in ("tea", "coffee")
    )
    settled(wire, 2)
    assert set(found(wire, "blue cat")) == {kept, gone}
    wire.call("facts.archive", {"id": gone})
    assert set(found(wire, "blue cat")) == {kept}


def test_a_bullet_that_an_editor_removes_is_gone(daemon: Daemon, wire: Wire) -> None:
    page = daemon.data / "memory" / "knowledge.md"
    page.write_text("- the red house\n- a blue boat\n")
    until(lambda: len(found(wire, "cat dog")) == 2)
    page.write_text("- the red house\n")
    until(lambda: len(found(wire, "cat dog")) == 1)


def test_a_rebuild_embeds_nothing_again(wire: Wire) -> None:
    say(wire, "the dog sleeps", "a red boat", "tea in the morning")
    settled(wire, 3)
    wire.call("maintenance.run", {"action": "rebuild"})
    until(lambda: not state(wire)["waiting"])
    assert state(wire)["done"] == 3
    assert len(found(wire, "blue cat")) == 3


@pytest.mark.parametrize("torn", part(2, ["cut", "disagrees", "noise", "line"]))
def test_torn_vectors_are_made_again(daemon: Daemon, wire: Wire, torn: str) -> None:
    said = say(wire, "the dog sleeps", "a red boat", "tea in the morning")
    settled(wire, 3)
    wire.close()
    daemon.stop()
    index, lines = daemon.data / "embeddings" / "index.bin", daemon.data / "embeddings" / "metadata.jsonl"
    if torn == "cut":
        index.write_bytes(index.read_bytes()[:-100])
    elif torn == "noise":
        index.write_bytes(b"\xff" * len(index.read_bytes()))
    elif torn == "line":
        lines.write_bytes(lines.read_bytes()[:-5] + b"{not json\n")
    else:
        rows = [json.loads(line) for line in lines.read_text().splitlines()]
        rows[-1]["text"] = "0123456789abcdef"
        lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    daemon.start()
    with daemon.connect() as again:
        settled(again, 3)
        assert set(found(again, "blue cat")) == set(said)


@pytest.mark.parametrize("name", part(1, ["index.bin", "metadata.jsonl"]))
def test_a_directory_in_the_place_of_the_vectors_is_named(daemon: Daemon, wire: Wire, name: str) -> None:
    said = say(wire, "green tea")
    daemon.stop()
    (daemon.data / "embeddings" / name).unlink()
    (daemon.data / "embeddings" / name).mkdir()
    daemon.start()
    with daemon.connect() as again:
        problem = until(lambda: again.call("system.health")["problems"])[0]
        assert problem["path"] == f"embeddings/{name}"
        assert problem["what"].startswith("it is a directory, not a regular file")
        assert problem["action"].startswith(f"move it away: mv embeddings/{name} ")
        assert set(found(again, "tea")) == set(said)


def test_vectors_that_somebody_removes_are_made_again_by_a_rebuild(daemon: Daemon, wire: Wire) -> None:
    said = say(wire, "the dog sleeps in the house", "a red boat")
    settled(wire, 2)
    before = state(wire)["done"]
    shutil.rmtree(daemon.data / "embeddings")
    told = [
        (one["path"], one["action"].endswith("memoryctl maintenance rebuild"))
        for one in wire.call("system.health")["problems"]
    ]
    assert told == [("embeddings/index.bin", True), ("embeddings/metadata.jsonl", True)]
    said += say(wire, "green tea")
    settled(wire, 3)
    assert set(found(wire, "blue cat")) == set(said)
    wire.call("maintenance.run", {"action": "rebuild"})
    until(lambda: not wire.call("system.health")["problems"])
    assert state(wire)["done"] == before + 1
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as again:
        settled(again, 3)
        assert (state(again)["done"], set(found(again, "blue cat"))) == (0, set(said))


@pytest.mark.parametrize("damage", part(1, ["gone", "graph", "tokenizer"]))
def test_a_model_that_cannot_be_used_is_a_warning(daemon: Daemon, wire: Wire, models: Path, damage: str) -> None:
    said = say(wire, "green tea")
    wire.close()
    daemon.stop()
    tiny = models / "tiny"
    if damage == "graph":
        (tiny / "model.onnx").write_bytes(b"no graph at all")
    elif damage == "tokenizer":
        (tiny / "tokenizer.json").write_text("{")
    else:
        tiny.rename(models / "elsewhere")
    daemon.start()
    with daemon.connect() as again:
        health = until(lambda: (now := again.call("system.health"))["problems"] and now)
        assert health["status"] == "warning"
        assert "tiny" in health["problems"][0]["what"]
        assert set(found(again, "tea")) == set(said)


@pytest.mark.parametrize("damage", part(1, ["weights", "graph", "tokenizer"]))
def test_in_place_of_a_torn_model_the_bundled_one_is_used(daemon_folder: Path, models: Path, damage: str) -> None:
    torn = models / "tiny"
    if damage == "tokenizer":
        (torn / "tokenizer.json").write_text('{"a":')
    elif damage == "graph":
        (torn / "model.onnx").write_bytes(b"no graph at all")
    else:
        weights = torn / "model.safetensors"
        weights.write_bytes(weights.read_bytes()[:-500])
    write_model(models / BUNDLED_MODEL)
    daemon = Daemon(
        daemon_folder / "run",
        f'[memory_oracle]\nembedding_model = "tiny"\n[recall]\nmodels_path = "{models}"\nmin_similarity = 0.0\n',
    ).start()
    try:
        with daemon.connect() as wire:
            said = say(wire, "green tea")
            settled(wire, 1)
            assert state(wire)["model"] == BUNDLED_MODEL
            assert set(found(wire, "blue cat")) == set(said)
            problem = wire.call("system.health")["problems"][0]
            assert "tiny" in problem["what"]
            assert problem["what"].endswith(f". Recall uses {models / BUNDLED_MODEL} instead.")
            assert "restart" in problem["action"]
    finally:
        daemon.kill()


def test_a_rebuild_goes_on_beside_recall(daemon: Daemon, wire: Wire) -> None:
    said = set(say(wire, *(f"the dog sleeps in house {number}" for number in range(120))))
    settled(wire, 120)
    begun = threading.Event()

    def rebuild() -> None:
        with daemon.connect() as other:
            begun.set()
            other.call("maintenance.run", {"action": "rebuild"})

    thread = threading.Thread(target=rebuild)
    thread.start()
    begun.wait()
    while thread.is_alive():
        near = found(wire, "blue cat", k=120)
        assert set(near) == said
        assert all("cosine" in why for why in near.values())
        assert set(found(wire, "house dog", k=120)) == said
    thread.join()
    assert set(found(wire, "blue cat", k=120)) == said


def test_facts_that_have_faded_leave_the_vectors_at_night_and_come_back_when_stated_again(
    daemon: Daemon, wire: Wire
) -> None:
    def state_fact(thing: str) -> str:
        added = wire.call("facts.add", {"subject": "the", "predicate": "eats", "object": thing})
        return str(added["id"])

    def index() -> dict[str, int]:
        step = wire.call("maintenance.run", {"action": "index"})["steps"][0]
        assert step["status"] == "ok", step
        return {name: step["counts"][name] for name in ("embedded", "unembedded")}

    strong, weak = state_fact("tea"), state_fact("coffee")
    settled(wire, 2)
    path = daemon.data / "activation-metadata.json"
    entry = f'"{weak}": '
    until(lambda: path.exists() and entry in path.read_text())
    entries = json.loads(path.read_text())
    entries[weak]["activation"] = 0.1
    path.write_text(json.dumps(entries))
    until(lambda: wire.call("facts.get", {"id": weak})["activation"] < 0.15)
    assert index() == {"embedded": 0, "unembedded": 1}
    settled(wire, 1)
    assert index() == {"embedded": 0, "unembedded": 0}
    # By its words it is found still, when asked for.
    asked = {"query": "coffee", "include_faded": True, "boost": False}
    assert weak in [one["key"] for one in wire.call("recall.query", asked)["results"]]
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as again:
        settled(again, 1)
        assert state(again)["done"] == 0
        again.call("facts.add", {"subject": "the", "predicate": "eats", "object": "coffee"})
        settled(again, 2)
        assert set(found(again, "blue cat", boost=False)) == {strong, weak}


def test_a_faded_fact_that_a_recall_or_a_person_lifts_is_found_by_meaning_again(daemon: Daemon, wire: Wire) -> None:
    settled(wire, 0)
    daemon.stop()
    facts = daemon.data / "knowledge-graph" / "facts.jsonl"
    line = {"subject": "the", "predicate": "eats", "source": "t", "created": "2026-01-01T00:00:00+00:00"}
    things = ("tea", "coffee")
    facts.write_text(
        "".join(json.dumps({"id": f"fact-{o}", **line, "object": o, "activation": 0.1}) + "\n" for o in things)
    )
    daemon.start()
    with daemon.connect() as again:
        settled(again, 0)
        assert not found(again, "blue cat", boost=False)
        lifted = again.call("recall.query", {"query": "tea", "include_faded": True})["results"]
        assert [one["key"] for one in lifted] == ["fact-tea"]
        settled(again, 1)
        assert set(found(again, "blue cat", boost=False)) == {"fact-tea"}
        path = daemon.data / "activation-metadata.json"
        until(lambda: path.exists() and "fact-coffee" in path.read_text())
        entries = json.loads(path.read_text())
        entries["fact-coffee"]["activation"] = 0.9
        path.write_text(json.dumps(entries))
        settled(again, 2)
        assert set(found(again, "blue cat", boost=False)) == {"fact-tea", "fact-coffee"}


def test_vectors_of_another_model_are_made_again(daemon: Daemon, wire: Wire, models: Path) -> None:
    said = say(wire, "the dog sleeps", "a red boat")
    settled(wire, 2)
    wire.close()
    daemon.stop()
    write_model(models / "other", longest=18)
    daemon.config.write_text(daemon.config.read_text().replace('"tiny"', '"other"'))
    daemon.start()
    with daemon.connect() as again:
        settled(again, 2)
        assert state(again)["model"] == "other"
        assert state(again)["done"] == 2
        assert set(found(again, "blue cat")) == set(said)


def test_any_query_has_an_answer(wire: Wire) -> None:
    said = say(wire, "the dog sleeps", "a red boat")
    settled(wire, 2)
    queries = ("dog " * 25_000, "the of and", "\U0001f415", "dog AND (boat", '"dog" OR *', "-dog +boat ~2 ^3")
    for query in (*queries, "key:x \\", "\u202e\ufeff\u0301", "''; --"):
        assert set(found(wire, query)) <= set(said), query[:20]
        assert wire.call("recall.explain_absent", {"query": query, "key": said[0]})["reason"], query[:20]
        assert said[0] in found(wire, query) or "dog" not in query, query[:20]


def test_a_query_that_the_model_cannot_read_is_matched_by_its_words(wire: Wire) -> None:
    said = say(wire, "the dog sleeps", "東京 tea")
    settled(wire, 2)
    assert set(found(wire, "cat")) == set(said)
    assert not found(wire, "\U0001f415 xyzzy")
    assert set(found(wire, "東京")) == {said[1]}


@pytest.mark.parametrize("left", part(1, [0.5, 0.0]))
def test_vectors_that_are_cut_while_they_are_mapped_cost_a_restart_and_are_made_again(
    daemon: Daemon, left: float
) -> None:
    """The daemon has them mapped, so that it may be killed by the kernel (SIGBUS)."""
    texts = [f"the harbour {number}" for number in range(40)]
    with daemon.connect() as wire:
        say(wire, *texts)
        settled(wire, 40)
    assert daemon.stop() == 0
    daemon.start()
    path = daemon.data / "embeddings" / "index.bin"
    with daemon.connect() as wire:
        settled(wire, 40)
        os.truncate(path, int(path.stat().st_size * left))
        with suppress(ConnectionError, RpcError):
            wire.call("recall.search", {"query": "harbour"})
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        settled(wire, 40)
        problems = wire.call("system.health")["problems"]
        assert [(one["path"], "embedded again" in one["what"]) for one in problems] == [("embeddings", True)]
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as wire:
        settled(wire, 40)
        assert wire.call("system.health")["problems"] == []
