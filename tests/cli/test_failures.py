"""Exit codes, and what stderr says to do."""

from __future__ import annotations

import grp
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from memoryd.cli import failures
from memoryd.errors import ERRORS
from tests.cli.conftest import COMMAND, DEADLINE, Run, environment
from tests.cli.fake_daemon import FakeDaemon
from tests.support.rest import REST, rest


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        ("invalid_params", 64),
        ("not_found", 66),
        ("busy", 75),
        ("permission_denied", 77),
        ("conflict", 70),
        ("too_large", 70),
        ("limit_exceeded", 70),
        ("read_only", 70),
        ("unsupported", 70),
        ("internal", 70),
    ],
)
def test_an_error_of_the_daemon(code: str, exit_code: int, daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["recall.get"] = ERRORS[code]("what is wrong; what to do", incident="abc")
    done = memoryctl("get", "x", "--json")
    assert (done.returncode, done.stdout) == (exit_code, "")
    assert done.stderr.startswith(f"memoryctl: what is wrong; what to do ({code})\n")


@pytest.mark.parametrize(
    ("words", "method", "hint"),
    [
        (("sessions", "s1"), "sessions.read", "ids: memoryctl sessions"),
        (("archive", "fact-1"), "facts.archive", "ids and keys: memoryctl facts, memoryctl notes"),
        (("pin", "memory/x.md:y"), "notes.pin", "keys: memoryctl notes"),
    ],
)
def test_what_is_not_there_says_which_command_lists_what_is(
    words: tuple[str, ...], method: str, hint: str, daemon: FakeDaemon, memoryctl: Run
) -> None:
    daemon.answers[method] = ERRORS["not_found"]("there is no such thing")
    done = memoryctl(*words)
    assert (done.returncode, done.stderr) == (66, f"memoryctl: there is no such thing (not_found)\n  → {hint}\n")


def test_an_incident_says_where_the_log_is(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["recall.get"] = ERRORS["internal"]("a fault", incident="abc123")
    assert "journalctl -u memoryd --grep abc123" in memoryctl("get", "x").stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a command is missing"),
        (["recal", "x"], "unknown command 'recal'; did you mean 'recall'?"),
        (["remember", "x"], "unknown command 'remember'; did you mean 'note'?"),
        (["forget", "x"], "unknown command 'forget'; did you mean 'archive'?"),
        (["xyzzy"], "unknown command 'xyzzy'; `memoryctl help` lists them"),
        (["help", "recal"], "unknown command 'recal'; did you mean 'recall'?"),
        (["recall"], "the following arguments are required: QUERY"),
        (["grep"], "the following arguments are required: PATTERN\n"),
        (["items"], "the following arguments are required: ACTION; ACTION is one of put, get, "),
        (["contexts"], "the following arguments are required: ACTION; ACTION is one of save, load, "),
        (["recall", "x", "--ordr", "relevance"], "unknown option '--ordr'; did you mean '--order'?"),
        (["recall", "x", "--ord", "relevance"], "unknown option '--ord'; did you mean '--order'?"),
        (["recall", "x", "--order", "size"], "invalid choice: 'size'"),
        (["recall", "x", "-k", "0"], "must be a whole number from 1, got '0'"),
        (["recall", "x", "--timeout", "-1"], "must be a number of seconds above 0"),
        (["get", "a", "b"], "unexpected argument 'b'"),
        (["backup", ""], "say where to: a PATH"),
        (["facts", "add"], "unexpected argument 'add'; did you mean `memoryctl add`?"),
        (["facts", "find"], "unexpected argument 'find'; did you mean `memoryctl search`?"),
        (["get", "--", "a", "-b"], "unexpected argument '-b'"),
        (["--json", "model", "check"], "model takes no --json: it prints text only"),
        (["--socket"], "argument --socket: expected one argument"),
        (["call", "m", "[1]"], 'must be one JSON object such as \'{"id": "…"}\', got an array'),
        (["call", "m", "null"], "got null"),
        (["call", "m", '{"a": NaN}'], "NaN is not a JSON number"),
        (["call", "m", '{"a": 1, "a": 2}'], "name 'a' twice"),
        (["call", "m", "[" * 100_000], "nested too deep"),
        (["call", "m", '{"a": "\\ud800"}'], "not valid UTF-8"),
        (["add", "a", "b", ""], ""),
    ],
)
def test_usage(words: list[str], said: str, memoryctl: Run, daemon: FakeDaemon) -> None:
    daemon.answers["facts.add"] = ERRORS["invalid_params"]("`object` must not be empty")
    done = memoryctl(*words)
    assert (done.returncode, done.stdout) == (64, "")
    assert said in done.stderr
    assert "→ memoryctl help" in done.stderr


def test_broken_json_is_shown_with_its_position(memoryctl: Run) -> None:
    done = memoryctl("call", "facts.get", "-", stdin='{\n  "id": fact-1\n}')
    assert done.returncode == 64
    lines = done.stderr.split("\n")
    assert "at line 2, column 9" in lines[0]
    assert lines[2].index("^") == lines[1].index("fact-1")


def test_stray_bytes(memoryctl: Run) -> None:
    assert memoryctl("recall", b"caf\xe9").returncode == 64
    done = memoryctl("call", "m", "-", stdin="")
    assert done.returncode == 70  # empty stdin means no params, and the method is unknown


def test_no_socket(memoryctl: Run, tmp_path: Path) -> None:
    done = memoryctl("recall", "tea", "--socket", f"{tmp_path}/none.sock")
    assert (done.returncode, done.stdout) == (69, "")
    assert f"no memoryd listens on {tmp_path}/none.sock" in done.stderr
    assert "memoryd --data DIRECTORY" in done.stderr
    assert "$MEMORYD_SOCKET" in done.stderr


def test_a_dead_socket(memoryctl: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("s") / "dead.sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(path))
    done = memoryctl("recall", "tea", MEMORYD_SOCKET=str(path))
    assert done.returncode == 69
    assert f"no memoryd listens on {path}" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes another user")
def test_a_forbidden_socket() -> None:
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to other users
        os.chmod(folder, 0o755)
        path = Path(folder) / "s"
        daemon = FakeDaemon(path)
        path.chmod(0o600)
        group = next(each for each in grp.getgrall() if each.gr_gid != 0)
        os.chown(path, 0, group.gr_gid)
        # One run before the switch imports all: another user may not read where Python and the packages are.
        script = (
            "import memoryd.client, memoryd.cli.main as m, memoryd.cli.commands.recall, os, sys\n"
            f"m.main(['recall']); os.setuid(65534); sys.exit(m.main(['recall', 'tea', '--socket', {str(path)!r}]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env=environment(path),
            timeout=DEADLINE,
            check=False,
        )
        daemon.close()
    assert (done.returncode, done.stdout) == (77, ""), done.stderr
    assert f"this user may not connect to {path}" in done.stderr
    assert f"usermod -aG {group.gr_name} $USER" in done.stderr


def test_a_forbidden_socket_as_a_rule() -> None:
    refused = ConnectionError("cannot reach")
    refused.__cause__ = PermissionError(13, "Permission denied")
    assert failures.of_silence(refused, "/s").exit_code == 77


def test_a_connection_that_drops(daemon: FakeDaemon, memoryctl: Run) -> None:
    def hang_up(params: object, notify: object) -> None:
        daemon.close()

    daemon.answers["facts.add"] = hang_up
    done = memoryctl("add", "a", "b", "c")
    assert (done.returncode, done.stdout) == (69, "")
    assert str(daemon.path) in done.stderr


def test_no_answer_in_time(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["facts.add"] = lambda params, notify: daemon.left.wait(DEADLINE)
    done = memoryctl("add", "a", "b", "c", "--timeout", "0.2")
    assert done.returncode == 75
    assert "gave no answer within 0.2 s" in done.stderr
    assert "may still have been made" in done.stderr
    assert "memoryctl doctor" in done.stderr


@pytest.mark.parametrize(("status", "code"), [("healthy", 0), ("warning", 1), ("degraded", 1), ("critical", 2)])
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_health_exits_by_status(status: str, code: int, flags: list[str], daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["system.health"] = {"status": status, "health": {"warnings": ["Disk usage high"]}, "problems": []}
    done = memoryctl("health", *flags)
    assert done.returncode == code
    assert "Disk usage high" in done.stdout


def test_a_failed_step_fails_the_command(daemon: FakeDaemon, memoryctl: Run) -> None:
    steps = [
        {"step": "decay", "status": "failed", "counts": {}, "seconds": 0.1, "error": "disk full"},
        {"step": "clean", "status": "ok", "counts": {"files": 2, "bytes": 7}, "seconds": 0.1},
    ]
    daemon.answers["maintenance.run"] = {"action": "consolidate", "steps": steps, "seconds": 0.2}
    done = memoryctl("consolidate")
    assert done.stdout == "decay\tfailed\t0.100\tdisk full\nclean\tok\t0.100\tfiles 2, bytes 7\n"
    assert done.returncode == 70


def test_problems_fail_verify(daemon: FakeDaemon, memoryctl: Run) -> None:
    problem = {"path": "a.jsonl", "line": 3, "what": "not JSON", "action": "mend it"}
    daemon.answers["system.verify"] = {"problems": [problem]}
    done = memoryctl("verify")
    assert (done.stdout, done.returncode) == ("problem\ta.jsonl:3\tnot JSON\tmend it\n", 70)


@pytest.mark.parametrize(
    ("closed", "code", "said"),
    [
        (">&-", 70, "memoryctl: the output could not be written: Bad file descriptor\n"),
        ("2>&-", 0, ""),
        ("<&-", 0, ""),
        ("<&- >&- 2>&-", 70, ""),
    ],
)
def test_closed_streams(closed: str, code: int, said: str, daemon: FakeDaemon) -> None:
    daemon.answers["rpc.ping"] = "pong"
    script = f'"$@" call rpc.ping {closed}'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND],
        capture_output=True,
        text=True,
        env=environment(daemon.path),
        timeout=DEADLINE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, said)


def test_full_output(daemon: FakeDaemon) -> None:
    daemon.answers["rpc.ping"] = "pong"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "call", "rpc.ping"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(daemon.path),
            timeout=DEADLINE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        70,
        "memoryctl: the output could not be written: No space left on device\n",
    )


@pytest.mark.parametrize("size", [1, 100_000])
def test_nobody_reads(size: int, daemon: FakeDaemon) -> None:
    daemon.answers["recall.get"] = {"key": "k", "text": "x\n" * size}
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*COMMAND, "get", "k"],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(daemon.path),
            timeout=DEADLINE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_help_does_not_send_to_the_help_of_help(memoryctl: Run) -> None:
    done = memoryctl("help", "nosuch")
    assert (done.returncode, done.stderr.rstrip().endswith("→ memoryctl help")) == (64, True)


UNIT = "LoadState=loaded\\nActiveState=activating\\nSubState={}\\nResult={}\\nNRestarts={}\\nStatusText={}\\n"


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        (
            UNIT.format("auto-restart", "signal", 11, "Reading 12 files"),
            "memoryd.service is activating (Reading 12 files; auto-restart; it ended by signal), "
            "and was restarted 11 times; its last warning: full",
        ),
        pytest.param(UNIT.format("start", "success", 0, ""), "memoryd.service is activating", marks=REST),
        pytest.param(
            UNIT.format("activating", "success", 1, ""),
            "memoryd.service is activating, and was restarted 1 time; its last warning: full",
            marks=REST,
        ),
        ("LoadState=loaded\\nActiveState=active\\nSubState=running\\nNRestarts=1\\n", ""),
        pytest.param("LoadState=loaded\\nActiveState=reloading\\nSubState=reload\\n", "", marks=REST),
        pytest.param("LoadState=not-found\\nActiveState=inactive\\n", "", marks=REST),
    ],
)
def test_who_waits_for_a_service_that_is_not_up_is_told_why(
    unit: str, told: str, daemon: FakeDaemon, memoryctl: Run, tmp_path: Path
) -> None:
    done = waited(unit, daemon, memoryctl, tmp_path, XDG_RUNTIME_DIR=str(daemon.path.parent))
    waiting = f"memoryctl: waiting, since {told}; see why: journalctl --user -u memoryd -n 30\n" if told else ""
    late = "memoryctl: memoryd on {} gave no answer within 4 s{}\n".format(daemon.path, f": {told}" if told else "")
    assert done.stderr.startswith(waiting + late)


@rest
def test_of_a_socket_that_no_unit_has_no_unit_is_told(daemon: FakeDaemon, memoryctl: Run, tmp_path: Path) -> None:
    done = waited(UNIT.format("auto-restart", "signal", 11, ""), daemon, memoryctl, tmp_path)
    assert done.stderr.startswith(f"memoryctl: memoryd on {daemon.path} gave no answer within 4 s\n")


def waited(
    unit: str, daemon: FakeDaemon, memoryctl: Run, tmp_path: Path, **environ: str
) -> subprocess.CompletedProcess[str]:
    """`memoryctl health` of a daemon that does not answer, where systemctl says that of its unit."""
    ours = "-q _SYSTEMD_USER_UNIT=memoryd.service -p warning --since=-2min"
    for name, does in (
        ("systemctl", f"printf '{unit}'"),
        ("journalctl", f'case "$*" in *"{ours}"*) echo full;; esac'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    daemon.answers["system.health"] = lambda params, notify: daemon.left.wait(30)
    done = memoryctl("health", "--timeout", "4", PATH=f"{tmp_path}:{os.environ['PATH']}", **environ)
    assert done.returncode == 75
    return done
