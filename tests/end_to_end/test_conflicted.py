"""Files that a merge or a sync tool left in conflict."""

from __future__ import annotations

from memoryd.client import Client
from tests.support.daemon import Daemon
from tests.support.wait import until


def problems(client: Client) -> list[tuple[str, int | None]]:
    return [(one["path"], one.get("line")) for one in client.system.health()["problems"]]


def test_a_conflicted_copy_of_private_notes_is_reported_and_shown_to_nobody(daemon: Daemon) -> None:
    path = "memory/user (conflicted copy 2026-05-15).md"
    with Client(daemon.socket) as client:
        client.notes.write(layer="user", text="Ada is pregnant")
        (daemon.data / path).write_text("# User\n\n- Ada is pregnant\n")
        until(lambda: (path, None) in problems(client))
    with Client(daemon.socket) as group:
        group.sessions.start(session_id="g", agent="a", audience="group", project="p")
        assert group.recall.search(query="is Ada pregnant?", session_id="g")["results"] == []


def test_a_conflicted_copy_that_came_while_nothing_ran_is_no_layer_either(daemon: Daemon) -> None:
    path = "memory/user (conflicted copy 2026-05-15).md"
    daemon.stop()
    (daemon.data / path).write_text("# User\n\n- Ada is pregnant\n")
    daemon.start()
    with Client(daemon.socket) as client:
        until(lambda: (path, None) in problems(client))
        assert client.notes.layers()["layers"] == []
    with Client(daemon.socket) as group:
        group.sessions.start(session_id="g", agent="a", audience="group", project="p")
        assert group.recall.search(query="is Ada pregnant?", session_id="g")["results"] == []


def test_the_marks_of_a_merge_are_reported_until_they_are_gone(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.notes.write(layer="preferences", text="Ada likes tea")
        file = daemon.data / "memory/preferences.md"
        until(file.exists)
        text = file.read_text()
        file.write_text(f"{text}<<<<<<< HEAD\n- Ada likes green tea\n=======\n- Ada likes coffee\n>>>>>>> theirs\n")
        line = text.count("\n") + 1
        until(lambda: ("memory/preferences.md", line) in problems(client))
        file.write_text(f"{text}- Ada likes coffee\n")
        until(lambda: problems(client) == [])
