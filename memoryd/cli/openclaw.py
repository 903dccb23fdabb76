"""Conversations that OpenClaw kept: its transcripts as JSONL (older versions) and its SQLite database, read only."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import quote

Json = Any
_LONGEST = 1024 * 1024
_ROLES = {"user": "user", "assistant": "assistant", "system": "system", "toolResult": "tool", "tool": "tool"}


class Unreadable(Exception):
    """A file is no transcript; the text says why."""


class Transcript(NamedTuple):
    """One session of an agent; `messages` as sessions.append takes them, `skipped` records that hold no text."""

    session_id: str
    agent: str | None
    messages: list[dict[str, str]]
    skipped: int


def transcripts(path: str) -> Iterator[Transcript]:
    """Every session at a path: a file, or a directory with files below it. Raises Unreadable."""
    if os.path.isdir(path):
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".jsonl", ".sqlite")):
                    yield from transcripts(os.path.join(folder, name))
        return
    if not os.path.exists(path):
        raise Unreadable(f"{path} does not exist")
    yield from _from_database(path) if path.endswith((".sqlite", ".db")) else [_from_lines(path)]


def agent_of(path: str) -> str | None:
    """The agent whose folder it lies in: `agents/<agent>/sessions/x.jsonl`, `agents/<agent>/agent/x.sqlite`."""
    parts = os.path.abspath(path).split(os.sep)
    return parts[-3] if len(parts) > 3 and parts[-4] == "agents" else None


def _from_lines(path: str) -> Transcript:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            records = [_record(line) for line in file if line.strip()]
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from error
    return _transcript(os.path.basename(path).removesuffix(".jsonl"), agent_of(path), records)


def _from_database(path: str) -> Iterator[Transcript]:
    agent = agent_of(path)
    try:
        base = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro", uri=True)
        try:
            columns = {row[1] for row in base.execute("PRAGMA table_info(transcript_events)")}
            if "event_json" not in columns:
                raise Unreadable(f"{path} has no transcript_events, so it is no database of OpenClaw's")
            packed = "event_zstd" if "event_zstd" in columns else "NULL"
            query = f"SELECT session_id, event_json, {packed} FROM transcript_events ORDER BY session_id, seq"  # noqa: S608
            yield from _sessions(base.execute(query), agent)
        finally:
            base.close()
    except sqlite3.Error as error:
        raise Unreadable(f"{path} cannot be read: {error}") from error


def _sessions(rows: Iterable[tuple[str, str | None, bytes | None]], agent: str | None) -> Iterator[Transcript]:
    current: str | None = None
    records: list[Json] = []
    for session_id, text, packed in rows:
        if session_id != current:
            if current is not None:
                yield _transcript(current, agent, records)
            current, records = session_id, []
        records.append(_record(text if text is not None else _unpacked(packed)))
    if current is not None:
        yield _transcript(current, agent, records)


def _unpacked(packed: bytes | None) -> str | None:
    if packed is None:
        return None
    try:
        import zstandard
    except ImportError:
        raise Unreadable("its records are packed with zstd; install python3-zstandard and try again") from None
    text: bytes = zstandard.ZstdDecompressor().decompressobj().decompress(packed)
    return text.decode("utf-8", "replace")


def _record(text: str | None) -> Json:
    try:
        return json.loads(text or "null")
    except ValueError:
        return None


def _transcript(session_id: str, agent: str | None, records: Iterable[Json]) -> Transcript:
    messages: list[dict[str, str]] = []
    skipped = 0
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict) or record.get("type") != "message":
            continue
        message = _message(record, number)
        if message is None:
            skipped += 1
        else:
            messages.append(message)
    named = f"openclaw-{agent}-{session_id}" if agent else f"openclaw-{session_id}"
    return Transcript(named[:200], agent, messages, skipped)


def _message(record: dict[str, Json], number: int) -> dict[str, str] | None:
    inner = record.get("message")
    if not isinstance(inner, dict):
        return None
    role, content = _ROLES.get(str(inner.get("role"))), _text(inner.get("content"))
    if role is None or not content.strip():
        return None
    found = {"role": role, "content": _cut(content), "id": str(record.get("id") or f"line-{number}")[:200]}
    at = _time(record.get("timestamp")) or _time(inner.get("timestamp"))
    return found if at is None else {**found, "at": at}


def _text(content: Json) -> str:
    """What was said; calls of tools are no speech."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def _cut(content: str) -> str:
    if len(content) * 4 <= _LONGEST:
        return content
    return content.encode()[:_LONGEST].decode("utf-8", "ignore")


def _time(value: Json) -> str | None:
    """ISO text as it is, numbers are milliseconds; what is neither is left out."""
    if isinstance(value, str):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            return None
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e14:
        return datetime.fromtimestamp(value / 1000, UTC).isoformat()
    return None
