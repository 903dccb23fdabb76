"""What is taken as a hot bullet of a note, and what is refused with its reason (000 §Condensation Rules)."""

from __future__ import annotations

import pytest

from memoryd.workspace.condense import condense, line_of_answer, refusal

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
