"""`maintenance.run rebuild`: a new index from the files, while the old one serves."""

from __future__ import annotations

from collections.abc import Iterable

from memoryd.background import Progress
from memoryd.kinds.kind import Kind
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.rebuild import Rebuild
from memoryd.types import Change


class _Paced:
    """The new index, fed no faster than it can take documents."""

    def __init__(self, new: Rebuild) -> None:
        self._new = new

    def apply(self, change: Change) -> None:
        """Take the change in, and wait while too many documents are queued."""
        self._new.apply(change)
        self._new.wait_for_room()


def rebuild_index(index: Index, kinds: Iterable[Kind], progress: Progress) -> dict[str, int]:
    """Have every kind feed a new index, then put it in place of the old one; counts by kind."""
    new = index.rebuild()
    try:
        rebuilt = {kind.rebuilt_as or kind.name: kind.rebuild(_Paced(new), progress) for kind in kinds}
    except BaseException:
        new.abandon()
        raise
    new.swap()
    return {name: count for name, count in rebuilt.items() if count is not None}
