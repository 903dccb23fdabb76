"""Which lines of a brief fit into its budget, in which order, and how they are shown (rule 26)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.brief.layout import TITLES, lay_out
from memoryd.in_force.lines import ANSWERED, SETTLED, Line
from memoryd.in_force.standing import in_force
from memoryd.kind import BriefPart
from memoryd.times import local_date
from tests.in_force.said import TODAY, line, told_by

TAIL_TITLES = [TITLES[part] for part in ("open", "context", "said")]
PARTS = st.sampled_from(("user", "rules", "decisions", "known", "open", "context", "said"))
LINES = st.lists(st.tuples(PARTS, st.text("abc \n", max_size=400), st.integers(0, 7), st.integers(0, 3)), max_size=60)


def shown(lines: Iterable[Line], budget: int = 500) -> str:
    return lay_out(lines, budget, "Brief", TODAY, lambda at: local_date(at, UTC)).text


def test_who_is_meant_is_told_with_the_line() -> None:
    lines = [replace(one, whole="") for one in told_by("Ice blocked the quay. Lundy Barn rang. They can do 23 June")]
    (last,) = (one for one in lines if one.text == "They can do 23 June")
    assert shown([last]).endswith("- user: Lundy Barn rang. They can do 23 June [k:0]")
    assert shown(lines).count("Lundy Barn") == 1


def test_the_sentence_before_a_line_is_told_once() -> None:
    booked = "Not booked until the DBS is here."
    item = replace(line(f"{booked} They confirm it then", 1, "open"), before=booked)
    assert shown([item]).count(booked) == 1


def test_who_is_meant_is_not_told_when_that_is_past() -> None:
    lines = told_by("Lundy Barn rang about the hut. They can do 23 June", "Lundy Barn is cancelled, the hut is off")
    assert "rang" not in shown(lines)


def test_messages_of_the_last_session_are_told_whole_where_room_is_left() -> None:
    said = "Niguliste! 4 May is shut, renovation in May"
    old = replace(line("The gulls of the quay came.", 1, session="a"), whole="Ahoy! The gulls of the quay came.")
    lines = [old, *(replace(one, text="renovation in May") for one in told_by(said))]
    assert f"- user: {said} [k:0]" in shown(lines) and "Ahoy" not in shown(lines)
    assert "Niguliste" not in shown(lines[1:], 20)


@pytest.mark.parametrize("is_answered", [False, True])
def test_an_agents_question_is_told_until_somebody_answers(is_answered: bool) -> None:
    asked = replace(
        line("The DNS is at Gandi.", 1), who="assistant", whole="The DNS is at Gandi. Switch it to Hetzner?"
    )
    lines = in_force([asked, line("We paint the quay.", 2)] if is_answered else [asked])
    assert ("Hetzner" in shown(lines)) is not is_answered


def test_a_message_of_which_something_is_past_is_not_told_whole() -> None:
    lines = told_by("Ok! Umzug am 20. Juni. Anna paints the quay.", "Umzug am 27. Juni")
    assert "Anna paints the quay." in shown(lines) and "20. Juni" not in shown(lines)


def test_what_one_message_says_stands_in_one_line() -> None:
    lines = [
        replace(line(text, 1), place=place) for place, text in enumerate(("The gulls came.", "We paint the quay."))
    ]
    found = lay_out(lines, 100, "Brief", TODAY, lambda at: local_date(at, UTC))
    assert found.text.endswith("- user: The gulls came. We paint the quay. [sessions/s.jsonl:1]")


def test_what_somebody_settled_long_ago_comes_before_what_an_agent_explained_lately() -> None:
    rule = line(
        "Nobody works before 8, and nothing leaves the depot without a signature.", 1, rank=SETTLED, session="a"
    )
    others = [line(f"Cork is warm, number {n}, and dents.", 2 + n, rank=ANSWERED, session=f"b{n}") for n in range(8)]
    found = lay_out([rule, *others], 60, "Brief", TODAY, lambda at: local_date(at, UTC)).text
    assert "depot" in found


def laid(found: list[tuple[BriefPart, str, int, int]], budget: int) -> tuple[str, int, list[str]]:
    lines = [
        replace(line(text, place // 2, part, rank, str(session)), place=place)
        for place, (part, text, rank, session) in enumerate(found)
    ]
    return lay_out(lines, budget, "Brief", TODAY, lambda at: local_date(at, UTC))


@given(LINES, st.integers(50, 2000))
def test_a_brief_keeps_within_its_budget_and_each_line_has_its_key(
    found: list[tuple[BriefPart, str, int, int]], budget: int
) -> None:
    text, tokens, keys = laid(found, budget)
    assert tokens == -(-len(text) // 4) <= budget
    assert {one.rpartition("[")[2][:-1] for one in text.splitlines() if one.startswith("- ")} == set(keys)


@given(LINES, LINES, st.integers(100, 2000))
def test_what_is_said_later_leaves_the_stable_part_as_it_is(
    found: list[tuple[BriefPart, str, int, int]], more: list[tuple[BriefPart, str, int, int]], budget: int
) -> None:
    changing = [one for one in more if one[0] in ("open", "context", "said")]
    before, after = laid(found, budget)[0], laid([*found, *changing], budget)[0]
    stable = before[: before.find("\n## " + next((t for t in TAIL_TITLES if f"\n## {t}" in before), "\0"))]
    assert after.startswith(stable) or not before


def test_a_session_stands_under_its_own_day_though_something_of_it_was_said_again() -> None:
    said = [
        line("The fair begins on 17 March.", 1, session="a"),
        line("We paint the quay.", 2, session="b"),
        line("The fair begins on 17 March.", 3, session="c"),
        line("The crane is blue.", 3, session="c"),
    ]
    days = [one.rstrip(":") for one in shown(in_force(said)).splitlines() if one.endswith(":")]
    assert days == [local_date(one.at, UTC).isoformat() for one in (said[3], said[1], said[0])]


def test_a_whole_message_tells_the_dates_that_its_sentences_tell() -> None:
    lines = told_by("Niguliste! Pay the hut by Sunday please")
    assert "by Sunday (2026-05-17) please" in shown(lines) and "Niguliste" in shown(lines)
