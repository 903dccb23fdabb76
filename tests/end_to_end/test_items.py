"""items.* on the real daemon: what programs keep by key, apart from memories that people read (design §3, §5)."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import Conflict, InvalidParams, NotFound, PermissionDenied, TooLarge
from tests.support.daemon import Daemon
from tests.support.recent import recent_lines
from tests.support.rest import rest
from tests.support.wait import until

FERRY = {"text": "The ferry to Amrum leaves at noon.", "seats": 40}
BAKERY = {"text": "The bakery opens at six.", "seats": 4}


def put(client: Client, namespace: list[str], key: str, value: Any, **more: Any) -> dict[str, Any]:
    return dict(client.items.put(namespace=namespace, key=key, value=value, **more))


def keys(found: dict[str, Any]) -> list[str]:
    return [one["key"] for one in found["items"]]


def test_what_is_put_outlives_a_kill_and_is_told_from_what_replaced_it(daemon: Daemon, client: Client) -> None:
    value = {"a": [1, 2.5, None, True], "ü": {"deep": "x"}}
    first = put(client, ["app", "u/1"], "k", value)
    assert (first["key"], first["status"]) == ("items/app.jsonl:u%2F1/k", "added")
    with pytest.raises(Conflict, match="already"):
        put(client, ["app", "u/1"], "k", 2, if_absent=True)
    second = put(client, ["app", "u/1"], "k", {**value, "b": 1}, if_updated=first["updated"])
    assert second["status"] == "replaced"
    with pytest.raises(Conflict, match="changed since"):
        put(client, ["app", "u/1"], "k", 3, if_updated=first["updated"])
    daemon.kill()
    daemon.start()
    item = client.items.get(namespace=["app", "u/1"], key="k")
    assert (item["value"], item["updated"]) == ({**value, "b": 1}, second["updated"])
    assert item["created"] == first["updated"]
    assert client.items.delete(namespace=["app", "u/1"], key="k")["status"] == "deleted"
    with pytest.raises(Conflict, match="changed since"):
        put(client, ["app", "u/1"], "k", 4, if_updated=second["updated"])
    for end in (daemon.kill, daemon.stop):
        end()
        daemon.start()
        with pytest.raises(NotFound, match=r"items\.list"):
            client.items.get(namespace=["app", "u/1"], key="k")


@pytest.fixture
def kept(client: Client) -> Client:
    put(client, ["app", "notes"], "ferry", FERRY)
    put(client, ["app", "notes", "old"], "bakery", BAKERY)
    put(client, ["app", "settings"], "theme", "dark")
    put(client, ["other"], "secret", {"text": "The ferry is late."}, index=False)
    return client


def test_items_are_listed_and_searched_below_a_prefix(kept: Client) -> None:
    page = kept.items.list(prefix=["app"], limit=2)
    assert keys(page) == ["ferry", "bakery"]
    assert keys(kept.items.list(prefix=["app"], after=page["next"])) == ["theme"]
    spaces = kept.items.namespaces(prefix=["app"], limit=1)
    assert spaces["namespaces"] == [["app", "notes"]]
    assert kept.items.namespaces(prefix=["app"], after=spaces["next"])["namespaces"] == [
        ["app", "notes", "old"], ["app", "settings"],
    ]  # fmt: skip
    assert keys(kept.items.search(prefix=["app"])) == ["theme", "bakery", "ferry"]
    assert keys(kept.items.search(prefix=["app"], limit=1, offset=1)) == ["bakery"]
    assert keys(kept.items.search(prefix=["app", "notes"], filter={"seats": {"$gte": 10}})) == ["ferry"]
    assert keys(kept.items.search(prefix=[], query="when does the ferry leave"))[0] == "ferry"
    assert "secret" not in keys(kept.items.search(prefix=[], query="the ferry is late"))
    assert keys(kept.items.search(prefix=["app"], query="ferry", filter={"seats": 4})) in ([], ["bakery"])
    with pytest.raises(InvalidParams, match="next"):
        kept.items.list(after="nowhere")


def test_recall_finds_no_item(daemon: Daemon, kept: Client) -> None:
    assert kept.recall.search(query="ferry to Amrum")["results"] == []
    with pytest.raises(InvalidParams, match="kinds"):
        kept.recall.search(query="ferry", kinds=["item"])
    assert kept.recall.grep(pattern="Amrum")["matches"] == []
    assert len(kept.recall.grep(pattern="Amrum", paths=["items"])["matches"]) == 1
    kept.notes.write(layer="knowledge", text="The quay is long", remember=True)
    assert "Amrum" not in (daemon.data / "MEMORY.md").read_text()
    assert kept.recall.get(key="items/app.jsonl:notes/ferry")["text"].startswith("text: The ferry")
    kept.maintenance.run(action="rebuild")
    assert kept.recall.search(query="ferry to Amrum")["results"] == []
    assert keys(kept.items.search(prefix=["app"], query="ferry to Amrum"))[0] == "ferry"


def test_what_is_over_is_gone_and_leaves_the_file(daemon: Daemon, client: Client) -> None:
    put(client, ["app"], "short", "brief words", ttl_seconds=0.001)
    put(client, ["app"], "long", "lasting words", ttl_seconds=3600)
    assert client.items.renew(namespace=["app"], key="long")["status"] == "renewed"
    with pytest.raises(NotFound):
        client.items.get(namespace=["app"], key="short")
    assert keys(client.items.search(prefix=["app"])) == ["long"]
    assert client.items.get(namespace=["app"], key="long")["ttl_seconds"] == 3600
    client.maintenance.run(action="clean")
    assert "brief words" not in (daemon.data / "items" / "app.jsonl").read_text()
    assert client.items.get(namespace=["app"], key="long")["value"] == "lasting words"


def test_hand_edits_are_absorbed_and_wrong_lines_reported(daemon: Daemon, kept: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    typed = json.dumps({"namespace": ["app", "notes"], "key": "typed", "value": {"text": "typed by hand"}})
    path.write_text(path.read_text().replace("noon", "dawn") + typed + "\n{no json\n")
    until(lambda: "typed" in keys(kept.items.list(prefix=["app"])))
    assert kept.items.get(namespace=["app", "notes"], key="typed")["value"] == {"text": "typed by hand"}
    assert "dawn" in kept.items.get(namespace=["app", "notes"], key="ferry")["value"]["text"]
    (problem,) = [one for one in kept.system.health()["problems"] if one["path"] == "items/app.jsonl"]
    assert problem["line"] == 5
    put(kept, ["app", "notes"], "ferry", FERRY)
    path.unlink()
    until(lambda: kept.items.list(prefix=["app"])["items"] == [])
    put(kept, ["app", "notes"], "ferry", FERRY)
    until(lambda: len(recent_lines(daemon.data).left_in("items/app.jsonl", 0, 0)) == 1)  # what was deleted is recorded
    daemon.kill()
    daemon.start()
    assert keys(kept.items.list(prefix=["app"])) == ["ferry"]


def test_a_file_that_a_person_removed_does_not_come_back_at_a_kill(daemon: Daemon, client: Client) -> None:
    put(client, ["app"], "ferry", FERRY)
    (daemon.data / "items" / "app.jsonl").unlink()
    until(lambda: client.items.list(prefix=["app"])["items"] == [])
    until(lambda: recent_lines(daemon.data).gone([]) == [])  # what was deleted is recorded
    daemon.kill()
    daemon.start()
    assert client.items.list(prefix=["app"])["items"] == []


def test_what_an_editor_saved_over_is_put_back(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    for key in ("changed", "deleted", "typed"):
        put(client, ["app"], key, "old")
    stale = path.read_text()
    put(client, ["app"], "changed", "new")
    put(client, ["app"], "added", "new")
    put(client, ["app"], "typed", "new")
    client.items.delete(namespace=["app"], key="deleted")
    typed = stale.splitlines()[2].replace('"old"', '"by hand"')
    path.write_text("\n".join([*stale.splitlines()[:2], typed]) + "\n")
    until(lambda: "saved over 3" in str(client.system.health()["problems"]))
    for _ in range(2):
        found = {one["key"]: one["value"] for one in client.items.search(prefix=["app"])["items"]}
        assert found == {"changed": "new", "added": "new", "typed": "by hand"}
        daemon.kill()
        daemon.start()


def test_what_is_put_between_the_two_steps_of_a_save_costs_nothing_that_was_put_before(
    daemon: Daemon, client: Client
) -> None:
    path = daemon.data / "items" / "app.jsonl"
    put(client, ["app"], "first", 1)
    stale = path.read_text()
    put(client, ["app"], "second", 1)
    path.rename(path.with_name("app.jsonl~"))
    until(lambda: client.items.list(prefix=["app"])["items"] == [])
    put(client, ["app"], "third", 1)
    path.write_text(stale + '{"namespace": ["app"], "key": "typed", "value": 1}\n')
    until(lambda: {*keys(client.items.list(prefix=["app"]))} == {"first", "second", "third", "typed"})


def test_the_very_same_stale_save_deletes_nothing_the_second_time_either(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    put(client, ["app"], "typed", "old")
    stale = path.read_text().replace('"old"', '"by hand"')
    put(client, ["app"], "added", "new")
    for _ in range(3):
        path.write_text(stale)
        until(lambda: path.read_text() not in ("", stale))
        found = {one["key"]: one["value"] for one in client.items.search(prefix=["app"])["items"]}
        assert found == {"added": "new", "typed": "by hand"}


def test_what_a_person_mistyped_stays_when_the_file_is_written_anew(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    put(client, ["app"], "over", "brief words", ttl_seconds=0.001)
    put(client, ["app"], "kept", "lasting words")
    with path.open("a") as file:
        file.write('{"namespace": ["app"], "key": "typed", "value": oops}\n')
    until(lambda: [one for one in client.system.health()["problems"] if one["path"] == "items/app.jsonl"])
    client.maintenance.run(action="clean")
    assert "brief words" not in path.read_text()
    assert "oops" in path.read_text()


def test_a_brace_on_a_line_of_its_own_is_a_persons(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    put(client, ["app"], "kept", "lasting words")
    path.write_text(path.read_text() + "{\n}\n")
    until(lambda: len(client.system.health()["problems"]) == 2)
    client.maintenance.run(action="clean")
    put(client, ["app"], "over", "brief words", ttl_seconds=0.001)
    client.maintenance.run(action="clean")
    assert [line for line in path.read_text().splitlines() if len(line) < 9] == ["{", "}"]


def test_what_was_put_meanwhile_stands_again_when_only_the_order_is_another(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    for key in ("one", "two"):
        put(client, ["app"], key, "old")
    stale = path.read_text().splitlines(keepends=True)
    put(client, ["app"], "three", "new")
    path.write_text(stale[1] + stale[0])
    until(lambda: "three" in path.read_text())
    assert keys(client.items.list(prefix=["app"])) == ["one", "three", "two"]


def test_an_item_that_a_person_gives_another_name_stands_there_alone(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    put(client, ["app"], "kept", 1)
    put(client, ["app"], "before", 2)
    stale = path.read_text()
    put(client, ["app"], "meanwhile", 2)
    path.write_text(stale.replace('"before"', '"after"'))
    until(lambda: sorted(keys(client.items.list(prefix=["app"]))) == ["after", "kept", "meanwhile"])
    path.write_text(path.read_text().replace('"after"', '"last"'))
    until(lambda: sorted(keys(client.items.list(prefix=["app"]))) == ["kept", "last", "meanwhile"])


def test_a_line_that_a_person_deletes_alone_stays_deleted(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    put(client, ["app"], "kept", 1)
    put(client, ["app"], "gone", 2)
    path.write_text(path.read_text().splitlines(keepends=True)[0])
    until(lambda: keys(client.items.list(prefix=["app"])) == ["kept"])
    assert client.system.health()["problems"] == []


def test_a_line_that_a_person_deleted_stays_deleted_at_the_next_edit(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "items" / "app.jsonl"
    for key in ("kept", "gone", "typed"):
        put(client, ["app"], key, "old")
    kept, _, typed = path.read_text().splitlines(keepends=True)
    path.write_text(kept + typed)
    until(lambda: sorted(keys(client.items.list(prefix=["app"]))) == ["kept", "typed"])
    path.write_text(kept + typed.replace('"old"', '"by hand"'))
    until(lambda: client.items.get(namespace=["app"], key="typed")["value"] == "by hand")
    assert sorted(keys(client.items.list(prefix=["app"]))) == ["kept", "typed"]
    assert client.system.health()["problems"] == []


@rest
def test_a_file_is_written_anew_without_what_was_replaced(daemon: Daemon, client: Client) -> None:
    for number in range(150):
        put(client, ["app"], "counter", f"count {number}")
    path = daemon.data / "items" / "app.jsonl"
    until(lambda: path.read_bytes().count(b"\n") < 100)
    put(client, ["app"], "counter", "the end")
    daemon.kill()
    daemon.start()
    assert client.items.get(namespace=["app"], key="counter")["value"] == "the end"


def test_a_group_keeps_its_own_and_is_told_of_nothing_private(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="mine", project="harbour")
    put(client, ["app"], "plan", "private words", session_id="mine")
    put(client, ["app"], "open", "shared words")
    with Client(daemon.socket) as group, Client(daemon.socket) as other:
        group.sessions.start(session_id="g", audience="group", project="harbour")
        other.sessions.start(session_id="o", audience="group", project="yard")
        with pytest.raises(NotFound):
            group.items.get(namespace=["app"], key="plan")
        assert put(group, ["app"], "plan", "words of a group", if_absent=True)["status"] == "added"
        assert group.items.get(namespace=["app"], key="plan")["value"] == "words of a group"
        assert keys(group.items.list(prefix=["app"])) == ["open", "plan"]
        assert keys(other.items.list(prefix=["app"])) == ["open"]
        assert group.items.search(prefix=["app"], query="private words")["items"][0]["value"] != "private words"
        with pytest.raises(NotFound):
            group.recall.get(key="items/app.jsonl:plan")
        assert group.recall.grep(pattern="words", paths=["items"])["matches"] == []
    assert client.items.get(namespace=["app"], key="plan", session_id="mine")["value"] == "private words"
    client.sessions.start(session_id="gone", record=False)
    with pytest.raises(PermissionDenied):
        put(client, ["app"], "plan", "x", session_id="gone")


def test_a_purge_leaves_no_value_and_no_earlier_one(daemon: Daemon, client: Client) -> None:
    put(client, ["app"], "k", "harmless at first")
    put(client, ["app"], "k", "Zebulon owes money")
    put(client, ["app"], "other", "harmless")
    client.facts.purge(query="Zebulon")
    with pytest.raises(NotFound):
        client.items.get(namespace=["app"], key="k")
    assert client.items.get(namespace=["app"], key="other")["value"] == "harmless"
    left = [path for path in daemon.data.rglob("*") if path.is_file() and b"Zebulon" in path.read_bytes()]
    assert left == []


def test_bounds(client: Client) -> None:
    for error, given in (
        (TooLarge, {"namespace": ["a"], "key": "k", "value": "x" * (1 << 20)}),
        (InvalidParams, {"namespace": ["a"], "key": "k", "value": float("inf")}),
        (InvalidParams, {"namespace": ["ü" * 100], "key": "k", "value": 1}),
        (InvalidParams, {"namespace": [], "key": "k", "value": 1}),
    ):
        with pytest.raises(error):
            client.items.put(**given)
    with pytest.raises(InvalidParams, match=r"\$gte"):
        client.items.search(prefix=[], filter={"a": {"$over": 1}})


def test_an_edit_is_taken_in_while_an_agent_writes_without_a_pause(daemon: Daemon, client: Client) -> None:
    put(client, ["busy"], "k", "as it was")
    path = daemon.data / "items" / "busy.jsonl"
    (line,) = path.read_text().splitlines()
    daemon.kill()  # so many by hand, so that the file takes longer to read than the agent to write again
    others = [line.replace('"k"', f'"k{number}"') for number in range(8000)]
    path.write_text("\n".join([*others, line, ""]))
    daemon.start()
    done = threading.Event()

    def work() -> int:
        with Client(daemon.socket) as agent:
            number = 0
            while not done.is_set():
                put(agent, ["busy"], "own", number)
                number += 1
            return number

    with ThreadPoolExecutor(1) as threads, Client(daemon.socket) as asker:
        written = threads.submit(work)
        try:
            until(lambda: path.read_text().count('"own"') > 1)
            new = path.with_name(".new")
            new.write_text(path.read_text().replace("as it was", "as it is"))
            new.rename(path)
            until(lambda: asker.items.get(namespace=["busy"], key="k")["value"] == "as it is", timeout=60)
            assert not written.done()
        finally:
            done.set()
        last = written.result() - 1
        assert asker.items.get(namespace=["busy"], key="own")["value"] == last


def test_what_is_put_behind_a_line_that_a_crash_tore_outlives_a_kill(daemon: Daemon) -> None:
    with Client(daemon.socket) as before:
        put(before, ["app"], "first", FERRY)
    daemon.kill()
    file = daemon.data / "items" / "app.jsonl"
    with file.open("ab") as torn:
        torn.write(file.read_bytes()[:30])
    daemon.start()
    with Client(daemon.socket) as after:
        put(after, ["app"], "second", BAKERY)
    daemon.kill()
    daemon.start()
    with Client(daemon.socket) as again:
        assert again.items.get(namespace=["app"], key="first")["value"] == FERRY
        assert again.items.get(namespace=["app"], key="second")["value"] == BAKERY
        assert [json.loads(line)["key"] for line in file.read_text().splitlines()] == ["first", "second"]
