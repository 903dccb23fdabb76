"""Very many items that somebody typed into a file at once: others write and search in between (rule 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from memoryd.recall.feeding import SLICE
from memoryd.types import Change
from tests.kinds.items.test_files import PATH, Rig
from tests.support.fake_index import FakeIndex
from tests.support.wait import until

TYPED = 2 * SLICE + 100
LINES = [f'{{"namespace": ["a"], "key": "k{number:05}", "value": "typed"}}\n' for number in range(TYPED)]
KEYS = [f"k{number:05}" for number in range(TYPED)]


class Index(FakeIndex):
    """Tells of each change of the file."""

    between: Callable[[], object] = staticmethod(lambda: None)

    def apply(self, change: Change) -> None:
        super().apply(change)
        if change.source == PATH:
            self.between()


class Many(Rig):
    """With that index."""

    def __init__(self, root: Path) -> None:
        self.told = Index()
        super().__init__(root, self.told)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Many]:
    rig = Many(tmp_path)
    yield rig
    rig.writer.stop()


def test_no_batch_takes_in_all_of_them(rig: Many) -> None:
    known = [0]
    rig.told.between = lambda: known.append(len(rig.keys()))
    rig.edit("".join(LINES))
    assert max(after - before for before, after in pairwise(known)) == SLICE
    assert rig.keys() == KEYS and len(rig.index.documents) == TYPED
    assert {one.background for one in rig.index.changes if one.put} == {True}
    assert rig.index.states[PATH] == rig.files.store.file(PATH).state


def test_an_edit_in_between_counts(rig: Many) -> None:
    def edit() -> None:
        rig.told.between = lambda: None
        new = rig.file.with_name(".other")
        new.write_text("".join([LINES[0].replace("typed", "edited"), *LINES[2:]]))
        new.rename(rig.file)

    rig.told.between = edit
    rig.edit("".join(LINES))
    assert rig.keys() == [KEYS[0], *KEYS[2:]] and rig.item(KEYS[0]).value == "edited"
    assert len(rig.index.documents) == TYPED - 1


def test_what_is_written_in_between_waits_and_stands(rig: Many) -> None:
    rig.put("mine")
    rig.clock.advance(3600)
    known: list[int] = []

    def put() -> None:
        rig.told.between = lambda: None
        rig.writer.submit(rig.putting(KEYS[0], value="later"), lambda _result, _error: known.append(len(rig.keys())))

    rig.told.between = put
    rig.edit(rig.file.read_text() + "".join(LINES))
    until(lambda: known == [TYPED + 1])
    assert rig.keys() == [*KEYS, "mine"] and rig.item(KEYS[0]).value == "later"
