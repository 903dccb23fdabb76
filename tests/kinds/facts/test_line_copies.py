"""Lines that an editor saved over right before a kill stand again after the start; nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.kinds.facts.file import line_copies
from memoryd.storage.recent_copies import RECENT_PATH
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.facts.rig import Rig, line
from tests.kinds.facts.test_lost_lines import correct

Lines = list[str]


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def killed(rig: Rig) -> None:
    """kill -9 before anybody has looked, and a start."""
    rig.journal.close()
    rig.load()


@pytest.mark.parametrize("rename", [True, False])
def test_an_older_version_saved_over_our_lines_loses_nothing(rig: Rig, rename: bool) -> None:
    first = rig.add("a", "1")
    older = rig.raw_lines()
    second, third = rig.add("b", "2"), rig.add("c", "3")
    rig.edit(lambda _: [older[0].replace('"1"', '"one"')], rename=rename)
    killed(rig)
    rig.absorb()
    rig.check()
    assert rig.active() == {first: "a is one", second: "b is 2", third: "c is 3"}
    assert any("put back" in problem.what for problem in rig.problems())


@pytest.mark.parametrize("ends", ["restored", "archived again"])
def test_a_fact_whose_line_was_saved_over_is_what_it_was_made_last(rig: Rig, ends: str) -> None:
    fact_id, other = rig.add("a", "1"), rig.add("b", "2")
    rig.archive(fact_id)
    rig.rewrite()
    older = rig.raw_lines()
    rig.restore(fact_id)
    if ends == "archived again":
        rig.archive(fact_id)
    rig.edit(lambda _: [older[0].replace('"2"', '"two"')])
    killed(rig)
    rig.absorb()
    rig.rewrite()
    rig.check()
    assert rig.active() == {other: "b is two", **({fact_id: "a is 1"} if ends == "restored" else {})}


def test_a_last_line_without_its_end_is_not_run_into(rig: Rig) -> None:
    rig.add("a", "1")
    rig.add("b", "2")
    rig.path.write_text(rig.raw_lines()[0])
    killed(rig)
    rig.check()
    assert sorted(rig.active().values()) == ["a is 1", "b is 2"]


@pytest.mark.parametrize(
    "action",
    [
        lambda rig, fact_id: rig.archive(fact_id),
        lambda rig, fact_id: rig.purge(fact_id),
        lambda rig, fact_id: rig.edit(lambda lines: [lines[0].replace('"2"', '"two"'), *lines[1:]]),
        lambda rig, fact_id: rig.edit(lambda lines: [*lines, lines[0].replace(fact_id, "mine")][1:]),
    ],
    ids=["archived", "purged", "changed", "said under another id"],
)
def test_what_left_or_was_said_anew_does_not_come_back(rig: Rig, action: Callable[[Rig, str], object]) -> None:
    fact_id = rig.add("b", "2")
    other = rig.add("c", "3")
    action(rig, fact_id)
    rig.facts.rewriter.rewrite()
    before = rig.raw_lines()
    killed(rig)
    assert [line for line in rig.raw_lines() if line not in before] == []
    assert other in rig.active()


def test_a_deletion_before_a_clean_stop_holds(rig: Rig) -> None:
    first, second = rig.add("a", "1"), rig.add("b", "2")
    rig.edit(lambda lines: lines[:1])
    rig.absorb()
    rig.stop()
    rig.load()
    assert (set(rig.active()), rig.archived()) == ({first}, {second})


def test_a_purged_text_stands_in_no_file(rig: Rig) -> None:
    rig.purge(rig.add("hidden", "words"))
    rig.facts.rewriter.rewrite()
    for path in rig.root.rglob("*"):
        assert not path.is_file() or b"hidden" not in path.read_bytes(), path


@pytest.mark.parametrize("is_rewritten", [False, True])
def test_a_correction_that_was_saved_over_counts_again(rig: Rig, is_rewritten: bool) -> None:
    first = rig.add("a", "1")
    older = rig.raw_lines()
    correct(rig, first, "2")
    if is_rewritten:
        rig.rewrite()
    rig.edit(lambda _: [*older, line("typed", "b", "3")])
    for _ in range(2):
        killed(rig)
        rig.absorb()
        rig.check()
        assert rig.active() == {first: "a is 2", "typed": "b is 3"}


def test_what_a_person_wrote_over_a_correction_stands(rig: Rig) -> None:
    first = rig.add("a", "1")
    older = rig.raw_lines()
    correct(rig, first, "2")
    rig.edit(lambda _: [older[0].replace('"1"', '"mine"')])
    killed(rig)
    rig.check()
    assert rig.active() == {first: "a is mine"}


def test_archived_facts_that_were_saved_over_stand_again(rig: Rig) -> None:
    first, second = rig.add("a", "1"), rig.add("b", "2")
    rig.archive(first)
    older = rig.archive_path.read_text()
    rig.archive(second)
    rig.rewrite()
    rig.archive_path.write_text(older)
    killed(rig)
    assert rig.archived() == {first, second}


def test_what_was_deleted_behind_a_clean_stop_is_archived(rig: Rig) -> None:
    first, second = rig.add("a", "1"), rig.add("b", "2")
    rig.stop()
    rig.edit(lambda lines: lines[:1])
    rig.load()
    assert (set(rig.active()), rig.archived()) == ({first}, {second})


def test_a_start_after_a_large_import_copies_the_last_lines_only(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_copies, "MOST_BYTES", 1000)
    for number in range(30):
        rig.add(f"s{number}", "1")
    sizes = []
    for _ in range(3):
        killed(rig)
        sizes.append((rig.root / RECENT_PATH).stat().st_size)
    assert 0 < sizes[1] - sizes[0] < 2000
    assert sizes[2] - sizes[1] == sizes[1] - sizes[0]
    older = rig.raw_lines()[:-1]
    rig.edit(lambda _: [older[0].replace('"1"', '"one"'), *older[1:]])
    killed(rig)
    rig.absorb()
    assert "s29 is 1" in rig.active().values()


def test_a_loss_of_power_behind_a_start_brings_back_nothing_archived(rig: Rig) -> None:
    """Of what a start writes again, as much as the disk took first is left."""
    fact_id, other = rig.add("a", "1"), rig.add("b", "2")
    rig.archive(fact_id)
    rig.rewrite()
    copies = rig.root / RECENT_PATH
    before = copies.stat().st_size
    killed(rig)
    data = copies.read_bytes()
    for end in range(before, len(data)):
        copies.write_bytes(data[:end])
        killed(rig)
        assert rig.active() == {other: "b is 2"}


@pytest.mark.parametrize("keep", [0.0, 0.4, 0.6, 0.8, 1.0])
def test_a_loss_of_power_brings_back_no_fact_that_left_however_much_of_the_copies_it_leaves(
    tmp_path: Path, keep: float
) -> None:
    root = tmp_path / "data"
    root.mkdir()
    files = FaultyFiles(str(root))
    rig = Rig(root, files)
    first, second = rig.add("a", "1"), rig.add("b", "2")
    rig.archive(first)
    rig.rewrite()
    rig.journal.close()
    after = tmp_path / "after"
    files.power_loss(str(after), keep)
    again = Rig(after)
    assert (set(again.active()), again.archived()) == ({second}, {first})
    again.journal.close()


def test_what_is_purged_counts_no_more_as_archived_at_once(rig: Rig) -> None:
    fact_id, other = rig.add("a", "1"), rig.add("b", "2")
    for each in (fact_id, other):
        rig.archive(each)
    rig.restore(fact_id)
    rig.purge(fact_id)
    assert rig.store.archived_count == len(rig.archived()) == 1
