"""Short answers are read with what they answer; what is taken back, or over, is nothing."""

from __future__ import annotations

from datetime import date

import pytest

from memoryd.extraction.found import Said
from memoryd.extraction.result import DailyResult
from tests.extraction.talking import extract

DAY = date(2026, 5, 15)


def told(*turns: tuple[str, str]) -> DailyResult:
    return extract(Said("s1", role, None, text, DAY) for role, text in turns)


@pytest.mark.parametrize(
    ("turns", "decision"),
    [
        (
            (("assistant", "Should the job run hourly or daily?"), ("user", "daily")),
            "Should the job run hourly or daily? daily",
        ),
        (
            (("assistant", "Two options: (a) keep cron, or (b) use a timer unit."), ("user", "yes a")),
            "yes a: keep cron",
        ),
        (
            (("assistant", "Two options: (a) keep cron, (b) use a timer unit."), ("user", "yes b")),
            "yes b: use a timer unit",
        ),
        (
            (("assistant", "Two options:\n1. keep cron\n2. use a timer unit\nI'd lean to 2."), ("user", "2 please")),
            "2 please: use a timer unit",
        ),
        (
            (("assistant", "Soll ich Postgres oder SQLite nehmen?"), ("user", "sqlite bitte")),
            "Soll ich Postgres oder SQLite nehmen? sqlite",
        ),
        (
            (("assistant", "Passt der 3. um neun oder lieber der 5. um elf?"), ("user", "der frühere")),
            "Passt der 3. um neun oder lieber der 5. um elf? der frühere",
        ),
        (
            (
                ("user", "Should we rent the large tent?"),
                ("assistant", "It is 80 more."),
                ("user", "ok, the large one"),
            ),
            "Should we rent the large tent? ok, the large one",
        ),
        ((("assistant", "Postgres or SQLite?"), ("user", "Postgres")), "Postgres or SQLite? Postgres"),
        (
            (("assistant", "Should I switch the DNS to Hetzner?"), ("user", "yes, do that")),
            "Agreed: switch the DNS to Hetzner",
        ),
        ((("user", "Should we keep tabs?"), ("assistant", "Yes, do that.")), "Agreed: keep tabs"),
        ((("user", "Nehmen wir den Bus? Ja, machen wir."),), "Nehmen wir den Bus? machen wir."),
        ((("user", "You've convinced me. The slate roof."),), "The slate roof."),
        ((("user", "Überredet. Das Schieferdach."),), "Das Schieferdach."),
    ],
)
def test_an_answer_is_kept_with_what_it_settles(turns: tuple[tuple[str, str], ...], decision: str) -> None:
    assert told(*turns).decisions == [decision]


@pytest.mark.parametrize(
    "turns",
    [
        (("assistant", "Should the job run hourly or daily?"), ("user", "not sure, maybe daily")),
        (("assistant", "Should the job run hourly or daily?"), ("user", "what does hourly cost?")),
        (("assistant", "Should the job run hourly or daily?"), ("user", "neither")),
        (("assistant", "Soll ich Postgres oder SQLite nehmen?"), ("user", "egal")),
        (("assistant", "It rained."), ("user", "daily")),
        (("assistant", "Did it run?"), ("user", "yes")),
        (("assistant", "Do we have Postgres or MySQL?"), ("user", "Postgres")),
        (("assistant", "Should I explain cron?"), ("user", "yes please")),
        (("assistant", "Should I explain cron or timers?"), ("assistant", "cron")),
        (("user", "Let's use Redis. Scratch that."),),
        (("user", "wir nehmen den Bus am Freitag. ach nee, vergiss es"),),
        (("user", "We used to deploy from a laptop"),),
        (("user", "früher haben wir alles per Fax geschickt"),),
        (("assistant", "Man sollte sich immer beraten lassen."),),
    ],
)
def test_a_hedge_and_what_is_taken_back_or_over_settle_nothing(turns: tuple[tuple[str, str], ...]) -> None:
    assert told(*turns) == DailyResult()


def test_what_says_little_alone_stands_behind_what_it_means() -> None:
    found = told(("user", "The TLS certificate is overdue. Put it on the list."))
    assert found.action_items[-1] == "The TLS certificate is overdue. Put it on the list."


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "My daughter Ida is allergic to nuts, so please keep that in mind.",
            "user's daughter Ida is allergic to nuts",
        ),
        (
            "Our box is called crane and the app listens on 8443 there.",
            "box is called crane and the app listens on 8443 there",
        ),
        ("The alarm goes to Sam's phone at 6, then mine.", "alarm goes to Sam's phone at 6, then user's"),
        ("The guest in room 7 (Ines) speaks Dutch.", "guest in room 7 (Ines) speaks Dutch"),
    ],
)
def test_a_fact_is_not_clipped(text: str, fact: str) -> None:
    assert [one.sentence for one in told(("user", text)).facts] == [fact]


def test_who_writes_in_lower_case_ends_sentences_too() -> None:
    found = told(("user", "no tabs in yaml files. the staging port is 8443"))
    assert (found.preferences, [one.sentence for one in found.facts]) == (
        ["no tabs in yaml files."],
        ["staging port is 8443"],
    )


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("Den Vertrag mit Telko kündigen wir zum Jahresende.", "decisions"),
        ("Das Logo wird grün.", "decisions"),
        ("Ab Mai übernimmt Katrin die Kasse.", "decisions"),
        ("Right, Lisbon over Porto.", "decisions"),
        ("The logo stays green.", "decisions"),
        ("Team agreed to freeze features until the audit is over.", "decisions"),
        ("Vor zehn bin ich nicht erreichbar.", "preferences"),
        ("Für Präsentationen gilt: höchstens zehn Folien.", "preferences"),
        ("Whenever you touch the schema, run the linter first.", "preferences"),
        ("Meetings on Mondays are a no for me.", "preferences"),
        ("Der Drucker im zweiten Stock muss zur Wartung.", "action_items"),
        ("Zu klären: wer zahlt die Kaution?", "action_items"),
    ],
)
def test_a_statement_is_known_by_its_grammar(text: str, section: str) -> None:
    found = told(("user", text))
    sections = ("decisions", "preferences", "action_items")
    assert [name for name in sections if getattr(found, name)] == [section]


def test_a_joke_decides_nothing() -> None:
    assert told(("user", "haha, let's just rewrite it in COBOL")).decisions == []


def test_what_stands_behind_what_is_taken_back_holds() -> None:
    said = told(("user", "Let's go with Redis. Actually, scratch that: let's use Valkey for the cache."))
    assert said.decisions == ["let's use Valkey for the cache."]
    said = told(("user", "Wir nehmen Redis. Ach, streich das, wir nehmen Valkey."))
    assert said.decisions == ["wir nehmen Valkey."]


@pytest.mark.parametrize("answer", [(), (("assistant", "Got it."),)])
def test_what_the_speaker_takes_back_in_the_next_message_is_not_kept(answer: tuple[tuple[str, str], ...]) -> None:
    said = told(("user", "We go with the blue tiles"), *answer, ("user", "Scratch that: let's use the green tiles"))
    assert said.decisions == ["let's use the green tiles"]
    said = told(("user", "Wir nehmen den Bus am Freitag."), *answer, ("user", "Kommando zurück, wir nehmen die Bahn."))
    assert said.decisions == ["wir nehmen die Bahn."]
    said = told(("user", "We meet in the library."), *answer, ("user", "On second thought let's go with the canteen."))
    assert said.decisions[-1:] == ["let's go with the canteen."]
    said = told(("user", "We go with the blue tiles."), *answer, ("user", "Never mind, I get the grout later."))
    assert said.decisions == ["We go with the blue tiles."]


def test_what_takes_back_what_was_asked_leaves_what_was_said_before() -> None:
    asked = ("assistant", "Shall I set up Redis for the sessions, too?")
    said = told(("user", "We go with the blue tiles."), asked, ("user", "Forget that, nobody needs it."))
    assert said.decisions == ["We go with the blue tiles."]
