"""msgspec looks at a type when it is first decoded, which two threads must not do at once."""

from __future__ import annotations

import msgspec

from memoryd.process.types import build_types

looks: list[str] = []


def looked() -> type:
    looks.append("at it")
    return int


class Late(msgspec.Struct):
    number: looked()  # type: ignore[valid-type]  # evaluated when msgspec looks at the type


class Undecodable(msgspec.Struct):
    either: dict[int, str] | dict[str, str]


def test_every_type_is_looked_at_before_it_is_decoded() -> None:
    assert looks == []
    build_types()
    assert looks == ["at it"]
    assert msgspec.json.decode(b'{"number": 1}', type=Late).number == 1
    assert looks == ["at it"]
