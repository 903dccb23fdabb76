"""What was just said bears on an action, before anything is made of it (design rules 17, 23, 24, 27)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.wait import until


def _said(client: Client, *texts: str, role: str = "user", **start: Any) -> str:
    session = client.sessions.start(agent="smith", project="shop", **start)["session_id"]
    client.sessions.append(session_id=session, messages=[{"role": role, "content": text} for text in texts])
    return str(session)


def _checked(client: Client, action: str, **more: Any) -> list[tuple[str, str]]:
    found = client.recall.check(action=action, boost=False, **more)["results"]
    return [(one["text"], one["bears"]) for one in found]


@pytest.mark.parametrize(
    ("text", "action", "bears"),
    [
        ("Never deploy the shop on Fridays.", "deploy the shop on Friday", "decision"),
        ("Jonah can't have dairy.", "cook a gratin for Jonah", "preference"),
        ("I'm allergic to nuts.", "bake a cake with nuts", "preference"),
        ("Wir deployen nie freitags.", "freitags deployen", "decision"),
        ("I prefer tabs over spaces.", "indent with spaces", "preference"),
    ],
)
def test_a_check_finds_what_was_just_said_once(client: Client, text: str, action: str, bears: str) -> None:
    session = _said(client, text)
    assert _checked(client, action) == [(text, bears)]
    client.sessions.end(session_id=session)
    client.maintenance.run(action="consolidate")
    assert len(_checked(client, action)) == 1


def test_what_was_taken_back_does_not_bear(client: Client) -> None:
    over = "The rule about never deploying the shop on Fridays no longer applies."
    session = _said(client, "Never deploy the shop on Fridays.")
    said = [{"role": "assistant", "content": "Noted."}, {"role": "user", "content": over}]
    client.sessions.append(session_id=session, messages=said)
    assert [text for text, _ in _checked(client, "deploy the shop on Friday")] == [over]


@pytest.mark.parametrize(
    ("rule", "over", "action"),
    [
        ("We never deploy on Fridays.", "Forget the Friday rule, we deploy on Fridays again.", "deploy on Friday"),
        (
            "Wir deployen nie freitags.",
            "Die Freitagsregel gilt nicht mehr, wir deployen wieder freitags.",
            "freitags deployen",
        ),
    ],
)
def test_a_rule_that_a_message_ended_long_ago_stands_behind_it(
    client: Client, rule: str, over: str, action: str
) -> None:
    for days, text in ((9, rule), (2, over)):
        at = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        session = client.sessions.start(agent="smith", project="shop")["session_id"]
        client.sessions.append(session_id=session, messages=[{"role": "user", "content": text, "at": at}])
        client.sessions.end(session_id=session)
    client.maintenance.run(action="consolidate")
    client.sessions.brief(project="shop")
    assert [text for text, _ in _checked(client, action, project="shop")] == [over, rule]
    group = client.sessions.start(agent="smith", project="shop", audience="group")["session_id"]
    assert _checked(client, action, session_id=group) == []


def test_a_message_bears_until_all_that_it_says_was_made_something(client: Client) -> None:
    """Of two sentences it is no result with either (rule 24)."""
    rules = ["Never deploy the shop on Fridays.", "Always tell Jonah before you deploy the shop."]
    session, action = _said(client, " ".join(rules)), "deploy the shop on Friday"
    assert _checked(client, action) == [(" ".join(rules), "decision")]
    client.sessions.end(session_id=session)
    client.maintenance.run(action="summarize")
    until(lambda: sorted(text for text, _ in _checked(client, action)) == sorted(rules))


def test_a_check_finds_what_many_messages_said_once_they_are_read(client: Client) -> None:
    _said(client, *(f"Never deploy shop {number} on Fridays." for number in range(40)))
    until(lambda: _checked(client, "deploy shop 7 on Friday", k=1) == [("Never deploy shop 7 on Fridays.", "decision")])


def test_a_group_is_told_nothing_private(client: Client) -> None:
    _said(client, "Never deploy the shop on Fridays.")
    group = client.sessions.start(agent="smith", project="shop", audience="group")["session_id"]
    assert _checked(client, "deploy the shop on Friday", session_id=group) == []


def test_what_a_tool_said_does_not_bear(client: Client) -> None:
    _said(client, "Never deploy the shop on Fridays.", role="tool")
    assert _checked(client, "deploy the shop on Friday") == []


def test_a_note_of_any_layer_bears_by_what_somebody_cannot_have(client: Client) -> None:
    client.notes.write(layer="knowledge", text="Nut allergy: Tom.")
    client.notes.write(layer="knowledge", text="Tom baked a nut cake.")
    assert _checked(client, "bake a nut cake for Tom") == [("Nut allergy: Tom.", "preference")]


def test_a_prompt_that_is_checked_does_not_bear_on_itself(client: Client) -> None:
    text = "We decided to paint the hall green."
    session = _said(client, text)
    assert _checked(client, text) == [(text, "decision")]
    assert _checked(client, text, session_id=session) == []
