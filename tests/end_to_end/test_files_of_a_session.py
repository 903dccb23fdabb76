"""A session whose messages stand in several files in sessions/: all of them are read, counted and taken out."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.storage.framed import pack
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wallclock import WallClock


def say(client: Client, *contents: str) -> list[str]:
    messages = [{"role": "user", "content": content, "id": content} for content in contents]
    keys: list[str] = client.sessions.append(session_id="s", messages=messages)["keys"]
    return keys


def contents(client: Client) -> list[str]:
    return [message["content"] for message in client.sessions.read(session_id="s")["messages"]]


def counted(client: Client) -> int:
    count: int = client.sessions.list()["sessions"][0]["messages"]
    return count


def moved_away(daemon: Daemon, client: Client, tmp_path: Path) -> tuple[Path, Path]:
    """Puts the session's first file away, and lets it go on in another one; returns the two."""
    client.sessions.start(session_id="s")
    path, _, _ = say(client, "first", "second")[0].partition(":")
    first, kept = daemon.data / path, tmp_path / "kept.jsonl"
    shutil.copyfile(first, kept)
    first.unlink()
    until(lambda: contents(client) == [])
    (key,) = say(client, "third")
    second = daemon.data / key.partition(":")[0]
    assert second != first
    return kept, first


def test_a_file_that_is_put_back_is_read_with_the_one_behind_it(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: contents(client) == ["first", "second", "third"])
    assert counted(client) == 3
    # What was put back is known by its id, and what is said goes on behind all of it.
    assert say(client, "second") == [f"sessions/{first.name}:2"]
    say(client, "fourth")
    assert contents(client) == ["first", "second", "third", "fourth"]
    first_page = client.sessions.read(session_id="s", limit=2)
    rest = client.sessions.read(session_id="s", limit=9, after=first_page["next"])
    assert [one["content"] for one in (*first_page["messages"], *rest["messages"])] == contents(client)
    last = client.sessions.read(session_id="s", last=3)["messages"]
    assert [one["content"] for one in last] == ["second", "third", "fourth"]
    daemon.kill()
    daemon.start()
    assert contents(client) == ["first", "second", "third", "fourth"]
    assert counted(client) == 4
    assert say(client, "first") == [f"sessions/{first.name}:1"]


def test_a_file_of_several_is_removed_alone(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    first.unlink()
    until(lambda: counted(client) == 1)
    assert contents(client) == ["third"]


@pytest.mark.parametrize("name", part(1, ["0-copy.jsonl", "z-copy.jsonl"]))
def test_a_copy_tells_each_message_once(daemon: Daemon, client: Client, name: str) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first", "second")[0].partition(":")[0]
    shutil.copyfile(path, path.with_name(name))
    until(lambda: counted(client) == 4)
    assert contents(client) == ["first", "second"]
    say(client, "third")
    assert contents(client) == ["first", "second", "third"]
    assert [one["content"] for one in client.sessions.read(session_id="s", last=2)["messages"]] == ["second", "third"]
    assert "third" in path.read_text()


def test_messages_of_all_files_are_taken_out(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    client.sessions.clear(session_id="s")
    assert (contents(client), counted(client)) == ([], 0)
    daemon.kill()
    daemon.start()
    assert (contents(client), counted(client)) == ([], 0)


def line_of(content: str, minute: int, session: str = "s") -> str:
    at = f"2026-05-15T10:{minute:02}:00.000000+00:00"
    return json.dumps({"session_id": session, "role": "user", "content": content, "at": at, "received": at}) + "\n"


def pages(client: Client, limit: int) -> list[str]:
    """All of the session, page by page."""
    found: list[str] = []
    page: dict[str, Any] = {"next": None}
    while "next" in page:
        page = client.sessions.read(session_id="s", limit=limit, after=page["next"])
        found += [message["content"] for message in page["messages"]]
    return found


def test_a_file_that_is_split_is_read_in_the_order_of_time(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "one", "two", "three", "four")[0].partition(":")[0]
    lines = path.read_text().splitlines(keepends=True)
    path.with_name(f"{path.stem}-b.jsonl").write_text("".join(lines[2:]))
    until(lambda: counted(client) == 6)
    path.write_text("".join(lines[:2]))
    until(lambda: counted(client) == 4)
    assert contents(client) == ["one", "two", "three", "four"]
    say(client, "five")
    assert contents(client) == pages(client, 2) == ["one", "two", "three", "four", "five"]
    last = client.sessions.read(session_id="s", last=2)["messages"]
    assert [one["content"] for one in last] == ["four", "five"]
    daemon.kill()
    daemon.start()
    assert contents(client) == ["one", "two", "three", "four", "five"]


def test_files_whose_times_overlap_are_read_as_one(daemon: Daemon, client: Client) -> None:
    folder = daemon.data / "sessions"
    (folder / "b.jsonl").write_text(line_of("1", 1) + line_of("4", 4))
    (folder / "a.jsonl").write_text(line_of("2", 2) + line_of("x", 2, "other") + line_of("3", 3) + line_of("5", 5))
    until(lambda: {one["messages"] for one in client.sessions.list()["sessions"]} == {1, 5})
    assert contents(client) == pages(client, 1) == pages(client, 2) == ["1", "2", "3", "4", "5"]
    last = client.sessions.read(session_id="s", last=3)["messages"]
    assert [one["content"] for one in last] == ["3", "4", "5"]
    assert client.sessions.pop(session_id="s")["message"]["content"] == "5"
    say(client, "6")
    daemon.kill()
    daemon.start()
    assert contents(client) == pages(client, 1) == ["1", "2", "3", "4", "6"]


def test_words_that_were_said_twice_are_told_twice_beside_another_file(
    daemon: Daemon, client: Client, tmp_path: Path
) -> None:
    client.sessions.start(session_id="s")
    twice = [{"role": "user", "content": "yes"}] * 2
    path = daemon.data / client.sessions.append(session_id="s", messages=twice)["keys"][0].partition(":")[0]
    shutil.copyfile(path, path.with_name("z-copy.jsonl"))
    until(lambda: counted(client) == 4)
    assert contents(client) == ["yes", "yes"]


@pytest.mark.parametrize("name", part(1, ["0-copy.jsonl", "z-copy.jsonl"]))
def test_what_is_taken_out_is_taken_out_of_a_copy_too(daemon: Daemon, client: Client, name: str) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first", "second", "third")[0].partition(":")[0]
    assert client.sessions.pop(session_id="s")["message"]["content"] == "third"
    shutil.copyfile(path, path.with_name(name))
    until(lambda: counted(client) == 4)
    assert contents(client) == ["first", "second"]
    assert client.sessions.pop(session_id="s")["message"]["content"] == "second"
    assert contents(client) == ["first"]
    client.sessions.clear(session_id="s")
    assert (contents(client), counted(client)) == ([], 0)
    daemon.kill()
    daemon.start()
    assert (contents(client), counted(client)) == ([], 0)


def test_the_one_file_that_is_left_is_appended_to(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    second = daemon.data / client.sessions.list()["sessions"][0]["path"]
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    second.unlink()
    until(lambda: counted(client) == 2)
    assert say(client, "fourth") == [f"sessions/{first.name}:3"]
    assert contents(client) == ["first", "second", "fourth"]


def test_what_was_taken_out_stays_so_in_a_file_that_is_renamed(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first", "second")[0].partition(":")[0]
    client.sessions.pop(session_id="s")
    path.rename(path.with_name("mine.jsonl"))
    until(lambda: client.sessions.list()["sessions"][0]["path"] == "sessions/mine.jsonl")
    assert (contents(client), counted(client)) == (["first"], 1)
    assert say(client, "third") == ["sessions/mine.jsonl:4"]
    daemon.kill()
    daemon.start()
    assert (contents(client), counted(client)) == (["first", "third"], 2)
    assert client.recall.search(query="second")["results"] == []


def test_a_removed_file_takes_along_what_was_taken_out_of_it(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    client.sessions.clear(session_id="s")
    say(client, "fourth")
    first.unlink()
    until(lambda: client.recall.grep(pattern="first", paths=[f"sessions/{first.name}"])["matches"] == [])
    until(lambda: (contents(client), counted(client)) == (["fourth"], 1))
    assert say(client, "fourth", "fifth")[0].endswith(":5")
    daemon.kill()
    daemon.start()
    assert (contents(client), counted(client)) == (["fourth", "fifth"], 2)


@pytest.mark.parametrize("is_down", [False, True])
def test_a_last_line_without_its_end_is_read_taken_out_and_counted(
    daemon: Daemon, client: Client, is_down: bool
) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first")[0].partition(":")[0]
    if is_down:
        daemon.kill()
    with path.open("a") as file:
        file.write(line_of("typed", 1).rstrip())
    if is_down:
        daemon.start()
    until(lambda: contents(client) == ["first", "typed"])
    last = client.sessions.read(session_id="s", last=1)["messages"]
    assert [one["content"] for one in last] == ["typed"]
    until(lambda: counted(client) == 2)
    assert client.sessions.pop(session_id="s")["message"]["content"] == "typed"
    assert (contents(client), counted(client)) == (["first"], 1)


def test_a_session_whose_newest_file_is_removed_meanwhile_keeps_the_others(
    daemon: Daemon, client: Client, tmp_path: Path
) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    second = daemon.data / client.sessions.list()["sessions"][0]["path"]
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    daemon.stop()
    second.unlink()
    daemon.start()
    assert (contents(client), counted(client)) == (["first", "second"], 2)
    assert client.sessions.list()["sessions"][0]["path"] == f"sessions/{first.name}"
    assert say(client, "fourth") == [f"sessions/{first.name}:3"]


def test_a_purge_takes_matter_out_of_all_files(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    kept.write_text(kept.read_text() + line_of("the falcon flies", 1))
    shutil.copyfile(kept, first)
    (first.with_name("a-copy.jsonl")).write_text(line_of("the falcon flies", 1))
    until(lambda: counted(client) == 5)
    client.call("facts.purge", {"query": "falcon"})
    assert not [one for one in (daemon.data / "sessions").glob("*.jsonl") if "falcon" in one.read_text()]
    until(lambda: contents(client) == ["first", "second", "third"])


def test_copies_are_told_once_when_they_are_archived(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, datetime(2026, 3, 2, 12, tzinfo=UTC))
    daemon = Daemon(
        daemon_folder, "[summaries]\nsummarizer_fallback_after = 0\n[schedule]\nconsolidate = 'off'\n", clock.env
    )
    daemon.start()
    try:
        with Client(daemon.socket) as client:
            client.sessions.start(session_id="s")
            path = daemon.data / say(client, "first", "second")[0].partition(":")[0]
            lines = path.read_text().splitlines(keepends=True)
            path.with_name("z-copy.jsonl").write_text("".join(lines))
            until(lambda: counted(client) == 4)
            clock.move(days=32)
            client.call("maintenance.run", {"action": "consolidate"})
            assert sorted(one.name for one in path.parent.glob("*.jsonl")) == []
            assert len([*(path.parent / "archive").iterdir()]) == 2
            assert contents(client) == pages(client, 1) == ["first", "second"]
            say(client, "third", "first")
            assert contents(client) == pages(client, 2) == ["first", "second", "third"]
        daemon.kill()
        daemon.start()
        with Client(daemon.socket) as client:
            assert contents(client) == ["first", "second", "third"]
    finally:
        daemon.kill()


def test_what_is_taken_out_of_a_split_file_is_that_alone(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    # Of one request, so that all were said at the same time.
    path = daemon.data / say(client, "one", "two", "three", "four")[0].partition(":")[0]
    assert client.sessions.pop(session_id="s")["message"]["content"] == "four"
    assert client.sessions.pop(session_id="s")["message"]["content"] == "three"
    lines = path.read_text().splitlines(keepends=True)
    path.with_name("rest.jsonl").write_text("".join((*lines[:2], *lines[:2], *lines[4:])))
    until(lambda: len(contents(client)) > 2)
    assert contents(client) == ["one", "two", "one", "two"]


@pytest.mark.parametrize("is_down", [False, True])
def test_what_was_taken_out_stays_so_in_an_archive_that_is_renamed(
    daemon: Daemon, client: Client, is_down: bool
) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first", "second")[0].partition(":")[0]
    client.sessions.pop(session_id="s")
    lines = path.read_bytes()
    if is_down:
        daemon.kill()
    (path.parent / "archive").mkdir(exist_ok=True)
    (path.parent / "archive" / "mine.jsonl.zst").write_bytes(b"".join(pack([lines])))
    path.unlink()
    if is_down:
        daemon.start()
    until(lambda: client.sessions.list()["sessions"][0]["path"] == "sessions/mine.jsonl")
    assert (contents(client), counted(client)) == (["first"], 1)


def put_archive(daemon: Daemon, name: str, text: str) -> None:
    folder = daemon.data / "sessions" / "archive"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"".join(pack([text.encode()])))


def test_a_session_that_only_an_archive_names_outlives_a_restart(daemon: Daemon, client: Client) -> None:
    put_archive(daemon, "old.jsonl.zst", line_of("first", 1) + line_of("second", 2))
    until(lambda: client.sessions.list()["sessions"] != [])
    assert contents(client) == ["first", "second"]
    assert daemon.stop() == 0
    daemon.start()
    assert (contents(client), counted(client)) == (["first", "second"], 2)


def test_archived_sessions_are_found_without_the_log_of_sessions(daemon: Daemon, client: Client) -> None:
    put_archive(daemon, "old.jsonl.zst", line_of("first", 1))
    (daemon.data / "sessions" / "new.jsonl").write_text(line_of("second", 2))
    until(lambda: client.sessions.list()["sessions"] != [] and contents(client) == ["first", "second"])
    daemon.stop()
    (daemon.data / ".memoryd" / "sessions.jsonl").unlink(missing_ok=True)
    daemon.start()
    assert (contents(client), counted(client)) == (["first", "second"], 2)


def test_what_is_to_be_remembered_is_the_last_that_was_said_in_any_file(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    said = ("The gateway listens on port 8080.", "The kiln runs at 1100 degrees.")
    (key, _) = [key for one in said for key in say(client, one)]  # each at a time of its own
    path = daemon.data / key.partition(":")[0]
    lines = path.read_text().splitlines(keepends=True)
    path.with_name("z.jsonl").write_text(lines[1].replace("kiln", "oven"))
    until(lambda: counted(client) == 3)
    path.write_text(lines[0])
    until(lambda: counted(client) == 2)
    asked = client.sessions.append(session_id="s", messages=[{"role": "user", "content": "Remember that."}])
    assert [one["done"] for one in asked["directives"]] == [True]
    (note,) = client.notes.list()["notes"]
    assert "The oven runs at 1100 degrees." in note["text"]


@pytest.mark.parametrize("name", part(1, ["z-rest.jsonl", "0-rest.jsonl"]))
def test_a_brief_tells_what_was_said_in_any_file(daemon: Daemon, client: Client, name: str) -> None:
    client.sessions.start(session_id="s")
    said = ("We use port 8080 for the gateway.", "TODO: the kiln must be repaired soon.")
    (key, _) = [key for one in said for key in say(client, one)]
    path = daemon.data / key.partition(":")[0]
    lines = path.read_text().splitlines(keepends=True)
    path.with_name(name).write_text(lines[1])
    until(lambda: counted(client) == 3)
    assert client.sessions.brief()["text"].count(said[1]) == 1
    path.write_text(lines[0])
    until(lambda: counted(client) == 2)
    brief = client.sessions.brief()["text"]
    assert [brief.count(one) for one in said] == [1, 1]
    client.sessions.pop(session_id="s")
    brief = client.sessions.brief()["text"]
    assert [brief.count(one) for one in said] == [1, 0]


def test_no_count_is_below_nothing(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    second = daemon.data / client.sessions.list()["sessions"][0]["path"]
    with second.open("a") as file:
        file.write(line_of("of another session", 1, "t"))
    shutil.copyfile(kept, first)
    until(lambda: len(client.sessions.list()["sessions"]) == 2 and len(contents(client)) == 3)
    client.sessions.clear(session_id="s")
    first.unlink()
    with second.open("a") as file:  # which is noticed behind the removal
        file.write(line_of("more of it", 2, "t"))

    def counts() -> dict[str, int]:
        return {one["session_id"]: one["messages"] for one in client.sessions.list()["sessions"]}

    until(lambda: counts()["t"] == 2)
    assert counts() == {"s": 0, "t": 2}


@pytest.mark.parametrize("is_appended", [False, True])
def test_what_an_editor_writes_into_a_version_that_was_replaced_is_found(
    daemon: Daemon, client: Client, is_appended: bool
) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first", "second", "third")[0].partition(":")[0]
    first, second, third = path.read_bytes().splitlines(keepends=True)
    with path.open("r+b") as file:
        os.pwrite(file.fileno(), third, len(first))
        os.ftruncate(file.fileno(), len(first + third))
        if is_appended:
            say(client, "fourth")
        until(lambda: path.stat().st_ino != os.fstat(file.fileno()).st_ino)
        os.pwrite(file.fileno(), second.replace(b"second", b"typed"), len(first + third))
    until(lambda: "typed" in contents(client), 30)


@pytest.mark.parametrize("ended", ["stop", "kill"])
@pytest.mark.parametrize("is_emptied", [False, True])
def test_what_was_removed_while_it_was_served_is_not_back_after_a_restart(
    daemon: Daemon, ended: str, is_emptied: bool
) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        said = {"session_id": "s", "messages": [{"role": "user", "content": "the key is below the quay"}]}
        path = daemon.data / wire.call("sessions.append", said)["keys"][0].partition(":")[0]
        if is_emptied:
            path.write_bytes(b"")
        else:
            path.unlink()
        until(lambda: not wire.call("recall.search", {"query": "key below the quay"})["results"])
    if ended == "kill":
        copies = daemon.data / ".memoryd/recent.bin"
        until(lambda: b"cleared" in copies.read_bytes())
        daemon.kill()
    else:
        assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as wire:
        assert wire.call("recall.search", {"query": "key below the quay"})["results"] == []
        assert wire.call("system.health")["problems"] == []
        assert not path.exists() or (is_emptied and path.read_bytes() == b"")


def gone_from(client: Client) -> dict[str, int]:
    """Files of which health says that lines were taken out, and which is the first of those."""
    return {one["path"]: one["line"] for one in client.system.health()["problems"] if "taken out" in one["what"]}


@pytest.mark.parametrize("is_stopped", part(1, [False, True]))
def test_an_older_version_that_takes_the_place_of_a_file_is_told(
    daemon: Daemon, client: Client, *, is_stopped: bool
) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "one", "two")[0].partition(":")[0]
    older = path.read_bytes()
    gone = say(client, "three", "four")
    newer = path.read_bytes()
    if is_stopped:
        daemon.stop()
    put_in_place(path, older)
    if is_stopped:
        daemon.start()
    name = f"sessions/{path.name}"
    assert until(lambda: gone_from(client)) == {name: 3}
    assert contents(client) == ["one", "two"]
    line = until(lambda: [one for one in client.audit.list(key=gone[0])["entries"] if one["change"] == "removed"])[0]
    assert line["by"] == "file"
    shown = client.audit.show(key=gone[0])["versions"]
    assert "three" in [one["text"] for one in shown]
    put_in_place(path, newer)
    until(lambda: not gone_from(client))
    assert contents(client) == ["one", "two", "three", "four"]


def put_in_place(path: Path, data: bytes) -> None:
    """As git and rsync do it."""
    new = path.with_name(".new")
    new.write_bytes(data)
    new.replace(path)


def test_only_a_file_whose_messages_stand_nowhere_is_told_of(daemon: Daemon, client: Client) -> None:
    client.sessions.start(session_id="s")
    renamed = daemon.data / say(client, "one", "two")[0].partition(":")[0]
    renamed.rename(renamed.with_name("named.jsonl"))
    until(lambda: (daemon.data / "sessions/named.jsonl").exists() and counted(client) == 2)
    client.facts.purge(query="one")
    assert contents(client) == ["two"]
    client.sessions.start(session_id="t")
    (key,) = client.sessions.append(session_id="t", messages=[{"role": "user", "content": "three"}])["keys"]
    removed = key.partition(":")[0]
    (daemon.data / removed).unlink()
    assert until(lambda: gone_from(client)) == {removed: 1}


def test_an_archive_that_somebody_removed_is_told(daemon: Daemon, client: Client) -> None:
    put_archive(daemon, "mine.jsonl.zst", line_of("one", 1) + line_of("two", 2))
    until(lambda: contents_if_known(client) == ["one", "two"])
    (daemon.data / "sessions/archive/mine.jsonl.zst").unlink()
    assert until(lambda: gone_from(client)) == {"sessions/mine.jsonl": 1}


def contents_if_known(client: Client) -> list[str]:
    return contents(client) if client.sessions.list()["sessions"] else []
