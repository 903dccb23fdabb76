"""Messages of frameworks as messages of memoryd: words for recall, and in `data` what the framework keeps, as it is."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from memoryd.client.bound import BoundClient
from memoryd.client.escaped import escaped, pieces_of, travels, unescaped
from memoryd.errors import TooLarge

_MOST_BYTES = 1 << 20
"""Of the messages of one request, and of the `data` of a message."""
_MOST = 500
_MOST_READ = 1000
_MOST_LETTERS = 200_000
"""Of the words of a message; `data` has all of it."""
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "tool": "tool"}


def role_of(role: str | None) -> str:
    """A role of memoryd: `developer` and other names of a system's words are `system`."""
    return _ROLES.get(role or "", "system")


def words_of(content: Any) -> str:
    """The words in a message's content: a text, or the texts among its parts."""
    if isinstance(content, str):
        return content[:_MOST_LETTERS]
    parts = content if isinstance(content, list) else [content]
    texts = (part if isinstance(part, str) else part.get("text") for part in parts if isinstance(part, (str, dict)))
    return "\n".join(text for text in texts if isinstance(text, str))[:_MOST_LETTERS]


def _clean(words: str) -> str:
    """Words that the daemon takes: without NUL and halves of characters, which tools print."""
    return words.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", " ")


class Transcript:
    """The messages of a session, each with what one framework keeps of it under `data[framework]`."""

    def __init__(self, memory: BoundClient, framework: str) -> None:
        self._memory = memory
        self._framework = framework
        self._escaped = f"{framework}-escaped"
        self._pieces = f"{framework}-pieces"

    def append(self, messages: Iterable[dict[str, Any]]) -> None:
        """Append messages: `role`, `content`, `data` and perhaps `id`. They may be many, and large."""
        for batch in _batches(part for message in messages for part in self._parts(message)):
            self._memory.call("sessions.append", messages=batch)

    def packed(self, role: str, words: str, own: Any, message_id: str | None = None) -> dict[str, Any]:
        """A message that is to be appended. Raises TypeError for what JSON cannot hold."""
        kept = json.loads(json.dumps(own))
        data = {self._framework: kept} if travels(kept) else {self._escaped: escaped(kept)}
        message: dict[str, Any] = {"role": role, "content": _clean(words), "data": data}
        return message if message_id is None else {**message, "id": message_id}

    def own(self, message: dict[str, Any]) -> Any:
        """What the framework keeps of a message; None for one that something else appended."""
        data = message.get("data") or {}
        if self._escaped in data:
            return unescaped(data[self._escaped], data.get(self._pieces, []))
        text = data.get(f"{self._framework}-json")  # written by 0.1.0
        return data.get(self._framework) if text is None else json.loads(text)

    def last(self, count: int) -> list[dict[str, Any]]:
        """The last so many, in order."""
        if count <= _MOST_READ:
            try:
                found: list[dict[str, Any]] = self._memory.call("sessions.read", last=count)["messages"]
            except TooLarge:
                return self.all()[-count:]
            if not any(self._part(one) or self._pieces in (one.get("data") or {}) for one in found):
                return found
        return self.all()[-count:]

    def all(self) -> list[dict[str, Any]]:
        """Every message, in order."""
        found: list[dict[str, Any]] = []
        limit, after = _MOST_READ, dict[str, str]()
        while True:
            try:
                page = self._memory.call("sessions.read", limit=limit, **after)
            except TooLarge:
                if limit == 1:
                    raise
                limit = max(1, limit // 4)
                continue
            found += page["messages"]
            if "next" not in page:
                return self._whole(found)
            after = {"after": page["next"]}

    def pop(self) -> dict[str, Any] | None:
        """Take the last message out; None when there is none."""
        while (found := self._memory.call("sessions.pop")["message"]) is not None and self._part(found):
            continue  # of a message that was never appended to its end
        if found is None:
            return None
        taken = [found]
        of = (found.get("data") or {}).get(self._pieces)
        while of is not None:
            before = self._memory.call("sessions.read", last=1)["messages"]
            if not before or self._part(before[0]).get("of") != of:
                break
            taken.insert(0, self._memory.call("sessions.pop")["message"])
        return self._whole(taken)[-1]

    def clear(self) -> None:
        """Take every message out."""
        self._memory.call("sessions.clear")

    def _parts(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The message; before it, where its data is too large, its long texts in messages of their own."""
        data = message["data"]
        if len(json.dumps(data, ensure_ascii=False).encode()) <= _MOST_BYTES:
            yield message
            return
        of = uuid.uuid4().hex
        tree = data[self._escaped] if self._escaped in data else escaped(data[self._framework])
        tree, pieces = pieces_of(tree)
        for at, text in enumerate(pieces):
            part = {"of": of, "at": at, "text": text}
            yield {"role": message["role"], "content": "", "data": {f"{self._framework}-part": part}}
        yield {**message, "data": {self._escaped: tree, self._pieces: of}}

    def _part(self, message: dict[str, Any]) -> dict[str, Any]:
        """What a message holds that is only a part of a later one; empty for others."""
        found: dict[str, Any] = (message.get("data") or {}).get(f"{self._framework}-part", {})
        return found

    def _whole(self, messages: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Messages with their parts in them; parts of no message are left out."""
        pieces: dict[str | None, dict[int, str]] = {}
        whole = []
        for one in messages:
            if part := self._part(one):
                pieces.setdefault(part["of"], {})[part["at"]] = part["text"]
                continue
            data = one.get("data") or {}
            found = pieces.pop(data.get(self._pieces), {})
            more = {"data": {**data, self._pieces: [found[at] for at in sorted(found)]}} if found else {}
            whole.append({**one, **more})
        return whole


def _batches(messages: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    size = 0
    for message in messages:
        length = len(json.dumps(message))
        if batch and (size + length > _MOST_BYTES or len(batch) == _MOST):
            yield batch
            batch, size = [], 0
        batch.append(message)
        size += length
    if batch:
        yield batch
