"""Keeps the index up to the published notes: all of them at the start, then what each batch changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from memoryd.acting import Actor
from memoryd.kinds.notes.documents import change_between, documents_of_layer, layer_state
from memoryd.kinds.notes.layer_file import layer_of, path_of
from memoryd.kinds.notes.state import NoteState
from memoryd.types import Change, ChangeSink

SLICE = 500


class IndexFeed:
    """Nothing goes to the index before `bring_up`."""

    def __init__(self, index: ChangeSink) -> None:
        self._index = index
        self._is_up = False

    def bring_up(self, snapshot: NoteState, states: Mapping[str, bytes]) -> None:
        """Bring the index up to the snapshot; `states` is what it committed last. From then on it follows."""
        for source in states:
            if layer_of(source) is not None and layer_of(source) not in snapshot.layers:
                self._index.apply(Change(source=source, remove_source=True, state=b""))
        for layer, known in snapshot.layers.items():
            source, state = path_of(layer), layer_state(layer, known, snapshot.hot)
            if states.get(source) == state:
                continue
            documents = list(documents_of_layer(layer, known, snapshot.hot))
            for start in range(0, max(1, len(documents)), SLICE):
                last = start + SLICE >= len(documents)
                part = documents[start : start + SLICE]
                self._index.apply(
                    Change(source=source, put=part, remove_source=start == 0, state=state if last else None)
                )
        self._is_up = True

    def follow(self, layer: str, before: NoteState, after: NoteState, by: Mapping[str, Actor] | None = None) -> None:
        """A batch changed this layer; `by`: who changed which note, if several did."""
        change = change_between(layer, before, after) if self._is_up else None
        if change is not None:
            self._index.apply(change if by is None else replace(change, by=by))


def feed_new_index(snapshot: NoteState, sink: ChangeSink) -> int:
    """Bring all notes to a new index; how many documents that were."""
    done = 0
    for layer, known in snapshot.layers.items():
        source, documents = path_of(layer), list(documents_of_layer(layer, known, snapshot.hot))
        for start in range(0, len(documents), SLICE):
            sink.apply(Change(source=source, put=documents[start : start + SLICE]))
        sink.apply(Change(source=source, state=layer_state(layer, known, snapshot.hot)))
        done += len(documents)
    return done
