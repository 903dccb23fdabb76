"""What is a line of a program, and what is speech."""

from __future__ import annotations

import pytest

from memoryd.text.code import is_code


@pytest.mark.parametrize(
    "line",
    ["return a + b * 3", "def function_3(a, b):", "import { x } from 'y'", "const total = 3;", "});", "print(f\"{x}\")",
     "for row in rows[1:]:", "self.assertEqual(a, b)"],
)  # fmt: skip
def test_a_line_of_a_program(line: str) -> None:
    assert is_code(line)


@pytest.mark.parametrize(
    "line",
    ["Return the books by Friday (all three).", "Let's use C++ for the parser.", "If a > b, we stop.",
     "For the release we need 3 testers", "import the old lists by Friday", "With PostgreSQL 16 it works.",
     "Class starts at nine", "Wir nehmen PostgreSQL (16)."],
)  # fmt: skip
def test_speech(line: str) -> None:
    assert not is_code(line)
