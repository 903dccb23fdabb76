"""How the memory is: 002's health.json, its warnings, and the status for a monitor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from memoryd.times import format_time
from memoryd.types import Problem

Status = Literal["healthy", "warning", "critical"]


class Figures(msgspec.Struct, frozen=True):
    """What health is judged by; sizes in bytes, times in microseconds."""

    now: int
    disk_usage_bytes: int
    disk_usage_percent: float
    data_bytes: int
    active_facts: int
    archived_facts: int
    avg_activation: float
    daily_files_count: int
    session_files_count: int
    embedding_index_size_bytes: int
    memory_md_lines: int
    last_consolidation: int | None
    consolidation_duration_seconds: float | None
    probe_ratio: float | None = None
    """Of the last quality probe, from 0 to 1; None when none has run."""
    failed_steps: tuple[str, ...] = ()
    """Of the last consolidation."""


class Limits(msgspec.Struct, frozen=True):
    """002 §Warning Conditions; configurable."""

    disk_percent: float = 80.0
    disk_critical: float = 90.0
    facts: int = 9000
    facts_critical: int = 9500
    activation_low: float = 0.2
    activation_high: float = 0.8
    memory_md_lines: int = 180
    memory_md_most: int = 200
    consolidation_seconds: float = 600.0
    consolidation_critical: float = 1200.0
    probe: float = 0.7


def health_of(figures: Figures, limits: Limits, problems: Sequence[Problem]) -> dict[str, Any]:
    """health.json in the seed's shape (002 §Health Check Output)."""
    warnings, status = judge(figures, limits)
    for problem in problems:
        status = worse(status, "critical" if problem.severity == "critical" else "warning")
    return {
        "timestamp": format_time(figures.now),
        "status": status,
        "disk_usage_bytes": figures.disk_usage_bytes,
        "disk_usage_percent": figures.disk_usage_percent,
        "total_facts": figures.active_facts + figures.archived_facts,
        "active_facts": figures.active_facts,
        "archived_facts": figures.archived_facts,
        "avg_activation": round(figures.avg_activation, 6),
        "daily_files_count": figures.daily_files_count,
        "session_files_count": figures.session_files_count,
        "embedding_index_size_bytes": figures.embedding_index_size_bytes,
        "memory_md_lines": figures.memory_md_lines,
        "last_consolidation": format_time(figures.last_consolidation) if figures.last_consolidation else None,
        "consolidation_duration_seconds": figures.consolidation_duration_seconds,
        "data_bytes": figures.data_bytes,
        "warnings": warnings,
    }


def judge(figures: Figures, limits: Limits) -> tuple[list[str], Status]:
    """The seed's warnings, and how bad it is (002 §Warning Conditions, rule 7)."""
    warnings: list[str] = []
    status: Status = "healthy"
    duration = figures.consolidation_duration_seconds or 0.0
    for is_so, is_critical, text in (
        (
            figures.disk_usage_percent > limits.disk_percent,
            figures.disk_usage_percent > limits.disk_critical,
            "Disk usage high",
        ),
        (
            figures.active_facts > limits.facts,
            figures.active_facts > limits.facts_critical,
            "Approaching fact limit",
        ),
        (
            figures.memory_md_lines > limits.memory_md_lines,
            False,
            f"MEMORY.md approaching {limits.memory_md_most}-line limit",
        ),
        (
            duration > limits.consolidation_seconds,
            duration > limits.consolidation_critical,
            "Consolidation taking too long",
        ),
    ):
        if is_so:
            warnings.append(text)
            status = worse(status, "critical" if is_critical else "warning")
    if figures.probe_ratio is not None and figures.probe_ratio < limits.probe:
        warnings.append(f"Quality probe accuracy below {limits.probe:.0%}")
        status = "critical"
    if figures.failed_steps:
        warnings.append(f"Steps of the last consolidation failed: {', '.join(figures.failed_steps)}")
        status = worse(status, "warning")
    if figures.active_facts and figures.avg_activation < limits.activation_low:
        # The seed's hint points the wrong way; its text stays, and the right hint stands beside it (rule 7).
        warnings.append("Most facts are decaying; consider lowering half_life")
        warnings.append("Hint: a higher half_life_days makes facts decay more slowly")
        status = worse(status, "warning")
    if figures.active_facts and figures.avg_activation > limits.activation_high:
        # A young memory is always here: it is said, but it is no trouble (rule 7).
        warnings.append("Facts not decaying enough; consider raising half_life")
        warnings.append("Hint: a lower half_life_days makes facts decay faster; on a young memory nothing is wrong")
    return warnings, status


_ORDER: tuple[Status, ...] = ("healthy", "warning", "critical")


def worse(one: Status, other: Status) -> Status:
    """The graver of two."""
    return max(one, other, key=_ORDER.index)
