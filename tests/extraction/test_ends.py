"""Whether what was said later ends what was to be done."""

from __future__ import annotations

import pytest

from memoryd.extraction.ends import is_done_by, tells_done


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("Please order a scanner", "The scanner arrived and is plugged in."),
        ("order the UPS", "The UPS arrived."),
        ("Bitte einen Drucker bestellen", "Der Drucker ist da, er steht im Büro."),
        ("Open: battery voltage isn't reported yet.", "There is a field vbat now, so the battery voltage is reported."),
        ("remind me to renew the domain.", "Domain is renewed until 2028."),
        ("Great. Deploy it tonight, but not before 10pm, the shop is open till then.", "Deployed at 22:04. All green."),
        ("Can you merge that?", "I've merged it."),
        ("TODO: plant the missing hymn number in chapter 4", "Planted the hymn number. It is 291."),
    ],
)
def test_what_was_missing_and_is_there_is_done(item: str, said: str) -> None:
    assert is_done_by(item, said)


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("Please order a scanner", "The scanner hasn't arrived."),
        ("Please order a scanner", "The mouse arrived and is plugged in."),
        ("Open: battery voltage isn't reported yet.", "The battery voltage isn't reported in v2 either."),
        ("Open: battery voltage isn't reported yet.", "Is the battery voltage reported?"),
        ("Finish the importer.", "The importer isn't finished."),
        ("Deploy it tonight.", "Deployed on staging, but production still waits."),
        ("Deploy it tonight.", "Documented the release."),
        ("Send the invoice to Karin.", "We haven't sent the invoice to Karin."),
        ("Shred the old contracts", "Shred the contracts on Friday."),
        ("Embed the figures in the slides", "Embed the figures as SVG."),
    ],
)
def test_what_is_still_missing_is_not(item: str, said: str) -> None:
    assert not is_done_by(item, said)
    assert not tells_done(said) or said.startswith(("The mouse", "Documented"))


def test_what_was_done_with_another_thing_ends_nothing() -> None:
    item = "Deploy it tonight, but not before 10pm, the shop is open till then."
    assert not is_done_by(item, "Deployed the docs. All green.")


@pytest.mark.parametrize(
    ("item", "said", "is_done"),
    [
        ("Fix #356: the importer crashes on empty rows", "#356 closed", True),
        ("Fix #356: the importer crashes on empty rows", "#356 is closed, #400 is next", True),
        ("Fix #400: the dates are in two formats", "#356 is closed, #400 is next", False),
        ("Fix #400: the dates are in two formats", "#356 is closed by #400", False),
        ("Fix #12 and #13", "#12 merged", False),
        ("Write the release notes after #356", "#356 closed", False),
        ("INGEST-12 braucht noch ein Review", "INGEST-12 ist erledigt", True),
        ("INGEST-12 needs a review", "INGEST-12 is not merged yet", False),
    ],
)
def test_a_ticket_names_its_item(item: str, said: str, is_done: bool) -> None:
    assert is_done_by(item, said) == is_done


@pytest.mark.parametrize(
    ("item", "said", "is_done"),
    [
        ("Let's build the adapter", "The adapter is done.", True),
        ("Lass uns den Adapter bauen", "Der Adapter ist fertig.", True),
        ("Let's build the adapter", "The adapter's tests are done.", False),
    ],
)
def test_what_was_proposed_is_met_without_the_proposing(item: str, said: str, is_done: bool) -> None:
    assert is_done_by(item, said) == is_done
