"""What a daemon takes of the machine over time, and how much of it its memories explain."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import psutil

from tests.support.daemon import Daemon

MIB = 1 << 20
BYTES = {"facts": 2500, "archived": 115, "messages": 500, "contexts": 1200}
"""What one more of a kind takes of the daemon's memory, as measured with short ones: by tracemalloc, of 10,000, and
of 80,000 archived ones by what a daemon takes that was started with them (114)."""


WINDOWS = 12
"""Of the last two thirds of the time."""


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
        """By how much they rose from the first third to the end, by least squares over the least of each window.

        What an attack has freed is returned within seconds, so that only the floor tells what stays.
        """
        warm = len(values) // 3
        pairs = list(zip(self.at[warm:], values[warm:], strict=True))
        size = max(1, len(pairs) // WINDOWS)
        floors = [min(pairs[start : start + size], key=lambda pair: pair[1]) for start in range(0, len(pairs), size)]
        at, least = zip(*floors, strict=True)
        return statistics.linear_regression(at, least).slope * (pairs[-1][0] - pairs[0][0])

    @property
    def unexplained(self) -> list[float]:
        """Resident bytes beyond what is remembered."""
        return [resident - explained for resident, explained in zip(self.resident, self.explained, strict=True)]
