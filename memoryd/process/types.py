"""What msgspec knows of our types, known before threads begin."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec


def build_types() -> None:
    """Have msgspec look at every type that can be decoded, while there is one thread.

    It looks at a type when that is decoded for the first time, and two threads that do so at once end the process with
    a segmentation fault (msgspec 0.22: the second reads what the first has not filled in yet).
    """
    for one in _below(msgspec.Struct):
        with contextlib.suppress(TypeError, NameError):  # never decoded: what it holds has no such form
            msgspec.json.Decoder(one)


def _below(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in parent.__subclasses__():
        yield one
        yield from _below(one)
