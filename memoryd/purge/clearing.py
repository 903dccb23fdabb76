"""The content of one file without a matter; of a large one made in a child, as it takes seconds of the interpreter."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from memoryd.background import Progress
from memoryd.purge.files import scrubbed
from memoryd.purge.matter import Matter
from memoryd.purge.scrub import Found
from memoryd.text.escaped import unescaped

CLEAR_TASK = f"{__name__}:clear"


class Cleared:
    """The content piece by piece; what it tells holds at its end."""

    def __init__(self, root: str, relpath: str, matter: Matter) -> None:
        self._root, self._relpath, self._matter = root, relpath, matter
        self.has_it = False
        """Something of the matter was taken out."""
        self.is_empty = True
        """Nothing but spaces is left."""

    def __iter__(self) -> Iterator[bytes]:
        found: list[Found] = []
        for piece in scrubbed(self._root, self._relpath, self._matter, found):
            self.is_empty = self.is_empty and not piece.strip()
            del found[1:]
            yield piece
        self.has_it = bool(found)


def clear(params: Mapping[str, Any], say: Progress) -> dict[str, bool]:
    """Write the content of `path` to the descriptor `fd`, and tell of it."""
    made = Cleared(params["root"], unescaped(params["path"]), Matter.ordered(params))
    with os.fdopen(params["fd"], "wb", closefd=False) as out:
        for number, piece in enumerate(made):
            if number % 4096 == 0:
                say("purge", 0, 0)
            out.write(piece)
    return {"has_it": made.has_it, "is_empty": made.is_empty}
