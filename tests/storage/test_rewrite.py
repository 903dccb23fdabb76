"""A file that is rewritten in two steps is the old version or the new one, whatever comes between."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from memoryd.storage.atomic import Identity, identity
from memoryd.storage.files import OsFiles
from memoryd.storage.rewrite import Rewrite
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles

OLD, NEW, LAST = b"old\n" * 1000, b"new\n" * 1000, b"last\n"
LOSSES: tuple[Keep, ...] = ("none", "all", 0.0, 0.5, *range(6))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    found = tmp_path / "data" / "facts.jsonl"
    found.write_bytes(OLD)
    return found


def version(path: Path) -> Identity:
    return identity(path.stat())


def rewritten(files: FaultyFiles, path: Path, last: bytes) -> None:
    found = Rewrite(files, str(path))
    found.write([NEW])
    done = found.finish(last, version(path))
    assert done is not None
    files.close(done[1])


def left(files: FaultyFiles, path: Path, keep: Keep) -> bytes:
    target = path.parent.parent / f"after-{len(list(path.parent.parent.iterdir()))}"
    files.power_loss(str(target), keep)
    return (target / path.name).read_bytes()


@pytest.mark.parametrize("last", [b"", LAST])
def test_when_it_is_told_the_new_one_comes_through_a_loss_of_power(path: Path, last: bytes) -> None:
    files = FaultyFiles(str(path.parent))
    rewritten(files, path, last)
    assert [left(files, path, keep) for keep in LOSSES] == [NEW + last] * len(LOSSES)


def test_a_loss_of_power_at_any_moment_leaves_one_of_the_two(path: Path) -> None:
    for at in range(100):
        path.write_bytes(OLD)
        files = FaultyFiles(str(path.parent))
        files.crash_at(at)
        try:
            rewritten(files, path, LAST)
        except Crashed:
            assert {left(files, path, keep) for keep in LOSSES} <= {OLD, NEW + LAST}
        else:
            return


class Plain(OsFiles):
    """A file system that can only rename."""

    def exchange(self, source: str, target: str) -> None:
        raise OSError(errno.EINVAL, "it cannot be done here")


@pytest.mark.parametrize("files", [OsFiles(), Plain()])
def test_what_others_wrote_meanwhile_stands(path: Path, files: OsFiles) -> None:
    rewrite, seen = Rewrite(files, str(path)), version(path)
    rewrite.write([NEW])
    with path.open("ab") as file:
        file.write(b"typed\n")
    assert rewrite.finish(LAST, seen) is None
    assert path.read_bytes() == OLD + b"typed\n"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_what_others_save_right_behind_the_look_stands(path: Path) -> None:
    files = FaultyFiles(str(path.parent))
    rewrite, seen = Rewrite(files, str(path)), version(path)
    rewrite.write([NEW])
    other = path.parent / "saved"
    other.write_bytes(OLD + b"typed\n")
    files.intervene(len(files.calls) + 2, lambda: other.rename(path))  # behind the write and the sync of the last bytes
    assert rewrite.finish(LAST, seen) is None
    assert path.read_bytes() == OLD + b"typed\n"
    assert [one.name for one in path.parent.iterdir()] == [path.name]
