"""What says until when it holds is told no more once that day is past."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from memoryd.brief.layout import lay_out
from memoryd.in_force.lapsed import has_lapsed
from memoryd.in_force.lines import FIXED
from tests.in_force.said import line

SAID = date(2026, 10, 20)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("code freeze until 5 November, nothing goes out", date(2026, 11, 5)),
        ("the office is closed until Thursday, November 5th", date(2026, 11, 5)),
        ("Mara is away till Friday (2026-10-23)", date(2026, 10, 23)),
        ("Hafen gesperrt bis zum 15. November, wir fahren über Nord", date(2026, 11, 15)),
        ("Halle zu bis 15.11.2026", date(2026, 11, 15)),
        ("the office is closed until 5 November, never ring before 5 November", date(2026, 11, 5)),
        ("not on main until 3 January", date(2027, 1, 3)),
        # What is on a day is over behind it.
        ("Zwischenpräsentation am 20. November im Oberseminar", date(2026, 11, 20)),
        ("the job interview with Kite is on Thursday (2026-10-22) at ten", date(2026, 10, 22)),
        ("Zahnarzttermin ist am 9.12. um 14:30", date(2026, 12, 9)),
        ("called Hahn, both kids go on 30 October at 15:00", date(2026, 10, 30)),
        ("Samstag (2026-10-24) 11 Uhr bei Frau Uhlig", date(2026, 10, 24)),
        ("der Techniker kommt am 17.11. zwischen 8 und 12", date(2026, 11, 17)),
        ("der Techniker kommt am 17.11. zwischen 8 und 12, Aylin ist da", date(2026, 11, 17)),
    ],
)
def test_it_holds_up_to_the_day_that_it_names(text: str, last: date) -> None:
    said = line(text, 1)
    assert not has_lapsed(said, SAID, last)
    assert has_lapsed(said, SAID, date.fromordinal(last.toordinal() + 1))


@pytest.mark.parametrize(
    "text",
    [
        "the permit is valid until 5 November",
        "Mietvertrag bis 5.11.2026",
        "den Antrag bis 5. November abgeben",
        "she worked at Bosch until 5 May 2019",
        "the gate is open until 17:30",
        "we sail on 5 November",
        "team meeting is on Mondays from 5 November",
        "Besprechungen jeden Montag, ab dem 5. November am Nachmittag",
        "the meeting room is on the third floor",
        # Another clause holds on.
        "Dentist appointment on 5 November at 14:30, Mia can't have lidocaine",
        "der Techniker kommt am 5. November um 9, die Tür klemmt, immer von außen drücken",
        "Zahnarzttermin ist am 5.11. um 14:30 und Mia hat eine Latexallergie",
        # What came of it holds on.
        "In the meeting on 5 November we chose Postgres",
        "Beim Termin am 5. November haben wir uns auf Postgres geeinigt",
        "Decision (meeting on 5 November): use Kite",
        "Notes of the visit on 5 November are in docs/visit.md",
        "the exam on 5 November went well, Jo got an A",
        "Die Besprechung am 5.11. hat ergeben: Go statt Rust",
        # What happened on the day on which it is told does not end with it.
        "the outage on 20 October at 14:02 came from a full disk",
        "Ausfall heute (2026-10-20) um 14:02, Ursache war die volle Platte",
    ],
)
def test_an_end_that_must_be_known_and_what_is_to_be_done_stay(text: str) -> None:
    assert not has_lapsed(line(text, 1), SAID, date(2027, 6, 1))


def test_what_is_pinned_or_open_stays() -> None:
    said = line("code freeze until 5 November", 1)
    assert not has_lapsed(replace(said, rank=FIXED), SAID, date(2027, 6, 1))
    assert not has_lapsed(replace(said, part="open"), SAID, date(2027, 6, 1))


def test_a_brief_tells_it_no_more() -> None:
    lines = [line("code freeze until 5 November", 1), line("we paint the hull in blue", 2)]
    briefs = [lay_out(lines, 500, "Brief", today, lambda at: SAID).text for today in (SAID, date(2026, 11, 6))]
    assert ["code freeze" in text for text in briefs] == [True, False] and all("hull" in text for text in briefs)
