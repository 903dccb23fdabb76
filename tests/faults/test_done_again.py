"""A round that is done again since somebody else's file cannot be written: each request does what it does alone."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from memoryd.clock import Clock
from memoryd.errors import ReadOnly
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.storage.files import OsFiles
from tests.faults.machine import Machine
from tests.faults.paths import WritePath, requests
from tests.faults.state import state
from tests.faults.test_sweep import CHEAP, Sweep, caught, changes, later, sweep
from tests.support.wait import until

__all__ = ["sweep"]
# After a kill threads of the dead end, too, wherever they are.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
Answers = SimpleQueue[tuple[Any, Exception | None]]


class InBadCompany(Machine):
    """Each write comes in one round with two others, before it and behind it, whose file cannot be written."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        super().__init__(folder, OsFiles(), clock)
        self.spoilt = AppendLog(OsFiles(), str(folder / "spoilt"))
        (folder / "spoilt").mkdir(exist_ok=True)
        self.runs = 0
        """How often operations of ours were run."""

    def write(self, operation: Callable[[Batch], Any]) -> Any:
        writer, own, others = self.services.writer, Answers(), Answers()
        is_held, go_on = threading.Event(), threading.Event()

        def hold(_batch: Batch) -> None:
            is_held.set()
            assert go_on.wait(60)

        def spoil(batch: Batch) -> None:
            batch.append(self.spoilt, b"never\n")

        def counted(batch: Batch) -> Any:
            self.runs += 1
            return operation(batch)

        writer.call_soon(hold)
        assert is_held.wait(60)
        for one, answers in ((spoil, others), (counted, own), (spoil, others)):
            writer.submit(one, lambda *told, answers=answers: answers.put(told))
        go_on.set()
        result, error = own.get(timeout=60)
        assert [type(others.get(timeout=60)[1]) for _ in range(2)] == [ReadOnly, ReadOnly]
        assert own.empty()
        if error is not None:
            raise error
        return result


def done_again(sweep: Sweep, path: WritePath) -> int:
    """How often the operations of a request were run."""
    usual = sweep.undisturbed(path)
    folder = sweep.copy("live", sweep.folder / "base")
    machine = InBadCompany(folder, sweep.clock)
    act = path.prepare(machine)
    before, machine.runs = state(machine), 0
    sweep.note(path.name, "refused with others", caught(act))
    runs, after = machine.runs, state(machine)
    sweep.expect(path.name, "it did something else", changes(before, after) == usual, before, after)
    fresh = sweep.fresh(folder)
    sweep.expect(path.name, "acknowledged, but not there", fresh == after, after, fresh)
    sweep.note(path.name, "no later write", caught(lambda: later(machine, path.name)))
    machine.abandon()
    sweep.points[path.name] += 1
    return runs


@pytest.mark.parametrize("names", [CHEAP, pytest.param(None, marks=pytest.mark.long)], ids=["some", "all"])
def test_a_request_that_is_done_again_does_what_it_does_alone(sweep: Sweep, names: tuple[str, ...] | None) -> None:
    runs = [done_again(sweep, path) for path in requests() if names is None or path.name in names]
    assert sweep.wrong == []
    assert sum(count >= 2 for count in runs) > len(runs) // 3, runs


WRITES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("notes.write", {"layer": "good", "text": "A note of the good layer"}),
    ("notes.write", {"layer": "bad", "text": "A note of the bad layer"}),
    ("notes.write", {"layer": "better", "text": "A note of the better layer"}),
    ("contexts.save", {"project": "good", "content": "a context"}),
    ("contexts.save", {"project": "bad", "content": "a context"}),
    ("items.put", {"namespace": ["good"], "key": "k", "value": 1}),
    ("items.put", {"namespace": ["bad"], "key": "k", "value": 1}),
    ("facts.add", {"subject": "kiln", "predicate": "is", "object": "hot"}),
)


@pytest.mark.parametrize("code", ["EACCES", "EPERM"])
def test_a_layer_a_project_and_a_namespace_that_cannot_be_written_refuse_their_own(sweep: Sweep, code: str) -> None:
    _, files, machine = sweep.live()
    for path in ("memory/bad.md", "contexts/bad.jsonl", "items/bad.jsonl"):
        files.fail_all(getattr(errno, code), "open", "rename", path=path)
    is_held, go_on = threading.Event(), threading.Event()
    machine.services.writer.call_soon(lambda _batch: (is_held.set(), go_on.wait(60)))
    assert is_held.wait(60)
    refused: list[str] = []

    def call(name: str, params: dict[str, Any]) -> None:
        if (error := caught(lambda: machine.call(name, params))) is not None:
            refused.append(f"{name} {'bad' in str(params)}: {type(error).__name__}")

    callers = [threading.Thread(target=call, args=write) for write in WRITES]
    for number, caller in enumerate(callers, 1):
        caller.start()
        until(lambda number=number: machine.services.writer.waiting == number)
    go_on.set()
    for caller in callers:
        caller.join(60)
    machine.abandon()
    names = ["contexts.save", "items.put", "notes.write"]
    assert sorted(refused) == [f"{name} True: ReadOnly" for name in names]
