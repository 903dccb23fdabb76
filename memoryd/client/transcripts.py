"""Messages of frameworks as messages of memoryd: words for recall, and in `data` what the framework keeps, as it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from memoryd.client.bound import BoundClient
from memoryd.errors import TooLarge

_MOST_BYTES = 1 << 20
"""Of the messages of one request."""
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


def _travels(text: str, value: Any) -> bool:
    """Whether the daemon takes the value as it is, not only its JSON."""
    if "\\u0000" in text:
        return False
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


class Transcript:
    """The messages of a session, each with what one framework keeps of it under `data[framework]`."""

    def __init__(self, memory: BoundClient, framework: str) -> None:
        self._memory = memory
        self._framework = framework

    def append(self, messages: Iterable[dict[str, Any]]) -> None:
        """Append messages: `role`, `content`, `data` and perhaps `id`. They may be many."""
        for batch in _batches(messages):
            self._memory.call("sessions.append", messages=batch)

    def packed(self, role: str, words: str, own: Any, message_id: str | None = None) -> dict[str, Any]:
        """A message that is to be appended. Raises TypeError for what JSON cannot hold."""
        text = json.dumps(own)
        kept = json.loads(text)
        data = {self._framework: kept} if _travels(text, kept) else {f"{self._framework}-json": text}
        message: dict[str, Any] = {"role": role, "content": _clean(words), "data": data}
        return message if message_id is None else {**message, "id": message_id}

    def own(self, message: dict[str, Any]) -> Any:
        """What the framework keeps of a message; None for one that something else appended."""
        data = message.get("data") or {}
        text = data.get(f"{self._framework}-json")
        return data.get(self._framework) if text is None else json.loads(text)

    def last(self, count: int) -> list[dict[str, Any]]:
        """The last so many, in order."""
        if count <= _MOST_READ:
            try:
                found: list[dict[str, Any]] = self._memory.call("sessions.read", last=count)["messages"]
            except TooLarge:
                return self.all()[-count:]
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
                return found
            after = {"after": page["next"]}

    def pop(self) -> dict[str, Any] | None:
        """Take the last message out; None when there is none."""
        found: dict[str, Any] | None = self._memory.call("sessions.pop")["message"]
        return found

    def clear(self) -> None:
        """Take every message out."""
        self._memory.call("sessions.clear")


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
