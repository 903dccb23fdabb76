"""What a line says of what it replaced is left out, and nothing that holds (rule 26)."""

from __future__ import annotations

import pytest

from memoryd.in_force.former import Former, Past, without_former
from memoryd.in_force.standing import in_force
from memoryd.kind import BriefPart
from tests.in_force.said import line, told_by


def standing(former: str, later: str) -> list[str]:
    return [one.text for one in in_force([line(former, 0, "decisions"), line(later, 2)])]


@pytest.mark.parametrize(
    ("former", "later", "told"),
    [
        ("We host with Acast.", "We moved from Acast to Transistor.", "We moved to Transistor."),
        ("Pool: 20 Verbindungen.", "Pool von 20 auf 50 Verbindungen erhöht.", "Pool auf 50 Verbindungen erhöht."),
        ("We use webpack for the bundle.", "We use vite instead of webpack now.", "We use vite now."),
        ("We use webpack for the bundle.", "Instead of webpack, we use vite for it.", "We use vite for it."),
        ("Wir brauchen 60 Leute.", "Wir brauchen jetzt 84 statt 60 Leute.", "Wir brauchen jetzt 84 Leute."),
        ("The API port is 8080.", "The API port is 9090 now (was 8080).", "The API port is 9090 now."),
        ("The API port is 8080.", "API port changed: 8080 -> 9090 on all hosts", "API port changed: 9090 on all hosts"),
        ("Standup is weekly on Mondays.", "Standup is daily now, not weekly.", "Standup is daily now"),
        ("Mapbox draws the maps.", "Mapbox is gone, the maps come from MapLibre.", "The maps come from MapLibre."),
        ("Frau Kolb ist zuständig.", "Frau Kolb ist nicht mehr da, ab jetzt ist Herr Adler zuständig.",
         "Ab jetzt ist Herr Adler zuständig."),
        ("Field test happens in Leeds.", "Leeds fell through, so the farm in Otley takes us.",
         "The farm in Otley takes us."),
        ("We squash every branch.", "I take it back: no squashing, merge commits are fine.",
         "Merge commits are fine."),
    ],
)  # fmt: skip
def test_what_was_replaced_is_not_told_along(former: str, later: str, told: str) -> None:
    assert standing(former, later) == [told]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("We have a page of the old rules.", "Use tabs, not spaces."),
        ("We use webpack for the bundle.", "The train goes from Porto to Leeds."),
        ("No ads in the game, ever.", "Noted: green before merge, no ads ever."),
        ("Niemals Epoxid.", "Nur Warmleim an alten Instrumenten, kein Epoxid."),
        ("We host with Acast.", "Acast stays for the archive, all new ones are with Transistor."),
        ("Joost does the billing.", "Joost went on leave, Amara takes the billing over."),
    ],
)
def test_what_holds_is_told_as_it_was_said(former: str, later: str) -> None:
    assert later in standing(former, later)


@pytest.mark.parametrize(
    ("text", "former", "is_ended"),
    [
        # It holds for now, it is a rule, it tells much or something new, and what is left must stand alone.
        ("Acast is out until May, all the rest moves to Transistor now.", "We host with Acast.", False),
        ("No squashing, merge commits are fine for all of it.", "We squash every branch.", False),
        ("No open fire on the meadow, the farmer made me sign.", "A fire on the meadow would be nice.", True),
        ("Mapbox is out since finance found the invoice of March last week, maps come from MapLibre.",
         "Mapbox draws the maps.", False),
        ("Start is not the 5th but the 7th, the tank comes with Sherri and her team.", "Start is the 5th.", True),
        ("Mapbox is gone, invoice closed.", "Mapbox draws the maps.", False),
        ("Standup, not weekly", "Standup is weekly.", False),
    ],
)  # fmt: skip
def test_a_text_stays_whole(text: str, former: str, is_ended: bool) -> None:
    assert without_former(text, [former], [former] if is_ended else []) == text


def test_what_a_clause_was_about_stays_before_what_follows_it() -> None:
    text, former = "Netz: die 1,20 hat nicht gereicht, wir nehmen jetzt 1,40 Meter hohe.", ["Netz 1,20 hoch"]
    assert without_former(text, former, former) == "Netz: wir nehmen jetzt 1,40 Meter hohe."


@pytest.mark.parametrize(
    ("former", "place", "part", "is_left_out"),
    [
        ("We host with Acast.", 6, "said", True),
        ("We host with Acast.", 4, "said", False),  # before that was past
        ("We host with Acast.", 6, "context", False),
        ("We never host with Acast.", 6, "said", False),
    ],
)
def test_it_goes_by_what_was_past_by_then(former: str, place: int, part: BriefPart, is_left_out: bool) -> None:
    later = line("We moved from Acast to Transistor.", place, part)
    past = Past(line(former, 0), line("", 5).at, "another")
    assert Former([past]).left_out(later, later.text) == ("We moved to Transistor." if is_left_out else later.text)


def test_only_what_is_past_is_left_out() -> None:
    assert without_former("We moved from Acast to Transistor.", [], []) == "We moved from Acast to Transistor."
    assert without_former("We moved from Acast to Transistor.", ["lunch is at noon"], []) == (
        "We moved from Acast to Transistor."
    )


def test_nothing_is_left_out_where_hardly_anything_would_be_left() -> None:
    assert without_former("Oak is cancelled, fine.", ["Oak does the catering"], []) == "Oak is cancelled, fine."


def test_what_only_the_clause_before_explains_keeps_it() -> None:
    text = "Mapbox is gone, it cost too much for the few maps that we draw."
    assert without_former(text, ["Mapbox draws the maps."], []) == text


def test_a_whole_message_is_told_without_it_too() -> None:
    told = told_by("We host with Acast.", "We moved from Acast to Transistor. It costs 19 dollars.")
    assert {one.whole for one in told} == {"We moved to Transistor. It costs 19 dollars."}
