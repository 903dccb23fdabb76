"""What systemd hears from us, over a real datagram socket."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.process.notify import (
    FeedingRule,
    Heartbeat,
    Notifier,
    WatchdogFeeder,
    feeder_for,
    to_ascii,
    watchdog_seconds,
)


class Manager:
    """systemd's end of $NOTIFY_SOCKET."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.settimeout(20)

    def heard(self) -> list[str]:
        return self.socket.recv(65536).decode("ascii").split("\n")

    def silent(self) -> bool:
        """Whether nothing is waiting to be heard."""
        self.socket.setblocking(False)
        try:
            self.socket.recv(65536)
        except BlockingIOError:
            return True
        finally:
            self.socket.settimeout(20)
        return False


@pytest.fixture
def notifier(manager: Manager) -> Iterator[Notifier]:
    found = Notifier()
    yield found
    found.close()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "n"))
    found = Manager(tmp_path / "n")
    yield found
    found.socket.close()


def test_what_is_said(manager: Manager, notifier: Notifier) -> None:
    notifier.ready("Serving 3 facts – größe → ok")
    assert manager.heard() == ["READY=1", "STATUS=Serving 3 facts - grosse -> ok"]
    notifier.status("日本\n語")
    assert manager.heard() == ["STATUS=?? ?"]
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    notifier.reloading()
    reloading, stamp, _ = manager.heard()
    assert reloading == "RELOADING=1"
    assert before <= int(stamp.removeprefix("MONOTONIC_USEC=")) <= time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    notifier.stopping()
    assert manager.heard()[0] == "STOPPING=1"
    notifier.watchdog()
    assert manager.heard() == ["WATCHDOG=1"]
    notifier.extend(1.5)
    assert manager.heard() == ["EXTEND_TIMEOUT_USEC=1500000"]
    notifier.close()
    notifier.status("late")
    assert manager.silent()


@given(st.text(max_size=2000))
def test_any_status_is_one_short_line_of_ascii(text: str) -> None:
    status = to_ascii(text)
    assert status.isascii()
    assert status == "" or status.isprintable()
    assert len(status) <= 500


def test_without_a_manager_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notifier = Notifier()
    notifier.ready("x")
    notifier.watchdog()
    assert not notifier.active
    assert feeder_for(notifier, {}, environ={"WATCHDOG_USEC": "1000000"}) is None


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_how_long_the_watchdog_waits(environ: dict[str, str], seconds: float | None) -> None:
    assert watchdog_seconds(environ, 7) == seconds


def test_the_rule_wants_every_heart_to_have_beaten_since_the_last_feed() -> None:
    rule = FeedingRule()
    assert rule.stuck({"loop": 1, "writer": 1}) == []
    assert rule.stuck({"loop": 1, "writer": 1}) == ["loop", "writer"]
    assert rule.stuck({"loop": 2, "writer": 1}) == ["writer"]
    assert rule.stuck({"loop": 2, "writer": 2}) == []  # both have moved since the last feed, not since the last look
    assert rule.stuck({"loop": 3, "writer": 2}) == ["writer"]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30))
def test_it_is_fed_exactly_when_each_heart_has_beaten(rounds: list[tuple[bool, bool]]) -> None:
    rule, beats, moved = FeedingRule(), [0, 0], [True, True]
    for turn in rounds:
        for number, beat in enumerate(turn):
            beats[number] += beat
            moved[number] |= beat
        fed = not rule.stuck({"loop": beats[0], "writer": beats[1]})
        assert fed == all(moved)
        if fed:
            moved = [False, False]


def test_a_hanging_thread_ends_the_feeding(manager: Manager, notifier: Notifier) -> None:
    """Two real threads turn; one is made to hang, and from then on systemd hears nothing."""
    counts = {"loop": 0, "writer": 0}
    turns = {name: threading.Event() for name in counts}
    hang, hung, end = threading.Event(), threading.Event(), threading.Event()

    def work(name: str) -> None:
        while not end.is_set():
            turns[name].wait(20)
            turns[name].clear()
            if name == "writer" and hang.is_set():
                hung.set()
                end.wait(60)
                return
            counts[name] += 1

    threads = [threading.Thread(target=work, args=(name,)) for name in counts]
    looked = threading.Semaphore(0)
    beats: dict[str, Heartbeat] = {"loop": lambda: counts["loop"], "writer": lambda: counts["writer"]}
    pokes = [turns["loop"].set, turns["writer"].set, looked.release]
    feeder = WatchdogFeeder(notifier, beats, pokes, every=0.005)
    try:
        for thread in threads:
            thread.start()
        feeder.start()
        for _ in range(5):
            assert manager.heard() == ["WATCHDOG=1"]
        hang.set()
        assert hung.wait(20)
        _rounds(looked, 3)  # its last beat may still be fed for
        while not manager.silent():
            pass
        loop_before = counts["loop"]
        _rounds(looked, 20)
        assert manager.silent()
        assert counts["loop"] > loop_before  # the other one turned all the while
    finally:
        end.set()
        feeder.stop()
        for name, thread in zip(counts, threads, strict=True):
            turns[name].set()
            thread.join(20)


def _rounds(looked: threading.Semaphore, count: int) -> None:
    """Wait until the feeder has looked so many more times."""
    while looked.acquire(blocking=False):
        pass
    for _ in range(count):
        assert looked.acquire(timeout=20)


def test_the_feeder_of_a_unit_feeds_four_times_as_often_as_it_must(manager: Manager, notifier: Notifier) -> None:
    feeder = feeder_for(notifier, {"loop": lambda: 1.0}, environ={"WATCHDOG_USEC": "8000000"})
    assert feeder is not None
    assert feeder.tick() == []
    assert manager.heard() == ["WATCHDOG=1"]
    assert feeder.tick() == ["loop"]
    assert manager.silent()
    assert feeder.every == 2.0


def test_children_do_not_get_the_socket(notifier: Notifier) -> None:
    descriptors = [int(name) for name in os.listdir("/proc/self/fd")]
    ours = [number for number in descriptors if _target(number).startswith("socket:")]
    assert notifier.active
    assert ours
    assert not any(os.get_inheritable(number) for number in ours if number > 2)


def _target(number: int) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        return ""
