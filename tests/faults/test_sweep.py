"""The nth operation of every write path fails, or is the last before a kill: what was acknowledged is there and whole,
what was refused is not or says so, and the daemon serves on.
"""

from __future__ import annotations

import errno
import itertools
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest
import structlog

from memoryd.errors import ON_DISK, MemorydError
from memoryd.storage.files import OsFiles
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles, UnsyncedFiles
from tests.faults.base import NOTE, prepare
from tests.faults.machine import Machine, StillClock
from tests.faults.paths import WritePath, actions, behind, edits, requests
from tests.faults.state import State, state, told
from tests.support import in_memory
from tests.support.rest import part

# After a kill threads of the dead end, too, wherever they are.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
MOST_POINTS = 1000
"""No path has so many: one that never ends is a mistake of the sweep."""


class Fault(NamedTuple):
    """What happens at the nth operation."""

    name: str
    order: Callable[[FaultyFiles, int], None]
    lasting: bool = False
    """Until it is lifted."""


def once(name: str) -> Fault:
    code = getattr(errno, name)
    return Fault(name, lambda files, at: files.fail_at(at, code))


def for_good(name: str) -> Fault:
    code = getattr(errno, name)
    return Fault(f"{name} for good", lambda files, at: files.intervene(at, lambda: files.fail_all(code)), lasting=True)


SHORT = Fault("short write", lambda files, at: files.fail_at(at, errno.ENOSPC, written=3))
FAULTS = [
    *map(once, ("EIO", "ENOSPC", "EMFILE", "EROFS", "EACCES", "EDQUOT", "ENOMEM")),
    SHORT,
    *map(for_good, ("ENOSPC", "EROFS", "EIO")),
]
GRACE_SECONDS = 1.0
"""For what goes on after a kill, to come to an end by itself."""
LEAST = 450
"""Points of a sweep to the end: fewer are a mistake of the sweep."""
CHEAP = ("facts.add", "facts.archive", "notes.write", "contexts.save", "contexts.load", "sessions.append")
CHEAPEST = ("facts.add", "sessions.append", "notes.write", "contexts.save")
"""Paths of the quick samples: of failures, and of kills."""


class Sweep:
    """Runs write paths on copies of one store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.order: int | None = None
        """The seed by which files that are synced at the same time are done."""
        self.clock = StillClock()
        self.points: Counter[str] = Counter()
        """By path: how many operations failed in turn."""
        self.flagged = 0
        """Refusals that said that the write may be on disk."""
        self.wrong: list[str] = []
        self._places: dict[str, Path] = {}
        self._numbers = itertools.count()
        prepare(folder / "base", self.clock)
        self.named = self.machine(self.copy("named", folder / "base"), None)

    def place(self, name: str) -> Path:
        """A path at which nothing stands, in the place of the last one of that name.

        Into that, threads of the dead may still write.
        """
        shutil.rmtree(self._places.pop(name, self.folder / "nothing"), ignore_errors=True)
        made = self._places[name] = self.folder / f"{name}-{next(self._numbers)}"
        return made

    def latest(self, name: str) -> Path:
        """The last one of that name."""
        return self._places[name]

    def copy(self, name: str, source: Path) -> Path:
        """A copy of the store, without what is derived of it for searches."""
        target = self.place(name)
        target.mkdir()
        shutil.copytree(source / "data", target / "data", ignore=shutil.ignore_patterns("index"))
        return target

    def machine(self, folder: Path, files: FaultyFiles | None) -> Machine:
        return Machine(folder, files or OsFiles(), self.clock)

    def fresh(self, source: Path) -> State:
        """What a daemon would know that starts on it now."""
        machine = self.machine(self.copy("fresh", source), None)
        try:
            return state(machine)
        finally:
            machine.abandon()

    def live(self) -> tuple[Path, FaultyFiles, Machine]:
        folder = self.copy("live", self.folder / "base")
        files = FaultyFiles(str(folder), self.order)
        return folder, files, self.machine(folder, files)

    # --- an operation that fails ----------------------------------------------------------------------------

    def fail(self, path: WritePath, fault: Fault) -> bool:
        """Each operation of the path in turn; true, so that the next path follows."""
        usual = self.undisturbed(path)
        folder, files, machine = self.live()
        index = 0
        while index < MOST_POINTS:
            if path.once and index:
                machine.abandon()
                folder, files, machine = self.live()
            if not self._fail_at(index, path, fault, usual, (folder, files, machine)):
                break
            index += 1
            self.points[path.name] += 1
        machine.abandon()
        return True

    def undisturbed(self, path: WritePath) -> Counter[str]:
        """How much the path changes when nothing fails."""
        _, _, machine = self.live()
        act = path.prepare(machine)
        before = state(machine)
        act()
        after = state(machine)
        machine.abandon()
        return changes(before, after)

    def _fail_at(
        self,
        index: int,
        path: WritePath,
        fault: Fault,
        usual: Counter[str],
        where: tuple[Path, FaultyFiles, Machine],
    ) -> bool:
        """False when the path has no such operation."""
        folder, files, machine = where
        act = path.prepare(machine)
        before = state(machine)
        start = len(files.calls)
        fault.order(files, start + index)
        error = caught(act)
        if len(files.calls) <= start + index:
            self.note(path.name, "without a fault", error)
            files.heal()
            return False
        call = files.calls[start + index]
        point = f"{path.name}: {fault.name} at {index}, {call.name} of {call.path.removeprefix(str(folder))}"
        if fault.lasting:
            self.note(point, "reads do not go on", caught(lambda: state(machine)))
        files.heal()
        self._judge(point, path, error, usual, (before, state(machine), self.fresh(folder)))
        self.note(point, "no later write", caught(lambda: later(machine, point)))
        return True

    def _judge(
        self,
        point: str,
        path: WritePath,
        error: BaseException | None,
        usual: Counter[str],
        states: tuple[State, State, State],
    ) -> None:
        before, after, fresh = states
        if error is not None:
            self._judge_refusal(point, error)
        if not path.is_request:
            self.expect(point, "something is lost", not (changes(before, fresh) - usual)["removed"], before, fresh)
        elif error is None:
            self.expect(point, "acknowledged, but not there", fresh == after, after, fresh)
        elif isinstance(error, MemorydError) and error.data.get(ON_DISK):
            self.flagged += 1
            self.expect(point, "more than the refused changed", not changes(before, fresh) - usual, before, fresh)
        else:
            self.expect(point, "refused, but it shows", after == before, before, after)
            self.expect(point, "refused, but it is there", fresh == before, before, fresh)

    def _judge_refusal(self, point: str, error: BaseException) -> None:
        if not isinstance(error, MemorydError):
            if not isinstance(error, OSError):
                self.wrong.append(f"{point}: {error!r}")
        elif error.code not in ("read_only", "busy") or not error.sentence.rstrip(".").count(". "):
            self.wrong.append(f"{point}: {error.code}: {error.sentence}")

    # --- a kill ---------------------------------------------------------------------------------------------

    def kill(self, path: WritePath) -> bool:
        """Before each operation of the path, in which the power is lost, too; true, so that the next path follows."""
        usual = self.undisturbed(path)
        for index in range(MOST_POINTS):
            folder, files, machine = self.live()
            act = path.prepare(machine)
            before = state(machine)
            at = len(files.calls) + index
            files.crash_at(at, written=3 if index % 2 else 0)
            error = caught_or_dead(act, files)
            crashed = files.crashed
            machine.abandon()
            if not crashed:
                break
            assert error is not None, "nothing is acknowledged by the dead"
            call = files.calls[at]
            self.points[path.name] += 1
            for keep in ("none", "all", index, index % 4 / 4):
                point = f"{path.name}: kill at {index}, {call.name} of {call.path.removeprefix(str(folder))}, {keep}"
                self._lose_power(point, files, usual, before, keep)
        return True

    def _lose_power(self, point: str, files: FaultyFiles, usual: Counter[str], before: State, keep: Keep) -> None:
        after = self.place("after")
        files.power_loss(str(after), keep)
        (after / "memoryd.toml").unlink(missing_ok=True)
        found = self.fresh(after)
        self.expect(point, "something is lost or half", not changes(before, found) - usual, before, found)

    # --- power that is lost right behind a reply -----------------------------------------------------------

    def lose(self, path: WritePath, disk: type[FaultyFiles] = FaultyFiles) -> bool:
        """Whether all that was acknowledged is there when nothing survives but what was synced."""
        folder = self.copy("live", self.folder / "base")
        files = disk(str(folder))
        machine = self.machine(folder, files)
        path.prepare(machine)()
        acknowledged = state(machine)
        machine.abandon()
        self.points[path.name] += 1
        after = self.place("after")
        files.power_loss(str(after), "none")
        (after / "memoryd.toml").unlink(missing_ok=True)
        found = self.fresh(after)
        self.expect(path.name, "acknowledged, but not durable", found == acknowledged, acknowledged, found)
        return found == acknowledged

    # --- findings -------------------------------------------------------------------------------------------

    def expect(self, point: str, what: str, holds: bool, one: State, other: State) -> None:
        if not holds:
            self.wrong.append(f"{point}: {what}\n{told(one, other)}")

    def note(self, point: str, what: str, error: BaseException | None) -> None:
        if error is not None:
            self.wrong.append(f"{point}: {what}: {error}")

    def ended(self, least: int) -> None:
        """Print the count of points, and fail for what was found or when there were fewer than `least`."""
        total = sum(self.points.values())
        print(f"{total} points in {len(self.points)} paths; {self.flagged} refusals said that it may be on disk")
        print(", ".join(f"{name} {count}" for name, count in sorted(self.points.items())))
        assert not self.wrong, f"{len(self.wrong)} of {total} points:\n" + "\n".join(self.wrong[:20])
        assert total >= least


def changes(before: State, after: State) -> Counter[str]:
    """How many memories are new, changed, and gone."""
    common = before.keys() & after.keys()
    return Counter(
        added=len(after.keys() - before.keys()),
        removed=len(before.keys() - after.keys()),
        changed=sum(before[key] != after[key] for key in common),
    )


def caught(act: Callable[[], object]) -> BaseException | None:
    try:
        act()
    except (Exception, Crashed) as error:
        return error
    return None


def caught_or_dead(act: Callable[[], object], files: FaultyFiles) -> BaseException | None:
    """As `caught`; what waits for a thread that a kill ended is dead, too."""
    found: list[BaseException | None] = []
    thread = threading.Thread(target=lambda: found.append(caught(act)), daemon=True)
    thread.start()
    while thread.is_alive() and not files.crashed:
        thread.join(0.02)
    thread.join(GRACE_SECONDS if files.crashed else None)
    return found[0] if found else Crashed()


def later(machine: Machine, point: str) -> None:
    """A write when the fault is over; it is there from then on."""
    machine.call("facts.add", {"subject": point, "predicate": "is", "object": "over"})


def within(seconds: float) -> Callable[[], bool]:
    """Whether there is time left; give MEMORYD_LONG_MINUTES more for a sweep to the end."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


def every_path(sweep: Sweep) -> tuple[WritePath, ...]:
    return (*requests(), *edits(), *behind(sweep.named), *actions(sweep.named))


def _say_nothing(*_: object) -> NoReturn:
    """The log of thousands of faults says nothing."""
    raise structlog.DropEvent


@pytest.fixture
def sweep() -> Iterator[Sweep]:
    structlog.configure(processors=[_say_nothing])
    # Thousands of stores are made and thrown away; what their disk keeps is the model's matter.
    folder = Path(tempfile.mkdtemp(prefix="memoryd-", dir=in_memory.place()))
    made = Sweep(folder)
    yield made
    made.named.abandon()
    shutil.rmtree(folder, ignore_errors=True)
    structlog.reset_defaults()


@pytest.mark.parametrize("fault", part(1, [once("EIO"), for_good("ENOSPC")]), ids=lambda fault: fault.name)
def test_a_failure_at_each_operation_of_some_requests(sweep: Sweep, fault: Fault) -> None:
    sweep.order = 1
    for path in requests():
        if path.name in CHEAP:
            sweep.fail(path, fault)
    sweep.ended(least=20)


@pytest.mark.parametrize("name", part(2, CHEAPEST))
def test_a_kill_at_each_operation_of_some_requests(sweep: Sweep, name: str) -> None:
    sweep.order = 1
    [path] = [path for path in requests() if path.name == name]
    sweep.kill(path)
    sweep.ended(least=3)


@pytest.mark.parametrize("name", part(1, ["ENOSPC", "EROFS", "EMFILE"]))
def test_reads_go_on_where_nothing_can_be_written(sweep: Sweep, name: str) -> None:
    _, files, machine = sweep.live()
    session = machine.call("sessions.start", {"session_id": "reading"})["session_id"]
    before = state(machine)
    files.fail_all(getattr(errno, name))
    assert state(machine) == before
    loaded = machine.call("contexts.load", {"project": "harbour"})
    assert (len(loaded["contexts"]), loaded["accesses_recorded"]) == (1, False)
    for method in ("recall.search", "recall.query"):
        assert machine.call(method, {"query": "quay of granite", "session_id": session})["results"]
    note = {"key": "memory/knowledge.md:quays-are-built-of-stone", "session_id": session}
    assert machine.call("notes.read", note)["text"] == NOTE
    for method in ("system.health", "jobs.list", "summaries.status", "notes.layers", "contexts.stats"):
        assert machine.call(method)
    files.heal()
    assert "accesses_recorded" not in machine.call("contexts.load", {"project": "harbour"})
    machine.abandon()


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_acknowledged_outlives_a_loss_of_power(sweep: Sweep, every: int) -> None:
    for path in islice(requests(), 0, None, every):
        sweep.lose(path)
    sweep.ended(least=35 // every)


def test_without_fsync_it_does_not(sweep: Sweep) -> None:
    """The tests of what is durable can fail."""
    changing = [path for path in requests() if path.name in CHEAP and path.name != "contexts.load"]
    assert [path.name for path in changing if sweep.lose(path, UnsyncedFiles)] == []


def test_what_has_been_archived_stays_so_whatever_comes_through_a_loss_of_power(sweep: Sweep) -> None:
    _, files, machine = sweep.live()
    gone = machine.call("facts.add", {"subject": "the pier", "predicate": "is", "object": "gone"})["id"]
    machine.call("facts.archive", {"id": gone})
    (rewrite,) = (path for path in behind(machine) if path.name == "behind rewrite")
    rewrite.prepare(machine)()
    before = state(machine)
    machine.abandon()
    for some in (0, 2, 4):  # which of what was not synced is there
        after = sweep.place("after")
        files.power_loss(str(after), some)
        (after / "memoryd.toml").unlink(missing_ok=True)
        found = sweep.fresh(after)
        sweep.expect(str(some), "an archived fact came back", found == before, before, found)
    assert sweep.wrong == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(FAULTS)), ids=lambda number: FAULTS[number].name)
def test_a_failure_at_each_operation_of_every_path(sweep: Sweep, number: int, long_seconds: float) -> None:
    in_time, paths = within(long_seconds), every_path(sweep)
    first = number * len(paths) // len(FAULTS)  # where time is short, each fault begins elsewhere
    is_whole = all(in_time() and sweep.fail(path, FAULTS[number]) for path in (*paths[first:], *paths[:first]))
    sweep.ended(least=LEAST if is_whole else 1)


@pytest.mark.long
@pytest.mark.parametrize("order", [None, 1, 2], ids=lambda order: f"order-{order}")
def test_a_kill_at_each_operation_of_every_path(sweep: Sweep, order: int | None, long_seconds: float) -> None:
    sweep.order = order
    in_time = within(long_seconds)
    is_whole = all(in_time() and sweep.kill(path) for path in every_path(sweep))
    sweep.ended(least=LEAST if is_whole else 1)
