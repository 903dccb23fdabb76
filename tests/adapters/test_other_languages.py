"""The client for Node and the shell example, each run by its own interpreter."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[2] / "contrib" / "clients"
NODE = CLIENTS / "node"


@pytest.mark.skipif(
    shutil.which("node") is None or not (NODE / "node_modules" / "@msgpack").is_dir(),
    reason="node or its MessagePack is not installed: make test-adapters",
)
def test_the_client_for_node(socket: str) -> None:
    environment = {**os.environ, "MEMORYD_SOCKET": socket}
    done = subprocess.run(
        ["node", "--test", "test.js"], cwd=NODE, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_shell_example(socket: str, fresh: str) -> None:
    def remember(*words: str) -> str:
        done = run_in_shell(socket, fresh, *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    key = remember("said", "user", 'The "lighthouse" opens at ten').strip()
    assert key.startswith("sessions/")
    assert f'{key}\tThe "lighthouse" opens at ten' in remember("ask", "when does the lighthouse open?").splitlines()
    assert remember("note", "decisions", "We climb the lighthouse").startswith("memory/decisions.md:")


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
@pytest.mark.parametrize(
    ("words", "code"),
    [(["said", "robot", "hello"], 64), (["ask", ""], 64), (["said", "user"], 64), (["note"], 64), ([], 64)],
)
def test_the_shell_example_says_by_its_exit_code_that_nothing_was_kept(
    socket: str, fresh: str, words: list[str], code: int
) -> None:
    done = run_in_shell(socket, fresh, *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert "not set" not in done.stderr


def run_in_shell(socket: str, session: str, *words: str) -> subprocess.CompletedProcess[str]:
    places = (Path(sys.executable).parent, CLIENTS.parents[1] / ".venv" / "bin", os.environ["PATH"])
    path = os.pathsep.join(map(str, places))
    environment = {**os.environ, "MEMORYD_SOCKET": socket, "MEMORY_SESSION": session, "PATH": path}
    command = [str(CLIENTS / "shell" / "remember.sh"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
