"""The maintenance runner: steps of several parts, their order, what fails, what is stopped, what is remembered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from memoryd.background import Run
from memoryd.clock import WatchedClock
from memoryd.errors import Busy, InvalidParams, ReadOnly, Unsupported
from memoryd.maintenance.clock_guard import ClockGuard
from memoryd.maintenance.paths import RUNS, WORK
from memoryd.maintenance.runner import CONSOLIDATION, MaintenanceRunner, Stopped
from memoryd.maintenance.runs import Runs, RunsState
from memoryd.problems import ProblemBoard
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import format_time
from tests.support.children import children

DEADLINE = 30


class Rig:
    def __init__(self, root: Path) -> None:
        self.root, self.clock = root, ManualClock()
        self.kept: list[RunsState] = []
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.told: list[tuple[str, int, int]] = []
        self.order: list[str] = []
        self.is_full = False
        self.runs = Runs(str(root), self.keep)
        guard = ClockGuard(WatchedClock(self.clock), self.runs, ProblemBoard(print))
        guard.start()
        self.kept.clear()
        self.runner = MaintenanceRunner(
            str(root),
            self.clock,
            guard,
            self.runs,
            children(),
            lambda event, fields: self.events.append((event, dict(fields))),
        )

    def keep(self, path: str, content: bytes) -> None:
        assert path == RUNS
        if self.is_full:
            raise ReadOnly("the disk is full")
        self.kept.append(msgspec.json.decode(content, type=RunsState))

    def add(self, name: str, part: str, does: Callable[[Run], Mapping[str, int] | None] | None = None) -> None:
        def step(run: Run) -> dict[str, int]:
            self.order.append(part)
            self.clock.advance(1)
            return dict((does(run) if does is not None else None) or {})

        self.runner.add(name, step)

    def run(self, action: str, **more: Any) -> dict[str, Any]:
        return self.runner.run(action, lambda *told: self.told.append(told), **more)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def fail(error: Exception) -> Callable[[Run], None]:
    def step(run: Run) -> None:
        raise error

    return step


# --- steps and their parts ------------------------------------------------------------------------------------


def test_the_parts_of_a_step_run_in_the_order_in_which_they_came_and_their_counts_are_added(rig: Rig) -> None:
    rig.add("prune", "facts", lambda run: {"archived": 2, "kept": 1})
    rig.add("other", "other")
    rig.add("prune", "contexts", lambda run: {"archived": 3})
    (report,) = rig.run("prune")["steps"]
    assert rig.order == ["facts", "contexts"]
    assert (report["status"], report["counts"], report["seconds"]) == ("ok", {"archived": 5, "kept": 1}, 2.0)


def test_a_part_that_fails_keeps_no_other_from_its_own(rig: Rig) -> None:
    rig.add("prune", "facts", fail(ReadOnly("the disk is full")))
    rig.add("prune", "notes", fail(ValueError("odd")))
    rig.add("prune", "contexts", lambda run: {"archived": 3})
    (report,) = rig.run("prune")["steps"]
    assert rig.order == ["facts", "notes", "contexts"]
    assert (report["status"], report["error"]) == ("failed", "the disk is full; ValueError: odd")
    assert report["counts"] == {"archived": 3}
    assert rig.runs.state.last["prune"].status == "failed"


def test_a_consolidation_runs_its_steps_in_their_order_and_says_which_are_missing(rig: Rig) -> None:
    for name in reversed(CONSOLIDATION[:-1]):
        rig.add(name, name)
    steps = rig.run("consolidate")["steps"]
    assert rig.order == list(CONSOLIDATION[:-1])
    assert [step["step"] for step in steps] == list(CONSOLIDATION)
    assert (steps[-1]["status"], steps[-1]["reason"]) == ("skipped", "this version has no such step")


def test_a_step_that_fails_does_not_stop_those_behind_it(rig: Rig) -> None:
    rig.add("decay", "decay", fail(ReadOnly("the disk is full")))
    rig.add("prune", "prune")
    steps = {step["step"]: step["status"] for step in rig.run("consolidate")["steps"]}
    assert (steps["decay"], steps["prune"]) == ("failed", "ok")
    last = rig.runs.state.last
    assert (last["consolidate"].status, last["decay"].status, last["prune"].status) == ("failed", "failed", "ok")


def test_a_failure_that_names_what_is_no_text_is_remembered(rig: Rig) -> None:
    rig.add("prune", "prune", fail(ReadOnly("\udcff.md is a link")))
    (step,) = rig.run("prune")["steps"]
    assert step["error"] == r"\xff.md is a link"
    assert rig.kept[-1].last["prune"].steps[0].error == step["error"]


def test_steps_that_are_added_to_a_consolidation_run_before_it_is_reconciled(rig: Rig) -> None:
    for name in ("sort", "sweep"):
        rig.runner.add(name, lambda run: {}, consolidated=True)
    rig.runner.add("sweep", lambda run: {}, consolidated=True)
    rig.runner.add("by-itself", lambda run: {})
    rig.runner.add("prune", lambda run: {}, consolidated=True)
    names = [step["step"] for step in rig.run("consolidate")["steps"]]
    at = CONSOLIDATION.index("reconcile")
    assert names == [*CONSOLIDATION[:at], "sort", "sweep", *CONSOLIDATION[at:]]


def test_what_can_be_run_is_every_step_and_the_consolidation(rig: Rig) -> None:
    rig.add("prune", "facts")
    assert rig.runner.actions == ("prune", "consolidate")
    with pytest.raises(Unsupported, match="did you mean 'prune'"):
        rig.run("prun")


# --- dry runs -------------------------------------------------------------------------------------------------


def test_a_dry_run_tells_what_would_change_and_remembers_nothing(rig: Rig) -> None:
    def differ(run: Run) -> dict[str, int]:
        assert run.dry_run
        run.diff.append(f"- {len(run.diff)}")
        return {"archived": 1}

    rig.add("decay", "decay", differ)
    rig.add("prune", "facts", differ)
    rig.add("prune", "contexts", differ)
    rig.add("health-check", "health")
    steps = {step["step"]: step for step in rig.run("consolidate", dry_run=True)["steps"]}
    assert steps["decay"]["diff"] == ["- 0"]
    assert steps["prune"]["diff"] == ["- 0", "- 1"]
    assert steps["health-check"]["status"] == "skipped"
    assert "health" not in rig.order
    assert rig.kept == []
    assert [event for event, _ in rig.events] == ["step"] * len(CONSOLIDATION)
    assert rig.runner.status({})["actions"] == {}


# --- what is told and remembered --------------------------------------------------------------------------------


def test_a_run_is_remembered_while_it_lasts_and_afterwards(rig: Rig) -> None:
    began = rig.clock.now()
    rig.add("prune", "facts", lambda run: {"archived": rig.runs.state.running is not None})
    assert rig.run("prune", scheduled=True)["steps"][0]["counts"] == {"archived": True}
    begun, ended = rig.kept
    assert begun.running is not None
    assert (begun.running.action, begun.running.at) == ("prune", began)
    assert (ended.running, ended.last["prune"].at) == (None, began)
    status = rig.runner.status({"prune": began + 10, "summarize": None})
    assert status["actions"]["prune"]["last"]["steps"][0]["counts"] == {"archived": True}
    assert status["actions"]["prune"]["next"] == format_time(began + 10)
    assert status["actions"]["summarize"] == {"last": None, "succeeded": None, "next": None}
    assert status["running"] is None


def test_those_who_listen_hear_of_each_step(rig: Rig) -> None:
    rig.add("prune", "facts", lambda run: {"archived": 1})
    rig.run("prune")
    assert [event for event, _ in rig.events] == ["begun", "step", "ended"]
    assert rig.events[1][1]["counts"] == {"archived": 1}
    assert rig.events[2][1] == {"action": "prune", "status": "ok", "seconds": 1.0}
    assert rig.told == [("prune", 0, 1), ("prune", 1, 1)]


def test_a_run_on_a_full_disk_does_not_begin(rig: Rig) -> None:
    rig.add("prune", "facts")
    rig.is_full = True
    with pytest.raises(ReadOnly):
        rig.run("prune")
    assert rig.order == []
    rig.is_full = False
    rig.run("prune")
    assert rig.order == ["facts"]


def test_what_children_left_is_removed_behind_a_run(rig: Rig) -> None:
    def work(run: Run) -> None:
        (rig.root / WORK).mkdir(parents=True)
        (rig.root / WORK / "left").touch()

    rig.add("prune", "facts", work)
    rig.run("prune")
    assert not (rig.root / WORK).exists()


# --- one at a time, and stopping --------------------------------------------------------------------------------


def test_one_at_a_time(rig: Rig) -> None:
    begun, gate = threading.Event(), threading.Event()

    def long(run: Run) -> None:
        begun.set()
        assert gate.wait(DEADLINE)

    rig.add("prune", "first", long)
    rig.add("decay", "second")
    thread = threading.Thread(target=rig.run, args=("prune",))
    thread.start()
    assert begun.wait(DEADLINE)
    with pytest.raises(Busy, match="prune is under way"):
        rig.run("decay")
    waiting = threading.Thread(target=rig.run, args=("decay",), kwargs={"wait": True})
    waiting.start()
    gate.set()
    thread.join(DEADLINE)
    waiting.join(DEADLINE)
    assert rig.order == ["first", "second"]
    assert rig.runner.wait(DEADLINE)


def test_a_run_that_is_stopped_stays_known_so_that_it_is_done_again(rig: Rig) -> None:
    def stop(run: Run) -> None:
        rig.runner.stop()
        run.check()

    rig.add("decay", "decay")
    rig.add("prune", "prune", stop)
    rig.add("reconcile", "reconcile")
    with pytest.raises(Stopped):
        rig.run("consolidate")
    assert rig.order == ["decay", "prune"]
    running = rig.runs.state.running
    assert running is not None
    assert (running.action, rig.runs.state.last) == ("consolidate", {})


def test_a_part_that_a_stop_made_fail_counts_as_stopped(rig: Rig) -> None:
    def fail_after_stop(run: Run) -> None:
        rig.runner.stop()
        raise Busy("The daemon is stopping; connect again in a moment.")

    rig.add("prune", "facts", fail_after_stop)
    rig.add("prune", "contexts")
    with pytest.raises(Stopped):
        rig.run("prune")
    assert rig.order == ["facts"]
    assert rig.runs.state.running is not None


def test_a_run_that_its_caller_cancels_ends_there_and_is_not_done_again(rig: Rig) -> None:
    rig.add("decay", "decay", lambda run: {"faded": 1})
    rig.add("prune", "prune", fail(Busy("cancelled", cancelled=True)))
    rig.add("reconcile", "reconcile")
    with pytest.raises(Busy, match="cancelled"):
        rig.run("consolidate")
    assert rig.order == ["decay", "prune"]
    assert rig.runs.state.running is None
    assert rig.runs.state.last["decay"].steps[0].counts == {"faded": 1}
    assert "consolidate" not in rig.runs.state.last


def test_a_refusal_within_a_part_is_its_own_affair(rig: Rig) -> None:
    rig.add("prune", "facts", fail(InvalidParams("no")))
    assert rig.run("prune")["steps"][0]["error"] == "no"
