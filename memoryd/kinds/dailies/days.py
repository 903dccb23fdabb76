"""Which days a session file has messages of, and what was said on a day. Runs in a child for many files (rule 18)."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, tzinfo
from typing import Any

import msgspec

from memoryd.config.zones import find_zone, system_zone
from memoryd.conversation.file import lines_up_to, open_transcript
from memoryd.conversation.message import BadLine, Message, Removed, decode_line, person, speaker, speakers
from memoryd.extraction.extract import doubtful, extract_sure
from memoryd.extraction.found import Said
from memoryd.times import local_date

SCAN_TASK = f"{__name__}:scan_days"
READ_TASK = f"{__name__}:read_days"
DOUBT_TASK = f"{__name__}:find_doubtful"
_TOLD_EACH = 10
"""So many messages, which take some 20 ms, lie between two reports of how far a pass is."""
Say = Callable[[str, int, int], None]
Stamp = tuple[int, int, int]
"""(inode, size, mtime_ns)"""


class FileDays(msgspec.Struct, kw_only=True):
    """A session file: which version was read, and how many messages of which days it has."""

    size: int
    mtime_ns: int
    inode: int
    days: dict[str, tuple[int, int]] = {}
    """Day → (messages, checksum of their lines)."""
    received: int = 0
    """When its last message was received, microseconds; 0 when no line says so."""
    spans: dict[str, tuple[int, int]] = {}
    """Day → where in the file its lines are: the first byte, and that behind the last."""

    @property
    def stamp(self) -> Stamp:
        """Which version of the file it is."""
        return self.inode, self.size, self.mtime_ns


def zone_of(name: str) -> tzinfo:
    """The configured zone; empty: the system's."""
    return find_zone(name) if name else system_zone(os.environ)


def read_file_days(
    root: str, relpath: str, zone: tzinfo, stamp: Stamp | None, known: FileDays | None
) -> FileDays | None:
    """Read a session file up to the size that `stamp` names, behind what is known of it; None when it is gone.

    Without a stamp all of it is read.
    """
    inode, size, mtime_ns = stamp or (0, sys.maxsize, 0)
    found = FileDays(size=size, mtime_ns=mtime_ns, inode=inode)
    if known is not None:
        found.days, found.received, found.spans = dict(known.days), known.received, dict(known.spans)
    try:
        file = open_transcript(root, relpath)
    except OSError:
        return None
    with file:
        at = 0 if known is None else known.size
        file.seek(at)
        for line in lines_up_to(file, size):
            begin, at = at, at + len(line)
            _add_line(found, line.rstrip(b"\n"), (begin, at), zone)
    return found


def _add_line(found: FileDays, raw: bytes, place: tuple[int, int], zone: tzinfo) -> None:
    try:
        message = decode_line(raw)
    except Removed as removed:
        _take_out(found, removed, raw, place, zone)
        return
    except BadLine:
        return
    day = local_date(message.at, zone).isoformat()
    count, crc = found.days.get(day, (0, 0))
    found.days[day] = (count + 1, zlib.crc32(raw, crc))
    found.spans[day] = (found.spans.get(day, place)[0], place[1])
    if b'"received"' in raw:
        found.received = max(found.received, message.received)


def _take_out(found: FileDays, removed: Removed, raw: bytes, place: tuple[int, int], zone: tzinfo) -> None:
    """A message was taken out: its day has one less, and is another one than it was."""
    day = local_date(removed.at, zone).isoformat()
    if day in found.days:
        count, crc = found.days[day]
        found.days[day] = (max(0, count - 1), zlib.crc32(raw, crc))
        found.spans[day] = (found.spans.get(day, place)[0], place[1])


def said_on(
    root: str,
    places: Mapping[str, tuple[int, int]],
    day: str,
    zone: tzinfo,
    taken: Mapping[str, int] = {},
) -> list[tuple[Message, str]]:
    """The messages of a day with their keys, in the order of their times.

    `places`: file → where in it to look for them, the first byte and that behind the last. `taken`: file → checksum of
    those of its lines that are left out, as they stood when there were no others.
    """
    found: list[tuple[Message, str]] = []
    for relpath, place in places.items():
        crc, of_file = 0, list[tuple[Message, str]]()
        for line, raw, message in _messages(root, relpath, place):
            if local_date(message.at, zone).isoformat() == day:
                crc = zlib.crc32(raw, crc)
                if isinstance(message, Removed):
                    of_file = [one for one in of_file if one[1] != message.key]
                else:
                    of_file.append((message, f"{relpath}:{line}"))
                if crc == taken.get(relpath):
                    of_file.clear()
        found += of_file
    return sorted(found, key=lambda one: one[0].at)


def _messages(root: str, relpath: str, place: tuple[int, int]) -> Iterator[tuple[int, bytes, Message | Removed]]:
    """Messages, and the lines that take one out."""
    try:
        file = open_transcript(root, relpath)
    except FileNotFoundError:
        return
    with file:
        at, end = place
        number = file.read(at).count(b"\n")
        for line in lines_up_to(file, end):
            number += 1
            raw = line.rstrip(b"\n")
            try:
                yield number, raw, decode_line(raw)
            except Removed as removed:
                yield number, raw, removed
            except BadLine:
                continue


def _heard(message: Message, known: Collection[str], on: date) -> Said:
    """The message as the extractor sees it, without its speaker's name at its head."""
    name = speaker(message)
    if not message.name and name not in known:
        return Said(message.session_id, message.role, None, message.content, on)
    text = message.content if message.name or name is None else message.content.lstrip()[len(name) + 1 :]
    return Said(message.session_id, message.role, person(message), text, on)


# --- tasks of a child -------------------------------------------------------------------------------------


def scan_days(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Read the days of these session files."""
    zone, files = zone_of(params["zone"]), params["files"]
    found: dict[str, Any] = {}
    for number, (relpath, stamp) in enumerate(files.items()):
        say("summarize", number, len(files))
        days = read_file_days(params["root"], relpath, zone, tuple(stamp), None)
        if days is not None:
            found[relpath] = msgspec.to_builtins(days)
    return {"files": found}


def _trusted(params: Mapping[str, Any]) -> tuple[list[Said], list[str]]:
    """What was said on one day, as the extractor sees it, with the keys."""
    zone, day = zone_of(params["zone"]), params["day"]
    said = said_on(params["root"], params["places"], day, zone, params["taken"])
    on = date.fromisoformat(day)
    known = speakers(message for message, _ in said)
    trusted = [(message, key) for message, key in said if not message.is_untrusted]
    heard = [_heard(message, known.get(message.session_id, frozenset()), on) for message, _ in trusted]
    return heard, [key for _, key in trusted]


def _in_turn(said: Sequence[Said], say: Say) -> Iterator[Said]:
    """Each of them; `say` may rest, or end the pass, between any ten."""
    for number, one in enumerate(said):
        if number % _TOLD_EACH == 0:
            say("summarize", number, len(said))
        yield one


def find_doubtful(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """What of one day is worth keeping if who reads it says so."""
    return {"texts": doubtful(_in_turn(_trusted(params)[0], say))}


def read_days(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Extract what is worth keeping of one day. `read`: of what was doubtful, what is said of it."""
    said, keys = _trusted(params)
    result, sure, failed = extract_sure(_in_turn(said, say), params["read"])
    built: dict[str, Any] = msgspec.to_builtins(result)
    return built | {"sure": sure, "failed": {keys[number]: why for number, why in failed.items()}}
