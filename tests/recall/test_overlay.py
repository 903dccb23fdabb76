"""What is not on disk yet: the best documents are found without a look at all of a common word, and terms by their
beginning."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.recall.lexical.bm25 import Term, shares
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.lexical.prepared_terms import TextTerms
from memoryd.text.dates import NO_TIME_WORDS
from tests.recall.helpers import document

WORDS = "tea tea tea tea tea jam jam jam jam oat oat fig fig yak".split()
_texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=12)


_TEA = ["tea"]


@example(
    # The best ones do not pass; what had too few of the rare words to be among them does, and its other word counts.
    texts=[["jam"], _TEA, _TEA, _TEA, ["jam", "oat", "oat"], _TEA, _TEA, _TEA, _TEA, ["jam", "fig"], _TEA, _TEA],
    again={},
    weights={"tea": 1, "fig": 9, "oat": 3, "jam": 9},
    limit=1,
    passing=2,
)
@given(
    texts=_texts,
    again=st.dictionaries(st.integers(0, 150), st.lists(st.sampled_from(WORDS), max_size=4), max_size=9),
    weights=st.dictionaries(st.sampled_from(sorted(set(WORDS))), st.sampled_from([0.1, 0.3, 1, 3, 9]), min_size=2),
    limit=st.integers(1, 20),
    passing=st.sampled_from([1, 2, 30]),
)
def test_the_best_are_those_of_a_look_at_all(
    texts: list[list[str]], again: dict[int, list[str]], weights: dict[str, float], limit: int, passing: int
) -> None:
    layer = Layer()
    known = {f"k{at}": texts[at * at % len(texts)] for at in range(150)}
    for key, terms in known.items():
        layer.put(document(key, key), TextTerms(terms, NO_TIME_WORDS), 1, 100)
    for at, terms in again.items():
        if f"k{at}" in known and not terms:
            del known[f"k{at}"]
            layer.remove(f"k{at}", 2)
        else:
            known[f"k{at}"] = terms
            layer.put(document(f"k{at}", "again"), TextTerms(terms, NO_TIME_WORDS), 2, 100)
    plan = [Term(text, weight, 1.0, text) for text, weight in weights.items()]

    def passes(key: str) -> bool:
        return int(key[1:]) % passing == 0

    every = {key: sum(shares(plan, Counter(terms), len(terms), 3.0).values()) for key, terms in known.items()}
    best = sorted((score for key, score in every.items() if score and passes(key)), reverse=True)[:limit]
    found = layer.search(plan, 3.0, limit, lambda one: passes(one.key))
    assert [round(score, 9) for score, _ in found] == [round(score, 9) for score in best]
    assert all(round(every[entry.document.key], 9) == round(score, 9) for score, entry in found)


_terms = st.text("ab<:é", min_size=1, max_size=6)


@given(texts=st.lists(st.lists(_terms, max_size=5), max_size=6), prefix=st.text("ab<:é", max_size=6))
def test_terms_are_found_by_how_they_begin(texts: list[list[str]], prefix: str) -> None:
    layer = Layer()
    for number, terms in enumerate(texts):
        layer.put(document(f"k{number}", ""), TextTerms(terms, NO_TIME_WORDS), 1, 100)
    counted = Counter(term for terms in texts for term in terms if term.startswith(prefix))
    assert sorted(layer.terms_with_prefix(prefix)) == sorted(counted.items())
