"""How near in meaning later messages come to a line of a brief (rule 26)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from memoryd.in_force.lines import Message
from memoryd.in_force.nearness import FEATURES, OF_PAIR, UNKNOWN, Nearness
from tests.in_force.said import NOW, line

FREEZER, PAPER = line("the freezer is broken", 1, session="a"), line("sign-ups are on paper", 2, session="a")
MEANT = {
    FREEZER.key: [1.0, 0.0, 0.0],
    PAPER.key: [0.0, 1.0, 0.0],
    "hums": [0.8, 0.0, 0.6],
    "form": [0.0, 0.6, 0.8],
    "asked": [1.0, 0.0, 0.0],
    "there": [1.0, 0.0, 0.0],
}


def nearness(messages: Sequence[Message]) -> Nearness:
    vectors = {key: np.array(vector, np.float32) for key, vector in MEANT.items()}
    tells = (lambda text: text.endswith("?"), lambda text: "done" in text, lambda text: "now" in text)
    return Nearness([FREEZER, PAPER], messages, vectors, tells)


def of(*messages: Message) -> list[dict[str, float]]:
    near = nearness(messages)
    return [dict(zip(FEATURES, near.of(number)[0], strict=True)) for number in (0, 1)]


def said(key: str, text: str = "well", session: str = "b", *, by_agent: bool = False) -> Message:
    return Message(key, NOW, session, text, "", "", by_agent)


def test_the_nearest_of_later_sessions_is_told_by_kind() -> None:
    freezer, paper = of(said("hums", "done"), said("form", "now a form", by_agent=True))
    assert freezer["nearest"] == freezer["nearest report"] == freezer["nearest of person"] == pytest.approx(0.8)
    assert freezer["nearest change"] == freezer["nearest of agent"] == pytest.approx(0.0)
    assert paper["nearest"] == paper["nearest change"] == paper["nearest of agent"] == pytest.approx(0.6)


@pytest.mark.parametrize("other", [said("asked", "is it?"), said("there", session="a"), said("unheard")])
def test_what_only_asks_or_stands_in_its_own_session_is_not_near(other: Message) -> None:
    assert of(other)[0] == dict(zip(FEATURES, UNKNOWN, strict=True))


def test_a_message_is_near_to_the_line_that_it_is_nearest_to() -> None:
    freezer, paper = of(said("hums"))
    assert (freezer["lines as near"], paper["lines as near"]) == (0.0, 1.0)
    assert freezer["nearest from both"] == pytest.approx(0.8)
    assert paper["nearest from both"] == 0.0
    assert freezer["nearer than to lines"] == pytest.approx(0.4)
    assert freezer["stands out"] == pytest.approx(0.0, abs=1e-3)


def test_the_nearest_message_is_told_where_it_is_near() -> None:
    vectors = {key: np.array(vector, np.float32) for key, vector in MEANT.items()}
    near = Nearness([FREEZER, PAPER], [said("hums")], vectors, (lambda _: False,) * 3)
    assert [near.of(number)[1] for number in (0, 1)] == [0, -1]


def test_the_nearest_messages_behind_a_line_are_told_in_order() -> None:
    near = nearness([said("form"), said("hums"), said("there")])
    assert near.nearest(0, 2) == [2, 1]


def test_a_pair_is_held_against_other_messages_and_other_lines() -> None:
    near = nearness([said("hums"), said("form")])
    whole, than_messages, than_lines, than_usual = near.of_pair(1, 1)
    assert (whole, than_messages, than_usual) == (pytest.approx(0.6), pytest.approx(0.6), pytest.approx(0.6))
    assert than_lines == pytest.approx(0.6)  # its own nearness is not held against it
    assert near.of_pair(1, 7) == (-1.0,) * OF_PAIR
