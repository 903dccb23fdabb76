"""What briefs judged as past, in searches and checks (design rules 23 and 26)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon


def test_a_check_tells_what_briefs_leave_out_as_past_behind_what_holds(daemon: Daemon, client: Client) -> None:
    now = datetime.now(UTC)
    said = (
        (9, "Decision: we deploy the shop with Kite."),
        (3, "Kite is out, too slow. Decision: deploys go with Ansible."),
    )
    for days, text in said:
        session = client.sessions.start(agent="smith", project="shop")["session_id"]
        at = (now - timedelta(days=days)).isoformat()
        client.sessions.append(session_id=session, messages=[{"role": "user", "content": text, "at": at}])
        client.sessions.end(session_id=session)
    client.maintenance.run(action="summarize")

    def checked(**more: Any) -> list[str]:
        found = client.recall.check(action="deploy the shop with Kite", project="shop", boost=False, **more)["results"]
        return [one["text"] for one in found]

    old, new = "Decision: we deploy the shop with Kite.", "Decision: deploys go with Ansible."
    client.sessions.brief(project="shop")
    assert checked() == [new, old]
    daemon.stop()
    daemon.start()
    assert checked() == [new, old]
    # A group is told nothing of what a private memory ends.
    group = client.sessions.start(agent="smith", project="shop", audience="group")["session_id"]
    assert checked(session_id=group) == []


@pytest.mark.parametrize(
    ("former", "later", "asked", "was"),
    [
        (
            "I decided that the thief is the gardener.", "The thief isn't the gardener. It's the cook, Maud.",
            "who is the thief?", "who was the thief originally?",
        ),
        (
            "We buy our bread at Kite, on Saturdays.",
            "From now on we buy our bread at Adler, they deliver on Fridays.",
            "where do we buy our bread?", "where did we buy bread?",
        ),
    ],
)  # fmt: skip
def test_what_a_brief_judged_as_past_comes_behind_what_ended_it(
    client: Client, former: str, later: str, asked: str, was: str
) -> None:
    for days, text in ((9, former), (3, later)):
        session = client.sessions.start(agent="smith", project="farm")["session_id"]
        at = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        client.sessions.append(session_id=session, messages=[{"role": "user", "content": text, "at": at}])
    client.maintenance.run(action="summarize")

    def first(query: str, **more: Any) -> bool:
        found = client.recall.search(query=query, project="farm", boost=False, **more)["results"]
        return bool(found[0]["text"].rstrip(".") == later.rstrip("."))

    client.sessions.brief(project="farm")
    assert first(asked)
    assert not first(asked, include_superseded=True)
    assert not first(was)


BREAD = ("We buy our bread at Kite, on Saturdays.", "From now on we buy our bread at Adler, they deliver on Fridays.")


def _told(daemon: Daemon, audience: str) -> None:
    """By a connection each, which a group's session binds."""
    for days, text in zip((9, 3), BREAD, strict=True):
        with Client(daemon.socket) as client:
            session = client.sessions.start(agent="smith", project="farm", audience=audience)["session_id"]
            at = (datetime.now(UTC) - timedelta(days=days)).isoformat()
            client.sessions.append(session_id=session, messages=[{"role": "user", "content": text, "at": at}])


def _found(client: Client, query: str, **more: Any) -> list[bool]:
    """Of each result that tells of the bread, whether it tells of what holds."""
    found = client.recall.search(query=query, project="farm", boost=False, **more)["results"]
    return [BREAD[1].startswith(one["text"].rstrip(".")) for one in found]


@pytest.mark.parametrize("audience", ["private", "group"])
def test_what_a_group_sees_of_the_past_takes_nothing_from_what_was_judged(
    daemon: Daemon, client: Client, audience: str
) -> None:
    _told(daemon, audience)
    client.maintenance.run(action="summarize")
    asked = "where do we buy our bread?"
    client.sessions.brief(project="farm")
    with Client(daemon.socket) as other:
        group = other.sessions.start(agent="smith", project="farm", audience="group")["session_id"]
        other.sessions.brief(project="farm", session_id=group)
        assert _found(other, asked, session_id=group)[:2] == ([True, False] if audience == "group" else [])
    assert _found(client, asked)[:2] == [True, False]


def test_what_ended_something_stays_behind_it_where_it_is_far_from_what_is_asked(
    daemon: Daemon, client: Client
) -> None:
    _told(daemon, "private")
    client.sessions.brief(project="farm")
    assert _found(client, "bread on Saturdays at Kite") == [False, True]
