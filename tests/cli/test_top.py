"""top: live on a terminal until q is typed, one screen on a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from typing import Any

import pytest

from memoryd.cli.live import frame, methods, quantile
from memoryd.cli.output import Span
from memoryd.cli.text import text_width
from tests.cli.conftest import COMMAND, DEADLINE, Run, environment
from tests.cli.fake_daemon import FakeDaemon


def metrics(requests: int) -> dict[str, Any]:
    return {
        "version": "1.2.3",
        "uptime_seconds": 7500.0,
        "rpc": {
            "connections": 2, "in_flight": 1, "long_calls": 0, "errors": {"not_found": 3},
            "methods": {
                "recall.query": {"requests": requests, "failures": 0, "latency": [0] * 11 + [requests]},
                "facts.add": {"requests": 7, "failures": 1, "latency": [0, 7]},
                "facts.get": {"requests": 0, "failures": 0, "latency": []},
            },
        },
        "facts": {"active": 2000, "archived": 1},
        "sessions": 3,
        "embeddings": {"waiting": 5},
        "health": {"status": "warning"},
        "files": {"count": 9, "bytes": 4096},
        "disk": {"size_bytes": 1 << 40, "free_bytes": 1 << 39},
        "process": {"resident_bytes": 1 << 28, "children_resident_bytes": 0, "cpu_seconds": 10.0 + requests / 100,
                    "threads": 9, "open_files": 8, "max_files": 1024},
        "writer": {"waiting": 0},
        "index": {"queued": 1, "uncommitted": 2, "lag_seconds": 0.5},
        "jobs": {"leaf": {"open": 2, "leased": 1, "oldest_seconds": 90.0}},
        "maintenance": {"actions": {}, "running": "consolidate"},
    }  # fmt: skip


def lines(shown: list[list[str | Span]]) -> list[str]:
    return ["".join(part.text if isinstance(part, Span) else part for part in line) for line in shown]


def test_the_busiest_first() -> None:
    rows = methods(metrics(150), metrics(100), 2.0)
    assert [(row.name, row.rate, row.requests) for row in rows] == [("recall.query", 25.0, 150), ("facts.add", 0.0, 7)]
    assert [row.name for row in methods(metrics(3), None, 0.0)] == ["facts.add", "recall.query"]
    restarted = methods(metrics(1), metrics(100), 2.0)
    assert [row.rate for row in restarted] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("counts", "share", "seconds"),
    [([], 0.5, 0.0), ([0, 4], 0.5, 2.048e-6), ([1, 0, 1], 0.5, 1.024e-6), ([99, 0, 0, 1], 0.99, 1.024e-6),
     ([98, 0, 0, 2], 0.99, 8.192e-6)],
)  # fmt: skip
def test_quantiles(counts: list[int], share: float, seconds: float) -> None:
    assert quantile(counts, share) == pytest.approx(seconds)


@pytest.mark.parametrize(("columns", "height"), [(80, 24), (40, 10), (200, 6)])
def test_it_keeps_to_the_screen(columns: int, height: int) -> None:
    shown = lines(frame(metrics(150), metrics(100), 2.0, columns, height))
    assert len(shown) <= height
    assert max(map(text_width, shown)) <= columns


def test_one_screen_on_a_pipe(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["system.metrics"] = metrics(100)
    done = memoryctl("top")
    assert (done.returncode, done.stdout.count("METHOD"), "\x1b" in done.stdout) == (0, 1, False)
    assert done.stdout.startswith("memoryd 1.2.3  warning  up 2 h 5 min\n")
    assert "3 leaf; the oldest for 1 min 30 s" in done.stdout
    assert json.loads(memoryctl("top", "--json").stdout) == metrics(100)
    assert memoryctl("top", "-n", "3", "-d", "0.01").stdout.count("METHOD") == 3


def test_live_until_q_is_typed(daemon: FakeDaemon) -> None:
    asked = []

    def answer(params: dict[str, Any], notify: Any) -> dict[str, Any]:
        asked.append(None)
        return metrics(100 * len(asked))

    daemon.answers["system.metrics"] = answer
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 80, 0, 0))
    before = termios.tcgetattr(theirs)
    process = subprocess.Popen(
        [*COMMAND, "top", "-d", "0.05"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(daemon.path)
    )
    try:
        shown = b""
        while shown.count(b"METHOD") < 4:
            shown += os.read(ours, 65536)
        os.write(ours, b"q")
        while b"\x1b[?1049l" not in shown:
            shown += os.read(ours, 65536)
        assert process.wait(DEADLINE) == 0
        assert termios.tcgetattr(theirs) == before
    finally:
        process.kill()
        process.wait()
        os.close(theirs)
        os.close(ours)
    text = shown.decode()
    assert text.startswith("\x1b[?1049h\x1b[?25l")
    assert text.endswith("\x1b[?25h\x1b[?1049l")
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    assert max(text_width(line) for line in plain.replace("\r", "").split("\n")) <= 80
    rates = {float(rate.replace(",", "")) for rate in re.findall(r"recall\.query +([\d.,]+)", plain)}
    assert len(rates) > 1
