"""Conversations of OpenClaw: its JSONL transcripts (older versions) and its SQLite database, read only."""

from __future__ import annotations

import itertools
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from memoryd.cli.hooks.transcript import clean, cut, time_of, timed
from memoryd.cli.snapshot import Unreadable, snapshot

Json = Any
_LONGEST_RECORD = 64 * 1024 * 1024
_ROLES = {"user": "user", "assistant": "assistant", "system": "system", "toolResult": "tool", "tool": "tool"}


class Transcript(NamedTuple):
    """One session of an agent; `messages` as sessions.append takes them.

    `skipped` counts records without text, `unreadable` torn ones.
    """

    session_id: str
    agent: str | None
    messages: list[dict[str, str]]
    skipped: int
    unreadable: int


def files(path: str) -> Iterator[str]:
    """The files at a path that may be transcripts: the file itself, or those below a directory. Raises Unreadable."""
    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise Unreadable(f"{path} does not exist")
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith((".jsonl", ".sqlite")))


def transcripts(path: str) -> Iterator[Transcript]:
    """Every session in a file. Raises Unreadable."""
    yield from _from_database(path) if path.endswith((".sqlite", ".db")) else [_from_lines(path)]


def agent_of(path: str) -> str | None:
    """The agent whose folder it is in: `agents/<agent>/sessions/x.jsonl`, `agents/<agent>/agent/x.sqlite`."""
    parts = os.path.abspath(path).split(os.sep)
    return parts[-3] if len(parts) > 3 and parts[-4] == "agents" else None


def _from_lines(path: str) -> Transcript:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            records = [_record(line) for line in file if line.strip()]
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from error
    if records and not any(isinstance(record, dict) and isinstance(record.get("type"), str) for record in records):
        raise Unreadable(f"{path} has no line that is a record of OpenClaw's, so it is no transcript")
    return _transcript(os.path.basename(path).removesuffix(".jsonl"), agent_of(path), records)


def _from_database(path: str) -> Iterator[Transcript]:
    agent = agent_of(path)
    try:
        with snapshot(path) as base:
            columns = {row[1] for row in base.execute("PRAGMA table_info(transcript_events)")}
            if "event_json" not in columns:
                raise Unreadable(f"{path} has no transcript_events, so it is no database of OpenClaw's")
            packed = "event_zstd" if "event_zstd" in columns else "NULL"
            query = f"SELECT session_id, event_json, {packed} FROM transcript_events ORDER BY session_id, seq"  # noqa: S608 - packed is one of two words
            yield from _sessions(base.execute(query), agent)
    except (sqlite3.Error, OSError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from error


def _sessions(rows: Iterable[tuple[str, str | None, bytes | None]], agent: str | None) -> Iterator[Transcript]:
    for session_id, group in itertools.groupby(rows, key=lambda row: row[0]):
        yield _transcript(str(session_id), agent, [_record(text or _unpacked(packed)) for _, text, packed in group])


def _unpacked(packed: bytes | None) -> str | None:
    if packed is None:
        return None
    try:
        import zstandard
    except ImportError:
        raise Unreadable("its records are packed with zstd; install python3-zstandard and try again") from None
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed) as stream:
            text: bytes = stream.read(_LONGEST_RECORD)
    except (zstandard.ZstdError, TypeError):
        return None
    return text.decode("utf-8", "replace")


def _record(text: str | None) -> Json:
    """The record, None when it is torn."""
    try:
        return json.loads(text or "")
    except (ValueError, RecursionError):
        return None


def _transcript(session_id: str, agent: str | None, records: Iterable[Json]) -> Transcript:
    messages: list[dict[str, str]] = []
    skipped = unreadable = 0
    for number, record in enumerate(records, 1):
        unreadable += record is None
        if not isinstance(record, dict) or record.get("type") != "message":
            continue
        message = _message(record, number)
        if message is None:
            skipped += 1
        else:
            messages.append(message)
    named = f"openclaw-{agent}-{session_id}" if agent else f"openclaw-{session_id}"
    return Transcript(clean(named)[:200], agent, messages, skipped, unreadable)


def _message(record: dict[str, Json], number: int) -> dict[str, str] | None:
    inner = record.get("message")
    if not isinstance(inner, dict):
        return None
    role, content = _ROLES.get(str(inner.get("role"))), _text(inner.get("content"))
    if role is None or not content.strip():
        return None
    found = {"role": role, "content": cut(clean(content))}
    found["id"] = clean(str(record.get("id") or f"line-{number}"))[:200]
    return timed(found, "at", time_of(record.get("timestamp")) or inner.get("timestamp"))


def _text(content: Json) -> str:
    """The text of a message, without tool calls."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))
