"""What a text tells."""

from __future__ import annotations

import pytest

from memoryd.kinds.relevance import states_rule


@pytest.mark.parametrize("at", [0, 990, (1 << 14) - 9, (1 << 14) + 23, (1 << 14) + 30, (1 << 14) + 31, 40_000])
@pytest.mark.parametrize(("words", "is_rule"), [("auf keinen fall", True), ("must", True), ("mustard", False)])
def test_a_rule_is_found_wherever_it_stands_in_a_long_text(at: int, words: str, is_rule: bool) -> None:
    assert states_rule("." * at + f" {words} " + "." * 20_000) is is_rule
    assert states_rule("." * at + f" {words}") is is_rule
