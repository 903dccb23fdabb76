"""Layer files that were removed by hand: health tells what went to the archive with them."""

from __future__ import annotations

from collections import Counter

from memoryd.kinds.notes.formats.layer_file import path_of
from memoryd.problems import ProblemBoard
from memoryd.types import Problem


class RemovedLayers:
    """Counts the notes that go to the archive since their file is gone."""

    def __init__(self, board: ProblemBoard) -> None:
        self._board = board
        self._archived: Counter[str] = Counter()
        self._told: dict[str, Problem] = {}

    def archived(self, layer: str) -> None:
        """A note of the layer, whose file is gone, went to the archive."""
        self._archived[layer] += 1

    def is_gone(self, layer: str) -> None:
        """All its notes have gone, to the archive or elsewhere."""
        count = self._archived.pop(layer, 0)
        if count:
            self._told[layer] = Problem(
                path=path_of(layer),
                what=f"the file was removed by hand; notes that went to memory/archive/ with it: {count}",
                action=f"nothing if that was meant; else each comes back by: memoryctl restore {path_of(layer)}:SLUG",
            )
            self._board.happened(self._told[layer])

    def seen(self, layer: str, *, is_there: bool) -> None:
        """The layer was read; whether it has a file."""
        if is_there:
            self._archived.pop(layer, None)
            if layer in self._told:
                self._board.undone(self._told.pop(layer))
