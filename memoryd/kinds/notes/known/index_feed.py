"""Keeps the index up to the published notes: all of them at the start, then what each batch changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from memoryd.acting import Actor
from memoryd.kinds.notes.formats.layer_file import layer_of, path_of
from memoryd.kinds.notes.known.documents import change_between, documents_of_layer, layer_state
from memoryd.kinds.notes.known.state import NoteState
from memoryd.recall.feeding import bring_up, drop_gone
from memoryd.types import ChangeSink


class IndexFeed:
    """Nothing goes to the index before `bring_up`."""

    def __init__(self, index: ChangeSink) -> None:
        self._index = index
        self._is_up = False

    def bring_up(self, snapshot: NoteState, states: Mapping[str, bytes]) -> None:
        """Bring the index up to the snapshot; `states` is what it committed last. From then on it follows."""
        kept = {None, *snapshot.layers}
        drop_gone(self._index, states, lambda source: layer_of(source) not in kept)
        feed(snapshot, self._index, states)
        self._is_up = True

    def follow(self, layer: str, before: NoteState, after: NoteState, by: Mapping[str, Actor] | None = None) -> None:
        """A batch changed this layer; `by`: who changed which note, if several did."""
        change = change_between(layer, before, after) if self._is_up else None
        if change is not None:
            self._index.apply(change if by is None else replace(change, by=by))


def feed(snapshot: NoteState, sink: ChangeSink, states: Mapping[str, bytes]) -> int:
    """Bring the notes of each layer whose state the index does not have; how many documents that were."""
    layers = {path_of(layer): (layer, known) for layer, known in snapshot.layers.items()}
    sources = {source: layer_state(*layer, snapshot.hot) for source, layer in layers.items()}
    return bring_up(sink, states, sources, lambda source: list(documents_of_layer(*layers[source], snapshot.hot)))
