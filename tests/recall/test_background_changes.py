"""A big file that was saved: no search waits for it, and nothing of it is lost."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.ingest_queue import IngestQueue
from memoryd.recall.lexical.writing import Commit, DirectWriter, at_once
from memoryd.types import Change, Document
from tests.recall.helpers import Follower, document, found, open_index, put

MANY = 8000
PATIENCE = 30
"""Seconds after which what should not wait has waited."""
BIG, OTHER = "memory/big.md", "memory/other.md"


def saved(word: str, many: int = MANY, state: bytes | None = None) -> Change:
    documents = [document(f"{BIG}:{number}", f"{word} {number}", kind="note", source=BIG) for number in range(many)]
    return Change(source=BIG, put=documents, remove_source=True, state=state, background=True)


def test_a_search_does_not_wait_for_it_and_finds_what_was_written_after_it(index: Index) -> None:
    index.apply(saved("old"))
    put(index, document("k", "tea after it", source=OTHER), source=OTHER)
    assert found(index, "tea") == ["k"]
    assert found(index, str(MANY - 1)) == []  # its last lines are still queued
    assert index.flush()
    assert found(index, str(MANY - 1)) == [f"{BIG}:{MANY - 1}"]


def test_a_write_to_that_file_is_found_at_once(index: Index) -> None:
    index.apply(saved("old"))
    index.apply(Change(source=BIG, put=[document(f"{BIG}:7", "tea instead", source=BIG)], remove=[f"{BIG}:8"]))
    assert found(index, "tea") == [f"{BIG}:7"]
    assert found(index, "old 8")[:1] != [f"{BIG}:8"]
    assert f"{BIG}:{MANY - 1}" in index.keys(BIG)


def added(many: int = MANY) -> Change:
    """What somebody appended to the file."""
    documents = [document(f"{BIG}:{number}", f"added {number}", kind="note", source=BIG) for number in range(many)]
    return Change(source=BIG, put=documents, state=b"added", background=True)


def new(word: str, state: bytes) -> Change:
    return Change(
        source=BIG, put=[document(f"{BIG}:{MANY}", word, kind="note", source=BIG)], state=state, fresh=True
    )  # fmt: skip


@pytest.mark.parametrize("gone", [[], [f"{BIG}:{MANY + 7}"]])
def test_a_new_memory_behind_what_was_added_to_its_file_is_found_before_that(index: Index, gone: list[str]) -> None:
    index.apply(added())
    index.apply(Change(source=BIG, remove=gone, background=True))
    index.apply(new("tea", b"tea"))
    assert found(index, "tea") == [f"{BIG}:{MANY}"]
    assert found(index, str(MANY - 1)) == []  # what was added last is still queued
    assert index.flush()
    assert len(index.keys(BIG)) == MANY + 1
    index.close()
    again = open_index(index.directory)
    assert again.states() == {BIG: b"tea"}
    again.close()


def test_no_search_waits_for_a_state_behind_it(index: Index) -> None:
    index.apply(added())
    index.apply(Change(source=BIG, state=b"behind"))
    assert found(index, str(MANY - 1)) == []
    assert index.flush()
    assert found(index, str(MANY - 1)) == [f"{BIG}:{MANY - 1}"]


def test_a_new_memory_stands_behind_what_removes_its_file_or_its_key(index: Index) -> None:
    index.apply(saved("old"))
    index.apply(new("tea", b"tea"))
    assert found(index, "tea") == [f"{BIG}:{MANY}"]
    index.apply(added())
    index.apply(Change(source=BIG, remove=[f"{BIG}:{MANY}"], background=True))
    index.apply(new("coffee", b"coffee"))
    assert found(index, "coffee") == [f"{BIG}:{MANY}"]
    assert index.flush()
    assert found(index, "coffee") == [f"{BIG}:{MANY}"]


def test_the_last_one_saved_counts(tmp_path: Path) -> None:
    follower = Follower()
    index = open_index(tmp_path / "index", follower=follower)
    index.apply(saved("first"))
    index.apply(saved("second", many=10, state=b"2"))
    assert index.flush()
    assert found(index, "first") == []
    assert len(found(index, "second", limit=50)) == 10
    # The follower is told of all that the first one brought, though little of it was ingested yet.
    assert len(follower.told[1][1]) == MANY
    index.close()


def test_a_state_is_kept_only_behind_all_of_it(index: Index) -> None:
    index.apply(saved("old", state=b"whole"))
    put(index, document("k", "tea", source=OTHER), source=OTHER, state=b"other")
    assert index.flush()
    index.close()
    again = open_index(index.directory)
    try:
        assert again.states() == {BIG: b"whole", OTHER: b"other"}
        assert len(again.keys(BIG)) == MANY
    finally:
        again.close()


def test_a_new_index_takes_over_in_the_middle(index: Index) -> None:
    index.apply(saved("old"))
    rebuild = index.rebuild()
    index.apply(saved("new", many=3000))
    put(index, document("k", "tea", source=OTHER), source=OTHER)
    rebuild.swap()
    assert found(index, "tea") == ["k"]
    assert index.flush()
    assert len(index.keys(BIG)) == 3000


class Gate:
    """Where a thread waits until it is let through."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self._open = threading.Event()

    def wait(self) -> None:
        self.reached.set()
        self._open.wait()

    def open(self) -> None:
        self._open.set()


class HeldWriter(DirectWriter):
    """Its commits wait, so that what is queued for the indexer stays there."""

    def __init__(self, gate: Gate) -> None:
        super().__init__()
        self._gate = gate

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        self._gate.wait()
        super().write(directory, commit, wait)


class HeldDocuments(list[Document]):
    """Whoever reads the queue, the newest first, waits in the middle of it."""

    def __init__(self, documents: list[Document], gate: Gate) -> None:
        super().__init__(documents)
        self._gate = gate

    def __reversed__(self) -> Iterator[Document]:
        self._gate.wait()
        return super().__reversed__()


def test_neither_search_nor_write_waits_while_the_queue_is_read_for_keys(tmp_path: Path) -> None:
    """As a batch does that archives, for the audit: of thousands of queued changes that took a second."""
    commit, reading = Gate(), Gate()
    index = open_index(tmp_path / "index", commit_seconds=0.0, writer=HeldWriter(commit))
    with ThreadPoolExecutor(2) as pool:
        try:
            put(index, document("first", "coffee", source=OTHER), source=OTHER)
            assert commit.reached.wait(PATIENCE)
            queued = HeldDocuments([document(f"{BIG}:1", "tea", source=BIG)], reading)
            index.apply(Change(source=BIG, put=queued, background=True))
            archiving = pool.submit(index.documents, [f"{BIG}:1", "first"])
            assert reading.reached.wait(PATIENCE)
            assert pool.submit(found, index, "coffee").result(PATIENCE) == ["first"]
            new = document("second", "more coffee", source=OTHER)
            pool.submit(put, index, new, source=OTHER).result(PATIENCE)
            assert sorted(pool.submit(found, index, "coffee").result(PATIENCE)) == ["first", "second"]
            reading.open()
            assert set(archiving.result(PATIENCE)) == {f"{BIG}:1", "first"}
        finally:
            reading.open()
            commit.open()
    index.close()


def test_searches_and_writes_of_what_is_queued_do_not_meet(index: Index) -> None:
    index.apply(saved("old", many=20_000))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads change places wherever they can
    try:
        with ThreadPoolExecutor(1) as others:
            written = others.submit(
                lambda: [put(index, document(f"{BIG}:0", f"tea {at}", source=BIG), source=BIG) for at in range(3000)]
            )
            while not written.done():
                found(index, "coffee")
            written.result()
    finally:
        sys.setswitchinterval(interval)
    assert found(index, "tea") == [f"{BIG}:0"]


def test_a_search_that_fails_lets_others_go_on(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    put(index, document("k", "tea", source=OTHER), source=OTHER)

    def fail(_queue: IngestQueue, _target: int) -> bool:
        raise RuntimeError("not now")

    with monkeypatch.context() as patched:
        patched.setattr(IngestQueue, "is_settled", fail)
        with pytest.raises(RuntimeError):
            found(index, "tea")
    with ThreadPoolExecutor(1) as others:
        assert others.submit(found, index, "tea").result(PATIENCE) == ["k"]
