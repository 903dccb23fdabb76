"""The table of keys: read off the typed sections, and used by the loader, the manual and the reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from memoryd.config.kinds import Kind


@dataclass(frozen=True, slots=True)
class Spec:
    """What is known of a key besides its name; `source` is where its default comes from."""

    kind: Kind
    default: object
    doc: str
    source: str
    unit: str
    restart: bool


def key(default: object, kind: Kind, doc: str, source: str, *, unit: str = "", restart: bool = False) -> Any:
    """A field of a section. `source` is the specification's place; `restart` keys take effect at the next start."""
    spec = Spec(kind, default, doc, source, unit, restart)
    return field(default_factory=lambda: default, metadata={"spec": spec})  # a factory, since a mapping has no hash


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table. `name` is dotted, from the section on."""

    section: str
    name: str
    spec: Spec

    @property
    def dotted(self) -> str:
        """`memory_oracle.half_life_days`."""
        return f"{self.section}.{self.name}"


def keys_of(section: str, kind: type[Any]) -> Iterator[Key]:
    """The rows of one section, in the order in which they are declared."""
    for item in fields(kind):
        spec = item.metadata.get("spec")
        if isinstance(spec, Spec):
            yield Key(section, item.name, spec)
