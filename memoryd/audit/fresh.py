"""New memories, many at once: their digests, their lines, and their place in the chain. Pure; see `hasher.py`."""

from __future__ import annotations

from binascii import hexlify
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from typing import NamedTuple

import msgspec

from memoryd.acting import Actor
from memoryd.audit.history import Told, content_of
from memoryd.audit.line import LONGEST_KEY, encode_by
from memoryd.recall.hashing import hashes64
from memoryd.types import Document

KEY_SIZE = 16
_LONGEST_TEXTS = 1_000_000
"""Characters of the texts of a part: what is packed in one go holds other threads up for about a millisecond."""


class Fresh(NamedTuple):
    """Memories that nobody has brought before; of each who brought it, and when."""

    documents: list[Document]
    who: list[Actor]
    at: list[int]

    def add(self, documents: Sequence[Document], by: Mapping[str, Actor] | None, who: Actor, at: int) -> None:
        """Some more at the end; `by` says of some keys that it was not `who`."""
        self.documents.extend(documents)
        self.who.extend([by.get(one.key, who) for one in documents] if by else [who] * len(documents))
        self.at.extend([at] * len(documents))

    def parts(self, most: int) -> Iterator[Fresh]:
        """The same in parts of so many at most, and not longer than may be packed in one go."""
        for start in range(0, len(self.documents), most):
            end = start + most
            part = Fresh(self.documents[start:end], self.who[start:end], self.at[start:end])
            size = len(part.documents)
            if size > 1 and sum([len(one.text) for one in part.documents]) > _LONGEST_TEXTS:
                yield from part.parts(size // 2)
            else:
                yield part


class Batch(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What follows one place of the chain."""

    seq: int
    """Of its first line."""
    prev: str
    """The hash of the line before."""
    keys: bytes
    """Of each memory, `KEY_SIZE` bytes."""
    leads: list[bytes]
    """When and by whom, as `lead` makes it; of many memories the same."""
    lead_of: list[int]
    documents: Sequence[Document | Told]


class TakenDown(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What is made of a batch."""

    lines: bytes
    last: str
    """The hash of the last line."""
    digests: bytes
    hashes: bytes
    """Of the keys that the memories are known by, see `hashes64`."""


TakeDown = Callable[[Batch], TakenDown]
_ENCODER = msgspec.json.Encoder()


def said_by(who: Actor) -> bytes:
    """What stands in the line of a new memory between its time and its key."""
    return b',"by":%b,"method":%b,"change":"added","key":' % (bytes(encode_by(who)), _ENCODER.encode(who.method))


def lead(at: str, by: bytes) -> bytes:
    """What stands in it between its number and its key, given `said_by`."""
    return b'"at":"%b"%b' % (at.encode(), by)


def take_down(batch: Batch) -> TakenDown:
    """The same bytes as `chained` makes of each, in half of the time."""
    lines, digests, kinds = [], [], dict[str, bytes]()
    last, seq, leads = batch.prev.encode(), batch.seq, batch.leads
    for place, (one, number) in enumerate(zip(batch.documents, batch.lead_of, strict=True)):
        kind = kinds.get(one.kind)
        if kind is None:
            kind = kinds[one.kind] = b',"kind":%b,"after":"' % _ENCODER.encode(one.kind)
        key = batch.keys[KEY_SIZE * place : KEY_SIZE * (place + 1)]
        digest = blake2b(content_of(one), key=key, digest_size=KEY_SIZE).digest()
        named = _ENCODER.encode(one.key[:LONGEST_KEY])
        body = b'{"seq":%d,%b%b%b%b"' % (seq + place, leads[number], named, kind, hexlify(digest))
        last = hexlify(sha256(b"%b%b}" % (last, body)).digest())
        lines.append(b'%b,"hash":"%b"}\n' % (body, last))
        digests.append(digest)
    hashes = hashes64([one.key for one in batch.documents])
    return TakenDown(b"".join(lines), last.decode(), b"".join(digests), hashes)
