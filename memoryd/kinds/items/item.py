"""An item: a value that a program keeps under a namespace and a key; and its line in a file (design §3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from memoryd.origin import Origin, read_origin
from memoryd.text.values import text_of
from memoryd.times import SECOND, format_time, parse_time
from memoryd.types import BOM, UNREADABLE, Audience, Document

ITEMS_PATH = "items"
KIND = "item"
VALUE_LIMIT = 1024 * 1024
LONGEST_NAME = 200
"""Bytes of the first element of a namespace as it stands in a file's name."""


class BadLine(ValueError):
    """A line that is no item; the text says why in a few words."""


class Address(NamedTuple):
    """Where an item stands. What group sessions keep stands apart, since it must not meet what they may not know."""

    namespace: tuple[str, ...]
    key: str
    realm: str = ""
    """Empty for what is private or shared; else which groups it is of."""


class Item(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An item; times in microseconds."""

    address: Address
    raw: bytes
    """Its line, without the newline."""
    created: int
    updated: int
    ttl_seconds: float | None = None
    index: bool = True
    origin: Origin

    @property
    def value(self) -> Any:
        """What the program keeps."""
        return _decode(self.raw).value

    @property
    def path(self) -> str:
        """Its file."""
        return file_of(self.address.namespace)

    @property
    def memory_key(self) -> str:
        """Its key among all memories."""
        return key_of(self.address)

    def is_over(self, now: int) -> bool:
        """Whether its time is over."""
        return self.ttl_seconds is not None and now >= self.updated + round(self.ttl_seconds * SECOND)


class _Line(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    namespace: list[str]
    key: str
    value: Any = msgspec.UNSET
    updated: str | None = None
    created: str | None = None
    ttl_seconds: float | None = None
    index: bool = True
    deleted: bool = False
    audience: Audience | None = None
    project: str | None = None
    session_id: str | None = None


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Line).decode


def realm_of(origin: Origin) -> str:
    """Apart for what a group made: its scope."""
    return origin.scope if origin.audience == "group" else ""


def file_of(namespace: Sequence[str]) -> str:
    """`items/<first element>.jsonl`, percent-encoded."""
    return f"{ITEMS_PATH}/{_escaped(namespace[0])}.jsonl"


def key_of(address: Address) -> str:
    """`items/<first element>.jsonl:<other elements>/<key>`, percent-encoded."""
    rest = "/".join(_escaped(part) for part in (*address.namespace[1:], address.key))
    realm = f"@{blake2b(address.realm.encode(), digest_size=4).hexdigest()}" if address.realm else ""
    return f"{file_of(address.namespace)}:{rest}{realm}"


def tag_of(namespace: Sequence[str]) -> str:
    """A namespace as one word, by which the index finds its items."""
    return "/".join(_escaped(part) for part in (ITEMS_PATH, *namespace))


def _escaped(text: str) -> str:
    found = quote(text, safe="~+=,()", encoding="utf-8", errors="surrogatepass")
    return f"%2E{found[1:]}" if found.startswith(".") else found


def encode_item(
    address: Address, value: Any, made: Item | None, fields: Mapping[str, Any], now: int, created: int | None = None
) -> bytes:
    """The line of an item that is put now, without the newline; `made`: the one that it replaces."""
    origin: Origin = fields["origin"]
    if created is None:
        created = now if made is None else made.created
    return _encode(
        _Line(
            namespace=list(address.namespace),
            key=address.key,
            value=value,
            updated=format_time(now),
            created=format_time(created),
            ttl_seconds=fields["ttl_seconds"],
            index=fields["index"],
            audience=origin.audience,
            project=origin.project,
            session_id=origin.session_id,
        )
    )


def encode_deleted(item: Item, now: int) -> bytes:
    """The line that deletes an item, without the newline."""
    origin = item.origin
    return _encode(
        _Line(
            namespace=list(item.address.namespace),
            key=item.address.key,
            deleted=True,
            updated=format_time(now),
            audience=origin.audience,
            project=origin.project,
            session_id=origin.session_id,
        )
    )


def decode_line(raw: bytes, seen: int) -> tuple[Address, Item | None]:
    """Where the item of a line stands, and the item; None for one that is deleted. Raises BadLine.

    What a person left out is filled in: `seen` is when, microseconds.
    """
    raw = raw.removeprefix(BOM)
    try:
        line = _decode(raw)
        updated = parse_time(line.updated) if line.updated else seen
        created = parse_time(line.created) if line.created else updated
    except (*UNREADABLE, ValueError) as error:
        raise BadLine(str(error).replace("Object missing", "the line lacks").replace("`", "'")) from None
    if not line.namespace or not all(line.namespace) or not line.key:
        raise BadLine("the namespace or the key is empty")
    origin = read_origin(line.audience, line.project, line.session_id, None)
    address = Address(tuple(line.namespace), line.key, realm_of(origin))
    if line.deleted:
        return address, None
    if line.value is msgspec.UNSET:
        raise BadLine("the line lacks required field 'value'")
    return address, Item(
        address=address, raw=raw, created=created, updated=updated, ttl_seconds=line.ttl_seconds, index=line.index,
        origin=origin,
    )  # fmt: skip


def deleted_at(raw: bytes) -> int | None:
    """When the item of a line that deletes it was deleted; None where the person who typed it left that out."""
    updated = _decode(raw.removeprefix(BOM)).updated
    return parse_time(updated) if updated else None


def document(item: Item) -> Document:
    """What the index gets of it, for `items.search`, the audit and purges."""
    origin = item.origin
    return Document(
        key=item.memory_key,
        kind=KIND,
        text=text_of(item.value),
        source=item.path,
        path=item.path,
        created=item.updated,
        session_id=origin.session_id,
        project=origin.project,
        audience=origin.audience,
        layer=tag_of(item.address.namespace),
    )


def view(item: Item) -> dict[str, Any]:
    """The item as a reply shows it."""
    shown: dict[str, Any] = {
        "namespace": list(item.address.namespace),
        "key": item.address.key,
        "value": item.value,
        "created": format_time(item.created),
        "updated": format_time(item.updated),
        "audience": item.origin.audience,
    }
    if item.origin.project is not None:
        shown["project"] = item.origin.project
    if item.ttl_seconds is not None:
        shown["ttl_seconds"] = item.ttl_seconds
    if not item.index:
        shown["index"] = False
    return shown
