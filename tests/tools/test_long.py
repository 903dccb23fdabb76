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
@pytest.mark.parametrize("number", [1, 2])
def test_first(long_seconds, number):
    print("share", round(long_seconds / 60))

@pytest.mark.long
def test_second(long_seconds):
    print("share", round(long_seconds / 60))
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
    printed = run(suite, "600", "-m", "long")
    assert [line for line in printed.split() if line in ("200", "300", "600")] == ["200", "300", "600"]
    assert "3 passed, 1 deselected" in printed


def test_one_of_each_kind_comes_first(suite: Path) -> None:
    printed = run(suite, "10", "-m", "long", "-v")
    ran = [line.partition("::")[2].split()[0] for line in printed.splitlines() if line.startswith("test_suite.py::")]
    assert ran == ["test_first[1]", "test_second", "test_first[2]"]


def test_when_the_minutes_are_over_no_long_test_is_started_and_that_is_said(suite: Path) -> None:
    printed = run(suite, "0", "-m", "long")
    assert "3 long tests were not started" in printed
    assert "3 skipped, 1 deselected" in printed


def test_quick_tests_do_not_mind_the_minutes(suite: Path) -> None:
    assert "1 passed, 3 deselected" in run(suite, "0", "-m", "not long")
