"""`rpc.ping` beside a bare msgpack echo: what authority, registry and limits cost."""

from __future__ import annotations

import socket
import subprocess
import sys
from functools import partial
from itertools import repeat
from pathlib import Path

import psutil

from tests.bench.load import Load, alternate, drive, frame, median
from tests.bench.place import place, running
from tests.bench.report import Row
from tests.support.daemon import ROOT
from tests.support.wait import until

TITLE = "rpc.ping, one request in flight a client"
BASELINE = "bare msgpack echo"
SECONDS = 1.5
ROUNDS = 3


def _echo(path: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.echo", str(path)], cwd=ROOT)
    until(lambda: _listens(path))
    return process


def _listens(path: Path) -> bool:
    """Whether the socket takes connections; its file is there a moment earlier."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0


def _measure(path: Path, pid: int, clients: int) -> tuple[Load, float]:
    """A run, and the server's processor seconds a request."""
    before = sum(psutil.Process(pid).cpu_times()[:2])
    load = drive(str(path), [repeat(frame("rpc.ping"))] * clients, SECONDS)
    return load, (sum(psutil.Process(pid).cpu_times()[:2]) - before) / len(load.latencies)


def bench() -> list[Row]:
    rows = []
    with place() as folder, running(folder) as daemon:
        echo = _echo(folder / "echo")
        try:
            for clients, aim in ((1, ""), (64, "0.60x")):
                ours, base = alternate(
                    ROUNDS,
                    partial(_measure, daemon.socket, daemon.pid, clients),
                    partial(_measure, folder / "echo", echo.pid, clients),
                )
                name = f"{clients} client{'s' * (clients > 1)}"
                rate, base_rate = (median(load.rate for load, _ in runs) for runs in (ours, base))
                p50, base_p50 = (median(load.percentile(50) * 1e6 for load, _ in runs) for runs in (ours, base))
                cpu, base_cpu = (median(each * 1e6 for _, each in runs) for runs in (ours, base))
                rows += [
                    Row(f"{name}, rate", "/s", rate, base_rate, aim=aim),
                    Row(f"{name}, p50", "µs", p50, base_p50, more_is_better=False),
                    Row(f"{name}, server's CPU a request", "µs", cpu, base_cpu, more_is_better=False),
                ]
        finally:
            echo.kill()
            echo.wait()
    return rows
