"""Facts as replies show them (design §5), and the refusal for those that are not there."""

from __future__ import annotations

from typing import Any

from memoryd.errors import NotFound
from memoryd.kinds.facts.decay import State
from memoryd.kinds.facts.fact import Fact
from memoryd.times import format_time


def active_view(fact: Fact, state: State, activation: float, now: int) -> dict[str, Any]:
    """An active fact, its activation decayed to `now`; of a clock that went back, as of when it counts (rule 1)."""
    return {
        **_plain(fact),
        "activation": activation,
        "as_of": format_time(max(now, state.as_of)),
        "last_accessed": format_time(state.last_accessed),
        "access_count": state.access_count,
        "archived": False,
    }


def archived_view(fact: Fact, state: State, activation: float, now: int) -> dict[str, Any]:
    """An archived fact, its activation decayed to `now` like any other; older archives know of no access."""
    return {
        **_plain(fact),
        "activation": activation,
        "as_of": format_time(max(now, state.as_of)),
        "last_accessed": format_time(state.last_accessed) if state.last_accessed else None,
        "access_count": state.access_count,
        "archived": True,
    }


def _plain(fact: Fact) -> dict[str, Any]:
    return {
        "id": fact.id,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "source": fact.source,
        "created": format_time(fact.created),
    }


def not_found(fact_id: str) -> NotFound:
    """No fact has that id."""
    return NotFound(f"no fact has the id {fact_id[:200]!r}; facts.find or recall.query list ids", id=fact_id[:200])
