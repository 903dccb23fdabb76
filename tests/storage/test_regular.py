from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.errors import ReadOnly
from memoryd.storage.files import OsFiles
from memoryd.storage.regular import NotRegular, TooBig, read_whole, regular
from memoryd.storage.trouble import refusal


def bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


ODD: dict[str, Callable[[Path], None]] = {"a directory": Path.mkdir, "a FIFO": os.mkfifo, "a socket": bind}


@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_RDWR | os.O_APPEND, os.O_WRONLY | os.O_APPEND])
@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_regular_file_is_refused_at_once_and_named(tmp_path: Path, kind: str, flags: int) -> None:
    path = tmp_path / "x"
    ODD[kind](path)
    before = set(os.listdir("/proc/self/fd"))
    for opened in (regular, OsFiles().open):
        with pytest.raises(NotRegular) as caught:
            opened(str(path), flags)
        told = refusal(caught.value, str(path))
        assert isinstance(told, ReadOnly)
        assert told.sentence == f"{path} cannot be written: it is {kind}, not a regular file. Move it away."
    # Another test's files may be closed meanwhile.
    assert set(os.listdir("/proc/self/fd")) <= before


def test_it_opens_regular_files_for_open(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("tea")
    with open(tmp_path / "x", "rb", opener=regular) as file:
        assert file.read() == b"tea"
    with pytest.raises(FileNotFoundError):
        regular(str(tmp_path / "y"), os.O_RDONLY)


def test_a_hole_is_not_read_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    os.truncate(tmp_path / "x", 512 << 20)
    with pytest.raises(TooBig):
        read_whole(str(tmp_path / "x"), 1 << 30)
