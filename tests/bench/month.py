"""Scripted months of people with agents: how many of their decisions the summaries of each level hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memoryd.config.sections import Summaries
from memoryd.kinds.summaries.extractive import Line, lines_of_summary, summarise
from memoryd.text.tokens import tokens_of
from tests.bench.extraction import HERE

MERGED = 6
"""Summaries that are merged into one of the next level, as by default."""
Month = Mapping[str, Any]
Summary = tuple[str, str]
"""Its first day and its text."""


MONTHS = {
    "developer": "month_dev.json",
    "conference": "month2_dev.json",
    "joinery": "month3_dev.json",
    "ferries": "month4_dev.json",
    "school": "month5_dev.json",
    "outfitter": "month6_dev.json",
}
"""The last came when what decides was fitted already; the third and the fifth are in German."""


def month(name: str = "developer") -> Month:
    """`{days: [{day, sessions: [{messages}]}], decisions: [{day, holds, in_force}]}`."""
    found: Month = json.loads((HERE / "data" / MONTHS[name]).read_text())
    return found


def levels(told: Month) -> tuple[list[Summary], list[Summary], list[Summary]]:
    """Its summaries by level; what is not merged yet is the newest part of the next level, too."""
    target = Summaries().summary_target_tokens
    first: list[Summary] = []
    for day in told["days"]:
        for session in day["sessions"]:
            on, messages = f"2025-09-{day['day']:02}", session["messages"]
            lines = [Line(one["content"], on, one["role"], one["role"]) for one in messages]
            tokens = sum(tokens_of(one["content"]) for one in messages)
            first.append((on, summarise(lines, min(target, max(1, tokens // 3)))))
    second = _merged(first, target)
    return first, second, _merged(second, target)


def _merged(summaries: Sequence[Summary], target: int) -> list[Summary]:
    found = []
    for begin in range(0, len(summaries) - MERGED + 1, MERGED):
        group = summaries[begin : begin + MERGED]
        lines = [line for at, (day, text) in enumerate(group) for line in lines_of_summary(text, day, str(at))]
        found.append((group[0][0], summarise(lines, target)))
    return found + list(summaries[len(summaries) // MERGED * MERGED :])


def held(summaries: Iterable[Summary], decisions: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those of which some line has all the words."""
    lines = [line.casefold() for _, text in summaries for line in text.splitlines()]
    return [one for one in decisions if any(all(word.casefold() in line for word in one["holds"]) for line in lines)]
