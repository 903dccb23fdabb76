"""CONTRIBUTING.md names commands, paths and changes that are there."""

from __future__ import annotations

import re

import pytest

from tests.test_docs import ROOT, make_targets

TEXT = (ROOT / "CONTRIBUTING.md").read_text()
MOST_FILES = 4


def changes() -> dict[str, str]:
    """The table of where each kind of change goes: the change, and its files."""
    table = TEXT.partition("## Where each kind of change goes")[2]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in re.findall(r"^\|.*\|$", table, re.M)[2:]]
    return {row[0]: row[2] for row in rows}


def test_every_make_target_exists() -> None:
    named = set(re.findall(r"`make ([a-z-]+)", TEXT))
    assert named >= {"setup", "check", "test", "test-long", "bench", "generated", "wheels"}
    assert named - make_targets() == set()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:memoryd|tests|packaging|docs)/[\w./-]+)`", TEXT))))
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_eight_changes_are_listed() -> None:
    assert len(changes()) == 8


@pytest.mark.parametrize("change", changes())
def test_no_change_touches_more_than_four_files(change: str) -> None:
    files = re.findall(r"`([\w./-]+)`", changes()[change])
    assert len(files) <= MOST_FILES
