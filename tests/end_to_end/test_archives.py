"""Session files past their retention go on answering, on the real daemon (rule 18)."""

from __future__ import annotations

import io
import itertools
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.support import strace
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.rest import REST
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError, Wire

CONFIG = "[summaries]\nsummarizer_fallback_after = 0\n[schedule]\nconsolidate = 'off'\n"
SAID = [f"The kiln in hall {number} runs at {1000 + number} degrees on weekdays." for number in range(40)]


@pytest.fixture
def clock(daemon_folder: Path) -> WallClock:
    return WallClock(daemon_folder, datetime(2026, 3, 2, 12, tzinfo=UTC))


@pytest.fixture
def old(daemon_folder: Path, clock: WallClock) -> Iterator[Daemon]:
    """A daemon with a session of a month ago."""
    daemon = Daemon(daemon_folder, CONFIG, clock.env).start()
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        messages = [{"role": "user", "content": text, "id": f"m{at}"} for at, text in enumerate(SAID)]
        wire.call("sessions.append", {"session_id": "s", "messages": messages})
        wire.call("sessions.end", {"session_id": "s"})
    clock.move(days=32)
    yield daemon
    daemon.kill()


def names(daemon: Daemon) -> tuple[list[str], list[str]]:
    """The session files, and those of the archive."""
    top = daemon.data / "sessions"
    return sorted(one.name for one in top.glob("*.jsonl")), sorted(one.name for one in (top / "archive").iterdir())


def unpacked(path: Path) -> bytes:
    return zstandard.ZstdDecompressor().stream_reader(io.BytesIO(path.read_bytes()), read_across_frames=True).read()


def consolidate(wire: Wire) -> None:
    run_action(wire, "consolidate")


def answers(wire: Wire, path: str) -> dict[str, Any]:
    """What is said of the session by every way to read it."""
    found = wire.call("recall.search", {"query": "kiln in hall 17", "kinds": ["message"], "boost": False})["results"]
    read = wire.call("sessions.read", {"session_id": "s", "limit": 25})
    return {
        "search": found[0]["key"],
        "get": [wire.call("recall.get", {"key": f"{path}:{line}"})["text"] for line in (1, 18, 40)],
        "raw": wire.call("recall.get", {"key": path, "from": 40})["text"],
        "read": [one["content"] for one in read["messages"]]
        + [
            one["content"] for one in wire.call("sessions.read", {"session_id": "s", "after": read["next"]})["messages"]
        ],
        "grep": wire.call("recall.grep", {"pattern": "hall 17", "paths": [path]})["matches"],
    }


def test_an_old_session_answers_as_before(old: Daemon) -> None:
    ((name,), _) = names(old)
    path = f"sessions/{name}"
    before = (old.data / path).read_bytes()
    with old.connect() as wire:
        first = answers(wire, path)
        assert first["get"] == [SAID[0], SAID[17], SAID[39]] and first["read"] == SAID and len(first["grep"]) == 1
        consolidate(wire)
        assert names(old) == ([], [f"{name}.zst"])
        packed = old.data / "sessions" / "archive" / f"{name}.zst"
        assert unpacked(packed) == before and packed.stat().st_mode & 0o777 == 0o660
        assert answers(wire, path) == first
        unnamed = wire.call("recall.grep", {"pattern": "hall 17"})["matches"]
        assert all(not one["path"].startswith("sessions/") for one in unnamed)
        run_action(wire, "rebuild")
        assert answers(wire, path) == first
        lines = wire.call("audit.list", {"key": f"{path}:18"})["entries"]
        assert [one["change"] for one in lines] == ["added"]
    assert old.stop() == 0
    old.start()
    with old.connect() as wire:
        assert answers(wire, path) == first
        # It goes on in a file of its own, and knows what it was told.
        again = wire.call(
            "sessions.append",
            {"session_id": "s", "messages": [{"role": "user", "content": text, "id": one} for one, text in
                                             (("m3", SAID[3]), ("new", "The kiln rests."))]},
        )  # fmt: skip
        second = path.replace(".jsonl", "-2.jsonl")
        assert again["keys"] == [f"{path}:4", f"{second}:1"] and again["appended"] == 1
        read = wire.call("sessions.read", {"session_id": "s", "after": f"{path}:40"})["messages"]
        assert [(one["key"], one["content"]) for one in read] == [(f"{second}:1", "The kiln rests.")]
        assert wire.call("sessions.list", {})["sessions"][0]["messages"] == 41


def test_a_backup_has_it_and_a_new_directory_reads_it(old: Daemon, daemon_folder: Path, clock: WallClock) -> None:
    ((name,), _) = names(old)
    path = f"sessions/{name}"
    with old.connect() as wire:
        first = answers(wire, path)
        consolidate(wire)
        wire.call("system.backup", {"path": str(daemon_folder / "b.tar.zst")})
    other = Daemon(daemon_folder / "o", CONFIG, clock.env)
    other.data.mkdir(parents=True)
    tar = unpacked(daemon_folder / "b.tar.zst")
    subprocess.run(["tar", "-x", "-C", other.data], input=tar, check=True)
    # Another program may have packed it: in one frame, without our table.
    packed = other.data / "sessions" / "archive" / f"{name}.zst"
    packed.write_bytes(zstandard.ZstdCompressor().compress(unpacked(packed)))
    other.start()
    try:
        with other.connect() as wire:
            # A directory without an index is served while it is read.
            asked = {"query": "kiln in hall 39", "kinds": ["message"]}
            until(lambda: any(one["key"] == f"{path}:40" for one in wire.call("recall.search", asked)["results"]))
            assert answers(wire, path) == first
    finally:
        other.kill()


@pytest.mark.parametrize(
    ("text", "times", "cut"),
    [
        ("no zstd at all", 0, 0),
        pytest.param('{"session_id":"x","role":"user"}\n', 5000, 9, marks=REST),
        ("\0", 300 << 20, 0),
        pytest.param("\n", 300 << 20, 0, marks=REST),
    ],
    ids=["none", "cut", "bomb", "lines"],
)
def test_what_is_no_archive_is_set_aside(old: Daemon, text: str, times: int, cut: int) -> None:
    packed = zstandard.ZstdCompressor().compress(text.encode() * times)
    content = packed[: len(packed) - cut] if times else text.encode()
    bad = old.data / "sessions" / "archive" / "2026-01-01-000000.jsonl.zst"
    bad.write_bytes(content)
    broken = bad.with_name(f"{bad.name}.broken")
    until(broken.exists, 60)
    with old.connect() as wire:
        wanted = ["sessions/archive/2026-01-01-000000.jsonl.zst"]
        until(
            lambda: (
                wanted == [one["path"] for one in wire.call("system.health")["problems"] if "set aside" in one["what"]]
            )
        )
        assert wire.call("recall.search", {"query": "kiln"})["results"]
    assert broken.read_bytes() == content and not bad.exists()


def test_an_archive_ends_only_when_an_agent_has_summarised_it(daemon_folder: Path, clock: WallClock) -> None:
    config = "[memory_oracle]\nsession_archive_days = 60\n[schedule]\nconsolidate = 'off'\n"
    daemon = Daemon(daemon_folder, config + "[summaries]\nsummarizer_fallback_after = '30d'\n", clock.env).start()
    try:
        with daemon.connect() as wire:
            for session in ("seen", "unseen"):
                if session == "unseen":
                    clock.move(days=3)
                wire.call("sessions.start", {"session_id": session})
                said = [{"role": "user", "content": f"We decided to fire {session} pot {n}."} for n in range(9)]
                wire.call("sessions.append", {"session_id": session, "messages": said})
                wire.call("sessions.end", {"session_id": session})
                if session == "seen":
                    clock.move(days=1)
                    kinds = [do_job(wire), do_job(wire)]
                    assert sorted(kinds) == ["daily", "leaf"], kinds
            (seen, unseen), _ = names(daemon)
            clock.move(days=40)
            run_action(wire, "compress")
            run_action(wire, "consolidate")
            assert names(daemon) == ([], [f"{seen}.zst", f"{unseen}.zst"])
            clock.move(days=25)
            run_action(wire, "clean")
            assert names(daemon) == ([], [f"{unseen}.zst"])
            left = wire.call("recall.search", {"query": "pot", "k": 30, "kinds": ["message"]})["results"]
            assert {one["key"].partition(":")[0] for one in left} == {f"sessions/{unseen}"}
    finally:
        daemon.kill()


def do_job(wire: Wire) -> str:
    """What is offered, done as an agent does it."""
    job = wire.call("jobs.claim", {"kinds": ["daily", "leaf"]})
    answer: dict[str, Any] = {"text": "We decided to fire the pots one by one."}
    if job["kind"] == "daily":
        nothing: list[str] = []
        decisions = ["We decided to fire the pots one by one."]
        answer = {"result": {"facts": [], "decisions": decisions, "preferences": nothing, "action_items": nothing}}
    wire.call("jobs.submit", {"job_id": job["job_id"], **answer})
    return str(job["kind"])


CALLS = "linkat,unlinkat,renameat,renameat2,fsync"


@pytest.mark.long
def test_a_kill_at_any_call_of_the_move_leaves_it_whole(old: Daemon) -> None:
    if strace.missing():
        pytest.skip(strace.missing())
    ((name,), _) = names(old)
    path = f"sessions/{name}"
    with old.connect() as wire:
        first = answers(wire, path)
        consolidate_all_but_clean(wire)
    for call in itertools.count(1):
        if names(old)[0] == []:
            break
        killer = subprocess.Popen(
            ["strace", "-f", "-q", "-p", str(old.pid), "-e", f"trace={CALLS}", "-o", "/dev/null",
             "-e", f"inject={CALLS}:signal=KILL:when={call}"],
        )  # fmt: skip
        until(lambda: "TracerPid:\t0" not in Path(f"/proc/{old.pid}/status").read_text())
        try:
            with old.connect() as wire:
                run_action(wire, "clean")
        except (ConnectionError, RpcError):
            pass
        old.kill()
        killer.wait(30)
        old.start()
        with old.connect() as wire:
            assert answers(wire, path) == first, call
    assert call > 3


def consolidate_all_but_clean(wire: Wire) -> None:
    for action in ("summarize", "compress"):
        run_action(wire, action)


def test_what_was_taken_out_of_an_archive_does_not_come_back_with_a_new_index(old: Daemon) -> None:
    with old.connect() as wire:
        consolidate(wire)
        wire.call("sessions.start", {"session_id": "s"})
        key = wire.call("sessions.pop", {"session_id": "s"})["message"]["key"]
        until(lambda: len(wire.call("audit.list", {"key": key})["entries"]) == 2)
        before = wire.call("audit.list", {"key": key})["entries"]
    old.stop()
    shutil.rmtree(old.data / ".memoryd" / "index")
    old.start()
    with old.connect() as wire:
        until(lambda: wire.call("recall.search", {"query": "kiln in hall 17", "kinds": ["message"]})["results"])
        until(lambda: wire.call("audit.verify")["status"] == "ok")
        assert wire.call("audit.list", {"key": key})["entries"] == before
        found = wire.call("recall.search", {"query": SAID[-1], "kinds": ["message"], "k": 50})["results"]
        assert key not in [one["key"] for one in found]
