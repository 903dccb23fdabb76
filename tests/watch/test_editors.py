"""Whatever a file is changed with, the watcher sees the new content, once it is whole."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.watch.eyewitness import Eyewitness

NOTE = "memory/user.md"


def run(*command: str, cwd: Path) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)


def shell(text: str) -> Callable[[Path], None]:
    return lambda root: run("sh", "-c", text, cwd=root)


def vim_renaming(root: Path) -> None:
    """backupcopy=no: the old file becomes the backup, a new one takes its name."""
    note = root / NOTE
    (note.parent / "4913").touch()
    (note.parent / "4913").unlink()
    note.rename(f"{note}~")
    note.write_text("- from vim, renamed\n")
    os.unlink(f"{note}~")


def vim_copying(root: Path) -> None:
    """backupcopy=yes: a copy is the backup, the file itself is truncated and written."""
    note = root / NOTE
    shutil.copy2(note, f"{note}~")
    with note.open("w") as file:
        file.write("- from vim,")
        file.flush()
        file.write(" copied\n")
        file.flush()
        os.fsync(file.fileno())
    os.unlink(f"{note}~")


def in_place(root: Path) -> None:
    """The same size, the same inode, by mmap or pwrite."""
    with (root / NOTE).open("r+b") as file:
        file.seek(2)
        file.write(b"LIKES")


EDITORS: dict[str, Callable[[Path], None]] = {
    "vim backupcopy=no": vim_renaming,
    "vim backupcopy=yes": vim_copying,
    "real vim": lambda root: run("vim", "-Nu", "NONE", "-es", "-c", "%s/tea/cocoa/", "-c", "wq", NOTE, cwd=root),
    "sed -i": lambda root: run("sed", "-i", "s/tea/coffee/", NOTE, cwd=root),
    "truncate and write": shell(f"printf -- '- new\\n' > {NOTE}"),
    "append": shell(f"printf -- '- more\\n' | cat >> {NOTE}"),
    "append in steps": shell(f'for i in 1 2 3 4 5; do printf -- "- $i\\n" >> {NOTE}; done'),
    "in place": in_place,
    "mv over": shell(f"printf new > x.tmp; mv x.tmp {NOTE}"),
    "mv away": shell(f"mv {NOTE} notes.md"),
    "cp": shell(f"cp {NOTE} memory/copy.md"),
    "hard link": shell(f"ln {NOTE} memory/linked.md"),
    "cp -r": shell("cp -r memory memory2"),
    "rm": shell(f"rm {NOTE}"),
    "rm -rf of a directory": shell("rm -rf memory"),
    "empty file": shell(f": > {NOTE}"),
    "mkdir -p and write": shell("mkdir -p a/b/c && echo x > a/b/c/d.md"),
    "rename a directory": shell("mv memory mind; echo y > mind/new.md"),
    "swap two files": shell("mv MEMORY.md x; mv memory/user.md MEMORY.md; mv x memory/user.md"),
    "a directory where a file was": shell(f"rm {NOTE}; mkdir {NOTE}; echo z > {NOTE}/z.md"),
}


@pytest.mark.parametrize("edit", EDITORS.values(), ids=EDITORS.keys())
def test_an_edit_is_seen(eyes: Eyewitness, edit: Callable[[Path], None]) -> None:
    before = dict(eyes.copies)
    edit(eyes.root)
    eyes.catch_up()
    assert eyes.agrees()
    assert eyes.copies != before
    assert [problem.path for problem in eyes.problems] == ([NOTE] if (eyes.root / NOTE).is_dir() else [])


def test_a_second_edit_inside_a_new_directory_is_seen(eyes: Eyewitness) -> None:
    (eyes.root / "a" / "b").mkdir(parents=True)
    eyes.catch_up()
    (eyes.root / "a" / "b" / "x.md").write_text("x")
    assert eyes.news() == ["a/b/x.md"]


def test_a_tree_that_is_moved_in_is_read_and_watched(eyes: Eyewitness, tmp_path: Path) -> None:
    (tmp_path / "tree" / "deep").mkdir(parents=True)
    (tmp_path / "tree" / "deep" / "a.md").write_text("a")
    (tmp_path / "tree").rename(eyes.root / "tree")
    assert eyes.news() == ["tree/deep/a.md"]
    (eyes.root / "tree" / "deep" / "a.md").write_text("b, later")
    assert eyes.news() == ["tree/deep/a.md"]
    assert eyes.agrees()


def test_a_tree_that_is_moved_out_is_forgotten_and_watched_no_more(eyes: Eyewitness, tmp_path: Path) -> None:
    (eyes.root / "memory").rename(tmp_path / "away")
    assert eyes.news() == ["memory/user.md"]
    assert eyes.agrees()
    (tmp_path / "away" / "user.md").write_text("edited elsewhere")
    (tmp_path / "away" / "other.md").write_text("new elsewhere")
    assert eyes.news() == []


def test_a_renamed_directory_is_watched_under_its_new_name(eyes: Eyewitness) -> None:
    (eyes.root / "memory").rename(eyes.root / "mind")
    eyes.catch_up()
    eyes.calls.clear()
    (eyes.root / "mind" / "user.md").write_text("- edited under the new name\n")
    assert eyes.news() == ["mind/user.md"]
    assert eyes.agrees()


def test_chmod_alone_is_told(eyes: Eyewitness) -> None:
    (eyes.root / NOTE).chmod(0o600)
    assert eyes.news() == [NOTE]


def test_reading_alone_is_not(eyes: Eyewitness) -> None:
    (eyes.root / NOTE).read_text()
    run("grep", "-r", "tea", ".", cwd=eyes.root)
    assert eyes.news() == []


def test_what_is_ignored_stays_so(eyes: Eyewitness) -> None:
    for relpath in (".git/HEAD", "backups/a.tar", "embeddings/index.bin", "memory/.user.md.swp", ".memoryd/lock"):
        (eyes.root / relpath).parent.mkdir(exist_ok=True)
        (eyes.root / relpath).write_text("x")
    assert eyes.news() == []


def test_git_checkout_moves_the_tree_back_and_forth(eyes: Eyewitness) -> None:
    def git(*words: str) -> None:
        run("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", *words, cwd=eyes.root)

    git("init", "-q", "-b", "one")
    (eyes.root / ".gitignore").write_text(".memoryd\n")
    git("add", ".")
    git("commit", "-qm", "one")
    git("checkout", "-qb", "two")
    (eyes.root / NOTE).write_text("- another life\n")
    (eyes.root / "memory" / "skills.md").write_text("- juggling\n")
    git("rm", "-q", "MEMORY.md")
    git("add", ".")
    git("commit", "-qm", "two")
    for branch in ("one", "two", "one"):
        git("checkout", "-q", branch)
        eyes.catch_up()
        assert eyes.agrees()
    shutil.rmtree(eyes.root / "memory")
    git("checkout", "-q", "--", ".")
    eyes.catch_up()
    assert eyes.agrees()
    assert (eyes.root / NOTE).exists()
    assert eyes.problems == []


def test_a_two_step_writer_is_read_when_it_is_done(eyes: Eyewitness) -> None:
    """Truncated and then written within the quiet time: the empty file in between is never absorbed."""
    seen: list[int] = []
    eyes.after = lambda relpath, stamp: seen.append(len(eyes.copies.get(relpath, b"")))
    with (eyes.root / NOTE).open("w") as file:
        file.write("- whole\n")
    eyes.catch_up()
    assert seen == [8]
