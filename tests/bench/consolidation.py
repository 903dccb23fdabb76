"""A consolidation over many facts, some of them faded, and what recall's latency is meanwhile beside its idle one."""

from __future__ import annotations

import itertools
import json
import os
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.bench.load import Load, drive, frame
from tests.bench.place import CONFIG, place
from tests.bench.report import Row
from tests.bench.words import words
from tests.support.daemon import Daemon
from tests.support.wire import Wire

TITLE = "maintenance.run consolidate, with recall.query of one client all the while"
BASELINE = "the same client, idle"
QUESTIONS = 200
IDLE_SECONDS = 10.0
FADED_SHARE = 50
"""Every so many-th fact has faded and is archived."""
SIZES = os.environ.get("MEMORYD_BENCH_FACTS", "100000")
"""How many facts, comma-separated; a million takes some minutes: MEMORYD_BENCH_FACTS=1000000."""
AIMS = {100_000: 30.0, 1_000_000: 300.0}


def _write_facts(data: Path, count: int) -> None:
    """facts.jsonl as a year of use leaves it."""
    (data / "knowledge-graph").mkdir(parents=True)
    now = datetime.now(UTC)
    with (data / "knowledge-graph" / "facts.jsonl").open("w") as file:
        for number, (subject, predicate, object_) in enumerate(words().facts(count)):
            line = {
                "id": f"fact-{number:032x}",
                "subject": subject,
                "predicate": predicate,
                "object": object_,
                "source": "bench",
                "created": (now - timedelta(seconds=number)).isoformat(),
                "activation": 0.01 if number % FADED_SHARE == 0 else round(0.2 + 0.8 * (number % 97) / 97, 6),
            }
            file.write(json.dumps(line) + "\n")


def _wait_for_index(wire: Wire) -> None:
    """Until all facts are in the index: of a million that takes minutes, and is not what is measured here."""
    while wire.call("maintenance.run", {"action": "index"})["steps"][0]["status"] != "ok":
        pass


def _during(daemon: Daemon, frames: list[bytes]) -> tuple[Load, dict[str, Any]]:
    """Recall for as long as the consolidation takes."""
    done = threading.Event()
    report: dict[str, Any] = {}

    def run() -> None:
        try:
            with daemon.connect(timeout=1800) as wire:
                report.update(wire.call("maintenance.run", {"action": "consolidate"}))
        finally:
            done.set()

    thread = threading.Thread(target=run)
    thread.start()
    load = drive(str(daemon.socket), [itertools.takewhile(lambda _: not done.is_set(), itertools.cycle(frames))])
    thread.join()
    return load, report


def _size(count: int) -> list[Row]:
    frames = [frame("recall.query", {"query": q, "k": 10, "boost": False}) for q in words().questions(QUESTIONS)]
    with place() as folder:
        daemon = Daemon(folder / "memoryd", CONFIG.replace("1000000", "2000000"))
        _write_facts(daemon.data, count)
        try:
            daemon.start(timeout=1800)
            with daemon.connect(timeout=1800) as wire:
                wire.call("maintenance.run", {"action": "reconcile"})
                _wait_for_index(wire)
            drive(str(daemon.socket), [frames])
            idle = drive(str(daemon.socket), [itertools.cycle(frames)], IDLE_SECONDS)
            busy, report = _during(daemon, frames)
        finally:
            daemon.kill()
    failed = [step for step in report["steps"] if step["status"] == "failed"]
    steps = ", ".join(f"{step['step']} {step['seconds']:.1f}" for step in report["steps"] if step["seconds"] >= 0.05)
    note = f"seconds by step: {steps}" + (f"; FAILED: {failed}" if failed else "")
    return [
        Row(f"{count:,} facts, whole run", "s", report["seconds"], None, False, f"< {AIMS.get(count, 0):.0f} s", note),
        *(
            Row(
                f"{count:,} facts, recall p{percent} meanwhile",
                "ms",
                busy.percentile(percent) * 1e3,
                idle.percentile(percent) * 1e3,
                more_is_better=False,
                aim="0.50x" if percent == 99 else "",
            )
            for percent in (50, 99)
        ),
    ]


def bench() -> list[Row]:
    return [row for size in SIZES.split(",") for row in _size(int(size))]
