"""What was asked of an agent, or what it offered, goes from a brief when the agent reports that it did so."""

from __future__ import annotations

import pytest

from memoryd.in_force.standing import in_force
from tests.in_force.test_ended import told

Session = list[tuple[str, str]]
FIRST: Session = [("user", "I'm Nadja, I look after the lighthouse of Skagen with four others.")]


def _told(session: Session) -> str:
    return "\n".join(one.text for one in in_force(told([FIRST, session, [("user", "It rains on the island today.")]])))


@pytest.mark.parametrize(
    ("asked", "between", "report"),
    [
        ("Can you check why the lamp test was red", [], "The font cache was cold. I bundled the font."),
        ("the store room of the tower is nearly full, have a look", [], "I removed 180 kilos of old rope."),
        ("the battery is at 97 %, have a look", [], "I removed the old cells."),
        (
            "pictures come in upside down. todo",
            [("assistant", "I can turn them."), ("user", "do it")],
            "All are turned.",
        ),
        ("die Lampe hängt seit Montag. bitte fixen", [], "Der Schalter war klemmend, er ist ersetzt."),
        ("bring the charts of the bay up to date please", [], "The charts are complete now."),
        (
            "Kannst du einen Termin mit dem Glaser machen",
            [("assistant", "Soll ich zusagen?"), ("user", "ja bitte")],
            "Der Besuch ist bestätigt.",
        ),
    ],
)
def test_what_was_asked_of_an_agent_is_over_when_it_reports(asked: str, between: Session, report: str) -> None:
    first = asked.partition(". ")[0]
    assert first in _told([("user", asked)])
    assert first not in _told([("user", asked), *between, ("assistant", report)])


@pytest.mark.parametrize(
    "behind",
    [
        [("assistant", "I'll look into that tomorrow.")],
        [("assistant", "I fixed the cache."), ("user", "No, it is still red.")],
        [("user", "The gulls are back."), ("assistant", "I counted the gulls.")],
        [("assistant", "I added both to the list.")],
        [("assistant", "The lamp test is on your backlog, I put it on the board.")],
        [("assistant", "Beide Fragen sind auf die Liste gesetzt.")],
        [("assistant", "The lamp test runs once a day for now.")],
    ],
)
def test_it_stands_when_nothing_of_it_was_done(behind: Session) -> None:
    asked = "Can you check why the lamp test was red"
    assert asked in _told([("user", asked), *behind])


@pytest.mark.parametrize(
    "asked",
    [
        "please close the shutters when it rains",
        "please start the lamp at 17:30",
        "put the charts under /srv/charts please",
        "The keepers always get their tea in the tower",
        "archive stays free, that settles it",
    ],
)
def test_how_things_are_from_then_on_stands(asked: str) -> None:
    assert asked in _told([("user", asked), ("assistant", "That is changed, I adapted the plan.")])


def test_of_a_message_only_what_is_to_be_seen_to_is_over() -> None:
    asked = "The keepers live in the east wing. The test of the horn is flaky. todo"
    told_by = _told([("user", asked), ("assistant", "The horn is repaired, it passes.")])
    assert "east wing" in told_by and "flaky" not in told_by


@pytest.mark.parametrize(
    ("offer", "yes"),
    [("Shall I remove the old ropes?", "yes please"), ("Soll ich die alten Taue wegräumen?", "ja bitte")],
)
def test_what_an_agent_offered_and_did_is_no_decision(offer: str, yes: str) -> None:
    agreed = "remove the old ropes" if yes.startswith("y") else "die alten Taue wegräumen"
    said = [("user", "The tower is crowded."), ("assistant", offer), ("user", yes)]
    assert agreed in _told(said)
    assert agreed not in _told([*said, ("assistant", "The ropes of Hals are in the skip.")])


def test_what_an_agent_advised_stands_though_it_goes_on() -> None:
    said = [("assistant", "I'd match the ships by name."), ("user", "agreed"), ("assistant", "The match of Hals ran.")]
    assert "match the ships by name" in _told(said)
