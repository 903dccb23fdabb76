"""A memory store of Strands Agents (1.62) over memoryd:

MemoryManager(stores=[MemorydMemoryStore("memoryd", writable=True)])

`search` recalls from all memory, `add` writes a note of the layer `metadata["layer"]` (knowledge), and `add_messages`
appends to a session, of which dailies, facts and summaries are made: after each turn, unless `extraction` says another.
"""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

from strands.memory import ExtractionConfig, InvocationTrigger
from strands.memory.types import MemoryEntry, MemoryStore

from memoryd.client.bound import BoundClient
from memoryd.client.transcripts import Transcript, words_of
from memoryd.errors import NotFound

NAME = "strands"
_SAME = ("kind", "score", "at", "created", "project", "session_id", "role", "name", "tier", "activation")


class MemorydMemoryStore(MemoryStore):
    """The store. Arguments by name are those of `BoundClient`: session_id, agent, project, audience."""

    def __init__(
        self,
        name: str = "memoryd",
        path: str | None = None,
        *,
        description: str | None = None,
        max_search_results: int | None = None,
        writable: bool = False,
        extraction: Any = None,
        kinds: list[str] | None = None,
        **given: Any,
    ) -> None:
        self.name = name
        self.description = description
        self.max_search_results = max_search_results
        self.writable = writable
        # The SDK's own default keeps nothing of what is said.
        every_turn = ExtractionConfig(trigger=InvocationTrigger()) if writable else None
        self.extraction = every_turn if extraction is None else extraction
        self.memory = BoundClient(path, name=NAME, **given)
        self._kinds = {} if kinds is None else {"kinds": kinds}
        self._transcript = Transcript(self.memory, NAME)
        self._run = uuid.uuid4().hex
        self._said: dict[int, str] = {}

    async def search(self, query: str, options: Any = None) -> list[MemoryEntry]:
        """Memories that answer, the most relevant first."""
        most = (options or {}).get("max_search_results") or self.max_search_results
        return await asyncio.to_thread(self._search, query, most)

    async def add(self, content: str, metadata: dict[str, Any] | None = None) -> Any:
        """Write a note; the same text again is the same note."""
        return await asyncio.to_thread(self._add, content, metadata or {})

    async def add_messages(self, messages: list[Any], context: Any = None) -> Any:
        """Append messages; a batch that is sent again is not appended again."""
        numbers = getattr(context, "sequence_numbers", None)
        await asyncio.to_thread(self._append, messages, numbers)

    def close(self) -> None:
        """Hang up."""
        self.memory.close()

    def _search(self, query: str, most: int | None) -> list[MemoryEntry]:
        if not query.strip():
            return []
        k = {} if most is None else {"k": most}
        found = self.memory.call("recall.search", query=query, **self._kinds, **k)["results"]
        # What is found is put before the model as it is: a text that gives instructions must not be among it.
        told = [one for one in found if not one.get("quarantined")]
        return [MemoryEntry(one["text"], self.name, self._metadata(one)) for one in told]

    def _metadata(self, found: dict[str, Any]) -> dict[str, Any]:
        own = {name: found[name] for name in _SAME if name in found}
        kept: dict[str, Any] = {}
        if found["kind"] == "note":
            try:
                kept = self.memory.call("items.get", namespace=[NAME, "metadata"], key=found["key"])["value"]
            except NotFound:
                kept = {}
        return {**kept, "key": found["key"], **own}

    def _add(self, content: str, metadata: dict[str, Any]) -> str:
        layer = metadata.get("layer", "knowledge")
        key: str = self.memory.call("notes.write", layer=layer, text=content)["key"]
        if metadata:
            self.memory.call("items.put", namespace=[NAME, "metadata"], key=key, value=metadata, index=False)
        return key

    def _append(self, messages: list[Any], numbers: list[int] | None) -> None:
        packed = []
        for place, message in enumerate(messages):
            words = words_of(message.get("content"))
            packed.append(self._transcript.packed(_role(message), words, message))
            if numbers is not None:
                packed[-1]["id"] = self._id(numbers[place], repr(message))
        self._transcript.append(packed)

    def _id(self, number: int, message: str) -> str:
        """An id that a repeated batch has again; numbers begin anew with each run of the agent."""
        if self._said.get(number, message) != message:
            self._run, self._said = uuid.uuid4().hex, {}
        self._said[number] = message
        return f"{self._run}-{number}"


def _role(message: Any) -> str:
    """What a tool gave comes in a user's message."""
    parts = message.get("content") or []
    if any(isinstance(part, dict) and "toolResult" in part for part in parts):
        return "tool"
    return "assistant" if message.get("role") == "assistant" else "user"
