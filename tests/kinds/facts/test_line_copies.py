"""Lines that an editor saved over right before a kill stand again after the start; nothing else does."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.kinds.facts.line_copies import OLDER_PATH, RECENT_PATH, LineCopies
from memoryd.storage.files import OsFiles
from tests.kinds.facts.rig import Rig

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
    assert not (rig.root / RECENT_PATH).exists()


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
    assert not (rig.root / RECENT_PATH).exists()
    rig.load()
    assert (set(rig.active()), rig.archived()) == ({first}, {second})


def test_a_purged_text_stands_in_no_file(rig: Rig) -> None:
    rig.purge(rig.add("hidden", "words"))
    rig.facts.rewriter.rewrite()
    for path in rig.root.rglob("*"):
        assert not path.is_file() or b"hidden" not in path.read_bytes(), path


def test_lines_are_kept_for_ten_to_twenty_minutes(tmp_path: Path) -> None:
    (tmp_path / ".memoryd").mkdir()
    now = 0.0
    recent = LineCopies(OsFiles(), str(tmp_path), lambda: now)
    for at in (0, 599, 601, 1300):
        now = float(at)
        recent.keep(b"%d\n" % at)
    assert (tmp_path / OLDER_PATH).read_bytes() == b"601\n"
    assert (tmp_path / RECENT_PATH).read_bytes() == b"1300\n"
    recent.drop()
    assert os.listdir(tmp_path / ".memoryd") == []


def test_an_append_stands_where_the_guard_cannot_be_written(tmp_path: Path) -> None:
    recent = LineCopies(OsFiles(), str(tmp_path / "nowhere"))
    recent.keep(b"line\n")
    recent.drop()
