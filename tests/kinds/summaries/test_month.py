"""What summaries keep of a month's decisions, level by level."""

from __future__ import annotations

from tests.bench.month import held, levels, month


def test_summaries_keep_what_was_decided() -> None:
    told = month()
    decisions = told["decisions"]
    first, second, third = (held(one, decisions) for one in levels(told))
    assert len(decisions) == 40
    assert len(first) >= 38 and len(second) >= 38
    assert len(third) >= 30
