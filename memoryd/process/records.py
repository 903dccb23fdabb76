"""Processing of log records: levels, withheld text, and the journal, JSON and terminal formats."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any

import msgspec
import structlog

from memoryd.acting import actor
from memoryd.errors import Internal, MemorydError
from memoryd.os_errors import is_of_the_system
from memoryd.process.events import EVENTS
from memoryd.process.journal import encode, field_name

EventDict = MutableMapping[str, Any]

LEVELS: Mapping[str, int] = {"debug": 10, "info": 20, "warning": 30, "error": 40, "critical": 50}
_PRIORITIES: Mapping[str, str] = {"debug": "7", "info": "6", "warning": "4", "error": "3", "critical": "2"}
_SYNONYMS: Mapping[str, str] = {"warn": "warning", "exception": "error", "fatal": "critical", "notset": "debug"}

TEXT_OF_MEMORY = frozenset(
    {"text", "content", "query", "subject", "predicate", "object", "message_text", "snippet", "body", "title"}
)
"""Fields that may hold text of memories; only a debug log shows them."""

_LONGEST = 4096
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]*", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_OWN = frozenset({"event", "level", "exception", "timestamp"})
_NAMED: Mapping[str, list[str]] = {
    name: [field.lower() for field in re.findall("@MEMORYD_([^@]+)@", event.subject + event.text)]
    for name, event in EVENTS.items()
}
"""The values that the texts of the catalog name."""


class LevelFilter:
    """Drops records below `level`, which may change while the daemon runs."""

    def __init__(self, level: str) -> None:
        self.level = level

    def __call__(self, _logger: object, method: str, event: EventDict) -> EventDict:
        """The processor for structlog."""
        level = _SYNONYMS.get(method, method)
        if LEVELS.get(level, 20) < LEVELS[self.level]:
            raise structlog.DropEvent
        event["level"] = level
        return event


def withhold_text(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Replaces text of memories by its length, except in debug records; over-long values are truncated."""
    shown = event["level"] == "debug"
    for name, value in event.items():
        if name in _OWN:
            continue
        if not shown and name in TEXT_OF_MEMORY and isinstance(value, str | bytes | list | tuple | dict):
            event[name] = f"<withheld, {len(value)} long>"
        elif isinstance(value, str) and len(value) > _LONGEST:
            event[name] = f"{value[:_LONGEST]}… ({len(value)} characters)"
    return event


def with_cause(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Adds method and uid of the request on whose behalf this runs, where the record does not name another."""
    who = actor()
    if who.by == "request":
        event.setdefault("method", who.method)
        event.setdefault("uid", who.uid)
    return event


def without_expected_trace(_logger: object, _method: str, event: EventDict) -> EventDict:
    """What the machine refuses, and we refuse because of it, is told in a sentence; a traceback is for our faults."""
    given = event.get("exc_info")
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    refused = isinstance(error, MemorydError) and not isinstance(error, Internal)
    if isinstance(error, BaseException) and (refused or is_of_the_system(error)):
        del event["exc_info"]
        event.setdefault("error", str(error) or type(error).__name__)
    return event


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None or isinstance(value, dict | list | tuple):
        return msgspec.json.encode(value, enc_hook=str).decode()
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def sentence(event: Mapping[str, Any]) -> str:
    """The record on one line: its message or event, then its values; the traceback follows."""
    head = str(event.get("event", "")).replace("_", " ")
    if "message" in event:
        head = f"{head}: {event['message']}"
    values = [f"{key}={_text(value)}" for key, value in event.items() if key not in _OWN and key != "message"]
    line = " ".join([head, *values])
    return f"{line}\n{event['exception']}" if event.get("exception") else line


def journal_record(event: Mapping[str, Any]) -> bytes:
    """MESSAGE, PRIORITY, MESSAGE_ID, MEMORYD_EVENT, MEMORYD_KEY and one MEMORYD_ field for each other value."""
    name = str(event.get("event", ""))
    fields: dict[str, str | bytes] = {
        "MESSAGE": sentence(event),
        "PRIORITY": _PRIORITIES.get(event["level"], "6"),
        "SYSLOG_IDENTIFIER": "memoryd",
    }
    if name in EVENTS:
        fields["MESSAGE_ID"] = EVENTS[name].message_id
        # What the catalog's text names is always there, or journalctl would print the name itself.
        event = {**dict.fromkeys(_NAMED[name], "-"), **event}
    if _NAME.fullmatch(name):
        fields["MEMORYD_EVENT"] = name
    for key, value in event.items():
        field = field_name(f"MEMORYD_{key}")
        if key not in _OWN and field not in fields:
            fields[field] = _text(value)
    return encode(fields)


def json_record(event: Mapping[str, Any]) -> bytes:
    """One line of JSON: time, level, event, then the values."""
    first = {name: event[name] for name in ("timestamp", "level", "event") if name in event}
    return msgspec.json.encode({**first, **event}, enc_hook=str) + b"\n"


def printable(event: Mapping[str, Any]) -> EventDict:
    """The same with bytes that are no UTF-8, such as those of a file's name, as `\\xff`."""
    return {name: _printable(value if isinstance(value, str) else str(value)) for name, value in event.items()}


def _printable(text: str) -> str:
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()


def harmless(text: str) -> str:
    """Without control characters, so that no memory can control a terminal."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
