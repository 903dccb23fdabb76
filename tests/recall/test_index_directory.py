"""The directory of the index: made anew, put in place of another, gone, and there again."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import resource
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memoryd.errors import Busy
from memoryd.recall.lexical.elsewhere import copied_index
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.layout import damage
from memoryd.types import Change
from tests.recall.helpers import document, found, open_index, put
from tests.support import strace
from tests.support.wait import until


def test_a_new_index_takes_the_place_of_the_old_one(index: Index) -> None:
    put(index, document("stale", "tea that no file has"), document("a", "tea"), state=b"1")
    assert index.flush()
    rebuild = index.rebuild()
    put(index, document("b", "tea, newer"), state=b"3")
    index.apply(Change(source="facts.jsonl", remove=["c"]))
    replay = [document("a", "tea"), document("b", "tea, older"), document("c", "tea")]
    rebuild.apply(Change(source="facts.jsonl", put=replay, state=b"2"))
    assert set(found(index, "tea")) == {"stale", "a", "b"}
    rebuild.swap()
    assert set(found(index, "tea")) == {"a", "b"}
    assert (found(index, "older"), found(index, "newer")) == ([], ["b"])
    put(index, document("d", "tea"))
    assert set(found(index, "tea")) == {"a", "b", "d"}
    index.close()
    reopened = open_index(index.directory)
    assert (set(found(reopened, "tea")), reopened.states()) == ({"a", "b", "d"}, {"facts.jsonl": b"3"})
    assert sorted(path.name for path in index.directory.parent.iterdir()) == ["index"]
    reopened.close()


def test_writes_go_on_while_a_new_index_takes_over(index: Index) -> None:
    put(index, *(document(f"old{number}", "tea") for number in range(50)))
    rebuild = index.rebuild()
    rebuild.apply(Change(source="facts.jsonl", put=[document(f"old{number}", "tea") for number in range(50)]))
    stop = threading.Event()
    written: list[str] = []
    lost: list[str] = []

    def write() -> None:
        while not stop.is_set():
            word = f"zq{len(written)}"
            put(index, document(word, word))
            written.append(word)
            if found(index, word)[:1] != [word]:
                lost.append(word)

    thread = threading.Thread(target=write)
    thread.start()
    rebuild.swap()
    stop.set()
    thread.join()
    assert (lost, len(written) > 0) == ([], True)
    assert index.flush()
    assert index.keys("facts.jsonl") == {f"old{number}" for number in range(50)} | set(written)


def test_an_abandoned_rebuild_leaves_all_as_it_was(index: Index) -> None:
    put(index, document("a", "tea"))
    rebuild = index.rebuild()
    rebuild.apply(Change(source="facts.jsonl", put=[document("b", "tea")]))
    rebuild.abandon()
    put(index, document("c", "tea"))
    assert set(found(index, "tea")) == {"a", "c"}
    assert not index.directory.with_name("index.new").exists()


def test_stored_documents_lie_in_small_blocks_for_good(tmp_path: Path) -> None:
    for text in ("tea", "coffee"):  # of an index that was just made, and of one that was opened
        index = open_index(tmp_path / "index")
        put(index, document(text, text))
        index.close()
        settings = json.loads((tmp_path / "index" / "meta.json").read_bytes())["index_settings"]
        assert settings["docstore_blocksize"] < 4096
    again = open_index(tmp_path / "index")
    assert found(again, "tea coffee") == ["coffee", "tea"]
    again.close()


def _torn_meta(directory: Path) -> None:
    (directory / "meta.json").write_text("{")


def _foreign(directory: Path) -> None:
    shutil.rmtree(directory)
    directory.mkdir()
    (directory / "somebody.txt").write_text("else's")


def _other_version(directory: Path) -> None:
    (directory / "memoryd-version").write_text("0")


def _lost_segments(directory: Path) -> None:
    for path in directory.glob("*.store"):
        path.unlink()


@pytest.mark.parametrize("harm", [_torn_meta, _foreign, _other_version, _lost_segments])
def test_what_cannot_be_read_is_made_anew(tmp_path: Path, harm: object) -> None:
    directory = tmp_path / "index"
    index = open_index(directory)
    put(index, document("a", "tea"), state=b"1")
    index.close()
    harm(directory)  # type: ignore[operator]
    index = open_index(directory)
    assert index.rebuilt_because
    assert (index.states(), found(index, "tea")) == ({}, [])
    put(index, document("a", "tea"), state=b"1")
    index.close()
    again = open_index(directory)
    assert (again.rebuilt_because, again.states(), found(again, "tea")) == (None, {"facts.jsonl": b"1"}, ["a"])
    again.close()


@pytest.mark.parametrize("is_there", [True, False])
def test_what_the_machine_does_not_let_open_is_not_dropped(tmp_path: Path, is_there: bool) -> None:
    directory = tmp_path / "index"
    if is_there:
        index = open_index(directory)
        put(index, document("a", "tea"), state=b"1")
        index.close()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with open(os.devnull) as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno(), most[1]))
    try:
        with pytest.raises(Busy, match="too many files open"):
            open_index(directory)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
    index = open_index(directory)
    assert (index.rebuilt_because, found(index, "tea")) == (None, ["a"] * is_there)
    index.close()


OPEN = """
import sys
from pathlib import Path
from memoryd.errors import MemorydError
from tests.recall.helpers import open_index
try:
    index = open_index(Path(sys.argv[1]))
except MemorydError as refused:
    print(refused.code)
else:
    print(bool(index.rebuilt_because))
    index.close()
"""


@pytest.mark.skipif(bool(strace.missing()), reason=strace.missing() or "-")
@pytest.mark.parametrize(("error", "told", "found_later"), [("ENOSPC", "read_only", ["a"]), ("EIO", "True", [])])
def test_only_a_bad_sector_of_the_index_itself_is_got_rid_of_by_another_one(
    tmp_path: Path, error: str, told: str, found_later: list[str]
) -> None:
    directory = tmp_path / "index"
    index = open_index(directory)
    put(index, document("a", "tea"), state=b"1")
    index.close()
    fault = f"inject=read:error={error}:when=1"
    failing = ["strace", "-f", "-qq", "-o", os.devnull, "-P", directory / "meta.json", "-e", fault]
    done = subprocess.run([*failing, sys.executable, "-c", OPEN, directory], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == [told], done.stderr
    again = open_index(directory)
    assert (again.rebuilt_because, found(again, "tea")) == (None, found_later)
    again.close()


def test_it_serves_without_its_directory_until_it_is_made_anew(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=0.01)
    put(index, document("a", "tea"))
    assert index.flush()
    shutil.rmtree(index.directory)
    put(index, document("b", "tea"))
    assert not index.flush(timeout=0.5)
    assert set(found(index, "tea")) == {"a", "b"}
    assert [problem.path for problem in index.problems()] == [str(index.directory)]
    rebuild = index.rebuild()
    rebuild.apply(Change(source="facts.jsonl", put=[document("a", "tea"), document("b", "tea")]))
    rebuild.swap()
    assert set(found(index, "tea")) == {"a", "b"}
    assert index.problems() == []
    assert index.flush()
    index.close()


def test_it_goes_on_when_the_disk_does(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=0.01)
    put(index, document("a", "tea"), state=b"1")
    assert index.flush()
    index.directory.rename(tmp_path / "away")
    put(index, document("a", "tea again"), document("b", "tea"), state=b"2")
    assert not index.flush(timeout=0.5)
    put(index, *(document(f"n{number}", "coffee") for number in range(9000)))
    assert not index.wait_for_room(timeout=60)
    (tmp_path / "away").rename(index.directory)
    assert index.flush()
    assert (index.problems(), index.wait_for_room()) == ([], True)
    index.close()
    reopened = open_index(index.directory)
    assert (set(found(reopened, "tea")), reopened.states()) == ({"a", "b"}, {"facts.jsonl": b"2"})
    assert len(reopened.keys("facts.jsonl")) == 9002
    reopened.close()


def test_what_a_failed_commit_left_stands_in_no_ones_way(index: Index) -> None:
    """Under any name that the next one may choose; what is listed stays."""
    put(index, document("a", "tea"), document("b", "tea"))
    assert index.flush()
    index.apply(Change(source="facts.jsonl", remove=["a"]))
    assert index.flush()
    index.close()
    segment = next(index.directory.glob("*.store")).stem
    listed = {path.name for path in index.directory.glob("*.del")}
    for stamp in range(100):
        index.directory.joinpath(f"{segment}.{stamp}.del").touch()
    index = open_index(index.directory)
    index.apply(Change(source="facts.jsonl", remove=["b"]))
    put(index, document("c", "tea"))
    assert index.flush(timeout=5)
    assert len(listed) == 1
    assert len(list(index.directory.glob("*.del"))) <= 1
    assert found(index, "tea") == ["c"]
    index.close()


def test_what_a_failed_commit_left_stands_in_the_way_no_longer_than_until_the_next_try(index: Index) -> None:
    put(index, document("a", "tea"), document("b", "tea"))
    assert index.flush()
    segment = next(index.directory.glob("*.store")).stem
    for stamp in range(100):
        index.directory.joinpath(f"{segment}.{stamp}.del").touch()
    index.apply(Change(source="facts.jsonl", remove=["a"]))
    until(lambda: index.flush(timeout=5))
    assert found(index, "tea") == ["b"]
    assert len(list(index.directory.glob("*.del"))) <= 1
    index.close()


def test_a_commit_waits_for_another_writer_to_end(index: Index) -> None:
    """The child of a daemon that was killed may hold tantivy's lock for a moment, and nothing is wrong then."""
    put(index, document("a", "tea"))
    assert index.flush()
    index.close()
    with (index.directory / ".tantivy-writer.lock").open("r+") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        reopened = open_index(index.directory)
        put(reopened, document("b", "tea"))
        threading.Timer(0.3, other.close).start()
        assert reopened.flush()
    assert reopened.problems() == []
    reopened.close()


def test_a_copy_of_the_index_has_no_great_hole_of_it(tmp_path: Path) -> None:
    directory, scratch = tmp_path / "index", tmp_path / "scratch"
    directory.mkdir()
    scratch.mkdir()
    (directory / "a.store").write_text("a")
    (directory / "b.store").touch()
    os.truncate(directory / "b.store", 1 << 40)
    assert [path.name for path in copied_index(directory, scratch).iterdir()] == ["a.store"]


def test_only_an_index_that_failed_and_cannot_be_opened_has_to_be_made_anew(index: Index) -> None:
    put(index, document("a", "tea"))
    assert index.flush()
    meta = index.directory / "meta.json"
    whole = meta.read_bytes()
    meta.unlink()
    meta.mkdir()
    assert index.unreadable() is None  # nothing has failed yet
    put(index, document("b", "tea"))
    assert not index.flush()
    assert index.unreadable() == "meta.json is a directory, not a regular file"
    meta.rmdir()
    meta.write_bytes(whole)
    assert index.unreadable() is None


def test_a_link_in_the_place_of_the_index_is_left_to_who_made_it(index: Index) -> None:
    put(index, document("a", "tea"))
    assert index.flush()
    away = index.directory.with_name("away")
    index.directory.rename(away)
    put(index, document("b", "tea"))
    assert not index.flush()
    assert "moved" in (index.unreadable() or "")
    index.directory.symlink_to(away)
    assert index.unreadable() is None
    index.directory.unlink()
    away.rename(index.directory)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            ValueError(
                "Failed to open file for write: 'IoError { io_error: Custom { kind: QuotaExceeded, error: PathError "
                '{ path: "/d/.tmpj6", err: Os { code: 122, kind: QuotaExceeded, message: "Disk quota exceeded" } } } }'
            ),
            "the disk quota is used up",
        ),
        (
            ValueError(
                "An error occurred in a thread: 'An index writer was killed.. A worker thread encountered an error "
                "(io::Error most likely) or panicked.'"
            ),
            "a thread that writes it met an error, most likely of the disk",
        ),
        (
            OSError(errno.EROFS, "Read-only file system", "/d/.tantivy-meta.lock"),
            "its file system is mounted read-only",
        ),
        (ValueError("An IO error: 'No space left on device (os error 28) at path \"/d/x\"'"), "the disk is full"),
        (ValueError("Schema error: 'no such field'"), "Schema error: 'no such field'"),
    ],
)
def test_what_the_system_refused_is_told_in_plain_words(error: Exception, told: str) -> None:
    assert str(damage(error)) == told
