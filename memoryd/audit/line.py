"""A line of the audit, and the chain: each line's hash covers it and the hash of the line before. Pure."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

import msgspec

from memoryd.acting import Actor
from memoryd.types import UNREADABLE

GENESIS = "0" * 64
"""What stands before the first line."""
_HASH = b',"hash":"'
_TAIL = len(_HASH) + 64 + 2
LONGEST_NAME = 512
"""Letters of a name in a line; what is longer is cut."""
LONGEST_KEY = 4096


class Line(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One change as it stands in the file, in this order."""

    seq: int
    at: str
    by: msgspec.Raw
    """`{uid, pid, agent?, session?}`, or `"file"`, `"memoryd"`, `"unknown"`."""
    method: str
    change: str
    key: str | None = None
    kind: str | None = None
    before: str | None = None
    """The keyed digest of what was replaced or removed."""
    after: str | None = None
    """The keyed digest of what stands now."""
    count: int | None = None
    """How many changes are not listed, or how many memories there were when the audit began."""
    prev: str | None = None
    """In the first line of a file, and where the chain was taken up again: the hash that it builds on."""


class Read(msgspec.Struct, kw_only=True):
    """A line as it is read; what another program wrote into it may be anything."""

    seq: int
    at: str
    by: dict[str, str | int] | str
    method: str
    change: str
    key: str | None = None
    kind: str | None = None
    before: str | None = None
    after: str | None = None
    count: int | None = None
    prev: str | None = None
    redacted: str | None = None
    """The seal of a line whose key was taken out, since it said what was purged."""
    hash: str = ""


class By(msgspec.Struct, omit_defaults=True):
    """Who asked, in a line."""

    uid: int
    pid: int
    agent: str | None = None
    session: str | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Read)


def encode_by(actor: Actor) -> msgspec.Raw:
    """Who did it, as a line says it."""
    if actor.by != "request":
        return msgspec.Raw(_ENCODER.encode(actor.by))
    agent = actor.agent[:LONGEST_NAME] if actor.agent else None
    return msgspec.Raw(_ENCODER.encode(By(actor.uid, actor.pid, agent, actor.session)))


def chained(line: Line, prev: str) -> tuple[bytes, str]:
    """The bytes of a line that follows the hash `prev`, newline included, and its own hash."""
    body = _ENCODER.encode(line)
    digest = hash_of(body, prev)
    return body[:-1] + _HASH + digest.encode() + b'"}\n', digest


UNNAMED = "(purged)"
"""What stands in the place of a key that said what was purged, or of a name."""
_NAMES = ("key", "agent", "session")


def unnamed(raw: bytes, is_of_it: Callable[[str], bool], secret: bytes) -> bytes:
    """A line without its key, agent and session where they are of what is purged; its hash stays, a seal for it."""
    try:
        line = msgspec.json.decode(raw)
    except UNREADABLE:
        return raw
    if not isinstance(line, dict) or "hash" not in line:
        return raw
    hashed = str(line.pop("hash"))
    kept = _without_names(line, is_of_it)
    if isinstance(line.get("by"), dict):
        kept["by"] = _without_names(line["by"], is_of_it)
    if kept == line:
        return raw
    kept.pop("redacted", None)
    return _ENCODER.encode({**kept, "redacted": seal_of(hashed, secret), "hash": hashed}) + b"\n"


def _without_names(line: dict[str, Any], is_of_it: Callable[[str], bool]) -> dict[str, Any]:
    return {
        name: UNNAMED if name in _NAMES and isinstance(value, str) and is_of_it(value) else value
        for name, value in line.items()
    }


def seal_of(hashed: str, secret: bytes) -> str:
    """Says that it was we who took the key out of the line of that hash."""
    return blake2b(hashed.encode("utf-8", "replace"), key=secret, digest_size=16).hexdigest()


def hash_of(body: bytes, prev: str) -> str:
    """SHA-256 of the hash before, as hexadecimal text, and the line without its own hash."""
    return sha256(prev.encode() + body).hexdigest()


class Checked(NamedTuple):
    """A line that was read from the file."""

    line: Read
    body: bytes
    """What its hash covers."""


def read_line(raw: bytes) -> Checked | None:
    """A line of the file without its newline; None when it is none of ours."""
    try:
        line = _DECODER.decode(raw)
    except UNREADABLE:
        return None
    raw_end = raw[-_TAIL:]
    # The hash stands last; a line whose fields are in another order was not written by us.
    if not raw_end.startswith(_HASH) or line.hash.encode("utf-8", "replace") != raw_end[len(_HASH) : -2]:
        return None
    return Checked(line, raw[:-_TAIL] + b"}")
