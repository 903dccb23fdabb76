"""activation-metadata.json: `{"<id>": {activation, as_of, last_accessed, access_count}}` (002 §2, rule 1)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any

import msgspec

from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.activations import StateArrays
from memoryd.kinds.facts.model.decay import State
from memoryd.times import format_time, parse_time
from memoryd.types import UNREADABLE

METADATA_PATH = "activation-metadata.json"
_IDS = 1000
SLICE = 100
"""Entries between two pauses: a third of a millisecond, for which a question may wait."""


class Entry(msgspec.Struct, gc=False):
    """One fact's entry as people read it; times as ISO text."""

    activation: float
    as_of: str
    last_accessed: str
    access_count: int = 0


_parse_time = lru_cache(maxsize=64)(parse_time)
_format_time = lru_cache(maxsize=64)(format_time)
"""What was written or used together has the same time."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Entry]).decode
_decode_each = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def encode_entry(state: State) -> bytes:
    """The entry's JSON."""
    return _encode(
        Entry(state.activation, _format_time(state.as_of), _format_time(state.last_accessed), state.access_count)
    )


Columns = tuple[list[str], StateArrays]
"""Ids, and the state of each."""


def decode_columns(data: bytes) -> Columns:
    """All entries of the JSON object. Raises ValueError with what is wrong."""
    try:
        entries = _decode(data)
    except UNREADABLE as error:
        raise ValueError(str(error)) from error
    # Column by column: at 100,000 facts this is a fifth of the time that one entry after the other takes.
    read = entries.values()
    states = StateArrays()
    states.value = array("d", _bounded([entry.activation for entry in read]))
    states.as_of = array("q", [_parse_time(entry.as_of) for entry in read])
    states.last = array("q", [_parse_time(entry.last_accessed) for entry in read])
    try:
        states.count = array("L", [entry.access_count for entry in read])
    except OverflowError as error:
        raise ValueError(f"access_count: {error}") from error
    return [*entries], states


def read_columns(data: bytes) -> tuple[Columns, list[str]]:
    """All entries that can be read, and of each other what is wrong. Raises ValueError for what is no JSON object."""
    try:
        return decode_columns(data), []
    except ValueError:
        try:
            each = _decode_each(data)
        except UNREADABLE as error:
            raise ValueError(str(error)) from error
    ids: list[str] = []
    states, odd = StateArrays(), []
    for fact_id, raw in each.items():
        try:
            read = decode_columns(b"{%s:%s}" % (_encode(fact_id), raw))[1]
        except ValueError as error:
            odd.append(f"{fact_id}: {error}")
            continue
        ids.append(fact_id)
        for column, one in zip(states.columns, read.columns, strict=True):
            column.extend(one)
    return (ids, states), odd


def _bounded(values: list[float]) -> list[float]:
    if all(map((0.0).__le__, values)) and all(map((1.0).__ge__, values)):
        return values
    return [min(1.0, max(0.0, value)) for value in values]


class MetadataWriter:
    """Writes the readable file in slices, and knows afterwards which entries a person changed in it."""

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self.written = StateArrays()
        """The states that the file shows, by ordinal; those of facts that have left take no room."""
        self._ordinals: Sequence[int] = range(0)
        """Of each of them."""

    def chunks(self) -> Iterator[bytes]:
        """The file's content, a slice at a time; every entry is one line."""
        table, written, ordinals = self._store.table, StateArrays(), array("L")
        yield b"{"
        first = True
        ordinal = 0
        for states in self._store.activations.slices(SLICE):
            parts = []
            for state in states:
                fact = table[ordinal]
                ordinal += 1
                if fact is None:
                    continue
                written.append(state)
                ordinals.append(ordinal - 1)
                parts.append(b"%s\n%s: %s" % (b"" if first else b",", _encode(fact.id), encode_entry(state)))
                first = False
            yield b"".join(parts)
        yield b"\n}\n"
        self._took(written, ordinals)

    def remember(self) -> None:
        """Take the present states for what the file says (after loading it)."""
        written = self._store.activations.copy()
        self._took(written, range(len(written)))

    def wrote(self, states: StateArrays, there: bytearray) -> None:
        """Somebody wrote the file for us, with these states by ordinal; `there`: 0 where there is no fact."""
        self._took(states.picked(there), array("L", compress(range(len(there)), there)))

    def _took(self, written: StateArrays, ordinals: Sequence[int]) -> None:
        self.written, self._ordinals = written, ordinals

    def ids(self) -> Iterator[list[str]]:
        """The ids of the facts in the file, a slice at a time, while they are all there."""
        table, ordinals = self._store.table, self._ordinals
        for start in range(0, len(ordinals), _IDS):
            yield [fact.id for one in ordinals[start : start + _IDS] if (fact := table[one]) is not None]

    def edited(self, entries: Columns) -> list[tuple[int, State]]:
        """The entries that differ from what we last wrote: edits made outside the daemon."""
        changed = []
        ids, states = entries
        for at, fact_id in enumerate(ids):
            ordinal = self._store.table.ordinal(fact_id)
            place = len(self._ordinals) if ordinal is None else bisect_left(self._ordinals, ordinal)
            if ordinal is None or place == len(self._ordinals) or self._ordinals[place] != ordinal:
                continue
            state = states[at]
            if state != self.written[place]:
                changed.append((ordinal, state))
        return changed


def journal_record(fact_id: str, state: State) -> list[Any]:
    """A fact's line of the access journal."""
    return ["fact", fact_id, state.activation, state.as_of, state.last_accessed, state.access_count]


def state_of_record(record: list[Any]) -> tuple[str, State] | None:
    """The fact and state of a journal line, None when it is of something else or broken."""
    match record:
        case ["fact", str(fact_id), float() | int() as value, int(as_of), int(last), int(count)]:
            return fact_id, State(float(value), as_of, last, count)
        case _:
            return None
