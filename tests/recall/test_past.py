"""What notes said then, among results of now (rule 23)."""

from __future__ import annotations

from typing import Any

import pytest

from memoryd.recall.past import as_then


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("the cellar lamp is out", ["memory/k.md:then", "near"]),  # all words: before what is merely as good
        ("the lamp is out", ["near", "memory/k.md:then"]),
        ("the attic is cold", ["near"]),
        (None, ["near"]),
    ],
)
def test_a_note_of_then_stands_by_how_much_of_the_query_it_has(then: str | None, wanted: list[str]) -> None:
    near: dict[str, Any] = {"key": "near", "kind": "message", "text": "the kitchen", "score": 1.2}
    past = {"memory/k.md:then": then}
    assert [one["key"] for one in as_then([near], past, "cellar lamp", list(past))] == wanted
