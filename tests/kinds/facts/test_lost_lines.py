"""facts.jsonl with a fact twice, saved over by an editor, or gone (rules 6 and 8)."""

from __future__ import annotations

import copy
import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from memoryd.errors import ReadOnly
from memoryd.kinds.facts.model.fact import Statement
from memoryd.origin import SHARED
from memoryd.problems import SHOWN
from memoryd.storage.batch import Batch, NotYet
from memoryd.storage.files import OsFiles
from memoryd.storage.lines import LONGEST_LINE
from memoryd.storage.regular import LARGEST
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.facts.rig import Rig, line
from tests.support.fake_index import FakeIndex


def correct(rig: Rig, fact_id: str, object_: str) -> None:
    def operation(batch: Batch) -> None:
        fact = rig.store.table.get(fact_id)
        assert fact is not None
        validity = replace(fact.validity, edited=batch.now)
        rig.changes.edit(fact_id, replace(fact, object=object_, validity=validity), batch)

    rig.write(operation)


def write(rig: Rig, text: str) -> None:
    rig.path.write_text(text)


def replaced(text: str, by: str):  # type: ignore[no-untyped-def]
    return lambda lines: [each.replace(text, by) for each in lines]


class TestDuplicates:
    def test_the_first_counts_and_the_other_is_reported_and_stays(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        rig.edit(lambda lines: [*lines, line("other", " A ", "1"), line(fact_id, "z", "9"), lines[0]])
        rig.absorb()
        rig.rewrite()
        assert rig.active() == {fact_id: "a is 1"}
        assert [problem.line for problem in rig.problems()] == [2, 3, 4]
        assert len(rig.raw_lines()) == 4

    def test_when_the_first_is_removed_the_second_counts(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        rig.edit(lambda lines: [*lines, line("other", " A ", "1")])
        rig.absorb()
        rig.edit(lambda lines: lines[1:])
        rig.absorb()
        rig.check()
        assert rig.active() == {"other": " A  is 1"}
        assert rig.archived() == {fact_id}
        assert rig.problems() == []

    def test_a_second_line_of_an_id_takes_over_its_text(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        rig.edit(lambda lines: [*lines, line(fact_id, "z", "9")])
        rig.absorb()
        rig.edit(lambda lines: lines[1:])
        rig.absorb()
        rig.check()
        assert rig.active() == {fact_id: "z is 9"}

    def test_an_edit_to_what_another_line_states_gives_way(self, rig: Rig) -> None:
        first, second = rig.add("a", "1"), rig.add("b", "2")
        rig.edit(replaced('"b","predicate":"is","object":"2"', '"a","predicate":"is","object":"1"'))
        rig.absorb()
        assert (rig.active(), rig.archived()) == ({first: "a is 1"}, {second})
        assert [problem.line for problem in rig.problems()] == [2]

    def test_two_lines_that_exchange_their_texts_both_count(self, rig: Rig) -> None:
        first, second = rig.add("a", "1"), rig.add("b", "1")
        rig.edit(lambda lines: [lines[0].replace('"a"', '"b"'), lines[1].replace('"b"', '"a"')])
        rig.absorb()
        rig.check()
        assert rig.active() == {first: "b is 1", second: "a is 1"}

    def test_another_id_typed_over_the_old_one_is_another_fact(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        rig.edit(replaced(fact_id, "mine"))
        rig.absorb()
        rig.check()
        assert (rig.active(), rig.archived()) == ({"mine": "a is 1"}, {fact_id})


class TestSavedOver:
    """An editor that had read the file before our append saves its older version (rule 8)."""

    def test_our_line_is_put_back_and_reported(self, rig: Rig) -> None:
        old = rig.add("a", "1")
        buffer = rig.raw_lines()
        ours = rig.add("b", "2")
        rig.edit(lambda lines: [*buffer, line("typed", "c", "3")])
        rig.absorb()
        rig.check()
        assert set(rig.active()) == {old, ours, "typed"}
        assert any("saved over 1 of the last" in problem.what for problem in rig.problems())

    @pytest.mark.parametrize("is_corrected", [False, True])
    def test_the_very_same_save_deletes_nothing_the_second_time_either(self, rig: Rig, is_corrected: bool) -> None:
        first = rig.add("a", "1")
        stale = [*rig.raw_lines(), line("typed", "c", "3")]
        if is_corrected:
            correct(rig, first, "2")
            facts = {first: "a is 2", "typed": "c is 3"}
        else:
            facts = {first: "a is 1", rig.add("b", "2"): "b is 2", "typed": "c is 3"}
        for _ in range(3):
            rig.edit(lambda lines: stale)
            rig.absorb()
            rig.check()
            assert rig.active() == facts
            rig.rewrite()

    @pytest.mark.parametrize("is_rewritten", [False, True])
    def test_a_correction_and_a_fact_that_came_behind_it_stand_again(self, rig: Rig, is_rewritten: bool) -> None:
        fact_id = rig.add("a", "1")
        buffer = rig.raw_lines()
        correct(rig, fact_id, "2")
        ours = rig.add("b", "1")
        if is_rewritten:
            rig.rewrite()
        rig.edit(lambda lines: buffer)
        rig.absorb()
        rig.check()
        assert rig.active() == {fact_id: "a is 2", ours: "b is 1"}

    @pytest.mark.parametrize("is_rewritten", [False, True])
    @pytest.mark.parametrize("order", [(1, 0, 2), (0, 2, 1), (2, 1, 0)])
    def test_what_came_meanwhile_stands_again_when_only_the_order_is_another(
        self, rig: Rig, order: tuple[int, ...], is_rewritten: bool
    ) -> None:
        known = {rig.add(subject, "1") for subject in "abc"}
        buffer = rig.raw_lines()
        known |= {rig.add("d", "1"), rig.add("e", "1")}
        if is_rewritten:
            rig.rewrite()
        rig.edit(lambda _: [buffer[at] for at in order])
        rig.absorb()
        rig.check()
        assert (set(rig.active()), rig.archived()) == (known, set())

    def test_after_ten_minutes_an_older_line_takes_the_correction_back(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        buffer = rig.raw_lines()
        correct(rig, fact_id, "2")
        rig.rewrite()
        rig.clock.advance(601)
        rig.edit(lambda lines: [*buffer, line("typed", "c", "3")])
        rig.absorb()
        assert rig.active() == {fact_id: "a is 1", "typed": "c is 3"}

    def test_several_are_told_of_once(self, rig: Rig) -> None:
        old = rig.add("a", "1")
        buffer = rig.raw_lines()
        ours = [rig.add("b", "1"), rig.add("c", "1")]
        rig.edit(lambda lines: [*buffer, line("typed", "d", "1")])
        rig.absorb()
        assert set(rig.active()) == {old, *ours, "typed"}
        assert ["saved over 2 of the last" in one.what for one in rig.problems()] == [True]

    @pytest.mark.parametrize("is_rewritten", [False, True])
    def test_a_correction_stands_again(self, rig: Rig, is_rewritten: bool) -> None:
        fact_id, other = rig.add("a", "1"), rig.add("b", "2")
        buffer = rig.raw_lines()
        correct(rig, fact_id, "3")
        correct(rig, fact_id, "4")
        if is_rewritten:
            rig.rewrite()
        rig.edit(lambda lines: [*buffer, line("typed", "c", "3")])
        rig.absorb()
        assert any("saved over 1 of the last" in problem.what for problem in rig.problems())
        for then in (rig.rewrite, rig.load):
            then()
            rig.check()
            assert rig.active() == {fact_id: "a is 4", other: "b is 2", "typed": "c is 3"}

    def test_a_correction_that_is_taken_back_alone_does_not(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        buffer = rig.raw_lines()
        correct(rig, fact_id, "2")
        rig.rewrite()
        rig.edit(lambda lines: buffer)
        rig.absorb()
        rig.check()
        assert rig.active() == {fact_id: "a is 1"} and rig.problems() == []

    def test_what_a_person_made_of_a_line_before_its_correction_counts(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        buffer = rig.raw_lines()
        correct(rig, fact_id, "2")
        rig.edit(lambda lines: [buffer[0].replace('"1"', '"typed"')])
        rig.absorb()
        rig.rewrite()
        rig.check()
        assert rig.active() == {fact_id: "a is typed"}

    def test_a_line_of_ours_that_is_missing_alone_was_deleted(self, rig: Rig) -> None:
        old, ours = rig.add("a", "1"), rig.add("b", "2")
        rig.edit(lambda lines: lines[:1])
        rig.absorb()
        assert (set(rig.active()), rig.archived()) == ({old}, {ours})

    def test_a_line_before_one_that_still_stands_was_deleted(self, rig: Rig) -> None:
        old, ours, later = rig.add("a", "1"), rig.add("b", "2"), rig.add("c", "3")
        rig.edit(lambda lines: [lines[0], lines[2], line("typed", "d", "4")])
        rig.absorb()
        assert (set(rig.active()), rig.archived()) == ({old, later, "typed"}, {ours})

    def test_what_we_append_to_the_saved_version_says_nothing_of_what_the_editor_had_read(self, rig: Rig) -> None:
        old = rig.add("a", "1")
        buffer = rig.raw_lines()
        ours = rig.add("b", "2")
        rig.edit(lambda lines: [*buffer, line("typed", "c", "3")])
        later = rig.add("d", "4")
        rig.absorb()
        rig.check()
        assert set(rig.active()) == {old, ours, later, "typed"}

    def test_after_ten_minutes_it_counts_as_deleted(self, rig: Rig) -> None:
        old, ours = rig.add("a", "1"), rig.add("b", "2")
        rig.clock.advance(601)
        rig.edit(lambda lines: [lines[0], line("typed", "c", "3")])
        rig.absorb()
        assert (set(rig.active()), rig.archived()) == ({old, "typed"}, {ours})

    def test_what_we_append_while_the_edit_is_read_is_ours(self, rig: Rig) -> None:
        rig.add("a", "1")
        rig.edit(lambda lines: [*lines, line("typed", "c", "3")])
        seen = rig.facts.edits._look()
        ours = rig.add("b", "2")
        assert seen is not None
        assert rig.write(lambda batch: rig.facts.edits._apply(seen, False, batch))
        rig.check()
        assert {ours, "typed"} <= set(rig.active())
        assert rig.problems() == []

    def test_touching_the_file_changes_nothing(self, rig: Rig) -> None:
        fact_id = rig.add("a", "1")
        os.utime(rig.path, ns=(0, 0))
        rig.absorb()
        rig.check()
        assert set(rig.active()) == {fact_id}

    @pytest.mark.parametrize("is_stopping", [False, True])
    def test_a_line_that_its_editor_had_read_is_not_written_a_second_time(self, rig: Rig, *, is_stopping: bool) -> None:
        first = rig.add("a", "1")
        with rig.path.open("a") as file:
            file.write(line("appended", "c", "3") + "\n")
        rig.edit(lambda lines: [*lines, line("saved", "d", "4")])
        second = rig.add("b", "2")
        if is_stopping:
            rig.facts.stop()
        else:
            rig.facts.edits.append_late_lines()
            rig.absorb()
        rig.check()
        assert [fact_id for fact_id, _ in rig.on_disk()] == [first, "appended", "saved", second]

    @pytest.mark.parametrize("is_stopping", [False, True])
    def test_a_line_that_its_editor_had_not_read_is_written_again(self, rig: Rig, *, is_stopping: bool) -> None:
        first = rig.add("a", "1")
        text = rig.path.read_text()
        with rig.path.open("a") as file:
            file.write(line("appended", "c", "3") + "\n")
        rig.edit(lambda lines: [*text.splitlines(), line("saved", "d", "4")])
        second = rig.add("b", "2")
        rig.due.clear()
        if is_stopping:
            rig.facts.stop()
        else:
            rig.facts.edits.append_late_lines()
            rig.look_again()
        rig.check()
        assert [fact_id for fact_id, _ in rig.on_disk()] == [first, "saved", second, "appended"]

    @pytest.mark.parametrize(
        ("late", "is_written"),
        [
            (line("hand", "c", "3").replace(", ", ",  "), False),
            (line("hand", "c", "4").replace(", ", ",  "), True),
            (line("hand", "c", "3", note="mine"), True),
            ("no fact", True),
        ],
    )
    def test_a_line_that_was_written_anew_meanwhile_is_not_written_twice(
        self, rig: Rig, late: str, *, is_written: bool
    ) -> None:
        rig.edit(lambda lines: [*lines, line("hand", "c", "3")])
        rig.absorb()
        rig.facts.edits.late_lines.give_back([late.encode()])
        rig.facts.edits.append_late_lines()
        assert (late in rig.path.read_text().splitlines()) is is_written

    def test_it_is_written_again_at_a_stop_though_another_program_writes_on_and_on(self, tmp_path: Path) -> None:
        class Writing(OsFiles):
            is_on = False

            def stat(self, path: str) -> os.stat_result:
                if self.is_on and path == str(rig.path):
                    with open(path, "ab") as file:
                        file.write(b"\n")
                return super().stat(path)

        files = Writing()
        rig = Rig(tmp_path, files)
        rig.add("a", "1")
        rig.facts.edits.late_lines.give_back([line("late", "c", "3").encode()])
        files.is_on = True
        rig.facts.edits.finish()
        files.is_on = False
        assert "late" in dict(rig.on_disk())


class TestArchive:
    """An editor that had read archived-facts.jsonl before a fact was archived (rules 6 and 8)."""

    def test_what_was_archived_meanwhile_is_put_back(self, rig: Rig) -> None:
        first, ours, back, purged = (rig.add(name, "1") for name in "abcd")
        rig.archive(first)
        buffer = rig.archive_path.read_text()
        for fact_id in (ours, back):
            rig.archive(fact_id)
        rig.restore(back)
        rig.archive_path.write_text(buffer.replace('"1"', '"2"'))
        rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
        assert rig.archived() == {first, ours}
        assert "saved over 1 of the last lines" in rig.problems()[0].what
        rig.rewrite()
        rig.load()
        assert rig.archived() == {first, ours}
        rig.archive(purged)
        rig.purge(purged)
        assert purged not in rig.archived()

    def test_after_ten_minutes_it_counts_as_deleted(self, rig: Rig) -> None:
        ours = rig.add("a", "1")
        rig.archive(ours)
        rig.clock.advance(601)
        rig.archive_path.write_text("")
        rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
        assert rig.archived() == set() and rig.problems() == []

    def test_what_is_edited_to_the_same_length_is_seen(self, rig: Rig) -> None:
        kept, edited = (rig.add(name, "1") for name in "ab")
        for fact_id in (kept, edited):
            rig.archive(fact_id)
        rig.clock.advance(601)
        other = edited[:-12] + "0123456789ab"
        with rig.archive_path.open("r+") as file:
            content = file.read().replace(edited, other)
            file.seek(0)
            file.write(content)
        rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
        assert rig.archived() == {kept, other}

    @pytest.mark.parametrize("is_restarted", [False, True])
    def test_what_a_person_deletes_alone_stays_deleted(self, rig: Rig, is_restarted: bool) -> None:
        kept, deleted, last = (rig.add(name, "1") for name in "abc")
        rig.archive(kept)
        if is_restarted:
            rig.load()
        for fact_id in (deleted, last):
            rig.archive(fact_id)
        lines = rig.archive_path.read_text().splitlines(keepends=True)
        for content in (lines[0] + lines[2], (lines[0] + lines[2]).replace('"1"', '"2"')):
            rig.archive_path.write_text(content)
            rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
            assert rig.archived() == {kept, last} and rig.problems() == []

    @pytest.mark.parametrize("is_one_deleted", [False, True])
    def test_an_old_version_deletes_nothing_that_was_archived_meanwhile(self, rig: Rig, is_one_deleted: bool) -> None:
        first, second, third, last = (rig.add(name, "1") for name in "abcd")
        rig.archive(first)
        rig.archive(second)
        lines = rig.archive_path.read_text().splitlines(keepends=True)
        rig.archive(third)
        rig.archive(last)
        for _ in range(2):
            rig.archive_path.write_text("".join(lines[is_one_deleted:]))
            rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
            assert rig.archived() == {first, second, third, last} - ({first} if is_one_deleted else set())
            assert rig.problems() != []

    def test_what_is_archived_behind_an_old_version_tells_of_no_deletion(self, rig: Rig) -> None:
        first, second, last = (rig.add(name, "1") for name in "abc")
        rig.archive(first)
        old = rig.archive_path.read_text()
        rig.archive(second)
        rig.archive_path.write_text(old)
        rig.archive(last)
        rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
        assert rig.archived() == {first, second, last}

    def test_the_very_same_save_deletes_nothing_the_second_time_either(self, rig: Rig) -> None:
        first, ours = (rig.add(name, "1") for name in "ab")
        rig.archive(first)
        stale = rig.archive_path.read_text().replace('"1"', '"2"')
        rig.archive(ours)
        for _ in range(3):
            rig.archive_path.write_text(stale)
            rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
            assert rig.archived() == {first, ours}
            assert rig.archive_path.read_text().count("\n") == 2

    def test_what_a_fact_said_last_is_put_back(self, rig: Rig) -> None:
        ours = rig.add("a", "old")
        rig.archive(ours)
        rig.restore(ours)
        correct(rig, ours, "new")
        rig.archive(ours)
        rig.archive_path.write_text("")
        rig.facts.absorb("knowledge-graph/archived-facts.jsonl")
        assert '"new"' in rig.archive_path.read_text()
        assert '"old"' not in rig.archive_path.read_text()


class TestVanished:
    @pytest.mark.parametrize("starts", [1, 2])
    def test_what_the_index_had_not_yet_is_ours_from_the_start_on(self, rig: Rig, starts: int) -> None:
        first = rig.add("a", "1")
        stale, index = rig.raw_lines(), copy.deepcopy(rig.index)
        second = rig.add("b", "2")
        rig.path.unlink()
        for _ in range(starts):
            rig.index = copy.deepcopy(index)
            rig.load()
            assert set(rig.active()) == {first, second}
        rig.edit(lambda _lines: [*stale, line("typed", "c", "3")])
        rig.absorb()
        assert set(rig.active()) == {first, second, "typed"}

    @pytest.mark.parametrize("minutes", [0, 30])
    def test_what_no_index_had_yet_is_put_back(self, rig: Rig, minutes: int) -> None:
        facts = {rig.add("a", "1"), rig.add("b", "2")}
        archived = rig.add("c", "3")
        rig.archive(archived)
        rig.path.unlink()
        rig.clock.advance(60 * minutes)
        for _ in range(2):
            rig.index = FakeIndex()
            rig.load()
            assert set(rig.active()) == facts
            assert rig.archived() == {archived}
            assert len(rig.raw_lines()) == 2

    @pytest.mark.parametrize("how", ["removed", "emptied", "blank", "renamed away"])
    def test_it_is_written_back_as_it_was_and_reported(self, rig: Rig, how: str) -> None:
        again = line("f2", " A ", "1")
        rig.path.write_text("# a comment\n" + line("f1", "a", "1", mood="good") + f"\n\n{{broken\n{again}\n")
        rig.absorb()
        rig.add("b", "2")
        gone = rig.add("c", "3")
        rig.archive(gone)
        before = rig.raw_lines()
        if how == "removed":
            rig.path.unlink()
        elif how == "renamed away":
            rig.path.rename(rig.path.with_name("mine.jsonl"))
        else:
            rig.path.write_text("" if how == "emptied" else "\n \n")
        assert rig.absorb() == "empty"
        assert rig.raw_lines() == before
        assert any(problem.severity == "critical" for problem in rig.problems())
        assert rig.archived() == {gone}
        rig.restore(gone)
        rig.rewrite()
        rig.absorb()
        rig.check()
        assert len(rig.active()) == 3

    @pytest.mark.parametrize("how", ["removed", "emptied"])
    def test_an_add_that_meets_it_brings_all_back(self, rig: Rig, how: str) -> None:
        first = rig.add("a", "1")
        rig.path.unlink() if how == "removed" else rig.path.write_text("")
        second = rig.add("b", "2")
        rig.absorb()
        rig.check()
        assert set(rig.active()) == {first, second}

    def test_what_an_editor_writes_into_the_emptied_file_is_not_lost(self, rig: Rig) -> None:
        first = rig.add("a", "1")
        with rig.path.open("r+") as editor:
            content = editor.read()
            editor.seek(0)
            editor.truncate()
            second = rig.add("b", "2")
            editor.write(content + line("typed", "c", "3") + "\n")
        rig.absorb()
        rig.absorb()
        rig.check()
        assert set(rig.active()) == {first, second, "typed"}

    @pytest.mark.parametrize("size", [LONGEST_LINE, LARGEST])
    def test_what_is_too_long_of_what_comes_behind_that_is_kept_and_told(self, rig: Rig, size: int) -> None:
        first = rig.add("a", "1")
        with rig.path.open("r+") as editor:
            editor.truncate()
            rig.absorb()
            editor.write("x" * (size + 1) + "\n" + line("typed", "c", "3") + "\n")
        for _ in range(2):
            rig.look_again()
        rig.check()
        kept = rig.path.with_name("facts.jsonl.broken").read_text()
        assert kept.startswith("x" * (size + 1))
        assert set(rig.active()) | ({"typed"} if "typed" in kept else set()) == {first, "typed"}
        assert any("too long to be read" in problem.what for problem in rig.problems())

    @pytest.mark.parametrize("is_last", [False, True])
    def test_an_editor_that_writes_in_pieces_behind_that_is_read_at_its_end(self, rig: Rig, is_last: bool) -> None:
        first = rig.add("a", "1")
        typed = line("typed", "c", "3") + "\n"
        with rig.path.open("r+b", buffering=0) as editor:
            editor.truncate()
            rig.absorb()
            editor.write(typed[:40].encode())
            rig.look_again()
            editor.write(typed[40:].encode())
        if is_last:
            rig.facts.stop()
        else:
            for _ in range(2):
                rig.look_again()
        rig.check()
        assert (rig.active(), len(rig.raw_lines())) == ({first: "a is 1", "typed": "c is 3"}, 2)

    @pytest.mark.parametrize("adds", [0, 1])
    def test_an_editor_that_empties_it_for_a_moment_is_no_alarm(self, rig: Rig, adds: int) -> None:
        facts = {rig.add("a", "1"): "a is 1", rig.add("b", "2"): "b is 2"}
        content = rig.path.read_text().replace('"1"', '"7"')
        with rig.path.open("w") as editor:
            facts |= {rig.add("c", str(number)): f"c is {number}" for number in range(adds)}
            rig.facts.edits.absorb()
            rig.clock.advance(0.5)
            rig.being_written.look_again(rig.facts.absorb)
            editor.write(content + line("typed", "d", "4") + "\n")
        for _ in range(2):
            rig.look_again()
        rig.rewrite()
        rig.check()
        changed = {key: text.replace("a is 1", "a is 7") for key, text in facts.items()}
        assert rig.active() == {**changed, "typed": "d is 4"}
        assert [one.severity for one in rig.problems()] == ["warning"] * adds
        assert rig.archived() == set()

    @pytest.mark.parametrize("how", ["removed", "emptied"])
    def test_one_that_stays_so_is_an_alarm_also_when_we_wrote_meanwhile(self, rig: Rig, how: str) -> None:
        facts = {rig.add("a", "1"), rig.add("b", "2")}
        rig.path.unlink() if how == "removed" else rig.path.write_text("")
        facts.add(rig.add("c", "3"))
        rig.facts.edits.absorb()
        assert rig.problems() == []
        rig.absorb()
        rig.check()
        assert set(rig.active()) == facts
        assert [(one.severity, "vanished or was empty" in one.what) for one in rig.problems()] == [("critical", True)]
        rig.clock.advance(SHOWN)  # it is over: nobody has to start the daemon again to be rid of it
        assert rig.problems() == []

    def test_at_the_end_one_that_was_emptied_is_written_back_at_once(self, rig: Rig) -> None:
        facts = {rig.add("a", "1"), rig.add("b", "2")}
        rig.path.write_text("")
        facts.add(rig.add("c", "3"))
        rig.facts.edits.absorb()
        rig.being_written.look_again(rig.facts.absorb, is_last=True)
        rig.check()
        assert set(rig.active()) == facts

    def test_one_that_is_emptied_again_and_again_is_not_written_back_meanwhile(self, rig: Rig) -> None:
        facts = {rig.add("a", "1"), rig.add("b", "2")}
        rig.path.write_text("")
        rig.facts.edits.absorb()
        for number in range(22):
            rig.path.write_text(" " * (number % 2))
            rig.clock.advance(0.25)
            rig.being_written.look_again(rig.facts.absorb)
        rig.facts.edits.absorb()
        assert (rig.raw_lines() in ([], [" "]), rig.problems()) == (True, [])
        for _ in range(3):
            rig.look_again()
        rig.check()
        assert (set(rig.active()), len(rig.raw_lines()), len(rig.problems())) == (facts, 2, 1)

    def test_what_an_editor_has_not_come_to_for_less_than_a_second_is_not_missing(self, rig: Rig) -> None:
        facts = {rig.add("a", str(number)) for number in range(4)}
        rig.clock.advance(3600)
        text = rig.path.read_bytes()
        with rig.path.open("wb", buffering=0) as editor:
            editor.write(text[:200])
            rig.facts.edits.absorb()
            rig.clock.advance(0.7)
            rig.facts.edits.absorb()
            assert set(rig.active()) == facts
            editor.write(text[200:])
        for _ in range(2):
            rig.look_again()
        rig.check()
        assert (set(rig.active()), rig.archived(), rig.problems()) == (facts, set(), [])

    def test_emptied_while_the_disk_is_full_it_is_written_back_when_there_is_room(self, tmp_path: Path) -> None:
        files = FaultyFiles(str(tmp_path))
        rig = Rig(tmp_path, files)
        first = rig.add("a", "1")
        rig.path.write_text("")
        files.fail_all(errno.ENOSPC, path="knowledge-graph")
        with pytest.raises(ReadOnly):
            rig.absorb()
        files.heal()
        rig.absorb()
        rig.check()
        assert (set(rig.active()), len(rig.raw_lines())) == ({first}, 1)

    def test_a_line_deleted_while_the_disk_is_full_is_archived_when_there_is_room(self, tmp_path: Path) -> None:
        files = FaultyFiles(str(tmp_path))
        rig = Rig(tmp_path, files)
        first, second = rig.add("a", "1"), rig.add("b", "2")
        rig.edit(lambda lines: lines[1:], rename=False)
        assert rig.facts.edits.absorb() == "waits"
        files.fail_all(errno.ENOSPC, "write", path="knowledge-graph")
        with pytest.raises(ReadOnly):
            rig.absorb()
        files.heal()
        rig.absorb()
        rig.check()
        assert (set(rig.active()), rig.archived()) == ({second}, {first})

    def test_a_line_that_says_the_same_is_written_back_as_it_stood(self, rig: Rig) -> None:
        first, second = rig.add("a", "1"), rig.add("b", "2")
        rig.edit(lambda lines: [*lines, line("hand-1", "A", "1")])
        rig.absorb()
        assert len(rig.raw_lines()) == 3
        rig.path.write_text("")
        rig.absorb()
        rig.check()
        assert [key for key, _ in rig.on_disk()] == [first, second, "hand-1"]

    def test_late_lines_wait_for_its_editor(self, rig: Rig) -> None:
        first = rig.add("a", "1")
        text = rig.path.read_text()
        rig.facts.edits.late_lines.give_back([line("late", "c", "3").encode()])
        rig.path.write_text("")
        rig.facts.edits.absorb()
        rig.facts.edits.append_late_lines()
        assert rig.path.read_text() == ""
        rig.path.write_text(text)
        for _ in range(2):
            rig.look_again()
        rig.check()
        assert set(rig.active()) == {first, "late"}

    def test_what_is_stated_meanwhile_waits(self, rig: Rig) -> None:
        first = rig.add("a", "1")
        content = rig.path.read_text()
        one = Statement(subject="b", predicate="is", object="2", origin=SHARED)

        def add() -> str:
            return str(rig.write(lambda batch: rig.changes.add_all([one], batch))[0]["id"])

        rig.path.write_text("")
        with pytest.raises(NotYet):
            add()
        rig.path.write_text(content)
        for _ in range(2):
            rig.look_again()
        second = add()
        rig.check()
        assert (set(rig.active()), rig.problems()) == ({first, second}, [])

    def test_at_start_it_is_made_again_from_the_index(self, rig: Rig) -> None:
        first = rig.add("a", "1")
        rig.clock.advance(30 * 86400)
        rig.stop()
        rig.path.unlink()
        rig.load()
        rig.check()
        assert rig.active() == {first: "a is 1"}
        assert rig.activation(first) == pytest.approx(0.5, abs=1e-6)
        assert [problem.severity for problem in rig.problems()] == ["critical"]


class TestTorn:
    """An editor writes over what we append to the file that it is writing."""

    @pytest.mark.parametrize("is_killed", [False, True])
    @pytest.mark.parametrize("cut", [1, 60, 150])
    def test_the_end_of_a_line_of_ours_leaves_and_the_line_stands_again(
        self, rig: Rig, cut: int, is_killed: bool
    ) -> None:
        first = rig.add("a", "1")
        stale = rig.path.read_text()
        second = rig.add("b", "2")
        ours = rig.raw_lines()[-1]
        rig.path.write_text(f"{stale}{line('typed', 'c', '3')}\n{ours[cut:]}\n{{half of a person's\n")
        if is_killed:
            rig.load()
        rig.absorb()
        rig.rewrite()
        rig.check()
        assert set(rig.active()) == {first, second, "typed"}
        assert [raw for raw in rig.raw_lines() if not raw.endswith("}")] == ["{half of a person's"]
        assert sum("not read" in one.what for one in rig.problems()) == 1

    @pytest.mark.parametrize("is_killed", [False, True])
    def test_a_brace_on_a_line_of_its_own_is_a_persons(self, rig: Rig, is_killed: bool) -> None:
        rig.add("a", "1")
        rig.path.write_text(f"{rig.path.read_text()}{{\n}}\n")
        if is_killed:
            rig.load()
        rig.absorb()
        rig.rewrite()
        assert rig.path.read_text().splitlines()[-2:] == ["{", "}"]

    def test_what_a_start_put_back_and_its_editor_then_wrote_stands_once(self, rig: Rig) -> None:
        facts = {rig.add("a", "1"), rig.add("b", "2")}
        first, second = rig.raw_lines()
        rig.path.write_text(f"{first}\n")
        rig.load()
        rig.path.write_text(f"{first}\n{second}\n{second}\n")
        rig.is_rewrite_due = False
        rig.absorb()
        assert rig.is_rewrite_due
        rig.rewrite()
        rig.check()
        assert (set(rig.active()), len(rig.raw_lines())) == (facts, 2)
        assert all("put back" in one.what for one in rig.problems())

    def test_what_was_put_back_and_its_editor_then_wrote_stands_once(self, rig: Rig) -> None:
        facts = {rig.add("a", "1"), rig.add("b", "2")}
        second = rig.raw_lines()[1]
        rig.edit(lambda lines: [lines[0], line("typed", "c", "3")])
        rig.absorb()
        rig.edit(lambda lines: [*lines, second])
        rig.absorb()
        rig.rewrite()
        rig.check()
        assert (set(rig.active()), len(rig.raw_lines())) == ({*facts, "typed"}, 3)

    def test_what_its_editor_had_read_before_we_wrote_it_again_stands_once(self, tmp_path: Path) -> None:
        files = FaultyFiles(str(tmp_path))
        rig = Rig(tmp_path, files)
        first = rig.add("a", "1")
        text = list[str]()

        def empty() -> None:
            text.append(rig.path.read_text())
            rig.path.write_text("")

        files.intervene(len(files.calls) + 1, empty)
        files.intervene(len(files.calls) + 2, lambda: write(rig, text[0]))
        second = rig.add("b", "2")
        assert len(rig.raw_lines()) == 3
        rig.absorb()
        rig.rewrite()
        rig.check()
        assert (set(rig.active()), len(rig.raw_lines()), rig.problems()) == ({first, second}, 2, [])
