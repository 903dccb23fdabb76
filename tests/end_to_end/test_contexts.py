"""Contexts through the socket of a real daemon: tiers, boosts, hand edits, kill -9, and the seed's sizes."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from memoryd.times import format_time
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

DAY = 86_400_000_000


def aged_line(number: int, days: float, **fields: Any) -> str:
    """A context that was last used so many days ago, as its line."""
    at = format_time(time.time_ns() // 1000 - round(days * DAY))
    line = {"id": f"context-{number}", "content": f"snapshot {number} of the harbour crane", "created": at}
    return json.dumps({**line, "last_accessed": at, "access_count": 1, **fields}) + "\n"


def write(daemon: Daemon, project: str, *lines: str) -> Path:
    path = daemon.data / "contexts" / f"{project}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines))
    return path


def test_save_load_search_and_stats(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        saved = wire.call(
            "contexts.save",
            {
                "project": "auth/refactor 🚀", "content": "Decision: OAuth2 with PKCE. password: hunter2-secret",
                "metadata": {"actionType": "decision", "rationale": "PKCE is safer"}, "tags": ["auth"],
            },
        )  # fmt: skip
        assert saved["status"] == "saved" and saved["tier"] == "ACTIVE" and saved["access_count"] == 0
        assert saved["redacted"] == [{"kind": "password", "count": 1}] and "hunter2" not in saved["content"]
        assert saved["causality"] == {
            "action_type": "decision", "rationale": "PKCE is safer", "dependencies": [], "caused_by": None,
        }  # fmt: skip
        loaded = wire.call("contexts.load", {"project": "auth/refactor 🚀"})["contexts"]
        assert [(c["id"], c["access_count"]) for c in loaded] == [(saved["id"], 1)]
        (found,) = wire.call("contexts.search", {"query": "PKCE"})["contexts"]
        assert found["id"] == saved["id"] and found["why"]["tier"] == 0.3
        assert found["score"] == pytest.approx(sum(v for name, v in found["why"].items() if ":" not in name))
        assert wire.call("contexts.stats", {"project": "auth/refactor 🚀"}) == {
            "tiers": {"ACTIVE": 1, "RECENT": 0, "ARCHIVED": 0, "EXPIRED": 0}, "total": 1, "indicators": [],
        }  # fmt: skip
        assert wire.call("recall.get", {"key": saved["id"]})["text"] == saved["content"]
        assert wire.call("contexts.load", {"project": "unknown"})["contexts"] == []


def test_the_tier_decides_between_equal_words_and_stands_in_why(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        write(daemon, "port", *(aged_line(n, days) for n, days in ((1, 40), (2, 3), (3, 0.2), (4, 0))))
        query = {"query": "harbour crane", "kinds": ["context"], "explain": True}
        results = until(lambda: _four(wire, query))
        assert [result["key"] for result in results] == ["context-4", "context-3", "context-2", "context-1"]
        assert [result["why"]["tier"] for result in results] == [0.3, 0.1, 0.0, -0.2]
        assert [result["tier"] for result in results] == ["ACTIVE", "RECENT", "ARCHIVED", "EXPIRED"]


def _four(wire: Wire, query: dict[str, Any]) -> list[dict[str, Any]] | None:
    results: list[dict[str, Any]] = wire.call("recall.search", query)["results"]
    return results if len(results) == 4 else None


def test_prune_is_explicit_and_restore_brings_back(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        write(daemon, "port", *(aged_line(n, 31 + n) for n in range(1, 5)), aged_line(5, 2))
        until(lambda: wire.call("contexts.stats", {})["total"] == 5)
        dry = wire.call("contexts.prune_expired", {"limit": 2, "dry_run": True})
        assert dry == {"pruned": 0, "ids": ["context-4", "context-3"]}
        assert wire.call("contexts.prune_expired", {"limit": 2}) == {"pruned": 2, "ids": ["context-4", "context-3"]}
        assert wire.call("contexts.prune_expired", {})["pruned"] == 2
        assert wire.call("contexts.prune_expired", {}) == {"pruned": 0, "ids": []}
        query = {"query": "harbour crane", "kinds": ["context"]}
        assert [r["key"] for r in wire.call("recall.search", query)["results"]] == ["context-5"]
        shown = wire.call("recall.get", {"key": "context-3"})
        assert (shown["path"], "harbour crane" in shown["text"]) == ("contexts/archive/port.jsonl", True)
        absent = wire.call("recall.explain_absent", {"key": "context-3", "query": "harbour crane"})
        assert absent["reason"] == "archived" and "contexts.restore" in absent["text"]
        assert wire.call("contexts.restore", {"id": "context-3"})["status"] == "restored"
        assert wire.call("recall.get", {"key": "context-3"})["path"] == "contexts/port.jsonl"
        assert wire.call("contexts.load", {"project": "port"})["contexts"][0]["id"] == "context-3"
        with pytest.raises(RpcError, match="not_found"):
            wire.call("contexts.restore", {"id": "context-99"})
        assert wire.call("contexts.recalculate_tiers", {}) == {"updated": 0}


def test_prediction_names_its_reasons(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        root = wire.call("contexts.save", {"project": "p", "content": "the question"})["id"]
        leaf = wire.call("contexts.save", {"project": "p", "content": "the answer", "causality": {"caused_by": root}})[
            "id"
        ]
        first, second = wire.call("contexts.predict", {"project": "p"})["contexts"]
        assert (first["id"], second["id"]) == (root, leaf)
        assert "causal_chain_root" in first["reasons"] and "causal_chain_leaf" in second["reasons"]
        assert first["score"] == pytest.approx(sum(first["why"].values()))


def test_kill_9_loses_neither_context_nor_access(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        ids = [wire.call("contexts.save", {"project": "p", "content": f"step {n}"})["id"] for n in range(5)]
        loaded = wire.call("contexts.load", {"project": "p", "limit": 3})["contexts"]
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        after = {c["id"]: c for c in wire.call("contexts.load", {"project": "p", "limit": 10})["contexts"]}
        assert set(after) == set(ids)
        assert {i for i, c in after.items() if c["access_count"] == 2} == {c["id"] for c in loaded}
    assert daemon.stop() == 0
    lines = [json.loads(line) for line in (daemon.data / "contexts/p.jsonl").read_text().splitlines()]
    assert sorted(line["access_count"] for line in lines) == [1, 1, 2, 2, 2]


@pytest.mark.long
def test_a_hundred_thousand_contexts_in_a_thousand_projects(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder)
    for project in range(1000):
        lines = (aged_line(project * 100 + n, (n * 0.4) % 37, content=f"work {project} {n}") for n in range(100))
        write(daemon, f"project-{project}", *lines)
    daemon.start(timeout=300)
    try:
        with daemon.connect() as wire:
            assert wire.call("contexts.stats", {})["total"] == 100_000
            times = []
            for project in range(0, 1000, 5):
                begun = time.perf_counter()
                assert len(wire.call("contexts.load", {"project": f"project-{project}", "limit": 5})["contexts"]) == 5
                times.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            updated = wire.call("contexts.recalculate_tiers", {})["updated"]
            recalculated = time.perf_counter() - begun
            times.sort()
            print(f"load p50 {times[100] * 1e3:.2f} ms, p99 {times[197] * 1e3:.2f} ms; recalculate all "
                  f"{recalculated:.3f} s, {updated} updated")  # fmt: skip
            assert updated > 10_000
    finally:
        daemon.kill()


def test_many_projects_do_not_use_up_the_descriptors(daemon: Daemon) -> None:
    def opened() -> int:
        return len(os.listdir(f"/proc/{daemon.pid}/fd"))

    with daemon.connect() as wire:
        wire.call("contexts.save", {"project": "first", "content": "one"})
        before = opened()
        for number in range(200):
            wire.call("contexts.save", {"project": f"project {number}", "content": "one"})
        assert opened() < before + 120
    daemon.stop()
    daemon.start()
    with daemon.connect() as wire:
        assert opened() < before + 120
        wire.call("contexts.save", {"project": "first", "content": "two"})
        loaded = wire.call("contexts.load", {"project": "first", "limit": 5})["contexts"]
        assert {context["content"] for context in loaded} == {"one", "two"}


def test_a_project_whose_name_looks_like_a_secret_is_served_and_not_made(daemon: Daemon) -> None:
    project = "AKIAIOSFODNN7EXAMQQE"
    write(daemon, project, '{"content":"by hand"}\n')
    with daemon.connect() as wire:
        found = until(lambda: wire.call("contexts.load", {"project": project})["contexts"])
        assert [one["content"] for one in found] == ["by hand"]
        with pytest.raises(RpcError, match="an api key"):
            wire.call("contexts.save", {"project": project, "content": "by a program"})


def contents(wire: Wire, project: str) -> set[str]:
    return {context["content"] for context in wire.call("contexts.load", {"project": project, "limit": 9})["contexts"]}


def test_what_is_saved_between_the_two_steps_of_an_editor_archives_nothing(daemon: Daemon) -> None:
    path = daemon.data / "contexts" / "p.jsonl"
    with daemon.connect() as wire:
        for word in ("one", "two"):
            wire.call("contexts.save", {"project": "p", "content": word})
        path.rename(path.with_name("p.jsonl~"))
        for word in ("three", "four"):  # the file is there again, without what is still to be written back
            wire.call("contexts.save", {"project": "p", "content": word})
            path.touch()
        wire.call("contexts.save", {"project": "p", "content": "five"})
        assert contents(wire, "p") == {"one", "two", "three", "four", "five"}
        until(lambda: len(path.read_text().splitlines()) == 5)


def test_what_is_to_be_put_back_is_not_deleted_by_another_save(daemon: Daemon) -> None:
    path = daemon.data / "contexts" / "p.jsonl"
    with daemon.connect() as wire:
        wire.call("contexts.save", {"project": "p", "content": "one"})
        buffer = path.read_text()
        wire.call("contexts.save", {"project": "p", "content": "two"})
        path.write_text(buffer + '{"content":"typed"}\n')
        wire.call("contexts.save", {"project": "p", "content": "three"})
        path.touch()  # as by a second save, of what stands there
        wire.call("contexts.save", {"project": "p", "content": "four"})
        assert contents(wire, "p") == {"one", "typed", "two", "three", "four"}
        until(lambda: len(path.read_text().splitlines()) == 5)


def test_a_file_without_contexts_that_is_removed_holds_up_no_save(daemon: Daemon) -> None:
    def problems(wire: Wire) -> list[str]:
        return [one["path"] for one in wire.call("system.health")["problems"]]

    path = write(daemon, "harbour", "no context\n")
    with daemon.connect(20) as wire:
        until(lambda: "contexts/harbour.jsonl" in problems(wire))
        path.unlink()
        until(lambda: "contexts/harbour.jsonl" not in problems(wire))
        assert wire.call("contexts.save", {"project": "harbour", "content": "loading"})["status"] == "saved"
        assert path.exists()
