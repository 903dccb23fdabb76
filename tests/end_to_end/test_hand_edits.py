"""A person edits facts.jsonl beside a running daemon (rule 8), with editors' ways of saving."""

from __future__ import annotations

import functools
import json
import threading
import time

import pytest

from memoryd.client import Client
from tests.kinds.facts.rig import line
from tests.support.daemon import Daemon
from tests.support.wait import until


def add(client: Client, subject: str) -> str:
    fact_id: str = client.facts.add(subject=subject, predicate="stands_at", object="harbour")["id"]
    return fact_id


def ids(client: Client, **more: object) -> set[str]:
    return {fact["id"] for fact in client.facts.find(limit=1000, **more)["facts"]}


def recalled(client: Client, query: str) -> list[str]:
    return [result["key"] for result in client.recall.query(query=query, boost=False)["results"]]


def test_appended_edited_and_deleted_lines_are_absorbed_and_found(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    kept, gone = add(client, "lighthouse"), add(client, "mole")
    with path.open("a") as file:
        file.write('{"subject": "ferry", "predicate": "leaves", "object": "noon"}\n')
    until(lambda: recalled(client, "ferry noon"))
    until(lambda: "source" in json.loads(path.read_text().splitlines()[2]))
    swap = path.with_name("swap")
    swap.write_text(
        "".join(
            each.replace("lighthouse", "windmill") for each in path.read_text().splitlines(True) if gone not in each
        )
    )
    swap.rename(path)
    until(lambda: recalled(client, "windmill") == [kept])
    assert recalled(client, "lighthouse") == []
    until(lambda: client.facts.get(id=gone)["archived"])


def test_a_malformed_line_is_reported_until_it_is_mended(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    add(client, "lighthouse")
    with path.open("a") as file:
        file.write('{"subject": "ferry", "predicate": "leaves", "object": 5}\n')

    def reported() -> list[tuple[str, int]]:
        problems = client.system.health()["problems"]
        return [(problem["path"], problem["line"]) for problem in problems if problem.get("line")]

    until(lambda: reported() == [("knowledge-graph/facts.jsonl", 2)])
    client.facts.archive(id=add(client, "mole"))
    until(lambda: "mole" not in path.read_text())
    assert '"object": 5' in path.read_text().splitlines()[1]
    path.write_text(path.read_text().replace('"object": 5', '"object": "5"'))
    until(lambda: recalled(client, "ferry leaves"))
    until(lambda: reported() == [])


def test_an_editor_in_two_steps_archives_nothing_for_good(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    known = {add(client, f"lighthouse {number}") for number in range(20)}
    text = path.read_text()
    with path.open("w") as file:
        file.flush()
        time.sleep(0.3)  # the editor's pause is what is tested
        file.write(text[:500])
        file.flush()
        time.sleep(0.3)
        file.write(text[500:] + line("typed", "ferry", "noon") + "\n")
    until(lambda: ids(client) == known | {"typed"})
    until(lambda: recalled(client, "ferry noon") == ["typed"])


@pytest.mark.parametrize("how", ["removed", "emptied"])
def test_a_lost_file_comes_back_and_is_critical(daemon: Daemon, client: Client, how: str) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    known = {add(client, f"lighthouse {number}") for number in range(3)}
    before = path.read_text()
    path.unlink() if how == "removed" else path.write_text("")
    until(lambda: path.exists() and path.read_text() == before)

    def reported() -> bool:
        problems = client.system.health()["problems"]
        return any(problem["severity"] == "critical" and "written back" in problem["what"] for problem in problems)

    until(reported)
    assert ids(client) == known


def test_an_editor_that_saves_over_our_appends_gets_them_put_back(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    known = {add(client, "lighthouse")}
    buffer = path.read_text()
    known |= {add(client, f"mole {number}") for number in range(5)}
    swap = path.with_name("swap")
    swap.write_text(buffer + line("typed", "ferry", "noon") + "\n")
    swap.rename(path)
    until(lambda: known <= {json.loads(each)["id"] for each in path.read_text().splitlines()})
    until(lambda: ids(client) == known | {"typed"})
    until(lambda: any("put back" in each["what"] for each in client.system.health()["problems"]))


def test_what_is_typed_among_the_facts_of_memory_md_stays_and_is_found(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "MEMORY.md"
    add(client, "lighthouse")
    client.maintenance.run(action="reconcile")
    typed = [f"- Typed line {number} of a walrus" for number in range(250)]
    path.write_text(path.read_text() + "\n".join(typed) + "\n")
    until(lambda: client.recall.search(query="line 249 walrus", boost=False)["results"])
    client.maintenance.run(action="reconcile")  # no room is left for facts, and the file is longer than it may be
    assert [line for line in path.read_text().splitlines() if line.startswith("- Typed")] == typed
    assert "MEMORY.md approaching 200-line limit" in client.system.health()["health"]["warnings"]
    (found,) = client.recall.search(query="lighthouse", boost=False)["results"]
    assert found["kind"] == "fact"  # its line is not indexed a second time


@pytest.mark.parametrize("daemon_config", ["[memory_oracle]\nmax_facts = 1000000\n"])
def test_edits_while_sixteen_clients_write_lose_nothing(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    added: list[str] = []
    stop = threading.Event()

    def write(number: int) -> None:
        with Client(daemon.socket) as own:
            count = 0
            while not stop.is_set():
                count += 1
                added.append(add(own, f"writer {number} fact {count}"))

    add(client, "first")
    threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for number in range(3):
        until(functools.partial(has_more, added, 40 * (number + 1)))
        with path.open("a") as file:
            file.write(line(f"appended-{number}", "appended", str(number)) + "\n")
        text = path.read_text()
        swap = path.with_name("swap")
        swap.write_text(text[: text.rfind("\n") + 1] + line(f"saved-{number}", "saved", str(number)) + "\n")
        swap.rename(path)
        until(functools.partial(is_there, client, "saved", f"saved-{number}"))
    stop.set()
    for thread in threads:
        thread.join()
    until(lambda: len(ids_of(client, "appended")) == 3)
    with Client(daemon.socket) as other:
        states = [other.facts.get(id=fact_id)["archived"] for fact_id in added]
    assert states.count(True) == 0
    on_disk = [json.loads(each)["id"] for each in path.read_text().splitlines()]
    until(lambda: set(added) <= {json.loads(each)["id"] for each in path.read_text().splitlines()})
    assert len(on_disk) >= len(added)


def has_more(added: list[str], count: int) -> bool:
    return len(added) > count


def is_there(client: Client, subject: str, fact_id: str) -> bool:
    return fact_id in ids_of(client, subject)


def ids_of(client: Client, subject: str) -> set[str]:
    return {fact["id"] for fact in client.facts.find(subject=subject)["facts"]}


def test_edits_while_the_daemon_is_down(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    edited, gone = add(client, "lighthouse"), add(client, "mole")
    assert daemon.stop() == 0
    lines = path.read_text().splitlines()
    path.write_text(lines[0].replace("lighthouse", "windmill") + "\n" + line("typed", "ferry", "noon"))
    daemon.start()
    assert recalled(client, "windmill") == [edited]
    assert recalled(client, "ferry noon") == ["typed"]
    assert recalled(client, "lighthouse mole") == []
    assert client.facts.get(id=gone)["archived"]


@pytest.mark.parametrize("is_in_place", [False, True])
def test_the_keys_behind_a_message_that_a_person_deletes_stay(
    daemon: Daemon, client: Client, is_in_place: bool
) -> None:
    client.sessions.start(session_id="s", agent="a")
    said = [{"role": "user", "content": f"Word number {number} is {number * 'x'}"} for number in range(1, 6)]
    keys = client.sessions.append(session_id="s", messages=said)["keys"]
    path = daemon.data / keys[0].rpartition(":")[0]
    lines = path.read_text().splitlines(keepends=True)
    new = path if is_in_place else path.with_name("new")
    new.write_text("".join(lines[:1] + lines[2:]))
    new.rename(path)
    until(lambda: path.read_text().splitlines(keepends=True) == [lines[0], "\n", *lines[2:]])
    until(lambda: len(client.sessions.read(session_id="s")["messages"]) == 4)
    for number in (0, 2, 3, 4):
        assert client.recall.get(key=keys[number])["text"] == said[number]["content"]
    until(lambda: client.recall.get(key=keys[1])["text"] == "")
    assert client.sessions.append(session_id="s", messages=said[:1])["keys"] == [keys[0].replace(":1", ":6")]


def test_a_file_that_vanished_while_the_daemon_was_down_comes_back(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    known = {add(client, "lighthouse"), add(client, "mole")}
    assert daemon.stop() == 0
    path.unlink()
    daemon.start()
    assert ids(client) == known
    assert {json.loads(each)["id"] for each in path.read_text().splitlines()} == known
