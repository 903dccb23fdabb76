"""A failing disk and a killed process under the facts: refused means absent, acknowledged means there (rules 1, 6)."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.config.sections import MemoryOracle
from memoryd.errors import ReadOnly
from memoryd.kinds.facts.file.removals import REMOVALS_PATH
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.facts.rig import Rig, adding, line


def faulty(tmp_path: Path, settings: MemoryOracle | None = None) -> tuple[Rig, FaultyFiles]:
    files = FaultyFiles(str(tmp_path))
    return Rig(tmp_path, files, settings), files


def everything(rig: Rig) -> object:
    """All that must be as before when a batch was refused."""
    states = {key: rig.store.activations.state(rig.store.table.ordinal(key) or 0) for key in rig.active()}
    counts = (rig.store.active_count, rig.store.archived_count)
    return rig.active(), rig.archived(), states, counts, list(rig.facts.file.lines.hashes), dict(rig.store.removed)


@pytest.mark.parametrize("names", [("write",), ("fdatasync", "fsync")], ids=["no room", "no sync"])
def test_a_refused_batch_leaves_no_trace(tmp_path: Path, names: tuple[str, ...]) -> None:
    rig, files = faulty(tmp_path)
    active, archived, leaving = rig.add("a", "1"), rig.add("b", "2"), rig.add("c", "3")
    rig.archive(archived)
    rig.rewrite()
    rig.archive(leaving)
    changes = rig.changes
    before, index = everything(rig), dict(rig.index.documents)
    files.fail_all(errno.ENOSPC, *names)
    for operations in (
        [adding(changes, "d", "4")],
        [adding(changes, "a", "1"), adding(changes, "b", "2"), adding(changes, "c", "3"), adding(changes, "e", "5")],
        [lambda batch: changes.archiving.archive(active, "x", batch), adding(changes, "a", "1")],
        [lambda batch: changes.restore(archived, batch), lambda batch: changes.archiving.archive(archived, "x", batch)],
        [lambda batch: changes.restore(leaving, batch)],
        [lambda batch: changes.purge(active, batch)],
        [lambda batch: changes.purge(leaving, batch)],
    ):
        with pytest.raises(ReadOnly):
            rig.write(*operations)  # type: ignore[arg-type]
        assert everything(rig) == before
        assert rig.index.documents == index
    files.heal()
    rig.absorb()
    rig.rewrite()
    rig.absorb()
    rig.check()


def test_the_cap_counts_after_a_refusal_as_before(tmp_path: Path) -> None:
    rig, files = faulty(tmp_path, MemoryOracle(max_facts=3, single_valued=()))
    ids = []
    for number in range(4):
        ids.append(rig.add("a", str(number)))
        rig.clock.advance(86400)
    files.fail_all(errno.ENOSPC, "write")
    with pytest.raises(ReadOnly):
        rig.add("b", "1")
    files.heal()
    rig.add("b", "1")
    assert rig.archived() == {ids[0], ids[1]}


def test_an_edit_that_cannot_be_archived_is_taken_in_later(tmp_path: Path) -> None:
    rig, files = faulty(tmp_path)
    gone, kept = rig.add("a", "1"), rig.add("b", "2")
    rig.edit(lambda lines: lines[1:])
    files.fail_all(errno.ENOSPC, "write", path="archived-facts")
    with pytest.raises(ReadOnly):
        rig.absorb()
    assert set(rig.active()) == {gone, kept}
    files.heal()
    rig.absorb()
    rig.check()
    assert (set(rig.active()), rig.archived()) == ({kept}, {gone})


def test_what_was_written_into_an_old_version_is_added_as_soon_as_it_can_be_written(tmp_path: Path) -> None:
    rig, files = faulty(tmp_path)
    rig.add("a", "1")
    (rig.root / "old").write_text(line("late", "b", "2"))
    old = os.open(rig.root / "old", os.O_RDONLY)
    rig.facts.edits.late_lines.read(old, 0)
    os.close(old)
    files.fail_all(errno.ENOSPC, "write")
    with pytest.raises(ReadOnly):
        rig.facts.edits.append_late_lines()
    files.heal()
    rig.facts.edits.append_late_lines()
    rig.check()
    assert "late" in rig.active()


def test_a_removal_without_its_line_in_the_archive_never_happened(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    (rig.root / REMOVALS_PATH).write_text(json.dumps({"id": fact_id}) + "\n")
    rig.load()
    rig.check()
    assert set(rig.active()) == {fact_id}


def test_a_purged_fact_does_not_come_back_from_an_index_that_missed_it(rig: Rig) -> None:
    fact_id, other = rig.add("a", "1"), rig.add("b", "2")
    stale = dict(rig.index.documents)
    rig.purge(fact_id)
    rig.rewrite()
    rig.index.documents = stale
    rig.index.states.clear()
    rig.load()
    rig.check()
    assert (set(rig.active()), rig.archived()) == ({other}, set())


def test_a_restore_that_the_index_missed_is_found_after_a_kill(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    rig.archive(fact_id)
    stale = dict(rig.index.documents)
    rig.restore(fact_id)
    rig.index.documents = stale
    rig.load()
    rig.check()


def test_a_line_that_was_deleted_right_before_a_kill_is_archived(rig: Rig) -> None:
    gone, stays = rig.add("a", "1"), rig.add("b", "2")
    rig.clock.advance(3600)
    rig.edit(lambda lines: lines[1:])
    assert rig.facts.edits.absorb() == "waits"  # an editor may go on
    rig.load()
    rig.check()
    assert (set(rig.active()), rig.archived()) == ({stays}, {gone})


def test_archive_and_restore_in_one_batch(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    changes = rig.changes
    rig.write(
        lambda batch: changes.archiving.archive(fact_id, "x", batch),
        lambda batch: changes.restore(fact_id, batch),
        lambda batch: changes.archiving.archive(fact_id, "y", batch),
        adding(changes, " A ", "1"),
    )
    rig.rewrite()
    rig.check()
    assert set(rig.active()) == {fact_id}
    rig.load()
    rig.check()
    assert set(rig.active()) == {fact_id}


def test_lost_metadata_keeps_every_fact(rig: Rig) -> None:
    ids = {rig.add("a", str(number)) for number in range(5)}
    rig.stop()
    (rig.root / "activation-metadata.json").unlink()
    rig.load()
    assert set(rig.active()) == ids
    assert all(rig.activation(fact_id) == pytest.approx(1.0, abs=1e-3) for fact_id in ids)


def test_a_clean_stop_is_exact(rig: Rig) -> None:
    ids = [rig.add("a", str(number)) for number in range(5)]
    for days, used in ((3, ids[:2]), (11, ids[1:4]), (0.1, ids)):
        rig.clock.advance(days * 86400)
        rig.store.use(used, rig.clock.now())
    before = everything(rig)
    rig.stop()
    rig.load()
    assert everything(rig)[2] == before[2]  # type: ignore[index]


@pytest.mark.parametrize(
    "bring_back", [lambda rig, fact_id: rig.add("a", "1"), lambda rig, fact_id: rig.restore(fact_id)]
)
def test_a_fact_whose_line_was_deleted_on_its_way_out_gets_a_line_again(
    rig: Rig, bring_back: Callable[[Rig, str], str]
) -> None:
    fact_id, other = rig.add("a", "1"), rig.add("b", "2")
    rig.archive(fact_id)
    rig.edit(lambda lines: lines[1:])
    rig.absorb()
    bring_back(rig, fact_id)  # acknowledged
    assert [key for key, _ in rig.on_disk()] == [other, fact_id]
    rig.journal.close()
    rig.load()
    rig.check()
    assert set(rig.active()) == {fact_id, other}
