"""kill -9 of a process that indexes: the states on disk say exactly which documents are there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.recall.query import LexicalQuery
from tests.recall.helpers import open_index

CHILD = """
import sys
from pathlib import Path
from memoryd.types import Change
from tests.recall.helpers import document, open_index

index = open_index(Path(sys.argv[1]), commit_seconds=0.001)
start = int(index.states().get("facts.jsonl", b"-1")) + 1
for batch in range(start, 100_000):
    new = [document(f"{batch}-{number}", f"tea batch{batch}") for number in range(5)]
    gone = [f"{batch - 3}-0"]
    index.apply(Change(source="facts.jsonl", put=new, remove=gone, state=b"%d" % batch))
    index.flush()
    print(batch, flush=True)
"""


def _keys_after(state: int) -> set[str]:
    keys = {f"{batch}-{number}" for batch in range(state + 1) for number in range(5)}
    return keys - {f"{batch - 3}-0" for batch in range(state + 1)}


def _one_life(directory: Path, batches: int) -> int:
    """Index until the child has told of so many commits, then kill it; the last batch told of."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(directory)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert child.stdout is not None
    told = -1
    for _ in range(batches):
        told = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    return told


def _lives(directory: Path, lives: list[int]) -> None:
    for batches in lives:
        told = _one_life(directory, batches)
        index = open_index(directory)
        assert index.rebuilt_because is None
        state = int(index.states()["facts.jsonl"])
        assert state >= told
        assert index.keys("facts.jsonl") == _keys_after(state)
        hits = index.search(LexicalQuery("tea", limit=10 * (state + 1)))
        assert {hit.document.key for hit in hits} == _keys_after(state)
        index.close()


def test_states_agree_with_documents_after_kill(tmp_path: Path) -> None:
    _lives(tmp_path / "index", [3, 17, 1, 9])


@pytest.mark.long
def test_states_agree_with_documents_after_many_kills(tmp_path: Path) -> None:
    _lives(tmp_path / "index", [1 + 7 * number % 23 for number in range(50)])
