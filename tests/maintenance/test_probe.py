"""The quality probe: what counts as an answer, and what is kept of it."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest

from memoryd.errors import Conflict, InvalidParams
from memoryd.maintenance.answer import holds
from memoryd.maintenance.probe import (
    Canary,
    CanaryFile,
    Probed,
    history_line,
    probe,
    read_canaries,
    read_history,
    with_canary,
)

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("text", "expected", "is_there"),
    [
        ("deployment project started on 2026-05-15", "May 15, 2026", True),
        ("It began on 15 May 2026.", "2026-05-15", True),
        ("deployment project started on 2026-05-16", "May 15, 2026", False),
        ("It began on 2026-05-15.", "May 2026", True),
        ("It began in May 2026.", "May 15, 2026", False),
        ("The Blue  Logo won", "blue logo", True),
        ("The red logo won", "blue logo", False),
        ("started 2026-05-15 in Oslo", "Oslo on May 15, 2026", True),
        ("started 2026-05-15 in Rome", "Oslo on May 15, 2026", False),
        ("started_on 2026-05-15", "Fri, May 15 2026", True),
        ("started_on 2026-05-15", "5/15/2026", True),
        ("started_on 2026-05-15", "15 mai 2026", True),
        ("started_on 2026-05-15", "15. Mai 2026", True),
        ("the meeting is on 15/05/2026", "May 15, 2026", True),
        ("the meeting is on 15/05/2026", "Freitag, 15. Mai 2026", True),
        ("the meeting is on 15/05/2026", "May 16, 2026", False),
        ("the meeting is on 5/5/2026", "2026-05-05", True),
        # May or June: known as the same only when it is written the same.
        ("the meeting is on 05/06/2026", "5/6/2026", True),
        ("the meeting is on 05/06/2026", "2026-05-06", False),
        ("on 31/02/2026", "2026-03-03", False),
        ("", "x", False),
    ],
)
def test_what_holds_the_answer(text: str, expected: str, is_there: bool) -> None:
    assert holds(text, expected, TODAY) is is_there


def test_failed_questions_are_named() -> None:
    canaries = [Canary(query="a?", expected_contains="yes"), Canary(query="b?", expected_contains="yes")]
    answers: dict[str, list[tuple[bool, str]]] = {"a?": [(False, "no"), (False, "yes, it is")], "b?": []}
    found = probe(canaries, answers.__getitem__, TODAY, (), lambda done: None)
    assert found == Probed(total=2, failed=["b?"])


def test_what_a_fact_answered_once_is_for_a_fact_to_answer() -> None:
    canary = Canary(query="a?", expected_contains="yes")
    answers = [(True, "yes"), (False, "somebody said yes")]
    found = probe([canary], lambda query: answers, TODAY, (), lambda done: None)
    assert found == Probed(total=1, of_facts=["a?"])
    found = probe([canary], lambda query: answers[1:], TODAY, found.of_facts, lambda done: None)
    assert found == Probed(total=1, failed=["a?"], of_facts=["a?"])


def test_canaries_are_added_once(tmp_path: Path) -> None:
    (tmp_path / "knowledge-graph").mkdir()
    path = tmp_path / "knowledge-graph/canary-facts.json"
    assert read_canaries(str(tmp_path)) == CanaryFile([])
    path.write_bytes(with_canary(str(tmp_path), [], "When?", "May 15, 2026") or b"")
    found = read_canaries(str(tmp_path))
    known = found.canaries
    assert found.is_read and not found.problems
    # The seed's shape.
    assert json.loads(path.read_text()) == [{"query": "When?", "expected_contains": "May 15, 2026"}]
    assert with_canary(str(tmp_path), known, "when? ", "may 15, 2026") is None
    with pytest.raises(Conflict):
        with_canary(str(tmp_path), known, "When?", "never")
    with pytest.raises(InvalidParams):
        with_canary(str(tmp_path), known, "  ", "x")


def test_what_else_a_person_wrote_into_the_file_stays(tmp_path: Path) -> None:
    (tmp_path / "knowledge-graph").mkdir()
    mine = {"query": "When?", "expected_contains": "May 15, 2026", "why": "asked every week"}
    (tmp_path / "knowledge-graph/canary-facts.json").write_text(json.dumps([mine]))
    known = read_canaries(str(tmp_path)).canaries
    more = {"query": "Where?", "expected_contains": "Oslo"}
    assert json.loads(with_canary(str(tmp_path), known, "Where?", "Oslo") or b"") == [mine, more]


@pytest.mark.parametrize("content", ["", "{", "null", '{"query": "x"}', '[{"query": "x"}]', "[1]", "\xff"])
def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path, content: str) -> None:
    (tmp_path / "knowledge-graph").mkdir()
    (tmp_path / "knowledge-graph/canary-facts.json").write_bytes(content.encode("latin-1"))
    found = read_canaries(str(tmp_path))
    assert found.canaries == [] and not found.is_read
    assert [problem.path for problem in found.problems] == ["knowledge-graph/canary-facts.json"]


def test_a_pipe_in_the_file_s_place_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "knowledge-graph").mkdir()
    os.mkfifo(tmp_path / "knowledge-graph/canary-facts.json")
    assert not read_canaries(str(tmp_path)).is_read


def test_a_bad_entry_is_reported_and_the_others_count(tmp_path: Path) -> None:
    (tmp_path / "knowledge-graph").mkdir()
    good = [{"query": "When?", "expected_contains": "2026"}, {"query": "Where?", "expected_contains": "Oslo"}]
    entries = [good[0], {"query": "x"}, {"query": " ", "expected_contains": "y"}, good[1]]
    (tmp_path / "knowledge-graph/canary-facts.json").write_text(json.dumps(entries))
    found = read_canaries(str(tmp_path))
    assert [canary.query for canary in found.canaries] == ["When?", "Where?"] and found.is_read
    assert [problem.what[:7] for problem in found.problems] == ["entry 2", "entry 3"]
    more = json.loads(with_canary(str(tmp_path), found.canaries, "Who?", "Ada") or b"")
    assert more == [*entries, {"query": "Who?", "expected_contains": "Ada"}]


def test_the_history_is_read_back_and_bad_lines_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "knowledge-graph").mkdir()
    lines = [history_line(n, "1.0", "m", {"lexical": 0.5}, 4, ["q"] * n) for n in range(3)]
    (tmp_path / "knowledge-graph/canary-history.jsonl").write_bytes(lines[0] + b"{torn\n" + lines[1] + lines[2])
    found = read_history(str(tmp_path), 2)
    assert [(one["passed"], one["ratio"]) for one in found] == [(3, 0.75), (2, 0.5)]
    assert found[0]["weights"] == {"lexical": 0.5} and found[0]["model"] == "m"
