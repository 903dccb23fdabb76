"""Verify and rebuild over every kind: what is counted, what is mended, what is left when it fails."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from memoryd.background import Progress, Run
from memoryd.errors import Busy
from memoryd.kind import Kinds
from memoryd.maintenance.paths import INDEX_PATH
from memoryd.maintenance.verify import Verifier
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.disk import NEW
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.layout import damage
from memoryd.recall.lexical.writing import Commit, DirectWriter, at_once
from memoryd.types import Change, ChangeSink, Document
from tests.recall.helpers import open_index
from tests.support.daemon import Daemon
from tests.support.empty_kind import EmptyKind
from tests.support.wait import until


class Words(EmptyKind):
    """Has these words, one memory each; knows which of them the index has."""

    def __init__(self, name: str, words: Sequence[str], index: Index) -> None:
        self.name = name  # type: ignore[misc]  # each here is a kind of its own
        self.words, self.index = words, index
        self.repairs: list[bool] = []
        self.error: Exception | None = None

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        self.repairs.append(repair)
        return {self.name: len(self.words), "missing": sum(self.index.document(word) is None for word in self.words)}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        progress(self.name, 0, 1)
        if self.error is not None:
            raise self.error
        put = [Document(key=word, kind=self.name, text=word, source=self.name, path=self.name) for word in self.words]
        sink.apply(Change(source=self.name, put=put))
        return len(put)


class Semantic:
    def __init__(self) -> None:
        self.checks = 0

    def recheck(self) -> None:
        self.checks += 1


class FullDisk(DirectWriter):
    """Has no room for an index beside the one that serves."""

    is_full = False

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        if self.is_full and directory.name.endswith(NEW):
            raise damage(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        super().write(directory, commit, wait)


class Rig:
    def __init__(self, folder: Path) -> None:
        self.disk = FullDisk()
        self.index = open_index(folder / "index", writer=self.disk)
        self.birds, self.fish = Words("birds", ("owl", "wren"), self.index), Words("fish", ("cod",), self.index)
        self.board, self.semantic = ProblemBoard(lambda problem: None), Semantic()
        self.waited: list[float] = []
        self.told: list[tuple[Any, ...]] = []
        kinds = Kinds()
        for kind in (self.birds, self.fish):
            kinds.add(kind)
        self.verifier = Verifier(kinds, self.index, self.semantic, self.board, self.absorb, lambda progress: {})  # type: ignore[arg-type]

    def absorb(self, seconds: float) -> bool:
        self.waited.append(seconds)
        return True

    def verify(self, *, repair: bool = False) -> dict[str, int]:
        return self.verifier.verify(lambda *told: self.told.append(told), repair=repair)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path)
    yield made
    made.index.close()


def test_every_kind_is_counted_and_what_is_missing_is_a_problem(rig: Rig) -> None:
    assert rig.verify() == {"missing": 3, "birds": 2, "fish": 1}
    assert [one.what for one in rig.board.all()] == ["3 memories are missing from the index"]
    assert len(rig.waited) == 1
    assert rig.birds.repairs == [False]


def test_a_repair_makes_the_index_anew_and_looks_again(rig: Rig) -> None:
    assert rig.verify(repair=True) == {"missing": 0, "birds": 2, "fish": 1}
    assert rig.board.all() == []
    assert (rig.birds.repairs, rig.semantic.checks) == ([True, True], 1)
    assert rig.told == [("birds", 0, 1), ("fish", 0, 1)]
    assert rig.verify()["missing"] == 0


def test_a_repair_of_what_is_sound_makes_nothing(rig: Rig) -> None:
    rig.verify(repair=True)
    rig.verify(repair=True)
    assert rig.semantic.checks == 1


def test_a_rebuild_counts_by_kind_and_drops_what_no_kind_brings(rig: Rig) -> None:
    old = Document(key="dodo", kind="birds", text="dodo", source="birds", path="birds")
    rig.index.apply(Change(source="birds", put=[old]))
    run = Run("rebuild", 0, False, lambda *told: rig.told.append(told))
    assert rig.verifier.step(run) == {"birds": 2, "fish": 1}
    assert rig.index.document("dodo") is None
    assert rig.index.document("owl") is not None


def test_a_rebuild_that_fails_leaves_the_old_index(rig: Rig) -> None:
    rig.verify(repair=True)
    rig.fish.error = ValueError("no")
    with pytest.raises(ValueError, match="no"):
        rig.verifier.rebuild(lambda *told: None)
    assert rig.index.document("owl") is not None
    rig.fish.error = None
    assert rig.verifier.rebuild(lambda *told: None) == {"birds": 2, "fish": 1}


def test_a_rebuild_without_room_leaves_nothing_that_fills_the_disk(rig: Rig) -> None:
    rig.verify(repair=True)
    before, rig.disk.is_full = set(threading.enumerate()), True
    with pytest.raises(Busy, match=r"anew: the disk is full\. The old one goes on"):
        rig.verifier.rebuild(lambda *told: None)
    assert [path.name for path in rig.index.directory.parent.iterdir()] == ["index"]
    assert set(threading.enumerate()) == before
    rig.disk.is_full = False
    assert rig.verifier.rebuild(lambda *told: None) == {"birds": 2, "fish": 1}


def test_a_dry_run_rebuilds_nothing(rig: Rig) -> None:
    assert rig.verifier.step(Run("rebuild", 0, True, lambda *told: None)) == {}
    assert rig.index.document("owl") is None


def test_a_repair_makes_an_index_anew_that_was_removed_under_the_daemon(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path).start()
    try:
        with daemon.connect() as wire:
            wire.call("facts.add", {"subject": "quay", "predicate": "is of", "object": "granite"})
            shutil.rmtree(daemon.data / ".memoryd" / "index")
            wire.call("facts.add", {"subject": "mole", "predicate": "is of", "object": "granite"})
            until(lambda: [p for p in wire.call("system.health")["problems"] if p["path"].endswith(INDEX_PATH)])

            assert wire.call("system.verify", {"repair": True})["problems"] == []
            assert (daemon.data / ".memoryd" / "index").is_dir()
            assert len(wire.call("recall.query", {"query": "granite"})["results"]) == 2
    finally:
        daemon.kill()
