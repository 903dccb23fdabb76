"""What was purged leaves the index's files; what has nothing of it is not written again (rule 6)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.writing import Commit, DirectWriter
from memoryd.types import Change
from tests.recall.helpers import document, found, open_index
from tests.support.everywhere import places


class NotingWriter(DirectWriter):
    """Notes the keys that it writes."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def write(self, directory: Path, commit: Commit) -> None:
        self.written += [one.document.key for one in commit.documents]
        super().write(directory, commit)


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


def test_what_a_kill_left_in_the_files_goes_at_the_next_start(index: Index, tmp_path: Path) -> None:
    index.apply(Change(source="facts.jsonl", remove=["b9"], purged=["b9"]))
    index.close()
    again = open_index(tmp_path / "index")
    try:
        assert again.forget(lambda told: b"Zorbelwick" in told, 60)
        assert places(tmp_path, "Zorbelwick") == []
    finally:
        again.close()
