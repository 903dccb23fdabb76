"""`make demo` does what it says, with our own conversation and with a real one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.rest import rest

ROOT = Path(__file__).parents[2]
DATASETS = os.environ.get("MEMORYD_DATASETS")


def demo(folder: Path, datasets: str | None) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith("MEMORYD_")}
    if datasets:
        env["MEMORYD_DATASETS"] = datasets
    command = [sys.executable, "-m", "contrib.demo", str(folder / "demo with a space")]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@rest
def test_the_demo_with_our_own_conversation(tmp_path: Path) -> None:
    printed = demo(tmp_path, None)
    assert "60 messages of 4 sessions and 8 facts" in printed
    assert "messages  before    60   after    60   missing 0" in printed
    assert "facts     before     8   after     8   missing 0" in printed
    assert printed.count("<- holds the answer") >= 3
    assert "harbour museum opens at half past ten on Thursdays" in printed
    assert "facts.jsonl" in printed
    assert "Nothing is missing." in printed


def test_the_demo_may_run_again_on_its_directory_but_on_no_other(tmp_path: Path) -> None:
    other = tmp_path / "demo with a space"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    command = [sys.executable, "-m", "contrib.demo", str(other)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert "name another directory" in done.stderr
    assert (other / "thesis.txt").read_text() == "years of work"


@pytest.mark.long
@pytest.mark.skipif(not DATASETS, reason="needs $MEMORYD_DATASETS")
def test_the_demo_with_a_real_conversation(tmp_path: Path) -> None:
    printed = demo(tmp_path, DATASETS)
    assert "LoCoMo" in printed
    assert "messages  before   419   after   419   missing 0" in printed
