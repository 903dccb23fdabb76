"""sessions.* on the socket: keys, repeats, resuming, and hand edits of the files (design §3, §5; rule 18)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import InvalidParams, NotFound
from tests.support.daemon import Daemon
from tests.support.wait import until

TOKEN = "ghp_" + "aB3d" * 9


def say(client: Client, session_id: str, content: str, **more: Any) -> list[str]:
    message = {"role": "user", "content": content, **more}
    keys: list[str] = client.sessions.append(session_id=session_id, messages=[message])["keys"]
    return keys


def contents(client: Client, session_id: str) -> list[str]:
    return [message["content"] for message in client.sessions.read(session_id=session_id)["messages"]]


def at(daemon: Daemon, key: str) -> str:
    """The content of the line that a key names."""
    path, line = key.rsplit(":", 1)
    content: str = json.loads((daemon.data / path).read_text().splitlines()[int(line) - 1])["content"]
    return content


def test_sessions_of_one_second_get_files_of_their_own(daemon: Daemon, client: Client) -> None:
    paths = set()
    for number in range(20):
        client.sessions.start(session_id=f"s{number}")
        paths.add(say(client, f"s{number}", f"hello {number}")[0].rsplit(":", 1)[0])
    assert len(paths) == 20
    assert any(path.endswith("-2.jsonl") for path in paths)


def test_a_repeated_message_keeps_its_key_also_after_a_kill(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    say(client, "s", "before")
    (key,) = say(client, "s", "the ferry leaves at noon", id="m-1")
    assert say(client, "s", "the ferry leaves at noon", id="m-1") == [key]
    daemon.kill()
    daemon.start()
    assert say(client, "s", "the ferry leaves at noon", id="m-1") == [key]
    assert contents(client, "s") == ["before", "the ferry leaves at noon"]
    assert at(daemon, key) == "the ferry leaves at noon"


DATA = {"tool_calls": [{"id": "c1", "args": '{"q": 1}'}], "tokens": 12, "cost": 0.25, "parts": [None, True, "ü"]}


def test_data_of_a_message_is_given_back_as_it_was(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    said = client.sessions.append(
        session_id="s",
        messages=[
            {"role": "assistant", "content": "", "data": DATA},
            {"role": "tool", "content": "ok", "data": {"env": {"api_key": TOKEN}}},
            {"role": "user", "content": "the ferry leaves at noon"},
        ],
    )
    daemon.kill()
    daemon.start()
    first, second, third = client.sessions.read(session_id="s")["messages"]
    assert (first["content"], first["data"]) == ("", DATA)
    assert second["data"] == {"env": {"api_key": "[redacted:token]"}}
    assert said["redacted"] == [{"kind": "token", "count": 1}]
    assert "data" not in third
    for wrong, what in (({"content": ""}, "empty"), ({"content": "x", "data": {"n": float("nan")}}, "JSON")):
        with pytest.raises(InvalidParams, match=what):
            client.sessions.append(session_id="s", messages=[{"role": "user", **wrong}])


def test_the_last_messages_and_those_of_some_roles(client: Client) -> None:
    client.sessions.start(session_id="s")
    client.sessions.append(
        session_id="s",
        messages=[{"role": "user" if at % 5 else "assistant", "content": f"wave {at}"} for at in range(300)],
    )

    def read(**params: Any) -> list[int]:
        found = client.sessions.read(session_id="s", **params)["messages"]
        return [int(one["content"].removeprefix("wave ")) for one in found]

    assert read(last=3) == [297, 298, 299]
    assert read(last=1000) == list(range(300))
    assert read(roles=["assistant"], last=4) == [280, 285, 290, 295]
    assert read(roles=["assistant"], limit=2) == [0, 5]
    key = client.sessions.read(session_id="s", last=5)["messages"][2]["key"]
    assert read(last=10, after=key) == [298, 299]
    assert read(last=10, roles=["system"]) == []


def test_what_is_taken_out_stays_in_the_file_and_is_read_no_more(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    assert client.sessions.pop(session_id="s") == {"message": None}
    (key,) = say(client, "s", "the lighthouse keeper is called Ansgar", id="m-1")
    popped = client.sessions.pop(session_id="s")["message"]
    assert (popped["key"], popped["content"]) == (key, "the lighthouse keeper is called Ansgar")

    def found() -> list[str]:
        return [one["text"] for one in client.recall.search(query="lighthouse keeper", boost=False)["results"]]

    assert (contents(client, "s"), found()) == ([], [])
    # Its id may come again, and a kill changes nothing.
    (again,) = say(client, "s", "the lighthouse keeper is called Berta", id="m-1")
    assert again != key
    say(client, "s", "and the ferryman is called Carl")
    say(client, "s", "who said so?")
    assert client.sessions.list()["sessions"][0]["messages"] == 3
    assert client.sessions.pop(session_id="s")["message"]["content"] == "who said so?"
    assert client.sessions.list()["sessions"][0]["messages"] == 2
    for end in (daemon.kill, daemon.stop):
        end()
        daemon.start()
        assert contents(client, "s") == ["the lighthouse keeper is called Berta", "and the ferryman is called Carl"]
        assert found()[0] == "the lighthouse keeper is called Berta"
    client.maintenance.run(action="rebuild")
    assert "the lighthouse keeper is called Ansgar" not in found()
    assert client.sessions.list()["sessions"][0]["messages"] == 2

    assert client.sessions.clear(session_id="s") == {"session_id": "s", "status": "cleared", "cleared": 2}
    assert client.sessions.clear(session_id="s")["status"] == "already_empty"
    assert (contents(client, "s"), found()) == ([], [])
    assert at(daemon, key) == "the lighthouse keeper is called Ansgar"
    assert client.system.verify()["problems"] == []
    # A person who takes the line out that took the message out has it back.
    path = daemon.data / key.rsplit(":", 1)[0]
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if f'"removed":"{key}"' not in line))
    until(lambda: "the lighthouse keeper is called Ansgar" in contents(client, "s"))


def test_a_day_is_summarised_without_what_was_taken_out(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    say(client, "s", "We decided to paint the harbour wall green.")
    say(client, "s", "We decided to sell the harbour crane.")
    client.sessions.pop(session_id="s")
    client.maintenance.run(action="summarize")
    (daily,) = (daemon.data / "daily").glob("*.md")
    assert "green" in daily.read_text()
    assert "crane" not in daily.read_text()


def test_a_long_conversation_is_found_by_the_first_call_after_a_kill_right_behind_it(
    daemon: Daemon, client: Client
) -> None:
    """Whether its beginning had been indexed by then or not; nothing of it is there twice."""
    client.sessions.start(session_id="s")
    say(client, "s", "the ferry leaves at noon", name="Zoë")
    keys: list[str] = []
    for start in range(0, 3000, 500):
        many = [{"role": "user", "content": f"buoy {at}", "name": "Ann"} for at in range(start, start + 500)]
        keys += client.sessions.append(session_id="s", messages=many)["keys"]
    for end in (daemon.kill, daemon.stop):
        end()
        daemon.start()
        for query, key in (("buoy 2999", keys[-1]), ("buoy 3", keys[3]), ("what did Ann say of 1500", keys[1500])):
            hits = [hit["key"] for hit in client.recall.search(query=query, boost=False)["results"]]
            assert hits[0] == key
            assert len(set(hits)) == len(hits)
        assert client.system.verify()["problems"] == []


def test_a_large_append_is_written_in_slices_and_answered_as_one(daemon: Daemon, client: Client) -> None:
    """Three slices: what is told of it, and what the next call finds, is of all of them."""
    client.sessions.start(session_id="s")
    talk = "words of it " * 20_000
    said = [f"albatross{number} {talk}" for number in range(5)]
    said[0] += TOKEN
    messages = [{"role": "user", "content": text, "id": f"m{at}"} for at, text in enumerate(said)]
    asked = {"role": "user", "content": "Remember that the ferry leaves at noon."}
    reply = client.sessions.append(session_id="s", messages=[*messages, asked])

    path = reply["keys"][0].rpartition(":")[0]
    assert reply["appended"] == 6
    assert reply["keys"] == [f"{path}:{line}" for line in range(1, 7)]
    assert reply["redacted"] == [{"kind": "token", "count": 1}]
    assert [one["done"] for one in reply["directives"]] == [True]
    first = [client.recall.search(query=f"albatross{number}", k=1)["results"][0]["key"] for number in range(5)]
    assert first == reply["keys"][:5]
    assert at(daemon, reply["keys"][4]) == said[4]
    again = client.sessions.append(session_id="s", messages=messages)
    assert (again["appended"], again["keys"]) == (0, reply["keys"][:5])


def test_an_ended_session_is_resumed_by_an_append_and_by_a_start(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s", agent="ada")
    say(client, "s", "one")
    assert client.sessions.end(session_id="s")["status"] == "ended"
    assert client.sessions.end(session_id="s")["status"] == "already_ended"
    assert client.sessions.list()["sessions"][0]["finished"] is True
    daemon.kill()
    daemon.start()
    assert client.sessions.list()["sessions"][0]["finished"] is True
    say(client, "s", "two")
    assert client.sessions.list()["sessions"][0]["finished"] is False
    client.sessions.end(session_id="s")
    assert client.sessions.start(session_id="s") == {"session_id": "s", "resumed": True}
    shown = client.sessions.list()["sessions"][0]
    assert (shown["finished"], shown["messages"], shown["agent"]) == (False, 2, "ada")


def test_start_and_append_may_be_sent_without_waiting(daemon: Daemon) -> None:
    import msgpack

    with daemon.connect() as wire:
        requests = [("sessions.start", {"session_id": "s"}), ("facts.add", {**FACT, "session_id": "s"})]
        requests += [("sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": "hello"}]})]
        packed = [msgpack.packb([0, number, method, [params]]) for number, (method, params) in enumerate(requests)]
        wire.socket.sendall(b"".join(packed))
        replies = [wire.receive() for _ in requests]
    assert [reply[2] for reply in replies] == [None, None, None]


FACT = {"subject": "ferry", "predicate": "leaves", "object": "noon"}


@pytest.mark.parametrize("newline", [True, False], ids=["whole line", "open line"])
def test_keys_are_right_beside_lines_added_by_hand(daemon: Daemon, client: Client, newline: bool) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "s", "one")[0].rsplit(":", 1)[0]
    typed = json.loads(path.read_text().splitlines()[0]) | {"content": "typed by hand: porcupine"}
    with path.open("a") as file:
        file.write(json.dumps(typed) + ("\n" if newline else ""))
    (key,) = say(client, "s", "two", id="m")
    assert at(daemon, key) == "two"
    assert say(client, "s", "two", id="m") == [key]
    until(lambda: client.recall.search(query="porcupine", boost=False)["results"])
    assert contents(client, "s") == ["one", "typed by hand: porcupine", "two"]
    assert client.sessions.list()["sessions"][0]["messages"] == 3
    (later,) = say(client, "s", "three")
    assert at(daemon, later) == "three"
    found = client.recall.search(query="porcupine", boost=False)["results"]
    assert [at(daemon, result["key"]) for result in found] == ["typed by hand: porcupine"]


def test_many_hands_append_and_every_key_is_right(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "s", "first")[0].rsplit(":", 1)[0]
    typed = json.loads(path.read_text().splitlines()[0])
    keys: dict[str, str] = {}
    for number in range(60):
        if number % 3 == 0:
            with path.open("a") as file:
                file.write(json.dumps(typed | {"content": f"typed {number}"}) + "\n")
        (keys[f"ours {number}"],) = say(client, "s", f"ours {number}")
    assert {content: at(daemon, key) for content, key in keys.items()} == {content: content for content in keys}
    until(lambda: len(client.sessions.read(session_id="s", limit=1000)["messages"]) == 81)
    until(lambda: client.sessions.list()["sessions"][0]["messages"] == 81)


def test_a_file_that_was_edited_or_removed_by_hand(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "s", "the porcupine sleeps")[0].rsplit(":", 1)[0]
    path.write_text(path.read_text().replace("porcupine", "hedgehog") + "{broken\n")
    until(lambda: client.recall.search(query="hedgehog", boost=False)["results"])
    assert client.recall.search(query="porcupine", boost=False)["results"] == []
    until(lambda: any(problem.get("line") == 2 for problem in client.system.health()["problems"]))
    path.unlink()
    until(lambda: client.recall.search(query="hedgehog", boost=False)["results"] == [])
    (key,) = say(client, "s", "a new beginning")
    assert at(daemon, key) == "a new beginning"
    assert contents(client, "s") == ["a new beginning"]


def test_pages_of_sessions_and_messages_are_stable(client: Client) -> None:
    for number in range(7):
        client.sessions.start(session_id=f"s{number}", agent="even" if number % 2 == 0 else "odd")
    first = client.sessions.list(limit=3)
    client.sessions.start(session_id="newer")
    rest = client.sessions.list(limit=100, after=first["next"])
    ids = [session["session_id"] for session in first["sessions"] + rest["sessions"]]
    assert sorted(ids) == [f"s{number}" for number in range(7)]
    assert len(client.sessions.list(agent="even")["sessions"]) == 4
    for number in range(5):
        say(client, "s0", str(number))
    page = client.sessions.read(session_id="s0", limit=2)
    later = client.sessions.read(session_id="s0", after=page["next"])
    assert [each["content"] for each in page["messages"] + later["messages"]] == list("01234")


def test_last_requests_survive_a_clean_stop(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    say(client, "s", "hello")
    client.recall.search(query="hello", session_id="s")
    before = client.sessions.list()["sessions"][0]
    assert daemon.stop() == 0
    daemon.start()
    assert client.sessions.list()["sessions"][0] == before


def test_an_unknown_session_is_not_found(client: Client) -> None:
    for method, params in (
        ("sessions.append", {"messages": [{"role": "user", "content": "x"}]}),
        ("sessions.end", {}),
        ("sessions.read", {}),
        ("facts.find", {}),
    ):
        with pytest.raises(NotFound, match="unknown-session"):
            client.call(method, session_id="unknown-session", **params)
