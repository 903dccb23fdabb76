"""What the README tells people and agents to type works as it stands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.daemon import Daemon

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.S)
COMMANDS = re.findall(r"^    \.venv/bin/memoryctl (.*)$", README, re.M)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith("MEMORYD_")}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, check=False, text=True)


def test_there_are_programs_and_commands() -> None:
    assert len(PROGRAMS) >= 2
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs(daemon: Daemon, program: str) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Leonie", "predicate": "has", "object": "two allergies"})
        said = {"role": "user", "content": "The gate of the harbour is repaired; it took four hours."}
        wire.call("sessions.start", {"session_id": "yesterday"})
        wire.call("sessions.append", {"session_id": "yesterday", "messages": [said]})
    assert "/run/memoryd/memoryd.sock" in program
    done = run("-c", program.replace("/run/memoryd/memoryd.sock", str(daemon.socket)))
    assert (done.returncode, done.stderr) == (0, "")
    assert any(sign in done.stdout for sign in ("fact-", "sessions/", "memory/decisions.md:", "'role': 'assistant'"))


def test_the_commands_run_one_after_the_other(daemon: Daemon) -> None:
    printed = []
    for command in COMMANDS:
        words = shlex.split(command.replace("~/memory.sock", str(daemon.socket)))
        done = run("-m", "memoryd.cli", *words)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        printed.append(done.stdout)
    assert "label printer" in printed[1]
