"""`summarizer_command` with real programs: what it gets, and what happens when it misbehaves (rule 21)."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from memoryd.errors import Busy
from memoryd.jobs.command import MOST_BYTES, SECONDS, Summarizer, tried
from memoryd.types import Problem

MESSAGES = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]

told: list[Problem | None] = []
"""What was reported, the last at the end."""


def summarize(
    command: Sequence[str], messages: list[dict[str, str]] = MESSAGES, seconds: float = SECONDS
) -> str | None:
    return Summarizer(lambda: command, told.append, seconds)(messages, 20)


def program(text: str) -> list[str]:
    return [sys.executable, "-S", "-c", text]


def test_it_gets_the_messages_and_its_text_comes_back() -> None:
    text = summarize(program("import sys; print(sys.stdin.read())"))
    assert json.loads(text or "") == {"messages": MESSAGES, "target_tokens": 20}


def test_no_command_is_no_text() -> None:
    assert summarize(()) is None and not Summarizer(lambda: (), told.append).is_set


@pytest.mark.parametrize(
    "command",
    [
        ["/nowhere/at/all"],
        program("raise SystemExit(3)"),
        program(f"print('x' * {MOST_BYTES + 1})"),
        program("import os; os.kill(os.getpid(), 9)"),
    ],
)
def test_what_fails_gives_nothing(command: list[str]) -> None:
    assert summarize(command) is None


def test_it_may_answer_without_reading_its_input() -> None:
    long = [{"role": "user", "content": "x" * 1_000_000}]
    assert summarize(program("print('done')"), long) == "done\n"


def test_what_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    # The reader comes to an end only when no process holds the other end: the grandchild is gone, too.
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    text = (
        "import os, time\n"
        f"fd = os.open({str(fifo)!r}, os.O_WRONLY)\n"
        "os.write(fd, b'begun')\n"
        "os.fork()\n"
        "time.sleep(600)\n"
    )
    assert summarize(program(text), seconds=1.5) is None
    reader.join(60)
    assert read == [b"begun"]
    problem = told[-1]
    assert problem is not None and "did not summarise: it did not answer within 1.5 s;" in problem.what


def test_it_sees_no_environment_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYD_SECRET", "x")
    text = summarize(program("import os; print(sorted(os.environ))"))
    assert text is not None and "MEMORYD_SECRET" not in text and "PATH" in text


def test_what_runs_is_ended_when_the_daemon_stops(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    summarizer = Summarizer(
        lambda: program(f"import time; open({str(fifo)!r}, 'w').close(); time.sleep(600)"), told.append
    )
    ended: list[Exception] = []
    told.clear()

    def run() -> None:
        try:
            summarizer(MESSAGES, 20)
        except Busy as error:
            ended.append(error)

    caller = threading.Thread(target=run)
    caller.start()
    fifo.read_bytes()  # It has begun.
    summarizer.stop()
    caller.join(60)
    assert len(ended) == 1
    with pytest.raises(Busy):
        summarizer(MESSAGES, 20)
    assert not told  # the program is not to blame


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("/nowhere/summarize",), "it cannot be started: No such file or directory;"),
        (program("raise SystemExit(3)"), "exit status 3;"),
        (program("import os; os.kill(os.getpid(), 9)"), "it was ended by SIGKILL"),
        (program("raise SystemExit('Nothing of a memory')"), "exit status 1;"),
        (program("print()"), "wrote nothing"),
    ],
)
def test_one_that_is_of_no_use_is_a_problem_until_it_works(command: Sequence[str], why: str) -> None:
    assert summarize(command) is None
    problem = told[-1]
    assert problem is not None and why in problem.what and problem.path == command[0]
    assert summarize(program("print('I remember it.')")) == "I remember it.\n" and told[-1] is None


def test_what_is_not_taken_is_a_problem_too() -> None:
    summarizer = Summarizer(lambda: program("print('x')"), told.append)
    assert summarizer(MESSAGES, 20, lambda text: f"{text.strip()} tells too little") is None
    problem = told[-1]
    assert problem is not None and "is not taken: x tells too little" in problem.what


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise SystemExit(3)", "exit status 3"),
        ("raise SystemExit('Loading …\\nno such model: llama')", "exit status 1; no such model: llama"),
        ("", "it wrote nothing"),
        ("print('It is red.')", None),
    ],
)
def test_one_can_be_tried(text: str, why: str | None) -> None:
    assert tried(program(text)) == why


def test_one_that_hangs_gives_way_to_the_one_that_a_reload_brings(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    command = program(f"import time; open({str(fifo)!r}, 'w').close(); time.sleep(600)")
    summarizer = Summarizer(lambda: command, told.append)
    summarizer.look()
    told.clear()
    texts: list[str | None] = []
    caller = threading.Thread(target=lambda: texts.append(summarizer(MESSAGES, 20)))
    caller.start()
    fifo.read_bytes()  # It has begun.
    command = program("print('It is red.')")
    summarizer.look()
    caller.join(60)
    assert texts == ["It is red.\n"]
    assert set(told) == {None}


def test_one_that_a_reload_comes_too_early_to_end_gives_way_too() -> None:
    hanging, other = program("import time; time.sleep(600)"), program("print('It is red.')")
    commands = [hanging, other]  # another is set between the look at which it is and its start
    summarizer = Summarizer(lambda: commands.pop(0) if len(commands) > 1 else other, told.append)
    texts: list[str | None] = []
    caller = threading.Thread(target=lambda: texts.append(summarizer(MESSAGES, 20)), daemon=True)
    caller.start()
    caller.join(20)
    assert texts == ["It is red.\n"]


def test_what_is_told_of_one_ends_when_another_is_set() -> None:
    command: Sequence[str] = ("/nowhere/summarize",)
    summarizer = Summarizer(lambda: command, told.append)
    summarizer.look()
    assert told[-1] is not None
    command = program("print('It is red.')")
    summarizer.look()
    assert told[-1] is None


def test_one_that_is_missing_is_told_before_the_first_job() -> None:
    Summarizer(lambda: ("/nowhere/summarize",), told.append).look()
    assert told[-1] is not None and "no such program" in told[-1].what
