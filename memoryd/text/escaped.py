"""Text of files as JSON: bytes that are not UTF-8 are lone surrogates in it, which JSON cannot hold. NUL marks them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def escaped(raw: str) -> str:
    """The text as JSON can hold it."""
    try:
        raw.encode()
    except UnicodeEncodeError:
        return "\0" + raw.encode("utf-8", "surrogateescape").hex()
    return raw


def unescaped(text: str) -> str:
    """The text that `escaped` was given."""
    if not text.startswith("\0"):
        return text
    with suppress(ValueError):
        return bytes.fromhex(text[1:]).decode("utf-8", "surrogateescape")
    return text


def encode(value: msgspec.Struct) -> bytes:
    """The struct as JSON, with every text in it escaped where it has to be."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(_each_text(msgspec.to_builtins(value), escaped))


def decode(data: bytes, type: type[T]) -> T:
    """What `encode` was given. Raises `UNREADABLE`."""
    return msgspec.convert(_each_text(msgspec.json.decode(data), unescaped), type)


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case list():
            return [_each_text(one, change) for one in value]
        case dict():
            return {change(key): _each_text(one, change) for key, one in value.items()}
    return value
