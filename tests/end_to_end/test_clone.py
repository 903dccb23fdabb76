"""The README's first commands, from a clean clone in a directory whose path has a space."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("make"), reason="needs git and make")


def make(clone: Path, *arguments: str) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("MEMORYD_", "MAKE", "VIRTUAL_ENV"))}
    done = subprocess.run(["make", *arguments], cwd=clone, env=env, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.long
def test_setup_and_demo_work_in_a_clean_clone_below_a_space(tmp_path: Path) -> None:
    clone = tmp_path / "my projects" / "memoryd"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    make(clone, "setup")
    made = (clone / ".venv/.ready").stat().st_mtime_ns
    printed = make(clone, "setup", "demo")
    assert (clone / ".venv/.ready").stat().st_mtime_ns == made
    assert "60 messages of 4 sessions" in printed
    assert "missing 0" in printed
    assert "Nothing is missing." in printed
    assert (clone / "demo-data/data/knowledge-graph/facts.jsonl").exists()
    assert " passed" in make(clone, "test", "PYTEST=tests/tools tests/test_docs.py").splitlines()[-1]
