"""LangGraph's long-term store and chat history over memoryd (langgraph-checkpoint 4.3):

graph = builder.compile(store=MemorydStore(), …)

Values are items of memoryd below one element of their namespace, `root`. Queries find them by words and meaning; a
value that has nothing in common with the query is no answer. `index` is yes or no: a list of fields counts as yes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import BaseMessage, message_to_dict, messages_from_dict
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchItem,
    SearchOp,
    TTLConfig,
)

from memoryd.client.bound import BoundClient
from memoryd.client.transcripts import Transcript, role_of, words_of
from memoryd.errors import NotFound

NAME = "langgraph"
_PAGE = 1000
_SECONDS = 60.0
"""Of LangGraph's unit of a time to live."""


class MemorydStore(BaseStore):
    """The store. Arguments by name are those of `BoundClient`: session_id, agent, project, audience."""

    supports_ttl = True

    def __init__(
        self, path: str | None = None, *, root: str = NAME, ttl: TTLConfig | None = None, **given: Any
    ) -> None:
        self.ttl_config = ttl
        self.memory = BoundClient(path, name=NAME, **given)
        self._root = root

    def batch(self, ops: Iterable[Any]) -> list[Any]:
        """Do operations: reads see what was there before, and of several puts of a key the last counts."""
        several = list(ops)
        results: list[Any] = [None] * len(several)
        puts: dict[tuple[tuple[str, ...], str], PutOp] = {}
        for place, op in enumerate(several):
            if isinstance(op, PutOp):
                puts[op.namespace, op.key] = op
            elif isinstance(op, GetOp):
                results[place] = self._get(op)
            elif isinstance(op, SearchOp):
                results[place] = list(self._search(op))
            elif isinstance(op, ListNamespacesOp):
                results[place] = self._namespaces(op)
            else:
                raise ValueError(f"there is no operation {type(op).__name__}")
        for op in puts.values():
            self._put(op)
        return results

    async def abatch(self, ops: Iterable[Any]) -> list[Any]:
        """As `batch`."""
        return await asyncio.to_thread(self.batch, list(ops))

    def close(self) -> None:
        """Hang up."""
        self.memory.close()

    def _get(self, op: GetOp) -> Item | None:
        at = {"namespace": [self._root, *op.namespace], "key": op.key}
        try:
            found = self.memory.call("items.get", **at)
        except NotFound:
            return None
        self._renew([found], op.refresh_ttl)
        return Item(**self._fields(found))

    def _put(self, op: PutOp) -> None:
        at = {"namespace": [self._root, *op.namespace], "key": op.key}
        if op.value is None:
            try:
                self.memory.call("items.delete", **at)
            except NotFound:
                return
            return
        more: dict[str, Any] = {} if op.ttl is None else {"ttl_seconds": op.ttl * _SECONDS}
        is_indexed = op.index is not False and op.index != []
        value = json.loads(json.dumps(op.value))  # as it will come back; bytes and the like are a TypeError
        self.memory.call("items.put", **at, value=value, index=is_indexed, **more)

    def _search(self, op: SearchOp) -> Iterator[SearchItem]:
        query = (op.query or "").strip()
        asked: dict[str, Any] = {"prefix": [self._root, *op.namespace_prefix], "filter": op.filter, "query": query}
        asked = {name: value for name, value in asked.items() if value}
        offset, left = op.offset, op.limit
        while left > 0:
            wanted = min(left, _PAGE - offset if "query" in asked else _PAGE)
            if wanted <= 0:
                return
            found = self.memory.call("items.search", **asked, limit=wanted, offset=offset)["items"]
            self._renew(found, op.refresh_ttl)
            yield from (SearchItem(**self._fields(one), score=one.get("score")) for one in found)
            if len(found) < wanted:
                return
            offset, left = offset + wanted, left - wanted

    def _renew(self, found: Iterable[Any], wanted: bool) -> None:
        for one in found:
            if wanted and "ttl_seconds" in one:
                try:
                    self.memory.call("items.renew", namespace=one["namespace"], key=one["key"])
                except NotFound:
                    continue  # its time was over right then

    def _fields(self, found: Any) -> dict[str, Any]:
        return {
            "namespace": tuple(found["namespace"][1:]),
            "key": found["key"],
            "value": found["value"],
            "created_at": found["created"],
            "updated_at": found["updated"],
        }

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        conditions = op.match_conditions or ()
        found = [one for one in self._all_namespaces() if all(_matches(condition, one) for condition in conditions)]
        if op.max_depth is not None:
            found = sorted({one[: op.max_depth] for one in found})
        return found[op.offset : op.offset + op.limit]

    def _all_namespaces(self) -> Iterator[tuple[str, ...]]:
        after: dict[str, str] = {}
        while True:
            page = self.memory.call("items.namespaces", prefix=[self._root], limit=_PAGE, **after)
            yield from (tuple(one[1:]) for one in page["namespaces"])
            if "next" not in page:
                return
            after = {"after": page["next"]}


def _matches(condition: MatchCondition, namespace: tuple[str, ...]) -> bool:
    length = len(condition.path)
    if length > len(namespace):
        return False
    part = namespace[:length] if condition.match_type == "prefix" else namespace[len(namespace) - length :]
    return all(wanted in ("*", found) for wanted, found in zip(condition.path, part, strict=True))


class MemorydChatHistory(BaseChatMessageHistory):
    """The messages of a thread, beside a checkpointer: kept as a session, found by recall, given back as they were."""

    def __init__(self, session_id: str, path: str | None = None, **given: Any) -> None:
        self.memory = BoundClient(path, name=NAME, session_id=session_id, **given)
        self._transcript = Transcript(self.memory, NAME)

    @property
    def messages(self) -> list[BaseMessage]:
        """All of them, in order."""
        return [self._message(one) for one in self._transcript.all()]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Append messages; when this returns they are on disk."""
        self._transcript.append(
            [
                self._transcript.packed(role_of(one.type), words_of(one.content), message_to_dict(one))
                for one in messages
            ]
        )

    def clear(self) -> None:
        """Take every message out; memoryd's files keep the lines."""
        self._transcript.clear()

    def close(self) -> None:
        """Hang up."""
        self.memory.close()

    def _message(self, message: dict[str, Any]) -> BaseMessage:
        own = self._transcript.own(message)
        if own is None:
            kind = {"user": "human", "assistant": "ai"}.get(message["role"], "system")
            own = {"type": kind, "data": {"content": message["content"], "type": kind}}
        return messages_from_dict([own])[0]
