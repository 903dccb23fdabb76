"""Figures for a monitor: health, maintenance, jobs, queues, the process, files and disk."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import psutil

from memoryd.maintenance.health import free_space
from memoryd.operations import Operations
from memoryd.services import Services
from memoryd.times import SECOND, parse_time

MEASURED_SECONDS = 10
"""What walks the data directory or asks every kind is measured again after so long."""


class Metrics:
    """Gathers them. Times are Unix seconds, sizes bytes."""

    def __init__(self, services: Services, operations: Operations) -> None:
        self._services = services
        self._operations = operations
        self._process = psutil.Process()
        self._lock = threading.Lock()
        self._measured: tuple[int, Mapping[str, Any]] | None = None

    def all(self, now: int) -> dict[str, Any]:
        """What `system.metrics` has besides the counters."""
        return {
            "writer": {"waiting": self._services.writer.waiting},
            "index": self._services.index.lag(),
            "maintenance": self._maintenance(),
            "jobs": self._open_jobs(now),
            **self._slow(now),
            "process": {**self._own(), **self._slow(now)["process"]},
        }

    def _slow(self, now: int) -> Mapping[str, Any]:
        """What takes long to measure, as of some seconds ago at most; one measures while others wait."""
        with self._lock:
            if self._measured is None or not 0 <= now - self._measured[0] < MEASURED_SECONDS * SECOND:
                self._measured = now, self._measure(now)
            return self._measured[1]

    def _measure(self, now: int) -> Mapping[str, Any]:
        report, problems = self._operations.health.make(now)
        severities = [problem.severity for problem in problems]
        size, free = free_space(self._services.root)
        return {
            "health": {
                "status": report["status"],
                "problems": {one: severities.count(one) for one in ("critical", "warning")},
                "avg_activation": report.get("avg_activation"),
                "quality_probe": report["quality_probe"],
            },
            "files": {"count": self._operations.health.size.measure(now).files, "bytes": report.get("data_bytes", 0)},
            "disk": {"size_bytes": size, "free_bytes": free},
            "process": {"children_resident_bytes": self._of_children()},
        }

    def _of_children(self) -> int:
        total = 0
        services = self._services
        for pid in (*services.indexer.pids, *services.audit.pids, *services.children.pids):
            with suppress(psutil.Error):  # it has ended
                total += psutil.Process(pid).memory_info().rss
        return total

    def _own(self) -> dict[str, Any]:
        times = self._process.cpu_times()
        return {
            "resident_bytes": self._process.memory_info().rss,
            "cpu_seconds": round(times.user + times.system, 3),
            "threads": threading.active_count(),
            "open_files": len(os.listdir("/proc/self/fd")),
            "max_files": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
            "started": self._process.create_time(),
        }

    def _maintenance(self) -> dict[str, Any]:
        runner = self._operations.runner
        state, upcoming = runner.runs.state, self._operations.scheduler.upcoming()
        actions = {}
        for action in sorted({*state.last, *upcoming}):
            last = state.last.get(action)
            actions[action] = {
                "last": None if last is None else last.at / SECOND,
                "last_success": _seconds(runner.succeeded(action)),
                "seconds": None if last is None else last.seconds,
                "failed": last is not None and last.status == "failed",
                "next": _seconds(upcoming.get(action)),
            }
        running = state.running
        return {"actions": actions, "running": None if running is None else running.action}

    def _open_jobs(self, now: int) -> dict[str, dict[str, float]]:
        """Of each kind; jobs that only ask for a better answer do not count."""
        found: dict[str, dict[str, float]] = {
            kind: {"open": 0, "leased": 0, "oldest_seconds": 0.0} for kind in self._services.jobs.queue.kinds
        }
        for job in self._services.jobs.queue.list(now, lambda work: True, counts_tokens=False):
            if job.get("redo"):
                continue
            entry = found[job["kind"]]
            entry[job["state"]] += 1
            entry["oldest_seconds"] = max(entry["oldest_seconds"], (now - parse_time(job["since"])) / SECOND)
        return found


def _seconds(at: int | None) -> float | None:
    return None if at is None else at / SECOND
