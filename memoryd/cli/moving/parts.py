"""What an import is made of, whichever format it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

Json = Any


class Conversation(NamedTuple):
    """One session: `messages` as sessions.append takes them, each with an id."""

    start: dict[str, Json]
    messages: list[dict[str, Json]]


class Fact(NamedTuple):
    """A statement, as facts.add_many takes it."""

    values: dict[str, Json]


class Note(NamedTuple):
    """A note, as notes.write takes it."""

    values: dict[str, Json]


class Entities(NamedTuple):
    """Entities and relations of server-memory's graph."""

    entities: list[dict[str, Json]]
    relations: list[dict[str, Json]]


class Ours(NamedTuple):
    """A memory of our own export, as it was: a `fact`, `note`, `context`, `item` or `summary`."""

    kind: str
    values: dict[str, Json]


class Skipped(NamedTuple):
    """Something that is not brought in, and why."""

    where: str
    reason: str


Part = Conversation | Fact | Note | Entities | Ours | Skipped
Parts = Iterator[Part]


class Unusable(Exception):
    """The path holds nothing of that format; the text says why."""


def each(records: Iterable[Json], read: Callable[[Json, int], Parts], where: str) -> Parts:
    """What `read` makes of each record and its number; one of another shape costs no other."""
    for number, record in enumerate(records):
        try:
            found = list(read(record, number))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            found = [Skipped(f"{where}: {number}", "it has another shape than records of this format")]
        yield from found
