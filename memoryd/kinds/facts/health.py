"""What health says of facts: how many, how active, and what to do about it (002 §Warning Conditions, rule 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memoryd.config.sections import MemoryOracle
from memoryd.kind import Warning
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.fact import FACTS_PATH
from memoryd.types import Problem

EXACT_FACTS = 50_000
"""Of more facts the average activation is that of a sample, evenly taken: looking at all would delay requests."""

_AT_ONCE = 1000


def figures_of(store: FactStore, now: int) -> dict[str, Any]:
    """For health.json."""
    return {
        "total_facts": store.active_count + store.archived_count,
        "active_facts": store.active_count,
        "archived_facts": store.archived_count,
        "avg_activation": round(_average(store, now), 6),
    }


def _average(store: FactStore, now: int) -> float:
    step = max(1, store.active_count // EXACT_FACTS)
    sample = [ordinal for ordinal in range(0, len(store.activations), step) if store.table[ordinal] is not None]
    parts = (sample[begin : begin + _AT_ONCE] for begin in range(0, len(sample), _AT_ONCE))
    return sum(value for part in parts for value in store.activations.all_at(part, now)) / max(1, len(sample))


def warnings_of(figures: Mapping[str, Any], oracle: MemoryOracle) -> Iterable[Warning]:
    """Of 002 §Warning Conditions; the seed's hints point the wrong way, so the right ones stand beside (rule 7)."""
    active = figures["active_facts"]
    if active > oracle.warn_facts:
        is_critical = active > max(oracle.warn_facts, round(oracle.max_facts * 0.95))
        what = f"{active} facts are active, of at most {oracle.max_facts}; beyond that the least active are archived"
        action = "raise memory_oracle.max_facts, or archive facts that nobody needs"
        mend = Problem(path=FACTS_PATH, what=what, action=action, severity="critical") if is_critical else None
        yield Warning("Approaching fact limit", "critical" if is_critical else "warning", mend)
    average = figures["avg_activation"]
    if active and average < oracle.warn_activation_low:
        yield Warning("Most facts are decaying; consider lowering half_life", "warning")
        yield Warning("Hint: a higher half_life_days makes facts decay more slowly", "warning")
    if active and average > oracle.warn_activation_high:
        # A young memory is always here: it is said, but it is no trouble.
        hint = "Hint: a lower half_life_days makes facts decay faster; on a young memory nothing is wrong"
        yield Warning("Facts not decaying enough; consider raising half_life", "healthy")
        yield Warning(hint, "healthy")
