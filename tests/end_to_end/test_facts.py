"""facts.* on the socket: adding, archiving, restoring, purging, finding (002 §1; rules 5, 6, 7)."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgpack
import pytest

from memoryd.client import Client
from memoryd.errors import InvalidParams, NotFound
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import has_input, until


def add(client: Client, subject: str, object_: str = "harbour", predicate: str = "stands_at") -> str:
    fact_id: str = client.facts.add(subject=subject, predicate=predicate, object=object_)["id"]
    return fact_id


def lines(daemon: Daemon, name: str = "facts") -> list[dict[str, object]]:
    path = daemon.data / "knowledge-graph" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def recalled(client: Client, query: str) -> list[str]:
    return [result["key"] for result in client.recall.query(query=query, boost=False)["results"]]


@pytest.mark.parametrize("strange", part(2, [None, {"subject": 7}, {"subject": "a\0b"}, ["no", "map"]]), ids=repr)
def test_amid_many_each_is_judged_by_itself(daemon: Daemon, client: Client, strange: Any) -> None:
    """With something that cannot be read among them, all are read one by one; the others fare no differently."""
    token = "ghp_" + 36 * "7"
    facts: list[Any] = [{"subject": f"buoy {at}", "predicate": "marks", "object": f"shoal {at}"} for at in range(50)]
    facts[3] = {**facts[3], "subject": " \t"}
    facts[7] = {**facts[7], "object": "x" * (64 * 1024 + 1)}
    facts[11] = {**facts[11], "created": "2999-01-01"}
    facts[12] = {**facts[12], "created": "2020-01-02T00:00:00+00:00"}
    facts[17] = {**facts[17], "object": f"the token is {token}, is it not?"}
    facts[18] = {**facts[18], "predicate": "has_password", "object": "hunter2Xy9!"}
    facts[23] = {**facts[22], "subject": " BUOY  22 "}
    wrong = [3, 7, 11]
    if strange is not None:
        facts[29] = strange if isinstance(strange, list) else {**facts[29], **strange}
        wrong.append(29)
    known = client.facts.add(**facts[40])["id"]
    reply = client.facts.add_many(facts=facts)
    assert [each["index"] for each in reply["rejected"]] == wrong
    assert reply["rejected"][1]["code"] == "too_large"
    assert [at for at, fact_id in enumerate(reply["ids"]) if fact_id is None] == wrong
    assert (reply["added"], reply["reinforced"]) == (50 - 2 - len(wrong), 2)
    assert reply["ids"][23] == reply["ids"][22]
    assert reply["ids"][40] == known
    assert reply["redacted"] == [{"kind": "password", "count": 1}, {"kind": "token", "count": 1}]
    stored = (daemon.data / "knowledge-graph" / "facts.jsonl").read_text()
    assert token not in stored and "hunter2" not in stored
    assert client.facts.get(id=reply["ids"][12])["created"].startswith("2020-01-02")
    for at in (0, 49):
        assert recalled(client, f"shoal {at}")[0] == reply["ids"][at]


def test_a_line_is_written_as_the_seed_says(daemon: Daemon, client: Client) -> None:
    reply = client.facts.add(
        subject="project", predicate="started_on", object="2026-05-15", source="user-stated", created="2020-01-02"
    )
    assert (reply["status"], reply["activation"], reply["redacted"]) == ("added", 1.0, [])
    (line,) = lines(daemon)
    assert list(line) == ["id", "subject", "predicate", "object", "source", "created", "activation"]
    assert line["id"] == reply["id"]
    assert str(line["created"]).startswith(("2020-01-01T", "2020-01-02T"))
    assert str(line["created"]).endswith("+00:00")
    fact = client.facts.get(id=reply["id"])
    assert (fact["archived"], fact["access_count"]) == (False, 0)
    assert fact["last_accessed"] is not None


def test_the_same_statement_reinforces_also_an_archived_one(client: Client) -> None:
    fact_id = add(client, "lighthouse")
    assert add(client, " LightHouse ", "HARBOUR") == fact_id
    assert client.facts.archive(id=fact_id) == {"id": fact_id, "status": "archived", "redacted": []}
    assert client.facts.archive(id=fact_id)["status"] == "already_archived"
    assert recalled(client, "lighthouse") == []
    reply = client.facts.add(subject="lighthouse", predicate="stands_at", object="harbour")
    assert (reply["id"], reply["status"]) == (fact_id, "reinforced")
    assert recalled(client, "lighthouse") == [fact_id]


def test_a_word_with_an_accent_is_the_same_however_it_was_typed(client: Client) -> None:
    fact_id = add(client, "Caf\u00e9", "Malm\u00f6")
    assert add(client, "Cafe\u0301", "Malmo\u0308") == fact_id
    assert [one["id"] for one in client.facts.find(subject="cafe\u0301")["facts"]] == [fact_id]
    found = client.recall.query(query="Malm\u00f6", subject="cafe\u0301")["results"]
    assert [one["key"] for one in found] == [fact_id]


def test_many_that_state_the_same_at_once_are_one_fact(daemon: Daemon, client: Client) -> None:
    with ThreadPoolExecutor(16) as pool:
        ids = list(pool.map(lambda _: add(client, "lighthouse"), range(64)))
    assert len(set(ids)) == 1
    assert len(lines(daemon)) == 1


def test_many_that_archive_at_once_all_hear_that_it_is_archived(daemon: Daemon, client: Client) -> None:
    fact_id = add(client, "lighthouse")
    with ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(lambda _: client.facts.archive(id=fact_id)["status"], range(32)))
    assert sorted(statuses) == ["already_archived"] * 31 + ["archived"]
    assert len(lines(daemon, "archived-facts")) == 1


def test_archive_and_restore_move_the_line(daemon: Daemon, client: Client) -> None:
    fact_id, other = add(client, "lighthouse"), add(client, "mole")
    client.facts.archive(id=fact_id, reason="outdated")
    assert [(line["id"], line["reason"]) for line in lines(daemon, "archived-facts")] == [(fact_id, "outdated")]
    until(lambda: [line["id"] for line in lines(daemon)] == [other])
    assert client.facts.get(id=fact_id)["archived"]
    assert client.facts.restore(id=fact_id)["status"] == "restored"
    assert client.facts.restore(id=fact_id)["status"] == "already_active"
    assert [line["id"] for line in lines(daemon)] == [other, fact_id]
    assert recalled(client, "lighthouse") == [fact_id]


def test_what_is_not_there_cannot_be_archived_restored_or_purged(client: Client) -> None:
    for method in ("archive", "restore", "purge", "get"):
        with pytest.raises(NotFound, match="fact-nobody"):
            client.call(f"facts.{method}", id="fact-nobody")


@pytest.mark.parametrize("wait", part(1, [False, True]), ids=["at once", "after the rewrite"])
@pytest.mark.parametrize("deed", ["archive", "purge"])
def test_a_kill_behind_the_acknowledgement_undoes_nothing(
    daemon: Daemon, client: Client, deed: str, wait: bool
) -> None:
    fact_id, other = add(client, "lighthouse"), add(client, "mole")
    client.call(f"facts.{deed}", id=fact_id)
    if wait:
        until(lambda: [line["id"] for line in lines(daemon)] == [other])
    daemon.kill()
    daemon.start()
    assert [fact["id"] for fact in client.facts.find()["facts"]] == [other]
    assert recalled(client, "lighthouse") == []
    if deed == "archive":
        assert client.facts.get(id=fact_id)["archived"]
        assert client.facts.restore(id=fact_id)["status"] == "restored"
    else:
        with pytest.raises(NotFound):
            client.facts.get(id=fact_id)
    until(lambda: other in {line["id"] for line in lines(daemon)} and (deed == "archive" or len(lines(daemon)) == 1))
    daemon.kill()
    daemon.start()
    expected = {other, fact_id} if deed == "archive" else {other}
    assert {fact["id"] for fact in client.facts.find()["facts"]} == expected
    assert recalled(client, "lighthouse") == ([fact_id] if deed == "archive" else [])


def test_purge_leaves_nothing_in_any_file(daemon: Daemon, client: Client) -> None:
    fact_id, other = add(client, "lighthouse", "xylophone"), add(client, "mole")
    client.facts.archive(id=fact_id)
    client.facts.restore(id=fact_id)
    receipt = client.facts.purge(id=fact_id)
    assert (receipt["id"], receipt["status"]) == (fact_id, "purged") and "left" not in receipt
    graph = daemon.data / "knowledge-graph"
    until(lambda: not any("xylophone" in path.read_text() for path in graph.glob("*.jsonl")), 40)
    assert [fact["id"] for fact in client.facts.find(include_archived=True)["facts"]] == [other]
    assert daemon.stop() == 0
    left = [path for path in daemon.data.rglob("*.json*") if "xylophone" in path.read_text(errors="replace")]
    assert left == []


class TestCap:
    @pytest.fixture
    def daemon_config(self) -> str:
        return "[memory_oracle]\nmax_facts = 100\n"

    def test_the_oldest_of_equals_gives_way_and_never_the_new_one(self, daemon: Daemon, client: Client) -> None:
        facts = [{"subject": f"s{n}", "predicate": "is", "object": "x"} for n in range(100)]
        ids = client.facts.add_many(facts=facts)["ids"]
        old = client.facts.add(subject="old", predicate="is", object="x", created="2001-01-01")["id"]
        assert client.facts.get(id=old)["archived"] is False
        assert client.facts.get(id=ids[0])["archived"] is True
        found = client.facts.find(limit=1000)["facts"]
        assert len(found) == 100
        until(lambda: {line["id"] for line in lines(daemon)} == {fact["id"] for fact in found})
        newer = add(client, "newer")
        assert client.facts.get(id=newer)["archived"] is False
        daemon.kill()
        daemon.start()
        assert len(client.facts.find(limit=1000)["facts"]) == 100
        assert len(client.facts.find(limit=1000, include_archived=True)["facts"]) == 102


class TestFinding:
    def test_pages_go_on_although_their_last_fact_was_archived(self, client: Client) -> None:
        facts = [{"subject": f"s{n}", "predicate": "is", "object": "x"} for n in range(10)]
        ids = client.facts.add_many(facts=facts)["ids"]
        page = client.facts.find(object="X", limit=4)
        client.facts.archive(id=page["next"])
        rest = client.facts.find(object="X", limit=100, after=page["next"])
        assert [fact["id"] for fact in page["facts"] + rest["facts"]] == ids
        assert "next" not in rest
        with pytest.raises(InvalidParams, match="after"):
            client.facts.find(after="fact-nobody")

    def test_archived_ones_come_behind_the_active_ones(self, client: Client) -> None:
        first, second, third = add(client, "a"), add(client, "b"), add(client, "c")
        client.facts.archive(id=first)
        client.facts.archive(id=second)
        walked: list[str] = []
        after: dict[str, str] = {}
        while True:
            page = client.facts.find(include_archived=True, limit=1, **after)
            walked += [fact["id"] for fact in page["facts"]]
            if "next" not in page:
                break
            after = {"after": page["next"]}
        assert walked == [third, first, second]

    def test_entities_relations_and_neighbours(self, daemon: Daemon, client: Client) -> None:
        add(client, "Ada", "Bob", "knows")
        add(client, "bob", "Cy", "knows")
        add(client, "Cy", "2026-05-15", "born_on")
        names = [entity["name"] for entity in client.facts.entities()["entities"]]
        assert names == ["Ada", "Bob", "Cy"]
        assert client.facts.entities(prefix="b")["entities"] == [
            {"name": "Bob", "facts": 2, "as_subject": 1, "as_object": 1}
        ]
        page = client.facts.entities(limit=2)
        assert [each["name"] for each in client.facts.entities(after=page["next"])["entities"]] == ["Cy"]
        assert client.facts.relations()["relations"][0] == {"predicate": "knows", "facts": 2}
        near = client.facts.neighbors(entity="ADA", depth=2)
        assert [(fact["subject"], fact["distance"]) for fact in near["facts"]] == [("Ada", 1), ("bob", 2)]
        until(lambda: [entity["name"] for entity in lines(daemon, "entities")] == names)
        until(lambda: lines(daemon, "relations")[:1] == [{"predicate": "knows", "facts": 2}])
        with pytest.raises(NotFound):
            client.facts.neighbors(entity="nobody")


def test_of_those_written_together_each_has_its_own_reply(daemon: Daemon, client: Client) -> None:
    token = "ghp_" + 36 * "7"
    client.sessions.start(session_id="known")
    facts: list[dict[str, Any]] = [
        {"subject": f"buoy {at}", "predicate": "marks", "object": f"shoal {at}"} for at in range(32)
    ]
    facts[4]["subject"] = "  "
    facts[9]["object"] = f"the token is {token}, is it not?"
    facts[14]["session_id"] = "unknown"
    facts[15]["session_id"] = "known"
    facts[20] = {**facts[19], "subject": " BUOY 19"}
    facts[25]["created"] = "2999-01-01"
    facts[26]["object"] = "x" * (64 * 1024 + 1)
    facts[27]["object"] = "long " * 2000
    with daemon.connect() as wire:
        packed = [msgpack.packb([0, at, "facts.add", [fact]]) for at, fact in enumerate(facts)]
        wire.socket.sendall(b"".join(packed))
        answers = {message[1]: (message[2], message[3]) for message in (wire.receive() for _ in facts)}
    codes = {at: error[0] for at, (error, _) in answers.items() if error is not None}
    assert codes == {4: "invalid_params", 14: "not_found", 25: "invalid_params", 26: "too_large"}
    results = {at: result for at, (error, result) in answers.items() if error is None}
    assert {at for at, result in results.items() if result["status"] == "reinforced"} == {20}
    assert results[20]["id"] == results[19]["id"]
    assert {at for at, result in results.items() if result["redacted"]} == {9}
    assert [line["id"] for line in lines(daemon)] == [results[at]["id"] for at in sorted(results) if at != 20]
    assert token not in (daemon.data / "knowledge-graph" / "facts.jsonl").read_text()


def test_a_burst_is_found_after_a_kill_right_behind_it(daemon: Daemon) -> None:
    """Most of it waited to be indexed, and waits again."""
    facts = [{"subject": f"buoy {at}", "predicate": "marks", "object": f"shoal {at}"} for at in range(3000)]
    facts[7]["object"] = "Untiefe für Kähne"
    with daemon.connect() as wire:
        ids = wire.call("facts.add_many", {"facts": facts})["ids"]
        wire.call("facts.archive", {"id": ids[1500]})
    for end in (daemon.kill, daemon.stop, daemon.kill):
        end()
        daemon.start()
        with daemon.connect() as wire:
            for query, place in (("shoal 5", 5), ("Kähne", 7), ("shoal 2999", 2999)):
                results = wire.call("recall.query", {"query": query, "boost": False})["results"]
                assert results[0]["key"] == ids[place]
            results = wire.call("recall.query", {"query": "shoal 1500", "boost": False})["results"]
            assert all(result["key"] != ids[1500] for result in results)
            assert wire.call("system.verify")["problems"] == []


def test_what_is_stated_while_it_is_verified_is_not_missing(daemon: Daemon) -> None:
    facts = [{"subject": f"buoy {at}", "predicate": "marks", "object": f"shoal {at}"} for at in range(3000)]
    with daemon.connect() as wire, daemon.connect() as other:
        wire.call("facts.add_many", {"facts": facts})
        for turn in range(3):
            wire.send("system.verify")
            for at in range(2000):
                other.call("facts.add", {"subject": f"{turn}.{at}", "predicate": "is", "object": "red"})
                if has_input(wire.socket):
                    break
            assert wire.answer()["checked"]["missing"] == 0


def test_a_file_without_facts_that_is_removed_holds_up_no_fact(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder).start()
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    try:
        with daemon.connect(20) as wire:
            path.write_text("no fact\n")
            until(lambda: "knowledge-graph/facts.jsonl" in str(wire.call("system.health")["problems"]))
            path.unlink()
            assert wire.call("facts.add", {"subject": "crane", "predicate": "is", "object": "red"})["status"] == "added"
            assert b"crane" in path.read_bytes()
    finally:
        daemon.kill()
