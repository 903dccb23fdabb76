"""How many notes a night archives by age, and which (rule 15)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoryd.kinds.notes.requests.health_text import memory_health_text
from memoryd.times import DAY, HOUR
from tests.kinds.notes.rig import NotesRig


def test_after_a_pause_of_weeks_ten_notes_a_night_are_archived_the_longest_unused_first(tmp_path: Path) -> None:
    rig = NotesRig(tmp_path / "data")
    keys = []
    for number in range(25):
        keys.append(rig.write("decisions", f"Rule number {number}")["key"])
        rig.days(1)
    rig.days(60)
    for night in range(3):
        assert rig.hygiene_run()["archived"] == (10, 10, 5)[night]
        live = {f"memory/decisions.md:{e.slug}" for e in rig.snapshot.layers["decisions"].file.entries()}
        assert live == set(keys[10 * (night + 1) :])
    rig.stop()


def test_a_note_used_in_a_year_to_come_ages_from_when_the_clock_was_put_right(tmp_path: Path) -> None:
    rig = NotesRig(tmp_path / "data")
    rig.days(365)
    key, seen = rig.write("decisions", "Use tabs in Go")["key"], rig.write("decisions", "Use spaces in Python")["key"]
    rig.parts.accesses.used(rig.session(), [key])
    right = rig.clock.now() - 365 * DAY
    rig.clock.set_now(right)
    rig.run(lambda batch: rig.parts.accesses.set_right(right, batch))
    rig.days(29)
    assert rig.hygiene_run()["archived"] == 0
    rig.days(2)
    assert rig.hygiene_run()["archived"] == 2
    assert not {key, seen} & {f"memory/decisions.md:{e.slug}" for e in rig.snapshot.layers["decisions"].file.entries()}
    rig.stop()


@pytest.mark.parametrize("options", [{"pin": True}, {"critical": True}, {"remember": True, "critical": True}])
def test_a_pinned_or_critical_note_is_never_archived_by_age(tmp_path: Path, options: dict[str, bool]) -> None:
    rig = NotesRig(tmp_path / "data")
    kept, gone = rig.write("decisions", "Tabs in Go", **options)["key"], rig.write("decisions", "Tea at nine")["key"]
    rig.days(400)
    rig.hygiene_run()
    assert live(rig) == {kept} and gone not in live(rig)
    rig.stop()


def test_the_age_of_a_note_counts_from_when_it_was_first_seen_and_never_from_its_file(tmp_path: Path) -> None:
    rig = NotesRig(tmp_path / "data")
    rig.put("memory/decisions.md", "# Decisions\n\n- Tabs in Go\n")
    os.utime(tmp_path / "data/memory/decisions.md", (0, 0))
    rig.look()
    assert rig.hygiene_run()["archived"] == 0
    rig.days(400)
    os.utime(tmp_path / "data/memory/decisions.md")
    rig.look()
    assert rig.hygiene_run()["archived"] == 1
    rig.stop()


def test_a_restore_counts_the_session_that_asked(tmp_path: Path) -> None:
    rig = NotesRig(tmp_path / "data")
    key = rig.write("decisions", "Tabs in Go")["key"]
    rig.do("archive", key, None)
    session = rig.session()
    rig.run(lambda batch: rig.store.restore(key, False, session, batch))
    rig.tick()
    assert rig.hygiene["accessLog"]["memory/decisions.md:tabs-in-go"]["sessions"] == [session]
    rig.stop()


def live(rig: NotesRig) -> set[str]:
    return {f"memory/decisions.md:{one.slug}" for one in rig.snapshot.layers["decisions"].file.entries()}


def test_what_was_archived_long_ago_is_shown_and_is_no_warning(tmp_path: Path) -> None:
    rig = NotesRig(tmp_path / "data")
    rig.do("archive", rig.write("decisions", "Use tabs in Go")["key"], "done")
    rig.days(180)
    assert rig.hygiene_run()["review"] == 0
    rig.days(1)
    assert rig.hygiene_run()["review"] == 1
    (problem,) = rig.board.all()
    assert problem.what == "archived notes that were not restored for long (1): memory/decisions.md:use-tabs-in-go"
    assert problem.severity == "notice"
    rig.stop()


def test_cold_candidates_are_counted_by_days_of_the_zone(tmp_path: Path) -> None:
    rig = NotesRig(tmp_path / "data")  # it is noon
    rig.write("decisions", "Use tabs in Go")
    settings, archive = rig.parts.transactions.settings, rig.parts.transactions.archive
    counts = []
    for hours in (11, 13):  # the last hour of the thirtieth day, and the first one of the next
        text = memory_health_text(rig.snapshot, archive, settings, rig.clock.now() + 30 * DAY + hours * HOUR)
        counts.append(next(line for line in text.splitlines() if "cold candidates" in line).rpartition(" ")[2])
    assert counts == ["0", "1"]
    rig.stop()
