"""On which date a day is that somebody names."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.text.weekdays import with_dates, with_weekdays

WEDNESDAY = date(2026, 5, 13)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pay it by Friday", "pay it by Friday (2026-05-15)"),
        ("pay it by Monday please", "pay it by Monday (2026-05-18) please"),
        ("bis Freitag zahlen", "bis Freitag (2026-05-15) zahlen"),
        ("refunds go to Dana from Monday on", "refunds go to Dana from Monday (2026-05-18) on"),
        ("from Monday refunds go to Dana", "from Monday (2026-05-18) refunds go to Dana"),
        ("ab Freitag kocht Ada", "ab Freitag (2026-05-15) kocht Ada"),
        ("seit Montag läuft das auf fra-1", "seit Montag (2026-05-11) läuft das auf fra-1"),
        ("red since Friday", "red since Friday (2026-05-08)"),
        ("am letzten Dienstag", "am letzten Dienstag (2026-05-12)"),
        ("we decided last Friday to use Kite", "we decided last Friday (2026-05-08) to use Kite"),
        ("last Friday I passed", "last Friday (2026-05-08) I passed"),
        ("next Monday at 10", "next Monday (2026-05-18) at 10"),
        ("this Friday", "this Friday (2026-05-15)"),
        ("this Wednesday", "this Wednesday (2026-05-13)"),
        ("kommenden Mittwoch", "kommenden Mittwoch (2026-05-20)"),
        ("two weeks ago", "two weeks ago (2026-04-29)"),
        ("vor drei Tagen", "vor drei Tagen (2026-05-10)"),
        ("on Tuesday next week we fly", "on Tuesday next week (2026-05-19) we fly"),
        ("pay it by Friday next week", "pay it by Friday next week (2026-05-22)"),
        ("next week on Monday", "next week on Monday (2026-05-18)"),
        ("Friday this week", "Friday this week (2026-05-15)"),
        ("am Dienstag nächste Woche frei", "am Dienstag nächste Woche (2026-05-19) frei"),
        ("nächste Woche Freitag", "nächste Woche Freitag (2026-05-22)"),
        ("bis Mittwoch nächster Woche", "bis Mittwoch nächster Woche (2026-05-20)"),
        ("letzte Woche am Montag", "letzte Woche am Montag (2026-05-04)"),
        # What is once, and ahead.
        ("Am Donnerstag kommt der Klempner", "Am Donnerstag (2026-05-14) kommt der Klempner"),
        ("der Techniker kommt am Montag um 9", "der Techniker kommt am Montag (2026-05-18) um 9"),
        ("the plumber is coming on Tuesday", "the plumber is coming on Tuesday (2026-05-19)"),
        ("my interview is on Friday at ten", "my interview is on Friday (2026-05-15) at ten"),
        ("Zahnarzttermin am Freitag um 14:30", "Zahnarzttermin am Freitag (2026-05-15) um 14:30"),
    ],
)
def test_a_day_has_its_date(text: str, told: str) -> None:
    assert with_weekdays(text, WEDNESDAY) == told


@pytest.mark.parametrize(
    "text",
    [
        "next Friday",  # of this week or of the next one
        "nächsten Freitag",
        "this Monday",  # of this week or of the next one
        "diesen Dienstag",
        "by Wednesday",
        "from Wednesday on",  # of today or of the next one
        "ab Mittwoch",
        "since Wednesday",
        "open from Monday to Friday",
        # What came from a day is none that begins then.
        "the notes from Monday are in docs/notes.md",
        "I'm back from Monday's trip",
        "From Monday's email: Kite is out",
        "offen ab Montag bis Freitag, den 15.",
        "every last Friday",
        "every Tuesday next week",
        "Tuesday next week (2026-05-19)",
        "Freitag in zwei Wochen",
        "the last Friday of the month",
        "next Monday, May 18",
        "by Friday the 15th",
        "bis Freitag, den 15. Mai",
        "on Fridays",
        # It may be of each week, has been, or is not to be.
        "training is on Monday",
        "Die Putzfrau kommt am Donnerstag",
        "on Monday he called me",
        "jeden Freitag kommt der Techniker, am Montag auch",
        "am Freitag war die Prüfung",
        "the exam was on Friday",
        "Die Prüfung haben wir am Freitag geschrieben",
        "the appointment on Friday is cancelled",
        "the inspection is on Wednesday",
        "the inspection is on Tuesday or on Thursday",
        "viewing on Friday the 15th",
        "by Friday (2026-05-15)",
        "vor zwei Wochen (2026-04-29)",
    ],
)
def test_what_leaves_a_doubt_or_has_its_date_stays(text: str) -> None:
    assert with_weekdays(text, WEDNESDAY) == text


@given(st.dates(date(1900, 1, 10), date.max), st.sampled_from(("this Friday", "last Monday", "bis Sonntag")))
def test_no_date_is_more_than_a_week_away_and_it_is_told_once(day: date, text: str) -> None:
    told = with_weekdays(text, day)
    assert with_weekdays(told, day) == told
    if told != text:
        assert abs(date.fromisoformat(told[-11:-1]) - day) <= timedelta(days=7)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ich rufe morgen an", "Ich rufe morgen (2026-05-14) an"),
        ("Kannst du das bis morgen machen?", "Kannst du das bis morgen (2026-05-14) machen?"),
        ("ab morgen gilt es", "ab morgen (2026-05-14) gilt es"),
        ("Morgen kommt Ada.", "Morgen (2026-05-14) kommt Ada."),
        ("Gut. Morgen fahren wir", "Gut. Morgen (2026-05-14) fahren wir"),
        ("morgen früh um 8", "morgen früh (2026-05-14) um 8"),
        ("heute morgen um 8", "heute morgen (2026-05-13) um 8"),
        ("call Ada tomorrow and Bo by Friday", "call Ada tomorrow (2026-05-14) and Bo by Friday (2026-05-15)"),
        *((text, text) for text in (
            "Guten Morgen", "guten morgen", "Morgen!", "Morgen zusammen", "am Morgen des 3. Mai", "am morgen laufe ich",
            "jeden morgen", "Montag morgen", "Dr. Morgen kommt", "Captain Morgen said", "morgens um 8",
            "bis morgen (2026-05-14)",
        )),
    ],
)  # fmt: skip
def test_tomorrow_has_its_date_also_in_german_where_it_is_a_morning_too(text: str, told: str) -> None:
    assert with_dates(text, WEDNESDAY) == told
