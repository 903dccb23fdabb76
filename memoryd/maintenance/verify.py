"""Compares memory, index and files, and repairs them on request (`system.verify`)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from memoryd.background import Progress, Run
from memoryd.kind import Kind, Kinds
from memoryd.maintenance.paths import INDEX_PATH
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.rebuild import Rebuild
from memoryd.recall.vectors.semantic import Semantic
from memoryd.types import Change, Problem

_ABSORB_SECONDS = 60.0
MISSING = "missing"
"""Among a kind's counts: memories that the index does not have."""


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
        new.swap()
    except BaseException:
        new.abandon()  # it would keep a full disk full
        raise
    return {name: count for name, count in rebuilt.items() if count is not None}


class Verifier:
    """Compares every kind with the files and the index."""

    def __init__(
        self,
        kinds: Kinds,
        index: Index,
        semantic: Semantic,
        board: ProblemBoard,
        absorb: Callable[[float], bool],
        check_audit: Callable[[Progress], Mapping[str, int]],
    ) -> None:
        """`absorb` takes in every edit made up to now, within that many seconds. `check_audit` reports what it
        finds."""
        self._check_audit = check_audit
        self._kinds = kinds
        self._index = index
        self._semantic = semantic
        self._board = board
        self._absorb = absorb
        self._rebuilding = threading.Lock()

    def verify(self, progress: Progress, *, repair: bool) -> dict[str, int]:
        """What was checked, and how many memories the index lacks.

        With `repair` the index is then rebuilt, also when it cannot be read or written any more.
        """
        self._absorb(_ABSORB_SECONDS)
        counts = self._look(repair)
        if repair and (counts[MISSING] or self._index.problems()):
            self.rebuild(progress)
            counts = self._look(repair)
        missing = counts[MISSING]
        problem = Problem(
            path=INDEX_PATH,
            what=f"{missing} memories are missing from the index",
            action="memoryctl verify --repair",
        )
        self._board.set("verify", [problem] if missing else ())
        return {**counts, **self._check_audit(progress)}

    def _look(self, repair: bool) -> dict[str, int]:
        counts: dict[str, int] = {MISSING: 0}
        for kind in self._kinds:
            for name, count in kind.verify(repair=repair).items():
                counts[name] = counts.get(name, 0) + count
        return counts

    def rebuild(self, progress: Progress) -> dict[str, int]:
        """Rebuild the index from the files, while the old one serves; one at a time."""
        with self._rebuilding:
            counts = rebuild_index(self._index, self._kinds, progress)
        self._board.clear("verify")
        self._semantic.recheck()
        return counts

    def step(self, run: Run) -> dict[str, int]:
        """The step `rebuild`."""
        return {} if run.dry_run else self.rebuild(run.progress)
