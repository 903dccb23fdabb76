"""A backup: complete, read back before it has its name, and never in another one's place."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
import zstandard

from memoryd.maintenance.archive_file import backup, read_digests, truth_files
from memoryd.maintenance.restore import restore
from tests.support import strace


def fill(root: Path) -> dict[str, bytes]:
    files = {
        "MEMORY.md": b"# Memory\n",
        "knowledge-graph/facts.jsonl": b'{"a": 1}\n' * 1000,
        "daily/2026-05-15.md": b"",
        ".memoryd/sessions.jsonl": b"{}\n",
        ".memoryd/version": b"1\n",
    }
    left_out = {
        "backups/pre-maintenance-20260101.tar.zst": b"x",
        "embeddings/index.bin": b"x",
        ".memoryd/index/meta.json": b"x",
        ".memoryd/lock": b"1",
        ".git/config": b"x",
        "memory/.hidden": b"x",
    }
    for name, content in (files | left_out).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return files


def unpacked(path: Path) -> dict[str, bytes]:
    data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(path.read_bytes())).read()
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        return {member.name: content.read() for member in tar if (content := tar.extractfile(member)) is not None}


@pytest.mark.parametrize("moment", range(8))
def test_what_is_archived_while_it_is_made_is_in_it(tmp_path: Path, moment: int) -> None:
    """Whichever file is next then: it is in the one that it leaves or in the one that gets it."""
    root = tmp_path / "data"
    fill(root)
    facts, archived = (root / "knowledge-graph" / name for name in ("facts.jsonl", "archived-facts.jsonl"))
    session, kept = root / "sessions" / "s.jsonl", root / "sessions" / "archive" / "s.jsonl.zst"
    facts.write_bytes(b'{"old": 1}\n{"new": 1}\n')
    archived.write_bytes(b"{}\n")
    session.parent.mkdir()
    session.write_bytes(b"{}\n")

    def archive(stage: str, done: int, _total: int) -> None:
        if (stage, done) == ("backup", moment):
            archived.write_bytes(b'{}\n{"old": 1}\n')
            facts.write_bytes(b'{"new": 1}\n')
            kept.parent.mkdir()
            kept.write_bytes(b"packed")
            session.unlink()

    target = tmp_path / "b.tar.zst"
    backup({"root": str(root), "path": str(target), "gid": None, "about": None}, archive)
    found = unpacked(target)
    assert b"old" in found["knowledge-graph/facts.jsonl"] + found["knowledge-graph/archived-facts.jsonl"]
    assert {"sessions/s.jsonl", "sessions/archive/s.jsonl.zst"} & found.keys() != set()


def write_archive(root: Path, target: Path) -> dict[str, Any]:
    params = {"root": str(root), "path": str(target), "gid": None, "about": None}
    return backup(params, lambda _stage, _done, _total: None)


def test_every_truth_file_is_in_it(tmp_path: Path) -> None:
    root = tmp_path / "data"
    files = fill(root)
    target = tmp_path / "b.tar.zst"
    assert write_archive(root, target)["files"] == len(files)
    assert unpacked(target) == files
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_archive_that_exists_is_left_alone(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    target = tmp_path / "b.tar.zst"
    target.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        write_archive(tmp_path / "data", target)
    assert target.read_bytes() == b"precious"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_line_that_is_being_written_stays_out(tmp_path: Path) -> None:
    root = tmp_path / "data"
    files = fill(root)
    with (root / "knowledge-graph/facts.jsonl").open("ab") as file:
        file.write(b'{"half')
    write_archive(root, tmp_path / "b.tar.zst")
    assert unpacked(tmp_path / "b.tar.zst") == files


@pytest.mark.parametrize("at", [10, -10])
def test_damage_is_seen(tmp_path: Path, at: int) -> None:
    fill(tmp_path / "data")
    target = tmp_path / "b.tar.zst"
    write_archive(tmp_path / "data", target)
    good = read_digests(io.BytesIO(target.read_bytes()))
    data = bytearray(target.read_bytes())
    data[at] ^= 0xFF
    with contextlib.suppress(OSError):
        assert read_digests(io.BytesIO(bytes(data))) != good


def test_what_is_a_truth_file(tmp_path: Path) -> None:
    assert set(truth_files(str(tmp_path))) == set()
    files = fill(tmp_path)
    assert set(truth_files(str(tmp_path))) == set(files)


BACKUP = """
import json, sys
from memoryd.maintenance.archive_file import backup
about = {"id": "one", "at": "", "format": 1, "counts": {}} if sys.argv[3] else None
params = {"root": sys.argv[1], "path": sys.argv[2], "gid": None, "about": about}
print(json.dumps(backup(params, lambda *_: None)))
"""


def on_a_failing_disk(tmp_path: Path, about: str) -> subprocess.CompletedProcess[str]:
    """A backup while most of one file cannot be read."""
    root, target = tmp_path / "data", tmp_path / "b.tar.zst"
    fill(root)
    bad = root / "large.md"
    bad.write_bytes(b"x" * 300_000)
    fault = ("-f", "-P", bad, "-e", "trace=read", "-e", "inject=read:error=EIO:when=2+", "-o", "/dev/null")
    command = ("strace", *fault, sys.executable, "-c", BACKUP, root, target, about)
    return subprocess.run(command, capture_output=True, text=True)


needs_strace = pytest.mark.skipif(bool(strace.missing()), reason=strace.missing() or "-")


@needs_strace
def test_what_the_disk_does_not_give_is_named_and_the_rest_is_restored(tmp_path: Path) -> None:
    told = json.loads(on_a_failing_disk(tmp_path, "a manifest").stdout)
    root, again = tmp_path / "data", tmp_path / "again"
    (root / "large.md").unlink()
    files = fill(root)
    assert (told["files"], told["missing"]) == (len(files), ["large.md"])
    restore(str(tmp_path / "b.tar.zst"), str(again))
    assert {name: (again / name).read_bytes() for name in files} == files
    assert not (again / "large.md").exists()


@needs_strace
def test_where_nothing_would_tell_that_the_disk_failed_there_is_no_backup(tmp_path: Path) -> None:
    assert "Input/output error" in on_a_failing_disk(tmp_path, "").stderr
    assert not (tmp_path / "b.tar.zst").exists()
