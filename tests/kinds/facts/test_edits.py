"""Edits of facts.jsonl made outside the daemon (rules 6 and 8), each case on a real file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.kinds.facts.file.metadata import METADATA_PATH
from memoryd.kinds.facts.model.fact import Statement
from memoryd.kinds.facts.model.validity import Validity
from memoryd.origin import SHARED
from memoryd.storage.batch import StagedBatch
from memoryd.times import DAY, format_time
from tests.kinds.facts.rig import Rig, adding, line
from tests.support.decay import decayed
from tests.support.in_place import replace_in_place


def replaced(text: str, by: str):  # type: ignore[no-untyped-def]
    return lambda lines: [each.replace(text, by) for each in lines]


def test_a_line_appended_by_hand_is_a_fact_with_its_gaps_filled_in_place(rig: Rig) -> None:
    first = rig.add("a", "1")
    with rig.path.open("a") as file:
        file.write('{"subject": "b", "predicate": "is", "object": "2", "mood": "good"}\n')
    rig.absorb()
    rig.rewrite()
    rig.check()
    typed = json.loads(rig.raw_lines()[1])
    assert rig.active() == {first: "a is 1", typed["id"]: "b is 2"}
    assert (typed["source"], typed["activation"], typed["mood"]) == ("hand-edit", 1.0, "good")


def test_null_counts_as_left_out(rig: Rig) -> None:
    rig.path.write_text('{"id": null, "subject": "b", "predicate": "is", "object": "2", "source": null}\n')
    rig.absorb()
    rig.rewrite()
    rig.check()
    assert json.loads(rig.raw_lines()[0])["source"] == "hand-edit"


@pytest.mark.parametrize("rename", [True, False])
def test_an_edited_line_changes_its_fact_and_keeps_the_activation(rig: Rig, rename: bool) -> None:
    fact_id = rig.add("a", "1")
    rig.clock.advance(30 * 86400)
    rig.edit(replaced('"1"', '"other"'), rename=rename)
    rig.absorb()
    rig.check()
    assert rig.active() == {fact_id: "a is other"}
    assert rig.activation(fact_id) == pytest.approx(decayed(1, 30), abs=1e-6)


def test_an_edit_of_equal_length_in_place_is_seen_although_we_append_before_it_is_read(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    os.utime(rig.path, ns=(0, rig.path.stat().st_mtime_ns))
    rig.edit(replaced('"1"', '"2"'), rename=False)
    os.utime(rig.path, ns=(0, rig.path.stat().st_mtime_ns + 1))
    other = rig.add("b", "1")
    rig.absorb()
    rig.check()
    assert rig.active() == {fact_id: "a is 2", other: "b is 1"}


def test_an_edit_of_equal_length_right_behind_our_append_is_seen(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    rig.write(
        lambda batch: batch.on_commit(lambda: replace_in_place(rig.path, '"1"', '"2"')), adding(rig.changes, "b", "1")
    )
    rig.absorb()
    assert rig.active()[fact_id] == "a is 2"


def test_an_edit_of_equal_length_while_another_is_read_is_seen(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    replace_in_place(rig.path, '"1"', '"2"')
    edits = rig.facts.edits
    run, saves = edits.run, iter(["asked whether it is current", "read"])

    def save_first(operation: Callable[[StagedBatch], object]) -> object:
        if next(saves, None) == "read":
            replace_in_place(rig.path, '"2"', '"3"')
        return run(operation)

    edits.run = save_first
    rig.absorb()
    assert rig.active() == {fact_id: "a is 3"}


def test_an_edited_activation_counts_as_of_the_edit(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    rig.clock.advance(60 * 86400)
    rig.edit(replaced('"activation":1.0', '"activation":0.8'))
    rig.absorb()
    assert rig.activation(fact_id) == pytest.approx(0.8)
    rig.clock.advance(30 * 86400)
    assert rig.activation(fact_id) == pytest.approx(decayed(0.8, 30), abs=1e-6)


def test_a_deleted_line_goes_to_the_archive_and_comes_back_as_it_was(rig: Rig) -> None:
    gone, kept = rig.add("a", "1"), rig.add("b", "2")
    rig.clock.advance(30 * 86400)
    before = rig.raw_lines()
    rig.edit(lambda lines: lines[1:])
    rig.absorb()
    rig.check()
    assert (rig.active(), rig.archived()) == ({kept: "b is 2"}, {gone})
    assert json.loads(rig.archive_path.read_text())["reason"] == "deleted by hand"
    rig.edit(lambda lines: before)
    rig.absorb()
    rig.check()
    assert set(rig.active()) == {gone, kept}
    assert rig.activation(gone) == pytest.approx(decayed(1, 30), abs=1e-6)


@pytest.mark.parametrize("again", ["restore", "add", "typed"])
@pytest.mark.parametrize("loaded", [False, True])
def test_an_archived_fact_decays_on_and_keeps_how_it_was_used(rig: Rig, again: str, loaded: bool) -> None:
    fact_id = rig.add("a", "1")
    rig.store.use([fact_id, fact_id], rig.clock.now())
    used = rig.store.get(fact_id, rig.clock.now())["last_accessed"]
    rig.clock.advance(30 * 86400)
    before = rig.raw_lines()
    rig.archive(fact_id)
    rig.rewrite()
    if loaded:
        rig.stop()
        rig.load()
    rig.clock.advance(30 * 86400)
    shown = rig.store.get(fact_id, rig.clock.now())
    assert (shown["archived"], shown["access_count"], shown["last_accessed"]) == (True, 2, used)
    assert (shown["activation"], shown["as_of"]) == (pytest.approx(decayed(1, 60)), format_time(rig.clock.now()))
    if again == "restore":
        rig.restore(fact_id)
    elif again == "add":
        assert rig.add("A", "1 ") == fact_id
    else:
        rig.edit(lambda lines: [*lines, *before])
        rig.absorb()
    back = rig.store.get(fact_id, rig.clock.now())
    assert (back["archived"], back["access_count"], back["last_accessed"] > used) == (False, 2, True)
    assert back["activation"] == pytest.approx(decayed(1, 60) + 0.3 if again == "restore" else 1.0, abs=1e-4)


def test_lines_of_an_older_archive_are_read(rig: Rig) -> None:
    at = rig.clock.now()
    older = {**json.loads(line("fact-old", "a", "1")), "activation": 0.4, "archived_at": format_time(at)}
    rig.archive_path.write_text(json.dumps(older) + "\n")
    rig.load()
    shown = rig.store.get("fact-old", at + 30 * DAY)
    assert (shown["activation"], shown["access_count"], shown["last_accessed"]) == (
        pytest.approx(decayed(0.4, 30)),
        0,
        None,
    )


def test_malformed_lines_are_reported_and_stay_where_they_are_through_rewrites(rig: Rig) -> None:
    first = rig.add("a", "1")
    odd = ['{"subject": "half', "# a comment", '{"subject":"x","predicate":"y","object":5}', ""]
    rig.edit(lambda lines: [odd[0], *lines, *odd[1:]])
    rig.absorb()
    second = rig.add("b", "2")
    rig.archive(first)
    rig.rewrite()
    rig.check()
    assert rig.raw_lines()[:-1] == [odd[0], *odd[1:]]
    assert set(rig.active()) == {second}
    reported = {problem.line: problem.what for problem in rig.problems()}
    assert set(reported) == {1, 3, 4}
    assert "object must be text, not a number" in reported[4]
    rig.facts.edits.report_lines()
    assert {problem.line for problem in rig.problems()} == {1, 2, 3}


BAD_LINES = [
    ('{"subject":"a","predicate":"b"}', "object"),
    ('{"subject":" ","predicate":"b","object":"c"}', "subject must not be empty"),
    ('{"subject":"a","predicate":"b","object":"c","activation":1.5}', "activation must be between 0 and 1"),
    ('{"subject":"a","predicate":"b","object":"c","activation":"high"}', "activation must be a number, not text"),
    ('{"subject":"a","predicate":"b","object":"c","created":"soon"}', "created must be an ISO 8601 time"),
    ('{"subject":"a","predicate":"b","object":["c"]}', "object must be text, not a list"),
    ('["a","b","c"]', "not a JSON object"),
    ('{"subject":"a","predicate":"b","object":"' + "x" * 70_000 + '"}', "object has more than 65536 bytes"),
    ('{"subject":"\udcff"', "not valid UTF-8"),
]


@pytest.mark.parametrize(("raw", "why"), BAD_LINES, ids=[why for _, why in BAD_LINES])
def test_a_problem_says_what_is_wrong(rig: Rig, raw: str, why: str) -> None:
    rig.path.write_bytes(raw.encode("utf-8", "surrogateescape") + b"\n")
    rig.absorb()
    (problem,) = rig.problems()
    assert problem.line == 1
    assert why in problem.what
    assert rig.active() == {}


def test_windows_lines_and_a_byte_order_mark_are_read(rig: Rig) -> None:
    rig.path.write_bytes(
        b"\xef\xbb\xbf" + line("f1", "a", "1").encode() + b"\r\n" + line("f2", "b", "2").encode() + b"\r\n"
    )
    rig.absorb()
    assert rig.active() == {"f1": "a is 1", "f2": "b is 2"}
    assert rig.problems() == []


def test_lines_behind_byte_order_marks_are_written_anew_with_their_own_keys(rig: Rig) -> None:
    gaps = b'{"subject":"b","predicate":"is","object":"2","mood":"good"}\n'
    rig.path.write_bytes(b"\xef\xbb\xbf" + line("f1", "a", "1", mood="bad").encode() + b"\n\xef\xbb\xbf" + gaps)
    rig.absorb()
    validity = Validity(valid_from=rig.clock.now(), supersedes=("f1",))
    said = Statement(subject="a", predicate="is", object="3", origin=SHARED, validity=validity)
    rig.write(lambda batch: rig.changes.add(said, batch))
    rig.rewrite()
    first, second, _ = map(json.loads, rig.raw_lines())
    assert (first["mood"], "valid_until" in first) == ("bad", True)
    assert (second["mood"], second["source"]) == ("good", "hand-edit")


def test_a_last_line_without_its_newline_is_taken_in_and_not_glued_to_the_next(rig: Rig) -> None:
    rig.add("a", "1")
    with rig.path.open("a") as file:
        file.write(line("f2", "b", "2"))
    rig.absorb()
    assert "f2" in rig.active()
    rig.add("c", "3")
    rig.absorb()
    rig.rewrite()
    rig.check()
    assert len(rig.active()) == 3


def test_a_very_long_line_is_reported_and_harms_nothing(rig: Rig) -> None:
    rig.add("a", "1")
    with rig.path.open("ab") as file:
        file.write(b"x" * 5_000_000 + b"\n")
    rig.absorb()
    rig.add("b", "2")
    rig.absorb()
    rig.check()
    assert [problem.line for problem in rig.problems()] == [2]


class TestWhileTheDaemonWasDown:
    def test_a_deleted_line_goes_to_the_archive(self, rig: Rig) -> None:
        first, second = rig.add("a", "1"), rig.add("b", "2")
        rig.stop()
        rig.edit(lambda lines: lines[1:])
        rig.load()
        rig.check()
        assert (set(rig.active()), rig.archived()) == ({second}, {first})

    def test_an_edited_line_counts(self, rig: Rig) -> None:
        first = rig.add("a", "1")
        rig.stop()
        rig.edit(replaced('"1"', '"2"'))
        rig.load()
        rig.check()
        assert rig.active() == {first: "a is 2"}

    def test_gaps_are_filled_in(self, rig: Rig) -> None:
        rig.path.write_text('{"subject": "b", "predicate": "is", "object": "2"}\n')
        rig.load()
        rig.rewrite()
        rig.check()
        assert len(rig.active()) == 1


def test_lines_appended_by_hand_between_ours_are_found(rig: Rig) -> None:
    rig.add("a", "1")
    with rig.path.open("a") as file:
        file.write(line("f2", "b", "2") + "\n")
    rig.add("c", "3")
    assert "f2" not in rig.active()
    rig.absorb()
    rig.check()
    assert "f2" in rig.active()


@pytest.mark.parametrize("rename", [True, False])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (replaced('"2"', '"8"'), {"b is 8"}),
        (lambda lines: [*lines, line("typed", "c", "3")], {"b is 2", "c is 3"}),
        (lambda lines: [], {"b is 2"}),
    ],
    ids=["changed", "appended", "emptied"],
)
def test_an_edit_that_comes_during_a_rewrite_is_not_written_over(  # type: ignore[no-untyped-def]
    rig: Rig, edit, expected: set[str], rename: bool
) -> None:
    first, _ = rig.add("a", "1"), rig.add("b", "2")
    rig.archive(first)
    rewriter = rig.facts.rewriter
    finish, edits = rewriter._finish, iter([edit])

    def edit_first(*args: object) -> bool:
        for once in edits:
            rig.edit(once, rename=rename)
            os.utime(rig.path, ns=(0, rig.path.stat().st_mtime_ns + 1))
        return finish(*args)  # type: ignore[arg-type]

    rewriter._finish = edit_first  # type: ignore[method-assign]
    assert not rewriter.rewrite()
    rig.absorb()
    rig.rewrite()
    rig.absorb()
    rig.check()
    assert set(rig.active().values()) == expected


def test_what_was_appended_to_the_replaced_version_is_not_lost(rig: Rig) -> None:
    first, second = rig.add("a", "1"), rig.add("b", "2")
    with rig.path.open("a") as appender:
        rig.edit(replaced('"2"', '"8"'))
        appender.write(line("typed", "c", "3") + "\n")
    rig.absorb()
    rig.check()
    assert rig.active() == {first: "a is 1", second: "b is 8", "typed": "c is 3"}


def test_a_line_of_an_archived_fact_that_is_typed_again_revives_it(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    rig.archive(fact_id)
    rig.edit(replaced('"1"', '"2"'))
    rig.absorb()
    rig.rewrite()
    rig.check()
    rig.stop()
    rig.load()
    rig.check()
    assert rig.active() == {fact_id: "a is 2"}


def test_an_edit_beside_a_write_in_the_same_batch_does_not_exist(rig: Rig) -> None:
    """The rewriter and the edits run in batches of their own; a plain write may share its batch with others."""
    batch = StagedBatch(rig.clock.now())
    results = [batch.attempt(adding(rig.changes, "a", str(number))) for number in range(3)]
    assert all(error is None for _, error in results)
    assert batch.commit() is None
    rig.check()
    assert len(rig.active()) == 3


def test_a_person_at_the_cap_keeps_what_they_typed(tmp_path: Path) -> None:
    from memoryd.config.sections import MemoryOracle

    rig = Rig(tmp_path, settings=MemoryOracle(max_facts=2, single_valued=()))
    rig.add("a", "1")
    rig.clock.advance(86400)
    rig.add("b", "2")
    with rig.path.open("a") as file:
        file.write(line("typed", "c", "3") + "\n")
    rig.absorb()
    rig.rewrite()
    rig.check()
    assert "typed" in rig.active()
    assert len(rig.active()) == 2


def test_what_a_fact_stated_before_it_was_edited_is_another_fact_now(rig: Rig) -> None:
    fact_id = rig.add("a", "1")
    rig.archive(fact_id)
    rig.restore(fact_id)
    rig.edit(replaced('"1"', '"2"'))
    rig.absorb()
    other = rig.add("a", "1")
    rig.check()
    assert rig.active() == {fact_id: "a is 2", other: "a is 1"}


def test_what_we_wrote_into_the_metadata_ourselves_is_no_edit(rig: Rig) -> None:
    """Else each version would have the next one written, for ever."""
    rig.add("Ann", "tea", "drinks")
    rig.facts.readable.write_metadata()
    told = rig.told_changed
    rig.facts.readable.absorb_metadata()
    assert rig.told_changed == told
    path = rig.root / METADATA_PATH
    path.write_text(path.read_text().replace('"access_count":0', '"access_count":7'))
    rig.facts.readable.absorb_metadata()
    assert rig.told_changed == told + 1


def test_an_edit_of_the_metadata_is_of_its_fact_when_others_have_left(rig: Rig) -> None:
    gone, kept, other = (rig.add("Ann", what, "drinks") for what in ("tea", "mate", "milk"))
    rig.archive(gone)
    rig.facts.readable.write_metadata()
    path = rig.root / METADATA_PATH
    first, edited, last = path.read_text().rpartition('"activation":1.0')
    assert edited and f'"{other}"' in first and "activation" not in last
    path.write_text(first + '"activation":0.25' + last)
    rig.facts.readable.absorb_metadata()
    assert (rig.activation(kept), rig.activation(other)) == pytest.approx((1.0, 0.25))


def write_in_pieces(rig: Rig, text: str, cut: int) -> list[str]:
    """An editor empties the file and writes it again, while facts are added and the file is looked at."""
    added = []
    with rig.path.open("wb", buffering=0) as editor:
        for number, piece in enumerate((text[:cut], text[cut:])):
            editor.write(piece.encode())
            rig.facts.edits.absorb()
            added.append(rig.add("added", str(number)))
            rig.facts.edits.absorb()
    rig.absorb()
    return added


@pytest.mark.parametrize("line_count", [1, 2, 3])
def test_what_an_editor_writes_in_pieces_archives_nothing(rig: Rig, line_count: int) -> None:
    known = [rig.add("known", str(number)) for number in range(4)]
    lines = [f"{raw}\n" for raw in rig.raw_lines()]
    stale = "".join(lines) + line("fact-typed", "typed", "1") + "\n"
    known += [rig.add("not seen", str(number)) for number in range(4)]
    added = write_in_pieces(rig, stale, len("".join(lines[:line_count])))
    assert rig.active().keys() == {*known, *added, "fact-typed"}
    assert rig.archived() == set()


def test_what_was_deleted_while_others_write_on_is_archived_in_the_end(rig: Rig) -> None:
    gone = rig.add("a", "1")
    rig.add("b", "1")
    rig.clock.advance(601)
    rig.edit(lambda lines: lines[1:])
    outcomes = []
    for number in range(12):
        with rig.path.open("a") as other:
            other.write(line(f"fact-{number}", "other", str(number)) + "\n")
        rig.clock.advance(1)
        outcomes.append(rig.facts.edits.absorb())
    assert (outcomes[0], outcomes[-1]) == ("waits", "done")
    assert rig.archived() == {gone}


@pytest.mark.parametrize("is_in_two_steps", [False, True])
def test_what_is_to_be_put_back_is_not_deleted_by_who_reads_the_file_meanwhile(rig: Rig, is_in_two_steps: bool) -> None:
    known = [rig.add("a", "1")]
    stale = rig.path.read_text()
    known.append(rig.add("b", "1"))
    rig.path.write_text(stale + line("fact-typed", "typed", "1") + "\n")
    rig.facts.edits.absorb()
    known.append(rig.add("c", "1"))
    buffer = rig.path.read_text()
    if is_in_two_steps:
        rig.path.unlink()
        known.append(rig.add("d", "1"))
    rig.path.write_text(buffer)
    known.append(rig.add("e", "1"))
    rig.absorb()
    assert (rig.active().keys(), rig.archived()) == ({*known, "fact-typed"}, set())
