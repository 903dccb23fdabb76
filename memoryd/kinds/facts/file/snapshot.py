"""A published copy of all activations, for passes that run outside the daemon's interpreter (rule 18)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.activations import StateArrays

_ARRAYS = ("value", "as_of", "last", "count")
_SLICE = 1000
_BLOCK = 1 << 20


class _Head(msgspec.Struct):
    count: int
    id_bytes: int


class Snapshot:
    """Ids and states of all facts by ordinal; an ordinal without an active fact has an empty id."""

    def __init__(self, ids: list[bytes], states: StateArrays) -> None:
        self.states = states
        self._ids = ids

    @classmethod
    def take(cls, store: FactStore) -> Snapshot:
        """Copy the present states; ids a slice at a time, so that no other thread waits long."""
        states, pieces = store.activations.copy(), []
        for start in range(0, len(states), _SLICE):
            ids = store.table.ids(start, min(start + _SLICE, len(states)))
            # JSON text holds no newline, whatever an id contains.
            pieces.append(_encode(ids) + b"\n")
        return cls(pieces, states)

    def ids(self) -> Iterator[list[str]]:
        """The ids by ordinal, a slice at a time."""
        return map(_decode_ids, self._ids)

    def chunks(self) -> Iterator[bytes]:
        """The snapshot as a file."""
        yield _encode(_Head(len(self.states), sum(map(len, self._ids)))) + b"\n"
        yield from self._ids
        for name in _ARRAYS:
            whole = memoryview(getattr(self.states, name)).cast("B")
            for start in range(0, len(whole), _BLOCK):
                yield bytes(whole[start : start + _BLOCK])


class Decayed:
    """Activations at one time by ordinal, and the times as of which they count."""

    def __init__(self, value: array[float], as_of: array[int]) -> None:
        self.value = value
        self.as_of = as_of

    def chunks(self) -> Iterator[bytes]:
        """As a file."""
        yield _encode(_Head(len(self.value), 0)) + b"\n"
        yield self.value.tobytes()
        yield self.as_of.tobytes()


def read_snapshot(file: BinaryIO) -> tuple[list[str], StateArrays]:
    """Ids and states of a snapshot's file."""
    head = msgspec.json.decode(file.readline(), type=_Head)
    ids = [fact_id for raw in file.read(head.id_bytes).split(b"\n")[:-1] for fact_id in _decode_ids(raw)]
    states = StateArrays()
    for name in _ARRAYS:
        getattr(states, name).fromfile(file, head.count)
    return ids, states


def read_decayed(file: BinaryIO) -> Decayed:
    """What a census made of a snapshot."""
    head = msgspec.json.decode(file.readline(), type=_Head)
    decayed = Decayed(array("d"), array("q"))
    decayed.value.fromfile(file, head.count)
    decayed.as_of.fromfile(file, head.count)
    return decayed


_encode = msgspec.json.Encoder().encode
_decode_ids = msgspec.json.Decoder(list[str]).decode
