"""What was purged leaves the index's files; what has nothing of it is not written again (rule 6)."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock
from pathlib import Path
from threading import Event, Thread

import pytest

from memoryd.recall.lexical.disk import Disk
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.layout import IndexDamaged
from memoryd.recall.lexical.view import View
from memoryd.recall.lexical.writing import Commit, DirectWriter, at_once
from memoryd.recall.pacing import COMMIT_DOCUMENTS
from memoryd.types import Change
from tests.recall.helpers import document, found, open_index
from tests.support.everywhere import places
from tests.support.wait import until


class NotingWriter(DirectWriter):
    """Notes the keys that it writes."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.merges = True
        self.merged = 0
        self.has_room = True

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        if not self.has_room:
            raise IndexDamaged("no room")
        self.written += [one.document.key for one in commit.documents]
        super().write(directory, commit, wait)

    def merge(self, directory: Path, segments: Sequence[str]) -> None:
        if not self.merges:
            raise IndexDamaged("no room")
        self.merged += 1
        super().merge(directory, segments)


@pytest.fixture
def writer() -> NotingWriter:
    return NotingWriter()


@pytest.fixture
def index(tmp_path: Path, writer: NotingWriter) -> Iterator[Index]:
    opened = open_index(tmp_path / "index", writer=writer)
    for begin in ("a", "b", "c"):  # each commit is a segment
        texts = {f"{begin}{number}": f"{begin} keeps {number} cats" for number in range(4)}
        bring(opened, texts | {f"{begin}9": "Zorbelwick keeps kilns" if begin == "b" else f"{begin} keeps kilns"})
    writer.written.clear()
    yield opened
    opened.close()


def bring(index: Index, texts: dict[str, str]) -> None:
    index.apply(Change(source="facts.jsonl", put=[document(key, text) for key, text in texts.items()]))
    assert index.flush()


def purge(index: Index, word: str, *keys: str) -> None:
    index.apply(Change(source="facts.jsonl", remove=keys, purged=keys))
    assert index.forget(lambda told: word.encode() in told, 60)


def test_what_shares_no_segment_with_what_was_purged_is_not_written_again(
    index: Index, writer: NotingWriter, tmp_path: Path
) -> None:
    index.apply(Change(source="facts.jsonl", remove=["a9", "c9"]))
    purge(index, "Zorbelwick", "b9")
    assert sorted(writer.written) == ["b0", "b1", "b2", "b3"]
    assert places(tmp_path, "Zorbelwick") == []
    assert len(found(index, "cats", limit=20)) == 12


@pytest.mark.parametrize("is_listed", [True, False])
def test_files_that_a_loss_of_power_brought_back_go_at_the_next_start(
    index: Index, tmp_path: Path, is_listed: bool
) -> None:
    folder, before = tmp_path / "index", tmp_path / "before"
    shutil.copytree(folder, before)
    purge(index, "Zorbelwick", "b9")
    index.close()
    back = {path.name for path in before.iterdir()} - {path.name for path in folder.iterdir()}
    for name in back | ({".managed.json"} if is_listed else set()):
        shutil.copy(before / name, folder)
    shutil.rmtree(before)
    assert places(tmp_path, "Zorbelwick") != []
    again = open_index(folder)
    try:
        until(lambda: places(tmp_path, "Zorbelwick") == [])
        assert len(found(again, "cats", limit=20)) == 12
        bring(again, {"d1": "d keeps cats"})
        assert len(found(again, "cats", limit=20)) == 13
    finally:
        again.close()


def test_a_disk_without_room_is_told_at_once_and_tried_again(
    index: Index, writer: NotingWriter, tmp_path: Path
) -> None:
    index.apply(Change(source="facts.jsonl", remove=["b9"], purged=["b9"]))
    assert index.flush()
    writer.has_room = False
    assert not index.forget(lambda told: b"Zorbelwick" in told, 600)
    assert index.fault == "no room"
    writer.has_room = True
    until(lambda: places(tmp_path, "Zorbelwick") == [])
    until(lambda: index.fault is None)


def test_what_it_said_before_leaves_the_files_too(index: Index, writer: NotingWriter, tmp_path: Path) -> None:
    bring(index, {"b9": "nobody keeps kilns", "c9": "nobody keeps kilns"})
    writer.written.clear()
    purge(index, "Zorbelwick", "b9")
    assert sorted(one for one in writer.written if one[0] == "b") == ["b0", "b1", "b2", "b3"]
    assert not any(one in writer.written for one in ("a0", "c0"))
    assert places(tmp_path, "Zorbelwick") == []


def test_what_was_written_again_and_stands_is_no_trace(index: Index, writer: NotingWriter) -> None:
    purge(index, "Zorbelwick", "b9")
    bring(index, {"a0": "a keeps 0 cats"})
    writer.written.clear()
    purge(index, "cats", "c9")
    assert writer.written == []


def test_of_what_stands_as_it_was_no_long_text_is_searched(index: Index) -> None:
    """As of a session that was written anew for one of its messages."""
    long = {"d0": "d keeps " + "cats " * 10_000}
    bring(index, long | {"d1": "d keeps dogs"})
    bring(index, long)
    index.apply(Change(source="facts.jsonl", remove=["b9"], purged=["b9"]))
    asked: list[int] = []
    assert index.forget(lambda told: bool(asked.append(len(told))), 60)
    assert 0 < max(asked) < 10_000


def test_what_was_known_of_a_file_leaves_the_files_too(index: Index, tmp_path: Path) -> None:
    put = [document("d0", "d keeps cats")]
    index.apply(Change(source="a.jsonl", put=put, state='{"Zörbelwick": 2}'.encode()))
    assert index.flush()
    index.apply(Change(source="a.jsonl", state=b"{}"))
    purge(index, "Zörbelwick", "b9")
    assert places(tmp_path, "Zörbelwick") == []


def test_what_a_kill_left_in_the_files_goes_at_the_next_start(index: Index, tmp_path: Path) -> None:
    index.apply(Change(source="facts.jsonl", remove=["b9"], purged=["b9"]))
    index.close()
    again = open_index(tmp_path / "index")
    try:
        assert again.forget(lambda told: b"Zorbelwick" in told, 60)
        assert places(tmp_path, "Zorbelwick") == []
    finally:
        again.close()


@pytest.fixture
def large(tmp_path: Path, writer: NotingWriter) -> Iterator[Index]:
    """An index with a segment that is too large to be written anew in one commit."""
    opened = open_index(tmp_path / "index", writer=writer)
    texts = {f"a{number}": f"Ada keeps {number} cats" for number in range(COMMIT_DOCUMENTS)}
    bring(opened, {"b8": "Quillfax keeps bees", "b9": "Zorbelwick keeps kilns"} | texts)
    bring(opened, {"c0": "nobody keeps kilns"})
    writer.written.clear()
    yield opened
    opened.close()


def test_what_shares_a_large_segment_with_it_is_not_written_again(
    large: Index, writer: NotingWriter, tmp_path: Path
) -> None:
    purge(large, "Zorbelwick", "b9")
    assert writer.written == []
    assert places(tmp_path, "Zorbelwick") == []
    assert len(found(large, "cats", limit=COMMIT_DOCUMENTS + 1)) == COMMIT_DOCUMENTS
    assert found(large, "kilns") == ["c0"]
    purge(large, "", "none")  # whatever was removed may be of it
    assert writer.merged == 1


def test_neither_is_what_shares_one_that_tantivy_leaves_alone(tmp_path: Path, writer: NotingWriter) -> None:
    built = open_index(tmp_path / "index")
    bring(built, {"b9": "Zorbelwick keeps kilns"})
    for begin in range(8):  # so many make one, which is too large to be merged with smaller ones
        bring(built, {f"a{begin}-{number}": "cats" for number in range(2_600)})
    built.close()
    index = open_index(tmp_path / "index", writer=writer)
    try:
        purge(index, "Zorbelwick", "b9")
        assert writer.written == []
        assert places(tmp_path, "Zorbelwick") == []
        assert len(found(index, "cats", limit=30_000)) == 8 * 2_600
    finally:
        index.close()


def test_what_is_removed_and_purged_behind_that_goes_as_well(large: Index, tmp_path: Path) -> None:
    purge(large, "Zorbelwick", "b9")
    for number in range(0, 60, 2):
        bring(large, {f"a{number}": f"Ada keeps {number} dogs"})
        large.apply(Change(source="facts.jsonl", remove=[f"a{number + 1}"]))
        assert large.flush()
    purge(large, "Quillfax", "b8")
    large.close()
    assert places(tmp_path, "Quillfax") == []
    again = open_index(tmp_path / "index")
    try:
        assert again.rebuilt_because is None
        assert len(found(again, "cats", limit=COMMIT_DOCUMENTS)) == COMMIT_DOCUMENTS - 60
        assert len(found(again, "dogs", limit=COMMIT_DOCUMENTS)) == 30
        assert found(again, "bees") == []
        assert again.states() == {}
    finally:
        again.close()


def test_nobody_else_writes_while_it_is_merged(large: Index, writer: NotingWriter, tmp_path: Path) -> None:
    listed, scratch = tmp_path / "index/meta.json", tmp_path / "index.merged"
    got_in: list[bool] = []

    def try_to_write(inode: int, is_over: Event) -> None:
        with open(tmp_path / "index/.tantivy-writer.lock") as lock:
            while not is_over.is_set():
                if scratch.exists():
                    with suppress(BlockingIOError):
                        flock(lock, LOCK_EX | LOCK_NB)
                        got_in.append(listed.stat().st_ino == inode)
                        flock(lock, LOCK_UN)

    large.apply(Change(source="facts.jsonl", remove=["b9"], purged=["b9"]))
    assert large.flush()
    writer.release(tmp_path / "index")
    is_over = Event()
    other = Thread(target=try_to_write, args=(listed.stat().st_ino, is_over))
    other.start()
    assert large.forget(lambda told: b"Zorbelwick" in told, 60)
    is_over.set()
    other.join()
    assert writer.merged == 1
    assert not any(got_in)


def test_where_it_cannot_be_merged_it_is_written_again(large: Index, writer: NotingWriter, tmp_path: Path) -> None:
    writer.merges = False
    purge(large, "Zorbelwick", "b9")
    assert len(writer.written) == COMMIT_DOCUMENTS + 1
    assert places(tmp_path, "Zorbelwick") == []


def test_nothing_of_a_merge_that_a_kill_ended_is_left_at_the_next_start(tmp_path: Path) -> None:
    left = tmp_path / "index.merged"
    left.mkdir()
    (left / "0.store").write_text("Zorbelwick")
    open_index(tmp_path / "index").close()
    assert places(tmp_path, "Zorbelwick") == []


def test_what_a_merge_brings_back_that_had_begun_before_goes_as_well(
    large: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tantivy merges on its own: of documents that are removed meanwhile the text stands in the files that it makes."""
    looks: list[frozenset[int]] = []

    def before_the_merge_ends(disk: Disk, may_have: Callable[[bytes], bool]) -> tuple[View, frozenset[int]]:
        view, segments = half_dead(disk, may_have)
        looks.append(segments)
        return view, segments if len(looks) > 1 else frozenset()

    half_dead = Disk.half_dead
    monkeypatch.setattr(Disk, "half_dead", before_the_merge_ends)
    purge(large, "Zorbelwick", "b9")
    large.close()
    assert looks[0]
    assert not looks[-1]
    assert places(tmp_path, "Zorbelwick") == []


def test_it_does_not_look_for_ever(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    view_of = Disk.half_dead

    def always_some(disk: Disk, may_have: Callable[[bytes], bool]) -> tuple[View, frozenset[int]]:
        return view_of(disk, may_have)[0], frozenset((0,))

    monkeypatch.setattr(Disk, "half_dead", always_some)
    purge(index, "Zorbelwick", "b9")
    assert len(found(index, "cats", limit=20)) == 12
