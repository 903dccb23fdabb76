"""`.memoryd/brief.bin`: what the last sessions told, over a restart. Derived: made again where it does not fit.

An entry holds for exactly the bytes of its session file by which it was made, the time zone and the version of memoryd.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from hashlib import blake2b
from zlib import crc32

import msgspec

from memoryd import __version__
from memoryd.conversation.file import SessionFile
from memoryd.in_force.lines import Line
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.types import UNREADABLE

KEPT_PATH = ".memoryd/brief.bin"
_FORMAT = f"34 {__version__}".encode()


class Stamp(msgspec.Struct, frozen=True, array_like=True):
    """The bytes of a session file, what its lines take out, and the time zone in which its days were told."""

    path: str
    size: int
    crc: int
    removed: int
    zone: str


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """What a session told, as `heard.Read` has it."""

    stamp: Stamp
    last: int
    lines: list[Line]
    letters: int
    failed: dict[str, str]


class Contents(msgspec.Struct, array_like=True):
    """All of the file: what sessions told, by their ids, which lines were in force, by the digest of all, and by
    project the keys of memories that hold no more, with those of what ended each."""

    sessions: dict[str, Kept] = {}
    in_force: dict[bytes, list[Line]] = {}
    past: dict[str, dict[str, tuple[str, ...]]] = {}


def digest_of(lines: Sequence[Line]) -> bytes:
    """Tells whether other lines are to be judged."""
    return blake2b(msgspec.msgpack.encode(lines), digest_size=16).digest()


def stamp_of(file: SessionFile, zone: tzinfo) -> Stamp:
    """Of the file as far as it is known now."""
    return Stamp(file.path, file.size, file.crc, crc32("\n".join(sorted(file.removed)).encode()), str(zone))


def packed(contents: Contents) -> bytes:
    """The file's content: format and checksum in a line, then the rest."""
    body = msgspec.msgpack.encode(contents)
    return b"%b %d\n" % (_FORMAT, crc32(body)) + body


def read_kept(path: str) -> Contents:
    """The contents; nothing when the file is missing, torn or of another version."""
    try:
        head, _, body = read_whole(path, LARGEST_STATE)[0].partition(b"\n")
        if head != b"%b %d" % (_FORMAT, crc32(body)):
            return Contents()
        found = msgspec.msgpack.decode(body, type=Contents)
    except (OSError, *UNREADABLE):
        return Contents()
    known: dict[str, str] = {}
    for lines in (*(session.lines for session in found.sessions.values()), *found.in_force.values()):
        lines[:] = [_shared(line, known) for line in lines]
    return found


def _shared(line: Line, known: dict[str, str]) -> Line:
    """The line with texts that others have, too: each stands in the file once for each line, and here once for all."""
    share = known.setdefault
    return Line(
        line.part,
        share(line.text, line.text),
        share(line.key, line.key),
        line.at,
        line.rank,
        line.since,
        share(line.who, line.who),
        share(line.session, line.session),
        share(line.heard, line.heard),
        share(line.before, line.before),
        share(line.source, line.source),
        line.refused,
        line.topics,
        share(line.whole, line.whole),
        line.place,
        line.is_told,
        share(line.project, line.project),
    )
