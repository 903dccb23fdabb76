"""An editor that had opened a layer file before notes were written saves its older version over them (rule 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryd.errors import ReadOnly
from memoryd.kinds.notes.changes.tasks import LATE_EDITS, SNAPSHOTS
from memoryd.problems import SHOWN
from memoryd.storage.batch import Batch
from memoryd.storage.files import OsFiles
from memoryd.storage.recent_copies import RECENT_PATH, Copy, RecentCopies
from tests.kinds.notes.rig import Full, NotesRig

FILE = "memory/skills.md"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[NotesRig]:
    rig = NotesRig(tmp_path / "data")
    for text in ("Moor a boat", "Splice a rope", "Read a chart"):
        rig.write("skills", text)
    rig.days(1)
    yield rig
    rig.stop()


def notes(rig: NotesRig) -> list[str]:
    return [entry.text for entry in rig.snapshot.layers["skills"].file.entries()]


def edit(rig: NotesRig, slug: str, text: str) -> None:
    rig.do("edit", f"{FILE}:{slug}", text)


def test_a_note_that_an_older_version_brings_back_is_not_the_new_one(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    rig.write("skills", "Splice a hawser")
    rig.put(FILE, stale.replace("Read a chart", "Read a sea chart"))
    rig.look()
    assert notes(rig) == ["Moor a boat", "Splice a rope", "Read a sea chart", "Splice a hawser"]


def test_what_was_written_meanwhile_stands_again_when_only_the_order_is_another(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    *head, first, second, third = stale.splitlines(keepends=True)
    rig.put(FILE, "".join([*head, second, first, third]))
    rig.look()
    assert notes(rig) == ["Splice a rope", "Moor a boat", "Read a chart", "Tie a bowline"]


def write_in_pieces(rig: NotesRig, text: str, piece: int) -> None:
    """An editor empties the file and writes it again, while we write, too, and look for what it writes."""
    with (rig.root / FILE).open("w") as editor:
        editor.write(text[:piece])
        editor.flush()
        rig.write("skills", "Tie a bowline")
        rig.parts.write_behind.tasks()[LATE_EDITS]()
        editor.write(text[piece:])
    rig.tick()


def test_what_is_written_in_pieces_into_a_version_that_was_replaced_is_read_to_its_end(rig: NotesRig) -> None:
    text = rig.file(FILE) + "- Sound the depth with a lead line\n"
    write_in_pieces(rig, text, text.index("- Splice"))
    told = ["Moor a boat", "Read a chart", "Sound the depth with a lead line", "Splice a rope", "Tie a bowline"]
    assert sorted(notes(rig)) == told
    assert not (rig.root / "memory/archive").exists() or not list((rig.root / "memory/archive").iterdir())


def test_what_was_written_so_late_is_taken_in_as_soon_as_it_can_be_written(
    rig: NotesRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(operation: Callable[[Batch], object]) -> object:
        return run(lambda batch: (operation(batch), batch.append(Full(), b"x")))

    with (rig.root / FILE).open("a") as editor:
        rig.write("skills", "Tie a bowline")
        editor.write("- Sound the depth with a lead line\n")
    take_in = rig.parts.write_behind.tasks()[LATE_EDITS]
    take_in()
    run = rig.parts.transactions.run
    with monkeypatch.context() as patch:
        patch.setattr(rig.parts.transactions, "run", refused)
        with pytest.raises(ReadOnly):
            take_in()
    assert "Sound the depth with a lead line" not in notes(rig)
    take_in()
    assert "Sound the depth with a lead line" in notes(rig)


def test_what_was_read_so_late_is_put_back_where_the_editor_saves_the_version_before(rig: NotesRig) -> None:
    stale = rig.file(FILE) + "- Sound the depth with a lead line\n"
    write_in_pieces(rig, stale, stale.index("- Splice"))
    rig.put(FILE, stale.replace("- Sound the depth with a lead line\n", "- Weigh anchor\n"))
    rig.look()
    assert {"Sound the depth with a lead line", "Weigh anchor", "Tie a bowline"} <= set(notes(rig))


@pytest.mark.parametrize("is_in_two_steps", [False, True])
def test_what_was_written_and_edited_meanwhile_stands_again(rig: NotesRig, is_in_two_steps: bool) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    edit(rig, "moor-a-boat", "Moor a ship")
    edit(rig, "moor-a-boat", "Moor a ferry")
    if is_in_two_steps:
        rig.put(FILE, "")
        rig.parts.edits.absorb(FILE)
    rig.put(FILE, stale.replace("Read a chart", "Read a sea chart"))
    rig.look()
    assert notes(rig) == ["Moor a ferry", "Splice a rope", "Read a sea chart", "Tie a bowline"]
    assert rig.do("require", f"{FILE}:tie-a-bowline")[1].text == "Tie a bowline"
    assert "saved over 2 of the last lines" in rig.board.all()[0].what
    rig.crash()
    assert notes(rig) == ["Moor a ferry", "Splice a rope", "Read a sea chart", "Tie a bowline"]
    assert not (rig.root / "memory/archive").exists() or not list((rig.root / "memory/archive").iterdir())


@pytest.mark.parametrize("is_edited", [False, True])
def test_the_very_same_stale_save_undoes_nothing_the_second_time_either(rig: NotesRig, is_edited: bool) -> None:
    stale = rig.file(FILE).replace("Read a chart", "Read a sea chart")
    if is_edited:
        edit(rig, "moor-a-boat", "Moor a ferry")
    else:
        rig.write("skills", "Tie a bowline")
    expected = [one.replace("Read a chart", "Read a sea chart") for one in notes(rig)]
    for _ in range(3):
        rig.put(FILE, stale)
        rig.look()
        assert notes(rig) == expected


def test_a_heading_that_was_typed_meanwhile_tells_an_older_version_too(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    rig.put(FILE, stale.replace("# Skills", "# Skills of the crew"))
    rig.look()
    assert "Tie a bowline" in notes(rig)


def test_a_note_that_a_person_deletes_alone_goes_to_the_archive(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    rig.put(FILE, stale)
    rig.look()
    assert "Tie a bowline" not in notes(rig) and rig.board.all() == []


def test_an_edit_that_a_person_takes_back_alone_is_taken_back(rig: NotesRig) -> None:
    edit(rig, "moor-a-boat", "Moor a ship")
    rig.put(FILE, rig.file(FILE).replace("Moor a ship", "Moor a boat"))
    rig.look()
    assert notes(rig)[0] == "Moor a boat" and rig.board.all() == []


def test_what_was_written_long_ago_is_deleted_with_other_changes(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    rig.clock.advance(601)
    rig.put(FILE, stale.replace("Read a chart", "Read a sea chart"))
    rig.look()
    assert notes(rig) == ["Moor a boat", "Splice a rope", "Read a sea chart"]


def test_what_was_archived_meanwhile_is_put_back(rig: NotesRig) -> None:
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    relpath = str(archive.relative_to(rig.root))
    stale = rig.file(relpath)
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    rig.do("archive", f"{FILE}:read-a-chart", None)
    rig.do("restore", f"{FILE}:read-a-chart", False, None)
    rig.put(relpath, stale + "\n- Typed there\n")
    rig.look()
    text = rig.file(relpath)
    assert (text.count("Splice a rope"), text.count("Read a chart"), text.count("Typed there")) == (1, 0, 1)
    assert "saved over 1 of the last lines" in rig.board.all()[0].what
    rig.crash()
    assert rig.do("restore", f"{FILE}:splice-a-rope", False, None)["status"] == "restored"


def test_what_was_refused_does_not_count_as_archived_behind_what_is_put_back(rig: NotesRig) -> None:
    """As one of ours that stands, it would tell that a person deleted those before it."""
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    relpath = str(archive.relative_to(rig.root))
    stale = rig.file(relpath)
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    with pytest.raises(ReadOnly):
        rig.run(lambda batch: (rig.store.archive(f"{FILE}:read-a-chart", None, batch), batch.append(Full(), b"x")))
    rig.put(relpath, stale)
    rig.look()
    assert (rig.file(relpath).count("Splice a rope"), notes(rig)) == (1, ["Read a chart"])


@pytest.mark.parametrize("is_reworded", [False, True])
def test_a_second_version_that_was_archived_meanwhile_is_put_back(rig: NotesRig, is_reworded: bool) -> None:
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    relpath = str(archive.relative_to(rig.root))
    stale = rig.file(relpath)
    rig.write("skills", "Moor it by two ropes", slug="moor-a-boat")
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    assert "by two ropes" in rig.file(relpath)
    changed = rig.file(relpath).replace("two ropes", "three ropes") if is_reworded else stale
    rig.put(relpath, changed + "\n- Typed there\n")
    for _ in range(2):
        rig.look()
    text = rig.file(relpath)
    assert (text.count("two ropes"), text.count("three ropes")) == ((0, 1) if is_reworded else (1, 0))
    assert len(rig.board.all()) == (0 if is_reworded else 1)


def test_a_note_that_was_moved_to_another_layer_is_not_put_back(rig: NotesRig) -> None:
    rig.write("knowledge", "Boats have names")
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    rig.put(FILE, stale.replace("Read a chart", "Read a sea chart"))
    rig.put("memory/knowledge.md", rig.file("memory/knowledge.md") + "- Tie a bowline\n")
    rig.look()
    assert "Tie a bowline" not in notes(rig)


def test_an_older_version_as_it_was_lacks_one_and_has_another_as_it_was(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    edit(rig, "moor-a-boat", "Moor a ship")
    rig.put(FILE, stale)
    rig.look()
    assert notes(rig) == ["Moor a ship", "Splice a rope", "Read a chart", "Tie a bowline"]


def test_what_was_archived_long_ago_is_not_put_back(rig: NotesRig) -> None:
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    rig.clock.advance(601)
    rig.put(str(archive.relative_to(rig.root)), "- Typed there\n")
    rig.look()
    assert "Moor a boat" not in archive.read_text()
    assert rig.board.all() == []


def test_what_a_person_deletes_alone_from_the_archive_stays_deleted(rig: NotesRig) -> None:
    for slug in ("moor-a-boat", "splice-a-rope", "read-a-chart"):
        rig.do("archive", f"{FILE}:{slug}", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    relpath = str(archive.relative_to(rig.root))
    head, moor, _, read = rig.file(relpath).split("\n<!--")
    rig.put(relpath, "\n<!--".join((head, moor, read)))
    rig.look()
    assert "Splice a rope" not in rig.file(relpath) and rig.board.all() == []
    rig.put(relpath, rig.file(relpath) + "\n- Typed there\n")
    rig.look()
    assert "Splice a rope" not in rig.file(relpath) and rig.board.all() == []


def test_an_old_archive_as_it_was_deletes_nothing_that_was_archived_meanwhile(rig: NotesRig) -> None:
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    relpath = str(archive.relative_to(rig.root))
    old = rig.file(relpath)
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    rig.do("archive", f"{FILE}:read-a-chart", None)
    for _ in range(2):
        rig.put(relpath, old)
        rig.look()
        text = rig.file(relpath)
        assert all(text.count(name) == 1 for name in ("Moor a boat", "Splice a rope", "Read a chart"))


def test_the_very_same_stale_archive_deletes_nothing_the_second_time_either(rig: NotesRig) -> None:
    rig.do("archive", f"{FILE}:moor-a-boat", None)
    (archive,) = (rig.root / "memory/archive").glob("skills-*.md")
    relpath = str(archive.relative_to(rig.root))
    stale = rig.file(relpath) + "\n- Typed there\n"
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    for _ in range(3):
        rig.put(relpath, stale)
        rig.look()
        assert rig.file(relpath).count("Splice a rope") == 1


@pytest.mark.parametrize("typed", ["- Tie a hitch\n", "- Tie a bowline\n  with one hand\n"])
def test_a_bullet_that_is_typed_takes_no_key_of_a_note_that_was_just_written(rig: NotesRig, typed: str) -> None:
    stale = rig.file(FILE)
    key = rig.write("skills", "Tie a bowline")["key"]
    rig.put(FILE, stale + typed)
    rig.look()
    said = typed[2:].rstrip().replace("  with", "with")
    assert rig.snapshot.entry(key).text == "Tie a bowline"
    assert sorted(notes(rig)) == sorted(["Moor a boat", "Splice a rope", "Read a chart", "Tie a bowline", said])


def test_what_was_saved_over_and_seen_right_before_a_kill_stands_again(rig: NotesRig) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    rig.put(FILE, stale + "- Row home\n")
    rig.parts.edits.absorb(FILE)
    rig.parts.write_behind.tasks()[SNAPSHOTS]()
    rig.crash()
    assert sorted(notes(rig)) == ["Moor a boat", "Read a chart", "Row home", "Splice a rope", "Tie a bowline"]


def test_a_note_that_a_kill_caught_right_behind_its_archiving_stays_archived_at_later_starts(rig: NotesRig) -> None:
    rig.write("skills", "Tie a bowline")
    copies = rig.root / RECENT_PATH
    before = copies.read_bytes()
    rig.do("archive", f"{FILE}:tie-a-bowline", None)
    copies.write_bytes(before)  # the kill came before the mark
    for _ in range(3):
        rig.crash()
        assert "Tie a bowline" not in notes(rig)


@pytest.mark.parametrize("is_writing_again", [False, True])
def test_a_note_that_a_kill_caught_in_its_second_archiving_was_not_saved_over(
    rig: NotesRig, is_writing_again: bool
) -> None:
    key = rig.write("skills", "Tie a bowline")["key"]
    rig.do("archive", key, None)
    rig.parts.write_behind.tasks()[SNAPSHOTS]()
    rig.do("restore", key, False, None)
    rig.do("edit", key, "Tie a hitch")
    rig.do("archive", key, None)
    left = RecentCopies(OsFiles(), str(rig.root), lambda: None).read()
    while left[-1].key:  # the kill came before these
        left.pop()
    (rig.root / RECENT_PATH).unlink()
    copies = RecentCopies(OsFiles(), str(rig.root), lambda: None)
    copies.keep(left)
    if is_writing_again:  # and the next one between the mark of another version and that
        copies.keep([Copy(rig.clock.now(), FILE, b"of another version")])
    copies.close()
    rig.crash()
    assert sorted(notes(rig)) == ["Moor a boat", "Read a chart", "Splice a rope"]
    assert not rig.board.all() and not rig.snapshot.vanished
    assert "(deleted" not in "".join(path.read_text() for path in (rig.root / "memory").glob("20*.md"))


@pytest.mark.parametrize("is_long_ago", [False, True])
def test_a_restored_note_that_was_saved_over_right_before_a_kill_stands_again(rig: NotesRig, is_long_ago: bool) -> None:
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    rig.parts.write_behind.tasks()[SNAPSHOTS]()
    if is_long_ago:
        (rig.root / RECENT_PATH).unlink()
        rig.crash()
    stale = rig.file(FILE)
    rig.do("restore", f"{FILE}:splice-a-rope", False, None)
    rig.put(FILE, stale + "- Row home\n")
    rig.crash()
    assert sorted(notes(rig)) == ["Moor a boat", "Read a chart", "Row home", "Splice a rope"]


@pytest.mark.parametrize("typed", ["", "- Row home\n"])
def test_a_note_that_stands_where_one_is_missing_at_a_kill_takes_no_text_away(rig: NotesRig, typed: str) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline at sea", remember=True)
    rig.put(FILE, stale)
    rig.parts.edits.absorb(FILE)
    before = (rig.root / RECENT_PATH).read_bytes()
    rig.write("skills", "Tie a bowline on land")
    copies = RecentCopies(OsFiles(), str(rig.root), lambda: None).read()
    (rig.root / RECENT_PATH).write_bytes(before)
    kept = RecentCopies(OsFiles(), str(rig.root), lambda: None)
    kept.read()
    kept.keep([one for one in copies[-2:] if not one.key])  # the kill came before the note's own copy
    kept.close()
    rig.put(FILE, rig.file(FILE) + typed)
    rig.crash()
    assert "Tie a bowline on land" in notes(rig)
    archived = [rig.store.archived(f"{FILE}:tie-a-bowline-at-sea")]
    assert [one and one.text for one in archived] == ["Tie a bowline at sea"]
    # Only what a person may have renamed hands its place on.
    assert list(rig.snapshot.hot) == ([f"{FILE}:tie-a-bowline-on-land"] if typed else [])


def test_the_version_before_the_last_one_is_an_editors_once_the_last_was_written(rig: NotesRig) -> None:
    rig.write("skills", "Tie a bowline")
    stale = rig.file(FILE)
    rig.write("skills", "Row home")
    rig.put(FILE, stale)
    rig.crash()
    assert "Row home" in notes(rig)


def _by_hand(rig: NotesRig, text: str) -> str:
    """Delete the note's line, and be killed when we have written the file again; the log of that day."""
    rig.put(FILE, "".join(one for one in rig.file(FILE).splitlines(keepends=True) if text not in one))
    rig.parts.edits.absorb(FILE)
    rig.write("skills", "Row home")
    rig.parts.write_behind.tasks()[SNAPSHOTS]()
    rig.crash()
    return "".join(path.read_text() for path in (rig.root / "memory").glob("20*.md"))


def test_a_note_with_the_key_of_an_archived_one_is_archived_when_it_is_deleted_right_before_a_kill(
    rig: NotesRig,
) -> None:
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    rig.days(1)
    rig.write("skills", "Splice a hawser", slug="splice-a-rope")
    rig.days(1)
    _by_hand(rig, "Splice a hawser")
    assert any("Splice a hawser" in path.read_text() for path in (rig.root / "memory/archive").glob("skills-*.md"))


def test_a_restored_note_that_is_deleted_right_before_a_kill_was_deleted_by_hand(rig: NotesRig) -> None:
    rig.do("archive", f"{FILE}:splice-a-rope", None)
    rig.do("restore", f"{FILE}:splice-a-rope", False, None)
    rig.days(1)
    assert "splice-a-rope" in _by_hand(rig, "Splice a rope").rpartition("(deleted by hand)")[0]


def test_notes_whose_file_is_gone_at_a_start_go_to_the_archive_though_no_snapshot_has_them(rig: NotesRig) -> None:
    rig.write("fresh", "Scrub the deck")
    (rig.root / "memory/fresh.md").unlink()
    rig.crash()
    rig.tick()
    (archive,) = (rig.root / "memory/archive").glob("fresh-*.md")
    assert "Scrub the deck" in archive.read_text()
    rig.crash()
    rig.tick()
    assert archive.read_text().count("- Scrub the deck") == 1
    assert "fresh" not in rig.snapshot.layers


def test_a_layer_that_somebody_removed_is_told_for_some_days_or_until_it_comes_back(rig: NotesRig) -> None:
    def told() -> list[str]:
        return [one.what for one in rig.board.all() if one.path == "memory/fresh.md"]

    def remove() -> None:
        path.unlink()
        rig.look()
        rig.days(1)
        rig.look()
        assert [what.rpartition(": ")[2] for what in told()] == ["2"]

    path = rig.root / "memory/fresh.md"
    rig.write("fresh", "Scrub the deck")
    rig.write("fresh", "Coil the ropes")
    text = path.read_text()
    remove()
    path.write_text(text)
    rig.look()
    assert told() == []
    remove()
    rig.clock.advance(SHOWN)
    assert told() == []


def test_a_version_that_comes_back_behind_a_kill_takes_no_newer_note_away(rig: NotesRig) -> None:
    rig.write("fresh", "Note nn1nn stands")
    file, away = rig.root / "memory/fresh.md", rig.root / "away"
    file.rename(away)
    rig.crash()
    rig.write("fresh", "Note nn2nn stands")
    away.rename(file)
    rig.look()
    assert "Note nn2nn stands" in file.read_text()


@pytest.mark.parametrize(("is_new", "at_last"), [(True, ["Tie a bowline"]), (False, [])])
def test_what_has_just_left_its_file_is_where_it_is_to_stand_before_a_purge_looks(
    rig: NotesRig, is_new: bool, at_last: list[str]
) -> None:
    stale = rig.file(FILE)
    rig.write("skills", "Tie a bowline")
    if is_new:
        rig.put(FILE, stale.replace("Read a chart", "Read a sea chart"))
    else:
        lines = rig.file(FILE).splitlines(keepends=True)
        rig.put(FILE, "".join(line for line in lines if "bowline" not in line))
    rig.parts.edits.absorb(FILE)
    assert "Tie a bowline" not in notes(rig)
    rig.parts.edits.resolve_at_once()
    assert [one for one in notes(rig) if one.startswith("Tie")] == at_last
    archived = "".join(path.read_text() for path in (rig.root / "memory" / "archive").glob("*.md"))
    assert ("Tie a bowline" in archived) is not is_new
