"""Session files that an editor empties first, or writes in place and in pieces, while agents append (rule 8)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from memoryd.conversation.message import encode_line
from memoryd.errors import ReadOnly
from memoryd.kinds.sessions.late import MOST_BYTES, LateLines
from memoryd.storage.atomic import identity
from memoryd.storage.files import OsFiles
from memoryd.times import SECOND
from memoryd.types import Problem
from tests.support.sessions import SessionRig, indexed, said


@contextmanager
def edited(rig: SessionRig) -> Iterator[BinaryIO]:
    """The file of a session, of which an editor took out a line in place, and that it holds open."""
    rig.append("s", [said(letter, at) for at, letter in enumerate("abc")])
    path, lines = rig.path(), rig.lines(rig.path())
    rig.clock.advance(3600)
    with (rig.root / path).open("wb") as file:
        file.write(lines[0] + lines[2])
        file.flush()
        rig.files.absorb(path, None)
        yield file


def looked_at_later(rig: SessionRig) -> None:
    """As the daemon does, a little more than a second later, and then when it hears of its own append."""
    rig.clock.advance(1.1)
    rig.files.look_again()
    rig.files.absorb(rig.path(), None)


def looked_at_to_the_end(rig: SessionRig, path: str) -> None:
    """Until nobody is waited for any more."""
    for _ in range(7):
        looked_at_later(rig)
        rig.files.absorb(path, None)


def test_what_its_editor_writes_later_is_not_lost(rig: SessionRig) -> None:
    with edited(rig) as file:
        rig.files.absorb(rig.path(), None)
        file.write(encode_line(said("late", 7)))
    looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "3": "c"}  # it may go on
    looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "3": "c", "4": "late"}


def test_what_its_editor_writes_later_in_pieces_stands_once_and_whole(rig: SessionRig) -> None:
    late = encode_line(said("late", 7)) + encode_line(said("later", 8))
    with edited(rig) as file:
        for begin in range(0, len(late), 100):
            file.write(late[begin : begin + 100])
            file.flush()
            rig.clock.advance(0.5)
            rig.files.look_again()
    for _ in range(3):
        looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "3": "c", "4": "late", "5": "later"}
    assert rig.board.all() == [] or all("moved lines" in one.what for one in rig.board.all())


def test_an_editor_that_never_ends_is_waited_for_ten_seconds(rig: SessionRig) -> None:
    with edited(rig) as file:
        for at in range(13):
            file.write(encode_line(said(f"late {at}", 7 + at)))
            file.flush()
            rig.clock.advance(0.8)
            rig.files.look_again()
        rig.files.absorb(rig.path(), None)
        assert "late 12" in indexed(rig).values()


def test_what_its_editor_wrote_in_the_last_moment_is_there_at_the_next_start(rig: SessionRig) -> None:
    with edited(rig) as file:
        file.write(encode_line(said("late", 7)))
    rig.files.close()
    rig.restart()
    assert indexed(rig) == {"1": "a", "3": "c", "4": "late"}


@pytest.mark.parametrize("is_stale", [True, False])
def test_what_its_editor_wrote_later_is_put_back_when_another_saves_over_it(rig: SessionRig, is_stale: bool) -> None:
    with edited(rig) as file:
        stale = (rig.root / rig.path()).read_bytes()
        file.write(encode_line(said("late", 7)) + encode_line(said("later", 8)))
    for _ in range(2):
        looked_at_later(rig)
    if is_stale:
        rig.edit(rig.path(), stale + encode_line(said("typed", 9)))
    else:  # a person takes the last one out
        rig.edit(rig.path(), b"".join(rig.lines(rig.path())[:-1]))
    rig.files.absorb(rig.path(), None)
    assert list(indexed(rig).values()) == ["a", "c", "late", *(["later", "typed"] if is_stale else [])]


@pytest.mark.parametrize("is_ended", [False, True])
def test_what_its_editor_wrote_later_is_added_as_soon_as_it_can_be_written(
    rig: SessionRig, monkeypatch: pytest.MonkeyPatch, is_ended: bool
) -> None:
    def full(_data: bytes) -> None:
        raise ReadOnly("full")

    with edited(rig) as file:
        file.write(encode_line(said("late", 7)))
    looked_at_later(rig)
    with monkeypatch.context() as patch:
        patch.setattr(rig.store.log(rig.path()), "write", full)
        rig.is_unfinished = False
        with pytest.raises(ReadOnly):
            looked_at_later(rig)
    assert (indexed(rig), rig.is_unfinished) == ({"1": "a", "3": "c"}, True)
    if is_ended:
        rig.files.close()
        rig.restart()
    else:
        looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "3": "c", "4": "late"}


def test_what_its_editor_wrote_later_is_not_added_while_another_writes(rig: SessionRig) -> None:
    late = "late " * 400
    with edited(rig) as file:
        path = rig.path()
        file.write(encode_line(said(late, 7)))
        file.flush()
        rig.files.look_again()
        stale = (rig.root / path).read_bytes()
        rig.clock.advance(1.1)
        with (rig.root / path).open("wb", buffering=0) as other:
            mark(rig, path)
            rig.files.look_again()
            other.write(stale + encode_line(said("typed", 8)))
            mark(rig, path)
    for _ in range(3):
        looked_at_later(rig)
    assert sorted(everywhere(rig)) == ["a", "c", late, "typed"]


def test_what_its_editor_writes_later_and_stands_there_is_not_doubled(rig: SessionRig) -> None:
    """The messages of the last minutes were put back while the editor had not come to them."""
    rig.append("s", [said(letter, at) for at, letter in enumerate("abc")])
    path = rig.path()
    lines = rig.lines(path)
    with (rig.root / path).open("r+b") as file:
        file.truncate(len(lines[0]))
        mark(rig, path)
        rig.append("s", [said("d", 9)])
        file.seek(0, os.SEEK_END)
        file.write(lines[1] + lines[2] + encode_line(said("typed", 7)))
    for _ in range(3):
        looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "2": "b", "3": "c", "4": "d", "5": "typed"}


def mark(rig: SessionRig, path: str, age: float = 0) -> None:
    """As if it had been written now, or so many seconds ago, by the clock of the test."""
    now = rig.clock.now() * 1000 - round(age * 1e9)
    os.utime(rig.root / path, ns=(now, now))


@pytest.mark.parametrize(("rest", "is_put_back"), [(b"", False), (b'{"session_id":"s","ro', True)])
def test_a_file_that_ends_in_the_midst_of_a_line_had_nothing_deleted(
    rig: SessionRig, rest: bytes, is_put_back: bool
) -> None:
    rig.append("s", [said(letter, at) for at, letter in enumerate("ab")])
    path = rig.path()
    rig.clock.advance(3)
    rig.edit(path, rig.lines(path)[0] + rest)
    assert ("b" in indexed(rig).values()) is is_put_back


@pytest.mark.parametrize(("age", "is_put_back"), [(-0.5, True), (0.0, True), (0.9, True), (1.1, False)])
def test_who_writes_into_the_file_right_now_has_deleted_nothing_yet(
    rig: SessionRig, age: float, is_put_back: bool
) -> None:
    rig.append("s", [said(letter, at) for at, letter in enumerate("ab")])
    path = rig.path()
    with (rig.root / path).open("r+b") as file:
        file.truncate(len(rig.lines(path)[0]))
    mark(rig, path, age)
    rig.append("s", [said("c", 9)])
    assert indexed(rig) == {"1": "a", **({"2": "b"} if is_put_back else {}), "3": "c"}


def everywhere(rig: SessionRig) -> list[str]:
    """What stands in all session files."""
    files = sorted((rig.root / "sessions").glob("*.jsonl"))
    return [json.loads(raw)["content"] for file in files for raw in file.read_bytes().splitlines() if raw]


@contextmanager
def emptied(rig: SessionRig, *, is_removed: bool = False) -> Iterator[tuple[str, BinaryIO, bytes]]:
    """A session's file that an editor has just emptied, and what it is to write, which lacks a message, "c"."""
    rig.append("s", [said(letter, at) for at, letter in enumerate("ab", 1)])
    path = rig.path()
    buffer = (rig.root / path).read_bytes() + encode_line(said("typed", 4))
    rig.append("s", [said("c", 3)])
    if is_removed:
        rig.remove(path)
    with (rig.root / path).open("wb", buffering=0) as file:
        mark(rig, path)
        yield path, file, buffer


def test_what_its_editor_is_about_to_write_is_not_put_back_elsewhere(rig: SessionRig) -> None:
    with emptied(rig) as (path, file, buffer):
        rig.append("s", [said("d", 5)])  # goes to another file
        rig.files.absorb(path, None)
        file.write(buffer)
        mark(rig, path)
        rig.files.absorb(path, None)
    looked_at_later(rig)
    assert sorted(everywhere(rig)) == ["a", "b", "c", "d", "typed"]
    assert rig.path() != path


def test_a_new_file_that_has_nothing_yet_is_not_judged(rig: SessionRig) -> None:
    """As vim saves: it renames the old one, and writes another."""
    with emptied(rig) as (path, _, buffer):
        (rig.root / path).rename(rig.root / f"{path}~")
        with (rig.root / path).open("wb", buffering=0) as new:
            mark(rig, path)
            rig.files.absorb(path, None)
            new.write(buffer)
            mark(rig, path)
    for _ in range(2):
        looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "2": "b", "3": "c", "4": "typed"}


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_an_emptied_file_keeps_its_keys_when_its_editor_writes_on_within_a_second(rig: SessionRig, pieces: int) -> None:
    with emptied(rig) as (path, file, buffer):
        rig.files.absorb(path, None)
        length = -(-len(buffer) // pieces)
        for begin in range(0, len(buffer), length):
            file.write(buffer[begin : begin + length])
            mark(rig, path)
            rig.clock.advance(0.5)
            rig.files.look_again()
    for _ in range(2):
        looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "2": "b", "3": "c", "4": "typed"}


@pytest.mark.parametrize("is_removed", [False, True])
def test_what_comes_back_in_pieces_is_judged_when_it_is_whole(rig: SessionRig, is_removed: bool) -> None:
    with emptied(rig, is_removed=is_removed) as (path, file, buffer):
        cut = buffer.index(b"\n") + 1
        rig.append("s", [said("d", 5)])
        file.write(buffer[:cut])
        mark(rig, path)
        rig.files.absorb(path, None)
        rig.clock.advance(0.5)
        file.write(buffer[cut:])
        mark(rig, path)
        rig.files.absorb(path, None)
    for _ in range(2):
        looked_at_later(rig)
    assert sorted(everywhere(rig)) == ["a", "b", "c", "d", "typed"]


def test_an_editor_that_writes_on_and_on_is_waited_for_five_seconds(rig: SessionRig) -> None:
    with emptied(rig) as (path, file, buffer):
        rig.append("s", [said("d", 5)])
        file.write(buffer)
        for at in range(9):
            file.write(encode_line(said(f"more {at}", 6 + at)))
            mark(rig, path)
            rig.files.absorb(path, None)
            rig.clock.advance(0.7)
    assert sorted(everywhere(rig)) == ["a", "b", "c", "d", *(f"more {at}" for at in range(9)), "typed"]


def test_a_last_line_that_is_never_ended_is_waited_for_five_seconds(rig: SessionRig) -> None:
    with emptied(rig) as (path, file, buffer):
        rig.append("s", [said("d", 5)])
        file.write(buffer + b'{"session_id":"s","ro')
        mark(rig, path)
    for _ in range(7):
        rig.files.absorb(path, None)
        looked_at_later(rig)
    assert {one.text for one in rig.index.documents.values()} == {"a", "b", "c", "d", "typed"}


def test_who_writes_on_behind_a_return_in_pieces_has_deleted_nothing(rig: SessionRig) -> None:
    """Behind the first piece, which is all that the index knows, others changed."""
    with emptied(rig) as (path, file, buffer):
        rig.append("s", [said("d", 5)])
        rig.clock.advance(1.1)
        rig.files.absorb(path, None)
        file.write(buffer[:200])
        mark(rig, path)
        rig.files.absorb(path, None)
        file.truncate(0)
        file.seek(0)
        file.write(buffer)
        mark(rig, path)
        rig.files.absorb(path, None)
    looked_at_to_the_end(rig, path)
    assert sorted(everywhere(rig)) == ["a", "b", "c", "d", "typed"]


@pytest.mark.parametrize(("is_written", "count"), [(True, 1), (False, 1), (False, 2)])
def test_an_append_into_a_file_that_has_just_been_emptied_puts_nothing_back_beside_the_save(
    rig: SessionRig, monkeypatch: pytest.MonkeyPatch, is_written: bool, count: int
) -> None:
    rig.append("s", [said(letter, at) for at, letter in enumerate("ab", 1)])
    path, texts = rig.path(), "cd"[:count]
    buffer, log = (rig.root / path).read_bytes() + encode_line(said("typed", 9)), rig.store.log(path)
    write = log.write
    with (rig.root / path).open("r+b", buffering=0) as file:

        def emptied_right_before(data: bytes) -> None:
            file.truncate(0)
            write(data)
            mark(rig, path)

        with monkeypatch.context() as patch:
            patch.setattr(log, "write", emptied_right_before)
            for at, text in enumerate(texts, 3):
                rig.append("s", [said(text, at)])
        if is_written:
            file.write(buffer)
            mark(rig, path)
        rig.files.absorb(path, None)
    looked_at_to_the_end(rig, path)
    assert sorted(everywhere(rig)) == ["a", "b", *texts, *(["typed"] if is_written else [])]


def test_an_append_behind_half_a_line_of_what_comes_back_puts_nothing_back_beside_the_rest(rig: SessionRig) -> None:
    with emptied(rig) as (path, file, buffer):
        rig.clock.advance(1.1)
        rig.files.absorb(path, None)
        file.write(buffer[:25])
        mark(rig, path)
        rig.files.absorb(path, None)
        rig.append("s", [said("d", 5)])
        rig.clock.advance(1.1)
        rig.files.absorb(path, None)
        file.write(buffer[25:])
        mark(rig, path)
    looked_at_to_the_end(rig, path)
    assert sorted(everywhere(rig)) == ["a", "b", "c", "d", "typed"]


def test_what_came_back_is_judged_though_an_agent_appended_to_it(rig: SessionRig) -> None:
    with emptied(rig) as (path, file, buffer):
        rig.clock.advance(1.1)
        rig.files.absorb(path, None)
        file.write(buffer)
        mark(rig, path)
        assert rig.append("s", [said("d", 5)])["keys"] == [f"{path}:5"]  # behind what was put back
    rig.clock.advance(4)
    rig.files.absorb(path, None)
    assert sorted(everywhere(rig)) == ["a", "b", "c", "d", "typed"]


def test_who_takes_out_in_place_what_took_the_last_message_out_has_it_back(rig: SessionRig) -> None:
    rig.append("s", [said("a", 1)])
    rig.writer.run(lambda batch: rig.store.take_out_last("s", rig.store.look_at_last("s"), batch))
    path = rig.path()
    (rig.root / path).write_bytes(rig.lines(path)[0])
    mark(rig, path)
    rig.files.absorb(path, None)
    looked_at_later(rig)
    assert indexed(rig) == {"1": "a"}
    assert rig.board.all() == []


def test_what_its_editor_writes_later_and_is_too_long_is_kept(rig: SessionRig) -> None:
    with edited(rig) as file:
        path = rig.path()
        file.truncate(MOST_BYTES + 1)
        file.seek(0, os.SEEK_END)
        file.write(encode_line(said("late", 7)))
    for _ in range(2):
        looked_at_later(rig)
    assert indexed(rig) == {"1": "a", "3": "c"}
    assert b"late" in (rig.root / f"{path}.broken").read_bytes()
    assert any("too long to be read" in problem.what for problem in rig.board.all())


def test_a_version_into_which_nobody_wrote_is_not_read_again(tmp_path: Path) -> None:
    class Unreadable(OsFiles):
        def pread(self, fd: int, length: int, offset: int) -> bytes:
            raise AssertionError("it was read")

    late, problems = LateLines(str(tmp_path), Unreadable()), list[Problem]()
    (tmp_path / "x.jsonl").write_bytes(b"one\n")
    fd = os.open(tmp_path / "x.jsonl", os.O_RDONLY)
    late.watch("x.jsonl", fd, [b"one"], identity(os.fstat(fd)), 0)
    assert (late.of("x.jsonl", 2 * SECOND, problems.append), late.watched(), problems) == ([], set(), [])
