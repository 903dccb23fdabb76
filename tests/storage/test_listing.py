"""Which names a directory has, as the kinds of memory ask for them."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

from memoryd.errors import Busy
from memoryd.storage.listing import names_in


def test_names_that_are_text_and_not_hidden(tmp_path: Path) -> None:
    for name in (b"two", b"one", b".hidden", b"not-\xff-text"):
        (tmp_path / os.fsdecode(name)).touch()
    assert names_in(str(tmp_path)) == ["one", "two"]
    assert names_in(str(tmp_path / "missing")) == []


def test_a_directory_that_cannot_be_listed_for_a_moment_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "one").touch()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with open(os.devnull) as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno(), most[1]))
    try:
        with pytest.raises(Busy, match="too many files open"):
            names_in(str(tmp_path))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
