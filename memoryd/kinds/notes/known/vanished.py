"""Notes that have left their layer file and are not in the archive yet, layer by layer; copies cost little."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping

import msgspec

from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.layer_file import note_key
from memoryd.kinds.notes.known.table import Table

_NONE: Mapping[str, Vanished] = {}


class Vanished(msgspec.Struct, frozen=True):
    """A note whose text is no longer in its layer file: it turns up elsewhere in a moment, or goes to the archive."""

    layer: str
    entry: Entry
    at: int
    comes_back: bool = False
    """An editor had not seen it (rule 8): it is put back when it has not turned up."""


class VanishedNotes(MutableMapping[str, Vanished]):
    """By key. Thousands at once are looked for by their layer, and the state is copied for each edit."""

    __slots__ = ("_layers", "_ours")

    def __init__(self, layers: Table[dict[str, Vanished]] | None = None) -> None:
        self._layers: Table[dict[str, Vanished]] = Table() if layers is None else layers
        self._ours: set[str] = set()
        """Layers whose notes no copy shares."""

    def copy(self) -> VanishedNotes:
        """As they are now."""
        self._ours.clear()
        return VanishedNotes(self._layers.copy())

    def of(self, layer: str) -> Mapping[str, Vanished]:
        """Those of one layer, by key."""
        return self._layers.get(_layer(note_key(layer, "")), _NONE)

    def differ(self, other: VanishedNotes) -> bool:
        """Whether either may have another one."""
        return bool(self._layers.differs(other._layers))

    def __getitem__(self, key: str) -> Vanished:
        return self._layers[_layer(key)][key]

    def __setitem__(self, key: str, gone: Vanished) -> None:
        self._own(_layer(key))[key] = gone

    def __delitem__(self, key: str) -> None:
        layer = _layer(key)
        if key not in self._layers[layer]:
            raise KeyError(key)
        notes = self._own(layer)
        del notes[key]
        if not notes:
            del self._layers[layer]
            self._ours.discard(layer)

    def __iter__(self) -> Iterator[str]:
        return (key for layer in self._layers for key in self._layers[layer])

    def __len__(self) -> int:
        return sum(map(len, self._layers.values()))

    def __bool__(self) -> bool:
        return len(self._layers) > 0

    def _own(self, layer: str) -> dict[str, Vanished]:
        if layer not in self._ours:
            self._layers[layer] = dict(self._layers.get(layer, {}))
            self._ours.add(layer)
        return self._layers[layer]


def _layer(key: str) -> str:
    return key.partition(".md:")[0]
