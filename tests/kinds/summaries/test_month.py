"""What summaries keep of a month's decisions, level by level."""

from __future__ import annotations

import pytest

from tests.bench.month import held, levels, month


@pytest.mark.parametrize(
    ("name", "count", "fewest"),
    [
        ("developer", 40, (39, 39, 39)),
        ("conference", 40, (39, 39, 39)),
        ("joinery", 30, (30, 30, 30)),
        ("ferries", 30, (30, 30, 30)),
        ("school", 30, (29, 29, 29)),
        ("outfitter", 30, (29, 29, 29)),
    ],
)
def test_summaries_keep_what_was_decided(name: str, count: int, fewest: tuple[int, int, int]) -> None:
    told = month(name)
    assert len(told["decisions"]) == count
    kept = [len(held(level, told["decisions"])) for level in levels(told)]
    assert all(found >= wanted for found, wanted in zip(kept, fewest, strict=True)), kept
