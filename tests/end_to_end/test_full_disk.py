"""A start on a disk that cannot be written: what can be read is served, and later all, by itself."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memoryd.client.bound import BoundClient
from memoryd.errors import ReadOnly
from memoryd.process.arguments import Exit
from memoryd.process.standby import DATA_ID
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError

FACT = {"subject": "quay", "predicate": "has", "object": "a crane"}
MOUNT = 'mount -t tmpfs -o size=16m,nr_inodes=400 none "$VOLUME" && cp -a "$SEED/." "$VOLUME"'
CAUSES = {
    "full": ('dd if=/dev/zero of="$VOLUME/fill" bs=4k 2>/dev/null', 'rm "$VOLUME/fill"', "the disk is full"),
    "of too many files": (
        'i=0; while mkdir "$VOLUME/fill$i" 2>/dev/null; do i=$((i+1)); done',
        'rmdir "$VOLUME"/fill*',
        "no inode left",
    ),
    "read-only": ('mount -o remount,ro "$VOLUME"', 'mount -o remount,rw "$VOLUME"', "mounted read-only"),
}
READING = {
    "recall.search": {"query": "crane"},
    "facts.find": {},
    "notes.list": {},
    "contexts.load": {"project": "harbour"},
    "sessions.read": {"session_id": "s"},
    "recall.get": {"key": "memory/knowledge.md"},
    "system.config": {},
}
WRITING = {
    "facts.add": FACT,
    "notes.write": {"layer": "knowledge", "text": "x"},
    "sessions.append": {"session_id": "s", "messages": [{"role": "user", "content": "Hello"}]},
    "facts.add_many": {"facts": [{**FACT, "object": "x" * 60_000}] * 2},
    "maintenance.run": {"action": "decay"},
}


def can_mount() -> bool:
    if shutil.which("unshare") is None or shutil.which("nsenter") is None:
        return False
    command = ["unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(command, capture_output=True).returncode == 0


needs_mounts = pytest.mark.skipif(not can_mount(), reason="nothing can be mounted here, not even apart")


def seeded(folder: Path) -> Path:
    daemon = Daemon(folder / "seed").start()
    with daemon.connect() as wire:
        wire.call("facts.add", FACT)
        wire.call("notes.write", {"layer": "knowledge", "text": "the crane is red"})
        wire.call("contexts.save", {"project": "harbour", "content": "loading"})
        wire.call("sessions.start", {"session_id": "s"})
        wire.call(
            "sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": "where is the crane"}]}
        )
    assert daemon.stop() == 0
    return daemon.data


@pytest.mark.long
@needs_mounts
@pytest.mark.parametrize("cause", CAUSES)
def test_it_reads_until_it_can_write(daemon_folder: Path, cause: str) -> None:
    begin, end, reason = CAUSES[cause]
    seed, volume = seeded(daemon_folder), daemon_folder / "volume"
    volume.mkdir()
    env = {"SEED": str(seed), "VOLUME": str(volume)}
    # The disk is full when nothing more can be written, so that dd fails.
    script = f'{MOUNT}; {begin}; exec "$@"'
    daemon = Daemon(daemon_folder / "d", env=env, run_by=["unshare", "-Urm", "sh", "-c", script, "sh"])
    daemon.data = volume
    daemon.start()
    try:
        with daemon.connect() as wire:
            for method, params in READING.items():
                assert wire.call(method, params), method
            assert wire.call("sessions.start", {"session_id": "s"})["resumed"]
            for audience in ("private", "group"):
                # As an agent asks, whose session begins only now; a group's sees no private memory here, either.
                with closing(BoundClient(str(daemon.socket), name="agent", audience=audience)) as agent:
                    texts = [one["text"] for one in agent.call("recall.search", query="crane")["results"]]
                    assert ("where is the crane" in texts) == (audience == "private")
                    with pytest.raises(ReadOnly):
                        agent.call("sessions.append", messages=[{"role": "user", "content": "Hello"}])
            for method, params in WRITING.items():
                with pytest.raises(RpcError, match=reason) as refused:
                    wire.call(method, params)
                assert refused.value.code == "read_only"
            with daemon.connect() as club:
                club.call("sessions.start", {"session_id": "club", "audience": "group"})
                # The connection is the group's from here on.
                assert "where is the crane" not in str(club.call("recall.search", {"query": "crane"}))
                with pytest.raises(RpcError, match="club"):
                    club.call("sessions.start", {"session_id": "u"})
            problems = wire.call("system.health")["problems"]
            assert [one["path"] for one in problems if reason in one["what"]] == ["."], problems
        inside = ["nsenter", "-t", str(daemon.pid), "-U", "-m", "--preserve-credentials", "sh", "-c", end]
        subprocess.run(inside, env={**env, "PATH": "/usr/bin:/bin"}, check=True)

        def is_added() -> bool:
            try:
                with daemon.connect() as wire:
                    return bool(wire.call("facts.add", {**FACT, "object": "a lamp"})["status"] == "added")
            except (RpcError, OSError):
                return False

        until(is_added)
        with daemon.connect() as wire:
            assert len(wire.call("facts.find")["facts"]) == 2
            assert wire.call("system.health")["problems"] == []
            # What began meanwhile is as if it had not begun.
            with pytest.raises(RpcError, match=r"sessions\.start first"):
                wire.call("recall.search", {"query": "crane", "session_id": agent.session_id})
        assert daemon.process is not None
        assert daemon.process.poll() is None
        assert "Traceback" not in daemon.tail()
    finally:
        daemon.stop()


@needs_mounts
@pytest.mark.parametrize("pages", part(1, [2, 0, 1, 3]))
def test_it_starts_without_room_for_an_index_and_names_what_is_refused(daemon_folder: Path, pages: int) -> None:
    """So few pages are left that an index cannot be made."""
    seed, volume = seeded(daemon_folder), daemon_folder / "volume"
    shutil.rmtree(seed / ".memoryd" / "index")
    volume.mkdir()
    room = f'head -c {pages * 4096} /dev/zero > "$VOLUME/room"; {CAUSES["full"][0]}; rm "$VOLUME/room"'
    script = f'{MOUNT.replace("16m", "8m")}; {room}; exec "$@"'
    env = {"SEED": str(seed), "VOLUME": str(volume)}
    daemon = Daemon(daemon_folder / "d", env=env, run_by=["unshare", "-Urm", "sh", "-c", script, "sh"])
    daemon.data = volume
    daemon.start()
    enter = ["nsenter", "-t", str(daemon.pid), "-U", "-m", "--preserve-credentials", "sh", "-c"]

    def add(text: str) -> str:
        try:
            with daemon.connect() as wire:
                return str(wire.call("facts.add", {**FACT, "object": text})["status"])
        except RpcError as error:
            return error.sentence
        except OSError:  # it begins anew where there is room
            return ""

    def told() -> list[str]:
        with daemon.connect() as wire:
            return [one["path"] for one in wire.call("system.health")["problems"] if "disk is full" in one["what"]]

    try:
        with daemon.connect() as wire:
            assert len(wire.call("recall.search", {"query": "crane"})["results"]) >= 2
        until(lambda: "the disk is full" in add("x" * 60_000))
        assert "." in told()
        subprocess.run([*enter, f"rm {volume}/fill"], check=True)
        until(lambda: add("a lamp") == "added")
        assert told() == []
        assert "Traceback" not in daemon.tail()
    finally:
        daemon.stop()


@pytest.mark.long
@needs_mounts
def test_what_an_operator_asks_for_on_a_full_disk_leaves_nothing_half_done(daemon_folder: Path) -> None:
    volume, triples = daemon_folder / "volume", daemon_folder / "triples.jsonl"
    volume.mkdir()
    lines = [json.dumps({"subject": f"boat {number}", "predicate": "is", "object": "x" * 200}) for number in range(300)]
    triples.write_text("\n".join(lines))
    script = f'mount -t tmpfs -o size=16m none "{volume}" && mkdir "{volume}/data" && exec "$@"'
    daemon = Daemon(daemon_folder / "d", run_by=["unshare", "-Urm", "sh", "-c", script, "sh"])
    daemon.data = volume / "data"
    daemon.start()

    def inside(command: str) -> subprocess.CompletedProcess[str]:
        enter = ["nsenter", "-t", str(daemon.pid), "-U", "-m", "--preserve-credentials", "sh", "-c"]
        script = command.replace("memoryctl", f"{shlex.quote(sys.executable)} -m memoryd.cli --socket {daemon.socket}")
        return subprocess.run([*enter, script], capture_output=True, text=True, timeout=120)

    asked = {
        f"memoryctl backup {volume}/b.tar.zst": f"it was written to {volume}/b.tar.zst",
        "memoryctl purge --subject quay": "the disk is full",
        f"memoryctl import triples {triples}": "imports only the rest",
        f"memoryctl restore-backup {daemon_folder}/b.tar.zst --data {volume}/restored": "the disk is full",
    }
    try:
        with daemon.connect() as wire:
            wire.call("facts.add", FACT)
        assert inside(f"memoryctl backup {daemon_folder}/b.tar.zst").returncode == 0
        inside(f"dd if=/dev/zero of={volume}/fill bs=4k")
        for command, told in asked.items():
            done = inside(command)
            assert (done.returncode, told in done.stderr) == (70, True), done.stderr
        assert inside(f"ls -A {volume}; ls -A {volume}/restored").stdout.split() == [
            "data",
            "fill",
            "restored",
            ".memoryd",
        ]
        inside(f"rm {volume}/fill")
        for command in asked:
            done = inside(command)
            assert done.returncode == 0, done.stderr
        with daemon.connect() as wire:
            assert wire.call("facts.find", {"subject": "quay"})["facts"] == []
            assert wire.call("system.info")["facts"] == 300
            until(lambda: wire.call("system.health")["problems"] == [])
    finally:
        daemon.stop()


@needs_mounts
def test_a_part_that_is_mounted_read_only_is_one_problem_and_refuses_its_own(daemon_folder: Path) -> None:
    env = {"DATA": str(seeded(daemon_folder))}
    script = 'mount --bind "$DATA/memory" "$DATA/memory" && mount -o remount,bind,ro "$DATA/memory" && exec "$@"'
    daemon = Daemon(daemon_folder / "d", env=env, run_by=["unshare", "-Urm", "sh", "-c", script, "sh"])
    daemon.data = Path(env["DATA"])
    daemon.start()
    try:
        with daemon.connect() as wire:
            with pytest.raises(RpcError) as refused:
                wire.call("notes.write", {"layer": "knowledge", "text": "x"})
            assert refused.value.code == "read_only"
            assert wire.call("facts.add", {**FACT, "object": "a lamp"})["status"] == "added"
            told = [one for one in wire.call("system.health")["problems"] if "memory" in one["path"]]
            assert [(one["path"], "remount,rw" in one["action"]) for one in told] == [(f"{daemon.data}/memory", True)]
    finally:
        daemon.stop()


@needs_mounts
def test_what_cannot_be_brought_to_this_format_yet_is_read_by_all_but_groups(daemon_folder: Path) -> None:
    """Whose a memory is stood in no file of format 1."""
    begin, end, reason = CAUSES["read-only"]
    seed, volume = seeded(daemon_folder), daemon_folder / "volume"
    (seed / ".memoryd/version").write_text("1\n")
    volume.mkdir()
    env = {"SEED": str(seed), "VOLUME": str(volume)}
    daemon = Daemon(
        daemon_folder / "d", env=env, run_by=["unshare", "-Urm", "sh", "-c", f'{MOUNT}; {begin}; exec "$@"', "sh"]
    )
    daemon.data = volume
    daemon.start()
    try:
        with daemon.connect() as wire, daemon.connect() as club:
            for method, params in READING.items():
                assert wire.call(method, params), method
            club.call("sessions.start", {"session_id": "club", "audience": "group"})
            for method, params in READING.items():
                with pytest.raises(RpcError, match=f"what groups may see .* of format 1.*{reason}") as refused:
                    club.call(method, {**params, "session_id": "club"} if method == "sessions.read" else params)
                assert refused.value.code == "read_only"
            with pytest.raises(RpcError, match=reason):
                wire.call("facts.add", FACT)
        inside = ["nsenter", "-t", str(daemon.pid), "-U", "-m", "--preserve-credentials", "sh", "-c", end]
        subprocess.run(inside, env={**env, "PATH": "/usr/bin:/bin"}, check=True)
        until(lambda: "upgraded" in daemon.tail())
    finally:
        daemon.stop()


@pytest.mark.parametrize("is_there", part(1, [False, True]))
def test_a_directory_that_lacks_the_remembered_id_is_waited_for(daemon_folder: Path, is_there: bool) -> None:
    """`is_there`: something that cannot be read is in the place of the id, as where its user may not read it."""
    daemon = Daemon(daemon_folder / "d", env={"MEMORYD_DAEMON__DATA_ID": "harbour-1"})
    daemon.data.mkdir()
    own = daemon.data / DATA_ID
    if is_there:
        own.mkdir(parents=True)
    process = daemon.spawn()

    def answer() -> str:
        try:
            with daemon.connect() as wire:
                return str(wire.call("facts.find"))
        except RpcError as error:
            return error.sentence if error.code == "busy" else str(error)
        except OSError:
            return ""

    try:
        told, listening = until(answer), _made(daemon.socket)
        assert (f"{own} cannot be read by user" if is_there else "its volume is not mounted") in told
        assert list(daemon.data.iterdir()) == [own.parent] * is_there
        if is_there:
            own.rmdir()
        own.parent.mkdir(exist_ok=True)
        own.write_text("harbour-1\n")
        until(lambda: "facts" in answer())
        assert process.poll() is None
        assert _made(daemon.socket) == listening  # so that those who connect meanwhile wait
    finally:
        daemon.stop()
    assert not daemon.socket.exists()
    assert "not_the_directory" in daemon.tail()


def _made(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_ino, found.st_ctime_ns


def test_a_daemon_that_waits_for_its_directory_leaves_the_socket_of_another_one(daemon_folder: Path) -> None:
    other = Daemon(daemon_folder / "other").start()
    daemon = Daemon(daemon_folder / "d", env={"MEMORYD_DAEMON__DATA_ID": "harbour-1"})
    daemon.data.mkdir()
    daemon.socket = other.socket
    try:
        assert daemon.spawn().wait(60) == Exit.UNAVAILABLE
        assert "another daemon listens" in daemon.tail()
        with other.connect() as wire:
            assert wire.call("rpc.ping") == {"pong": True}
    finally:
        other.stop()


def test_a_volume_that_goes_while_it_is_served_is_waited_for(daemon_folder: Path) -> None:
    """What then stands there has not the remembered id: nothing is read from it, and nothing written into it."""
    daemon = Daemon(daemon_folder / "d", env={"MEMORYD_DAEMON__DATA_ID": "harbour-1"})
    mounted = daemon_folder / "mounted"
    (daemon.data / DATA_ID).parent.mkdir(parents=True)
    (daemon.data / DATA_ID).write_text("harbour-1\n")

    def told() -> str:
        try:
            return str(call("facts.find"))
        except RpcError as error:
            return error.sentence if error.code == "busy" else ""
        except OSError:
            return ""

    def call(method: str, **params: Any) -> Any:
        with daemon.connect() as wire:
            return wire.call(method, params)

    daemon.start()
    try:
        added = call("facts.add", **FACT)["id"]
        daemon.data.rename(mounted)
        daemon.data.mkdir()
        until(lambda: "its volume is not mounted" in told())
        assert list(daemon.data.iterdir()) == []
        daemon.data.rmdir()
        mounted.rename(daemon.data)
        until(lambda: added in told())
        assert call("facts.add", **{**FACT, "object": "two cranes"})["status"] == "added"
        assert call("system.health")["problems"] == []
    finally:
        daemon.stop()
