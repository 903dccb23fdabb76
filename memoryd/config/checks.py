"""Relations between keys: values that are derived from others, and values that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from memoryd.config.faults import Fault
from memoryd.config.model import Config

Places = Mapping[str, tuple[str, int | None]]
"""Where each key that is set was set: file, variable or flag, and line."""

_PROBES = {"daily": "0 3 * * *", "weekly": "0 3 * * 0", "monthly": "0 3 1 * *", "never": "off"}

ORDERED: tuple[tuple[str, str, str], ...] = (
    ("memory_oracle.prune_threshold", "memory_oracle.search_threshold", "else facts are archived while still found"),
    ("memory_oracle.memory_md_leave_activation", "memory_oracle.memory_md_enter_activation",
     "else facts enter and leave MEMORY.md at once"),
    ("memory_oracle.warn_activation_low", "memory_oracle.warn_activation_high", "else one of them always warns"),
    ("contexts.active_hours", "contexts.recent_hours", "else no context is ever RECENT"),
    ("contexts.recent_hours", "contexts.archived_hours", "else no context is ever ARCHIVED"),
    ("summaries.summary_target_tokens", "summaries.chunk_tokens", "else a summary is as long as what it sums up"),
)  # fmt: skip
"""(lower, higher, why): the first must be less than the second."""


def derive(values: dict[str, object]) -> None:
    """Fill in what follows from other keys where it is not set itself."""
    interval = values.get("memory_oracle.canary_check_interval")
    if isinstance(interval, str):
        values.setdefault("schedule.quality_probe", _PROBES[interval])
    for bound, warning in (("max_facts", "warn_facts"), ("memory_md_max_lines", "warn_memory_md_lines")):
        most = values.get(f"memory_oracle.{bound}")
        if isinstance(most, int):
            values.setdefault(f"memory_oracle.{warning}", max(1, most * 9 // 10))


def cross_faults(config: Config, places: Places, faulty: Set[str] = frozenset()) -> Iterator[Fault]:
    """Contradictions between keys, each reported where one of them was set. `faulty` keys are not compared."""
    for lower, higher, why in ORDERED:
        low, high = config.value(lower), config.value(higher)
        assert isinstance(low, int | float) and isinstance(high, int | float)
        if low >= high and not faulty & {lower, higher}:
            yield _fault(
                places, (lower, higher), f"must be less than {higher} ({low:g} is not less than {high:g})", why
            )
    pair = ("daemon.write_queue_bytes", "daemon.max_frame_bytes")
    if config.daemon.write_queue_bytes < config.daemon.max_frame_bytes and not faulty & set(pair):
        yield _fault(places, pair, f"must be at least {pair[1]}", "else the largest request never fits")
    pair = ("memory_oracle.session_retention_days", "summaries.session_idle_hours")
    days, hours = config.memory_oracle.session_retention_days, config.summaries.session_idle_hours
    if days * 24 <= hours and not faulty & set(pair):
        yield _fault(
            places, pair, f"must be longer than {pair[1]}", "else sessions are deleted before they are finished"
        )
    yield from _twice_named(config, places)


def _twice_named(config: Config, places: Places) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for level in ("readers", "writers", "admins"):
        for name in getattr(config.access, level):
            if name in seen:
                what = f'names "{name}", who is in access.{seen[name]}, too'
                yield _fault(places, (f"access.{level}",), what, "keep one of the two")
            seen.setdefault(name, level)


def _fault(places: Places, keys: tuple[str, ...], what: str, why: str) -> Fault:
    where, line = next((places[key] for key in keys if key in places), ("", None))
    return Fault(where, keys[0], what, why, line)
