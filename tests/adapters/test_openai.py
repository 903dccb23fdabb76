"""A session of the OpenAI Agents SDK, beside the SDK's own SQLite session."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from memoryd.client import Client

agents = pytest.importorskip("agents", reason="openai-agents is not installed")
from memoryd.client.openai_session import MemorydSession  # noqa: E402 - only where the SDK is

ITEMS: list[Any] = [
    {"role": "user", "content": "When does the ferry to Amrum leave?"},
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "function_call", "call_id": "c1", "name": "timetable", "arguments": '{"to": "Amrum"}', "id": "fc_1"},
    {"type": "function_call_output", "call_id": "c1", "output": "12:00"},
    {
        "type": "message",
        "role": "assistant",
        "id": "msg_1",
        "status": "completed",
        "content": [{"type": "output_text", "text": "The ferry leaves at noon.", "annotations": []}],
    },
    {"role": "developer", "content": "Be brief."},
    {
        "role": "user",
        "content": [{"type": "input_text", "text": "Thanks ü"}, {"type": "input_image", "file_id": "x"}],
    },
]


def test_it_does_what_the_sdks_own_session_does(socket: str, client: Client, fresh: str) -> None:
    async def story(session: Any) -> list[Any]:
        told = [await session.get_items(), await session.pop_item()]
        await session.add_items(ITEMS)
        await session.add_items([])
        told += [await session.get_items(), await session.get_items(limit=2), await session.get_items(0)]
        told += [await session.pop_item(), await session.get_items(limit=1)]
        await session.add_items(ITEMS[:1])
        told.append(await session.get_items())
        await session.clear_session()
        told += [await session.get_items(), await session.pop_item()]
        await session.add_items(ITEMS)
        return told

    ours = MemorydSession(fresh, socket, agent="ferryman")
    assert isinstance(ours, agents.Session)
    assert asyncio.run(story(ours)) == asyncio.run(story(agents.SQLiteSession(fresh)))
    # In another process, so to say, and by recall.
    again = MemorydSession(fresh, socket)
    assert asyncio.run(again.get_items()) == ITEMS
    found = client.recall.search(query="when does the ferry leave", in_session=fresh, boost=False)["results"]
    assert "The ferry leaves at noon." in [one["text"] for one in found]
    ours.close()
    again.close()


def test_what_a_tool_printed_comes_back_and_is_found_whatever_it_was(socket: str, client: Client, fresh: str) -> None:
    outputs = ["ferry\0schedule", "half \ud83c", "whole 🎬", '\\u0000 {"a": 1}', [{"type": "text", "text": "NaN\0"}]]
    items: list[Any] = [{"type": "function_call_output", "call_id": "c1", "output": one} for one in outputs]
    items.append({"type": "function_call_output", "call_id": "c2", "output": "many", "score": float("inf")})
    session = MemorydSession(fresh, socket)
    asyncio.run(session.add_items(items))
    assert asyncio.run(session.get_items()) == items
    session.close()
    [found, *_] = client.recall.search(query="ferry schedule", in_session=fresh, boost=False)["results"]
    assert found["text"] == "ferry schedule"


def test_many_and_large_items_come_back_in_order(socket: str, fresh: str) -> None:
    async def story() -> None:
        session = MemorydSession(fresh, socket, session_settings=agents.SessionSettings(limit=3))
        items = [{"role": "user", "content": f"{number} " + "x" * 9000} for number in range(1200)]
        items.append({"type": "function_call_output", "call_id": "c1", "output": "of a picture " * 200_000})
        await session.add_items(items)
        assert await session.get_items() == items[-3:]
        assert await session.get_items(limit=5000) == items
        session.close()

    asyncio.run(story())


def test_a_run_remembers_the_one_before(socket: str, fresh: str) -> None:
    """The SDK's own runner, with a model that tells what it was given."""
    from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage
    from openai.types.responses import ResponseOutputMessage, ResponseOutputText

    class Echo(Model):  # type: ignore[misc]  # the SDK is not read by mypy
        async def get_response(self, *args: Any, input: Any, **more: Any) -> Any:
            text = json.dumps([one.get("content") for one in input])
            part = ResponseOutputText(text=text, type="output_text", annotations=[])
            message = ResponseOutputMessage(
                id="m", content=[part], role="assistant", status="completed", type="message"
            )
            return ModelResponse(output=[message], usage=Usage(), response_id=None)

        def stream_response(self, *args: Any, **more: Any) -> Any:
            raise AssertionError("the runner was not asked to stream")

    agent = Agent(name="echo", model=Echo())
    config = RunConfig(tracing_disabled=True)

    def run(words: str) -> str:
        session = MemorydSession(fresh, socket)
        told = asyncio.run(Runner.run(agent, words, session=session, run_config=config))
        session.close()
        return str(told.final_output)

    run("My name is Zebedee.")
    assert "My name is Zebedee." in run("What is my name?")
