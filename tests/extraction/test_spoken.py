"""What somebody passes on, or wants worked on, states nothing of them."""

from __future__ import annotations

import pytest

from tests.extraction.talking import lines_of, talk

MAIL = "From: Karl <karl@example.com>\nDate: Mon, 4 May\nSubject: Hello\n\nHi, I'm Karl and I live in Ulm."


@pytest.mark.parametrize(
    "text",
    [
        MAIL,
        "Forwarded message: Hi, I'm Karl and I live in Ulm.",
        "Mail from my landlord: I am raising the rent to 900 euros in May.",
        "Here's the message I got from Karl: I live in Ulm now.",
        "Translate this: I live in Ulm and I have two cats.",
        "Übersetze bitte: Ich wohne in Hamburg.",
        "Write a story: my name is Robin and I live in Sherwood.",
        "I love waiting in line for two hours /s",
    ],
)
def test_anothers_words_are_not_the_speakers(text: str) -> None:
    assert lines_of(talk(("user", text))) == []


def test_what_stands_before_a_forwarded_mail_counts() -> None:
    said = talk(("user", f"I live in Bonn.\n\n---------- Forwarded message ---------\n{MAIL}"))
    assert [fact.object for fact in said.facts] == ["Bonn"]


@pytest.mark.parametrize(
    "text",
    [
        "Note for later: I live in Ulm.",
        "Edit: I live in Ulm.",
        "Correct: I live in Ulm.",
        "Betreff: Umzug\n\nHallo,\nich wohne in Ulm.",
        "Re: moving, I live in Ulm.",
    ],
)
def test_ones_own_note_or_letter_counts(text: str) -> None:
    assert [fact.object.removeprefix("in ") for fact in talk(("user", text)).facts] == ["Ulm"]
