"""A note that gets its earlier text back looks as if an editor had saved an older version: a kill tells them apart."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryd.errors import ON_DISK, MemorydError
from memoryd.testing.faulty_files import FaultyFiles
from tests.faults.machine import Machine
from tests.faults.state import state
from tests.faults.test_sweep import Sweep, caught, caught_or_dead, sweep

__all__ = ["sweep"]
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
FIRST, SECOND = "The kiln is warm", "The kiln is cold"
LAYER = "memory/kiln.md"
PARTS = [part / 48 for part in range(37, 46)]
"""Of what was written into each file: the first part that a loss of power leaves."""


def points(sweep: Sweep) -> Iterator[tuple[int, Path, FaultyFiles, Machine, str]]:
    """For each operation of an edit: a store in which the note has been edited once, and its key."""
    for index in range(100):
        folder, files, machine = sweep.live()
        key = machine.call("notes.write", {"layer": "kiln", "text": FIRST})["key"]
        machine.call("notes.write", {"layer": "kiln", "text": "Another note"})
        (folder / "first").write_bytes((machine.data / LAYER).read_bytes())
        machine.call("notes.edit", {"key": key, "text": SECOND})
        yield len(files.calls) + index, folder, files, machine, key


def started(sweep: Sweep, folder: Path, key: str) -> tuple[str, list[str]]:
    """What the note says after a start, and what health says of saves."""
    machine = sweep.machine(folder, None)
    told = [one.what for one in machine.services.board.all() if "saved over" in one.what]
    text = machine.call("notes.read", {"key": key})["text"]
    machine.abandon()
    return text, told


def test_what_was_being_written_when_killed_is_no_older_version(sweep: Sweep) -> None:
    found = set()
    for at, _folder, files, machine, key in points(sweep):
        files.crash_at(at)
        caught_or_dead(lambda: machine.call("notes.edit", {"key": key, "text": FIRST}), files)  # noqa: B023 - called within this turn of the loop
        machine.abandon()
        if not files.crashed:
            break
        after = sweep.place("after")
        files.power_loss(str(after), "all")
        (after / "memoryd.toml").unlink(missing_ok=True)
        text, told = started(sweep, after, key)
        assert told == [], files.calls[at]
        found.add(text)
    assert found == {FIRST, SECOND}


def test_an_older_version_is_one_also_where_it_says_what_was_refused(sweep: Sweep) -> None:
    refused = 0
    for at, folder, files, machine, key in points(sweep):
        files.fail_at(at, errno.EIO)
        error = caught(lambda: machine.call("notes.edit", {"key": key, "text": FIRST}))  # noqa: B023 - called within this turn of the loop
        is_over = len(files.calls) <= at
        machine.abandon()
        if is_over:
            break
        if isinstance(error, MemorydError) and ON_DISK not in error.data:
            refused += 1
            (folder / "data" / LAYER).write_bytes((folder / "first").read_bytes())
            text, told = started(sweep, folder, key)
            assert (text, len(told)) == (SECOND, 1), files.calls[at]
    assert refused


def archived_again(machine: Machine, key: str) -> None:
    """A note that came back from the archive, and went there again."""
    for verb in ("restore", "archive"):
        machine.call(f"notes.{verb}", {"key": key})
    machine.call("notes.write", {"layer": "kiln", "text": "Another note"})


def edited_back(machine: Machine, key: str) -> None:
    """A note that says again what it said first."""
    assert machine.call("notes.write", {"layer": "kiln", "text": FIRST})["key"] == key
    for text in (SECOND, FIRST):
        machine.call("notes.edit", {"key": key, "text": text})


@pytest.mark.parametrize("change", [archived_again, edited_back])
def test_what_was_taken_back_stays_so_whatever_comes_through_a_loss_of_power(
    sweep: Sweep, change: Callable[[Machine, str], None]
) -> None:
    folder, files, machine = sweep.live()
    key = machine.call("notes.write", {"layer": "kiln", "text": FIRST})["key"]
    machine.call("notes.archive", {"key": key})
    machine.close()
    machine = sweep.machine(folder, files)
    change(machine, key)
    before = state(machine)
    machine.abandon()
    for some in PARTS:
        after = sweep.place("after")
        files.power_loss(str(after), some)
        (after / "memoryd.toml").unlink(missing_ok=True)
        sweep.machine(after, None).close()  # what an editor had saved over would stand again by then
        found = sweep.fresh(after)
        sweep.expect(f"{change.__name__} {some}", "an earlier text came back", found == before, before, found)
    assert sweep.wrong == []


def test_a_hot_note_that_was_being_archived_comes_back_whole_or_not_at_all(sweep: Sweep) -> None:
    """Its line in MEMORY.md is no note that somebody typed there, whatever comes through a loss of power."""
    text, found = f"{FIRST}\nwith all its bricks", set[str | None]()
    for index in range(100):
        _, files, machine = sweep.live()
        key = machine.call("notes.write", {"layer": "kiln", "text": text, "pin": True})["key"]
        files.crash_at(len(files.calls) + index)
        caught_or_dead(lambda: machine.call("notes.archive", {"key": key}), files)  # noqa: B023 - called within this turn of the loop
        machine.abandon()
        if not files.crashed:
            break
        after = sweep.place("after")
        files.power_loss(str(after), 0.0)
        (after / "memoryd.toml").unlink(missing_ok=True)
        note = sweep.fresh(after).get(f"note {key}")
        found.add(note and note["text"])
    assert found == {text, None}
