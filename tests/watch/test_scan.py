from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoryd.types import Problem
from memoryd.watch.scan import Stamp, differences, ignored, look_at, scan

IGNORED = [
    (".git/config", True),
    ("memory/.user.md.swp", True),
    ("memory/.obsidian/app.json", True),
    (".memoryd/lock", True),
    ("backups/pre-maintenance-20260515.tar.zst", True),
    ("embeddings/index.bin", True),
    ("memory/backups/x.md", False),
    ("embeddings.md", False),
    ("memory/v1.2.md", False),
    ("memory/user.md~", False),
]


@pytest.mark.parametrize(("relpath", "expected"), IGNORED)
def test_what_is_ignored(relpath: str, expected: bool) -> None:
    assert ignored(relpath) is expected


def test_a_scan_finds_the_regular_files_and_nothing_else(root: Path, tmp_path: Path) -> None:
    for relpath in (".git/config", "backups/a", "embeddings/b", "daily/archive/2026-05-15.md", "memory/.x.swp"):
        (root / relpath).parent.mkdir(parents=True, exist_ok=True)
        (root / relpath).write_text("x")
    os.mkfifo(root / "pipe")
    assert sorted(scan(str(root)).files) == ["MEMORY.md", "daily/archive/2026-05-15.md", "memory/user.md"]


def test_links_are_reported_and_not_followed(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("x")
    (root / "memory" / "outside").symlink_to(outside)
    (root / "linked.md").symlink_to(outside / "secret.md")
    (root / "loop").symlink_to(root)
    found = scan(str(root))
    assert sorted(found.files) == ["MEMORY.md", "memory/user.md"]
    assert sorted(found.odd) == ["linked.md", "loop", "memory/outside"]


def test_directories_are_announced_before_they_are_listed(root: Path) -> None:
    def drop_a_file(relpath: str) -> None:
        (root / relpath / "late.md").write_text("x")

    assert sorted(scan(str(root), drop_a_file).files) == [
        "MEMORY.md",
        "late.md",
        "memory/late.md",
        "memory/user.md",
    ]


def test_a_name_that_is_not_utf8_is_a_problem(root: Path) -> None:
    with open(os.fsencode(root) + b"/memory/caf\xe9.md", "w") as file:
        file.write("x")
    os.mkdir(os.fsencode(root) + b"/d\xff")
    found = scan(str(root))
    assert sorted(found.files) == ["MEMORY.md", "memory/user.md"]
    assert {problem.path for problem in found.odd.values()} == {"memory/caf\\xe9.md", "d\\xff"}
    assert all(problem.path.encode() for problem in found.odd.values())


def test_a_root_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        scan(str(tmp_path / "none"))


def test_looking_at_one_file(root: Path) -> None:
    path = root / "MEMORY.md"
    assert look_at(str(root), "MEMORY.md") == Stamp.of(path.stat())
    assert look_at(str(root), "memory") is None
    assert look_at(str(root), "none.md") is None
    assert look_at(str(root), "MEMORY.md/x") is None
    (root / "link").symlink_to(path)
    assert isinstance(look_at(str(root), "link"), Problem)


def test_every_kind_of_change_changes_the_stamp(root: Path) -> None:
    path = root / "MEMORY.md"
    stamps = [Stamp.of(path.stat())]
    for change in (
        lambda: path.write_text("longer than before\n"),
        lambda: os.utime(path, ns=(1, 1)),
        lambda: path.chmod(0o600),
        lambda: (root / "new").rename(path) if (root / "new").write_text("longer than before\n") else None,
    ):
        change()
        stamps.append(Stamp.of(path.stat()))
    assert len(set(stamps)) == len(stamps)


def test_differences() -> None:
    one, two = Stamp(1, 1, 1, 1, 1), Stamp(1, 2, 1, 1, 1)
    assert list(differences({"same": one, "gone": one, "other": one}, {"same": one, "other": two, "new": one})) == [
        "other",
        "new",
        "gone",
    ]
