"""The recorder on disks that fail: no change is lost, none is told twice, and the chain is whole."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection
from pathlib import Path

import pytest

from memoryd.audit.reader import AuditReader
from memoryd.audit.recorder import Recorder
from memoryd.clock import SystemClock
from memoryd.problems import ProblemBoard
from memoryd.storage.files import Files, OsFiles
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.types import Change, Document
from tests.support.wait import until

PLACES = 24
"""More calls than a round makes; behind the last one nothing fails."""


class Index:
    """What the recorder is told stood before."""

    def __init__(self) -> None:
        self.known: dict[str, Document] = {}

    def documents(self, keys: Collection[str]) -> dict[str, Document]:
        return {key: self.known[key] for key in keys if key in self.known}

    def documents_of(self, source: str) -> list[Document]:
        return [one for one in self.known.values() if one.source == source]


class Naming:
    def is_one_memory(self, source: str) -> bool:
        return False

    def is_archived(self, memory: str) -> bool:
        return False


def fact(number: int, text: str = "Ada likes tea") -> Document:
    return Document(key=f"fact-{number}", kind="fact", text=f"{text} {number}", source="f", path="f")


def opened(files: Files, root: Path, board: ProblemBoard | None = None) -> Recorder:
    recorder = Recorder(
        files, str(root), root.stat().st_gid, SystemClock(), board or ProblemBoard(lambda _: None), Naming()
    )
    recorder.load()
    recorder.settled()
    recorder.start()
    return recorder


def told(recorder: Recorder, root: Path) -> list[tuple[str | None, str]]:
    """(key, change) of every line, after the chain was found whole."""
    reader = AuditReader(recorder, OsFiles(), str(root), lambda key: None, ProblemBoard(print))
    verdict = reader.verify(lambda stage, done, total: None)
    assert verdict.problems == []
    return [(line.key, line.change) for line in reader.lines() if line.key is not None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "data" / ".memoryd").mkdir(parents=True)
    return tmp_path / "data"


@pytest.mark.parametrize(
    "code",
    [errno.EIO, pytest.param(errno.ENOSPC, marks=pytest.mark.long), pytest.param(errno.EMFILE, marks=pytest.mark.long)],
)
def test_a_fault_at_any_call_costs_no_line(root: Path, code: int) -> None:
    index = Index()
    for place in range(PLACES):
        first, second = fact(2 * place), fact(2 * place + 1)
        files = FaultyFiles(str(root))
        recorder = opened(files, root)
        files.fail_at(len(files.calls) + place, code)
        recorder.record(Change(source="f", put=[first], fresh=True), index)
        recorder.record(Change(source="f", put=[second], fresh=True), index)
        recorder.stop()
        files.heal()
        # The next start feeds what the index does not have, which is never more than the audit has.
        recorder = opened(OsFiles(), root)
        recorder.record(Change(source="f", put=[first, second]), index)
        recorder.stop()
        lines = told(recorder, root)
        assert lines[-2:] == [(first.key, "added"), (second.key, "added")], place
        assert len(lines) == 2 * (place + 1), place


def test_a_full_disk_is_told_and_nothing_is_lost_when_there_is_room_again(root: Path) -> None:
    board, index = ProblemBoard(lambda _: None), Index()
    files = FaultyFiles(str(root))
    recorder = opened(files, root, board)
    assert recorder.flush(30)
    files.fail_all(errno.ENOSPC, "write")
    for number in range(200):
        recorder.record(Change(source="f", put=[fact(number)], fresh=True), index)
    problem = until(lambda: [one for one in board.all() if one.path == "audit.jsonl"])[0]
    assert "full" in problem.what
    files.heal()
    assert recorder.flush(30)
    until(lambda: not board.all())
    recorder.stop()
    assert told(recorder, root) == [(f"fact-{number}", "added") for number in range(200)]


def test_a_replaced_text_is_kept_and_a_purge_takes_it_with_the_key(root: Path) -> None:
    index = Index()
    recorder = opened(OsFiles(), root)
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), index)
    index.known = {"fact-1": fact(1)}
    recorder.record(Change(source="f", put=[fact(1, "Ada likes wine")]), index)
    assert recorder.flush(30)
    (kept,) = recorder.history.digests()
    past = recorder.history.read(kept)
    assert past is not None
    assert past.text == "Ada likes tea 1"
    index.known = {"fact-1": fact(1, "Ada likes wine")}
    recorder.record(Change(source="f", remove=["fact-1"], purged=["fact-1"]), index)
    recorder.stop()
    assert recorder.history.digests() == []
    assert len(recorder.keyring) == 0
    assert [change for _, change in told(recorder, root)] == ["added", "changed", "purged"]
    assert os.path.getsize(root / ".memoryd" / "audit-keys") > 0
