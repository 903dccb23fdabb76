"""What an agent says in other words ends only what was open or did not work."""

from __future__ import annotations

import pytest

from memoryd.in_force.believed import is_believed
from memoryd.in_force.ended import End
from memoryd.in_force.lines import Message
from memoryd.kind import BriefPart
from tests.in_force.said import line


@pytest.mark.parametrize(
    ("text", "part", "by_agent", "is_met", "may_be_over"),
    [
        ("screw it, godot 4", "said", True, False, False),
        ("subs are 45 quid a term", "said", True, False, False),
        ("screw it, godot 4", "said", False, False, True),
        ("screw it, godot 4", "said", True, True, True),
        ("screw it, godot 4", "open", True, False, True),
        ("the importer crashes on empty files", "said", True, False, True),
        ("the upload breaks off at 20 MB", "said", True, False, True),
        ("can you get that stable please", "said", True, False, True),
        ("the contract is still missing", "said", True, False, True),
    ],
)
def test_what_an_agent_says_in_other_words(
    text: str, part: BriefPart, by_agent: bool, is_met: bool, may_be_over: bool
) -> None:
    message = Message("k", 2, "s", "I rotated the layout; all scenes are 1080x1920.", "", "", by_agent)
    assert is_believed(End(message, 99.0, is_met=is_met), line(text, 1, part)) is may_be_over


@pytest.mark.parametrize(
    ("text", "may_be_over"), [("the shop stays in Bern", False), ("for now the shop stays in Bern", True)]
)
def test_little_shows_that_what_is_so_for_now_is_over(text: str, may_be_over: bool) -> None:
    message = Message("k", 2, "s", "the new shop in Thun opened", "", "", by_agent=False)
    assert is_believed(End(message, -0.4, is_met=True), line(text, 1)) is may_be_over


@pytest.mark.parametrize(
    ("text", "may_be_over"), [("the release needs two reviews", True), ("every release needs two reviews", False)]
)
def test_what_holds_for_each_is_not_over_when_one_is_done(text: str, may_be_over: bool) -> None:
    message = Message("k", 2, "s", "the release has its reviews", "", "", by_agent=False)
    assert is_believed(End(message, 99.0, is_met=True), line(text, 1)) is may_be_over
