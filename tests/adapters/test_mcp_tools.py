"""Frameworks that take the tools of `memoryd-mcp`, as the README shows: what one agent remembers, the next one finds.

They need different releases of the MCP SDK, and so environments of their own: make test-adapters.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

BIN = Path(sys.executable).parent
COMMAND = next((str(one) for one in (BIN / "memoryd-mcp", *Path().glob(".venv/bin/memoryd-mcp")) if one.exists()), "")
ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not COMMAND, reason="memoryd-mcp is not installed")


def environment(socket: str) -> dict[str, str]:
    return {"MEMORYD_SOCKET": socket, "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}


def test_pydantic_ai(socket: str) -> None:
    pytest.importorskip("pydantic_ai.mcp", reason="pydantic-ai is not installed")
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai import Agent
    from pydantic_ai.mcp import MCPToolset
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import FunctionModel

    def model(tool: str, given: dict[str, Any]) -> FunctionModel:
        def turn(messages: Any, info: Any) -> Any:
            last = messages[-1].parts[-1]
            done = isinstance(last, ToolReturnPart)
            return ModelResponse([TextPart(json.dumps(last.content))] if done else [ToolCallPart(tool, given)])

        return FunctionModel(turn)

    def told(tool: str, **given: Any) -> str:
        toolset = MCPToolset(StdioTransport(COMMAND, [], env=environment(socket)))
        return str(asyncio.run(Agent(model(tool, given), toolsets=[toolset]).run("go")).output)

    told("remember", text="The pydantic parrot is called Quill")
    assert "called Quill" in told("memory_search", query="What is the pydantic parrot called?")


def test_autogen(socket: str) -> None:
    pytest.importorskip("autogen_ext.tools.mcp", reason="autogen-ext with MCP 1 is not installed", exc_type=ImportError)
    from autogen_agentchat.agents import AssistantAgent
    from autogen_core import FunctionCall
    from autogen_core.models import CreateResult, RequestUsage
    from autogen_ext.models.replay import ReplayChatCompletionClient
    from autogen_ext.tools.mcp import StdioServerParams, mcp_server_tools

    async def told(tool: str, **given: Any) -> str:
        call = FunctionCall(id="1", name=tool, arguments=json.dumps(given))
        usage = RequestUsage(prompt_tokens=1, completion_tokens=1)
        turn = CreateResult(finish_reason="function_calls", content=[call], usage=usage, cached=False)
        info = {"function_calling": True, "vision": False, "json_output": False, "family": "unknown"}
        model = ReplayChatCompletionClient([turn], model_info={**info, "structured_output": False})
        tools = await mcp_server_tools(StdioServerParams(command=COMMAND, env=environment(socket)))
        return str((await AssistantAgent("helper", model, tools=tools).run(task="go")).messages)

    asyncio.run(told("remember", text="The autogen parrot is called Quincy"))
    assert "called Quincy" in asyncio.run(told("memory_search", query="What is the autogen parrot called?"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_crewai(socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OTEL_SDK_DISABLED", "CREWAI_DISABLE_TELEMETRY", "CREWAI_DISABLE_TRACKING"):
        monkeypatch.setenv(name, "true")
    pytest.importorskip("crewai", reason="crewai is not installed")
    from crewai import Agent, BaseLLM, Crew, Task
    from crewai.mcp import MCPServerStdio

    def told(tool: str, **given: Any) -> str:
        asked: list[str] = []

        class Scripted(BaseLLM):  # type: ignore[misc]  # the SDK is not read by mypy
            def call(self, messages: Any, *args: Any, **more: Any) -> str:
                asked.append(str(messages))
                if len(asked) > 1:
                    return "Thought: done\nFinal Answer: done"
                name = next(word.strip("',.\\n") for word in asked[0].split() if word.strip("',.\\n").endswith(tool))
                return f"Thought: it is there\nAction: {name}\nAction Input: {json.dumps(given)}"

        server = MCPServerStdio(command=COMMAND, env=environment(socket))
        agent = Agent(role="helper", goal="help", backstory="-", llm=Scripted(model="scripted"), mcps=[server])
        Crew(agents=[agent], tasks=[Task(description="go", expected_output="done", agent=agent)]).kickoff()
        return asked[-1]

    told("remember", text="The crew's parrot is called Quade")
    assert "called Quade" in told("memory_search", query="What is the crew's parrot called?")
