"""What has several items, holds for each, or is for now, ends as that does."""

from __future__ import annotations

import pytest

from memoryd.in_force.items import before_end
from memoryd.in_force.standing import in_force
from tests.in_force.said import line, standing
from tests.in_force.test_ended import REGATTA, told


@pytest.mark.parametrize(
    ("listed", "done", "left"),
    [
        (
            "open: buy a 70 l water tank, draw the cable plan, book the ferry",
            "The cable plan is drawn and the ferry is booked.",
            "open: buy a 70 l water tank",
        ),
        (
            "noch offen: Wassertank kaufen, Kabelplan zeichnen",
            "Der Kabelplan ist gezeichnet.",
            "noch offen: Wassertank kaufen",
        ),
        (
            "needed for that: temperature logs for all freezers, pest control contract",
            "The pest control contract is signed.",
            "needed for that: temperature logs for all freezers",
        ),
    ],
)
def test_of_a_list_what_is_not_done_stays(listed: str, done: str, left: str) -> None:
    assert standing(listed, done, part="open")[0] == left


def test_of_a_list_in_a_project_what_is_not_done_stays() -> None:
    first, second, third, *others = REGATTA
    listed = ("user", "noch offen: Stühle mieten, Strom klären, Plakate drucken")
    lines = in_force(told([first, [*second, listed], [*third, ("user", "die Plakate sind gedruckt")], *others]))
    assert [line.text for line in lines if "Stühle" in line.text] == ["noch offen: Stühle mieten; Strom klären"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tim ist allergisch gegen Nüsse", "Tina ist allergisch gegen Milch"),
        ("Mia takes piano lessons on Tuesdays", "Jon takes guitar lessons on Thursdays"),
        ("the staging db is on pg-1", "the analytics db is on pg-2 now"),
    ],
)
def test_the_like_of_another_ends_nothing(one: str, other: str) -> None:
    first, second, third, *others = REGATTA
    lines = in_force(told([first, [*second, ("user", one)], [*third, ("user", other)], *others]))
    assert {one, other} <= {line.text for line in lines}


@pytest.mark.parametrize(
    "rule",
    ["every PR needs two reviews", "error messages must be golden-tested, each one", "Jeder PR braucht zwei Reviews"],
)
def test_what_holds_for_each_is_not_done_with_one(rule: str) -> None:
    done = "PR 219 is done: two Reviews, error messages golden-tested."
    assert rule in standing(rule, done, part="open")


@pytest.mark.parametrize(
    ("trouble", "for_now", "over"),
    [
        ("Tor 2 klemmt, der Schmied muss kommen", "solange alle Boote durch Tor 1", "Schmied da, Tor 2 geht wieder"),
        ("printer broke", "bis dahin schreiben wir die Listen von Hand", "Drucker druckt wieder, printer is fixed"),
        ("the club wifi is down", "for the time being results go by SMS", "wifi in the club works again"),
    ],
)
def test_what_is_for_now_goes_with_its_cause(trouble: str, for_now: str, over: str) -> None:
    assert for_now not in _told_with(trouble, for_now, over)


def test_what_is_for_now_stays_with_its_cause() -> None:
    for_now = "for the time being results go by SMS"
    assert for_now in _told_with("the club wifi is down", for_now, "who brings the plates?")


def _told_with(trouble: str, for_now: str, later: str) -> str:
    first, second, third, *others = REGATTA
    project = [first, [*second, ("user", trouble), ("user", for_now)], [*third, ("user", later)], *others]
    return " ".join(line.text for line in in_force(told(project)))


@pytest.mark.parametrize(
    ("told_first", "later", "left"),
    [
        (
            "prize giving is on 14 June, meeting point the boat hall, 6 pm",
            "boat hall is closed, the prize giving starts at the quay now",
            ["prize giving is on 14 June"],
        ),
        (
            "Laternenumzug ist am 6. Juni, Treffpunkt Kirchplatz, 17 Uhr",
            "Kirchplatz wird gesperrt, Umzug startet jetzt am Feuerwehrhaus",
            ["Laternenumzug ist am 6. Juni"],
        ),
        # It has another day itself, or is all that its end speaks of.
        (
            "Laternenumzug ist am 6. Juni, Treffpunkt Kirchplatz, 17 Uhr",
            "Laternenumzug jetzt am 8. Juni, Kirchplatz bleibt",
            [],
        ),
        (
            "the prize giving has soup for 60, meeting point the boat hall",
            "boat hall is closed, the prize giving starts at the quay now",
            [],
        ),
    ],
)
def test_of_what_is_on_a_day_the_day_stays_when_the_rest_is_past(told_first: str, later: str, left: list[str]) -> None:
    first, second, third, *others = REGATTA
    project = [[*first, ("user", told_first)], second, third, others[0], [*others[1], ("user", later)]]
    assert [
        line.text for line in in_force(told(project)) if line.text[:9] == told_first[:9] and line.text != later
    ] == left


@pytest.mark.parametrize(
    ("told_first", "end", "left"),
    [
        ("The parade is on 6 May, we meet at the church", "the church is closed", "The parade is on 6 May"),
        # It gives the first clause another day, speaks of it, or the first clause is no more than open.
        ("The parade is on 6 May, we meet at the church", "the parade is on 8 May, the church is closed", None),
        ("The parade is on 6 May, we meet at the church", "in May the church is closed", None),
        ("It must be here by 6 May, the permit for the parade", "the permit for the parade came", None),
        ("The parade is loud, we meet at the church", "the church is closed", None),
        ("The parade is on 6 May, we meet at the church", "the band is booked", None),
    ],
)
def test_the_clauses_before_the_one_that_is_over(told_first: str, end: str, left: str | None) -> None:
    found = before_end(line(told_first, 1), end)
    assert (None if found is None else found.text) == left
