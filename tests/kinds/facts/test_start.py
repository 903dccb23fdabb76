"""What a start makes of the files: blocks of plain lines, lines that repeat each other, activations in any form."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from memoryd.kinds.facts.file.metadata import METADATA_PATH
from memoryd.kinds.facts.file.states_copy import COPY_PATH, read_copy
from memoryd.kinds.facts.model.fact import Fact, encode_line
from memoryd.origin import SHARED
from memoryd.times import DAY, parse_time
from tests.kinds.facts.rig import Rig, line

AT = parse_time("2026-05-01T12:00:00")


def written(number: int) -> bytes:
    """A line as we write it."""
    fact = Fact(
        id=f"fact-{number}",
        subject=f"person {number % 7}",
        predicate="likes",
        object=f"thing {number}",
        created=AT,
        origin=SHARED,
    )
    return encode_line(fact, 0.5)


def entry(number: int) -> dict[str, object]:
    at = f"2026-05-02T00:00:00.{number:06d}+00:00"
    return {"activation": 0.25, "as_of": at, "last_accessed": at, "access_count": number}


def facts_of(root: Path, lines: list[bytes]) -> Path:
    path = root / "knowledge-graph" / "facts.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(lines))
    return path


MANY = 6000
"""This many lines are several blocks."""


def test_of_lines_that_repeat_each_other_blocks_apart_the_first_counts(tmp_path: Path) -> None:
    lines = [written(number) for number in range(MANY)]
    lines[-10] = lines[3].replace(b"fact-3", b"fact-x").replace(b"person 3", b"PERSON  3")
    lines[-5] = written(8)
    facts_of(tmp_path, lines)
    rig = Rig(tmp_path)
    assert rig.store.active_count == MANY - 2
    assert sorted(problem.line for problem in rig.board.all() if problem.line) == [MANY - 9, MANY - 4]
    assert rig.store.table.ordinal("fact-3") == 3
    # The index says then that its state cannot be trusted: at the next start they are found again.
    rig.stop()
    rig.load()
    assert sorted(problem.line for problem in rig.board.all() if problem.line) == [MANY - 9, MANY - 4]


def test_what_was_typed_while_the_daemon_was_down_is_compared_with_all_that_stood_there(tmp_path: Path) -> None:
    path = facts_of(tmp_path, [written(number) for number in range(MANY)])
    rig = Rig(tmp_path)
    rig.stop()
    with path.open("ab") as file:
        file.write(written(11).replace(b"fact-11", b"fact-x"))
    rig.load()
    assert rig.store.active_count == MANY
    assert [problem.line for problem in rig.board.all() if problem.line] == [MANY + 1]


def test_after_a_kill_what_was_typed_among_our_lines_is_found(tmp_path: Path) -> None:
    path = facts_of(tmp_path, [written(number) for number in range(MANY)])
    rig = Rig(tmp_path)
    rig.stop()
    rig.load()
    known = dict(rig.index.states)
    rig.add("ours", "1")
    with path.open("ab") as file:
        file.write(written(11).replace(b"fact-11", b"fact-x"))
    rig.index.states = known  # what it had committed
    rig.load()
    assert rig.store.active_count == MANY + 1
    assert [problem.line for problem in rig.board.all() if problem.line] == [MANY + 2]


def test_after_a_kill_our_own_lines_are_not_compared_with_all(tmp_path: Path) -> None:
    facts_of(tmp_path, [written(number) for number in range(MANY)])
    rig = Rig(tmp_path)
    rig.stop()
    rig.load()
    known = dict(rig.index.states)
    rig.add("ours", "1")
    rig.index.states = known
    rig.load()
    assert rig.store.active_count == MANY + 1
    assert rig.store.table.unlinked == MANY + 1


def test_for_lines_that_repeat_each_other_only_what_changed_is_indexed(tmp_path: Path) -> None:
    lines = [written(number) for number in range(100)]
    path = facts_of(tmp_path, [*lines, lines[8].replace(b"fact-8", b"fact-x")])
    rig = Rig(tmp_path)
    rig.stop()
    path.write_bytes(b"".join([lines[0].replace(b"thing 0", b"thing zero"), *lines[1:50], *lines[51:]]) + lines[9])
    brought, apply = [], rig.index.apply
    rig.index.apply = lambda change: (brought.extend([*change.put, *change.remove]), apply(change))  # type: ignore
    rig.load()
    assert [one if isinstance(one, str) else one.key for one in brought] == ["fact-50", "fact-0", "fact-50"]
    assert rig.archived() == {"fact-50"}


def test_one_line_of_another_hand_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    lines = [written(number) for number in range(MANY)]
    lines[MANY // 2] = b'{"subject": "Ada", "predicate": "wrote", "object": "notes", "mood": "good"}\n'
    lines[MANY // 3] = b"# a comment\n"
    facts_of(tmp_path, lines)
    rig = Rig(tmp_path)
    assert rig.store.active_count == MANY - 1
    assert [fact.object for o in rig.store.table.about("ada") if (fact := rig.store.table[o])] == ["notes"]
    assert [problem.line for problem in rig.board.all() if problem.line] == [MANY // 3 + 1]
    assert len(rig.store.table.about("PERSON 2")) == len(
        [n for n in range(MANY) if n % 7 == 2 and n not in (MANY // 3, MANY // 2)]
    )


FORMS = {
    "as we write it": lambda rows: "{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in rows) + "\n}\n",
    "in another order": lambda rows: (
        "{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in reversed(rows)) + "\n}\n"
    ),
    "by jq": lambda rows: json.dumps(dict(rows), indent=2) + "\n",
    "in one line": lambda rows: json.dumps(dict(rows)),
}


@pytest.mark.parametrize("form", FORMS)
def test_activations_are_read_in_any_form(tmp_path: Path, form: str) -> None:
    facts_of(tmp_path, [written(number) for number in range(MANY)])
    rows = [(f"fact-{number}", entry(number)) for number in range(MANY) if number != 5]
    (tmp_path / METADATA_PATH).write_text(FORMS[form](rows))
    rig = Rig(tmp_path)
    states = [rig.store.activations.state(ordinal) for ordinal in range(MANY)]
    known = [state for ordinal, state in enumerate(states) if ordinal != 5]
    assert [state.access_count for state in known] == [number for number in range(MANY) if number != 5]
    assert {state.activation for state in known} == {0.25}
    assert known[7].as_of == parse_time(str(entry(8)["as_of"]))
    assert (states[5].activation, states[5].access_count) == (0.5, 0)
    assert [ordinal for ordinal, _ in rig.store.activations.take_changed()] == [5]


def test_of_a_file_that_is_broken_far_behind_nothing_counts(tmp_path: Path) -> None:
    facts_of(tmp_path, [written(number) for number in range(MANY)])
    rows = [(f"fact-{number}", entry(number)) for number in range(MANY)]
    (tmp_path / METADATA_PATH).write_text(
        FORMS["as we write it"](rows).replace('"access_count": 5990', '"access_count": ')
    )
    rig = Rig(tmp_path)
    assert {rig.store.activations.state(ordinal).activation for ordinal in range(MANY)} == {0.5}
    assert (tmp_path / f"{METADATA_PATH}.broken").exists()
    assert not (tmp_path / METADATA_PATH).exists()


def test_the_journal_stands_over_the_readable_file(tmp_path: Path) -> None:
    facts_of(tmp_path, [written(number) for number in range(4)])
    (tmp_path / METADATA_PATH).write_text(FORMS["as we write it"]([(f"fact-{n}", entry(n)) for n in range(3)]))
    (tmp_path / ".memoryd").mkdir()
    record = msgspec.json.encode(["fact", "fact-1", 0.75, AT + DAY, AT + DAY, 40])
    (tmp_path / ".memoryd" / "access-journal-1.jsonl").write_bytes(record + b"\n")
    rig = Rig(tmp_path)
    states = [rig.store.activations.state(ordinal) for ordinal in range(4)]
    assert [(state.activation, state.access_count) for state in states] == [(0.25, 0), (0.75, 40), (0.25, 2), (0.5, 0)]


def read_again(rig: Rig, *, from_copy: bool) -> list[tuple[str, float, int]]:
    """The states after a start by id; whether the copy counts is known by asking it."""
    rig.load()
    copy = read_copy(str(rig.root), str(rig.root / METADATA_PATH), rig.store.table)
    assert (copy is not None) == from_copy
    found = []
    for ordinal in rig.store.table.ordinals():
        fact, state = rig.store.table[ordinal], rig.store.activations.state(ordinal)
        assert fact is not None
        found.append((fact.id, state.activation, state.last_accessed))
    return sorted(found)


class TestTheCopyOfTheActivations:
    @pytest.fixture
    def rig(self, tmp_path: Path) -> Rig:
        """A clean stop; one fact has left, and two were used."""
        facts_of(tmp_path, [written(number) for number in range(MANY)])
        rig = Rig(tmp_path)
        rig.store.use(["fact-3", f"fact-{MANY - 1}"], AT + DAY)
        rig.archive("fact-7")
        rig.rewrite()
        rig.facts.readable.write_metadata(copied=True)
        self.known = sorted(
            (fact.id, state.activation, state.last_accessed)
            for ordinal in rig.store.table.ordinals()
            if (fact := rig.store.table[ordinal]) and (state := rig.store.activations.state(ordinal))
        )
        return rig

    def test_it_says_what_the_file_says(self, rig: Rig) -> None:
        assert read_again(rig, from_copy=True) == self.known
        (rig.root / COPY_PATH).unlink()
        assert read_again(rig, from_copy=False) == self.known

    def test_new_facts_behind_it_are_none_of_its(self, rig: Rig) -> None:
        added = rig.add("b", "2")
        states = read_again(rig, from_copy=True)
        assert [one for one in states if one[0] != added] == self.known and len(states) == MANY

    @pytest.mark.parametrize(
        "harm",
        [
            lambda data: data[:-1],
            lambda data: data[:-1] + bytes([data[-1] ^ 1]),
            lambda data: data[:40],
            lambda data: b"",
            lambda data: data.replace(b"[1,", b"[0,", 1),
        ],
    )
    def test_a_broken_one_counts_for_nothing(self, rig: Rig, harm) -> None:  # type: ignore[no-untyped-def]
        path = rig.root / COPY_PATH
        path.write_bytes(harm(path.read_bytes()))
        assert read_again(rig, from_copy=False) == self.known

    def test_an_edit_of_the_file_counts(self, rig: Rig) -> None:
        path = rig.root / METADATA_PATH
        path.write_bytes(path.read_bytes().replace(b'"activation":0.5', b'"activation":0.6', 1))
        states = read_again(rig, from_copy=False)
        assert [one for one in states if one not in self.known] == [(states[0][0], 0.6, states[0][2])]

    def test_facts_in_another_order_have_their_own(self, rig: Rig) -> None:
        rig.edit(lambda lines: lines[::-1])
        assert read_again(rig, from_copy=False) == self.known

    def test_a_fact_that_is_missing_moves_no_other(self, rig: Rig) -> None:
        rig.edit(lambda lines: lines[:100] + lines[101:])
        states = read_again(rig, from_copy=False)
        assert states == [one for one in self.known if one in states] and len(states) == MANY - 2


def test_the_index_forgets_a_last_line_that_was_written_on(rig: Rig) -> None:
    with rig.path.open("a") as file:
        file.write(line("glued", "a", "1"))
    rig.absorb()
    with rig.path.open("a") as file:
        file.write(line("other", "b", "2") + "\n")
    rig.journal.close()
    rig.load()
    rig.check()
    assert rig.index.documents == {}
