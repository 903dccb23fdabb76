"""The figures that health is judged by, read off the memory and its file system."""

from __future__ import annotations

import os

import msgspec
import psutil

from memoryd.config import Config
from memoryd.kinds.facts.store import FactStore
from memoryd.maintenance.health import Figures, Limits
from memoryd.storage.regular import regular

EXACT_FACTS = 50_000
"""Of more facts the average activation is that of a sample, evenly taken: looking at all would hold up requests."""


class Nightly(msgspec.Struct, frozen=True):
    """What the runs of maintenance add to the figures; times in microseconds."""

    last_consolidation: int | None = None
    consolidation_duration_seconds: float | None = None
    probe_ratio: float | None = None
    failed_steps: tuple[str, ...] = ()


NEVER = Nightly()
"""None has run yet."""


def figures_of(root: str, facts: FactStore, now: int, nightly: Nightly = NEVER) -> Figures:
    """Measure now; walks the data directory for its size."""
    disk = psutil.disk_usage(_standing(root))
    return Figures(
        now=now,
        disk_usage_bytes=disk.used,
        disk_usage_percent=disk.percent,
        data_bytes=_size_of(root),
        active_facts=facts.active_count,
        archived_facts=facts.archived_count,
        avg_activation=_average(facts, now),
        daily_files_count=_count(os.path.join(root, "daily"), ".md"),
        session_files_count=_count(os.path.join(root, "sessions"), ".jsonl"),
        embedding_index_size_bytes=_file_size(os.path.join(root, "embeddings", "index.bin")),
        memory_md_lines=_lines(os.path.join(root, "MEMORY.md")),
        last_consolidation=nightly.last_consolidation,
        consolidation_duration_seconds=nightly.consolidation_duration_seconds,
        probe_ratio=nightly.probe_ratio,
        failed_steps=nightly.failed_steps,
    )


def limits_of(config: Config) -> Limits:
    """002 §Warning Conditions, as configured."""
    oracle = config.memory_oracle
    return Limits(
        disk_percent=oracle.warn_disk_percent,
        disk_critical=max(90.0, oracle.warn_disk_percent),
        facts=oracle.warn_facts,
        facts_critical=max(oracle.warn_facts, round(oracle.max_facts * 0.95)),
        activation_low=oracle.warn_activation_low,
        activation_high=oracle.warn_activation_high,
        memory_md_lines=oracle.warn_memory_md_lines,
        memory_md_most=oracle.memory_md_max_lines,
        consolidation_seconds=oracle.warn_consolidation,
        consolidation_critical=2 * oracle.warn_consolidation,
        probe=oracle.warn_probe_accuracy,
    )


def _average(facts: FactStore, now: int) -> float:
    total = 0.0
    count = 0
    step = max(1, facts.active_count // EXACT_FACTS)
    for ordinal in range(0, len(facts.activations), step):
        if facts.table[ordinal] is not None:
            total += facts.activations.at(ordinal, now)
            count += 1
    return total / count if count else 0.0


def _standing(path: str) -> str:
    """The path, or what stands above it: health must be told above all while the data directory is gone."""
    while not os.path.isdir(path):
        path = os.path.dirname(path)
    return path


def _size_of(root: str) -> int:
    total = 0
    for directory, _, names in os.walk(root):
        for name in names:
            total += _file_size(os.path.join(directory, name))
    return total


def _file_size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0


def _count(directory: str, ending: str) -> int:
    try:
        return sum(1 for name in os.listdir(directory) if name.endswith(ending) and not name.startswith("."))
    except OSError:
        return 0


def _lines(path: str) -> int:
    try:
        with open(path, "rb", opener=regular) as file:
            data = file.read()
    except OSError:
        return 0
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)
