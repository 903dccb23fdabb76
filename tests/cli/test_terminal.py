"""What a person sees: colour, wrapping, progress; and that no memory drives the terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryd.cli.text import text_width
from tests.cli.conftest import COMMAND, DEADLINE, Run, RunOnTerminal, environment
from tests.cli.fake_daemon import FakeDaemon, Notify
from tests.support.wait import until

ESCAPES = "a\x1b]0;owned\x07b\x1b[2Jc\u009b31md\u202ee\rf\x00g\x7fh\u2028i"
_OURS = re.compile(r"\x1b\[[0-9;]*m")
_DANGEROUS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


def hits(*texts: str, **more: Any) -> dict[str, Any]:
    return {
        "results": [{"key": f"k{n}", "kind": "fact", "text": text, "score": 0.5} | more for n, text in enumerate(texts)]
    }


def plain(shown: str) -> str:
    return _OURS.sub("", shown)


ANSWERS: dict[str, Any] = {
    "recall.query": hits(ESCAPES, who=ESCAPES, also=[ESCAPES], why={ESCAPES: 1.5}),
    "recall.search": {**hits(ESCAPES), "archived": [{"key": ESCAPES, "text": ESCAPES}]},
    "recall.get": {"key": ESCAPES, "path": ESCAPES, "text": f"{ESCAPES}\n{ESCAPES}"},
    "recall.grep": {"matches": [{"path": ESCAPES, "line": 1, "text": ESCAPES}], "truncated": True},
    "facts.find": {
        "facts": [{"id": ESCAPES, "subject": ESCAPES, "predicate": ESCAPES, "object": ESCAPES}],
        "next": ESCAPES,
    },
    "facts.add": {"id": ESCAPES, "status": ESCAPES, "redacted": [{"kind": ESCAPES, "count": 1}]},
    "sessions.list": {"sessions": [{"session_id": ESCAPES, "agent": ESCAPES, "started": ESCAPES}]},
    "sessions.read": {"messages": [{"role": ESCAPES, "content": ESCAPES, "name": ESCAPES, "at": "x"}]},
    "system.health": {
        "status": ESCAPES,
        "health": {ESCAPES: ESCAPES, "warnings": [ESCAPES]},
        "problems": [{"path": ESCAPES, "line": 1, "what": ESCAPES, "action": ESCAPES}],
        "text": ESCAPES,
    },
    "system.info": {"version": ESCAPES, ESCAPES: [ESCAPES]},
    "maintenance.status": {
        "actions": {
            ESCAPES: {
                "last": {"at": ESCAPES, "steps": [{"step": "x", "status": "failed", "error": ESCAPES}]},
                "next": ESCAPES,
            }
        },
        "running": {"action": ESCAPES, "since": ESCAPES},
    },
    "maintenance.run": {"action": ESCAPES, "steps": [{"step": ESCAPES, "status": ESCAPES, "error": ESCAPES}]},
    "rpc.describe": {
        "methods": {
            "m": {"access": ESCAPES, "summary": ESCAPES, "errors": [ESCAPES]},
            "sessions.list": {"access": "read", "summary": "x"},
        }
    },
}


@pytest.mark.parametrize(
    "words",
    [
        ["recall", "x", "--explain"],
        ["search", "x"],
        ["get", "x"],
        ["grep", "x"],
        ["facts"],
        ["add", "a", "b", "c"],
        ["list", "sessions"],
        ["sessions"],
        ["sessions", "x"],
        ["health", "--all"],
        ["health", "--nagios"],
        ["status"],
        ["maintenance"],
        ["info"],
        ["decay"],
        ["describe"],
        ["describe", "m"],
        ["get", "x", "--json"],
        ["call", "recall.get"],
    ],
    ids=" ".join,
)
def test_no_memory_drives_the_terminal(
    words: list[str], daemon: FakeDaemon, terminal: RunOnTerminal, memoryctl: Run
) -> None:
    daemon.answers = ANSWERS
    command = ["maintenance", *words] if words == ["decay"] else words
    _, shown = terminal(*command)
    assert "owned" in shown
    assert not _DANGEROUS.search(plain(shown).replace("\r\x1b[K", ""))
    piped = memoryctl(*command)
    assert not _DANGEROUS.search(piped.stdout + piped.stderr)


def test_errors_and_progress_do_not_drive_it_either(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    def run(params: dict[str, Any], notify: Notify) -> dict[str, Any]:
        notify("rpc.progress", {"token": params["progress"], "stage": ESCAPES, "done": 1, "total": 2})
        return {"action": "x", "steps": []}

    daemon.answers["maintenance.run"] = run
    _, shown = terminal("consolidate")
    assert not _DANGEROUS.search(plain(shown).replace("\r\x1b[K", ""))


def test_json_escapes_and_keeps_the_value(daemon: FakeDaemon, memoryctl: Run, terminal: RunOnTerminal) -> None:
    daemon.answers["recall.get"] = ANSWERS["recall.get"]
    assert json.loads(memoryctl("get", "x", "--json").stdout) == ANSWERS["recall.get"]
    assert json.loads(terminal("get", "x", "--json")[1]) == ANSWERS["recall.get"]


def test_colour_is_for_terminals_that_want_it(daemon: FakeDaemon, terminal: RunOnTerminal, memoryctl: Run) -> None:
    daemon.answers["recall.query"] = hits("tea")
    assert "\x1b[" in terminal("recall", "tea")[1]
    assert "\x1b[" in terminal("recall", "tea", NO_COLOR="")[1]
    assert "\x1b" not in terminal("recall", "tea", NO_COLOR="1")[1]
    assert "\x1b" not in terminal("recall", "tea", TERM="dumb")[1]
    assert "\x1b" not in memoryctl("recall", "tea").stdout


@pytest.mark.parametrize("columns", [40, 80])
def test_results_keep_to_the_width(columns: int, daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    long = ["word " * 60, "日本語の文章はどこでも折り返せます" * 8, "x" * 300]
    daemon.answers["recall.query"] = hits(*long)
    lines = plain(terminal("recall", "x", COLUMNS=str(columns))[1]).split("\n")
    assert max(map(text_width, lines)) <= columns
    assert len(lines) > 9


def test_results_say_kind_activation_age_and_why(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    created = (datetime.now(UTC) - timedelta(days=3, hours=1)).isoformat()
    daemon.answers["recall.query"] = hits(
        "Ada", created=created, activation=0.875, also=["k7", "k8"], why={"bm25": 0.5, "tier": {"b": 0.1}}
    )
    shown = plain(terminal("recall", "x", "--explain")[1])
    assert shown.split("\n") == [
        " 1  Ada" + " " * 69 + "0.50",
        "    fact · activation 0.88 · 3 days ago · k0",
        "    also k7, k8",
        "    why: bm25 0.5, tier.b 0.1",
        "",
    ]


def test_an_empty_answer_is_said(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    daemon.answers |= {"recall.query": {"results": []}, "recall.grep": {"matches": []}, "items.list": {"items": []}}
    assert plain(terminal("recall", "x")[1]) == "nothing found\n"
    assert plain(terminal("grep", "x")[1]) == "no line matches\n"
    assert plain(terminal("items", "list")[1]) == "no such items\n"


def test_a_table_is_aligned_and_keeps_the_id_whole(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    ids = [f"fact-{n:032d}" for n in (1, 2)]
    facts = [
        {"id": ids[0], "subject": "日本", "predicate": "is", "object": "far " * 30, "activation": 0.5},
        {"id": ids[1], "subject": "Ada", "predicate": "is", "object": "near", "activation": 0.25},
    ]
    daemon.answers["facts.find"] = {"facts": facts}
    lines = plain(terminal("facts", COLUMNS="120")[1]).rstrip("\n").split("\n")
    assert [line.split()[0] for line in lines] == ["ID", *ids]
    assert max(map(text_width, lines)) <= 120
    columns = [text_width(line[: line.index(word)]) for line, word in zip(lines, ("PREDIC", "is", "is"), strict=True)]
    assert len(set(columns)) == 1
    assert lines[1].endswith("…")


def test_a_table_too_wide_for_the_terminal_shows_its_rows_below_their_keys(
    daemon: FakeDaemon, terminal: RunOnTerminal
) -> None:
    key = "memory/decisions.md:label-printer-raw-zpl-over-tcp-9100-in-place-of-cups"
    daemon.answers["notes.list"] = {"notes": [{"key": key, "hot": True, "text": "Print raw ZPL " * 6}]}
    fact = {"subject": "the label printer in the shop", "predicate": "listens_on", "object": "port 9101 since May"}
    daemon.answers["facts.find"] = {"facts": [{"id": f"fact-{1:032d}", "activation": 0.5, **fact}]}
    assert plain(terminal("facts")[1]).split("\n") == [
        "ID",
        "  ACTIVE  SUBJECT  PREDICATE  OBJECT",
        f"fact-{1:032d}",
        "  0.500  the label printer in the shop  listens_on  port 9101 since May",
        "",
    ]
    assert plain(terminal("notes")[1]).split("\n") == [
        "KEY",
        "  STATE  NOTE",
        key,
        "  hot  Print raw ZPL Print raw ZPL Print raw ZPL Print raw ZPL Print raw ZPL",
        "  Print raw ZPL",
        "",
    ]


def test_a_conversation_is_readable(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    said = {"role": "user", "name": "Ada", "content": "one\n\ttwo", "at": "2026-05-15T14:30:00+00:00"}
    daemon.answers["sessions.read"] = {"messages": [said]}
    assert plain(terminal("sessions", "s1")[1]) == "Ada  2026-05-15 14:30\n  one\n      two\n"


def test_units_for_people(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    daemon.answers["system.info"] = {"index_bytes": 52428800, "uptime_seconds": 7500.0, "ready": True, "kinds": []}
    assert plain(terminal("info")[1]).split("\n")[:4] == [
        "index_bytes     50.0 MiB",
        "uptime_seconds  2 h 5 min",
        "ready           yes",
        "kinds           none",
    ]


def consolidate(params: dict[str, Any], notify: Notify) -> dict[str, Any]:
    for stage, done in (("decay", 1), ("prune", 2)):
        notify("rpc.progress", {"token": params["progress"], "stage": stage, "done": done, "total": 4})
    return {"action": "consolidate", "steps": [], "seconds": 0.1}


def test_progress_on_a_terminal_only(daemon: FakeDaemon, terminal: RunOnTerminal, memoryctl: Run) -> None:
    daemon.answers["maintenance.run"] = consolidate
    _, shown = terminal("consolidate")
    assert "decay" in shown
    assert " 50%  2/4" in shown
    assert shown.index("\r\x1b[K", shown.index("2/4")) < shown.index("consolidate: 0 steps")
    assert memoryctl("consolidate").stderr == ""


def interrupted(daemon: FakeDaemon, method: str, *words: str) -> tuple[int, str, str]:
    """Ctrl-C while the method runs: exit code, stdout, stderr."""
    started = threading.Event()
    daemon.left.clear()  # an earlier caller has gone

    def never_ends(params: dict[str, Any], notify: Notify) -> None:
        started.set()
        daemon.left.wait(DEADLINE)

    daemon.answers[method] = never_ends
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(daemon.path),
        # pytest may itself run where SIGINT is ignored (a background job), and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert started.wait(DEADLINE)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=DEADLINE)
    assert daemon.left.wait(DEADLINE)
    return process.returncode, out, err


@pytest.mark.parametrize("words", [["consolidate"], ["call", "maintenance.run", '{"action": "decay"}']], ids="-".join)
def test_ctrl_c_cancels_the_long_call(words: list[str], daemon: FakeDaemon) -> None:
    assert interrupted(daemon, "maintenance.run", *words) == (130, "", "memoryctl: interrupted\n")
    # To leave is not enough: maintenance goes on when its caller has merely left.
    until(lambda: daemon.told == [("rpc.cancel", {"token": daemon.asked("maintenance.run")["progress"]})])


def test_ctrl_c_at_a_purge_says_what_goes_on(daemon: FakeDaemon) -> None:
    code, out, err = interrupted(daemon, "facts.purge", "purge", "--subject", "Quillon")
    assert (code, out, err.splitlines()[0]) == (130, "", "memoryctl: interrupted")
    assert "goes on by itself" in err
    assert "--dry-run" in err
    assert interrupted(daemon, "facts.purge", "purge", "--subject", "Quillon", "--dry-run")[2].count("\n") == 1


def test_an_ascii_terminal(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["recall.query"] = hits("日本 café")
    ascii_only = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    assert memoryctl("recall", "x", **ascii_only).stdout.endswith("\\u65e5\\u672c caf\\xe9\n")
    found = json.loads(memoryctl("recall", "x", "--json", **ascii_only).stdout)
    assert found["results"][0]["text"] == "日本 café"
