"""Where sentences end that are typed fast, and which of their words name a day."""

from __future__ import annotations

from datetime import date

import pytest

from memoryd.text.sentences import dated, sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("adler paid 2290. lumen is silent", ["adler paid 2290.", "lumen is silent"]),
        ("versand 4,90. nach kent 9,90", ["versand 4,90.", "nach kent 9,90"]),
        ("48k haben wir. nach kent geht es", ["48k haben wir.", "nach kent geht es"]),
        ("wir fahren am 3. november nach kent", ["wir fahren am 3. november nach kent"]),
        ("So that it lasts, we oil it", ["So that it lasts, we oil it"]),
        ("48 Kisten haben wir bzgl. kent bestellt", ["48 Kisten haben wir bzgl. kent bestellt"]),
    ],
)
def test_lower_case_begins_a_sentence_where_the_text_does(text: str, found: list[str]) -> None:
    assert list(sentences(text)) == found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Call me today, not tomorrow.", "Call me today (2026-05-15), not tomorrow (2026-05-16)."),
        ("today's build is red", "today's (2026-05-15) build is red"),
        ("Ok. Today I moved", "Ok. Today (2026-05-15) I moved"),
        ("Heute Abend um acht", "Heute Abend (2026-05-15) um acht"),
        ("it takes date.today() and SELECT today()", "it takes date.today() and SELECT today()"),
        ("see yesterday.log in /var/log/today/x", "see yesterday.log in /var/log/today/x"),
        ("`today` is a keyword, #today a tag", "`today` is a keyword, #today a tag"),
        ("a today-only offer in USA Today", "a today-only offer in USA Today"),
    ],
)
def test_a_day_stands_behind_words_that_mean_it(text: str, told: str) -> None:
    assert dated(text, date(2026, 5, 15)) == told


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "House rules:\n- answers within a day\n- refunds need Ada's ok\n\nAnything else?",
            ["House rules:", "Rule: answers within a day", "Rule: refunds need Ada's ok", "Anything else?"],
        ),
        (
            "Before that I need to:\n1. merge the adapter\n2. rotate the key",
            ["Before that I need to:", "TODO: merge the adapter", "TODO: rotate the key"],
        ),
        ("Bis dahin muss ich noch:\n* das Fass putzen", ["Bis dahin muss ich noch:", "TODO: das Fass putzen"]),
        ("Unsere Regeln:\n- Mandanten siezen", ["Unsere Regeln:", "Regel: Mandanten siezen"]),
        ("Decisions from today:\n- tar, not zip", ["Decisions from today:", "Decision: tar, not zip"]),
        # What stands between ends the list; a done box and a question are nothing to do.
        (
            "Next steps:\n\nThe build is red.\n- it fails on arm",
            ["Next steps:", "The build is red.", "it fails on arm"],
        ),
        ("TODO:\n- [x] oil the loom\n- which oil?", ["oil the loom", "which oil?"]),
        ("The logs say:\n- disk almost full", ["The logs say:", "disk almost full"]),
    ],
)
def test_an_item_of_a_list_is_what_the_line_above_it_says(text: str, found: list[str]) -> None:
    assert list(sentences(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bo leaves in May :( From then on Ada decides", ["Bo leaves in May.", "From then on Ada decides"]),
        ("Frau Kolb hört auf :-( , wir suchen jemanden", ["Frau Kolb hört auf, wir suchen jemanden"]),
        ("we speak German :)", ["we speak German"]),
        ("the ratio is 3 :4, see (a :b)", ["the ratio is 3 :4, see (a :b)"]),
    ],
)
def test_a_face_is_no_part_of_a_sentence(text: str, found: list[str]) -> None:
    assert list(sentences(text)) == found
