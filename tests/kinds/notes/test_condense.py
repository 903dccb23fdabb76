"""What is taken as a hot bullet of a note, and what is refused with its reason (000 §Condensation Rules)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.notes.rules.condense import changed_by_bullet, condense, line_of_answer, refusal

NOTE = "2026-04-22: Restructured memory into a two-tier architecture\n- Reason: it makes retrieval 3 times faster"


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("Two-tier memory since 2026-04-22", "Two-tier memory since 2026-04-22"),
        ('- "Two-tier memory\tarchitecture"\n', "Two-tier memory architecture"),
        ("Memory: CPU ↑ 3 times", "Memory: CPU ↑ 3 times"),
    ],
)
def test_a_line_is_taken_without_what_a_model_puts_around_it(answer: str, line: str) -> None:
    assert (refusal(answer, NOTE), line_of_answer(answer)) == (None, line)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (" \n", "empty"),
        ("- …", "empty"),
        ("Two-tier memory\nsince 2026", "several lines"),
        ("memory " * 40, "characters"),
        ("Two-tier memory ↑2026-04-22(sync)←memory/decisions.md:x", "tag"),
        ("Two-tier memory <!-- #x -->", "mark"),
        ("[Context Manager] Two-tier memory", "mark"),
        ("Two-tier memory\x07", "control"),
        ("Two-tier memory, because retrieval is faster", "reason"),
        ("Two-tier memory since 2025-04-22", "2025"),
        ("Hello there", "no word"),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(answer: str, why: str) -> None:
    assert why in (refusal(answer, NOTE) or "")


def test_what_is_built_in_would_be_taken_from_an_agent_too() -> None:
    for note in (NOTE, "用缩进\n- 两个空格", "Use tabs. Reason: they are wide\n- in Go", "word " * 100):
        assert refusal(condense(note), note) is None


@pytest.mark.parametrize(
    "text",
    [
        "Never restart prod-2 by hand because it loses its leases, use reload instead",
        "Never restart prod-2 due to its leases. Use reload instead.",
    ],
)
def test_what_to_do_instead_stays_with_what_not_to_do(text: str) -> None:
    assert condense(text) == text


FERRY = "The ferry leaves at nine\n- Reason: the tide\n- Tickets at the gate"


@pytest.mark.parametrize(
    ("text", "new", "becomes"),
    [
        (FERRY, "The ferry leaves at ten; Tickets at the gate", FERRY.replace("nine", "ten")),
        (FERRY, "The ferry leaves at nine; Tickets at the bar", FERRY.replace("gate", "bar")),
        (FERRY, "The ferry leaves at ten; sharp; Tickets at the gate", FERRY.replace("nine", "ten; sharp")),
        (FERRY, "Take the bus", "Take the bus\n- Reason: the tide\n- Tickets at the gate"),
        (
            "Use tabs because of Go\n  in all files",
            "Use two tabs; in all files",
            "Use two tabs\n  in all files\n- Before 2026-05-15: Use tabs because of Go",
        ),
    ],
)
def test_a_changed_bullet_changes_what_it_showed_of_its_note(text: str, new: str, becomes: str) -> None:
    assert changed_by_bullet(text, condense(text), new, "2026-05-15") == becomes


def test_a_changed_line_of_an_agent_keeps_the_note_s_own_first_line() -> None:
    assert changed_by_bullet("Use tabs\n- in Go", "Tabs in Go", "Tabs in C", "2026-05-15") == (
        "Tabs in C\n- in Go\n- Before 2026-05-15: Use tabs"
    )


LINES = st.lists(
    st.sampled_from(["one two", "three; four.", "- five because of six", "- Reason: seven", "  eight", "nine " * 40]),
    min_size=1, max_size=6,
)  # fmt: skip


@given(LINES, LINES)
def test_nothing_that_was_typed_or_not_shown_is_lost(note: list[str], typed: list[str]) -> None:
    text, new = "\n".join(["first", *note]), "; ".join(" ".join(typed).split(" ")) or "x"
    bullet = condense(text)
    becomes = changed_by_bullet(text, bullet, new, "2026-05-15")
    assert words(new) <= words(becomes)
    assert words(text) - words(bullet) <= words(becomes)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))
