from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest
from msgspec.structs import replace

from memoryd.recall.lexical.index import Index
from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.boosts import Boost
from memoryd.recall.ranking.fusion import WEIGHTS
from memoryd.times import parse_time
from tests.recall.helpers import document, open_index, put, recall_over

NOT_ADDED = ("bm25", "cosine", "maxsim")


def parts_of(why: dict[str, float]) -> float:
    return sum(
        share for name, share in why.items() if name not in NOT_ADDED and not name.startswith(("word:", "confidence:"))
    )


def test_results_come_with_their_reasons(index: Index) -> None:
    put(index, document("a", "green tea"), document("b", "tea with milk and sugar and more"))
    found = recall_over(index).search(LexicalQuery("green tea", explain=True))
    assert [one.document.key for one in found] == ["a", "b"]
    for one in found:
        assert one.score == pytest.approx(parts_of(one.why))
    assert found[0].why["word:green"] + found[0].why["word:tea"] == pytest.approx(found[0].lexical, rel=0.01)
    assert "word:green" not in found[1].why
    assert found[1].score < found[0].score


def test_nothing_is_an_answer(index: Index) -> None:
    assert recall_over(index).search(LexicalQuery("nothing")) == []
    assert recall_over(index).document("nothing") is None


def test_a_turn_beside_the_evidence_lifts_it(index: Index) -> None:
    def turn(line: int, text: str, file: str = "a") -> object:
        path = f"sessions/{file}.jsonl"
        return document(f"{path}:{line}", text, kind="message", source=path, path=path, line=line)

    put(index, turn(1, "which kayak tour did you book"), turn(2, "the northern one, booked it"))
    put(index, turn(7, "we booked it for two", "b"))
    found = recall_over(index).search(LexicalQuery("kayak tour booked", explain=True))
    assert [one.document.key for one in found] == ["sessions/a.jsonl:1", "sessions/a.jsonl:2", "sessions/b.jsonl:7"]
    assert found[1].why["neighbour_lexical"] > 0
    assert "neighbour_lexical" not in found[2].why


def test_a_bullet_beside_counts_too(index: Index) -> None:
    put(
        index,
        document("n:a", "deploys run on tuesday", kind="note", after="n:b"),
        document("n:b", "the runbook is in the wiki", kind="note", before="n:a"),
    )
    found = recall_over(index).search(LexicalQuery("tuesday runbook", explain=True))
    assert all(one.why["neighbour_lexical"] > 0 for one in found)


def test_who_is_named_said_it(index: Index) -> None:
    put(index, document("a", "green tea", who="Anna Lee"), document("b", "green tea", who="Bert"))
    found = recall_over(index).search(LexicalQuery("what does bert think of green tea"))
    assert found[0].document.key == "b"
    index.flush()
    found = recall_over(index).search(LexicalQuery("what does anna think of green tea", explain=True))
    assert found[0].document.key == "a"
    assert found[0].why["speaker"] > 0


def test_what_has_the_words_comes_however_near_others_are(index: Index) -> None:
    put(index, *(document(f"t{n}", f"tea number {n}", who="Bert") for n in range(12)))
    put(index, document("s", "a samovar in the hall", who="Anna"))
    recall = recall_over(index, weights={"speaker": 5.0})
    asked = LexicalQuery("bert tea samovar", limit=4)
    found = [one.document.key for one in recall.search(asked)]
    assert len(found) == 4 and found[-1] == "s" and "s" not in found[:3]
    assert [one.document.key for one in recall.search(LexicalQuery("bert tea samovar", limit=1))] != ["s"]


def test_weights_may_be_set(index: Index) -> None:
    put(index, document("a", "green tea", who="Anna"), document("b", "green tea leaves", who="Bert"))
    recall = recall_over(index)
    assert recall.search(LexicalQuery("green tea bert"))[0].document.key == "b"
    recall.reconfigure({"speaker": 0.0}, 0.2, UTC)
    assert "speaker" not in recall.search(LexicalQuery("green tea bert"))[0].why


def test_a_kind_may_boost_its_documents(index: Index) -> None:
    put(index, document("a", "green tea"), document("b", "green tea leaves and more", kind="context"))
    boosts = {"context": Boost("tier", lambda one: 0.5)}
    recall = recall_over(index, boosts)
    found = recall.search(LexicalQuery("green tea", explain=True))
    assert [(one.document.key, one.why.get("tier")) for one in found] == [("b", 0.5), ("a", None)]
    assert recall_over(index).search(LexicalQuery("green tea"))[0].document.key == "a"
    assert len(recall.search(LexicalQuery("green tea", kinds=frozenset({"fact"})))) == 1


def test_what_is_of_the_own_project_is_looked_for_behind_the_last_result(index: Index) -> None:
    put(index, document("a", "green tea"), document("b", "green tea", project="web"))
    query = LexicalQuery("green tea", limit=1)
    recall = recall_over(index)
    assert [one.document.key for one in recall.search(query)] == ["a"]
    assert [one.document.key for one in recall.search(replace(query, own_project="web"))] == ["b"]


def test_why_something_is_absent(index: Index) -> None:
    texts = [document(f"t{n}", "green tea") for n in range(3)]
    put(index, *texts, document("weak", "tea and many other words that have nothing to do with it"))
    put(index, document("b", "coffee"), document("n", "green tea", kind="note"))
    recall = recall_over(index)
    query = LexicalQuery("green tea", limit=3, kinds=frozenset({"fact"}))
    assert recall.explain_absent(query, "no such").reason == "unknown"
    assert recall.explain_absent(query, "n").filters == ["kinds"]
    unlike = recall.explain_absent(query, "b")
    assert (unlike.reason, unlike.lexical, unlike.similarity) == ("unlike", 0.0, None)
    below = recall.explain_absent(query, "weak")
    assert (below.reason, below.rank) == ("ranked_below", 4)
    assert below.score is not None and below.last_score is not None and below.score < below.last_score
    assert recall.explain_absent(query, "t0").reason == "present"


def test_the_words_of_time_are_read_when_a_text_is_indexed(tmp_path: Path) -> None:
    at, asked = (parse_time(f"2023-0{month}-09T10:00:00") for month in (5, 8))
    query = LexicalQuery("when did she plant the tree, on 7 May 2023?", now=asked)

    def reasons(index: Index) -> dict[str, tuple[float, float]]:
        found = recall_over(index).search(query)
        return {one.document.key: (one.why.get("date", 0.0), one.why.get("time", 0.0)) for one in found}

    index = open_index(tmp_path)
    put(index, document("a", "planted the tree the day before yesterday", at=at), document("b", "the tree", at=asked))
    fresh = reasons(index)
    assert fresh == {"a": (WEIGHTS.date, WEIGHTS.time), "b": (0.0, 0.0)}
    index.close()
    again = open_index(tmp_path)
    assert reasons(again) == fresh
    again.close()
