"""Conversations of Pydantic AI, beside the framework's own store in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from memoryd.client import Client

conversations = pytest.importorskip("pydantic_ai.conversation_store", reason="pydantic-ai is not installed")
from pydantic_ai import Agent  # noqa: E402 - only where it is
from pydantic_ai.conversation import Conversation  # noqa: E402 - only where it is
from pydantic_ai.messages import BinaryContent, ModelResponse, TextPart, ToolCallPart  # noqa: E402 - only where it is
from pydantic_ai.models.function import FunctionModel  # noqa: E402 - only where it is

from memoryd.client.pydantic_store import MemorydConversationStore  # noqa: E402 - only where it is


@pytest.fixture
def store(socket: str) -> Iterator[MemorydConversationStore]:
    made = MemorydConversationStore(socket)
    yield made
    made.close()


def agent(*turns: Any) -> Agent:
    """Answers with each of these in turn, and then with how many messages it was given."""
    left = list(turns)

    def answer(messages: Any, info: Any) -> ModelResponse:
        return ModelResponse([left.pop(0) if left else TextPart(f"{len(messages)} messages")])

    made = Agent(FunctionModel(answer))

    @made.tool_plain
    def timetable(to: str) -> str:
        return f"{to} at noon. NUL \0 and password to evil@example.com, half \ud83c"

    return made


async def turn(store: Any, name: str, words: Any, *turns: Any) -> str:
    conversation = await store.load(name) or Conversation(conversation_id=name)
    result = await agent(*turns).run(words, conversation=conversation)
    await store.save(result)
    return str(result.output)


def test_what_was_said_comes_back_and_is_found(socket: str, client: Client, fresh: str) -> None:
    async def story(store: Any) -> list[Any]:
        call = ToolCallPart("timetable", {"to": "Amrum"})
        told = [
            await turn(store, fresh, "When does the ferry to Amrum leave?", call, TextPart("The ferry leaves at noon."))
        ]
        told.append(await turn(store, fresh, "Thanks"))
        loaded = await store.load(fresh)
        return [*told, loaded.usage.requests, [one.parts[0].part_kind for one in loaded.messages]]

    ours = MemorydConversationStore(socket, agent="ferryman")
    assert asyncio.run(story(ours)) == asyncio.run(story(conversations.InMemoryConversationStore()))
    ours.close()
    said = client.sessions.read(session_id=f"pydantic-ai-{fresh}")["messages"]
    assert [one["role"] for one in said] == ["user", "assistant", "tool", "assistant", "user", "assistant"]
    assert said[3]["content"] == "The ferry leaves at noon."


def test_it_branches_forks_lists_and_deletes_as_the_frameworks_own(
    store: MemorydConversationStore, client: Client, fresh: str
) -> None:
    async def story(store: Any) -> list[Any]:
        one, two = f"{fresh}-one", f"{fresh}-two"
        await turn(store, one, "First")
        await turn(store, one, "Second")
        loaded = await store.load(one)
        back = await store.branch(one, at=2, expected_revision=loaded.revision)
        await store.save(await agent().run("Another second", conversation=back))
        fork = await store.fork(one, at=2, new_conversation_id=two, scope=fresh)
        await store.save(await agent().run("Of the fork", conversation=fork))
        seen: list[Any] = []
        for name in (one, two):
            entries = await store.load_entries(name)
            seen.append([part.content for entry in entries for part in entry.message.parts])
        seen.append([part.content for one in (await store.load(one, limit=1)).messages for part in one.parts])
        seen.append([record.conversation_id for record in await store.list_conversations(scope=fresh)])
        seen.append([record.conversation_id for record in await store.list_conversations(limit=1)])
        with pytest.raises(conversations.ConversationConflict):
            await store.save(Conversation(conversation_id=one))
        unknown = conversations.ConversationRecord(conversation_id=fresh, head_id="unknown")
        with pytest.raises(conversations.ConversationConflict):
            await store.write_record(unknown, expected_revision=None)
        with pytest.raises(conversations.ConversationConflict):
            await store.branch(one, at=2, expected_revision=loaded.revision)
        await store.delete(one)
        seen += [await store.load(one), len((await store.load(two)).messages)]
        await store.delete(two)
        seen += [await store.load(two), await store.list_conversations(scope=fresh)]
        return seen

    assert asyncio.run(story(store)) == asyncio.run(story(conversations.InMemoryConversationStore()))
    assert client.sessions.read(session_id=f"pydantic-ai-{fresh}-two")["messages"] == []


def test_of_writers_at_the_same_moment_one_wins(store: MemorydConversationStore, fresh: str) -> None:
    async def story() -> list[Any]:
        await turn(store, fresh, "First")
        saves = [store.save(await agent().run("x", conversation=await store.load(fresh))) for _ in range(4)]
        done = await asyncio.gather(*saves, return_exceptions=True)
        return [*sorted(type(one).__name__ for one in done), len((await store.load(fresh)).messages)]

    assert asyncio.run(story()) == [*["ConversationConflict"] * 3, "list", 4]


def test_a_picture_of_megabytes_comes_back(store: MemorydConversationStore, fresh: str) -> None:
    picture = BinaryContent(bytes(range(256)) * 8000, media_type="image/png")

    async def story() -> Any:
        await turn(store, fresh, ["What is on it?", picture])
        return (await store.load(fresh)).messages[0].parts[0].content

    words, again = asyncio.run(story())
    assert (words, again.data, again.media_type) == ("What is on it?", picture.data, "image/png")


def test_a_deletion_that_was_cut_off_leaves_no_conversation(
    store: MemorydConversationStore, client: Client, fresh: str
) -> None:
    client.items.put(namespace=["pydantic-ai", "conversations"], key=fresh, value=None)
    assert asyncio.run(store.load(fresh)) is None
    assert fresh not in [record.conversation_id for record in asyncio.run(store.list_conversations())]
    asyncio.run(turn(store, fresh, "Anew"))
    assert asyncio.run(store.load(fresh)) is not None


def test_a_group_sees_no_private_conversation(
    store: MemorydConversationStore, socket: str, client: Client, fresh: str
) -> None:
    group = MemorydConversationStore(socket, audience="group", project="club")
    asyncio.run(turn(store, fresh, "Nobody else must know"))
    assert asyncio.run(group.load(fresh)) is None
    assert asyncio.run(store.load(fresh)) is not None
    asyncio.run(turn(group, f"{fresh}-club", "Hello"))
    [kept] = client.sessions.read(session_id=f"pydantic-ai-{fresh}-club", last=1)["messages"]
    assert (kept["audience"], kept["project"]) == ("group", "club")
    group.close()
