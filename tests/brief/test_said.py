"""What was just said that may bear on an action: which of it, and how it is judged."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memoryd.brief.said import Said
from memoryd.in_force.lines import Line

RULE = "Never push to main."


def line(key: str, text: str = RULE, *, part: str = "rules", at: int = 1, is_told: bool = True) -> Line:
    return Line(part, text, key, at, 5, at, is_told=is_told)  # type: ignore[arg-type]


class Judge:
    """All that it is asked about holds, but the lines of these texts."""

    def __init__(self, *over: str) -> None:
        self._over = over
        self.asked: list[str] = []

    def __call__(self, lines: Sequence[Line]) -> list[Line]:
        self.asked = [one.key for one in lines]
        return [one for one in lines if one.text not in self._over]


def test_only_what_a_brief_tells_of_what_people_want_rule_or_decide_may_bear() -> None:
    lines = [
        line("a"),
        line("b", part="user"),
        line("c", part="decisions"),
        line("d", part="open"),
        line("e", is_told=False),
        line("f", ""),
        line("g"),
    ]
    said = Said(lines, {"g"}, Judge())
    assert said.keys == {"a", "b", "c"}
    assert [said.count(one) for one in "adg"] == [1, 0, 0]


@pytest.mark.parametrize(
    ("text", "part", "bears"),
    [
        (RULE, "rules", "decision"),
        ("We went with blue.", "decisions", "decision"),
        ("I like it short.", "user", "preference"),
        ("Jonah can't have dairy.", "rules", "preference"),
        (RULE, "user", "decision"),
    ],
)
def test_it_bears_by_its_words_or_else_by_where_a_brief_tells_it(text: str, part: str, bears: str) -> None:
    assert Said([line("a", text, part=part)], (), Judge()).holding(["a"]) == {"a": bears}


def test_it_is_judged_by_the_others_and_by_what_was_said_last() -> None:
    judge = Judge()
    said = Said([line(f"m{number}", at=number) for number in range(20)], (), judge)
    assert said.holding(["m3", "m5"]) == {"m3": "decision", "m5": "decision"}
    assert judge.asked == ["m3", "m5", "m16", "m17", "m18", "m19"]


def test_so_many_messages_are_judged_the_most_relevant() -> None:
    said = Said([line(f"m{number}", at=number) for number in range(20)], (), Judge())
    assert list(said.holding([f"m{number}" for number in range(12)])) == [f"m{number}" for number in range(10)]


def test_a_message_of_which_only_something_else_holds_does_not_bear() -> None:
    said = Said([line("a"), line("a", "Call the bank.", part="open"), line("b")], (), Judge(RULE))
    assert said.holding(["a", "b"]) == {}
