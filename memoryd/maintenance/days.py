"""Which days the session files speak of, and what was said on a day. Runs in a child for many files (rule 18)."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, tzinfo
from typing import Any

import msgspec

from memoryd.config.zones import find_zone, system_zone
from memoryd.sessions.file import read_range
from memoryd.sessions.message import BadLine, Message, decode_line, speaker
from memoryd.summaries.extract import Said, extract
from memoryd.times import local_date

Say = Callable[[str, int, int], None]


class FileDays(msgspec.Struct, kw_only=True):
    """A session file: which version was read, and how many messages of which days it has."""

    size: int
    mtime_ns: int
    inode: int
    days: dict[str, tuple[int, int]] = {}
    """Day → (messages, checksum of their lines)."""
    received: int = 0
    """When its last message was received, microseconds; 0 when no line says so."""

    @property
    def stamp(self) -> tuple[int, int, int]:
        """(inode, size, mtime_ns)"""
        return self.inode, self.size, self.mtime_ns


def zone_of(name: str) -> tzinfo:
    """The configured zone; empty: the system's."""
    return find_zone(name) if name else system_zone(os.environ)


def read_file_days(root: str, relpath: str, zone: tzinfo) -> FileDays | None:
    """Read a session file; None when it is gone."""
    try:
        stat = os.stat(os.path.join(root, relpath))
    except OSError:
        return None
    found = FileDays(size=stat.st_size, mtime_ns=stat.st_mtime_ns, inode=stat.st_ino)
    for _, raw, message in _messages(root, relpath):
        day = local_date(message.at, zone).isoformat()
        count, crc = found.days.get(day, (0, 0))
        found.days[day] = (count + 1, zlib.crc32(raw, crc))
        if b'"received"' in raw:
            found.received = max(found.received, message.received)
    return found


def said_on(
    root: str, relpaths: Iterable[str], day: str, zone: tzinfo, taken: Mapping[str, int] = {}
) -> list[tuple[Message, str]]:
    """The messages of a day with their files, in the order of their times.

    `taken`: file → checksum of those of its lines that are left out, as they stood when there were no others.
    """
    found: list[tuple[Message, str]] = []
    for relpath in relpaths:
        crc, of_file = 0, []
        for _, raw, message in _messages(root, relpath):
            if local_date(message.at, zone).isoformat() == day:
                crc = zlib.crc32(raw, crc)
                of_file.append((message, relpath))
                if crc == taken.get(relpath):
                    of_file.clear()
        found += of_file
    return sorted(found, key=lambda one: one[0].at)


def _messages(root: str, relpath: str) -> Iterator[tuple[int, bytes, Message]]:
    for number, raw in read_range(os.path.join(root, relpath)):
        try:
            yield number, raw, decode_line(raw)
        except BadLine:
            continue


# --- what a child is told ---------------------------------------------------------------------------------


def scan_days(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Read the days of these session files."""
    zone, paths = zone_of(params["zone"]), params["paths"]
    found: dict[str, Any] = {}
    for number, relpath in enumerate(paths):
        say("summarize", number, len(paths))
        days = read_file_days(params["root"], relpath, zone)
        if days is not None:
            found[relpath] = msgspec.to_builtins(days)
    return {"files": found}


def read_days(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Extract what is worth keeping of one day."""
    zone, day = zone_of(params["zone"]), params["day"]
    said = said_on(params["root"], params["paths"], day, zone, params["taken"])
    say("summarize", 0, len(said))
    on = date.fromisoformat(day)
    result = extract(Said(m.session_id, m.role, speaker(m), m.content, on) for m, _ in said)
    built: dict[str, Any] = msgspec.to_builtins(result)
    return built
