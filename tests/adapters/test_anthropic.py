"""Anthropic's memory tool: the same commands on the SDK's own backend and on memoryd, side by side."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon
from tests.support.wait import until

tools = pytest.importorskip("anthropic.tools", reason="the anthropic SDK is not installed")
from memoryd.client.anthropic_memory import AsyncMemoryTool, MemoryTool  # noqa: E402 - only where the SDK is

A, B = "/memories/a.txt", "/memories/plans/b.md"
TOKEN = "ghp_" + "aB3d" * 9
Command = dict[str, Any]


def command(name: str, **given: Any) -> Command:
    return {"command": name, **given}


def said(tool: Any, one: Command) -> str:
    try:
        return str(tool.call(one))
    except tools.ToolError as error:
        return f"ToolError: {error}"


CREATED = [command("create", path=A, file_text="one\ntwo\none\n"), command("create", path=B, file_text="plan")]
CASES: dict[str, list[Command]] = {
    "create and view": [*CREATED, command("view", path=A), command("view", path=B)],
    "an existing file": [*CREATED, command("create", path=A, file_text="x"), command("view", path=A)],
    "an existing directory": [*CREATED, command("create", path="/memories/plans", file_text="x")],
    "a range": [*CREATED, *(command("view", path=A, view_range=span) for span in ([2, 3], [2, -1], [3, 99], [0, 1]))],
    "replace": [*CREATED, command("str_replace", path=A, old_str="two", new_str="2\n2"), command("view", path=A)],
    "replace what is not there": [*CREATED, command("str_replace", path=A, old_str="three", new_str="x")],
    "replace what is there twice": [*CREATED, command("str_replace", path=A, old_str="one", new_str="x")],
    "replace in a directory": [*CREATED, command("str_replace", path="/memories/plans", old_str="a", new_str="b")],
    "replace in no file": [command("str_replace", path=A, old_str="a", new_str="b")],
    "insert": [
        *CREATED,
        *(command("insert", path=A, insert_line=line, insert_text="new\n") for line in (0, 3, 5)),
        command("view", path=A),
        command("insert", path=A, insert_line=99, insert_text="x"),
        command("insert", path=A, insert_line=-1, insert_text="x"),
        command("insert", path=B, insert_line=1, insert_text="end"),
        command("view", path=B),
    ],
    "insert into no file": [command("insert", path=A, insert_line=0, insert_text="x")],
    "insert into a directory": [*CREATED, command("insert", path="/memories/plans", insert_line=0, insert_text="x")],
    "delete": [*CREATED, command("delete", path=A), command("view", path=A), command("delete", path=A)],
    "delete a directory": [*CREATED, command("delete", path="/memories/plans"), command("view", path=B)],
    "delete the root": [command("delete", path="/memories"), command("rename", old_path="/memories", new_path=A)],
    "rename": [
        *CREATED,
        command("rename", old_path=A, new_path="/memories/deep/er/c.txt"),
        command("view", path="/memories/deep/er/c.txt"),
        command("view", path=A),
        command("rename", old_path=A, new_path="/memories/d"),
        command("rename", old_path=B, new_path="/memories/deep/er/c.txt"),
        command("rename", old_path="/memories/plans", new_path="/memories/old"),
        command("view", path="/memories/old/b.md"),
    ],
    "paths outside": [
        command("view", path="/etc/passwd"),
        command("create", path="/memories/../../x", file_text="x"),
        command("view", path="/memories/nowhere"),
    ],
    "an odd path": [
        command("create", path="/memories//x/../ü y.txt", file_text="ß"),
        command("view", path="/memories/ü y.txt"),
    ],
    "an empty file": [command("create", path=A, file_text=""), command("view", path=A)],
}


@pytest.fixture
def tool(socket: str, fresh: str) -> Iterator[MemoryTool]:
    made = MemoryTool(socket, scope=fresh)
    yield made
    made.memory.close()


@pytest.mark.parametrize("case", CASES)
def test_it_says_what_the_sdks_own_backend_says(case: str, tool: MemoryTool, tmp_path: Path) -> None:
    theirs = tools.BetaLocalFilesystemMemoryTool(str(tmp_path))
    assert [said(tool, one) for one in CASES[case]] == [said(theirs, one) for one in CASES[case]]


def test_a_directory_shows_two_levels_and_nothing_hidden(tool: MemoryTool, tmp_path: Path) -> None:
    theirs = tools.BetaLocalFilesystemMemoryTool(str(tmp_path))
    paths = ["/memories/b/c/deeper/x", "/memories/b/d", "/memories/a", "/memories/.hidden", "/memories/b/.h/x"]
    names = []
    for each in (tool, theirs):
        for path in paths:
            each.call(command("create", path=path, file_text="x" * 2000))
        rows = said(each, command("view", path="/memories")).split("\n")
        names.append([rows[0], *(row.partition("\t")[2] for row in rows[1:])])
    assert names[0] == names[1]
    assert "2.0K\t/memories/a" in said(tool, command("view", path="/memories"))


def test_the_async_twin_and_another_agent_of_the_scope_see_the_same(socket: str, tool: MemoryTool, fresh: str) -> None:
    async def story() -> None:
        twin = AsyncMemoryTool(socket, scope=fresh)
        await twin.call(command("create", path=A, file_text="one"))
        await twin.call(command("str_replace", path=A, old_str="one", new_str="two"))
        with pytest.raises(tools.ToolError, match="already exists"):
            await twin.call(command("create", path=A, file_text="x"))
        twin.memory.close()

    asyncio.run(story())
    assert said(tool, command("view", path=A)).endswith("1\ttwo")
    other = MemoryTool(socket, scope=f"{fresh}-other")
    assert "does not exist" in said(other, command("view", path=A))
    other.memory.close()
    assert tool.clear_all_memory() == "All memory cleared"
    assert said(tool, command("view", path="/memories")).count("\n") == 1


def test_no_edit_of_two_agents_at_once_is_lost(socket: str, tool: MemoryTool, fresh: str) -> None:
    tool.call(command("create", path=A, file_text=""))

    def write(number: int) -> None:
        mine = MemoryTool(socket, scope=fresh)
        for line in range(5):
            mine.call(command("insert", path=A, insert_line=0, insert_text=f"{number}-{line}"))
        mine.memory.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = {row.partition("\t")[2] for row in said(tool, command("view", path=A)).split("\n")[1:]}
    assert {f"{number}-{line}" for number in range(3) for line in range(5)} <= found


def test_earlier_texts_are_in_the_history_and_secrets_are_named(
    running: Daemon, client: Client, tool: MemoryTool, fresh: str
) -> None:
    reply = said(tool, command("create", path=A, file_text=f"the deploy token is {TOKEN}"))
    assert "Secrets were replaced and not stored: 1 token." in reply
    tool.call(command("str_replace", path=A, old_str="deploy", new_str="release"))
    key = f"items/memory-tool.jsonl:{fresh}/%2Fmemories%2Fa.txt"
    until(lambda: len(client.audit.list(key=key)["entries"]) == 2)
    history = [path.read_text(errors="replace") for path in (running.data / "history").rglob("*") if path.is_file()]
    assert any("the deploy token is [redacted:token]" in text for text in history)
    assert not any(TOKEN in text for text in history)


def test_a_daemon_that_is_away_is_told_to_the_model(tmp_path: Path) -> None:
    away = MemoryTool(str(tmp_path / "nothing"))
    assert "not available" in said(away, command("view", path="/memories"))
