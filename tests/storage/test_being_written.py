"""When an editor that writes a file in place counts as ended, and who waits for it (rule 8)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.storage import roots
from memoryd.storage.append_log import UNKNOWN
from memoryd.storage.atomic import ABSENT, Identity
from memoryd.storage.batch import NotYet
from memoryd.storage.being_written import PATIENCE, STILL, BeingWritten
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import SECOND

PATH = "items/a.jsonl"


class Rig:
    """A file of which the version `known` is known; `looks` counts how often a look was asked for."""

    def __init__(self, root: Path) -> None:
        self.file = root / PATH
        self.file.parent.mkdir()
        self.file.write_text("one\ntwo\n")
        self.clock = ManualClock()
        self.looks = 0
        self.absorbed: list[tuple[str, bool]] = []
        self.ours = set[Identity]()
        self.edits = BeingWritten(str(root), self.clock.now, self._on_noticed, lambda path, one: one in self.ours)
        self.known = self.edits.version(PATH)

    def _on_noticed(self) -> None:
        self.looks += 1

    def write(self) -> list[str]:
        """What happens to a write of ours: `[]` while it waits, then `["resumed"]`, else `["written"]` at once."""
        found = list[str]()
        try:
            self.edits.check(PATH, self.known)
        except NotYet as why:
            why.when_ready(lambda: found.append("resumed"))
        else:
            found.append("written")
        return found

    def look(self, seconds: float, *, is_last: bool = False) -> list[tuple[str, bool]]:
        """What a look so much later has absorbed by now, and whether its editor had ended."""
        self.clock.advance(seconds)
        self.edits.look_again(lambda path: self.absorbed.append((path, self.edits.has_ended(path))), is_last=is_last)
        return self.absorbed


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def renamed(path: Path, text: str) -> None:
    path.with_name("new").write_text(text)
    path.with_name("new").rename(path)


@pytest.mark.parametrize(
    ("edit", "waits"),
    [
        (lambda path: None, False),
        (lambda path: path.write_text(""), True),
        (lambda path: path.unlink(), True),
        (lambda path: path.write_text("one\n"), True),
        (lambda path: path.write_text("one\ntwo\nthree\n"), False),
        (lambda path: path.write_text("one\ntwo\nthr"), True),
        (lambda path: renamed(path, "one\n"), False),
        (lambda path: renamed(path, "one\ntwo\nthr"), True),
        (lambda path: renamed(path, ""), True),
    ],
    ids=[
        "as known",
        "emptied",
        "gone",
        "shorter",
        "appended to",
        "half a line",
        "renamed",
        "renamed, half a line",
        "renamed, empty",
    ],
)
def test_our_write_waits_for_what_may_be_half_written(rig: Rig, edit: Callable[[Path], object], waits: bool) -> None:
    edit(rig.file)
    assert rig.write() == ([] if waits else ["written"])
    assert rig.edits.waits(PATH) == waits == (rig.looks > 0)


@pytest.mark.parametrize("known", [ABSENT, UNKNOWN], ids=["absent", "unknown"])
def test_what_was_not_known_is_not_waited_for(rig: Rig, known: Identity) -> None:
    rig.known = known
    rig.file.write_text("")
    assert rig.write() == ["written"]


@pytest.mark.parametrize(("known", "may_be"), [(UNKNOWN, True), (ABSENT, False)])
def test_what_lacks_something_of_an_unknown_version_may_be_half_written(
    rig: Rig, known: Identity, may_be: bool
) -> None:
    for stands in (rig.known, ABSENT):
        assert rig.edits.may_be(PATH, known, stands, lacks=True) == may_be


def test_a_second_after_its_editor_has_ended_it_is_read_and_our_writes_go_on(rig: Rig) -> None:
    rig.file.write_text("")
    outcomes = [rig.write()]
    assert rig.look(STILL / SECOND - 0.1) == []
    rig.file.write_text("one\n")
    outcomes.append(rig.write())
    assert (rig.look(0.1), rig.look(0.9), outcomes) == ([], [], [[], []])
    assert rig.look(0.1) == [(PATH, True)]
    assert outcomes == [["resumed"], ["resumed"]]
    assert not rig.edits.waits(PATH)


def test_one_that_never_ends_is_waited_for_five_seconds_and_our_writes_then_have_one(rig: Rig) -> None:
    rig.file.write_text("")
    outcome, ends = rig.write(), list[float]()
    for step in range(25):
        rig.file.write_text("x" * (step % 5))
        os.utime(rig.file, (step, step))
        if rig.look(0.25):
            ends.append((step + 1) * 0.25)
            break
    assert (ends, outcome, rig.absorbed) == ([PATIENCE / SECOND], ["resumed"], [(PATH, False)])
    assert rig.write() == ["written"]
    rig.clock.advance(STILL / SECOND)
    assert rig.write() == []


def test_at_the_end_nobody_is_waited_for(rig: Rig) -> None:
    rig.file.unlink()
    outcome = rig.write()
    assert rig.look(0, is_last=True) == [(PATH, True)]
    assert outcome == ["resumed"]


def test_what_is_judged_is_not_waited_for_again(rig: Rig) -> None:
    rig.file.write_text("")
    rig.write()
    rig.clock.advance(STILL / SECOND)
    begun = list[bool]()
    rig.edits.look_again(lambda path: begun.append(rig.edits.begin(path, rig.edits.version(path))))
    assert begun == [False]


def test_our_writes_go_on_when_it_cannot_be_read(rig: Rig) -> None:
    def fail(_path: str) -> None:
        raise OSError("unreadable")

    rig.file.write_text("")
    outcome = rig.write()
    rig.clock.advance(STILL / SECOND)
    with pytest.raises(OSError, match="unreadable"):
        rig.edits.look_again(fail)
    assert outcome == ["resumed"]


def test_what_cannot_be_absorbed_is_waited_for_once(rig: Rig) -> None:
    rig.file.write_text("one\n")
    assert rig.write() == []

    def fail(path: str) -> None:
        raise PermissionError(path)

    rig.clock.advance(2)
    with pytest.raises(PermissionError):
        rig.edits.look_again(fail)
    assert rig.write() == ["written"]
    rig.file.write_text("on\n")
    assert rig.write() == []


def test_what_could_not_be_absorbed_is_tried_again_while_it_stands(rig: Rig) -> None:
    rig.file.write_text("")
    assert rig.write() == []
    absorbed = list[str]()
    fails = True

    def absorb(path: str) -> None:
        absorbed.append(path)
        if fails:
            raise OSError("the disk is full")

    rig.clock.advance(2)
    for count in (1, 2):
        with pytest.raises(OSError, match="the disk is full"):
            rig.edits.look_again(absorb)
        assert absorbed == [PATH] * count
    fails = False
    for _ in range(2):
        rig.edits.look_again(absorb)
        assert absorbed == [PATH] * 3


def test_what_could_not_be_absorbed_is_the_watchers_when_it_changes(rig: Rig) -> None:
    rig.file.write_text("")
    assert rig.write() == []

    def fail(path: str) -> None:
        raise OSError(path)

    rig.clock.advance(2)
    with pytest.raises(OSError, match=PATH):
        rig.edits.look_again(fail)
    rig.file.write_text("three\n")
    assert rig.look(1) == []


def test_nothing_is_waited_for_while_the_data_directory_is_away(rig: Rig, tmp_path: Path) -> None:
    held = roots.hold(str(tmp_path))
    try:
        tmp_path.rename(tmp_path.with_name("away"))
        assert rig.write() == ["written"]
        tmp_path.with_name("away").rename(tmp_path)
    finally:
        roots.release(held)


def test_a_version_of_our_own_that_is_shorter_is_no_editors(rig: Rig) -> None:
    rig.file.write_text("one\n")
    rig.ours.add(rig.edits.version(PATH))
    assert rig.write() == ["written"]
    rig.file.write_text("")
    assert rig.write() == []
