"""The workers of heavy passes: what they run with, and what becomes of one that hangs, dies or babbles."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from memoryd.children.spawn import end, spawn
from memoryd.errors import Busy, Internal, ReadOnly
from memoryd.maintenance.child import Children
from memoryd.problems import ProblemBoard
from memoryd.types import Problem
from tests.support.children import children
from tests.support.daemon import Daemon
from tests.support.rest import REST
from tests.support.wait import until

PATIENCE = 1.0


class Rig:
    def __init__(self) -> None:
        self.announced: list[Problem] = []
        self.board = ProblemBoard(self.announced.append)
        self.workers: Children = children(PATIENCE, self.board)
        self.told: list[tuple[str, int, int]] = []

    def run(self, task: str, **params: Any) -> dict[str, Any]:
        return self.workers.run(f"memoryd.testing.tasks:{task}", params, lambda *told: self.told.append(told))


def is_worker(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return "memoryd.maintenance.worker" in process.cmdline()
    return False


def workers_of(pid: int) -> list[psutil.Process]:
    """Those past their exec: stopped before it, one would keep its parent within Popen."""
    return [child for child in psutil.Process(pid).children() if is_worker(child)]


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    made.workers.stop()
    until(lambda: not workers_of(os.getpid()))


def test_a_worker_imports_nothing_from_where_it_was_started(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", ".", str(Path(__file__).parents[2])]))
    answer = rig.run("tell", a=1)

    assert (answer["given"], answer["directory"], answer["safe"]) == ({"a": 1}, "/", True)
    assert [path for path in answer["path"] if not os.path.isabs(path)] == []
    assert rig.told[-1] == ("telling", 1, 2)


def test_one_comes_behind_everybody_else_at_the_disk() -> None:
    with spawn("memoryd.maintenance.worker", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        rank = tuple(psutil.Process(process.pid).ionice())
        end(process)
    assert rank == (psutil.IOPRIO_CLASS_BE, 7)


def test_one_that_is_stopped_is_a_problem_then_killed_and_replaced(rig: Rig, tmp_path: Path) -> None:
    assert rig.run("stop_itself", once=str(tmp_path / "once")) == {}
    (problem,) = rig.announced
    assert problem.path == "worker stop_itself"
    assert "no progress" in problem.what
    assert "it will be killed at 2" in problem.what
    assert problem.action
    assert rig.board.all() == []


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("stop_itself", "no progress for"),
        ("kill_itself", "was killed by signal 9"),
        pytest.param("spin", "no progress for", marks=REST),
    ],
)
def test_after_the_second_one_the_pass_is_given_up(rig: Rig, task: str, words: str) -> None:
    rig.workers = children(0.2 if task == "spin" else PATIENCE, rig.board)  # that works in vain: ten times as long
    with pytest.raises(Busy, match=f"the {task} pass .*{words}.*twice.*dmesg"):
        rig.run(task)
    assert rig.board.all() == []
    assert workers_of(os.getpid()) == []


def test_one_that_is_killed_is_replaced(rig: Rig, tmp_path: Path) -> None:
    assert rig.run("kill_itself", once=str(tmp_path / "once")) == {}


def test_what_is_no_answer_is_passed_over(rig: Rig) -> None:
    assert rig.run("babble") == {"said": "all"}


def test_a_full_disk_there_is_read_only_here(rig: Rig) -> None:
    with pytest.raises(ReadOnly, match=r"fill_the_disk pass failed at /data/file: the disk is full. Free") as caught:
        rig.run("fill_the_disk")
    assert caught.value.data["errno"] == errno.errorcode[errno.ENOSPC]


def test_one_that_ends_without_an_answer_is_our_fault(rig: Rig) -> None:
    with pytest.raises(Internal, match="exit code 3"):
        rig.run("leave")


def test_an_order_longer_than_the_pipe_reaches_it(rig: Rig) -> None:
    assert len(rig.run("tell", much="x" * 1_000_000)["given"]["much"]) == 1_000_000


def test_a_stop_ends_one_that_is_stopped() -> None:
    workers, ended = children(), threading.Event()

    def run() -> None:
        with pytest.raises(Busy, match="stopping"):
            workers.run("memoryd.testing.tasks:stop_itself", {}, lambda *told: None)
        ended.set()

    threading.Thread(target=run, daemon=True).start()
    until(lambda: [one for one in workers_of(os.getpid()) if one.status() == psutil.STATUS_STOPPED])
    workers.stop()
    assert ended.wait(20)


@pytest.mark.long
def test_a_consolidation_goes_on_behind_a_worker_that_is_stopped(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path, "[daemon]\nworker_stall_seconds = 1.0\n")
    (daemon.data / "knowledge-graph").mkdir(parents=True)
    with (daemon.data / "knowledge-graph" / "facts.jsonl").open("w") as file:
        for number in range(6000):
            file.write(f'{{"subject": "s{number}", "predicate": "p", "object": "o{number}"}}\n')
    daemon.start()
    stopped: set[int] = set()
    ended = threading.Event()

    def stop_each() -> None:
        while not ended.wait(0.01):
            for worker in workers_of(daemon.pid):
                if worker.pid not in stopped:
                    os.kill(worker.pid, signal.SIGSTOP)
                    stopped.add(worker.pid)

    thread = threading.Thread(target=stop_each)
    thread.start()
    try:
        with daemon.connect(120) as wire:
            steps = {step["step"]: step for step in wire.call("maintenance.run", {"action": "consolidate"})["steps"]}
            ended.set()
            assert steps["decay"]["status"] == "failed"
            assert "no progress" in steps["decay"]["error"]
            assert [name for name in ("tiers", "hygiene", "compress", "clean") if steps[name]["status"] != "ok"] == []
            assert stopped
            assert not [each for each in wire.call("system.health")["problems"] if each["path"].startswith("worker")]
            assert wire.call("facts.add", {"subject": "a", "predicate": "b", "object": "c"})["status"] == "added"
    finally:
        ended.set()
        thread.join()
        daemon.kill()
