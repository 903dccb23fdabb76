"""Each command: what it asks the daemon, what it prints on a pipe, and what `--json` prints."""

from __future__ import annotations

import json

import pytest

from memoryd.cli.command import NAMES
from memoryd.cli.main import main
from tests.cli.command_cases import CASES, DESCRIBED, FACT, HEALTH, Case
from tests.cli.conftest import Run
from tests.cli.fake_daemon import FakeDaemon


def test_every_command_is_tested() -> None:
    tested_below = {"help"}
    screens = {"status", "health", "doctor", "top", "report"}
    tested_elsewhere = {"contexts", "items", "summaries", "jobs", "import", "export", "list", "hook", "model"}
    on_the_real_daemon = {
        "backup",
        "restore-backup",
        "setup-data",
        "downgrade",
        "note",
        "notes",
        "layers",
        "pin",
        "unpin",
        "promote",
        "demote",
    }
    assert set(NAMES) == CASES.keys() | tested_below | screens | tested_elsewhere | on_the_real_daemon


@pytest.mark.parametrize(
    ("command", "case"),
    [pytest.param(name, case, id=f"{name}{n}") for name in CASES for n, case in enumerate(CASES[name])],
)
def test_command(command: str, case: Case, daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers |= {"system.health": HEALTH, case.method: case.result}
    plain = memoryctl(command, *case.words)
    assert (plain.stdout, plain.stderr, plain.returncode) == (case.lines, "", 0)
    asked = daemon.asked(case.method)
    asked.pop("progress", None)
    assert asked == case.params
    # Behind the command where it can stand there, so that both places are tried.
    words = (
        ["--json", command, *case.words] if "--" in case.words or not case.words else [command, *case.words, "--json"]
    )
    as_json = memoryctl(*words)
    assert (json.loads(as_json.stdout), as_json.returncode) == (case.result, 0)


def test_describe_one_method(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["rpc.describe"] = DESCRIBED
    assert memoryctl("describe", "recall.get").stdout.split("\n") == [
        "recall.get  (read)",
        "Read one memory.",
        "params",
        "  key     string",
        "  lines?  integer | null",
        "result",
        "  text  string",
        "errors  not_found",
        "",
    ]
    unknown = memoryctl("describe", "recall.gte")
    assert (unknown.returncode, "did you mean 'recall.get'?" in unknown.stderr) == (66, True)


def test_help_lists_every_command(memoryctl: Run) -> None:
    listed = memoryctl("help").stdout
    assert [name for name in NAMES if f"\n  {name} " not in listed] == []
    assert memoryctl("--help").stdout == listed
    assert max(map(len, memoryctl("help", COLUMNS="80").stdout.split("\n"))) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: memoryctl {name} ")
    assert f"\nexamples:\n  memoryctl {name}" in shown


def test_help_for_programs(memoryctl: Run) -> None:
    commands = json.loads(memoryctl("--json", "help").stdout)["commands"]
    assert {one["name"] for one in commands} == set(NAMES)
    assert commands[0].keys() == {"name", "group", "summary"}
    assert json.loads(memoryctl("--json", "--help").stdout)["commands"] == commands
    recall = json.loads(memoryctl("help", "recall", "--json").stdout)
    assert (recall["name"], recall["text"]) == ("recall", memoryctl("help", "recall").stdout)


def test_help_breaks_a_sentence_by_the_terminal_s_width_alone(memoryctl: Run) -> None:
    assert "\ndisk, model and time, and at what the daemon reports" in memoryctl("help", "doctor", COLUMNS="80").stdout
    assert "its old id comes back.\nThe answer means" in memoryctl("help", "add", COLUMNS="80").stdout


def test_the_help_option_is_the_help_command(memoryctl: Run) -> None:
    assert memoryctl("recall", "--help").stdout == memoryctl("help", "recall").stdout


def test_params_from_stdin(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["sessions.append"] = {"appended": 1}
    assert memoryctl("call", "sessions.append", "-", stdin='{"session_id": "日本"}\n').returncode == 0
    assert daemon.asked("sessions.append") == {"session_id": "日本"}


def test_all_pages(daemon: FakeDaemon, memoryctl: Run) -> None:
    pages = {None: {"facts": [FACT], "next": "c1"}, "c1": {"facts": [FACT | {"id": "fact-2"}]}}
    daemon.answers["facts.find"] = lambda params, notify: pages[params.get("after")]
    one = memoryctl("facts")
    assert one.stdout.count("\n") == 1
    assert "--after c1" in one.stderr
    whole = json.loads(memoryctl("facts", "--all", "--json").stdout)
    assert [fact["id"] for fact in whole["facts"]] == ["fact-1", "fact-2"]
    assert "next" not in whole


def test_a_relative_time_becomes_a_time(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["recall.search"] = {"results": [], "took_ms": 0.1}
    memoryctl("search", "tea", "--since", "2d")
    assert daemon.asked("recall.search")["since"].endswith("+00:00")


def test_what_was_not_stored_is_said(daemon: FakeDaemon, memoryctl: Run) -> None:
    redacted = {"id": "f", "status": "done", "canaries": 1, "redacted": [{"kind": "api_key", "count": 1}]}
    daemon.answers |= dict.fromkeys(("facts.add", "facts.archive", "maintenance.canary_add"), redacted)
    for command in ("add a b c", "archive f --reason k", "canary add q a"):
        assert "1 × api_key" in memoryctl(*command.split()).stderr
