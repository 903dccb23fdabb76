"""What somebody takes back in the talk in which they chose it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import Any

import pytest
from msgspec.structs import replace

from memoryd.brief.telling import lines_of
from memoryd.conversation.message import Message
from memoryd.extraction.found import AT_FIRST, Told
from memoryd.in_force.lines import Line
from memoryd.in_force.standing import in_force
from tests.in_force.said import heard, line, told_by


def told(*said: tuple[str, str]) -> list[str]:
    return [one.text for one in in_force(line for lines in heard(*said) for line in lines)]


@pytest.mark.parametrize(
    ("chosen", "anew"),
    [
        ("We go with the blue tiles.", "Scratch that: let's use the green tiles."),
        ("We go with the blue tiles for the bathroom.", "Hm, actually, scratch that, let's take the green tiles."),
        ("We use Redis for the cache.", "Scratch that. We use Valkey."),
        ("Let's meet in the library.", "On second thought let's meet in the canteen."),
        ("Wir nehmen die blauen Fliesen.", "Quatsch, wir nehmen die grünen Fliesen."),
        ("Wir nehmen den Bus nach Jena.", "Kommando zurück: wir nehmen den Zug."),
    ],
)
def test_what_is_chosen_anew_at_once_stands_alone(chosen: str, anew: str) -> None:
    found = told(("user", chosen), ("assistant", "Noted."), ("user", anew))
    assert len(found) == 1
    assert chosen not in found


def test_what_was_chosen_some_messages_before_goes_where_it_is_of_the_same() -> None:
    found = told(
        ("user", "We go with the blue tiles."),
        ("user", "The plumber comes at 8 in the morning."),
        ("user", "We use Postgres for the bookings."),
        ("user", "The grout is delivered by Marek."),
        ("user", "Scratch that: let's use the green tiles."),
    )
    assert found == [
        "The plumber comes at 8 in the morning.",
        "We use Postgres for the bookings.",
        "The grout is delivered by Marek.",
        "Scratch that: let's use the green tiles.",
    ]


@pytest.mark.parametrize(
    "anew",
    ["I changed my mind about the logo: let's use the owl.", "Forget what the vendor said, the owl logo is fine."],
)
def test_who_takes_something_else_back_leaves_it(anew: str) -> None:
    assert "We use Redis for the cache." in told(("user", "We use Redis for the cache."), ("user", anew))


def test_another_talk_takes_back_nothing_of_this_one() -> None:
    def said(text: str, place: int, session: str) -> Line:
        return replace(line(text, place, session=session), source=f"{session}:{place}")

    lines = [said("We go with the blue tiles.", 1, "a"), said("Scratch that: let's use the green tiles.", 2, "b")]
    assert [one.text for one in in_force(lines)] == [one.text for one in lines]


def test_what_is_said_beside_the_choice_stays() -> None:
    assert told_by("The bathroom has 9 square metres. We go with the blue tiles.", "Scratch that: the green tiles.")[
        0
    ].text == ("The bathroom has 9 square metres.")


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("My locker code is on the yellow card.", "Delete my note about the locker code."),
        ("My locker code is on the yellow card.", "please forget what I said about the yellow card"),
        ("My locker code is on the yellow card.", "Can you remove the note about my locker code from your memory?"),
        ("Der Ersatzschlüssel hängt im Schuppen.", "Lösch bitte die Notiz über den Ersatzschlüssel."),
        ("Der Ersatzschlüssel hängt im Schuppen.", "Meine Notiz zum Ersatzschlüssel bitte löschen."),
    ],
)
def test_what_is_to_be_forgotten_is_told_no_more(said: str, order: str) -> None:
    assert told(("user", said), ("user", "The plumber comes at 8."), ("user", order)) == ["The plumber comes at 8."]


@pytest.mark.parametrize(
    "order", ["Delete my note about the locker room.", "Remove the note about the locker code in the README."]
)
def test_what_is_not_meant_by_that_stays(order: str) -> None:
    assert "My locker code is on the yellow card." in told(
        ("user", "My locker code is on the yellow card."), ("user", order)
    )


def test_a_note_of_what_was_chosen_anew_takes_back_what_the_talk_said_before() -> None:
    said = heard(("user", "We go with the blue tiles."), ("user", "Scratch that: let's use the green tiles."))
    note = Line("decisions", "let's use the green tiles", "memory/decisions.md:tiles", 1, 2, 1, source="k:1")
    of_the_day = replace(note, key="daily/2026-05-15.md:9", rank=3)
    told = in_force([note, of_the_day, *(one for lines in said for one in lines)])
    assert [one.text for one in told] == [note.text]


def test_what_stands_instead_is_the_decision() -> None:
    def tell(_said: Iterable[Any], before: Any) -> Told:
        return Told({"let's use the green tiles": "decisions"}, {}, before or AT_FIRST, frozenset())

    message = Message(session_id="s", role="user", content="Scratch that: let's use the green tiles.", at=0, received=0)
    ((found,), _, _) = lines_of([("k:0", message)], tell, UTC)
    assert found.part == "decisions"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("We go with oak. On second thought, ash.", ["On second thought, ash."]),
        ("Let's use Redis for the cache. Scratch that. We use Valkey.", ["Scratch that. We use Valkey."]),
        ("The plumber comes at 8 in the morning. Scratch that: at 9.", ["Scratch that: at 9."]),
        ("The hall has 9 windows. Wir nehmen Eiche. Quatsch, Esche.", ["The hall has 9 windows.", "Quatsch, Esche."]),
    ],
)
def test_what_is_taken_back_in_the_same_breath_is_not_told(said: str, left: list[str]) -> None:
    assert told(("user", said)) == left


def test_what_an_agent_takes_back_is_not_what_a_person_chose() -> None:
    again = "On second thought, I deployed the green tiles on port 8080."
    found = told(("user", "We go with the blue tiles."), ("user", "ok"), ("assistant", again))
    assert found == ["We go with the blue tiles.", again]


def test_what_takes_back_what_was_asked_leaves_what_was_chosen() -> None:
    again = "Doch nicht, wir nehmen die grünen Fliesen."
    found = told(("user", "We go with the blue tiles."), ("assistant", "Shall I order 20 boxes?"), ("user", again))
    assert found == ["We go with the blue tiles.", again]
