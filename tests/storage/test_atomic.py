from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memoryd.errors import ReadOnly
from memoryd.storage.atomic import (
    ABSENT,
    Changed,
    identity,
    is_temporary,
    open_to_append,
    replace_file,
    replace_keeping_old,
    sweep_temporaries,
)
from memoryd.storage.files import OsFiles
from memoryd.storage.rewrite import Rewrite
from memoryd.testing.faulty_files import Crashed, FaultyFiles

from .helpers import read

FILES = OsFiles()
EXCHANGE = 4
"""The number of the call that puts a new version in the place of an old one: behind open, chmod, write and fsync."""


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "file.md")


def test_the_new_stat_is_that_of_the_file(path: str) -> None:
    stat = replace_file(FILES, path, [b"one", b"", b"two"])
    assert read(path) == b"onetwo"
    assert identity(os.stat(path)) == identity(stat)


@pytest.mark.parametrize("sizes", [[], [0], [3 << 20], [1] * 5000, [300_000] * 5, [1, (1 << 20) + 1, 1]])
def test_any_cut_of_the_content_arrives_whole(path: str, sizes: list[int]) -> None:
    chunks = [bytes([number % 251]) * size for number, size in enumerate(sizes)]
    replace_file(FILES, path, chunks)
    assert read(path) == b"".join(chunks)


def test_no_single_write_is_longer_than_a_mebibyte(tmp_path: Path, path: str) -> None:
    longest = 0

    class Watching(OsFiles):
        def write(self, fd: int, data: bytes | memoryview) -> int:
            nonlocal longest
            longest = max(longest, len(data))
            return super().write(fd, data)

    replace_file(Watching(), path, [bytes(5 << 20), bytes(700_000), bytes(700_000)])
    assert 0 < longest <= 1 << 20


def test_mode_of_a_new_file_and_of_an_old_one(path: str) -> None:
    previous = os.umask(0o007)
    try:
        replace_file(FILES, path, [b"one"])
        assert os.stat(path).st_mode & 0o777 == 0o660
        os.chmod(path, 0o640)
        replace_file(FILES, path, [b"two"])
        assert os.stat(path).st_mode & 0o777 == 0o640
    finally:
        os.umask(previous)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_owner_and_group_are_kept(path: str) -> None:
    replace_file(FILES, path, [b"one"])
    os.chown(path, 1234, 2345)
    replace_file(FILES, path, [b"two"])
    assert (os.stat(path).st_uid, os.stat(path).st_gid) == (1234, 2345)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_file_that_is_made_to_append_to_gets_its_group(path: str) -> None:
    os.close(open_to_append(FILES, path, 0o660, 2345))
    assert os.stat(path).st_gid == 2345


def test_where_the_owner_cannot_be_kept_the_mode_is_ours(path: str) -> None:
    class Strange(OsFiles):
        """The old file is somebody else's, and we may give nothing away."""

        def lstat(self, path: str) -> os.stat_result:
            old = list(super().lstat(path))
            old[4] += 1
            return os.stat_result(old)

        def chown(self, fd: int, uid: int, gid: int) -> None:
            raise PermissionError(1, "Operation not permitted")

    Path(path).write_bytes(b"one")
    os.chmod(path, 0o600)
    replace_file(Strange(), path, [b"two"], mode=0o660)
    assert os.stat(path).st_mode & 0o777 == 0o660


def test_a_target_that_changed_is_left_alone(tmp_path: Path, path: str) -> None:
    Path(path).write_bytes(b"one")
    seen = identity(os.stat(path))

    def chunks() -> Iterator[bytes]:
        Path(path).write_bytes(b"theirs")
        yield b"ours"

    with pytest.raises(Changed, match=r"file\.md"):
        replace_file(FILES, path, chunks(), expect=seen)
    assert read(path) == b"theirs"
    assert os.listdir(tmp_path) == ["file.md"]


def test_only_the_rename_waits_for_others(path: str) -> None:
    Path(path).write_bytes(b"one")
    done = []

    def chunks() -> Iterator[bytes]:
        done.append("written")
        yield b"ours"

    def put(rename: Callable[[], None]) -> None:
        done.append(read(path).decode())
        rename()

    replace_file(FILES, path, chunks(), expect=identity(os.stat(path)), put=put)
    assert (done, read(path)) == (["written", "one"], b"ours")


@pytest.mark.parametrize("there", [True, False])
def test_a_target_may_be_expected_to_be_absent(path: str, there: bool) -> None:
    if there:
        Path(path).write_bytes(b"theirs")
        with pytest.raises(Changed):
            replace_file(FILES, path, [b"ours"], expect=ABSENT)
        assert read(path) == b"theirs"
    else:
        replace_file(FILES, path, [b"ours"], expect=ABSENT)
        assert read(path) == b"ours"


def test_the_old_inode_can_be_read_once_more(path: str) -> None:
    Path(path).write_bytes(b"one\n")
    with open(path, "ab", buffering=0) as other:
        _, old = replace_keeping_old(FILES, path, [b"two\n"])
        other.write(b"late\n")
    assert old is not None
    assert os.pread(old, 100, 0) == b"one\nlate\n"
    os.close(old)
    os.unlink(path)
    assert replace_keeping_old(FILES, path, [b"three"])[1] is None


def test_content_that_fails_leaves_the_old_file_and_no_temporary(tmp_path: Path, path: str) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"some"
        raise ValueError("the maker failed")

    Path(path).write_bytes(b"old")
    with pytest.raises(ValueError, match="the maker failed"):
        replace_file(FILES, path, chunks())
    assert read(path) == b"old"
    assert os.listdir(tmp_path) == ["file.md"]


def save(path: str, content: bytes) -> None:
    """As an editor does: a new file in the old one's place."""
    Path(f"{path}.new").write_bytes(content)
    os.rename(f"{path}.new", path)


def append(path: str, content: bytes) -> None:
    with open(path, "ab") as file:
        file.write(content)


@pytest.mark.parametrize(
    ("others", "stands"),
    [
        (lambda path: save(path, b"typed"), b"typed"),
        (lambda path: append(path, b" typed"), b"old typed"),
        (os.unlink, None),
    ],
)
def test_what_others_save_right_behind_the_look_stands(
    tmp_path: Path, path: str, others: Callable[[str], None], stands: bytes | None
) -> None:
    files = FaultyFiles(str(tmp_path))
    Path(path).write_bytes(b"old")
    files.intervene(EXCHANGE, lambda: others(path))
    with pytest.raises(Changed):
        replace_file(files, path, [b"new"], expect=identity(os.stat(path)))
    assert (read(path) if os.path.exists(path) else None) == stands
    assert os.listdir(tmp_path) == ([] if stands is None else ["file.md"])


@pytest.mark.parametrize(("last", "stands"), [(lambda path: save(path, b"again"), b"again"), (os.unlink, b"typed")])
def test_what_others_save_while_it_is_given_back_stands(
    tmp_path: Path, path: str, last: Callable[[str], None], stands: bytes
) -> None:
    files = FaultyFiles(str(tmp_path))
    Path(path).write_bytes(b"old")
    files.intervene(EXCHANGE, lambda: save(path, b"typed"))
    files.intervene(EXCHANGE + 1, lambda: last(path))
    with pytest.raises(Changed):
        replace_file(files, path, [b"new"], expect=identity(os.stat(path)))
    assert read(path) == stands
    assert os.listdir(tmp_path) == ["file.md"]


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOSYS])
def test_where_two_files_cannot_change_places_one_is_renamed(path: str, code: int) -> None:
    class Plain(OsFiles):
        def exchange(self, source: str, target: str) -> None:
            raise OSError(code, os.strerror(code))

    Path(path).write_bytes(b"old")
    replace_file(Plain(), path, [b"new"], expect=identity(os.stat(path)))
    assert read(path) == b"new"
    with pytest.raises(Changed):
        replace_file(Plain(), path, [b"newer"], expect=(1, 2, 3))
    assert os.listdir(os.path.dirname(path)) == ["file.md"]


@pytest.mark.parametrize("is_synced", [False, True])
def test_a_loss_of_power_leaves_the_old_version_or_the_new_one(tmp_path: Path, is_synced: bool) -> None:
    root = tmp_path / "data"
    root.mkdir()
    path = str(root / "file.md")
    Path(path).write_bytes(b"old")
    files = FaultyFiles(str(root))
    if not is_synced:
        files.crash_at(EXCHANGE + 1)
    with suppress(Crashed):
        replace_file(files, path, [b"new"], expect=identity(os.stat(path)))
    for keep in ("none", "all"):
        target = tmp_path / keep
        files.power_loss(str(target), keep)
        assert (target / "file.md").read_bytes() == (b"new" if is_synced or keep == "all" else b"old")


@pytest.mark.parametrize("name", ["open", "write", "fsync", "rename"])
def test_a_full_disk_is_read_only_with_a_sentence(tmp_path: Path, path: str, name: str) -> None:
    files = FaultyFiles(str(tmp_path))
    Path(path).write_bytes(b"old")
    files.fail_all(errno.ENOSPC, name)
    with pytest.raises(ReadOnly, match="the disk is full"):
        replace_file(files, path, [b"new"])
    assert read(path) == b"old"
    assert os.listdir(tmp_path) == ["file.md"]


def test_no_descriptor_is_left_open(path: str) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        replace_file(FILES, path, [b"x"])
        with pytest.raises(Changed):
            replace_file(FILES, path, [b"x"], expect=ABSENT)
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_longest_name_can_be_replaced(tmp_path: Path) -> None:
    path = str(tmp_path / ("é" * 127))
    replace_file(FILES, path, [b"x"])
    assert read(path) == b"x"


def test_only_our_own_temporaries_are_swept(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    ours = [tmp_path / ".a.md.0123456789abcdef.tmp", tmp_path / "deep" / "er" / ".b.fedcba9876543210.tmp"]
    others = [tmp_path / name for name in (".a.tmp", "a.0123456789abcdef.tmp", ".a.md.0123456789abcdeg.tmp", "x.md")]
    for file in ours + others:
        file.write_bytes(b"x")
    elsewhere = tmp_path / "deep" / "link"
    elsewhere.symlink_to("/")
    assert sorted(sweep_temporaries(FILES, str(tmp_path))) == sorted(str(file) for file in ours)
    assert all(file.exists() for file in others)
    assert elsewhere.is_symlink()
    assert is_temporary(ours[0].name)


def test_a_rewrite_may_leave_the_sync_of_its_name_to_those_who_wait_for_nothing(tmp_path: Path) -> None:
    class Syncing(OsFiles):
        syncs = 0

        def fsync(self, fd: int) -> None:
            self.syncs += 1
            super().fsync(fd)

    path, files = tmp_path / "a", Syncing()
    path.write_text("old\n")
    rewrite = Rewrite(files, str(path))
    rewrite.write([b"new\n"])
    before = files.syncs
    done = rewrite.finish(b"", identity(path.stat()), named=False)
    assert done is not None and path.read_text() == "new\n" and files.syncs == before
    os.close(done[1])
    rewrite.sync_name()
    assert files.syncs == before + 1
