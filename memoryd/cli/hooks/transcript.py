"""What was said, out of the transcripts that Claude Code and Codex write: JSON lines that only grow."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

Json = Any
Message = dict[str, str]
"""As sessions.append takes it."""

LONGEST = 1024 * 1024
"""Bytes of a message that the daemon takes."""
LONGEST_OUTPUT = 4_000
"""Characters of a tool's output that are kept: it is mostly files that stand elsewhere."""
INJECTED = "memoryd"
"""The element around what memory put into a conversation."""
_MARKED = 256
"""Bytes by which a transcript is known again."""
_LONGEST_LINE = 64 * 1024 * 1024
_ECHOES = (INJECTED, "system-reminder", "user-prompt-submit-hook")
_COMMANDS = ("<command-", "<local-command-", "<bash-", "[Request interrupted")
_RECALLS = 200
"""Calls of memory's own tools that are remembered until their outputs come."""


class Line(NamedTuple):
    """One whole line: the record, None when it is torn, and the offset behind it."""

    record: Json
    end: int


class Reader:
    """Makes messages of records; `recalls` are calls of memory's own tools, whose outputs are no news."""

    def __init__(self, agent: str, session: str, recalls: list[str]) -> None:
        self._read: Callable[[Json], Iterator[Message]] = self._codex if agent == "codex" else self._claude
        self._session = session
        self.recalls = recalls

    def messages(self, record: Json) -> Iterator[Message]:
        """What a record says, without what memory or the program itself put there."""
        if not isinstance(record, dict):
            return
        for message in self._read(record):
            text = said(message["content"])
            if text:
                yield timed(message | {"content": text}, "at", record.get("timestamp"))

    def _claude(self, record: Json) -> Iterator[Message]:
        role = record.get("type")
        if role not in ("user", "assistant") or record.get("sessionId", self._session) != self._session:
            return
        if any(record.get(mark) for mark in ("isMeta", "isSidechain", "isCompactSummary")):
            return
        inner = record.get("message")
        content = inner.get("content") if isinstance(inner, dict) else None
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts = [part for part in parts_of(parts) if part.get("type") == "text"]
        text = "\n".join(str(part.get("text")) for part in texts)
        if text and not text.startswith(_COMMANDS):
            turn = record.get("promptId") if role == "user" else None
            yield {"role": role, "content": text, "id": prompt_id(turn, text) if turn else _id(record, "uuid")}
        for number, part in enumerate(parts_of(parts)):
            if part.get("type") == "tool_use":
                self._called(part.get("id"), part.get("name"), part.get("input"))
            elif part.get("type") == "tool_result" and part.get("tool_use_id") not in self.recalls:
                output = text_of(part.get("content"))
                yield {"role": "tool", "content": shortened(output), "id": f"{_id(record, 'uuid')}-{number}"}

    def _codex(self, record: Json) -> Iterator[Message]:
        payload = record.get("payload")
        if not isinstance(payload, dict):
            return
        kind = payload.get("type")
        if record.get("type") == "event_msg":
            item = payload.get("item") if kind == "item_completed" else None
            if isinstance(item, dict) and item.get("type") == "UserMessage":
                text = text_of(item.get("content"))
                yield {
                    "role": "user",
                    "content": text,
                    "id": prompt_id(payload.get("turn_id") or _digest(record), text),
                }
            elif kind == "user_message" and isinstance(payload.get("message"), str):
                yield {"role": "user", "content": payload["message"], "id": _digest(record)}
        elif record.get("type") != "response_item":
            return
        elif kind == "message" and payload.get("role") == "assistant":
            yield {"role": "assistant", "content": text_of(payload.get("content")), "id": _digest(record)}
        elif kind in ("function_call", "custom_tool_call"):
            name = f"{payload.get('namespace') or ''}{payload.get('name')}"
            self._called(payload.get("call_id"), name, payload.get("arguments") or payload.get("input"))
        elif str(kind).endswith("_call_output") and payload.get("call_id") not in self.recalls:
            output = text_of(payload.get("output"))
            yield {"role": "tool", "content": shortened(output), "id": _digest(record)}

    def _called(self, call: Json, name: Json, given: Json) -> None:
        named = str(name)
        own = "memoryd" in named or named.startswith("memory_") or "memoryctl " in json.dumps(given)
        if own and isinstance(call, str):
            self.recalls.append(call)
            del self.recalls[:-_RECALLS]


def lines(path: str, start: int, limit: int) -> Iterator[Line]:
    """Whole lines from an offset on, until `limit` bytes are read; from 0 when the file is shorter. Raises OSError."""
    with open(path, "rb", opener=_without_waiting) as file:
        if file.seek(0, 2) < start:
            start = 0
        file.seek(start)
        end = start
        while end - start < limit:
            line = file.readline(_LONGEST_LINE)
            if not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
                return
            end += len(line)
            yield Line(record_of(line), end)


def mark_before(path: str, end: int) -> str | None:
    """What stands right before that offset, as a digest; None when nothing does."""
    from hashlib import sha256

    try:
        with open(path, "rb", opener=_without_waiting) as file:
            file.seek(max(0, end - _MARKED))
            found = file.read(min(end, _MARKED))
    except OSError:
        return None
    return sha256(found).hexdigest()[:32] if found and len(found) == min(end, _MARKED) else None


def _without_waiting(path: str, flags: int) -> int:
    # A pipe that nobody writes to would hold up the agent.
    return os.open(path, flags | os.O_NONBLOCK)


def record_of(line: bytes) -> Json:
    """The record, None when it is torn."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def prompt_id(turn: Json, text: str) -> str:
    """The id of what a user said in a turn: the same from the hook and from the transcript."""
    from hashlib import sha256

    return f"prompt-{sha256(f'{turn} {said(text)}'.encode(errors='replace')).hexdigest()[:32]}"


def said(text: str) -> str:
    """The text without what memory or the program put into it; as the daemon takes it."""
    for name in _ECHOES:
        text = _without(text, name)
    return cut(clean(text)).strip()


def clean(text: str) -> str:
    """Text that the daemon accepts: without NUL and lone surrogates."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", " ")


def cut(text: str) -> str:
    """The text up to the daemon's bound."""
    return text if len(text) * 4 <= LONGEST else text.encode()[:LONGEST].decode("utf-8", "ignore")


def time_of(value: Json) -> str | None:
    """An ISO time, in UTC if it has no zone; a number counts seconds, a large one milliseconds; else None."""
    try:
        if isinstance(value, str) and value.strip():
            at = datetime.fromisoformat(value.strip())
        elif isinstance(value, int | float) and not isinstance(value, bool):
            at = datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
        else:
            return None
        at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return at.isoformat(timespec="microseconds") if 1970 <= at.year < 9999 else None


def timed(values: dict[str, Json], name: str, at: Json) -> dict[str, Json]:
    """The values with the time, where there is one."""
    found = time_of(at)
    return values if found is None else {**values, name: found}


def shortened(text: str) -> str:
    """A tool's output, and how much of it was left out."""
    rest = len(text) - LONGEST_OUTPUT
    return text if rest <= 0 else f"{text[:LONGEST_OUTPUT]}\n[{rest} more characters were not kept]"


def text_of(content: Json) -> str:
    """The text of a content, which is a string or a list of parts."""
    if isinstance(content, str):
        return content
    texts = (part.get("text") for part in parts_of(content))
    return "\n".join(text for text in texts if isinstance(text, str))


def parts_of(content: Json) -> list[dict[str, Json]]:
    """The parts of a content that are objects."""
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _without(text: str, name: str) -> str:
    """The text without the elements of that name; one that is not closed stays."""
    kept, at = [], 0
    while (start := text.find(f"<{name}", at)) >= 0 and (end := text.find(f"</{name}>", start)) >= 0:
        kept.append(text[at:start])
        at = end + len(name) + 3
    return "".join(kept) + text[at:]


def _id(record: dict[str, Json], name: str) -> str:
    found = record.get(name)
    return found[:100] if isinstance(found, str) and found else _digest(record)


def _digest(record: Json) -> str:
    """An id of a record that has none: its time is in it, and its place in a file that is rewritten is not."""
    from hashlib import sha256

    return f"record-{sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:32]}"
