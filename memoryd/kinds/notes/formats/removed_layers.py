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

    def archived(self, layer: str) -> None:
        """A note of the layer, whose file is gone, went to the archive."""
        self._archived[layer] += 1

    def is_gone(self, layer: str) -> None:
        """All its notes have gone, to the archive or elsewhere."""
        count = self._archived.pop(layer, 0)
        if count:
            problem = Problem(
                path=path_of(layer),
                what=f"the file was removed by hand; notes that went to memory/archive/ with it: {count}",
                action=f"nothing if that was meant; else each comes back by: memoryctl restore {path_of(layer)}:SLUG",
            )
            self._board.set(_topic(layer), [problem])

    def seen(self, layer: str, *, is_there: bool) -> None:
        """The layer was read; whether it has a file."""
        if is_there:
            self._archived.pop(layer, None)
            self._board.clear(_topic(layer))


def _topic(layer: str) -> str:
    return f"notes:removed:{layer}"
