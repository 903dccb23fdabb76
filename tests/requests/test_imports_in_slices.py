"""How imports are cut, so that nobody's write waits for a whole one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from memoryd.kinds.contexts import moving
from memoryd.kinds.facts.requests import importing


def test_facts_are_cut_by_their_count_and_contexts_by_their_length() -> None:
    short: Any = SimpleNamespace(given=SimpleNamespace(subject="s", predicate="p", object="o"))
    assert [len(part) for part in importing.slices([short] * 130)] == [50, 50, 30]
    long: Any = SimpleNamespace(content="x" * 200_000)
    assert [len(part) for part in moving.slices([long] * 5)] == [2, 2, 1]


def test_a_context_that_is_named_twice_is_told_once() -> None:
    replies = [{"contexts": [{"id": "a", "status": "added"}]}, {"contexts": [{"id": "a", "status": "known"}]}]
    assert [one["status"] for one in moving.joined(replies)["contexts"]] == ["added", "added"]
