from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from memoryd.errors import InvalidParams, ReadOnly, Unsupported
from memoryd.storage import beneath, roots
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import replace_file
from memoryd.storage.directory import LAYOUT, VERSION, DataDirectory
from memoryd.storage.files import OsFiles, make_unsynced, sync_made
from memoryd.testing.faulty_files import FaultyFiles

ADDED = ("memory", "daily", "knowledge-graph")
"""As kinds of memory add theirs."""


@pytest.fixture
def data(tmp_path: Path) -> DataDirectory:
    previous = os.umask(0o007)
    try:
        directory = DataDirectory(str(tmp_path / "some where" / "data"), OsFiles())
        directory.prepare()
        directory.add(ADDED)
    finally:
        os.umask(previous)
    return directory


def test_the_layout_is_made_with_its_modes(data: DataDirectory) -> None:
    for name in ("", *LAYOUT, *ADDED):
        assert os.stat(data.path(name)).st_mode & 0o7777 == 0o2770, name
    assert Path(data.path(".memoryd/version")).read_text() == f"{VERSION}\n"
    assert os.stat(data.path(".memoryd/version")).st_mode & 0o777 == 0o660
    assert data.gid == os.stat(data.root).st_gid


def test_the_layout_is_durable(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    data = DataDirectory(str(tmp_path / "deep" / "data"), files)
    data.prepare()
    data.add(("kind", "kind/archive"))
    files.power_loss(str(tmp_path / "after"))
    for name in (*LAYOUT, ".memoryd/version", "kind/archive"):
        assert (tmp_path / "after" / "deep" / "data" / name).exists(), name


class CountingFiles(OsFiles):
    """How often the names in each directory were made durable."""

    def __init__(self) -> None:
        self.synced: Counter[str] = Counter()

    def fsync(self, fd: int) -> None:
        self.synced[os.readlink(f"/proc/self/fd/{fd}")] += 1
        super().fsync(fd)


def test_a_directory_that_was_just_made_has_no_names_to_make_durable(tmp_path: Path) -> None:
    files = CountingFiles()
    data = DataDirectory(str(tmp_path / "data"), files)
    data.prepare()
    data.add(ADDED)
    assert [name for name in ADDED if files.synced[data.path(name)]] == []


def test_what_a_killed_run_may_have_left_is_made_durable_once_at_a_start(data: DataDirectory) -> None:
    files = CountingFiles()
    again = DataDirectory(data.root, files)
    again.prepare()
    for name in ADDED:
        again.add((name,))
    assert files.synced == {os.path.realpath(data.path(name)): 1 for name in ("", *LAYOUT, *ADDED)}


def test_what_is_there_is_left_as_it_is(data: DataDirectory) -> None:
    Path(data.path("memory/user.md")).write_text("mine")
    os.chmod(data.path("memory"), 0o2750)
    data.prepare()
    data.add(ADDED)
    assert Path(data.path("memory/user.md")).read_text() == "mine"
    assert os.stat(data.path("memory")).st_mode & 0o7777 == 0o2750


@pytest.mark.parametrize(("text", "sentence"), [("3\n", "newer memoryd .format 3.; this one knows format 2")])
def test_a_version_that_we_do_not_know_is_refused(data: DataDirectory, text: str, sentence: str) -> None:
    Path(data.path(".memoryd/version")).write_text(text)
    with pytest.raises(Unsupported, match=sentence):
        data.prepare()


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(ReadOnly, match="data"):
        DataDirectory(str(tmp_path / "data"), OsFiles()).prepare()


@pytest.mark.parametrize("key", ["", ".", "memory/user.md", "memory//user.md", "./memory/x", "no/such/file", "a..b"])
def test_keys_that_stay_inside(data: DataDirectory, key: str) -> None:
    path = data.path(key)
    assert path == data.root or path.startswith(data.root + "/")
    assert data.resolve(key) == path
    assert data.path(data.key(path)) == path


@pytest.mark.parametrize(
    "key", ["..", "../x", "memory/../../x", "memory/..", "/etc/passwd", "a\0b", "memory/../memory/user.md"]
)
def test_keys_that_would_leave_are_refused(data: DataDirectory, key: str) -> None:
    with pytest.raises(InvalidParams):
        data.path(key)
    with pytest.raises(InvalidParams):
        data.resolve(key)


@pytest.mark.parametrize("path", ["/etc/passwd", "{root}-other/x", "{root}/../x"])
def test_paths_outside_have_no_key(data: DataDirectory, path: str) -> None:
    with pytest.raises(InvalidParams):
        data.key(path.format(root=data.root))


def test_no_link_is_followed(data: DataDirectory, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    os.symlink(tmp_path / "secret", data.path("memory/out.md"))
    os.symlink(tmp_path, data.path("memory/outdir"))
    os.symlink("../MEMORY.md", data.path("memory/alias.md"))
    os.symlink("../.memoryd", data.path("memory/hidden"))
    for key in ("memory/out.md", "memory/outdir/secret", "memory/hidden/version", "memory/alias.md"):
        with pytest.raises(InvalidParams, match="symbolic link"):
            data.resolve(key)


@pytest.mark.parametrize("key", [".memoryd/lock", ".git/config", "memory/.note.md.swp"])
def test_dot_names_are_no_memories(data: DataDirectory, key: str) -> None:
    with pytest.raises(InvalidParams, match="dot"):
        data.resolve(key)
    assert data.path(key)


PROBE = """
import os, sys
from memoryd.storage.directory import VERSION, DataDirectory
from memoryd.storage.files import OsFiles, make_unsynced, sync_made
os.setgroups([]); os.setegid(os.stat(sys.argv[1]).st_gid + 1); os.seteuid(65534)
for problem in DataDirectory(sys.argv[1], OsFiles()).problems():
    print(problem.path, problem.severity, problem.what, problem.action, sep="|")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_files_that_another_user_cannot_use_are_reported_with_the_command(data: DataDirectory, tmp_path: Path) -> None:
    for parent in (data.root, *Path(data.root).parents):
        if os.stat(parent).st_uid == os.geteuid() and Path(tempfile.gettempdir()) in Path(parent).parents:
            os.chmod(parent, 0o777)
    for name in (*LAYOUT, *ADDED):
        os.chmod(data.path(name), 0o777)
    for name, mode in (("memory/fine.md", 0o666), ("memory/it's.md", 0o600), ("memory/seen.md", 0o644)):
        Path(data.path(name)).write_text("x")
        os.chmod(data.path(name), mode)
    Path(data.path("memory/closed")).mkdir()
    os.chmod(data.path("memory/closed"), 0o766)  # nobody but we may enter it
    Path(data.path("memory/.hidden")).write_text("x")
    os.chmod(data.path("memory/.hidden"), 0)
    os.chmod(data.path(".memoryd/version"), 0o666)
    os.chmod(data.path("daily"), 0o700)
    # Like a daemon of another user that was started in a directory of ours.
    out = subprocess.run([sys.executable, "-c", PROBE, data.root], capture_output=True, text=True, check=True).stdout
    found = {os.path.relpath(row.split("|")[0], data.root): row.split("|")[1:] for row in out.splitlines()}
    assert set(found) == {"memory/it's.md", "memory/seen.md", "memory/closed", "daily"}
    assert [found[key][0] for key in sorted(found)] == ["critical", "critical", "critical", "warning"]
    assert "cannot be read" in found["memory/it's.md"][1]
    assert "cannot be written" in found["memory/seen.md"][1]
    assert "chmod 2770" in found["daily"][2]
    # The command does what it says, also for a name with a quote.
    subprocess.run(found["memory/it's.md"][2], shell=True, check=True)
    assert os.stat(data.path("memory/it's.md")).st_mode & 0o777 == 0o660


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_our_own_directory_that_another_user_put_there_is_reported(data: DataDirectory) -> None:
    own = data.path(".memoryd")
    os.chown(own, 65534, -1)
    (problem,) = data.problems()
    assert (problem.path, problem.severity) == (own, "critical")
    assert "it belongs to the user 65534" in problem.what
    # Who looks after another user's memory as root is told nothing.
    os.chown(data.root, 65534, -1)
    assert data.problems() == []


def test_a_sound_directory_has_no_problems(data: DataDirectory) -> None:
    assert data.problems() == []


def test_our_own_files_are_looked_at_and_no_others_whose_names_begin_with_a_dot(data: DataDirectory) -> None:
    Path(data.path(".git")).mkdir()
    for relpath in (".memoryd/great.bin", ".git/great.bin"):
        with open(data.path(relpath), "wb") as file:
            file.truncate(1 << 33)
    assert [problem.path for problem in data.problems()] == [data.path(".memoryd/great.bin")]


def test_a_directory_in_use_is_not_made_again(data: DataDirectory) -> None:
    away = f"{data.root}.away"
    os.rename(data.root, away)
    log = AppendLog(OsFiles(), data.path("knowledge-graph/facts.jsonl"))
    with pytest.raises(ReadOnly, match=r"the data directory .* is gone; put it back"):
        log.write(b"{}\n")
    with pytest.raises(ReadOnly, match="put it back"):
        replace_file(OsFiles(), data.path("memory/hygiene.json"), [b"{}"])
    os.rename(away, data.root)
    log.write(b"{}\n")
    log.sync()
    assert Path(data.path("knowledge-graph/facts.jsonl")).read_text() == "{}\n"
    os.rename(data.root, away)
    data.prepare()
    assert os.path.isdir(data.path("embeddings"))


def test_what_is_in_the_way_of_an_added_directory_is_set_aside_and_named(data: DataDirectory) -> None:
    Path(data.path("recipes")).write_text("a file")
    data.add(("recipes",))
    assert Path(data.path("recipes")).is_dir()
    assert Path(data.path("recipes.broken")).read_text() == "a file"
    assert [(one.path, "recipes.broken" in one.what) for one in data.set_aside] == [("recipes", True)]


def test_what_is_no_file_is_set_aside_each_time_under_another_name(data: DataDirectory) -> None:
    for _ in range(3):
        os.mkfifo(data.path("recipes.json"))
        data.clear(("recipes.json",))
    assert sorted(name for name in os.listdir(data.root) if name.startswith("recipes")) == [
        "recipes.json.broken",
        "recipes.json.broken-2",
        "recipes.json.broken-3",
    ]


@pytest.mark.parametrize("text", [b"", b"?", b"1" * 5000, b"\xff", "\N{SUPERSCRIPT TWO}".encode()])
def test_what_is_no_version_is_set_aside(data: DataDirectory, text: bytes) -> None:
    Path(data.path(".memoryd/version")).write_bytes(text)
    data.prepare()
    assert Path(data.path(".memoryd/version")).read_text() == f"{VERSION}\n"
    assert Path(data.path(".memoryd/version.broken")).read_bytes() == text


@pytest.mark.parametrize("name", ["/proc/memoryd", "dangling"])
def test_a_place_where_no_directory_can_be_made(tmp_path: Path, name: str) -> None:
    os.symlink(tmp_path / "nothing" / "there", tmp_path / "dangling")
    with pytest.raises(ReadOnly, match="No such file or directory"):
        DataDirectory(str(tmp_path / name), OsFiles()).prepare()


def test_what_went_before_its_name_was_synced_stands_in_nobodys_way(tmp_path: Path) -> None:
    below = tmp_path / "history" / "ab"
    assert make_unsynced(OsFiles(), str(below))
    shutil.rmtree(tmp_path / "history")
    sync_made(OsFiles(), str(tmp_path))


def test_names_are_not_looked_up_from_the_root_one_by_one(data: DataDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    place_of = roots.place_of

    def counted(path: str, *more: int) -> roots.Place:
        looked_up.append(path)
        return place_of(path, *more)

    for number in range(100):
        Path(data.path(f"memory/{number}.md")).touch()
    monkeypatch.setattr(beneath, "place_of", counted)
    assert data.problems() == []
    assert len(looked_up) < 100
