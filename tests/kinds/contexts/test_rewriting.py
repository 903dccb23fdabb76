"""The file of a project written anew beside others who write it, and beside losses of power."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.kinds.contexts.files import ACCESS_LOG, LOG_BYTES
from memoryd.kinds.contexts.store import everything
from memoryd.origin import SHARED
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.contexts.test_files import Rig
from tests.support.refusing import refused

HAND = json.dumps({"content": "typed by hand"}) + "\n"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.writer.stop()


def type_in(rig: Rig) -> None:
    with rig.file().open("a") as file:
        file.write(HAND)


def contents(rig: Rig) -> set[str]:
    return {line["content"] for line in rig.lines()}


def test_accesses_come_through_a_loss_of_power_when_their_log_is_dropped(tmp_path: Path) -> None:
    root = tmp_path / "data"
    root.mkdir()
    files = FaultyFiles(str(root))
    rig = Rig(root, files)
    for number in range(50):
        rig.save(f"content {number}")
    log = root / ACCESS_LOG
    rig.load(50)
    while log.stat().st_size <= LOG_BYTES:
        rig.load(50)
    rig.clock.advance(60)
    rig.flush()
    counts = {one["id"]: one["access_count"] for one in rig.load(50)}
    assert log.stat().st_size < LOG_BYTES
    rig.writer.stop()
    after = tmp_path / "after"
    files.power_loss(str(after), "none")
    lines = map(json.loads, (after / "contexts/p.jsonl").read_text().splitlines())
    assert {line["id"]: line["access_count"] for line in lines} == {key: count - 1 for key, count in counts.items()}


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_what_is_typed_while_the_file_is_written_anew_stays(rig: Rig, turn: int, is_seen: bool) -> None:
    rig.save("ours")
    rig.load()

    def meanwhile() -> None:
        type_in(rig)
        if is_seen:
            rig.files.absorb("contexts/p.jsonl", None)

    rig.clock.advance(60)
    rig.meanwhile = [None] * turn + [meanwhile]
    for _ in range(3):
        rig.flush()
        rig.clock.advance(60)
    rig.meanwhile.clear()
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert contents(rig) == {"ours", "typed by hand"}
    assert {document.text for document in rig.index.documents.values()} == {"ours", "typed by hand"}


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_what_is_typed_above_while_the_file_is_written_anew_stays_and_nothing_stands_twice(rig: Rig, turn: int) -> None:
    rig.save("ours")
    rig.load()
    rig.clock.advance(60)
    rig.meanwhile = [None] * turn + [lambda: rig.edit(HAND + rig.file().read_text())]
    for _ in range(3):
        rig.flush()
        rig.clock.advance(60)
    assert [line["content"] for line in rig.lines()] == ["typed by hand", "ours"]


def test_what_is_typed_while_an_edit_is_taken_in_is_taken_in(rig: Rig) -> None:
    rig.save("ours")
    type_in(rig)

    def meanwhile() -> None:
        with rig.file().open("a") as file:
            file.write(json.dumps({"content": "typed right then"}) + "\n")

    rig.meanwhile = [None, meanwhile]
    rig.files.absorb("contexts/p.jsonl", None)
    rig.files.absorb("contexts/p.jsonl", None)
    expected = {"ours", "typed by hand", "typed right then"}
    assert {document.text for document in rig.index.documents.values()} == expected


def test_what_was_typed_right_before_the_end_is_filled_in(rig: Rig) -> None:
    rig.save("ours")
    type_in(rig)
    rig.files.absorb("contexts/p.jsonl", None)
    rig.files.stop()
    assert all("id" in line for line in rig.lines())


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_what_is_saved_while_the_file_is_written_anew_is_known_as_one_of_its_lines(rig: Rig, turn: int) -> None:
    rig.save("ours")
    rig.load()
    rig.clock.advance(60)
    rig.meanwhile = [None] * turn + [lambda: rig.save("saved meanwhile")]
    rig.flush()
    rig.meanwhile.clear()
    for _ in range(2):
        rig.load(2)
        rig.flush()
        assert [line["content"] for line in rig.lines()] == ["ours", "saved meanwhile"]


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_what_is_pruned_while_the_file_is_written_anew_leaves_it(rig: Rig, turn: int) -> None:
    old = rig.save("old")
    rig.clock.advance(31 * 24 * 3600)
    rig.save("new")
    rig.load()
    rig.clock.advance(60)
    rig.meanwhile = [None] * turn + [lambda: rig.prune([old])]
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["new"]
    rig.crash()
    assert [one["content"] for one in rig.load(9)] == ["new"]


def test_an_access_that_the_line_does_not_show_yet_outlives_an_edit_beside_it(rig: Rig) -> None:
    rig.save("ours")
    rig.load()
    rig.clock.advance(60)
    rig.flush()
    rig.load()
    type_in(rig)
    rig.files.absorb("contexts/p.jsonl", None)
    assert {one["content"]: one["access_count"] for one in rig.load(2)} == {"ours": 3, "typed by hand": 1}


@pytest.mark.parametrize("is_written", [False, True])
def test_what_was_pruned_and_restored_can_be_edited(rig: Rig, is_written: bool) -> None:
    ours = rig.save("ours")
    rig.clock.advance(31 * 24 * 3600)
    rig.prune([ours])
    if is_written:
        rig.flush()
    rig.writer.run(lambda batch: rig.store.restore(ours, batch))
    if is_written:
        rig.flush()
    rig.clock.advance(60)
    *earlier, last = rig.file().read_text().splitlines(keepends=True)
    rig.edit("".join([*earlier, last.replace("ours", "reworded")]))
    rig.flush()
    assert [(line["id"], line["content"]) for line in rig.lines()] == [(ours, "reworded")]


def test_an_archived_line_that_a_person_copies_back_is_active_again(rig: Rig) -> None:
    ours = rig.save("ours")
    rig.clock.advance(31 * 24 * 3600)
    rig.prune([ours])
    rig.flush()
    rig.edit(rig.file("archive/p.jsonl").read_text())
    assert [one["content"] for one in rig.load(9)] == ["ours"]


def test_a_file_whose_contexts_were_all_pruned_may_be_removed(rig: Rig) -> None:
    ours = rig.save("ours")
    rig.clock.advance(31 * 24 * 3600)
    rig.prune([ours])
    rig.flush()
    rig.file().unlink()
    rig.files.absorb("contexts/p.jsonl", None)
    rig.look_again(9)
    assert rig.board.all() == []


def test_what_is_refused_changes_nothing(rig: Rig) -> None:
    ours, old = rig.save("ours"), rig.save("old")
    rig.clock.advance(31 * 24 * 3600)
    rig.prune([old])
    rig.flush()
    archive = rig.file("archive/p.jsonl").read_text()
    before = rig.file().read_text()
    store = rig.store
    refused(rig.writer, lambda batch: store.save("p", {"content": "new"}, SHARED, batch))
    refused(rig.writer, lambda batch: store.load("p", 9, 8 << 20, everything, batch))
    refused(rig.writer, lambda batch: store.prune([ours], batch))
    refused(rig.writer, lambda batch: store.restore(old, batch))
    rig.clock.advance(60)
    store.mark_dirty("contexts/p.jsonl")
    rig.flush()
    assert (rig.file().read_text(), rig.file("archive/p.jsonl").read_text()) == (before, archive)
    assert [(one["id"], one["access_count"]) for one in rig.load(9)] == [(ours, 1)]
    assert rig.writer.run(lambda batch: store.restore(old, batch))["status"] == "restored"
    assert sorted(rig.index.documents) == sorted([ours, old])


def test_what_was_saved_right_before_a_crash_is_not_lost_to_an_older_version(rig: Rig) -> None:
    rig.save("first")
    stale = rig.file().read_text()
    rig.save("second")
    rig.crash()
    rig.edit(stale + HAND)
    rig.flush()
    assert contents(rig) == {"first", "second", "typed by hand"}
    assert {one["content"] for one in rig.load(9)} == contents(rig)


def test_an_old_line_beside_the_restored_one_is_gone_behind_a_crash(rig: Rig) -> None:
    ours = rig.save("ours")
    rig.clock.advance(31 * 24 * 3600)
    rig.prune([ours])
    rig.writer.run(lambda batch: rig.store.restore(ours, batch))
    assert len(rig.lines()) == 2
    rig.crash()
    rig.flush()
    assert [(line["id"], line["access_count"]) for line in rig.lines()] == [(ours, 1)]
    assert rig.board.all() == []
