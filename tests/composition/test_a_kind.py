"""All that the daemon does for a kind of memory that is new to it (`recipes.py`), without a line changed elsewhere."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.composition.recipes import BOOK, LINES
from tests.support.daemon import Daemon
from tests.support.memoryctl import run_memoryctl
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

MODULE = "tests.composition.recipes"
TOKEN = "ghp_" + "aB3d" * 9
SOUP = {"name": "soup", "text": "Carrots, ginger and patience make a soup."}
CAKE = {"name": "cake", "text": "Butter, sugar and an oven make a cake."}


def keys(results: Mapping[str, Any]) -> list[str]:
    return [one["key"] for one in results["results"]]


def memoryctl(daemon: Daemon, *words: str) -> str:
    done = run_memoryctl(["--socket", str(daemon.socket), *words])
    done.check_returncode()
    return done.stdout


@pytest.fixture
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    made = Daemon(tmp_path_factory.mktemp("kind"), module=MODULE)
    yield made.start()
    made.kill()


@pytest.fixture
def wire(daemon: Daemon) -> Iterator[Wire]:
    with daemon.connect() as made:
        yield made


@pytest.fixture
def cooked(wire: Wire) -> Wire:
    """A connection to a daemon that has two recipes."""
    wire.call("recipes.add", SOUP)
    wire.call("recipes.add", CAKE)
    return wire


def test_it_has_its_directory_and_what_it_writes_outlives_a_kill(daemon: Daemon, wire: Wire) -> None:
    assert (daemon.data / "recipes").is_dir()
    assert wire.call("recipes.add", SOUP) == {"key": "recipe-soup", "redacted": []}

    daemon.kill()

    with daemon.start().connect() as again:
        assert again.call("recipes.list")["recipes"] == [{"key": "recipe-soup", "name": "soup"}]
        assert keys(again.call("recall.search", {"query": "ginger"})) == ["recipe-soup"]


def test_a_secret_in_it_is_replaced_before_it_sees_it(daemon: Daemon, wire: Wire) -> None:
    added = wire.call("recipes.add", {"name": "stew", "text": f"Stir in {TOKEN} slowly."})
    with pytest.raises(RpcError, match="`name`"):
        wire.call("recipes.add", {"name": TOKEN, "text": "Stir."})

    assert added["redacted"] == [{"kind": "token", "count": 1}]
    stored = (daemon.data / LINES).read_text()
    assert TOKEN not in stored
    assert "[redacted:token]" in stored
    assert wire.call("system.health")["health"]["redactions"] == {"token": 1}


def test_a_hand_edit_is_absorbed(daemon: Daemon, cooked: Wire) -> None:
    lines = daemon.data / LINES
    lines.write_text(lines.read_text().replace("ginger", "turmeric"))

    until(lambda: keys(cooked.call("recall.search", {"query": "turmeric"})) == ["recipe-soup"])
    assert keys(cooked.call("recall.search", {"query": "ginger", "kinds": ["recipe"]})) == []

    os.unlink(lines)

    until(lambda: cooked.call("recipes.list")["recipes"] == [])
    assert keys(cooked.call("recall.search", {"query": "turmeric"})) == []


def test_recall_finds_it_filters_by_its_name_and_explains_it(cooked: Wire) -> None:
    cooked.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "soup with ginger"})

    found = cooked.call("recall.search", {"query": "ginger soup", "explain": True})["results"]
    assert {one["kind"] for one in found} == {"fact", "recipe"}
    only = cooked.call("recall.search", {"query": "ginger soup", "kinds": ["recipe"]})["results"]
    assert [(one["key"], one["kind"], one["name"]) for one in only] == [("recipe-soup", "recipe", "soup")]
    assert cooked.call("recall.get", {"key": "recipe-soup"})["text"] == SOUP["text"]
    missed = cooked.call("recall.explain_absent", {"query": "ginger soup", "key": "recipe-cake"})
    assert missed["reason"] == "unlike"
    with pytest.raises(RpcError, match="recipe"):
        cooked.call("recall.search", {"query": "soup", "kinds": ["recepie"]})


def test_what_it_took_out_is_explained_by_itself(cooked: Wire) -> None:
    cooked.call("recipes.forget", {"key": "recipe-cake"})

    assert keys(cooked.call("recall.search", {"query": "butter"})) == []
    assert cooked.call("recall.get", {"key": "recipe-cake"})["text"].endswith("taken out of the book")
    missed = cooked.call("recall.explain_absent", {"query": "butter", "key": "recipe-cake"})
    assert (missed["reason"], missed["text"]) == ("archived", "it was taken out of the book")


def test_a_group_session_sees_what_the_kind_says(daemon: Daemon, cooked: Wire) -> None:
    with daemon.connect() as group:
        group.call("sessions.start", {"session_id": "guests", "audience": "group"})
        group.call("recipes.add", {"name": "tea", "text": "Leaves of ginger tea in hot water."})

        assert keys(group.call("recall.search", {"query": "ginger"})) == ["recipe-tea"]
        assert [one["name"] for one in group.call("recipes.list")["recipes"]] == ["tea"]
        assert group.call("recall.grep", {"pattern": "ginger"})["matches"] == []
        (daemon.data / "memory" / "link.md").hardlink_to(daemon.data / LINES)
        for key in ("recipe-soup", LINES, "memory/link.md"):
            with pytest.raises(RpcError, match="not_found"):
                group.call("recall.get", {"key": key})
    assert len(keys(cooked.call("recall.search", {"query": "ginger"}))) == 2


def test_its_namespace_is_described_offered_and_listed(daemon: Daemon, cooked: Wire) -> None:
    methods = cooked.call("rpc.describe")["methods"]

    assert {name for name in methods if name.startswith("recipes.")} == {
        "recipes.add", "recipes.forget", "recipes.list",
    }  # fmt: skip
    assert methods["recipes.add"]["access"] == "write"
    assert "recipes" in cooked.call("rpc.hello", {"required": ["recipes"]})["capabilities"]
    assert memoryctl(daemon, "list", "recipes") == "recipe-cake\tcake\t-\nrecipe-soup\tsoup\t-\n"
    listed = json.loads(memoryctl(daemon, "call", "recipes.list", '{"limit": 1}'))
    assert listed == {"recipes": [{"key": "recipe-cake", "name": "cake"}], "next": "recipe-cake"}
    assert len(memoryctl(daemon, "list", "recipes", "--limit", "1", "--all").splitlines()) == 2


def test_its_step_of_maintenance_runs_by_itself_and_in_a_consolidation(daemon: Daemon, cooked: Wire) -> None:
    dry = cooked.call("maintenance.run", {"action": "sort-recipes", "dry_run": True})["steps"]
    assert [(step["counts"], step["diff"]) for step in dry] == [({"recipes": 2}, ["~ recipe-cake", "~ recipe-soup"])]
    assert "sort-recipes" not in cooked.call("maintenance.status")["actions"]

    cooked.call("maintenance.run", {"action": "sort-recipes"})

    last = cooked.call("maintenance.status")["actions"]["sort-recipes"]["last"]
    assert [(step["step"], step["counts"]) for step in last["steps"]] == [("sort-recipes", {"recipes": 2})]
    steps = [step["step"] for step in cooked.call("maintenance.run", {"action": "consolidate"})["steps"]]
    assert steps.index("prune") < steps.index("sort-recipes") < steps.index("reconcile")
    (row,) = [
        line.split() for line in memoryctl(daemon, "maintenance").splitlines() if line.startswith("sort-recipes ")
    ]
    assert row[-2:] == ["2", "recipes"]


def test_health_info_and_verify_count_it(cooked: Wire) -> None:
    health = cooked.call("system.health")
    assert health["health"]["recipes"] == 2
    assert "Too many cooks" not in health["health"]["warnings"]
    assert "2 recipes" in health["text"]
    assert cooked.call("system.info")["recipes"] == 2
    assert cooked.call("system.metrics")["recipes"] == 2
    verified = cooked.call("system.verify")
    assert (verified["status"], verified["checked"]["recipes"], verified["checked"]["missing"]) == ("ok", 2, 0)


def test_a_reload_reaches_it(daemon: Daemon, cooked: Wire) -> None:
    daemon.config.write_text(daemon.config.read_text() + "[recall]\ntop_k = 1\n")
    cooked.call("system.reload")

    health = cooked.call("system.health")
    assert "Too many cooks" in health["health"]["warnings"]
    assert health["status"] == "warning"


def test_an_agent_gets_its_jobs_and_the_answer_counts(cooked: Wire) -> None:
    with pytest.raises(RpcError, match="taste"):
        cooked.call("jobs.claim", {"kinds": ["tasting"]})
    job = cooked.call("jobs.claim", {"kinds": ["taste"]})
    assert (job["kind"], job["messages"]) == (
        "taste", [{"role": "user", "content": f"How does this taste? {SOUP['text']}"}],
    )  # fmt: skip

    submitted = cooked.call("jobs.submit", {"job_id": job["job_id"], "text": f"Fine. {TOKEN}"})

    assert submitted == {"key": "recipe-soup", "status": "accepted", "redacted": [{"kind": "token", "count": 1}]}
    assert cooked.call("recipes.list")["recipes"][1]["verdict"] == "Fine. [redacted:token]"
    found = cooked.call("recall.search", {"query": "soup", "explain": True})["results"]
    assert found[0]["why"]["verdict"] == 0.25
    assert cooked.call("system.health")["health"]["pending_jobs"] == {"taste": 1}


def test_its_readable_file_is_written_behind(daemon: Daemon, cooked: Wire) -> None:
    book = daemon.data / BOOK
    until(lambda: book.exists() and book.read_text() == "# cake\n# soup\n")
    # It is the kind's own: it is not indexed as somebody's Markdown.
    cooked.call("maintenance.run", {"action": "reconcile"})
    assert {one["kind"] for one in cooked.call("recall.search", {"query": "cake"})["results"]} == {"recipe"}


def test_a_rebuild_brings_it_to_the_new_index(daemon: Daemon, cooked: Wire) -> None:
    steps = cooked.call("maintenance.run", {"action": "rebuild"})["steps"]
    assert steps[0]["counts"]["recipes"] == 2
    assert keys(cooked.call("recall.search", {"query": "ginger"})) == ["recipe-soup"]


def test_it_is_closed_in_order_and_everything_is_there_again(daemon: Daemon, cooked: Wire) -> None:
    job = cooked.call("jobs.claim", {"kinds": ["taste"]})
    cooked.call("maintenance.run", {"action": "sort-recipes"})
    until(lambda: "recipes_settled" in daemon.log.read_text())
    assert daemon.stop() == 0
    said = daemon.log.read_text()
    assert said.index("recipes_settled") < said.index("recipes_stopped") < said.index("recipes_closed")

    with daemon.start().connect() as again:
        assert keys(again.call("recall.search", {"query": "ginger", "kinds": ["recipe"]})) == ["recipe-soup"]
        assert again.call("recall.get", {"key": "recipe-cake"})["text"] == CAKE["text"]
        assert again.call("maintenance.status")["actions"]["sort-recipes"]["last"]["status"] == "ok"
        assert again.call("system.health")["health"]["recipes"] == 2
        assert again.call("system.verify")["checked"]["recipes"] == 2
        assert again.call("jobs.submit", {"job_id": job["job_id"], "text": "Fine."})["key"] == "recipe-soup"
        assert again.call("recipes.add", {"name": "tea", "text": "Leaves."})["key"] == "recipe-tea"
        assert len(again.call("recipes.list")["recipes"]) == 3


def test_a_daemon_that_does_not_know_it_serves_the_others_and_keeps_its_file(daemon: Daemon, cooked: Wire) -> None:
    cooked.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "soup with ginger"})
    daemon.stop()
    before = (daemon.data / LINES).read_bytes()

    plain = Daemon(daemon.data.parent)
    try:
        with plain.start().connect() as other:
            assert [one["kind"] for one in other.call("recall.search", {"query": "ginger"})["results"]] == ["fact"]
            for method in ("recall.get", "recall.explain_absent"):
                with pytest.raises(RpcError, match="not_found"):
                    other.call(method, {"key": "recipe-soup"} | ({"query": "ginger"} if "explain" in method else {}))
            other.call("maintenance.run", {"action": "rebuild"})
    finally:
        plain.kill()

    assert (daemon.data / LINES).read_bytes() == before
    with daemon.start().connect() as again:
        assert keys(again.call("recall.search", {"query": "ginger", "kinds": ["recipe"]})) == ["recipe-soup"]
