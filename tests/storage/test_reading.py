"""Files of a directory that cannot be written, and how a path is mounted."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.errors import ReadOnly
from memoryd.storage.files import Files
from memoryd.storage.mounts import Mount, mount_of
from memoryd.storage.reading import ReadingFiles, is_transient

TABLE = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 8:1 /srv /srv/a\\040b ro,relatime - ext4 /dev/sda1 rw
41 22 8:2 / /srv/full rw - ext4 /dev/sda2 ro
42 41 8:3 / /srv/full ro - ext4 /dev/sda3 ro
not a line
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/srv/other", Mount("/", False, False)),
        ("/srv/a b/c", Mount("/srv/a b", True, False)),
        ("/srv/full/x", Mount("/srv/full", True, True)),
    ],
)
def test_the_mount_of_a_path(path: str, expected: Mount) -> None:
    found = mount_of(path, TABLE)
    assert found == expected
    assert expected.is_shut_by_sandbox == (expected.point == "/srv/a b")


@pytest.fixture
def files() -> Files:
    return ReadingFiles(ReadOnly("full", errno="ENOSPC"))


@pytest.mark.parametrize(
    "change",
    [
        lambda files, path: files.open(path + "2", os.O_WRONLY | os.O_CREAT),
        lambda files, path: files.open(path, os.O_WRONLY | os.O_TRUNC),
        lambda files, path: files.write(files.open(path, os.O_RDWR), b"x"),
        lambda files, path: files.ftruncate(files.open(path, os.O_RDWR), 0),
        lambda files, path: files.rename(path, path + "2"),
        lambda files, path: files.link(path, path + "2"),
        lambda files, path: files.unlink(path),
        lambda files, path: files.mkdir(path + "2"),
    ],
)
def test_every_change_fails_with_the_reason(
    files: Files, tmp_path: Path, change: Callable[[Files, str], object]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"kept")
    with pytest.raises(OSError) as failed:
        change(files, str(path))
    assert failed.value.errno == errno.ENOSPC
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"kept")]


def test_what_is_there_is_read_as_ever(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"kept")
    assert files.pread(files.open(str(path), os.O_RDWR | os.O_APPEND | os.O_CREAT), 10, 0) == b"kept"
    with pytest.raises(FileExistsError):
        files.mkdir(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        files.unlink(str(tmp_path / "none"))


def test_which_reasons_pass() -> None:
    passing = {
        name
        for name in ("ENOSPC", "EROFS", "EDQUOT", "EIO", "EACCES", "ELOOP")
        if is_transient(ReadOnly("", errno=name))
    }
    assert passing == {"ENOSPC", "EROFS", "EDQUOT", "EIO"}
