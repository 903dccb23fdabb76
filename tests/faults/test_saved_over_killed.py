"""A save of what is older than an acknowledgement, and kills behind it: nothing that was written is lost (rule 8)."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd.storage.files import OsFiles
from memoryd.testing.faulty_files import FaultyFiles
from tests.faults.machine import Machine, StillClock
from tests.faults.test_sweep import Sweep, caught, caught_or_dead, sweep
from tests.support.rest import part

__all__ = ["sweep"]
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
MOST_POINTS = 400
ALL = range(MOST_POINTS)
EVERY = 3
LEAST = 2
"""More points than these are in each sweep: fewer are a mistake of the sweep."""
TRUTH = ("knowledge-graph", "memory", "contexts", "items", "sessions", "history")


def write_fact(machine: Machine, word: str) -> None:
    machine.call("facts.add", {"subject": word, "predicate": "is", "object": "there"})


def write_note(machine: Machine, word: str) -> None:
    machine.call("notes.write", {"layer": "kiln", "text": f"The {word} note stands"})


def write_message(machine: Machine, word: str) -> None:
    message = {"role": "user", "content": word, "id": f"its {word}"}  # the clock stands: it tells none from another
    machine.call("sessions.append", {"session_id": "kiln", "messages": [message]})


def write_context(machine: Machine, word: str) -> None:
    machine.call("contexts.save", {"project": "kiln", "content": f"The {word} context"})


def write_item(machine: Machine, word: str) -> None:
    machine.call("items.put", {"namespace": ["kiln"], "key": word, "value": 1})


def session_file(machine: Machine) -> str:
    (path,) = [one for one in (machine.data / "sessions").glob("*.jsonl") if '"kiln"' in one.read_text()]
    return f"sessions/{path.name}"


_MESSAGE = {"session_id": "kiln", "role": "user", "content": "typed", "at": "2026-05-14T20:00:00+00:00"}
KINDS: dict[str, tuple[Callable[[Machine, str], None], str, str]] = {
    "fact": (write_fact, "knowledge-graph/facts.jsonl", '{"subject": "typed", "predicate": "is", "object": "x"}'),
    "note": (write_note, "memory/kiln.md", "- Something typed"),
    "message": (write_message, "", json.dumps(_MESSAGE)),
    "context": (write_context, "contexts/kiln.jsonl", '{"project": "kiln", "content": "typed"}'),
    "item": (write_item, "items/kiln.jsonl", '{"namespace": ["kiln"], "key": "typed", "value": 1}'),
}


def save_in_place(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def save_anew(path: Path, content: bytes) -> None:
    swap = path.with_name("swap")
    swap.write_bytes(content)
    swap.rename(path)


def save_behind_a_link(path: Path, content: bytes) -> None:
    other = path.parents[2] / "other"
    other.unlink(missing_ok=True)
    os.link(path, other)
    path.write_bytes(content)


def remove(path: Path, _content: bytes) -> None:
    path.unlink()


Save = Callable[[Path, bytes], None]


SAVES: tuple[Save, ...] = (save_in_place, save_anew, save_behind_a_link, remove)


@contextmanager
def saved_over(sweep: Sweep, kind: str, typed: bool) -> Iterator[tuple[Path, FaultyFiles, Machine, str, bytes]]:
    """A running machine, and what is to be saved over which of its files."""
    write, relpath, line = KINDS[kind]
    folder, files, machine = sweep.live()
    machine.call("sessions.start", {"session_id": "kiln", "agent": "a"})
    write(machine, "first")
    relpath = relpath or session_file(machine)
    stale = (machine.data / relpath).read_bytes() + f"{line}\n".encode() * typed
    write(machine, "second")
    write(machine, "third")
    yield folder, files, machine, relpath, stale


def in_files(data: Path) -> set[str]:
    return words_in(*(one for name in TRUTH for one in (data / name).rglob("*") if one.is_file()))


def words_in(*files: Path) -> set[str]:
    words = re.sub(rb'"its \w+"', b"", b"".join(one.read_bytes() for one in files))
    return {word for word in ("first", "second", "third", "fourth") if word.encode() in words}


def in_the_end(sweep: Sweep, folder: Path) -> set[str]:
    """What stands in the files or in the history, once a start has come to its end."""
    clock = StillClock(sweep.clock.now())
    machine = Machine(folder, OsFiles(), clock)
    machine.audit()
    machine.composition.settle_in()
    clock.advance(2)  # what vanished a moment ago has not moved
    for kind in machine.services.kinds:
        for file in kind.write_behind():
            file.run()
    assert machine.services.audit.flush(60)
    found = in_files(machine.data)
    machine.abandon()
    return found


def starts_killed(sweep: Sweep, folder: Path) -> Iterator[tuple[str, Path]]:
    """Each point at which the next start can be killed, and what it leaves; first, none."""
    for index in range(-1, MOST_POINTS):
        target = sweep.place("started")
        shutil.copytree(folder, target)
        files = FaultyFiles(str(target))
        if index >= 0:
            files.crash_at(index)
            made: list[Machine] = []
            caught_or_dead(lambda: made.append(Machine(target, files, sweep.clock)), files)  # noqa: B023 - called within this turn of the loop
            for one in made:
                one.abandon()
            if not files.crashed:
                return
            call = files.calls[index]
            yield f"start killed at {index}, {call.name} of {call.path.removeprefix(str(target))}", target
        else:
            yield "one start", target


def judge(sweep: Sweep, folder: Path, point: str, words: set[str], kill_starts: bool) -> None:
    """What was written stands somewhere, whether or not the first start is killed, too."""
    for start, left in starts_killed(sweep, folder) if kill_starts else [("one start", folder)]:
        sweep.points["starts"] += 1
        missing = words - in_the_end(sweep, left)
        sweep.expect(f"{point}, {start}: {sorted(missing)}", "lost", not missing, {}, {})


def sweep_behind(sweep: Sweep, kind: str, typed: bool, saves: Iterable[Save], kill_starts: bool) -> None:
    """Saved while the daemon is down."""
    for save in saves:
        with saved_over(sweep, kind, typed) as (folder, _files, machine, relpath, stale):
            machine.abandon()
            save(machine.data / relpath, stale)
            judge(sweep, folder, f"{kind} {save.__name__}", {"first", "second", "third"}, kill_starts)


def sweep_taken(
    sweep: Sweep, kind: str, typed: bool, saves: Iterable[Save], kill_starts: bool, points: Iterable[int] = ALL
) -> None:
    """Saved while the daemon runs, which is killed at each point while it takes that in and writes once more."""
    for save in saves:
        for index in points:
            if not _killed_at(index, sweep, kind, typed, save, kill_starts):
                break


def _killed_at(index: int, sweep: Sweep, kind: str, typed: bool, save: Save, kill_starts: bool) -> bool:
    """False when there is no such operation."""
    with saved_over(sweep, kind, typed) as (folder, files, machine, relpath, stale):
        save(machine.data / relpath, stale)
        begin, words = len(files.calls), {"first", "second", "third"}
        files.crash_at(begin + index)

        def act() -> None:
            machine.absorb(relpath)
            if caught(lambda: KINDS[kind][0](machine, "fourth")) is None:
                words.add("fourth")

        caught_or_dead(act, files)
        has_crashed = files.crashed
        machine.abandon()
        point = f"{kind} {save.__name__}: "
        if has_crashed:
            call = files.calls[begin + index]
            point += f"at {index}, {call.name} of {call.path.removeprefix(str(folder))}"
        sweep.points[kind] += 1
        judge(sweep, folder, point, words, kill_starts and not has_crashed)
        return has_crashed


@pytest.mark.parametrize(("save", "kind"), [(save, kind) for save in (save_anew, remove) for kind in KINDS])
def test_a_save_that_is_being_taken_in_at_a_kill_takes_nothing_away(sweep: Sweep, kind: str, save: Save) -> None:
    some = ALL[list(KINDS).index(kind) % EVERY :: EVERY]  # others for another kind
    sweep_taken(sweep, kind, False, [save], kill_starts=False, points=some)
    sweep_behind(sweep, kind, False, [save], kill_starts=False)
    assert sweep.wrong == []
    assert sweep.points[kind] > LEAST


def look_until_it_is_still(sweep: Sweep, machine: Machine, relpath: str) -> None:
    """A fact's line is put back when nobody has written its file for a moment."""
    machine.absorb(relpath)
    sweep.clock.advance(1)
    machine.absorb(relpath)


@pytest.mark.parametrize("kind", part(1, ["fact", "message", "item"]))
def test_what_could_not_be_put_back_is_when_its_file_is_looked_at_again(sweep: Sweep, kind: str) -> None:
    for index in range(MOST_POINTS):
        with saved_over(sweep, kind, True) as (_folder, files, machine, relpath, stale):
            save_anew(machine.data / relpath, stale)
            begin = len(files.calls)
            files.fail_at(begin + index, errno.EIO)
            caught(lambda: look_until_it_is_still(sweep, machine, relpath))
            has_failed = len(files.calls) > begin + index
            look_until_it_is_still(sweep, machine, relpath)
            found = words_in(machine.data / relpath)
            machine.abandon()
            assert {"first", "second", "third"} <= found, files.calls[begin : begin + index + 1]
        if not has_failed:
            assert index > LEAST
            return


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("typed", [False, True], ids=["as it was", "with a line"])
@pytest.mark.parametrize("sweep_over", [sweep_behind, sweep_taken])
def test_no_save_and_no_kill_takes_anything_away(
    sweep: Sweep, kind: str, typed: bool, sweep_over: Callable[[Sweep, str, bool, Iterable[Save], bool], None]
) -> None:
    sweep_over(sweep, kind, typed, SAVES, True)
    assert sweep.wrong == []
    assert sum(sweep.points.values()) > 10 * LEAST
