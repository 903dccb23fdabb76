"""The plugin in tests/conftest.py keeps the long tests within MEMORYD_LONG_MINUTES."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = """
import pytest

def test_quick():
    pass

@pytest.mark.long
def test_first(long_seconds):
    print("share", round(long_seconds))

@pytest.mark.long
def test_second(long_seconds):
    print("share", round(long_seconds))
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "test_suite.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long: takes minutes\n")
    return tmp_path


def run(suite: Path, minutes: str, *arguments: str) -> str:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-ra",
        "-s",
        "-p",
        "no:cacheprovider",
        *arguments,
    ]
    env = os.environ | {"MEMORYD_LONG_MINUTES": minutes, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=suite, env=env, capture_output=True, check=False, text=True).stdout


def test_each_long_test_gets_a_share_of_the_minutes(suite: Path) -> None:
    printed = run(suite, "10", "-m", "long")
    assert [line for line in printed.split() if line in ("300", "600")] == ["300", "600"]
    assert "2 passed, 1 deselected" in printed


def test_when_the_minutes_are_over_no_long_test_is_started_and_that_is_said(suite: Path) -> None:
    printed = run(suite, "0", "-m", "long")
    assert "2 long tests were not started" in printed
    assert "2 skipped, 1 deselected" in printed


def test_quick_tests_do_not_mind_the_minutes(suite: Path) -> None:
    assert "1 passed, 2 deselected" in run(suite, "0", "-m", "not long")
