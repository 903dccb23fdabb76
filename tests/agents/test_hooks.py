"""memoryctl hook, run as Claude Code and Codex run it: JSON on stdin, an answer on stdout, never a failure."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agents.conftest import Install, environment
from tests.agents.model import Model
from tests.support.bundled_model import with_bundled_model
from tests.support.daemon import ROOT, Daemon, running_daemon
from tests.support.memoryctl import Piped
from tests.support.wait import until

Json = Any
numbers = itertools.count(1)
MEMORYCTL = [sys.executable, "-m", "memoryd.cli"]
CLAUDE_CODE, CODEX = "@anthropic-ai/claude-code@2.1.332", "@openai/codex@0.171.0"


class Program:
    """Claude Code as its hooks see it: a session, its transcript, and the hook that is called."""

    def __init__(self, folder: Path, socket: Path | str) -> None:
        self.session = f"s{next(numbers)}"
        self.path = folder / f"{self.session}.jsonl"
        self.environment = environment(folder / "home", socket)
        self.socket = str(socket)
        self._folder = folder

    def write(self, role: str, content: Json, **more: Json) -> None:
        """Add a line to the transcript."""
        line = {"type": role, "message": {"role": role, "content": content}, "uuid": f"u{next(numbers)}",
                "sessionId": self.session, "timestamp": "2026-11-01T10:00:00.000Z", **more}  # fmt: skip
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def given(self, event: str, **more: Json) -> bytes:
        """What the hook reads."""
        given = {"session_id": self.session, "transcript_path": str(self.path), "cwd": str(self._folder),
                 "hook_event_name": event, **more}  # fmt: skip
        return json.dumps(given).encode()

    def start(self, event: str, agent: str = "claude-code", **more: Json) -> Piped:
        env = self.environment | {"MEMORYD_SOCKET": self.socket}
        return Piped(["hook", agent], env, given=self.given(event, **more))

    def hook(self, event: str, agent: str = "claude-code", **more: Json) -> str:
        """Call the hook; what it answers, as text."""
        done = self.start(event, agent, **more).end(timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
        if not done.stdout:
            return ""
        answer = json.loads(done.stdout)["hookSpecificOutput"]
        assert answer["hookEventName"] == event
        text: str = answer["additionalContext"]
        return text

    def files(self, below: str) -> list[Path]:
        folder = self._folder / "home/.local/state/memoryd/hooks" / below
        return sorted(path for path in folder.glob("*.json*") if path.is_file())


@pytest.fixture
def program(daemon: Daemon, tmp_path: Path) -> Program:
    return Program(tmp_path, daemon.socket)


def kept(daemon: Daemon, program: Program, agent: str = "claude-code") -> list[tuple[str, str]]:
    with daemon.connect() as wire:
        messages = wire.call("sessions.read", {"session_id": f"{agent}-{program.session}"})["messages"]
    return [(one["role"], one["content"]) for one in messages]


def sessions(daemon: Daemon) -> dict[str, Json]:
    with daemon.connect() as wire:
        return {one["session_id"]: one for one in wire.call("sessions.list")["sessions"]}


def test_a_session_is_kept_once_and_what_bears_on_a_prompt_comes_back_once(daemon: Daemon, program: Program) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "the parrot of Edda", "predicate": "is_called", "object": "Kokoschka"})
        wire.call("notes.write", {"layer": "preferences", "text": "Parrots are answered in verse", "pin": True})
    brief = program.hook("SessionStart", source="startup")
    assert brief.startswith("<memoryd>") and "in verse" in brief
    told = program.hook("UserPromptSubmit", prompt="What is Edda's parrot called?", prompt_id="p1")
    assert "Kokoschka" in told and told.startswith("<memoryd>")
    assert "Kokoschka" not in program.hook("UserPromptSubmit", prompt="And Edda's parrot?", prompt_id="p2")
    program.write("user", "What is Edda's parrot called?", promptId="p1")
    program.write("user", "And Edda's parrot?", promptId="p2")
    program.write("attachment", "", attachment={"type": "hook_additional_context", "content": [told]})
    program.write("assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": f"{told} Kokoschka."}])
    program.write("assistant", [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}])
    program.write("user", [{"type": "tool_result", "tool_use_id": "t1", "content": "x" * 9000}], promptId="p2")
    recall = {"type": "tool_use", "id": "t2", "name": "mcp__memoryd__memory_search", "input": {"query": "parrot"}}
    program.write("assistant", [recall])
    program.write("user", [{"type": "tool_result", "tool_use_id": "t2", "content": "Kokoschka again"}])
    program.write("user", "a summary", isCompactSummary=True)
    program.write("assistant", "a helper's", isSidechain=True)
    program.write("user", "<command-name>/clear</command-name>")
    program.write("user", "of another session", sessionId="other")
    with program.path.open("a") as file:
        file.write("{torn\n")
    for event in ("Stop", "Stop", "PreCompact", "SessionEnd"):
        assert program.hook(event) == ""
    tool = "x" * 4000 + "\n[5000 more characters were not kept]"
    assert kept(daemon, program) == [
        ("user", "What is Edda's parrot called?"),
        ("user", "And Edda's parrot?"),
        ("assistant", "Kokoschka."),
        ("tool", tool),
    ]
    found = sessions(daemon)[f"claude-code-{program.session}"]
    assert (found["agent"], found["project"], found["finished"]) == ("claude-code", program.path.parent.name, True)


POEM = (
    "Write a long poem about winter, spring, summer and autumn, translate it into Norwegian, print it and hang it up "
    "beside prod-2 in the server room"
)


@pytest.fixture
def knowing() -> Iterator[Daemon]:
    """A daemon with the bundled model."""
    with running_daemon(with_bundled_model()) as daemon:
        yield daemon


def test_a_prompt_that_says_nothing_is_answered_with_nothing(knowing: Daemon, tmp_path: Path) -> None:
    rules = (
        "I own the release checklist from now on.",
        "Always be polite to the suppliers.",
        "Use Zstandard for the archive",
    )
    with knowing.connect() as wire:
        for text in rules:
            wire.call("notes.write", {"layer": "preferences", "text": text})
        until(lambda: wire.call("system.info")["embeddings"]["vectors"] == len(rules))
        assert wire.call("recall.check", {"action": "release the archive", "boost": False})["results"] != []
    for prompt in ("Thanks!", "yes please", "ok go ahead", "danke"):
        program = Program(tmp_path, knowing.socket)
        assert (prompt, program.hook("UserPromptSubmit", prompt=prompt, prompt_id="p1")) == (prompt, "")


def test_a_rule_is_told_though_it_answers_nothing(knowing: Daemon, tmp_path: Path) -> None:
    with knowing.connect() as wire:
        wire.call("notes.write", {"layer": "preferences", "text": "Never restart prod-2 by hand, reload it"})
        until(lambda: wire.call("system.info")["embeddings"]["vectors"] == 1)
        asked = {"boost": False, "precision": "high"}
        known = wire.call("recall.search", {"query": "may I restart prod-2?", **asked})["results"]
        unknown = wire.call("recall.search", {"query": POEM, **asked})["results"]
        rules = wire.call("recall.check", {"action": POEM, "boost": False})["results"]
    assert (len(known), unknown, len(rules)) == (1, [], 1)
    program = Program(tmp_path, knowing.socket)
    assert "reload it" in program.hook("UserPromptSubmit", prompt=POEM, prompt_id="p1")


def test_each_message_is_kept_once_though_hooks_are_killed_and_forget(daemon: Daemon, program: Program) -> None:
    for number in range(6):
        program.write("user", f"question {number}", promptId=f"p{number}")
        program.write("assistant", [{"type": "text", "text": f"answer {number}"}])
        hook = program.start("Stop")
        hook.process.kill()
        hook.end(timeout=60)
    program.hook("Stop")
    shutil.rmtree(program.path.parent / "home/.local")
    program.hook("Stop")
    said = [text for _, text in kept(daemon, program)]
    assert sorted(said) == sorted([*(f"question {n}" for n in range(6)), *(f"answer {n}" for n in range(6))])


def test_without_a_daemon_it_is_silent_and_what_was_said_comes_later(daemon: Daemon, program: Program) -> None:
    program.socket = str(program.path.parent / "nobody")
    secret = "sk-ant-api03-" + "a1B2" * 24
    assert program.hook("UserPromptSubmit", prompt=f"The key is {secret}, mind it", prompt_id="p1") == ""
    program.write("user", f"The key is {secret}, mind it", promptId="p1")
    program.write("assistant", [{"type": "text", "text": "Minded."}])
    assert program.hook("SessionEnd") == ""
    (spool,) = program.files("spool")
    assert stat.S_IMODE(spool.stat().st_mode) == 0o600 and secret not in spool.read_text()
    assert stat.S_IMODE(spool.parent.parent.stat().st_mode) == 0o700
    assert all(secret not in path.read_text() for path in program.files("."))
    other = Program(program.path.parent, daemon.socket)
    other.hook("SessionStart", source="startup")
    assert program.files("spool") == []
    assert kept(daemon, program) == [("user", "The key is [redacted:api_key], mind it"), ("assistant", "Minded.")]
    assert sessions(daemon)[f"claude-code-{program.session}"]["finished"]


def test_what_was_spooled_comes_before_what_was_said_after_it(daemon: Daemon, program: Program) -> None:
    program.socket = str(program.path.parent / "nobody")
    for number in range(2):
        program.write("assistant", f"said while away {number}")
        program.hook("Stop")
    (spool,) = program.files("spool")
    assert stat.S_IMODE(spool.stat().st_mode) == 0o600
    program.socket = str(daemon.socket)
    program.write("assistant", "said when it was back")
    program.hook("Stop")
    assert [text for _, text in kept(daemon, program)] == [
        "said while away 0", "said while away 1", "said when it was back"
    ]  # fmt: skip
    assert program.files("spool") == []


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_a_transcript_that_is_written_anew_is_read_anew_and_kept_once(
    agent: str, daemon: Daemon, program: Program
) -> None:
    """Rotated, compacted or replaced: shorter, as long, or longer than what was read."""

    def line(number: int) -> str:
        at = f"2026-11-01T10:00:{number:02}.000Z"
        if agent == "codex":
            said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": f"n{number}"}]}
            return json.dumps({"timestamp": at, "type": "response_item", "payload": said})
        message = {"role": "assistant", "content": f"n{number}"}
        record = {"type": "assistant", "message": message, "uuid": f"{program.session}-{number}", "timestamp": at}
        return json.dumps({**record, "sessionId": program.session})

    for numbers in ((1, 2, 3), (3, 4), (5, 3, 4), (*range(6, 12), 1, 2)):
        fresh = program.path.with_suffix(".new")
        fresh.write_text("".join(line(number) + "\n" for number in numbers))
        fresh.replace(program.path)
        program.hook("Stop", agent)
    assert sorted(text for _, text in kept(daemon, program, agent)) == sorted(f"n{n}" for n in range(1, 12))


def test_a_full_spool_leaves_the_rest_to_the_transcript(daemon: Daemon, program: Program) -> None:
    program.socket = str(program.path.parent / "nobody")
    program.hook("UserPromptSubmit", prompt="first", prompt_id="p0")
    (spool,) = program.files("spool")
    full = spool.with_name("full.jsonl")
    full.write_bytes(b" " * (8 * 1024 * 1024) + b"\n")
    program.write("assistant", "after it was full")
    program.hook("Stop")
    assert "after" not in spool.read_text()
    program.socket = str(daemon.socket)
    program.hook("Stop")
    assert sorted(text for _, text in kept(daemon, program)) == ["after it was full", "first"]
    assert program.files("spool") == []


def test_a_daemon_that_hangs_holds_nobody_up(daemon: Daemon, program: Program) -> None:
    with daemon.paused():
        assert program.hook("UserPromptSubmit", prompt="Are you there?", prompt_id="p1") == ""
    program.hook("Stop")
    assert kept(daemon, program) == [("user", "Are you there?")]


def test_it_imports_nothing_slow(daemon: Daemon, program: Program) -> None:
    given = program.given("UserPromptSubmit", prompt="Quickly now", prompt_id="p1")
    env = program.environment | {"PYTHONPROFILEIMPORTTIME": "1"}
    err = subprocess.run([*MEMORYCTL, "hook", "claude-code"], input=given, capture_output=True, env=env).stderr
    imported = {line.rsplit(b"|", 1)[-1].strip().decode().split(".")[0] for line in err.splitlines()}
    slow = {"asyncio", "concurrent", "dataclasses", "inspect", "logging", "msgspec", "re2", "subprocess", "urllib"}
    assert "msgpack" in imported and imported & slow == set()
    ours = {line.rsplit(b"|", 1)[-1].strip().decode() for line in err.splitlines() if b"memoryd." in line}
    assert {".".join(name.split(".")[:2]) for name in ours} <= {
        "memoryd.cli", "memoryd.client", "memoryd.rpc", "memoryd.errors",
    }  # fmt: skip


@pytest.mark.parametrize("given", [b"", b"[]", b"{", b'{"hook_event_name": "Stop"}', b'{"hook_event_name": 1}'])
def test_what_is_no_event_is_ignored(daemon: Daemon, tmp_path: Path, given: bytes) -> None:
    done = Piped(["hook", "codex"], environment(tmp_path, daemon.socket), given=given).end(timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_line_whose_time_is_none_holds_nothing_up(daemon: Daemon, program: Program) -> None:
    program.write("user", "The gate is green", timestamp="soon")
    program.write("assistant", "Noted")
    program.hook("Stop")
    assert kept(daemon, program) == [("user", "The gate is green"), ("assistant", "Noted")]


def test_a_transcript_that_is_a_pipe_holds_nobody_up(daemon: Daemon, program: Program) -> None:
    os.mkfifo(program.path)
    program.hook("UserPromptSubmit", prompt="The gate is green", prompt_id="p1")
    program.hook("Stop")
    assert kept(daemon, program) == [("user", "The gate is green")]


def test_a_rollout_of_codex_is_kept_once(daemon: Daemon, program: Program) -> None:
    def add(kind: str, **payload: Json) -> None:
        line = {"timestamp": "2026-11-01T10:00:00.000Z", "type": kind, "payload": payload}
        with program.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    program.hook("UserPromptSubmit", "codex", prompt="Water the fern", turn_id="t1")
    item = {"type": "UserMessage", "content": [{"type": "text", "text": "Water the fern"}]}
    add(
        "response_item",
        type="message",
        role="developer",
        content=[{"type": "input_text", "text": "<memoryd>x</memoryd>"}],
    )
    add("response_item", type="message", role="user", content=[{"type": "input_text", "text": "Water the fern"}])
    add("event_msg", type="item_completed", turn_id="t1", item=item)
    add("response_item", type="function_call", name="shell", call_id="c1", arguments='{"command": "water"}')
    add("response_item", type="function_call_output", call_id="c1", output="wet")
    add(
        "response_item", type="function_call", name="shell", call_id="c2", arguments='{"command": "memoryctl recall x"}'
    )
    add("response_item", type="function_call_output", call_id="c2", output="an echo")
    add("response_item", type="message", role="assistant", content=[{"type": "output_text", "text": "Watered."}])
    program.hook("Stop", "codex")
    program.hook("SessionEnd", "codex")
    assert kept(daemon, program, "codex") == [("user", "Water the fern"), ("tool", "wet"), ("assistant", "Watered.")]


def test_settings_are_changed_only_as_shown_and_changed_back(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    before = json.dumps(
        {"model": "x", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}, indent=2
    )
    path.write_text(before + "\n")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*MEMORYCTL, "hook", *words, "--file", str(path)], capture_output=True, text=True,
            env=environment(tmp_path / "home", "/nowhere"), stdin=subprocess.DEVNULL,
        )  # fmt: skip

    shown = run("install", "claude-code")
    assert shown.returncode == 64 and "+" in shown.stderr and path.read_text() == before + "\n"
    assert run("install", "claude-code", "--yes").returncode == 0
    installed = path.read_text()
    hooks = json.loads(installed)["hooks"]
    assert {event: len(entries) for event, entries in hooks.items()} == {
        "Stop": 2, "SessionStart": 1, "UserPromptSubmit": 1, "PreCompact": 1, "SessionEnd": 1,
    }  # fmt: skip
    # Codex warns at each start of a hook that might take longer then.
    assert [entry["hooks"][0]["timeout"] for entry in hooks["SessionEnd"]] == [3]
    assert run("install", "claude-code", "--yes").stdout.endswith("nothing to change\n")
    assert path.read_text() == installed
    assert run("uninstall", "claude-code", "--yes").returncode == 0
    assert path.read_text() == before + "\n"
    path.write_text("{")
    assert "not JSON" in run("install", "claude-code", "--yes").stderr


@pytest.mark.parametrize(("agent", "plugin"), [("claude-code", False), ("claude-code", True), ("codex", False)])
@pytest.mark.long
def test_the_real_program_remembers(agent: str, plugin: bool, daemon: Daemon, npm: Install, tmp_path: Path) -> None:
    """What was said in one session comes to the model's eyes in the next; nothing is kept twice."""
    module, home = npm(CLAUDE_CODE if agent == "claude-code" else CODEX), tmp_path / "home"
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    memoryctl = bin_folder / "memoryctl"
    memoryctl.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m memoryd.cli "$@"\n')
    memoryctl.chmod(0o755)
    path = os.pathsep.join([str(bin_folder), os.environ["PATH"]])
    with Model(["Noted."]) as model:
        more = {"PATH": path, "ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": "sk-x", "OPENAI_API_KEY": "x",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}  # fmt: skip
        env = environment(home, daemon.socket, **more)
        if not plugin:
            subprocess.run([memoryctl, "hook", "install", agent, "--yes"], env=env, check=True, timeout=60)
        if agent == "claude-code":
            (binary,) = module.glob("@anthropic-ai/claude-code-linux-*/claude")
            command = [str(binary), *(["--plugin-dir", str(ROOT / "contrib/claude-code")] if plugin else []), "-p"]
        else:
            provider = f'{{name="stub", base_url="{model.url}/v1", wire_api="responses", env_key="OPENAI_API_KEY"}}'
            command = [
                str(module / ".bin/codex"), "exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust",
                "-c", 'model_provider="stub"', "-c", f"model_providers.stub={provider}", "-c", 'model="stub"',
            ]  # fmt: skip
        kiln = f"kiln of {tmp_path.name}"
        words = f"The {kiln} fires at 1080 degrees"
        for prompt in (words, f"How hot does the {kiln} fire?"):
            done = subprocess.run(
                [*command, prompt], env=env, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=300,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr.decode()
        assert words in json.dumps(model.asked[-1])
    own = [name for name, one in sessions(daemon).items() if one["project"] == tmp_path.name]
    with daemon.connect() as wire:
        said = [
            (one["role"], one["content"])
            for name in reversed(own)
            for one in wire.call("sessions.read", {"session_id": name})["messages"]
        ]
    assert said == [("user", words), ("assistant", "Noted."), ("user", prompt), ("assistant", "Noted.")]
