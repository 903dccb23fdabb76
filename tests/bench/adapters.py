"""What stands between an agent and the socket: memoryd-mcp beside the socket itself, and a hook from exec to exit."""

from __future__ import annotations

import itertools
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.load import median
from tests.bench.place import fill, place, running
from tests.bench.report import Row
from tests.bench.words import words
from tests.support.daemon import ROOT, Daemon

TITLE = "Adapters, 1,000 facts"
BASELINE = "the socket"
FACTS = 1000
CALLS = 200
HOOKS = 30
Json = dict[str, Any]
Ask = Callable[[Json], object]
_PAIRS = (("memory_search", "recall.search", "query"), ("memory_check", "recall.check", "action"))


@contextmanager
def _mcp(daemon: Daemon) -> Iterator[Callable[[str, Json], object]]:
    """Calls a tool of memoryd-mcp by the bare protocol: an SDK's client would be measured with it."""
    command = [sys.executable, "-m", "memoryd.mcp", "--socket", str(daemon.socket)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdin is not None and process.stdout is not None
    into, out, ids = process.stdin, process.stdout, itertools.count()

    def send(method: str, params: Json, **more: int) -> None:
        into.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode() + b"\n")
        into.flush()

    def call(method: str, params: Json) -> Any:
        wanted = next(ids)
        send(method, params, id=wanted)
        while (answer := json.loads(out.readline())).get("id") != wanted:
            pass
        return answer["result"]

    def tool(name: str, given: Json) -> object:
        result = call("tools/call", {"name": name, "arguments": given})
        assert not result.get("isError"), result
        return result

    try:
        who = {"name": "bench", "version": "1"}
        call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who})
        send("notifications/initialized", {})
        yield tool
    finally:
        process.kill()
        process.wait()


def _times(ask: Callable[[int], object], count: int) -> list[float]:
    """Milliseconds of each call, sorted."""
    found = []
    for number in range(count):
        began = time.perf_counter()
        ask(number)
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def _beside(ours: Ask, base: Ask, given: list[Json]) -> tuple[float, float]:
    """The median of each in milliseconds, in turns."""
    ask = [[partial(side, one) for one in given] for side in (ours, base)]
    rounds = [[_times(lambda n, side=side: side[n](), len(given))[len(given) // 2] for side in ask] for _ in range(3)]  # type: ignore[misc]
    return median(one[0] for one in rounds), median(one[1] for one in rounds)


def _hook(daemon: Daemon, home: Path, event: str) -> Callable[[int], object]:
    """Runs memoryctl hook as Claude Code does, with one more line of transcript each time."""
    transcript = home / "transcript.jsonl"
    command = [str(Path(sys.executable).with_name("memoryctl")), "--socket", str(daemon.socket), "hook", "claude-code"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}

    def run(number: int) -> None:
        with transcript.open("a") as file:
            message = {"role": "assistant", "content": f"answer {number}"}
            line = {"type": "assistant", "message": message, "uuid": f"{event}-{number}", "sessionId": "bench"}
            file.write(json.dumps(line) + "\n")
        given = {"session_id": "bench", "transcript_path": str(transcript), "cwd": str(home), "hook_event_name": event,
                 "prompt": f"question {number}", "prompt_id": f"p{number}"}  # fmt: skip
        subprocess.run(
            command, input=json.dumps(given).encode(), stdout=subprocess.DEVNULL, env=environment, check=True
        )

    return run


def bench() -> list[Row]:
    """The rows."""
    rows = []
    with place() as folder, running(folder) as daemon:
        facts = list(words().facts(FACTS))
        fill(daemon, facts)
        with daemon.connect() as wire, _mcp(daemon) as tool:
            for name, method, parameter in _PAIRS:
                given = [{parameter: " ".join(fact)} for fact in facts[:CALLS]]
                ours, base = _beside(partial(tool, name), partial(wire.call, method), given)
                rows += [
                    Row(f"MCP's {name} beside {method}, p50", "ms", ours, base, more_is_better=False),
                    Row("of it the adapter's", "ms", ours - base, more_is_better=False, aim="5 ms"),
                ]
        home = folder / "home"
        home.mkdir()
        for event in ("UserPromptSubmit", "Stop"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            times = _times(_hook(daemon, home, event), HOOKS)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            rows.append(Row(f"hook {event}, processor time", "ms", spent / HOOKS * 1000, more_is_better=False))
            for share, name in ((0.5, "p50"), (0.95, "p95")):
                took = times[int(len(times) * share)]
                rows.append(Row(f"hook {event}, exec to exit, {name}", "ms", took, more_is_better=False, aim="150 ms"))
    return rows
