"""What a refusal names as its cause, and the command that mends it."""

from __future__ import annotations

import errno
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.storage.trouble import refusal


@pytest.fixture
def marked(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Path, Path]]:
    """A file, and what of it is marked: itself, or the directory in which it stands."""
    letter, is_directory = request.param
    file = tmp_path / "a directory" / "notes.md"
    file.parent.mkdir()
    file.write_text("tea\n")
    place = file.parent if is_directory else file
    if shutil.which("chattr") is None or subprocess.run(["chattr", f"+{letter}", place]).returncode:
        pytest.skip("needs root, and a file system with attributes")
    try:
        yield file, place
    finally:
        subprocess.run(["chattr", f"-{letter}", place], check=True)


@pytest.mark.parametrize("marked", [("i", False), ("a", False), ("i", True)], indirect=True)
def test_what_is_marked_needs_another_mark_and_no_other_group(marked: tuple[Path, Path]) -> None:
    file, place = marked
    with pytest.raises(OSError) as refused:
        (file.parent / "new" if place != file else file).open("w")
    assert refused.value.errno == errno.EPERM
    told = refusal(refused.value, str(file)).sentence
    action = told.partition("Run: ")[2].rstrip(".")
    assert "is marked immutable" in told or "is marked append-only" in told
    assert subprocess.run(action, shell=True).returncode == 0
    file.write_text("coffee\n")
    assert "chgrp" in refusal(refused.value, str(file)).sentence
