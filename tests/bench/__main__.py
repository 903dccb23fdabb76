"""`python -m tests.bench [NAME…]`: run all benches or the named ones, print them, keep them in build/bench.json."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from tests.bench.report import save, table

BENCHES = (
    "ping",
    "add",
    "add_many",
    "recall",
    "start",
    "consolidation",
    "notes",
    "contexts",
    "audit",
    "idle",
    "locks",
    "speed",
    "fairness",
    "extraction",
    "briefs",
    "adapters",
)
WHEN_NAMED = ("clients", "peers", "quality", "confidence", "summaries")
"""Takes many minutes, or packages that are no dependencies."""


def main(names: list[str]) -> int:
    known = BENCHES + WHEN_NAMED
    wrong = [name for name in names if name not in known]
    if wrong:
        print(f"no bench is called {wrong[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 64
    texts = "LoCoMo's words" if os.environ.get("MEMORYD_DATASETS") else "made words; real ones with $MEMORYD_DATASETS"
    print(f"memoryd beside its baselines: medians of interleaved rounds, {os.cpu_count()} cores, {texts}.")
    print("Ratios: above 1 memoryd is better. Times change with the machine, ratios much less.\n", flush=True)
    for name in names or BENCHES:
        module = importlib.import_module(f"tests.bench.{name}")
        rows = module.bench()
        print(table(module.TITLE, module.BASELINE, rows), flush=True)
        save(Path("build/bench.json"), {name: rows})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
