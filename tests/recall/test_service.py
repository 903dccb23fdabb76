from __future__ import annotations

import pytest

from memoryd.recall.index import Index
from memoryd.recall.query import Hit, LexicalQuery
from memoryd.recall.service import Recall, fuse
from memoryd.recall.weights import FusionWeights
from tests.recall.helpers import document, put


def test_results_come_with_their_reasons(index: Index) -> None:
    put(index, document("a", "green tea"), document("b", "tea with milk and sugar and more"))
    found = Recall(index).search(LexicalQuery("green tea", explain=True))
    assert [one.document.key for one in found] == ["a", "b"]
    assert found[0].score == found[0].why["lexical"] == 1.0
    assert found[0].why["word:green"] + found[0].why["word:tea"] == pytest.approx(found[0].lexical, rel=0.01)
    assert "word:green" not in found[1].why
    assert 0 < found[1].score < 1


def test_nothing_is_an_answer(index: Index) -> None:
    assert Recall(index).search(LexicalQuery("nothing")) == []
    assert Recall(index).document("nothing") is None


def test_why_something_is_absent(index: Index) -> None:
    put(index, document("a", "green tea"), document("b", "coffee"))
    recall = Recall(index)
    assert set(recall.explain_absent(LexicalQuery("tea"), "a") or {}) == {"tea"}
    assert recall.explain_absent(LexicalQuery("tea"), "b") is None
    assert recall.explain_absent(LexicalQuery("tea"), "no such") is None


def test_a_list_counts_by_its_best() -> None:
    hits = [Hit(document("a", "x"), 8.0), Hit(document("b", "x"), 2.0), Hit(document("c", "x", created=5), 2.0)]
    found = fuse({"lexical": hits}, FusionWeights(lexical=0.5))
    assert [(one.document.key, one.score, one.lexical) for one in found] == [
        ("a", 0.5, 8.0),
        ("c", 0.125, 2.0),
        ("b", 0.125, 2.0),
    ]
    assert fuse({"lexical": []}, FusionWeights()) == []
