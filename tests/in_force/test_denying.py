"""What says that something is not so, is so again, or that the other side of it is wanted (rule 23)."""

from __future__ import annotations

import pytest

from memoryd.in_force.denying import denies
from memoryd.in_force.sides import changes_side
from tests.in_force.said import standing


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("Ada and I are moving to Kent in March!", "We're not moving to Kent."),
        ("user's cousin Bo (not the other Bo) is allergic to dust", "My cousin Bo isn't allergic to dust after all."),
        ("Bo is allergic to dust so the barn will be fun", "Bo isn't allergic by the way, I asked him."),
        ("Wir fahren im Juli mit dem Boot nach Kiel.", "Wir fahren nicht nach Kiel."),
        ("user isst kein Fleisch", "Fleisch ess ich wieder, hat nicht lang gehalten"),
        ("ich esse kein Fleisch", "Fleisch ess ich wieder"),
        ("We don't use Docker for the tests.", "Docker for the tests again, the other way was slow."),
        ("Angebote immer brutto ausweisen.", "doch lieber netto bei den Angeboten, weil B2B"),
        ("All quotes go out gross.", "Quotes go out net now, they are traders."),
        ("I'm allergic to shellfish.", "Turns out I'm not allergic to shellfish after all."),
        ("Ich bin gegen Nüsse allergisch.", "Stellt sich raus, ich bin gar nicht allergisch gegen Nüsse."),
        ("I'm vegetarian.", "I'm trying vegan from now on, not just vegetarian."),
        ("Alerts go to Slack.", "We cancelled Slack and use Zulip now."),
        ("Die Meldungen gehen an Slack.", "Wir haben Slack gekündigt und nutzen Zulip."),
        ("brace stays on at night", "brace off at night now!!"),
        ("The pump of the pond stays on at night.", "The pump of the pond is off at night."),
        ("Die Pumpe vom Teich bleibt nachts an.", "Die Pumpe vom Teich bleibt nachts aus."),
        ("we'll use the stdlib only here, no deps", "forget stdlib only, I want a proper parser"),
    ],
)
def test_what_is_denied_or_turned_round_is_left_out(former: str, later: str) -> None:
    told = standing(former, later)
    assert former not in told
    assert told


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("Ada eats fish on the boat.", "I don't eat fish."),
        ("We move the crane to Kent.", "We're not moving the crane to Kent yet."),
        ("Bo brings the rope to the quay.", "I don't know if Bo brings the rope to the quay."),
        ("We don't deploy from the quay.", "We deploy from the quay of Kent."),
        ("Private customers get gross prices.", "Trade fairs are net of staff now."),
        ("Letters to Ruth are in German.", "The fair is in English now."),
        ("Trade gets net prices, private ones gross.", "Quotes for boats are gross now."),
        ("Bo takes the boat on Mondays.", "Bo takes a day off on Mondays."),
        ("The boat comes from Kent.", "The boat comes off the A2 from Kent."),
        ("The rope of the crane is new.", "forget to tell Bo, and the rope tears"),
    ],
)
def test_what_denies_something_else_leaves_it(former: str, later: str) -> None:
    assert standing(former, later) == [former, later]


def test_what_somebody_denies_beside_it_makes_a_line_no_other_one() -> None:
    told = "I'm probably quitting in spring. don't put that in any commit or doc"
    assert standing(told, "I'm probably quitting in spring.") == [told]


def test_of_a_line_only_the_clause_that_is_denied_is_left_out() -> None:
    assert standing("Ich esse kein Fleisch mehr, Lotte hat eine Nussallergie.", "Fleisch ess ich wieder") == [
        "Lotte hat eine Nussallergie.",
        "Fleisch ess ich wieder",
    ]


def test_of_a_line_that_is_denied_what_only_explains_it_does_not_stay() -> None:
    told = standing("Ich esse kein Fleisch mehr, weil mir davon übel wird.", "Fleisch ess ich wieder")
    assert told == ["Fleisch ess ich wieder"]


@pytest.mark.parametrize("said", ["We were not moving the crane to Kent.", "Aren't we moving the crane to Kent?"])
def test_what_is_open_denies_nothing(said: str) -> None:
    assert not denies(said, "We are moving the crane to Kent.")
    assert denies("We're not moving the crane to Kent.", "We are moving the crane to Kent.")


def test_only_who_wants_it_otherwise_changes_the_side() -> None:
    assert not changes_side("The invoices were net.", "The invoices are gross.")
    assert changes_side("Make the invoices net instead.", "The invoices are gross.")
