"""`summarizer_command` with real programs: what it gets, and what happens when it misbehaves (rule 21)."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

import pytest

from memoryd.jobs.command import MOST_BYTES, run_command

MESSAGES = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]


def program(text: str) -> list[str]:
    return [sys.executable, "-S", "-c", text]


def test_it_gets_the_messages_and_its_text_comes_back() -> None:
    text = run_command(program("import sys; print(sys.stdin.read())"), MESSAGES, 20)
    assert json.loads(text or "") == {"messages": MESSAGES, "target_tokens": 20}


def test_no_command_is_no_text() -> None:
    assert run_command((), MESSAGES, 20) is None


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
    assert run_command(command, MESSAGES, 20) is None


def test_it_may_answer_without_reading_its_input() -> None:
    long = [{"role": "user", "content": "x" * 1_000_000}]
    assert run_command(program("print('done')"), long, 20) == "done\n"


def test_what_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    # The reader comes to an end only when nobody holds the other end: the grandchild is gone, too.
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    text = (
        "import os, time\n"
        f"fd = os.open({str(fifo)!r}, os.O_WRONLY)\n"
        "os.write(fd, b'begun')\n"
        "os.fork()\n"
        "time.sleep(600)\n"
    )
    assert run_command(program(text), MESSAGES, 20, seconds=3.0) is None
    reader.join(60)
    assert read == [b"begun"]


def test_it_sees_no_environment_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYD_SECRET", "x")
    text = run_command(program("import os; print(sorted(os.environ))"), MESSAGES, 20)
    assert text is not None and "MEMORYD_SECRET" not in text and "PATH" in text
