"""Small memories in which something is brought up to date, or is merely alike, as projects of several of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_SIZES = (1, 2, 3, 4, 6)
"""Memories of one project, in turn: some four messages each."""


def small_projects(path: Path) -> Iterator[dict[str, Any]]:
    """Those of one writer.

    `known` has the keys of what holds, `alike` those of it to which something later is merely alike, and `updated` the
    keys of what holds no longer, and by what.
    """
    items = json.loads(path.read_text())
    for lang in ("en", "de"):
        some = [one for one in items if one["lang"] == lang]
        at = turn = 0
        while at < len(some):
            size = _SIZES[turn % len(_SIZES)]
            yield _project(some[at : at + size])
            at, turn = at + size, turn + 1


def _project(memories: Sequence[Any]) -> dict[str, Any]:
    by_day: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for which, one in enumerate(memories):
        for number, message in enumerate(one["messages"]):
            by_day[message["day"]].append((which, number))
    days = sorted(by_day)
    keys = {
        said: f"sessions/{session}.jsonl:{place}"
        for session, day in enumerate(days)
        for place, said in enumerate(by_day[day])
    }
    sessions = [
        {
            "days_ago": days[-1] - day + 1,
            "messages": [_said(memories[which]["messages"][number]) for which, number in by_day[day]],
        }
        for day in days
    ]
    updated = {
        keys[which, number]: keys[which, one["answer"]]
        for which, one in enumerate(memories)
        if one["kind"] == "update"
        for number in one["outdated"]
    }
    known = {keys[which, one["answer"]] for which, one in enumerate(memories)}
    alike = {keys[which, one["answer"]] for which, one in enumerate(memories) if one["kind"] == "similar"}
    return {"sessions": sessions, "known": known, "alike": alike, "updated": updated}


def _said(message: Any) -> dict[str, str]:
    return {"role": message["role"], "content": message["text"]}
