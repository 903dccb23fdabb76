"""What others put beside the files, such as links, keeps no purge from its end; where it cannot look, it says so."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from memoryd.maintenance.restore import restore
from tests.support.daemon import WITHOUT_CAPABILITIES, Daemon
from tests.support.everywhere import places
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

WORD = "Zorbelwick"


def state(wire: Wire) -> None:
    wire.call("facts.add", {"subject": WORD, "predicate": "keeps", "object": "a heron"})
    wire.call("notes.write", {"layer": "knowledge", "text": f"{WORD} keeps two herons"})
    wire.call("notes.write", {"layer": "knowledge", "text": "The kiln is cold"})


def second_name(data: Path) -> None:
    (data / "memory" / "second.md").hardlink_to(data / "memory" / "knowledge.md")


def in_a_hidden_directory(data: Path) -> None:
    (data / ".snapshot").mkdir()
    for path in (data / "memory" / "knowledge.md", data / "knowledge-graph" / "facts.jsonl"):
        (data / ".snapshot" / path.name).hardlink_to(path)


def second_name_of_a_backup(data: Path) -> None:
    (backup,) = (data / "backups").glob("*.tar.zst")
    (data / "backups" / "second.tar.zst").hardlink_to(backup)


def name_that_is_no_text(data: Path) -> None:
    for name in (b"memory/\xff.md", b".\xff", b"sessions/\xff.jsonl"):
        Path(os.fsdecode(os.fsencode(data / "x")[:-1] + name)).write_text(f"# Birds\n\n- {WORD} keeps a heron\n")


@pytest.mark.parametrize("is_running", [True, False], ids=["running", "stopped"])
@pytest.mark.parametrize("plant", [second_name, in_a_hidden_directory, second_name_of_a_backup, name_that_is_no_text])
def test_it_leaves_no_byte(daemon: Daemon, plant: Callable[[Path], None], is_running: bool) -> None:
    with daemon.connect() as wire:
        state(wire)
        wire.call("system.backup", {"path": str(daemon.data / "backups" / "one.tar.zst")})
    if is_running:
        plant(daemon.data)
    else:
        daemon.stop()
        plant(daemon.data)
        daemon.start()
    with daemon.connect() as wire:
        receipt = wire.call("facts.purge", {"query": WORD})
        assert (receipt["status"], receipt.get("left")) == ("purged", None)
        until(lambda: places(daemon.data, WORD) == [], 60)
        assert [note["text"] for note in wire.call("notes.list")["notes"]] == ["The kiln is cold"]
        index = [one for one in wire.call("system.health")["problems"] if "index" in one["path"]]
        assert index == []


def too_deep(data: Path) -> str:
    top = Path(*["d"] * 64)
    os.makedirs(data / top / "d")
    (data / top / "d" / "x.md").write_text(WORD)
    return str(top)


def too_large(data: Path) -> str:
    with (data / ".large").open("wb") as file:
        file.write(WORD.encode())
        file.truncate(2 << 30)
    return ".large"


def mostly_unwritten(data: Path) -> str:
    with (data / ".sparse").open("wb") as file:
        file.write(WORD.encode())
        file.truncate(100 << 20)
    return ".sparse"


def shut_file(data: Path) -> str:
    path = data / ".shut"
    path.write_text(WORD)
    path.chmod(0)
    return ".shut"


def shut_directory(data: Path) -> str:
    path = data / ".closed"
    path.mkdir()
    (path / "x.md").write_text(WORD)
    path.chmod(0)
    return ".closed"


def shut_backup(data: Path) -> str:
    path = data / "backups" / "shut.tar.zst"
    path.write_text(WORD)
    path.chmod(0)
    return "backups/shut.tar.zst"


def no_backup(data: Path) -> str:
    (data / "backups" / "noise.tar.zst").write_bytes(b"no backup of ours")
    return "backups/noise.tar.zst"


@pytest.mark.parametrize(
    "plant", [too_deep, too_large, mostly_unwritten, shut_file, shut_directory, shut_backup, no_backup]
)
def test_it_says_where_it_could_not_look(daemon_folder: Path, plant: Callable[[Path], str]) -> None:
    daemon = Daemon(daemon_folder, through=() if os.geteuid() else WITHOUT_CAPABILITIES).start()
    try:
        with daemon.connect() as wire:
            state(wire)
            where = plant(daemon.data)
            receipt = wire.call("facts.purge", {"query": WORD})
            assert (receipt["status"], receipt["left"]) == ("purged", [where])
            assert wire.call("facts.find", {"subject": WORD})["facts"] == []
            said = [problem["what"] for problem in wire.call("system.health")["problems"] if problem["path"] == where]
            assert any("may have what was purged" in what for what in said)
        assert not (daemon.data / ".memoryd" / "purge.json").exists()
    finally:
        daemon.kill()
        for path in (daemon.data / ".closed", daemon.data / ".shut"):
            if path.exists():
                path.chmod(0o700)


def unread(wire: Wire) -> list[str]:
    problems = wire.call("system.health")["problems"]
    return [problem["path"] for problem in problems if "may have what was purged" in problem["what"]]


@pytest.mark.parametrize("plant", [shut_file, shut_directory])
def test_what_can_be_read_later_is_cleared_then(daemon_folder: Path, plant: Callable[[Path], str]) -> None:
    daemon = Daemon(daemon_folder, through=() if os.geteuid() else WITHOUT_CAPABILITIES).start()
    try:
        with daemon.connect() as wire:
            state(wire)
            where = plant(daemon.data)
            wire.call("facts.purge", {"query": WORD})
            assert unread(wire) == [where]
            (daemon.data / where).chmod(0o770)
            until(lambda: unread(wire) == [], 60)
            assert places(daemon.data, WORD) == []
    finally:
        daemon.kill()


@pytest.mark.parametrize("plant", [too_large, no_backup])
def test_what_is_removed_is_told_no_more(daemon: Daemon, plant: Callable[[Path], str]) -> None:
    with daemon.connect() as wire:
        state(wire)
        where = plant(daemon.data)
        wire.call("facts.purge", {"query": WORD})
        assert unread(wire) == [where]
        (daemon.data / where).unlink()
        until(lambda: unread(wire) == [], 60)


def test_what_was_written_since_is_told_until_it_is_purged_again(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        state(wire)
        where = too_large(daemon.data)
        wire.call("facts.purge", {"query": WORD})
        (daemon.data / where).write_text(f"{WORD} was here\n")
        with pytest.raises(RpcError, match="nothing in memory matches"):
            wire.call("facts.purge", {"query": "herring"})
        assert unread(wire) == [where]
        assert where in wire.call("facts.purge", {"query": WORD})["files"]
        assert unread(wire) == []


@pytest.mark.parametrize("name", ["restated", "restored"])
def test_a_directory_in_the_place_of_its_own_files_stops_no_start(daemon: Daemon, name: str) -> None:
    with daemon.connect() as wire:
        state(wire)
        wire.call("facts.purge", {"query": "herons"})
    daemon.stop()
    (daemon.data / ".memoryd" / name).mkdir()
    daemon.start()
    with daemon.connect() as wire:
        (problem,) = wire.call("system.health")["problems"]
        assert f"set aside as {name}.broken" in problem["what"]
        assert wire.call("facts.purge", {"query": WORD})["status"] == "purged"


@pytest.mark.parametrize("name", ["purge.json", "tombstones.jsonl"])
def test_it_is_refused_beside_a_directory_in_the_place_of_its_own_files_and_then_done(
    daemon: Daemon, name: str
) -> None:
    with daemon.connect() as wire:
        state(wire)
        (daemon.data / ".memoryd" / name).mkdir()
        with pytest.raises(RpcError, match="it is a directory"):
            wire.call("facts.purge", {"query": WORD})
        assert len(wire.call("facts.find", {"subject": WORD})["facts"]) == 1
        (daemon.data / ".memoryd" / name).rmdir()
        if name == "purge.json":  # nothing had begun
            assert wire.call("facts.purge", {"query": WORD})["status"] == "purged"
        until(lambda: places(daemon.data, WORD) == [], 60)
        assert wire.call("system.health")["problems"] == []


def test_when_a_receipt_is_refused_nothing_is_noted_of_what_is_stated_then(daemon: Daemon, daemon_folder: Path) -> None:
    with daemon.connect() as wire:
        state(wire)
        stones = wire.call("facts.purge", {"query": WORD})["tombstones"]
    again = Daemon(daemon_folder / "again").start()
    try:
        with again.connect() as wire:
            wire.call(
                "facts.add", {"subject": WORD, "predicate": "keeps", "object": "a heron", "created": "2020-01-01"}
            )
            (again.data / ".memoryd" / "purge.json").mkdir()
            with pytest.raises(RpcError, match="it is a directory"):
                wire.call("facts.purge", {"tombstones": [stones]})
            wire.call("notes.write", {"layer": "knowledge", "text": "The quay is wet"})
            assert not (again.data / ".memoryd" / "restated").exists()
    finally:
        again.kill()


def test_a_link_beside_a_layer_takes_nothing_of_it_from_memory(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        state(wire)
    daemon.kill()  # before the index knows the layer
    (daemon.data / "a.txt").hardlink_to(daemon.data / "memory" / "knowledge.md")
    (daemon.data / ".memoryd" / "second-names.json").unlink(missing_ok=True)
    daemon.start()
    with daemon.connect() as wire:
        assert len(wire.call("notes.list", {"layer": "knowledge"})["notes"]) == 2
        wire.call("notes.write", {"layer": "knowledge", "text": "The quay is wet"})
        assert len(wire.call("notes.list", {"layer": "knowledge"})["notes"]) == 3


def test_an_odd_member_keeps_the_rest_of_no_backup(daemon: Daemon, daemon_folder: Path) -> None:
    archive, again = daemon.data / "backups" / "one.tar.zst", daemon_folder / "again"
    with daemon.connect() as wire:
        (daemon.data / "contexts" / "archive" / "p.jsonl.zst").write_text("no archive of ours")
        state(wire)
        wire.call("system.backup", {"path": str(archive)})
        receipt = wire.call("facts.purge", {"query": WORD})
        assert receipt["backups"] == ["backups/one.tar.zst"]
        odd = ["backups/one.tar.zst", "contexts/archive/p.jsonl.zst"]  # what it is no archive of may be anything
        assert receipt["left"] == odd
    restore(str(archive), str(again))
    assert (again / "contexts" / "archive" / "p.jsonl.zst").read_text() == "no archive of ours"
    assert "The kiln is cold" in (again / "memory" / "knowledge.md").read_text()
    assert [path for path in again.rglob("*") if path.is_file() and WORD.encode() in path.read_bytes()] == []


def of_another_checksum(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def with_a_header_that_is_none(data: bytes) -> bytes:
    tar = bytearray(zstandard.ZstdDecompressor().stream_reader(data).read())
    size = int(tar[124:135], 8)
    second = 512 + (size + 511) // 512 * 512
    tar[second] ^= 1
    return zstandard.ZstdCompressor().compress(tar)


def with_another_one_behind(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(bytes(1024)) + data


@pytest.mark.parametrize("damage", [of_another_checksum, with_a_header_that_is_none, with_another_one_behind])
def test_a_damaged_backup_keeps_nothing_else_from_being_cleared(
    daemon: Daemon, damage: Callable[[bytes], bytes]
) -> None:
    backups = daemon.data / "backups"
    with daemon.connect() as wire:
        state(wire)
        wire.call("system.backup", {"path": str(backups / "one.tar.zst")})
        data = (backups / "one.tar.zst").read_bytes()
        (backups / "flipped.tar.zst").write_bytes(damage(data))
        receipt = wire.call("facts.purge", {"query": WORD})
        assert (receipt["status"], receipt["left"]) == ("purged", ["backups/flipped.tar.zst"])
        said = [problem["path"] for problem in wire.call("system.health")["problems"]]
        assert "backups/flipped.tar.zst" in said
        (backups / "flipped.tar.zst").unlink()
        until(lambda: places(daemon.data, WORD) == [], 60)
        with pytest.raises(RpcError, match="nothing in memory matches"):
            wire.call("facts.purge", {"query": WORD})


def test_a_name_that_is_no_text_stops_no_backup(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        state(wire)
        name_that_is_no_text(daemon.data)
        known, other = daemon.data / "memory" / "knowledge.md", os.fsencode(daemon.data / "memory")
        Path(os.fsdecode(other + b"/\xfe.md")).hardlink_to(known)
        Path(os.fsdecode(other + b"/\xfd.md")).hardlink_to(Path(os.fsdecode(other + b"/\xff.md")))
        done = wire.call("system.backup", {"path": str(daemon.data / "backups" / "one.tar.zst")})
        assert done["files"] > 3
        assert len(wire.call("notes.list", {"layer": "knowledge"})["notes"]) == 2
        (daemon.data / "new.md").write_text("# New\n\nThe watcher still looks.\n")
        until(lambda: wire.call("recall.search", {"query": "the watcher still looks"})["results"])


def test_a_file_too_large_to_be_read_in_is_cleared_entry_by_entry(tmp_path: Path) -> None:
    """Larger than what the daemon goes over by itself, too."""
    daemon = Daemon(tmp_path, '[daemon]\nmax_file_bytes = "64KiB"\n')
    kept = [f"- The kiln of house {number} is cold\n" for number in range(140_000)]
    lines = list(kept)
    for number in range(0, len(lines), 7000):
        lines[number] += f"\n{WORD} keeps a heron.\n\n"
    with daemon.start().connect() as wire:
        state(wire)
        large = daemon.data / "memory" / "large.md"
        large.write_text("".join(lines))
        assert "memory/large.md" in wire.call("facts.purge", {"query": WORD})["files"]
        left = large.read_text()
    daemon.stop()
    assert (WORD in left, [line for line in left.splitlines(keepends=True) if line.strip()]) == (False, kept)
