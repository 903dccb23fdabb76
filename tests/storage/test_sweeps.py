"""Each call of each scenario crashes, fails, or loses power; what was acknowledged must be there afterwards."""

from __future__ import annotations

import errno
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from memoryd.errors import MemorydError
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import replace_file, sweep_temporaries
from memoryd.storage.files import Files, OsFiles
from memoryd.storage.tail import repair_tail
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles, UnsyncedFiles

from .helpers import commit, line, names, read, whole_lines

OLD = b"old " * 50
NEW = b"new " * 70
TORN = b'{"name": "torn", "fil'


@dataclass
class Told:
    """What a scenario was told to be done."""

    done: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)


class Scenario(ABC):
    """Something done on a directory, and what must hold of the directory afterwards."""

    @abstractmethod
    def prepare(self, directory: str) -> None:
        """What is there, durably, before."""

    @abstractmethod
    def act(self, files: Files, directory: str, told: Told) -> None:
        """What may fail at any step; says in `told` what it was told to be done."""

    def recover(self, directory: str) -> None:
        """What the next start does."""
        sweep_temporaries(OsFiles(), directory)

    @abstractmethod
    def verify(self, directory: str, told: Told) -> None:
        """Assert that all that was told to be done is there, and nothing half."""


class Appends(Scenario):
    """Batches of lines over two logs."""

    def prepare(self, directory: str) -> None:
        Path(directory, "a.jsonl").write_bytes(line("before"))

    def act(self, files: Files, directory: str, told: Told) -> None:
        a = AppendLog(files, os.path.join(directory, "a.jsonl"))
        b = AppendLog(files, os.path.join(directory, "sub", "b.jsonl"))
        for number in range(3):
            group = [f"{number}-{n}" for n in range(3)]
            told.tried += group
            data = [line(name, fill=40 * number) for name in group]
            error = commit((a, data[0]), (b, data[0]), (a, data[1] + data[2]), (b, data[1] + data[2]))
            if error is None:
                told.done += group

    def recover(self, directory: str) -> None:
        super().recover(directory)
        for name in ("a.jsonl", "sub/b.jsonl"):
            path = os.path.join(directory, name)
            repair_tail(OsFiles(), path)
            assert repair_tail(OsFiles(), path) is None

    def verify(self, directory: str, told: Told) -> None:
        assert names(Path(directory, "a.jsonl"))[0] == "before"
        for path in (Path(directory, "a.jsonl"), Path(directory, "sub", "b.jsonl")):
            found = [name for name in names(path) if name != "before"]
            assert set(told.done) <= set(found), "an acknowledged line is missing"
            assert set(found) <= set(told.tried)
            assert found == sorted(set(found)), "a line is there twice, or out of order"
            assert not path.exists() or path.read_bytes()[-1:] in (b"", b"\n")


class Replace(Scenario):
    """One file is replaced by a new version."""

    def prepare(self, directory: str) -> None:
        Path(directory, "file").write_bytes(OLD)

    def act(self, files: Files, directory: str, told: Told) -> None:
        try:
            replace_file(files, os.path.join(directory, "file"), [NEW[:100], NEW[100:]])
        except MemorydError:
            return
        told.done.append("new")

    def verify(self, directory: str, told: Told) -> None:
        assert read(Path(directory, "file")) in ([NEW] if told.done else [OLD, NEW])
        assert os.listdir(directory) == ["file"]


class Repair(Scenario):
    """A torn tail is set aside."""

    def prepare(self, directory: str) -> None:
        Path(directory, "log.jsonl").write_bytes(line("one") + line("two") + TORN)

    def act(self, files: Files, directory: str, told: Told) -> None:
        report = repair_tail(files, os.path.join(directory, "log.jsonl"), 0)
        assert report is not None
        if report.kind == "torn":
            told.done.append("torn")
            return
        assert report.kind == "unrepaired"
        assert report.problem.action
        assert read(Path(directory, "log.jsonl")) == line("one") + line("two") + TORN or report.problem

    def recover(self, directory: str) -> None:
        repair_tail(OsFiles(), os.path.join(directory, "log.jsonl"), 0)

    def verify(self, directory: str, told: Told) -> None:
        assert whole_lines(Path(directory, "log.jsonl")) == [line("one")[:-1], line("two")[:-1]]
        assert TORN + b"\n" in read(Path(directory, "log.jsonl.broken"))


class Archive(Scenario):
    """A line goes to the archive, then the file is rewritten without it (rule 6)."""

    def prepare(self, directory: str) -> None:
        Path(directory, "facts.jsonl").write_bytes(line("stays") + line("leaves"))

    def act(self, files: Files, directory: str, told: Told) -> None:
        archive = AppendLog(files, os.path.join(directory, "archived.jsonl"))
        if commit((archive, line("leaves"))) is not None:
            return
        told.done.append("archived")
        try:
            replace_file(files, os.path.join(directory, "facts.jsonl"), [line("stays")])
        except MemorydError:
            return
        told.done.append("rewritten")

    def recover(self, directory: str) -> None:
        super().recover(directory)
        repair_tail(OsFiles(), os.path.join(directory, "archived.jsonl"))

    def verify(self, directory: str, told: Told) -> None:
        facts, archived = (names(Path(directory, name)) for name in ("facts.jsonl", "archived.jsonl"))
        assert facts[0] == "stays"
        assert "leaves" in facts + archived
        assert "archived" not in told.done or archived == ["leaves"]
        assert "rewritten" not in told.done or facts == ["stays"]


SCENARIOS: list[type[Scenario]] = [Appends, Replace, Repair, Archive]


def run(
    kind: type[Scenario],
    place: Path,
    order: Callable[[FaultyFiles], None],
    disk: type[FaultyFiles] = FaultyFiles,
) -> tuple[FaultyFiles, str, Told]:
    """Play the scenario in a new directory with what was ordered of the files."""
    root = place / "root"
    if root.exists():
        shutil.rmtree(root)
    directory = root / "data"
    directory.mkdir(parents=True)
    scenario, told = kind(), Told()
    scenario.prepare(str(directory))
    files = disk(str(root))
    order(files)
    try:
        scenario.act(files, str(directory), told)
    except Crashed:
        assert files.crashed
    return files, str(directory), told


def crash(index: int, written: int) -> Callable[[FaultyFiles], None]:
    return lambda files: files.crash_at(index, written=written)


def failure(index: int, code: int, written: int) -> Callable[[FaultyFiles], None]:
    return lambda files: files.fail_at(index, code, written=written)


def check(kind: type[Scenario], directory: str, told: Told) -> None:
    scenario = kind()
    scenario.recover(directory)
    scenario.verify(directory, told)


def after_power_loss(kind: type[Scenario], place: Path, files: FaultyFiles, told: Told, keep: Keep) -> None:
    target = place / "after"
    if target.exists():
        shutil.rmtree(target)
    files.power_loss(str(target), keep)
    check(kind, str(target / "data"), told)


def faults(kind: type[Scenario], place: Path) -> Iterator[tuple[int, int]]:
    """Every call, and bytes that a write there still takes."""
    files, _, _ = run(kind, place, lambda files: None)
    for call in files.calls:
        yield call.index, 0
        if call.name == "write":
            yield call.index, 1
            yield call.index, 30


@pytest.mark.parametrize("kind", SCENARIOS)
def test_undisturbed_all_is_done(kind: type[Scenario], tmp_path: Path) -> None:
    files, directory, told = run(kind, tmp_path, lambda files: None)
    assert told.done
    assert len(files.calls) > 4
    after_power_loss(kind, tmp_path, files, told, "none")
    check(kind, directory, told)


@pytest.mark.parametrize("kind", [kind for kind in SCENARIOS if kind is not Repair])  # a lost repair is done again
def test_without_fsync_all_of_this_fails(kind: type[Scenario], tmp_path: Path) -> None:
    files, _, told = run(kind, tmp_path, lambda files: None, UnsyncedFiles)
    assert told.done
    with pytest.raises((AssertionError, OSError)):
        after_power_loss(kind, tmp_path, files, told, "none")


@pytest.mark.parametrize("kind", SCENARIOS)
def test_a_crash_at_any_call(kind: type[Scenario], tmp_path: Path) -> None:
    for index, written in faults(kind, tmp_path):
        files, directory, told = run(kind, tmp_path, crash(index, written))
        assert files.crashed
        for keep in ("none", "all", index):
            after_power_loss(kind, tmp_path, files, told, keep)
        check(kind, directory, told)


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC])
@pytest.mark.parametrize("kind", SCENARIOS)
def test_a_failure_of_any_call(kind: type[Scenario], code: int, tmp_path: Path) -> None:
    for index, written in faults(kind, tmp_path):
        files, directory, told = run(kind, tmp_path, failure(index, code, written))
        after_power_loss(kind, tmp_path, files, told, "none")
        check(kind, directory, told)
        assert not [name for name in os.listdir(directory) if name.endswith(".tmp")]


@pytest.mark.parametrize("kind", SCENARIOS)
def test_a_disk_that_fails_for_good_at_any_call(kind: type[Scenario], tmp_path: Path) -> None:
    count = len(run(kind, tmp_path, lambda files: None)[0].calls)
    for index in range(count):

        def order(files: FaultyFiles, index: int = index) -> None:
            files.intervene(index, lambda: files.fail_all(errno.EIO))

        _, directory, told = run(kind, tmp_path, order)
        check(kind, directory, told)


@pytest.mark.long
@pytest.mark.parametrize("kind", SCENARIOS)
def test_power_lost_at_any_call_in_many_ways(kind: type[Scenario], tmp_path: Path) -> None:
    for index, written in faults(kind, tmp_path):
        files, _, told = run(kind, tmp_path, crash(index, written))
        for seed in range(100):
            after_power_loss(kind, tmp_path, files, told, seed)


@pytest.mark.long
@pytest.mark.parametrize("kind", SCENARIOS)
def test_two_failures_and_then_a_loss_of_power(kind: type[Scenario], tmp_path: Path) -> None:
    for first, written in faults(kind, tmp_path):
        for second in range(first + 1, first + 8):

            def order(files: FaultyFiles, first: int = first, second: int = second, written: int = written) -> None:
                files.fail_at(first, errno.EIO, written=written)
                files.fail_at(second, errno.EIO)

            files, directory, told = run(kind, tmp_path, order)
            for keep in ("none", "all", 1, 2):
                after_power_loss(kind, tmp_path, files, told, keep)
            check(kind, directory, told)
