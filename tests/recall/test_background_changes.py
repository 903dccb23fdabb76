"""A big file that was saved: no search waits for it, and nothing of it is lost."""

from __future__ import annotations

from pathlib import Path

from memoryd.recall.lexical.index import Index
from memoryd.types import Change
from tests.recall.helpers import Follower, document, found, open_index, put

MANY = 8000
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
