"""README's "Connect an agent", run as a newcomer types it: what is said is there after the daemon was started again."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agents.conftest import environment
from tests.agents.test_mcp import asked
from tests.support.daemon import ROOT, Daemon

SECTION = (ROOT / "README.md").read_text().partition("\n## Connect an agent\n")[2].partition("\n## ")[0]
LINES = re.findall(r"^    (\S.*)$", SECTION, re.MULTILINE)
"""What it says to type."""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(tmp_path / "d").start()
    yield made
    made.kill()


def again(daemon: Daemon) -> None:
    """Stop it by SIGKILL, and start it."""
    daemon.kill()
    daemon.start()


def newcomer(daemon: Daemon, tmp_path: Path) -> dict[str, str]:
    """One who has memoryd on the path, and nothing else."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return environment(tmp_path / "home", daemon.socket, PATH=path)


def test_each_way_is_three_commands() -> None:
    assert len(LINES) == 9
    assert [line.split()[0] for line in LINES] == [
        *("memoryctl", "claude", "claude"), *("claude", "claude", "claude"), *("openclaw", "openclaw", "openclaw")
    ]  # fmt: skip


def test_claude_codes_hooks_remember_across_a_restart(running: Daemon, tmp_path: Path) -> None:
    env = newcomer(running, tmp_path)
    install = subprocess.run(["sh", "-c", f"{LINES[0]} --yes"], env=env, capture_output=True, text=True)
    assert install.returncode == 0, install.stderr
    settings = json.loads((tmp_path / "home/.claude/settings.json").read_text())

    def hook(event: str, session: str, **more: str) -> str:
        """As Claude Code runs what stands in its settings."""
        (entry,) = settings["hooks"][event]
        given = {"session_id": session, "transcript_path": "", "cwd": str(tmp_path), "hook_event_name": event, **more}
        done = subprocess.run(["sh", "-c", entry["hooks"][0]["command"]], env=env, input=json.dumps(given),
                              capture_output=True, text=True)  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    said, question = (shlex.split(line)[-1] for line in LINES[1:3])
    hook("SessionStart", "one", source="startup")
    hook("UserPromptSubmit", "one", prompt=said, prompt_id="p1")
    hook("SessionEnd", "one")
    again(running)
    assert "Rex" in hook("UserPromptSubmit", "two", prompt=question, prompt_id="p1")


@pytest.mark.long
def test_an_mcp_client_remembers_across_a_restart(running: Daemon, tmp_path: Path) -> None:
    env = newcomer(running, tmp_path)
    command = shlex.split(LINES[3].partition(" -- ")[2])
    assert f'"command": "{command[0]}"' in SECTION
    command = [str(Path(sys.executable).parent / command[0]), *command[1:]]
    found: list[Any] = []

    def by(tool: str, **given: Any) -> Callable[[Any], Awaitable[None]]:
        async def ask(client: Any) -> None:
            result = await client.call_tool(tool, given)
            assert not result.is_error
            found.append(result.structured_content)

        return ask

    asked(command, env, by("remember", text=shlex.split(LINES[5])[-1].removeprefix("Remember that ")))
    again(running)
    asked(command, env, by("memory_search", query="What is my dog called?", k=3))
    assert "Rex" in found[-1]["results"][0]["text"]
