"""A restore or a downgrade that is interrupted anywhere: after the next start all of it was done, or nothing."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from memoryd.errors import Conflict, MemorydError
from memoryd.maintenance.archive_file import backup
from memoryd.maintenance.restore import restore
from memoryd.restoring import downgrade
from memoryd.storage.directory import VERSION, DataDirectory
from memoryd.storage.files import OsFiles
from memoryd.storage.swap import COMING, staging
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles, UnsyncedFiles
from memoryd.testing.manual_clock import ManualClock
from tests.support.daemon import ROOT

KEPT: tuple[Keep, ...] = ("none", "all", *range(4))
OLD = {
    "MEMORY.md": "# old\n", "memory/knowledge.md": "- old\n", "sessions/a.jsonl": '{"old": 1}\n',
    ".memoryd/version": "1\n", ".memoryd/notes/knowledge.json": "{}", ".memoryd/audit-keys": "old",
}  # fmt: skip
NEW = {
    "MEMORY.md": "# new\n", "memory/knowledge.md": "- new\n", "memory/skills.md": "- new\n",
    "contexts/a.jsonl": '{"new": 1}\n', ".memoryd/version": f"{VERSION}\n", ".memoryd/hot.json": "{}",
    ".memoryd/data-id": "harbour-1\n",
}  # fmt: skip
Tree = dict[str, str]


def write(data: Path, tree: Tree) -> None:
    for name, text in tree.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(text)


def archived(folder: Path, archive: Path, tree: Tree) -> None:
    write(folder, tree)
    backup({"root": str(folder), "path": str(archive), "gid": None, "about": None}, lambda *_: None)


def started(data: Path) -> Tree:
    """What is in the directory at the next start, but for backups, the lock, and a version where there was nothing."""
    DataDirectory(str(data), OsFiles()).prepare()
    files = {str(path.relative_to(data)): path for path in data.rglob("*") if path.is_file()}
    left_out = (".memoryd/lock", *(name for name in files if name.startswith("backups/")))
    return {name: path.read_text() for name, path in files.items() if name not in left_out}


def interrupted(folder: Path, files: FaultyFiles, act: Callable[[str, FaultyFiles], object]) -> Iterator[Tree]:
    """What a start finds of the folder's data after a kill, or a loss of power, at this operation."""
    with suppress(Crashed):
        act(str(folder / "data"), files)
    for number, keep in enumerate(KEPT):
        after = folder.parent / f"{folder.name}-{number}"
        files.power_loss(str(after), keep)
        yield started(after / "data")


def restored(folder: Path, made: type[FaultyFiles] = FaultyFiles) -> Iterator[tuple[bool, Tree]]:
    """After an interruption at each operation, and after none: whether it was told, and what is there."""
    archive = folder / "one.tar.zst"
    archived(folder / "old", archive, OLD)
    for at in range(500):
        place = folder / str(at)
        place.mkdir()
        files = made(str(place))
        files.crash_at(at)
        for tree in interrupted(place, files, lambda data, files: restore(str(archive), data, files=files)):
            yield not files.crashed, tree
        if not files.crashed:
            return
    raise AssertionError("it does not end")


def downgraded(folder: Path) -> Iterator[tuple[bool, Tree]]:
    clock = ManualClock()
    for at in range(500):
        data = folder / str(at) / "data"
        write(data, NEW)
        (data / "backups").mkdir()
        archived(folder / f"old-{at}", data / "backups" / "pre-upgrade-of-format-1-20260515.tar.zst", OLD)
        files = FaultyFiles(str(data.parent))
        files.crash_at(at)
        for tree in interrupted(data.parent, files, lambda data, files: downgrade(data, clock, files)):
            yield not files.crashed, tree
        if not files.crashed:
            return
    raise AssertionError("it does not end")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Which other users may enter; those of pytest only its own may."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def test_a_restore_is_done_or_was_never_begun(tmp_path: Path) -> None:
    nothing = {".memoryd/version": f"{VERSION}\n"}
    found = list(restored(tmp_path))
    assert [tree for is_told, tree in found if tree not in ((OLD,) if is_told else (OLD, nothing))] == []
    assert len(found) > 60
    assert nothing in [tree for _, tree in found]


def test_on_a_disk_that_syncs_nothing_it_is_not(tmp_path: Path) -> None:
    assert [tree for is_told, tree in restored(tmp_path, UnsyncedFiles) if is_told and tree != OLD]


def test_a_downgrade_is_done_or_was_never_begun(tmp_path: Path) -> None:
    for is_told, tree in downgraded(tmp_path):
        aside = {name.split("/", 1)[1]: text for name, text in tree.items() if name.startswith(".format-")}
        there = {name: text for name, text in tree.items() if not name.startswith(".format-")}
        if there == NEW:
            assert (is_told, aside) == (False, {})
        else:
            named = ".memoryd/data-id"
            assert there == {**OLD, named: NEW[named]}
            assert {**aside, named: NEW[named]} == NEW


def test_what_was_interrupted_is_finished_by_asking_again(tmp_path: Path) -> None:
    archive, folder = tmp_path / "one.tar.zst", tmp_path / "a"
    archived(tmp_path / "old", archive, OLD)
    folder.mkdir()
    files = FaultyFiles(str(folder))
    data = folder / "data"
    restore(str(archive), str(data), files=files)
    first = next(call.index for call in files.calls if call.name == "rename" and call.path == str(data / "MEMORY.md"))
    folder = tmp_path / "b"
    folder.mkdir()
    files, data = FaultyFiles(str(folder)), folder / "data"
    files.crash_at(first + 1)
    with pytest.raises(Crashed):
        restore(str(archive), str(data), files=files)
    with pytest.raises(Conflict, match="interrupted and is finished now"):
        restore(str(archive), str(data))
    assert started(data) == OLD
    with pytest.raises(Conflict, match="not empty"):
        restore(str(archive), str(data))


def test_one_that_fails_leaves_nothing(tmp_path: Path) -> None:
    archive, data = tmp_path / "one.tar.zst", tmp_path / "a" / "data"
    archived(tmp_path / "old", archive, OLD)
    data.parent.mkdir()
    files = FaultyFiles(str(data.parent))
    files.fail_all(errno.ENOSPC, "write", path="sessions")
    with pytest.raises(MemorydError, match="the disk is full"):
        restore(str(archive), str(data), files=files)
    assert [str(path.relative_to(data)) for path in data.rglob("*")] == [".memoryd", ".memoryd/lock"]
    files.heal()
    assert restore(str(archive), str(data), files=files).files == len(OLD)


def test_what_a_killed_one_left_is_no_way_into_a_memory(tmp_path: Path) -> None:
    archive, data = tmp_path / "one.tar.zst", tmp_path / "data"
    archived(tmp_path / "old", archive, OLD)
    write(data, {**NEW, f"{COMING}/data/MEMORY.md": "# half\n"})
    with pytest.raises(Conflict, match="not empty"):
        restore(str(archive), str(data))
    assert started(data) == NEW


@pytest.mark.parametrize(
    "order", ["", '{"leaving": [], "aside": ""}', '{"leaving": ["../a"], "aside": "x", "coming": []}']
)
def test_an_order_that_is_none_is_no_way_into_it_either(tmp_path: Path, order: str) -> None:
    archive, data = tmp_path / "one.tar.zst", tmp_path / "data"
    archived(tmp_path / "old", archive, OLD)
    write(data, {**NEW, f"{COMING}/order.json": order, f"{COMING}/data/MEMORY.md": "# half\n"})
    with pytest.raises(Conflict, match="not empty"):
        restore(str(archive), str(data))
    assert {name: (data / name).read_text() for name in NEW} == NEW


@pytest.mark.parametrize(
    "order",
    [
        {"leaving": ["MEMORY.md"], "aside": "{outside}", "coming": []},
        {"leaving": ["MEMORY.md"], "aside": "../outside", "coming": []},
        {"leaving": ["MEMORY.md"], "aside": "", "coming": []},
        {"leaving": ["{outside}/theirs"], "aside": ".format-1", "coming": []},
        {"leaving": [], "aside": "", "coming": ["{outside}/theirs"]},
    ],
)
def test_an_order_leads_nowhere_else(tmp_path: Path, order: dict[str, object]) -> None:
    """Members of the group may write one, and root may be who finishes it."""
    outside, data = tmp_path / "outside", tmp_path / "data"
    write(outside, {"theirs": "theirs"})
    write(data, {**NEW, f"{COMING}/data/MEMORY.md": "# theirs\n"})
    (data / COMING / "order.json").write_text(json.dumps(order).replace("{outside}", str(outside)))
    DataDirectory(str(data), OsFiles()).prepare()
    assert {name: (data / name).read_text() for name in NEW} == NEW
    assert [path.name for path in outside.iterdir()] == ["theirs"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_an_order_that_another_user_wrote_is_none(tmp_path: Path) -> None:
    data = tmp_path / "data"
    write(data, {**NEW, f"{COMING}/data/MEMORY.md": "# theirs\n"})
    order = data / COMING / "order.json"
    order.write_text('{"leaving": [".memoryd/hot.json"], "aside": ".format-1", "coming": ["MEMORY.md"]}')
    os.chown(order, 54321, 54321)
    DataDirectory(str(data), OsFiles()).prepare()
    assert {name: (data / name).read_text() for name in NEW} == NEW


ORDER = '{"leaving": [".memoryd/audit-keys", "MEMORY.md"], "aside": ".gone", "coming": []}'


def others_may_write_it(coming: Path) -> None:
    """As a file of ours that a member of the group filled and moved here."""
    (coming / "order.json").write_text(ORDER)
    (coming / "order.json").chmod(0o660)


def of_two_names(coming: Path) -> None:
    (coming / "order.json").write_text(ORDER)
    (coming.parent / "other.json").hardlink_to(coming / "order.json")


def of_odd_names(coming: Path) -> None:
    (coming / "order.json").write_text('{"leaving": ["a/b"], "aside": ".memoryd", "coming": ["", ".", "a\\u0000b"]}')


ORDERS: list[Callable[[Path], object]] = [
    others_may_write_it,
    of_two_names,
    of_odd_names,
    lambda coming: (coming / "order.json").mkdir(),
    lambda coming: os.mkfifo(coming / "order.json"),
    lambda coming: (coming / "order.json").symlink_to("../MEMORY.md"),
    lambda coming: (coming / "order.json").symlink_to("nowhere"),
    lambda coming: os.truncate(os.open(coming / "order.json", os.O_CREAT | os.O_WRONLY), 2 << 30),
    lambda coming: (coming.rmdir(), coming.write_text("a file")),
    lambda coming: (coming.rmdir(), coming.symlink_to("/")),
]


@pytest.mark.parametrize("plant", ORDERS)
def test_what_is_no_order_of_ours_is_set_aside_and_told(tmp_path: Path, plant: Callable[[Path], object]) -> None:
    data = tmp_path / "data"
    write(data, NEW)
    (data / COMING).mkdir()
    plant(data / COMING)
    directory = DataDirectory(str(data), OsFiles())
    directory.prepare()
    assert {name: (data / name).read_text() for name in NEW} == NEW
    assert [(one.path, one.action.partition(":")[0]) for one in directory.set_aside] == [
        (COMING, "look at it, and remove it")
    ]
    assert not os.path.lexists(data / COMING)
    directory.close()


def test_where_what_leaves_goes_may_have_been_taken_away(tmp_path: Path) -> None:
    data = tmp_path / "data"
    write(data, NEW)
    (data / COMING).mkdir()
    (data / COMING / "order.json").write_text('{"leaving": ["MEMORY.md"], "aside": ".format-1", "coming": []}')
    (data / COMING / "order.json").chmod(0o600)
    directory = DataDirectory(str(data), OsFiles())
    directory.prepare()
    assert (data / ".format-1" / "MEMORY.md").read_text() == NEW["MEMORY.md"]
    assert directory.set_aside == []
    directory.close()


def test_what_is_to_come_is_nobody_elses(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with staging(OsFiles(), str(data)):
        assert (data / COMING).stat().st_mode & 0o777 == 0o700


@contextmanager
def started_by(user: int, folder: Path) -> Iterator[Callable[[Path], bool]]:
    """Asks a process of that user, which holds nothing that this one holds, whether a daemon can start there."""
    with ProcessPoolExecutor(1, get_context("fork"), become, (user, folder)) as other:
        yield lambda data: other.submit(can_start, data).result()


def become(user: int, folder: Path) -> None:
    """Make the folder and read it before that: what is imported then may be root's alone."""
    assert can_start(folder) and can_start(folder)
    os.setegid(user)
    os.seteuid(user)


def can_start(data: Path) -> bool:
    directory = DataDirectory(str(data), OsFiles())
    try:
        directory.prepare()
    except MemorydError:
        return False
    finally:
        directory.close()
    return True


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("is_downgrade", [False, True], ids=["restore", "downgrade"])
def test_what_root_began_the_owner_of_the_directory_can_finish(open_folder: Path, is_downgrade: bool) -> None:
    mine, archive = 54321, open_folder / "one.tar.zst"
    archived(open_folder / "old", archive, OLD)
    with started_by(mine, open_folder / "empty") as can_be_started:
        for at in range(500):
            data = open_folder / str(at) / "data"
            write(data, {**NEW, "backups/.keep": ""} if is_downgrade else {})
            data.mkdir(parents=True, exist_ok=True)
            if is_downgrade:
                shutil.copy(archive, data / "backups" / "pre-upgrade-of-format-1-20260515.tar.zst")
            for path in (data, *data.rglob("*")):
                os.chown(path, mine, mine)
            files = FaultyFiles(str(data.parent))
            files.crash_at(at)
            with suppress(Crashed):
                if is_downgrade:
                    downgrade(str(data), ManualClock(), files)
                else:
                    restore(str(archive), str(data), (), (mine, mine), files)
            assert can_be_started(data), at
            if (data / "MEMORY.md").exists():
                whole = (OLD, NEW) if is_downgrade else (OLD,)
                there = {name: (data / name).read_text() for name in (*OLD, *NEW) if (data / name).exists()}
                assert there in [
                    {**one, ".memoryd/data-id": NEW[".memoryd/data-id"]} if is_downgrade else one for one in whole
                ]
            if not files.crashed:
                return
    raise AssertionError("it does not end")


def test_what_was_the_daemons_alone_stays_so_in_what_is_set_aside(tmp_path: Path) -> None:
    data = tmp_path / "data"
    write(data, NEW)
    (data / "backups").mkdir()
    archived(tmp_path / "old", data / "backups" / "pre-upgrade-of-format-1-20260515.tar.zst", OLD)
    downgrade(str(data), ManualClock())
    (own,) = data.glob(".format-*/.memoryd")
    assert own.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_root_gives_what_comes_to_the_owner_of_the_directory(tmp_path: Path) -> None:
    def owners(data: Path) -> set[int]:
        return {path.stat().st_uid for path in data.rglob("*") if "/.format-" not in str(path)}

    data, mine = tmp_path / "data", 54321
    write(data, NEW)
    backups = data / "backups"
    backups.mkdir()
    archived(tmp_path / "old", backups / "pre-upgrade-of-format-1-20260515.tar.zst", OLD)
    for path in (data, *data.rglob("*")):
        os.chown(path, mine, mine)
    downgrade(str(data), ManualClock())
    assert owners(data) == {mine}

    (archive,), empty = backups.iterdir(), tmp_path / "empty"
    empty.mkdir()
    os.chown(empty, mine, mine)
    done = subprocess.run(
        [sys.executable, "-m", "memoryd", "--restore", str(archive), "--data", str(empty)],
        capture_output=True,
        cwd=ROOT,
    )
    assert (done.returncode, owners(empty)) == (0, {mine}), done.stderr
