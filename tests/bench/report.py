"""Rows of a bench, printed side by side and written to build/bench.json."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One figure of ours beside the baseline's. `times` is how many times better we are (1 = the same)."""

    what: str
    unit: str
    ours: float
    baseline: float | None = None
    more_is_better: bool = True
    aim: str = ""
    note: str = ""

    @property
    def times(self) -> float | None:
        """How many times better than the baseline."""
        if not self.baseline or not self.ours:
            return None
        return self.ours / self.baseline if self.more_is_better else self.baseline / self.ours


def shown(value: float | None) -> str:
    """Three figures that count."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(title: str, baseline: str, rows: Sequence[Row]) -> str:
    """The rows as an aligned table."""
    lines = [("", "memoryd", baseline, "ratio", "aim")]
    for row in rows:
        times = "-" if row.times is None else f"{row.times:.2f}x"
        unit = f" {row.unit}"
        beside = "-" if row.baseline is None else shown(row.baseline) + unit
        lines.append((row.what, shown(row.ours) + unit, beside, times, row.aim))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    text = "\n".join(
        "  " + line[0].ljust(widths[0]) + "".join("  " + line[c].rjust(widths[c]) for c in range(1, 5))
        for line in lines
    )
    notes = "".join(f"\n  {row.what}: {row.note}" for row in rows if row.note)
    return f"{title}\n{text}{notes}\n"


def save(path: Path, results: dict[str, Sequence[Row]]) -> None:
    """Put these results into the file beside those of other benches."""
    path.parent.mkdir(parents=True, exist_ok=True)
    old = json.loads(path.read_text()) if path.exists() else {}
    benches = old.get("benches", {})
    for name, rows in results.items():
        benches[name] = [{**asdict(row), "times": row.times} for row in rows]
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "kernel": platform.release()}
    path.write_text(json.dumps({"machine": machine, "benches": benches}, indent=1) + "\n")
