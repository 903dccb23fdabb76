"""The activations at start: activation-metadata.json in slices, the journal over it, else what a fact's line says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from memoryd.kinds.facts.file.metadata import Columns, decode_columns, read_columns, state_of_record
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.activations import StateArrays
from memoryd.kinds.facts.model.decay import State
from memoryd.storage.blocks import BLOCK
from memoryd.storage.lines import whole_lines
from memoryd.storage.regular import LARGEST_STATE, too_big
from memoryd.times import SECOND

SLACK = 5 * SECOND
"""A fact created so shortly before the newest known activation may have missed the last journal write."""


class StatesLoader:
    """Gives the facts of a store, which have been read, the states that are known of them."""

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._seen = bytearray(store.table.next_ordinal)
        self._newest: int | None = None
        self.others: dict[str, State] = {}
        """What is known of facts that are not there."""

    def read(self, file: BinaryIO) -> list[str]:
        """Take the readable file; returns which entries cannot be read. Raises ValueError when the file cannot be."""
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST_STATE:
            raise ValueError(too_big(size, LARGEST_STATE))
        try:
            for columns in _slices(file):
                self._take(columns)
            return []
        except ValueError:
            # Not as we write it, one entry a line: a person formatted it, or broke it.
            self._begin_again()
            file.seek(0)
            columns, odd = read_columns(file.read())
            self._take(columns)
            return odd

    def take_first(self, states: StateArrays) -> None:
        """Take the states of the first facts."""
        if len(states):
            self._store.activations.put_columns(0, states)
            self._seen[: len(states)] = b"\1" * len(states)
            self._look_at(max(states.as_of))
            self._look_at(max(states.last))

    def _begin_again(self) -> None:
        self._seen = bytearray(len(self._seen))
        self._newest = None
        self.others = {}

    def replay(self, records: Iterable[Sequence[Any]]) -> bool:
        """Take the journal over it; whether there was anything in it."""
        is_any = False
        for record in records:
            is_any = True
            found = state_of_record(list(record))
            if found is not None:
                fact_id, state = found
                self._put(self._store.table.ordinal(fact_id), fact_id, state)
                self._look_at(max(state.as_of, state.last_accessed))
        return is_any

    def finish(self, edited: int, now: int) -> None:
        """The other facts have the activation of their line; `edited` is when the file was last changed."""
        store, activations = self._store, self._store.activations
        at = self._seen.find(0)
        while at >= 0:
            fact = store.table[at]
            if fact is not None:
                fresh = self._newest is not None and fact.created >= self._newest - SLACK
                as_of = min(fact.created, now) if fresh else edited
                activations.put(at, State(store.line_activation(at), as_of, min(as_of, now), 0))
            at = self._seen.find(0, at + 1)

    def _take(self, columns: Columns) -> None:
        ids, states = columns
        if not ids:
            return
        self._look_at(max(states.as_of))
        self._look_at(max(states.last))
        table = self._store.table
        begin = table.ordinal(ids[0])
        if begin is not None and table.ids(begin, begin + len(ids)) == ids:  # in the order of the facts, as mostly
            self._store.activations.put_columns(begin, states)
            self._seen[begin : begin + len(ids)] = b"\1" * len(ids)
            return
        for at, fact_id in enumerate(ids):
            self._put(table.ordinal(fact_id), fact_id, states[at])

    def _put(self, ordinal: int | None, fact_id: str, state: State) -> None:
        if ordinal is None:
            self.others[fact_id] = state
            return
        self._store.activations.put(ordinal, state, changed=False)
        self._seen[ordinal] = 1

    def _look_at(self, time: int) -> None:
        self._newest = time if self._newest is None else max(self._newest, time)


def _slices(file: BinaryIO) -> Iterator[Columns]:
    """The file's entries, some thousands at a time. Raises ValueError unless it stands as we write it."""
    if file.readline(3) != b"{\n":
        raise ValueError("not as we write it")
    ended = False
    for block in whole_lines(iter(lambda: file.read(BLOCK), b"")):
        if ended:
            raise ValueError("not as we write it")
        ended = block == b"}\n" or block.endswith(b"\n}\n")
        entries = block[:-2] if ended else block
        yield decode_columns(b"{%s}" % entries.rstrip().removesuffix(b","))
    if not ended:
        raise ValueError("not as we write it")
