"""The door to the disk: names below a held directory, and no link on the way."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.storage import beneath, roots
from memoryd.storage.directory import DataDirectory
from memoryd.storage.files import OsFiles
from memoryd.storage.regular import regular
from memoryd.storage.roots import Gone, Linked
from tests.support.collector import without_collector

FILES = OsFiles()


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    root = tmp_path / "data"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "a.md").write_text("ours")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("theirs")
    held = roots.hold(str(root))
    yield root
    roots.release(held)


def read(path: Path) -> str:
    with open(path, encoding="utf-8", opener=regular) as file:
        return file.read()


def test_a_directory_that_a_link_replaces_is_not_followed(root: Path) -> None:
    assert read(root / "memory" / "a.md") == "ours"
    os.rename(root / "memory", root / "x")
    os.symlink(root.parent / "outside", root / "memory")
    for attempt in (
        lambda: read(root / "memory" / "a.md"),
        lambda: FILES.open(str(root / "memory" / "new.md"), os.O_WRONLY | os.O_CREAT),
        lambda: FILES.listdir(str(root / "memory")),
        lambda: FILES.stat(str(root / "memory" / "a.md")),
        lambda: FILES.unlink(str(root / "memory" / "a.md")),
        lambda: FILES.mkdir(str(root / "memory" / "new")),
        lambda: FILES.rename(str(root / "x" / "a.md"), str(root / "memory" / "b.md")),
        lambda: FILES.link(str(root / "x" / "a.md"), str(root / "memory" / "b.md")),
    ):
        with pytest.raises(Linked) as caught:
            attempt()
        assert caught.value.filename == str(root / "memory")
    assert [(entry.name, entry.read_text()) for entry in (root.parent / "outside").iterdir()] == [("a.md", "theirs")]


def test_another_directory_in_its_place_is_met(root: Path) -> None:
    assert read(root / "memory" / "a.md") == "ours"
    os.rename(root / "memory", root.parent / "away")
    (root / "memory").mkdir()
    with pytest.raises(FileNotFoundError):
        read(root / "memory" / "a.md")
    (root / "memory" / "a.md").write_text("new")
    assert read(root / "memory" / "a.md") == "new"


def test_a_root_that_is_moved_away_and_put_back(root: Path) -> None:
    os.rename(root, f"{root}.away")
    with pytest.raises(Gone, match="put it back"):
        FILES.open(str(root / "memory" / "new.md"), os.O_WRONLY | os.O_CREAT)
    assert not os.path.exists(root)
    os.rename(f"{root}.away", root)
    assert read(root / "memory" / "a.md") == "ours"


def test_the_root_itself_may_be_the_operators_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "data").symlink_to("real")
    held = roots.hold(str(tmp_path / "data"))
    (tmp_path / "real" / "a.md").write_text("ours")
    assert read(tmp_path / "data" / "a.md") == "ours"
    # Resolved once: a link that leads elsewhere from now on leads nobody.
    (tmp_path / "other").mkdir()
    (tmp_path / "data").unlink()
    (tmp_path / "data").symlink_to("other")
    assert read(tmp_path / "data" / "a.md") == "ours"
    roots.release(held)


def test_no_name_leads_above(root: Path) -> None:
    with pytest.raises(PermissionError, match="out of the data directory"):
        read(root / "memory" / ".." / ".." / "outside" / "a.md")


def test_descriptors_stay_few(root: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for number in range(300):
        (root / f"d{number}").mkdir()
        FILES.listdir(str(root / f"d{number}"))
    assert len(os.listdir("/proc/self/fd")) - before < 200


def test_what_is_no_directory_is_not_removed_as_one_and_nobody_waits_for_it(root: Path) -> None:
    os.mkfifo(root / "fifo")
    beneath.remove_tree(str(root / "fifo"))
    beneath.remove_tree(str(root / "none"))
    beneath.remove_tree(str(root / "memory"))
    assert [path.name for path in root.iterdir()] == ["fifo"]


def test_a_directory_that_the_collector_lets_go_of_while_another_is_taken_up_holds_nobody_up(tmp_path: Path) -> None:
    taken: list[int] = []

    def take_up(after: int) -> None:
        """The collector comes behind so many more objects."""
        data = DataDirectory(str(tmp_path / "gone"), FILES)
        data.prepare()
        round_about: list[object] = [data]
        round_about.append(round_about)
        del data, round_about
        before = gc.get_threshold()
        gc.set_threshold(gc.get_count()[0] + after)
        gc.enable()
        try:
            held = roots.hold(str(tmp_path))
        finally:
            gc.disable()
            gc.set_threshold(*before)
        gc.collect(0)
        assert roots.root_of(str(tmp_path / "gone" / "x")) is held
        roots.release(held)
        taken.append(after)

    with without_collector():
        taking = threading.Thread(target=lambda: [take_up(after) for after in range(20)], daemon=True)
        taking.start()
        taking.join(60)
    assert taken == [*range(20)]
    assert roots.root_of(str(tmp_path / "x")) is None
