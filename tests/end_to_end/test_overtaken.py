"""What a message, a day's summary and a brief tell of a fact that was superseded (rules 23 and 26)."""

from __future__ import annotations

from typing import Any

import pytest

from memoryd.client import Client


@pytest.fixture
def daemon_config() -> str:
    return '[memory_oracle]\nembedding_model = "none"\n'


def say(client: Client, session_id: str, *texts: str) -> None:
    client.sessions.start(session_id=session_id)
    for text in texts:
        client.sessions.append(session_id=session_id, messages=[{"role": "user", "content": text}])
    client.sessions.end(session_id=session_id)
    client.maintenance.run(action="summarize")


def found(client: Client, query: str, **more: Any) -> list[str]:
    return [one["text"] for one in client.recall.search(query=query, boost=False, **more)["results"]]


def test_what_holds_comes_before_the_message_of_what_does_no_longer(client: Client) -> None:
    say(client, "home", "I live in Bern.", "I moved from Bern to Basel.")
    assert found(client, "where do I live")[:2] == ["user moved from Bern to Basel", "I live in Bern."]
    assert found(client, "where do I live", precision="high")[0] == "user moved from Bern to Basel"
    assert found(client, "where do I live", kinds=["message"]) == ["I moved from Bern to Basel.", "I live in Bern."]
    assert found(client, "where do I live", include_superseded=True)[0] == "user lives in Bern"


def test_a_fact_stated_later_comes_before_the_message_of_the_one_that_it_supersedes(client: Client) -> None:
    say(client, "home", "I live in Bern.")
    client.facts.add(subject="user", predicate="lives_in", object="Chur", audience="private")
    assert found(client, "do I still live in Bern")[0] == "user lives in Chur"


def test_a_message_that_says_more_answers_for_itself(client: Client) -> None:
    say(client, "home", "I live in Bern and the name of my little brown dog is Rex.", "I moved from Bern to Basel.")
    assert "Rex" in found(client, "what is the name of my little brown dog")[0]


def test_a_message_of_several_sentences_that_all_hold_no_longer_comes_behind(client: Client) -> None:
    say(client, "work", "We use Heroku for hosting. Our issue tracker is Jira.")
    say(client, "later", "We moved from Heroku to Fly.io.", "We switched from Jira to Linear.")
    assert found(client, "where do we host")[0] == "We moved from Heroku to Fly.io"
    assert found(client, "which issue tracker do we have")[0] == "We switched from Jira to Linear"


def test_a_message_of_which_one_sentence_holds_answers_for_itself(client: Client) -> None:
    say(client, "work", "We use Heroku for hosting. Our issue tracker is Jira.")
    say(client, "later", "We moved from Heroku to Fly.io.")
    assert "Jira" in found(client, "which issue tracker do we have")[0]


def test_a_brief_tells_only_where_one_lives_now(client: Client) -> None:
    say(client, "home", "I live in Bern.", "I moved from Bern to Basel.")
    text = client.sessions.brief()["text"]
    assert ("moved from Bern to Basel" in text, "I live in Bern" in text) == (True, False)
