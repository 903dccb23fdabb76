"""A census of all facts outside this interpreter, and the readable files that it leaves behind (rules 1, 18)."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from memoryd.background import Progress
from memoryd.kinds.facts.census.census import Census, CensusOrder
from memoryd.kinds.facts.census.tasks import CENSUS_TASK
from memoryd.kinds.facts.file.paths import CENSUS, DECAYED, ENTITIES, METADATA, RELATIONS
from memoryd.kinds.facts.file.readable import Settled
from memoryd.kinds.facts.file.snapshot import Snapshot, read_decayed
from memoryd.kinds.facts.files import FactFiles
from memoryd.services import Services
from memoryd.storage.atomic import replace_file
from memoryd.storage.beneath import remove_tree
from memoryd.storage.files import OsFiles
from memoryd.storage.regular import regular

SMALL = 5_000
"""Up to this many facts the pass is done in this process: a child would take longer to start."""
_BLOCK = 1 << 20


class CensusFiles:
    """Takes censuses; `work` is a directory of its own below `root`, relative."""

    def __init__(self, services: Services, work: str, facts: FactFiles) -> None:
        self._root, self._children = services.root, services.children
        self._settings, self._now = services.settings, services.guard.now
        self._work = work
        self._facts = facts

    def look(self, progress: Progress) -> Census:
        """What a decay would find; writes nothing."""
        return self._take(Snapshot.take(self._facts.store), progress, makes=())

    def write(self, progress: Progress, *, derived: bool = True, prunes: bool = False) -> Census:
        """Write down what is true already: every activation as of now, and the files that are derived of the facts.

        `prunes`: the faded facts are archived next, so that the derived files go without them.
        """
        census: Census | None = None
        makes = ("metadata", "derived") if derived else ("metadata",)

        def work(snapshot: Snapshot) -> Settled:
            nonlocal census
            census = self._take(snapshot, progress, makes=makes, prunes=prunes)
            with open(self._path(DECAYED), "rb", opener=regular) as file:
                decayed = read_decayed(file)
            return Settled(_blocks(self._path(METADATA)), decayed)

        self._facts.readable.settle(work)
        assert census is not None
        if derived:
            self._facts.readable.put_derived(_blocks(self._path(ENTITIES)), _blocks(self._path(RELATIONS)))
        return census

    def publish(self, snapshot: Snapshot) -> None:
        """Put a snapshot where a child finds it."""
        replace_file(OsFiles(), self._path(CENSUS), snapshot.chunks())

    def clear(self) -> None:
        """Remove what was left."""
        remove_tree(os.path.join(self._root, self._work))

    def _take(self, snapshot: Snapshot, progress: Progress, *, makes: tuple[str, ...], prunes: bool = False) -> Census:
        oracle = self._settings.now.memory_oracle
        self.publish(snapshot)
        order = CensusOrder(
            now=self._now(),
            half_life_days=oracle.half_life_days,
            prune_threshold=oracle.prune_threshold,
            enter_activation=oracle.memory_md_enter_activation,
            most_high=2 * oracle.memory_md_max_lines,
        )
        params = {"root": self._root, "work": self._work, "order": msgspec.to_builtins(order)}
        params |= {"makes": makes, "prunes": prunes}
        found = self._children.run(CENSUS_TASK, params, progress, small=len(snapshot.states) <= SMALL)
        return msgspec.convert(found, Census)

    def _path(self, name: str) -> str:
        return os.path.join(self._root, self._work, name)


def _blocks(path: str) -> Iterator[bytes]:
    with open(path, "rb", opener=regular) as file:
        while block := file.read(_BLOCK):
            yield block
