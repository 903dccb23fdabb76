"""The table of keys: read off the typed sections, and used by the loader, the manual and the reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from memoryd.config.value_types import ValueType


class Spec(msgspec.Struct, frozen=True):
    """What is known of a key besides its name."""

    type: ValueType
    default: object
    doc: str
    unit: str
    restart: bool

    def __call__(self) -> object:
        """The default, so that a Spec is the default_factory of its field."""
        return self.default


def key(default: object, value_type: ValueType, doc: str, *, unit: str = "", restart: bool = False) -> Any:
    """A field of a section. `restart` keys take effect at the next start."""
    return msgspec.field(default_factory=Spec(value_type, default, doc, unit, restart))


class Key(msgspec.Struct, frozen=True):
    """One row of the table. `name` is relative to the section."""

    section: str
    name: str
    spec: Spec

    @property
    def dotted(self) -> str:
        """`memory_oracle.half_life_days`."""
        return f"{self.section}.{self.name}"


def keys_of(section: str, kind: type[Any]) -> Iterator[Key]:
    """The rows of one section, in the order in which they are declared."""
    for item in msgspec.structs.fields(kind):
        if isinstance(item.default_factory, Spec):
            yield Key(section, item.name, item.default_factory)
