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
