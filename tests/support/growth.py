"""What a daemon takes of the machine over time, and how much of it its memories explain."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import psutil

from tests.support.daemon import Daemon

MIB = 1 << 20
BYTES = {"facts": 1100, "archived": 120, "messages": 60, "contexts": 1200}
"""What one more of a kind takes of the daemon's memory."""


class Growth:
    """Samples; `print` what they are, so that a series can be read afterwards."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._process = psutil.Process(daemon.pid)
        self._began = time.monotonic()
        self.at: list[float] = []
        self.resident: list[float] = []
        self.descriptors: list[float] = []
        self.explained: list[float] = []
        """Bytes of what is remembered."""

    def take(self) -> str:
        """One more; a line that tells of it."""
        counts = self._count()
        self.at.append(time.monotonic())
        self.resident.append(self._process.memory_info().rss)
        self.descriptors.append(self._process.num_fds())
        self.explained.append(sum(BYTES[kind] * count for kind, count in counts.items()))
        children = sum(child.memory_info().rss for child in self._process.children(recursive=True))
        return (
            f"{self.at[-1] - self._began:.0f} s: {self.resident[-1] / MIB:.1f} MiB, children {children / MIB:.0f}, "
            f"{self.descriptors[-1]:.0f} descriptors, {', '.join(f'{count} {kind}' for kind, count in counts.items())}"
        )

    def _count(self) -> dict[str, int]:
        with self._daemon.connect() as wire:
            figures, contexts = wire.call("system.metrics"), wire.call("contexts.stats")
        return {
            "facts": figures["facts"]["active"],
            "archived": figures["facts"]["archived"],
            "messages": figures["messages"],
            "contexts": contexts["total"],
        }

    def rise(self, values: Sequence[float]) -> float:
        """By how much they rose from the first third to the end, by least squares."""
        warm = len(values) // 3
        at, values = self.at[warm:], values[warm:]
        return statistics.linear_regression(at, values).slope * (at[-1] - at[0])

    @property
    def unexplained(self) -> list[float]:
        """Resident bytes beyond what is remembered."""
        return [resident - explained for resident, explained in zip(self.resident, self.explained, strict=True)]
