"""The indexer, asked through its port."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.children.helper import Helper, Lost
from memoryd.clock import SystemClock
from memoryd.problems import ProblemBoard
from memoryd.recall.indexer import DATA, INDEX, MODULE, PORTS, ROOT
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.remote import RemoteWriter
from memoryd.recall.lexical.writing import DirectWriter
from memoryd.types import Change
from tests.recall.helpers import document, open_index, put


@pytest.fixture
def indexer(tmp_path: Path) -> Iterator[Helper]:
    held = os.open(tmp_path, os.O_PATH)
    board, arguments = ProblemBoard(lambda _: None), [f"{ROOT}={tmp_path}"]
    made = Helper(MODULE, "indexer", PORTS, arguments, lambda: {DATA: held}, SystemClock(), board, lambda: 60)
    yield made
    made.stop()
    os.close(held)


def test_what_keeps_it_from_starting_is_named(indexer: Helper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(Lost, match=f"^could not be started: {tmp_path / 'python'}: No such file or directory$"):
        indexer.ask(INDEX, lambda: [b"\xc0"])


def test_a_question_that_breaks_off_spoils_none_behind_it(indexer: Helper) -> None:
    def broken() -> Iterator[bytes]:
        yield b"\x80"
        raise UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed")

    with pytest.raises(UnicodeEncodeError):
        indexer.ask(INDEX, broken)
    nothing = b"\x82\xa4what\xa7release\xa9directory\xa1x"
    assert indexer.ask(INDEX, lambda: [nothing]) == [b"\xc0"]


class Record:
    """Looks at the index on the disk while it is asked to be first."""

    def __init__(self, meta: Path) -> None:
        self._meta = meta
        self.documents: list[int] = []

    def record(self, change: Change, index: Index) -> None:
        pass

    def has_room(self) -> bool:
        return True

    def flush(self, timeout: float) -> bool:
        self.documents.append(self.on_disk())
        return True

    def on_disk(self) -> int:
        return sum(one["max_doc"] for one in json.loads(self._meta.read_bytes())["segments"])


@pytest.mark.parametrize("is_remote", [False, True])
def test_what_is_recorded_is_on_the_disk_before_the_index_knows_of_it(
    indexer: Helper, tmp_path: Path, is_remote: bool
) -> None:
    directory = tmp_path / "index"
    writer = RemoteWriter(indexer.port(INDEX)) if is_remote else DirectWriter()
    record = Record(directory / "meta.json")
    index = open_index(directory, writer=writer, recorder=record)
    for count in (1, 2):
        put(index, document(f"a:{count}", "tea", source="a"), source="a")
        before = record.on_disk()
        assert index.flush()
        assert record.documents == [before]
        assert record.on_disk() > before
        record.documents.clear()
    index.close()
