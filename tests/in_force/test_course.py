"""How a talk went on behind a message, of which what that told is judged."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memoryd.in_force.course import FEATURES, UNKNOWN, Course
from memoryd.in_force.lines import Message

TALK = (
    ("monday", True, "Shall I look at the winch?"),
    ("monday", False, "it squeals. yes please"),
    ("monday", True, "The drum was dry. I greased it, done."),
    ("monday", False, "great, thanks"),
    ("monday", True, "Which rope do you want?"),
    ("friday", False, "is the tide table up to date?"),
    ("friday", False, "and paint the quay"),
)


def course_of(talk: Sequence[tuple[str, bool, str]]) -> Course:
    """Of these, in which `done` is a report."""
    said = [
        Message(str(number), number, session, text, "", "", by_agent)
        for number, (session, by_agent, text) in enumerate(talk)
    ]
    return Course(said, lambda text: "done" in text)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, {"messages behind": 4, "reply": 4, "begins": 1, "answers": 0, "reports behind": 1}),
        (1, {"messages behind": 3, "reply": 8, "reply asks": 0, "reply reports": 1, "answers": 1, "begins": 0,
             "reports behind": 1, "last of agent reports": 0, "answer": 2, "answer agrees": 1}),
        (3, {"reply asks": 1, "reply reports": 0, "reports behind": 0, "answer": -1, "answer agrees": 0, "answers": 0}),
        (4, {"messages behind": 0, "reply": -1, "reply asks": 0, "answer": -1}),
        (5, {"messages behind": 1, "reply": -1, "begins": 1}),
        (6, {"messages behind": 0, "answers": 1, "begins": 0}),
    ],
)  # fmt: skip
def test_it_tells_what_was_said_behind_a_message_in_its_session(number: int, told: dict[str, float]) -> None:
    found = dict(zip(FEATURES, course_of(TALK).of(number), strict=True))
    assert {name: found[name] for name in told} == told


def test_of_what_no_message_told_nothing_is_known() -> None:
    assert course_of(TALK).of(None) == UNKNOWN and len(UNKNOWN) == len(FEATURES)


@pytest.mark.parametrize(("number", "reported"), [(0, 2), (1, 2), (2, -1), (5, -1), (None, -1)])
def test_it_finds_what_was_reported_behind_a_message_in_its_session(number: int | None, reported: int) -> None:
    assert course_of(TALK).reported_behind(number) == reported
