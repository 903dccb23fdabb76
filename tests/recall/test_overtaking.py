from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.overtaking import past_lowered
from memoryd.recall.service import Recall
from memoryd.types import Document
from tests.recall.helpers import document, open_index, put, recall_over


def search(path: Path, later: dict[str, str], query: str, **filters: object) -> list[str]:
    index = open_index(path)
    put(
        index,
        document("fact-new", "user moved to Basel", sources=("s.jsonl:2#000000000000",), created=2),
        document("s.jsonl:1", "green is where I live: Bern", kind="message", created=1),
        document("s.jsonl:2", "Basel it is", kind="message", created=2),
        document("s.jsonl:3", "green tea is what I drink", kind="message", created=3),
    )

    def by(said: Document, _now: int) -> dict[str, str]:
        return {later[said.key]: ""} if said.key in later else {}

    recall: Recall = recall_over(index, later=by)
    found = recall.search(LexicalQuery(query, **filters))  # type: ignore[arg-type]
    index.close()
    return [one.document.key for one in found]


def test_what_superseded_it_stands_before_it_though_no_word_finds_that(tmp_path: Path) -> None:
    found = search(tmp_path, {"s.jsonl:1": "fact-new"}, "live Bern green")
    assert found[: found.index("s.jsonl:1") + 1] == ["fact-new", "s.jsonl:1"]


def test_where_the_filters_leave_it_out_what_it_was_made_of_stands_there(tmp_path: Path) -> None:
    found = search(tmp_path, {"s.jsonl:1": "fact-new"}, "live Bern green", kinds=frozenset({"message"}))
    assert found[:2] == ["s.jsonl:2", "s.jsonl:1"]


def test_what_is_gone_stands_nowhere(tmp_path: Path) -> None:
    assert search(tmp_path, {"s.jsonl:1": "fact-gone"}, "live Bern green")[0] == "s.jsonl:1"


def test_what_comes_first_anyway_stays_there(tmp_path: Path) -> None:
    assert search(tmp_path, {"s.jsonl:3": "s.jsonl:1"}, "live Bern green") == ["s.jsonl:1", "s.jsonl:3"]


@pytest.mark.parametrize(
    ("scores", "over", "order"),
    [
        ({"old": 2.0, "new": 0.9, "other": 0.3}, {"old": ("said",)}, ["new", "old", "other"]),
        ({"old": 2.0, "said": 0.9, "other": 0.3}, {"old": ("said",)}, ["said", "old", "other"]),
        # What ended it is not there.
        ({"old": 2.0, "near": 1.2, "other": 0.3}, {"old": ("gone",)}, ["near", "old", "other"]),
        # What ended it is past, too.
        ({"old": 2.0, "new": 0.3, "other": 0.9}, {"old": ("said",), "new": ()}, ["old", "other", "new"]),
        ({"old": 2.0, "new": 0.9}, {}, ["old", "new"]),
    ],
)
def test_of_what_bears_what_is_past_stands_behind_what_ended_it(
    scores: dict[str, float], over: dict[str, tuple[str, ...]], order: list[str]
) -> None:
    made_of = {"new": ("said",)}
    results = [{"key": key, "score": score} for key, score in scores.items()]
    assert [one["key"] for one in past_lowered(results, over, lambda key: made_of.get(key, ()))] == order
