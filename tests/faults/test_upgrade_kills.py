"""An upgrade that is interrupted anywhere: the next start finishes it, and its backup is of before."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memoryd.errors import Internal
from memoryd.maintenance.restore import restore
from memoryd.storage.directory import VERSION
from memoryd.storage.files import OsFiles
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles
from tests.faults.base import prepare
from tests.faults.machine import Machine, StillClock

KEPT: tuple[Keep, ...] = ("none", "all", 1)
KINDS = ("MEMORY.md", "memory/*.md", "memory/archive/*.md", "contexts/*.jsonl", "knowledge-graph/facts.jsonl")
Texts = dict[str, str]


def texts(data: Path) -> Texts:
    """What the files say, but for when it was looked at."""
    found = (path for pattern in KINDS for path in data.glob(pattern))
    return {str(path.relative_to(data)): path.read_text() for path in found}


pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


@pytest.fixture(scope="module")
def clock() -> StillClock:
    return StillClock()


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory, clock: StillClock) -> Path:
    """A store as format 1 had it: no origin in any file."""
    folder = tmp_path_factory.mktemp("old")
    prepare(folder, clock)
    data = folder / "data"
    for path in (*data.glob("memory/*.md"), *data.glob("memory/archive/*.md")):
        path.write_text(re.sub(r" <!-- memoryd: .*? -->", "", path.read_text()))
    for path in data.glob("contexts/*.jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        path.write_text("".join(json.dumps({**line, "audience": None}) + "\n" for line in lines))
        path.write_text(path.read_text().replace(', "audience": null', ""))
    for path in data.glob(".memoryd/recent*.bin"):
        path.unlink()
    (data / ".memoryd" / "version").write_text("1\n")
    return folder


def started(folder: Path, clock: StillClock) -> Texts:
    """What the files say once a daemon has loaded them."""
    Machine(folder, OsFiles(), clock).abandon()
    return texts(folder / "data")


def copied(old: Path, folder: Path) -> Path:
    shutil.copytree(old / "data", folder / "data", ignore=shutil.ignore_patterns("index"))
    return folder


def interrupted(old: Path, folder: Path, clock: StillClock, stride: int) -> Iterator[Path]:
    """What a disk may hold after an interruption at each operation, or each so many of them; nobody has looked yet."""
    for index in range(0, 10_000, stride):
        place = copied(old, folder / str(index))
        files = FaultyFiles(str(place))
        files.crash_at(index)
        with suppress(Crashed, Internal):  # which is what callers of a writer that has died are told
            Machine(place, files, clock).abandon()
        for number, keep in enumerate(KEPT):
            after = folder / f"{index}-{number}"
            files.power_loss(str(after), keep)
            (after / "memoryd.toml").unlink(missing_ok=True)
            # Backups are made by files of their own, and are durable when they have their names.
            shutil.copytree(place / "data" / "backups", after / "data" / "backups", dirs_exist_ok=True)
            yield after
        if not files.crashed:
            return


def judged(old: Path, folder: Path, clock: StillClock, stride: int) -> list[str]:
    """The places where something is not as an upgrade makes it."""
    before, wrong = texts(old / "data"), []
    expected = started(copied(old, folder / "whole"), clock)
    assert expected != before
    for after in interrupted(old, folder, clock, stride):
        version, backups = after / "data" / ".memoryd" / "version", after / "data" / "backups"
        is_told = version.read_text() == f"{VERSION}\n"
        if is_told and not list(backups.glob("pre-upgrade-*")):
            wrong.append(f"{after.name}: there is no backup")
        if started(after, clock) != expected or version.read_text() != f"{VERSION}\n":
            wrong.append(f"{after.name}: {'told as done' if is_told else 'not finished'}")
        first = min(backups.glob("pre-upgrade-*"), key=lambda path: (len(path.name), path.name))
        restore(str(first), str(after / "again"))
        if texts(after / "again") != before:
            wrong.append(f"{after.name}: the first backup is not of before")
    return wrong


def test_the_next_start_finishes_it(old: Path, tmp_path: Path, clock: StillClock) -> None:
    assert judged(old, tmp_path, clock, 23) == []


@pytest.mark.long
def test_the_next_start_finishes_it_wherever_it_ended(old: Path, tmp_path: Path, clock: StillClock) -> None:
    assert judged(old, tmp_path, clock, 1) == []
