"""What people type fast: what of it is said of what, and what in it is no statement of theirs."""

from __future__ import annotations

import pytest

from memoryd.extraction.extract import extract_sure
from memoryd.extraction.found import Said
from memoryd.text.clauses import language_of
from memoryd.text.sentences import sentences
from tests.extraction.talking import DAY, lines_of, talk


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Thema heute: Relaunch von Nordlicht, Termin ist der 15. Dezember", ["Termin"]),
        ("My cousin Bo (not the other Bo!) is allergic to dust", ["user's cousin Bo"]),
        ("Three helpers, Bo full time and Ada on Saturdays", []),
    ],
)
def test_what_it_is_said_of_is_no_more_than_that(text: str, subjects: list[str]) -> None:
    assert [fact.subject for fact in talk(("user", text)).facts] == subjects


def test_a_question_that_yes_or_no_answers_is_no_fact_with_what_is_said_instead() -> None:
    said = talk(
        ("user", "Wir nehmen den Bosch."),
        ("assistant", "Soll ich den Liefertermin vormerken?"),
        ("user", "kommt Dienstag zwischen 10 und 14 Uhr"),
    )
    assert not [fact for fact in said.facts if fact.predicate == "Antwort"]


def test_a_confidence_is_no_task() -> None:
    told = "Moira told me she's pregnant, keep it to yourself, the others don't know yet"
    messages = ("Isla was brilliant.", "I was going to do a sale, no margin in it", "Ada can work tomorrow", "ok", told)
    said, _, _ = extract_sure([Said("s", "user", None, text, DAY) for text in messages], {told: 9.0})
    assert said.action_items == []
    assert [fact.object for fact in said.facts if "pregnant" in fact.object]


def test_english_without_apostrophes_is_no_german() -> None:
    assert language_of("im learning portuguese w/ an app, 40 day streak") == "en"
    assert language_of("im Dezember zum TÜV") == "de"


@pytest.mark.parametrize("text", ["Die Rechnung ist raus", "Drafts für Kranich sind raus, Tom liebt Nummer 2"])
def test_what_left_the_house_was_not_decided(text: str) -> None:
    assert talk(("user", text)).decisions == []


@pytest.mark.parametrize(
    "line",
    [
        "Nov 16 09:11:02 grid01 systemd[1]: import.service: Failed with result 'exit-code'.",
        "09:11:02.113 worker 3 gave up after 5 tries",
        "MemoryError",
        "psycopg.errors.UniqueViolationError: duplicate key 14",
    ],
)
def test_what_a_program_printed_nobody_says(line: str) -> None:
    assert list(sentences(f"Look at what it says\n\n{line}")) == ["Look at what it says"]
    assert not any(line.rstrip(".") in kept for kept in lines_of(talk(("user", f"this is what it says\n{line}"))))


def test_who_writes_on_in_lower_case_behind_a_stop_says_something_new() -> None:
    text = "Dana reviews all that touches billing btw. she's our finance lead. Ca. ich weiß nicht."
    assert list(sentences(text)) == [
        "Dana reviews all that touches billing btw.",
        "she's our finance lead.",
        "Ca. ich weiß nicht.",
    ]
    assert len(list(sentences("Every night!! every night! they just said yes."))) == 1
