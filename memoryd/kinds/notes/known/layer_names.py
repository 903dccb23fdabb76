"""The names of all layers in order: of thousands, only those are looked at that changed since."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from memoryd.kinds.notes.formats.memory_md import layer_order
from memoryd.kinds.notes.known.state import Layer
from memoryd.kinds.notes.known.table import Table
from memoryd.storage.atomic import ABSENT

_MANY = 64
"""With more that changed, all are put in order anew."""


class LayerNames:
    """Writer's thread."""

    def __init__(self) -> None:
        self._seen: Table[Layer] = Table()
        self._present: list[str] = []
        self._folded: dict[str, list[str]] = {}

    def present(self, layers: Table[Layer]) -> Sequence[str]:
        """Those that have a file, in the order of the index. It is ours: copy what you keep."""
        self._follow(layers)
        return self._present

    def by_folded(self, layers: Table[Layer], folded: str) -> str | None:
        """The first one that is written so but for its case, with a file or without."""
        self._follow(layers)
        return min(self._folded.get(folded, ()), default=None)

    def _follow(self, layers: Table[Layer]) -> None:
        changed = layers.differs(self._seen)
        for name in changed:
            self._follow_fold(name, layers)
        if len(changed) > _MANY:
            found = (name for name, layer in layers.items() if layer.identity != ABSENT)
            self._present = sorted(found, key=layer_order)
        else:
            for name in changed:
                self._follow_one(name, layers)
        if changed:
            self._seen = layers.copy()

    def _follow_one(self, name: str, layers: Table[Layer]) -> None:
        layer = layers.get(name)
        at = bisect_left(self._present, layer_order(name), key=layer_order)
        was_there = at < len(self._present) and self._present[at] == name
        is_there = layer is not None and layer.identity != ABSENT
        if was_there and not is_there:
            del self._present[at]
        elif is_there and not was_there:
            self._present.insert(at, name)

    def _follow_fold(self, name: str, layers: Table[Layer]) -> None:
        alike = self._folded.setdefault(name.casefold(), [])
        if name not in layers:
            alike.remove(name)
        elif name not in alike:
            alike.append(name)
