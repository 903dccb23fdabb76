"""A session of the OpenAI Agents SDK (0.24) over memoryd:

await Runner.run(agent, "Hello", session=MemorydSession("chat-7"))

Items are messages of a memoryd session, found by recall; each comes back as it was given.
"""

from __future__ import annotations

import asyncio
from typing import Any

from agents.memory.session import SessionABC
from agents.memory.session_settings import SessionSettings, resolve_session_limit

from memoryd.client.bound import BoundClient
from memoryd.client.transcripts import Transcript, role_of, words_of

NAME = "openai-agents"


class MemorydSession(SessionABC):
    """Keeps the items of a conversation. Arguments by name are those of `BoundClient`: agent, project, audience."""

    def __init__(
        self,
        session_id: str,
        path: str | None = None,
        *,
        session_settings: SessionSettings | None = None,
        **given: Any,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self.memory = BoundClient(path, name=NAME, session_id=session_id, **given)
        self._transcript = Transcript(self.memory, NAME)

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The conversation's items, or the latest `limit` of them, in order."""
        return await asyncio.to_thread(self._items, resolve_session_limit(limit, self.session_settings))

    async def add_items(self, items: list[Any]) -> None:
        """Append items; when this returns they are on disk."""
        if items:
            await asyncio.to_thread(self._append, list(items))

    async def pop_item(self) -> Any:
        """Take the most recent item out; None when there is none."""
        popped = await asyncio.to_thread(self._transcript.pop)
        return None if popped is None else self._item(popped)

    async def clear_session(self) -> None:
        """Take every item out; memoryd's files keep the lines."""
        await asyncio.to_thread(self._transcript.clear)

    def close(self) -> None:
        """Hang up."""
        self.memory.close()

    def _items(self, limit: int | None) -> list[Any]:
        if limit is not None and limit <= 0:
            return []
        found = self._transcript.all() if limit is None else self._transcript.last(limit)
        return [self._item(one) for one in found]

    def _item(self, message: dict[str, Any]) -> Any:
        own = self._transcript.own(message)
        return {"role": message["role"], "content": message["content"]} if own is None else own

    def _append(self, items: list[Any]) -> None:
        self._transcript.append([self._transcript.packed(*_said(item), item) for item in items])


def _said(item: Any) -> tuple[str, str]:
    """Who says an item, and its words."""
    kind = item.get("type")
    if kind in (None, "message"):
        return role_of(item.get("role")), words_of(item.get("content"))
    if str(kind).endswith("_output"):
        return "tool", words_of(item.get("output"))
    # Calls and reasoning: nothing that a person said or read.
    return "assistant", ""
