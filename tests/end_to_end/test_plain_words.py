"""Plain words that say what is no longer so supersede the fact that said it, and no other (rule 23)."""

from __future__ import annotations

import pytest

from memoryd.client import Client

Triple = tuple[str, str, str]


@pytest.fixture
def daemon_config() -> str:
    return '[memory_oracle]\nembedding_model = "none"\n'


def superseding(client: Client, pairs: list[tuple[Triple, Triple]]) -> list[tuple[Triple, Triple]]:
    """Those of the pairs whose later one supersedes the earlier one; each pair is of a project of its own."""
    found = []
    for number, pair in enumerate(pairs):
        old, new = (
            client.facts.add(subject=one[0], predicate=one[1], object=one[2], project=f"p{number}") for one in pair
        )
        if new.get("superseded", []) == [old["id"]]:
            found.append(pair)
    return found


SUPERSEDES: list[tuple[Triple, Triple]] = [
    (("We", "use", "Heroku for hosting"), ("We", "moved_from", "Heroku to Fly.io")),
    (("We", "use", "Heroku for builds"), ("We", "moved_from", "Heroku to Fly.io for builds")),
    (("issue tracker", "is", "Jira"), ("We", "switched_from", "Jira to Linear")),
    (("user's editor", "is", "vim"), ("user", "switched_from", "vim to Helix")),
    (("Wir", "nutzen", "Trello als Taskboard"), ("Wir", "sind_von", "Trello auf Notion umgestiegen")),
    (("Ticketsystem", "ist", "Redmine"), ("Wir", "haben_von", "Redmine auf GitLab gewechselt")),
    (("Mia", "is", "a vegetarian"), ("Mia", "is", "not vegetarian anymore")),
    (("Mia", "is", "allergic to cats"), ("mia", "isn't", "allergic to cats after all")),
    (("Mia", "likes", "fish"), ("Mia", "doesn't_like", "fish, I asked her")),
    (("Mia", "isst", "Fleisch"), ("Mia", "isst", "kein Fleisch mehr, Bo hat eine Allergie")),
    (("Ida", "lives_in", "Bonn"), ("Ida", "doesn't", "live in Bonn any more")),
    (("Ole", "lives_in", "Bonn"), ("Ole", "no_longer", "live in Bonn")),
    (("Eva", "wohnt_in", "Bonn"), ("Eva", "wohnt_nicht_mehr_in", "Bonn, seit Mai")),
    (("Udo", "ist", "Raucher"), ("Udo", "ist", "kein Raucher mehr")),
    (("Pia", "works_as", "a nurse at UKE"), ("Pia", "does_not_work", "at UKE anymore")),
    (("Max", "boss", "Karen"), ("Max", "new_boss", "Steve")),
    (("Lea's Chefin", "ist", "Ute"), ("Lea's neue Chefin", "ist", "Anja")),
    (("Lena", "works_at", "Siemens as a data engineer"), ("Lena", "left", "Siemens last month")),
    (("Jan", "is_at", "the Red Cross"), ("Jan", "quit", "the Red Cross for good")),
    (("Gil", "works_for", "Acme"), ("Gil", "was", "laid off by Acme in May")),
    (("Uwe", "arbeitet", "bei Bosch"), ("Uwe", "hat", "bei Bosch gekündigt")),
    (("Marc", "leads", "search"), ("Jo", "takes", "over search from Marc on Monday")),
    (("Marc", "runs", "the search team"), ("Jo", "has", "taken over the search team from Marc")),
    (("Marc", "is", "the search lead"), ("Jo", "will", "take over from Marc as search lead")),
    (("Marc", "is", "responsible for search"), ("Jo", "is", "taking over search from Marc, he goes on leave")),
    (("owner of the gateway", "is", "Marc"), ("Jo", "took", "over the gateway from Marc last week")),
    (("search", "is_led_by", "Marc"), ("Jo", "replaces", "Marc as search lead")),
    (("Ute", "leitet", "die Suche"), ("Anja", "übernimmt", "die Suche von Ute ab Mai")),
    (("Ute", "ist_für", "die Suche verantwortlich"), ("Anja", "hat", "die Suche von Ute übernommen")),
    (("Ute", "ist", "Teamleiterin"), ("Anja", "löst", "Ute als Teamleiterin ab")),
    (("deadline of the grant", "is", "in May"), ("new deadline of the grant", "is", "in June")),
]
SPARES: list[tuple[Triple, Triple]] = [
    (("We", "use", "Heroku for hosting"), ("We", "moved_from", "Heroku to Fly.io for builds")),
    (("Acme's issue tracker", "is", "Jira"), ("We", "switched_from", "Jira to Linear")),
    (("Berlin office tracker", "is", "Jira"), ("We", "switched_from", "Jira to Linear")),
    (("issue tracker", "is", "Jira"), ("Tom", "switched_from", "Jira to Linear")),
    (("venue", "is", "Bonn"), ("We", "moved_from", "Bonn to Kiel")),
    (("Tom", "is", "a vegetarian"), ("Mia", "is", "not vegetarian anymore")),
    (("boat", "is", "ready"), ("boat", "isn't", "ready yet")),
    (("Mia", "likes", "fish"), ("Mia", "doesn't_like", "fish on Fridays if it is warm")),
    (("Mia", "likes", "Bonn"), ("Mia", "doesn't", "live in Bonn any more")),
    (("Pia", "works_as", "a nurse at the UKE clinic"), ("Pia", "does_not_work", "at UKE anymore")),
    (("Max", "colleague", "Karen"), ("Max", "new_colleague", "Steve")),
    (("Tom", "boss", "Karen"), ("Max", "new_boss", "Steve")),
    (("Lena", "works_at", "Siemens Energy"), ("Lena", "left", "Siemens")),
    (("Lena", "likes", "Siemens"), ("Lena", "left", "Siemens")),
    (("Tom", "works_at", "Siemens"), ("Lena", "left", "Siemens")),
    (("Marc", "leads", "billing"), ("Jo", "takes", "over search from Marc")),
    (("Anna", "leads", "search"), ("Jo", "takes", "over search from Marc")),
    (("Marc", "likes", "search"), ("Jo", "takes", "over search from Marc")),
    (("Marc", "is", "tired"), ("Jo", "takes", "over from Marc as search lead")),
    (("search", "uses", "Marc"), ("Jo", "takes", "over search from Marc")),
    (("Marc", "leads", "search"), ("Jo", "takes", "search over the hill")),
]


def test_what_is_said_to_be_over_is(client: Client) -> None:
    assert superseding(client, SUPERSEDES) == SUPERSEDES


def test_what_is_said_of_something_else_is_not(client: Client) -> None:
    assert superseding(client, SPARES) == []


def test_what_was_said_over_weeks_answers_with_what_holds(client: Client) -> None:
    for day, text in (
        ("2026-05-11", "We use Heroku for hosting."),
        ("2026-05-12", "Our issue tracker is Jira."),
        ("2026-05-13", "My editor is vim."),
        ("2026-05-20", "We moved from Heroku to Fly.io."),
        ("2026-05-21", "We switched from Jira to Linear."),
        ("2026-05-22", "I switched from vim to Helix."),
        ("2026-05-23", "I'm not vegetarian anymore."),
    ):
        message = {"role": "user", "content": text, "at": f"{day}T10:00:00+00:00"}
        client.sessions.start(session_id=day, agent="a")
        client.sessions.append(session_id=day, messages=[message])
    client.maintenance.run(action="summarize")
    held = {f"{fact['subject']} {fact['predicate']} {fact['object']}" for fact in client.facts.find()["facts"]}
    assert held == {
        "We moved_from Heroku to Fly.io",
        "We switched_from Jira to Linear",
        "user switched_from vim to Helix",
        "user is not vegetarian anymore",
    }
