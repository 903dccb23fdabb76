"""The indexer, asked through its port."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.children.helper import Helper, Lost
from memoryd.clock import SystemClock
from memoryd.problems import ProblemBoard
from memoryd.recall.indexer import DATA, INDEX, MODULE, PORTS, ROOT


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
