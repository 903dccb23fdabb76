"""One whose file cannot be written keeps nobody else of its round from writing."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.errors import ON_DISK, Busy, MemorydError, ReadOnly
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch, NotYet
from memoryd.storage.files import OsFiles
from memoryd.storage.writer import GroupWriter
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.testing.manual_clock import ManualClock

from .helpers import line, names

LOGS = ("a", "b", "c", "d")


class Told:
    """What one caller was told, each time."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[Any, Exception | None]] = []

    def __call__(self, result: Any, error: Exception | None) -> None:
        self.outcomes.append((result, error))

    @property
    def error(self) -> Exception | None:
        ((_, error),) = self.outcomes
        return error


class Store:
    """Lines in logs, and in memory what has been acknowledged of them."""

    def __init__(self, folder: Path, files: OsFiles) -> None:
        self.logs = {name: AppendLog(files, str(folder / name)) for name in LOGS}
        self.staged: list[str] = []
        self.known: list[str] = []

    def write(self, number: int, logs: tuple[str, ...], batch: Batch) -> int:
        for name in logs:
            self.stage(f"{name}{number}", name, batch)
        return number

    def write_all(self, items: list[tuple[int, tuple[str, ...]]], batch: Batch) -> list[int]:
        return [self.write(number, logs, batch) for number, logs in items]

    def stage(self, word: str, name: str, batch: Batch) -> None:
        self.staged.append(word)
        batch.append(self.logs[name], line(word))
        batch.on_abort(lambda: self.staged.remove(word))
        batch.on_commit(lambda: self.known.append(word))


def round_of(store: Store, requests: list[tuple[tuple[str, ...], bool]]) -> list[Told]:
    """What the callers of one round are told; each names its logs, and whether it is done together with its like."""
    writer, write_all = GroupWriter(ManualClock()), store.write_all  # one object: so they are told to be alike
    told = [Told() for _ in requests]
    for number, (done, (logs, is_joint)) in enumerate(zip(told, requests, strict=True)):
        if is_joint:
            writer.submit_together(write_all, (number, logs), done)
        else:
            writer.submit(lambda batch, number=number, logs=logs: store.write(number, logs, batch), done)
    writer.start()
    writer.stop()
    return told


def a_directory(path: Path) -> None:
    path.mkdir()


def a_link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("spoil", [a_directory, a_link])
def test_only_they_are_refused_whose_file_cannot_be_written(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    store = Store(tmp_path, OsFiles())
    spoil(tmp_path / "b")
    told = round_of(store, [(("a",), False), (("b",), False), (("a", "b"), False), (("c",), False), (("a",), False)])
    assert [one.outcomes[0][0] for one in told] == [0, None, None, 3, 4]
    assert {type(one.error) for one in told} == {ReadOnly, type(None)}
    assert names(tmp_path / "a") == ["a0", "a4"]
    assert names(tmp_path / "c") == ["c3"]
    assert store.known == store.staged == ["a0", "c3", "a4"]


def test_each_is_told_of_its_own_file(tmp_path: Path) -> None:
    for name in ("b", "c"):
        (tmp_path / name).mkdir()
    told = round_of(Store(tmp_path, OsFiles()), [((name,), False) for name in LOGS])
    assert [isinstance(one.error, ReadOnly) and one.error.data["path"] for one in told] == [
        False, str(tmp_path / "b"), str(tmp_path / "c"), False,
    ]  # fmt: skip


def test_a_full_disk_is_not_tried_again_and_again(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    store = Store(tmp_path, files)
    files.fail_all(errno.ENOSPC, "write")
    told = round_of(store, [((LOGS[number % 4],), False) for number in range(64)])
    assert all(isinstance(one.error, ReadOnly) for one in told)
    assert [call.name for call in files.calls].count("write") <= 2


class Log:
    """A log in memory, whose first syncs fail where told."""

    def __init__(self, *, fails: int = 0, blamed: str = "", is_undone: bool = True) -> None:
        """`fails`: so many syncs. `is_undone`: a rollback leaves nothing."""
        self.blamed = blamed
        self.lines: list[bytes] = []
        self.remains = False
        """What was refused may be there."""
        self.tries = 0
        self._fails = fails
        self._is_undone = is_undone

    def write(self, data: bytes) -> None:
        self.lines += data.splitlines()

    def begin_sync(self) -> None: ...

    def sync(self) -> None:
        self.tries += 1
        if self.tries <= self._fails:
            raise Busy("somebody replaces it")

    def rollback(self) -> bool:
        self.lines.clear()
        self.remains = not self._is_undone
        return self._is_undone

    def settle(self) -> bool:
        self.remains = False
        return True

    def release(self) -> None: ...


def writing(log: Log, word: str, part: str = "") -> Callable[[Batch], str]:
    def operation(batch: Batch) -> str:
        batch.touch(log, part)
        batch.append(log, f"{word}\n".encode())
        return word

    return operation


def told_in_one_round(*operations: Callable[[Batch], Any]) -> list[Told]:
    writer, told = GroupWriter(ManualClock()), [Told() for _ in operations]
    for operation, done in zip(operations, told, strict=True):
        writer.submit(operation, done)
    writer.start()
    writer.stop()
    return told


def test_many_files_that_cannot_be_synced_are_tried_a_few_times() -> None:
    logs = [Log(fails=64) for _ in range(64)]
    told = told_in_one_round(*(writing(log, "x") for log in logs))
    assert all(isinstance(one.error, Busy) for one in told)
    assert sum(log.tries for log in logs) <= 10


@pytest.mark.parametrize(("is_undone", "refused"), [(True, [True, False]), (False, [True, True])])
def test_another_part_of_a_log_goes_on_where_what_failed_was_undone(*, is_undone: bool, refused: list[bool]) -> None:
    log = Log(fails=1, blamed="bad", is_undone=is_undone)
    log_told = told_in_one_round(writing(log, "bad", "bad"), writing(log, "good", "good"))
    assert [one.error is not None for one in log_told] == refused
    assert {ON_DISK in one.error.data for one in log_told if isinstance(one.error, MemorydError)} == {not is_undone}


def test_what_was_refused_and_remains_is_removed_before_others_are_done_again() -> None:
    remaining, failing = Log(is_undone=False), Log(fails=1)
    seen: list[bool] = []

    def write_all(logs: list[Log], batch: Batch) -> list[None]:
        seen.append(remaining.remains)
        for log in logs:
            batch.append(log, b"x\n")
        return [None for _ in logs]

    writer, told = GroupWriter(ManualClock()), [Told(), Told()]
    for log, done in zip((remaining, failing), told, strict=True):
        writer.submit_together(write_all, log, done)
    writer.start()
    writer.stop()
    assert seen == [False, False, False]
    assert [one.error for one in told] == [None, None]


def test_who_waits_for_a_file_when_all_is_done_again_is_done_once() -> None:
    first, second, own = Log(fails=1), Log(fails=1), Log()
    waiting: list[Callable[[], None]] = []
    runs: list[str] = []

    def late(batch: Batch) -> str:
        runs.append("late")
        if len(runs) == 2:
            raise NotYet(waiting.append)
        return writing(own, "late")(batch)

    writer = GroupWriter(ManualClock())
    told = [Told() for _ in range(4)]
    for operation, done in zip((writing(first, "a"), writing(second, "b"), late, writing(own, "c")), told, strict=True):
        writer.submit(operation, done)
    writer.start()
    writer.run(lambda _batch: None)
    (resume,) = waiting
    resume()
    writer.stop()
    assert [len(one.outcomes) for one in told] == [1, 1, 1, 1]
    assert [type(one.error) for one in told] == [Busy, Busy, type(None), type(None)]
    assert (own.lines, len(runs)) == ([b"c", b"late"], 3)


class Fault(NamedTuple):
    log: str
    call: str
    code: int


FILE = (errno.EACCES, errno.EPERM, errno.EFBIG, errno.ENAMETOOLONG)
MACHINE = (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EMFILE)
CALLS = ("open", "write", "fdatasync")
FAULTS = st.sampled_from((FILE, FILE, MACHINE, FILE + MACHINE)).flatmap(
    lambda codes: st.lists(
        st.builds(Fault, st.sampled_from(LOGS), st.sampled_from(CALLS), st.sampled_from(codes)), min_size=1, max_size=3
    )
)
REQUESTS = st.lists(
    st.tuples(st.lists(st.sampled_from(LOGS), min_size=1, max_size=3, unique=True).map(tuple), st.booleans()),
    min_size=2,
    max_size=12,
)


@settings(settings.get_profile("long"))
@given(REQUESTS, FAULTS)
def test_nothing_is_lost_told_twice_or_written_twice(
    requests: list[tuple[tuple[str, ...], bool]], faults: list[Fault]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, files = Path(name), FaultyFiles(name)
        store = Store(folder, files)
        for fault in faults:
            files.fail_all(fault.code, fault.call, path=f"{name}/{fault.log}")
        told = round_of(store, requests)
        done = [number for number, one in enumerate(told) if one.error is None]
        assert [told[number].outcomes for number in done] == [[(number, None)] for number in done]
        assert store.known == store.staged == [f"{log}{number}" for number in done for log in requests[number][0]]
        for log in LOGS:
            if not any(isinstance(one.error, MemorydError) and one.error.data.get(ON_DISK) for one in told):
                assert names(folder / log) == [f"{log}{number}" for number in done if log in requests[number][0]]
        bad = {fault.log for fault in faults}
        if all(fault.code in FILE for fault in faults):
            assert {number for number, (logs, _) in enumerate(requests) if bad.isdisjoint(logs)} <= set(done)
