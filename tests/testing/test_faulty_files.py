from __future__ import annotations

import errno
import functools
import os
from pathlib import Path

import pytest

from memoryd.testing.faulty_files import Crashed, FaultyFiles, UnsyncedFiles

CREATE = os.O_CREAT | os.O_RDWR


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "old").write_bytes(b"old")
    return tmp_path / "root"


@pytest.fixture
def files(root: Path) -> FaultyFiles:
    return FaultyFiles(str(root))


def write(files: FaultyFiles, path: Path, data: bytes, *, sync: bool = False) -> int:
    fd = files.open(str(path), CREATE | os.O_APPEND)
    files.write(fd, data)
    if sync:
        files.fsync(fd)
    return fd


def sync_directory(files: FaultyFiles, path: Path) -> None:
    files.fsync(files.open(str(path), os.O_RDONLY | os.O_DIRECTORY))


def tree(files: FaultyFiles, root: Path, keep: str | float = "none") -> dict[str, bytes]:
    """What is left after a loss of power."""
    target = root.parent / f"after-{len(list(root.parent.iterdir()))}"
    files.power_loss(str(target), keep)  # type: ignore[arg-type]
    return {str(path.relative_to(target)): path.read_bytes() for path in target.rglob("*") if path.is_file()}


def test_mutating_calls_are_recorded_and_others_are_not(files: FaultyFiles, root: Path) -> None:
    fd = write(files, root / "new", b"x", sync=True)
    files.stat(str(root))
    files.pread(fd, 1, 0)
    files.rename(str(root / "new"), str(root / "newer"))
    assert [call.name for call in files.calls] == ["open", "write", "fsync", "rename"]
    assert files.calls[1].path == str(root / "new")


def test_a_call_fails_once_with_its_errno(files: FaultyFiles, root: Path) -> None:
    fd = write(files, root / "new", b"x")
    files.fail_at(2, errno.ENOSPC)
    with pytest.raises(OSError, match="No space") as caught:
        files.write(fd, b"y")
    assert caught.value.errno == errno.ENOSPC
    assert files.write(fd, b"z") == 1
    assert (root / "new").read_bytes() == b"xz"


def test_a_write_may_be_short_and_then_fail(files: FaultyFiles, root: Path) -> None:
    fd = files.open(str(root / "new"), CREATE)
    files.fail_at(1, errno.ENOSPC, written=2)
    assert files.write(fd, b"abc") == 2
    with pytest.raises(OSError, match="No space"):
        files.write(fd, b"c")
    assert (root / "new").read_bytes() == b"ab"


def test_calls_fail_by_name_and_path_until_healed(files: FaultyFiles, root: Path) -> None:
    fd = write(files, root / "new", b"x")
    files.fail_all(errno.EIO, "fsync", path="new")
    for _ in range(2):
        with pytest.raises(OSError, match="Input/output"):
            files.fsync(fd)
    sync_directory(files, root.parent / "root")
    files.heal()
    files.fsync(fd)


def test_after_a_crash_nothing_works_and_the_written_part_is_there(files: FaultyFiles, root: Path) -> None:
    fd = files.open(str(root / "new"), CREATE)
    files.crash_at(1, written=2)
    with pytest.raises(Crashed):
        files.write(fd, b"abc")
    for act in (lambda: files.close(fd), lambda: files.stat("/"), lambda: files.unlink(str(root / "old"))):
        with pytest.raises(Crashed):
            act()
    assert (root / "new").read_bytes() == b"ab"
    assert (root / "old").exists()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(fd)


@pytest.mark.parametrize("after", [False, True])
def test_others_intervene_before_or_after_a_call(files: FaultyFiles, root: Path, after: bool) -> None:
    seen: list[bool] = []
    files.intervene(0, lambda: seen.append((root / "new").exists()), after=after)
    files.open(str(root / "new"), CREATE)
    assert seen == [after]


def test_only_synced_content_and_names_are_certain(files: FaultyFiles, root: Path) -> None:
    write(files, root / "content", b"x", sync=True)
    assert tree(files, root) == {"old": b"old"}
    sync_directory(files, root)
    assert tree(files, root) == {"old": b"old", "content": b"x"}
    write(files, root / "content", b"y")
    write(files, root / "name", b"z")
    sync_directory(files, root)
    assert tree(files, root) == {"old": b"old", "content": b"x", "name": b""}
    assert tree(files, root, "all") == {"old": b"old", "content": b"xy", "name": b"z"}


def test_a_rename_is_old_or_new(files: FaultyFiles, root: Path) -> None:
    write(files, root / "temp", b"new", sync=True)
    files.rename(str(root / "temp"), str(root / "old"))
    found = {tuple(sorted(tree(files, root, seed).items())) for seed in range(30)}
    assert found <= {(("old", b"old"),), (("old", b"new"),), (("old", b"old"), ("temp", b"new"))}
    assert len(found) == 3
    sync_directory(files, root)
    assert tree(files, root) == {"old": b"new"}


def test_an_unsynced_removal_may_be_undone(files: FaultyFiles, root: Path) -> None:
    files.unlink(str(root / "old"))
    assert {len(tree(files, root, seed)) for seed in range(20)} == {0, 1}
    sync_directory(files, root)
    assert tree(files, root, "none") == {}


def test_a_directory_is_lost_with_what_it_holds(files: FaultyFiles, root: Path) -> None:
    files.mkdir(str(root / "sub"))
    write(files, root / "sub" / "file", b"x", sync=True)
    sync_directory(files, root / "sub")
    assert tree(files, root) == {"old": b"old"}
    sync_directory(files, root)
    assert tree(files, root) == {"old": b"old", "sub/file": b"x"}


def test_unsynced_writes_survive_whole_torn_zeroed_or_not(files: FaultyFiles, root: Path) -> None:
    write(files, root / "old", b"-and-more")
    found = {tree(files, root, seed)["old"] for seed in range(200)}
    assert {b"old", b"old-and-more"} <= found
    assert any(content.endswith(b"\0") for content in found)
    assert any(content.startswith(b"old\0") and content.endswith(b"more") for content in found)
    assert any(b"old" < content < b"old-and-more" and b"\0" not in content for content in found)
    assert all(content.startswith(b"old") for content in found)


def test_the_same_seed_gives_the_same_disk(files: FaultyFiles, root: Path) -> None:
    write(files, root / "old", b"-and-more")
    assert [tree(files, root, 7) for _ in range(3)] == [tree(files, root, 7)] * 3


def test_after_a_failed_sync_a_later_one_does_not_bring_the_bytes_back(files: FaultyFiles, root: Path) -> None:
    fd = write(files, root / "old", b"-lost")
    files.fail_at(len(files.calls), errno.EIO)
    with pytest.raises(OSError, match="Input/output"):
        files.fsync(fd)
    files.fsync(fd)
    assert tree(files, root)["old"] == b"old"
    files.ftruncate(fd, 3)
    files.write(fd, b"-again")
    files.fsync(fd)
    assert tree(files, root)["old"] == b"old-again"


def test_a_truncation_is_uncertain_until_it_is_synced(files: FaultyFiles, root: Path) -> None:
    fd = files.open(str(root / "old"), os.O_RDWR)
    files.ftruncate(fd, 1)
    assert {tree(files, root, seed)["old"] for seed in range(20)} == {b"o", b"old"}
    files.fdatasync(fd)
    assert tree(files, root)["old"] == b"o"


def test_what_another_program_made_is_taken_in(files: FaultyFiles, root: Path) -> None:
    (root / "theirs").write_bytes(b"theirs")
    write(files, root / "theirs", b"+ours", sync=True)
    assert tree(files, root)["theirs"] == b"theirs+ours"


def test_a_new_name_may_have_no_content_and_content_no_name(files: FaultyFiles, root: Path) -> None:
    write(files, root / "temp", b"new")
    files.rename(str(root / "temp"), str(root / "old"))
    sync_directory(files, root)
    assert tree(files, root) == {"old": b""}
    fd = write(files, root / "unnamed", b"synced", sync=True)
    files.fdatasync(fd)
    assert tree(files, root) == {"old": b""}


def test_writes_survive_in_any_order(files: FaultyFiles, root: Path) -> None:
    fd = write(files, root / "old", b"-first")
    files.write(fd, b"-second")
    found = {tree(files, root, seed)["old"] for seed in range(200)}
    assert b"old" + bytes(6) + b"-second" in found
    assert {b"old", b"old-first", b"old-first-second"} <= found


def test_a_disk_that_only_says_that_it_syncs_keeps_nothing(root: Path) -> None:
    files = UnsyncedFiles(str(root))
    fd = write(files, root / "new", b"x", sync=True)
    files.fdatasync(fd)
    sync_directory(files, root)
    assert tree(files, root) == {"old": b"old"}
    assert tree(files, root, "all") == {"old": b"old", "new": b"x"}


def test_syncs_that_run_at_the_same_time_end_in_any_order(root: Path) -> None:
    """And what ends first may be all that the next kill leaves."""
    names, seen = ("a", "b", "c"), set()
    for order in range(40):
        folder = root / str(order)
        folder.mkdir()
        for name in names:
            (folder / name).touch()
        files = FaultyFiles(str(folder), order)
        first, *others = [write(files, folder / name, b"x") for name in names]
        waiting = [files.begin_fdatasync(fd) for fd in others]
        waiting.insert(0, functools.partial(files.fdatasync, first))
        files.crash_at(len(files.calls) + 2)
        with pytest.raises(Crashed):
            for sync in waiting:
                sync()
        seen.add(frozenset(name for name, content in tree(files, root).items() if content))
    assert {frozenset(pair) for pair in ("ab", "ac", "bc")} == seen


def test_a_sync_that_fails_behind_tells_who_waits_for_it(root: Path) -> None:
    files = FaultyFiles(str(root), 3)
    one, other = write(files, root / "one", b"x"), write(files, root / "other", b"x")
    files.fail_all(errno.EIO, "fdatasync", path="other")
    waiting = files.begin_fdatasync(other)
    files.fdatasync(one)
    with pytest.raises(OSError, match="Input/output"):
        waiting()


@pytest.mark.parametrize(("part", "left"), [(0.0, b""), (0.5, b"ab"), (1.0, b"abcd")])
def test_a_power_loss_may_leave_every_name_and_the_first_part_of_what_was_written(
    files: FaultyFiles, root: Path, part: float, left: bytes
) -> None:
    fd = write(files, root / "new", b"a")
    for letter in (b"b", b"c", b"d"):
        files.write(fd, letter)
    assert tree(files, root, part)["new"] == left
