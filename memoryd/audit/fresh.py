"""New memories, many at once: their digests, their lines, and their place in the chain. Pure; see `hasher.py`."""

from __future__ import annotations

from binascii import hexlify
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from typing import NamedTuple

import msgspec

from memoryd.acting import Actor
from memoryd.audit.history import Head, Marks, marks_of
from memoryd.audit.line import LONGEST_KEY, encode_by
from memoryd.recall.hashing import hashes64
from memoryd.times import format_time
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
    """What follows one place of the chain; of each memory what its digest covers, and when it came by whom."""

    seq: int
    """Of its first line."""
    prev: str
    """The hash of the line before."""
    keys: bytes
    """Of each memory, `KEY_SIZE` bytes."""
    names: list[str]
    """The keys that the memories are known by."""
    texts: list[str]
    marks: list[Marks]
    """Each that some of the memories have;"""
    marks_of: list[int]
    """which of them it is, of each memory."""
    at: list[int]
    said: list[bytes]
    """As `said_by` makes it, of each who brought some;"""
    said_of: list[int]
    """which of them it is, of each memory."""


class TakenDown(NamedTuple):
    """What is made of a batch."""

    lines: bytes
    last: bytes
    """The hash of the last line, as it stands there."""
    digests: bytes
    hashes: bytes
    """Of the keys that the memories are known by, see `hashes64`."""


TakeDown = Callable[[Batch], TakenDown]
_ENCODER = msgspec.json.Encoder()
_NO_KEY = b'{"key":""'


def said_by(who: Actor) -> bytes:
    """What stands in the line of a new memory between its time and its key."""
    return b',"by":%b,"method":%b,"change":"added","key":' % (bytes(encode_by(who)), _ENCODER.encode(who.method))


def batch_of(fresh: Fresh, seq: int, prev: str, keys: bytes) -> Batch:
    """New memories, to be taken down from that line on."""
    documents = fresh.documents
    names, texts = [one.key for one in documents], [one.text for one in documents]
    ids = list(map(id, fresh.who))  # to compare actors takes longer
    actors = dict(zip(ids, fresh.who, strict=True))
    numbers = {one: number for number, one in enumerate(actors)}
    said, said_of = [said_by(who) for who in actors.values()], list(map(numbers.__getitem__, ids))
    marks: dict[Marks, int] = {}
    number_of_marks = [marks.setdefault(one, len(marks)) for one in map(marks_of, documents)]
    return Batch(seq, prev, keys, names, texts, list(marks), number_of_marks, fresh.at, said, said_of)


def take_down(batch: Batch) -> TakenDown:
    """The same bytes as `chained` makes of each, in a third of the time."""
    rests = [_ENCODER.encode(Head("", *marks)).removeprefix(_NO_KEY) + b"\n" for marks in batch.marks]
    kinds = [b',"kind":%b,"after":"' % _ENCODER.encode(marks[0]) for marks in batch.marks]
    lines, digests, times = list[bytes](), list[bytes](), dict[int, bytes]()
    last, said, keys, seq = batch.prev.encode(), batch.said, batch.keys, batch.seq
    each = zip(batch.names, batch.texts, batch.marks_of, batch.at, batch.said_of, strict=True)
    for place, (name, text, marks, at, by) in enumerate(each):
        time = times.get(at)
        if time is None:
            time = times[at] = b',"at":"%b"' % format_time(at).encode()
        named = _ENCODER.encode(name)
        content = b'{"key":%b%b%b' % (named, rests[marks], text.encode("utf-8", "surrogatepass"))
        key = keys[KEY_SIZE * place : KEY_SIZE * (place + 1)]
        digest = blake2b(content, key=key, digest_size=KEY_SIZE).digest()
        if len(name) > LONGEST_KEY:
            named = _ENCODER.encode(name[:LONGEST_KEY])
        body = b"".join((b'{"seq":%d' % (seq + place), time, said[by], named, kinds[marks], hexlify(digest), b'"'))
        last = hexlify(sha256(b"%b%b}" % (last, body)).digest())
        lines += (body, b',"hash":"', last, b'"}\n')
        digests.append(digest)
    return TakenDown(b"".join(lines), last, b"".join(digests), hashes64(batch.names))
