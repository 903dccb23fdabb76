"""How documents and states stand in tantivy: the fields, the terms that filters ask for, and the stored payload."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import tantivy

from memoryd.errors import MemorydError, ReadOnly
from memoryd.os_errors import meaning_of
from memoryd.recall.query import HOT
from memoryd.storage import beneath
from memoryd.storage.roots import Ident, ident
from memoryd.storage.trouble import refusal
from memoryd.text.dates import TimeWords
from memoryd.types import Document, fold

HASH = "mark"
"""The column of the keys' hashes, by its name on disk."""
PRINT = "print"
"""The column of the payloads' hashes."""
STATE = "state"
STATE_KEY = "\x00state:"
FORGET = "\x00forget"
"""The source of a state that says: purged documents may still stand in the files."""
FORGETTING = b"1"
"""That state."""
KIND = "kind:"
SPEAKER = "who:"
PROJECT = "project:"
_LONGEST_TAG = 200
_SHORT_VALUE = 40
_BUCKETS = 4096
_LONGEST_NAME = 100

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(tuple[Document, TimeWords]).decode
decode_state = msgspec.msgpack.Decoder(tuple[str, bytes]).decode


def as_json(payload: bytes) -> bytes:
    """All that a payload says, a document's or a state's, whose bytes stand in it as they are."""
    told = msgspec.msgpack.decode(payload)
    if isinstance(told[0], str):
        source, state = told
        return msgspec.json.encode(source) + bytes(state)
    return msgspec.json.encode(told)


def key_in(payload: bytes) -> str:
    """The term by which the document or state is deleted."""
    first = msgspec.msgpack.decode(payload)[0]
    return STATE_KEY + first if isinstance(first, str) else str(first["key"])


_REFUSED = re.compile(r"\bOs \{ code: (\d+), kind: |\(os error (\d+)\)")
_IN_THREAD = "io::Error most likely"
NO_PROJECT = "no-project"


class IndexDamaged(Exception):
    """tantivy cannot read or write what is on disk."""

    def __init__(self, why: str, error: OSError | MemorydError | None = None) -> None:
        """`error`: what the system refused, if it did."""
        super().__init__(why)
        self.error = error

    def refusal(self, directory: str) -> MemorydError:
        """What a caller is told who needs the index."""
        if self.error is None:
            return ReadOnly(f"{directory} cannot be opened: {self}. Move it away; it is made again.")
        return self.error if isinstance(self.error, MemorydError) else refusal(self.error, directory)


def damage(error: BaseException) -> BaseException:
    """What to raise instead of tantivy's errors. A panic of its Rust code is a BaseException in Python."""
    if isinstance(error, (KeyboardInterrupt, SystemExit, IndexDamaged)):
        return error
    text, refused = str(error), _refused(error)
    if isinstance(refused, OSError):
        return IndexDamaged(meaning_of(refused).reason, refused)
    in_thread = "a thread that writes it met an error, most likely of the disk"
    return IndexDamaged(in_thread if _IN_THREAD in text else text, refused)


def _refused(error: BaseException) -> OSError | MemorydError | None:
    """What the system refused: tantivy tells it by a text."""
    if isinstance(error, (OSError, MemorydError)):
        return error
    if told := _REFUSED.search(str(error)):
        number = int(told[1] or told[2])
        return OSError(number, os.strerror(number))
    return None


def is_at(directory: Path, inode: Ident) -> bool:
    """Whether the directory is still that one."""
    try:
        return ident(beneath.stat(str(directory))) == inode
    except OSError:
        return False


def require_place(directory: Path, inode: Ident) -> None:
    """tantivy turns what it is given into a path of its own, and would follow whoever puts a link there later."""
    if not is_at(directory, inode):
        raise IndexDamaged("its directory was moved, or something else stands in its place; put it back")


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("tag", tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("at", fast=True)
    builder.add_integer_field("created", fast=True)
    builder.add_unsigned_field(HASH, fast=True)
    builder.add_unsigned_field(PRINT, fast=True)
    builder.add_bytes_field("payload", stored=True)
    return builder.build()


SCHEMA = _schema()


def tags_of(document: Document) -> list[str]:
    """What filters ask for, as terms."""
    tags = [KIND + document.kind, tag_of("source", document.source)]
    for name in ("session_id", "project", "layer"):
        value = getattr(document, name)
        if value is not None:
            tags.append(tag_of(name, value))
    for name in ("subject", "predicate", "object"):
        value = getattr(document, name)
        if value is not None:
            tags.append((_cached_bucket if len(value) <= _SHORT_VALUE else bucket_of)(name, value))
    if document.who and len(document.who) <= _LONGEST_NAME:
        tags.append(SPEAKER + fold(document.who))
    if document.project is None:
        tags.append(NO_PROJECT)
    if document.audience != "private":
        tags.append(document.audience)
    if document.hot:
        tags.append(HOT)
    return tags


def tag_of(name: str, value: str) -> str:
    """The term of that value; a long one by its digest."""
    if len(value) > _LONGEST_TAG:
        value = "#" + blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{name}:{value}"


def bucket_of(name: str, value: str) -> str:
    """The term that the value shares with few others."""
    # A term for each value would double the cost of indexing; collisions are filtered out by the document itself.
    return f"{name}:{crc32(fold(value).encode('utf-8', 'surrogatepass')) % _BUCKETS:03x}"


_cached_bucket = lru_cache(maxsize=4096)(bucket_of)
"""Subjects and predicates recur."""


def stored_state(source: str, state: bytes) -> Any:
    """The state as tantivy takes it."""
    stored = tantivy.Document()
    stored.add_text("key", STATE_KEY + source)
    stored.add_text("tag", STATE)
    stored.add_bytes("payload", encode((source, state)))
    return stored
