"""Conversations of Pydantic AI (2.68) over memoryd:

store = MemorydConversationStore()
conversation = await store.load("chat-7") or Conversation(conversation_id="chat-7")
result = await agent.run("Hello", conversation=conversation)
await store.save(result)

Each message is one of a memoryd session, found by recall, and comes back as it was; what else a conversation carries is
an item. `delete` takes the messages out, unless a fork uses them; memoryd's files keep the lines.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from pydantic import TypeAdapter
from pydantic_ai.conversation_store import (
    ConversationConflict,
    ConversationEntry,
    ConversationRecord,
    ConversationStore,
)
from pydantic_ai.messages import ModelMessagesTypeAdapter

from memoryd.client.bound import BoundClient
from memoryd.client.transcripts import Transcript, words_of
from memoryd.errors import Conflict, NotFound

NAME = "pydantic-ai"
_RECORDS, _ENTRIES = [NAME, "conversations"], [NAME, "entries"]
_RECORD = TypeAdapter(ConversationRecord)
_PAGE = 1000
_LONGEST = 200
"""Characters of a session's name."""

Json = Any


class MemorydConversationStore(ConversationStore):
    """The store. Arguments by name are those of `BoundClient`: agent, project, audience."""

    def __init__(self, path: str | None = None, **given: Any) -> None:
        self.memory = BoundClient(path, name=NAME, **given)
        self._path = path
        self._given = given

    def close(self) -> None:
        """Hang up."""
        self.memory.close()

    async def read_record(self, conversation_id: str) -> ConversationRecord | None:
        """The record of a conversation."""
        return await asyncio.to_thread(lambda: self._record(conversation_id)[0])

    async def read_records(self, *, scope: str | None = None, limit: int | None = None) -> Sequence[ConversationRecord]:
        """The records, or those of a scope, the newest first."""
        found = await asyncio.to_thread(self._records)
        found = [one for one in found if scope is None or one.scope == scope]
        return sorted(found, key=lambda one: one.updated_at, reverse=True)[:limit]

    async def read_history(self, head_id: str | None, *, limit: int | None = None) -> list[ConversationEntry]:
        """The entries up to one, or the last so many of them. Raises LookupError."""
        return await asyncio.to_thread(lambda: [_entry(own) for _, own in self._walk(head_id, limit)][::-1])

    async def read_entry(self, entry_id: str) -> ConversationEntry:
        """One entry. Raises LookupError."""
        return (await self.read_history(entry_id, limit=1))[0]

    async def write_record(
        self,
        record: ConversationRecord,
        *,
        new_entries: Sequence[ConversationEntry] = (),
        expected_revision: str | None,
    ) -> None:
        """Append the entries, then put the record in the place of the expected one. Raises ConversationConflict.

        Of two writers at the same moment both may append; the entries of the one that is refused are in no history.
        """
        await asyncio.to_thread(self._write, record, list(new_entries), expected_revision)

    async def delete_record(self, conversation_id: str, *, expected_revision: str) -> None:
        """Delete a conversation, with its messages unless a fork uses them. Raises ConversationConflict."""
        await asyncio.to_thread(self._delete, conversation_id, expected_revision)

    # --- what they are made of, in a thread ----------------------------------------------------------------------

    def _record(self, conversation_id: str) -> tuple[ConversationRecord | None, str]:
        """The record, and when its item was written."""
        try:
            found = self.memory.call("items.get", namespace=_RECORDS, key=conversation_id)
        except NotFound:
            return None, ""
        value = found["value"]
        return (None if value is None else _RECORD.validate_python(value)), found["updated"]

    def _records(self) -> list[ConversationRecord]:
        found: list[Json] = []
        while len(found) % _PAGE == 0:
            page = self.memory.call("items.search", prefix=_RECORDS, limit=_PAGE, offset=len(found))["items"]
            if not page:
                break
            found += page
        return [_RECORD.validate_python(one["value"]) for one in found if one["value"] is not None]

    def _write(self, record: ConversationRecord, entries: list[ConversationEntry], expected: str | None) -> None:
        key = record.conversation_id
        stored, updated = self._record(key)
        if (None if stored is None else stored.revision) != expected or not self._is_known(record.head_id, entries):
            raise ConversationConflict(key)
        session = _session(key)
        with self._session(session) as memory:
            transcript = Transcript(memory, NAME)
            transcript.append([transcript.packed(*_said(one)) for one in map(_plain, entries)])
        for one in entries:
            self.memory.call("items.put", namespace=_ENTRIES, key=one.id, value=session, index=False)
        place = {"if_absent": True} if stored is None and not updated else {"if_updated": updated}
        self._put(key, _RECORD.dump_python(record, mode="json"), place)

    def _put(self, key: str, value: Json, place: Json) -> None:
        try:
            self.memory.call("items.put", namespace=_RECORDS, key=key, value=value, index=False, **place)
        except Conflict as error:
            raise ConversationConflict(key) from error

    def _is_known(self, head: str | None, entries: list[ConversationEntry]) -> bool:
        try:
            return head is None or any(one.id == head for one in entries) or bool(self._session_of(head))
        except LookupError:
            return False

    def _delete(self, conversation_id: str, expected: str) -> None:
        stored, updated = self._record(conversation_id)
        if stored is None or stored.revision != expected:
            raise ConversationConflict(conversation_id)
        self._put(conversation_id, None, {"if_updated": updated})  # from here on, nobody can save it
        forks = [one for one in self._records() if one.forked_from is not None]
        heads = [head for one in forks for head in (one.head_id, *one.branches)]
        session = _session(conversation_id)
        if not any(session == found for head in heads for found, _ in self._walk(head)):
            with self._session(session) as memory:
                Transcript(memory, NAME).clear()
        self.memory.call("items.delete", namespace=_RECORDS, key=conversation_id)

    def _walk(self, head: str | None, limit: int | None = None) -> Iterator[tuple[str, Json]]:
        """Back from an entry: the session of each, and what was kept of it. Raises LookupError."""
        read: dict[str, tuple[str, Json]] = {}
        while head is not None and (limit is None or limit > 0):
            if head not in read:
                session = self._session_of(head)
                with self._session(session) as memory:
                    transcript = Transcript(memory, NAME)
                    owns = filter(None, map(transcript.own, transcript.all()))
                    read |= {own["id"]: (session, own) for own in owns}
            yield read[head]
            head = read[head][1]["parent_id"]
            limit = None if limit is None else limit - 1

    def _session_of(self, entry_id: str) -> str:
        try:
            return str(self.memory.call("items.get", namespace=_ENTRIES, key=entry_id)["value"])
        except NotFound as error:
            raise LookupError(entry_id) from error

    def _session(self, session_id: str) -> closing[BoundClient]:
        return closing(BoundClient(self._path, name=NAME, **{**self._given, "session_id": session_id}))


def _session(conversation_id: str) -> str:
    name = f"{NAME}-{conversation_id}"
    return name if len(name) <= _LONGEST else f"{NAME}-{hashlib.sha256(conversation_id.encode()).hexdigest()}"


def _plain(entry: ConversationEntry) -> Json:
    (message,) = ModelMessagesTypeAdapter.dump_python([entry.message], mode="json")
    return {"id": entry.id, "parent_id": entry.parent_id, "message": message}


def _entry(own: Json) -> ConversationEntry:
    (message,) = ModelMessagesTypeAdapter.validate_python([own["message"]])
    return ConversationEntry(id=own["id"], parent_id=own["parent_id"], message=message)


def _said(own: Json) -> tuple[str, str, Json]:
    """Who says a message, its words, and what is kept of it."""
    parts = own["message"]["parts"]
    kinds = {part["part_kind"] for part in parts}
    role = "assistant" if own["message"]["kind"] == "response" else "tool" if "tool-return" in kinds else "user"
    words = [words_of(part["content"]) for part in parts if part["part_kind"] in ("text", "user-prompt", "tool-return")]
    return role, words_of(words), own
