"""What is no talk, appended through the socket: logs, one long line, base64, JSON, CJK, code, nothing at all."""

from __future__ import annotations

import base64
import json
import random

from tests.support.daemon import Daemon

SIZE = 60_000
LOG = "\n".join(
    f"2026-05-15 10:{n // 60 % 60:02}:{n % 60:02} ERROR worker {n % 7} 10.0.0.{n % 250} refused" for n in range(1000)
)
ODD = {
    "a log": ("tool", LOG[:SIZE], "similar lines"),
    "one long line": ("user", "x" * SIZE, "xxx"),
    "base64": ("user", base64.b64encode(random.Random(3).randbytes(SIZE * 3 // 4)).decode(), "base64"),
    "minified JSON": (
        "tool", json.dumps([{"id": n, "tags": ["a"]} for n in range(2500)], separators=(",", ":")), "JSON",
    ),
    "CJK": ("user", "昨天我们决定使用数据库。明天下午三点开会讨论预算。" * 700, "昨天我们决定使用数据库"),
    "code only": ("user", "\n".join(f"def sum_{n}(a, b):\n    return a + b * {n}" for n in range(1500)), "def sum_"),
}  # fmt: skip


def test_what_is_no_talk_is_summed_up_as_what_it_was(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        sessions = {}
        for name, (role, text, _) in ODD.items():
            sessions[name] = wire.call("sessions.start")["session_id"]
            said = [
                {"role": "user", "content": "Look at this, please."},
                {"role": role, "content": text},
                {"role": "assistant", "content": "We decided to keep PostgreSQL 16."},
            ]
            wire.call("sessions.append", {"session_id": sessions[name], "messages": said})
            wire.call("sessions.end", {"session_id": sessions[name]})
        empty = wire.call("sessions.start")["session_id"]
        wire.call("sessions.end", {"session_id": empty})
        assert wire.call("maintenance.run", {"action": "compress"})["steps"][0]["status"] == "ok"
        leaves = wire.call("summaries.inspect", {"level": "L1", "limit": 100})["summaries"]
        for name, (_, _, told) in ODD.items():
            whole = "\n".join(leaf["text"] for leaf in leaves if leaf["sessions"] == [sessions[name]])
            assert told in whole and "PostgreSQL 16" in whole, (name, whole[:2000])
            assert "one line of data" not in whole and whole.count("明天下午三点开会讨论预算") <= 1, (
                name,
                whole[:2000],
            )
        assert all(leaf["tokens"] <= 2100 and empty not in leaf["sessions"] for leaf in leaves)
        assert wire.call("maintenance.run", {"action": "summarize"})["steps"][0]["status"] == "ok"
        brief = wire.call("sessions.brief")
        assert "PostgreSQL 16" in brief["text"] and "return a" not in brief["text"]
        assert "PostgreSQL 16" in wire.call("summaries.assemble")["message"]["content"]


REPEATED = (
    "also ",
    "okay ",
    "mach das so ",
    "please do so ",
    "also dann ",
    "statt ",
    "instead of ",
    "old ",
    "1",
    "_",
    "A.",
)


def test_words_said_again_and_again_stop_nobody(daemon: Daemon) -> None:
    """Patterns that try every way to read them held all other threads for minutes."""
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "odd"})
        said = [f"{(words * 400)[:size]}§" for words in REPEATED for size in (390, 5000)]
        messages = [{"role": "user", "content": text} for text in said]
        wire.call("sessions.append", {"session_id": "odd", "messages": messages})
        for number, text in enumerate(said):
            wire.call("facts.add", {"subject": f"thing {number}", "predicate": "is", "object": text})
        wire.call("notes.write", {"layer": "knowledge", "text": "1" * 100_000})
        assert wire.call("sessions.brief", {"budget_tokens": 4000})["keys"]
        assert wire.call("maintenance.run", {"action": "summarize"})["steps"][0]["status"] == "ok"
