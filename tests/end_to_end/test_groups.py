"""What a group session may see (rule 17), by every door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import MemorydError, NotFound, PermissionDenied
from tests.support.daemon import Daemon
from tests.support.wait import until

WORD = "porcupine"
FILES = {
    "MEMORY.md": "# Memory\n\n- private porcupine in the hot cache\n",
    "memory/2026-05-15.md": "- porcupine in a daily log\n",
    "memory/knowledge.md": "- porcupine in a layer note\n",
    "daily/2026-05-15.md": "porcupine in a daily summary\n",
    "summaries/L1/0001.md": "porcupine in a summary\n",
}
PRIVATE = [path for path in FILES if path != "memory/knowledge.md"]


@pytest.fixture
def group(daemon: Daemon) -> Iterator[Client]:
    """A connection that is bound to a group session; a private one has spoken before."""
    for path, text in FILES.items():
        target = daemon.data / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    with Client(daemon.socket) as client, Client(daemon.socket) as private:
        for session_id, audience, project in (
            ("alone", "private", "harbour"), ("earlier", "group", "harbour"), ("elsewhere", "group", "mole"),
        ):  # fmt: skip
            with Client(daemon.socket) as own:
                own.sessions.start(session_id=session_id, audience=audience, project=project)
                own.sessions.append(
                    session_id=session_id, messages=[{"role": "user", "content": f"{WORD} of {session_id}"}]
                )
        private.facts.add(subject=WORD, predicate="is", object="a fact")
        until(lambda: len(private.recall.search(query=WORD, k=50, boost=False)["results"]) >= 3 + len(FILES))
        client.sessions.start(session_id="here", audience="group", project="harbour")
        client.sessions.append(session_id="here", messages=[{"role": "user", "content": f"{WORD} of here"}])
        yield client


def test_search_shows_its_own_and_what_is_not_private(group: Client) -> None:
    results = group.recall.search(query=WORD, k=50, boost=False)["results"]
    texts = sorted(result["text"].split(" of ")[-1] for result in results if result["kind"] == "message")
    assert texts == ["earlier", "here"]
    assert {result["kind"] for result in results} == {"message", "fact", "note"}


@pytest.mark.parametrize("path", PRIVATE)
def test_private_files_do_not_exist_for_get_and_grep(group: Client, daemon: Daemon, path: str) -> None:
    (daemon.data / "memory" / "link.md").hardlink_to(daemon.data / "MEMORY.md")
    names = [path, f"./{path}", f"{path}:1", *(["memory/link.md"] if path == "MEMORY.md" else [])]
    for name in names:
        with pytest.raises((NotFound, MemorydError)) as caught:
            group.recall.get(key=name)
        assert caught.value.code in ("not_found", "invalid_params")
        assert WORD not in caught.value.sentence
    found = {match["path"] for match in group.recall.grep(pattern=WORD)["matches"]}
    assert path not in found
    assert "memory/link.md" not in found
    assert "memory/knowledge.md" in found


def test_a_hard_link_shows_nothing_that_is_private(group: Client, daemon: Daemon) -> None:
    sessions = sorted((daemon.data / "sessions").glob("*.jsonl"))
    links = []
    for number, private in enumerate([*(daemon.data / path for path in PRIVATE), *sessions]):
        links.append(daemon.data / "memory" / f"link{number}.md")
        links[-1].hardlink_to(private)
    with Client(daemon.socket) as operator:
        until(lambda: sum("hard link" in each["what"] for each in operator.system.health()["problems"]) == len(links))
        assert {note["layer"] for note in operator.notes.list(limit=100)["notes"]} <= {"knowledge", "hot"}
    for link in links:
        with pytest.raises(NotFound):
            group.recall.get(key=f"memory/{link.name}")
    shown = group.recall.search(query=WORD, k=50, boost=False)["results"] + group.recall.grep(pattern=WORD)["matches"]
    assert not {result["path"] for result in shown} & {f"memory/{link.name}" for link in links}
    assert "memory/knowledge.md" in {result["path"] for result in shown}


def test_sessions_of_others_do_not_exist(group: Client) -> None:
    listed = {session["session_id"] for session in group.sessions.list()["sessions"]}
    assert listed == {"here", "earlier"}
    assert group.sessions.read(session_id="earlier")["messages"]
    for other in ("alone", "elsewhere"):
        with pytest.raises(NotFound):
            group.sessions.read(session_id=other)


def test_the_connection_stays_bound(group: Client, daemon: Daemon) -> None:
    for call in (
        lambda: group.sessions.start(session_id="other"),
        lambda: group.sessions.start(),
        lambda: group.facts.find(session_id="alone"),
        lambda: group.sessions.append(session_id="alone", messages=[{"role": "user", "content": "x"}]),
    ):
        with pytest.raises(PermissionDenied):
            call()
    group.sessions.end(session_id="here")
    assert len(group.sessions.list()["sessions"]) == 2
    with Client(daemon.socket) as free:
        assert len(free.sessions.list()["sessions"]) == 4
        found = free.recall.search(query=WORD, k=50, boost=False, session_id="here")["results"]
        assert not [result for result in found if result["path"] in PRIVATE]


def test_contexts_of_others_neither_show_nor_count_nor_leave(group: Client, daemon: Daemon) -> None:
    old = "2026-01-02T03:04:05.000000+00:00"
    lines = [
        {"id": f"context-old-{audience}", "content": f"an old {audience} plan", "created": old, "last_accessed": old,
         "access_count": 1, "audience": audience, "project": "harbour"}
        for audience in ("private", "shared")
    ]  # fmt: skip
    (daemon.data / "contexts" / "harbour.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with Client(daemon.socket) as private:
        until(lambda: private.contexts.stats(project="harbour")["total"] == 2)
        mine = group.contexts.save(project="harbour", content="the group's plan")["id"]
        secret = private.contexts.save(project="harbour", content="a secret plan", audience="private")["id"]

        def known(found: Any) -> set[str]:
            return {one["id"] for one in found["contexts"]}

        seen = {mine, "context-old-shared"}
        assert known(group.contexts.load(project="harbour", limit=1)) == {mine}
        assert known(group.contexts.predict(project="harbour", limit=9)) == seen
        assert known(group.contexts.predict(project="harbour", limit=2)) == seen
        assert known(group.contexts.list(project="harbour")) == seen
        assert group.contexts.stats(project="harbour")["total"] == 2
        assert group.contexts.stats()["total"] == 2
        counts = [one["access_count"] for one in private.contexts.predict(project="harbour", limit=9)["contexts"]
                  if one["id"] == secret]  # fmt: skip
        assert counts == [0]  # what the group loaded
        assert group.contexts.prune_expired(project="harbour", dry_run=True)["ids"] == ["context-old-shared"]
        assert group.contexts.prune_expired()["ids"] == ["context-old-shared"]
        assert private.contexts.prune_expired()["ids"] == ["context-old-private"]
        assert known(group.contexts.list(archived=True, limit=1)) == {"context-old-shared"}
        assert known(private.contexts.list(archived=True)) == {"context-old-shared", "context-old-private"}
        for other in ("context-old-private", secret):
            with pytest.raises(NotFound):
                group.contexts.restore(id=other)
            with pytest.raises(NotFound):
                group.recall.get(key=other)
        assert group.contexts.restore(id="context-old-shared")["status"] == "restored"
