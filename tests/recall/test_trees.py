"""The order of the first results by trees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.recall.ranking.fusion import Candidate, Question, Ranked, fuse
from memoryd.recall.ranking.trees import DEPTH, PARTS, VERSION, Which, features, odds, path_of, reorder
from memoryd.recall.vectors.contextual import Contextual, Reading
from memoryd.weights import Weights

share = st.floats(0.0, 1.0)


@st.composite
def gathered(draw: st.DrawFn) -> list[Candidate]:
    return [
        Candidate(
            key=f"k{at}", text="tea", bm25=draw(share), cosine=draw(st.floats(0.3, 1.0)), mean=draw(share),
            maxsim=draw(share), at=at, who=draw(st.sampled_from([None, "Ann"])),
        )
        for at in range(draw(st.integers(2, 16)))
    ]  # fmt: skip


def fused(candidates: Sequence[Candidate]) -> list[Ranked]:
    return fuse(Question("tea", date(2026, 7, 1)), candidates)


@given(gathered())
def test_the_first_are_dealt_the_same_scores_and_the_rest_stays(candidates: list[Candidate]) -> None:
    order = fused(candidates)
    after = reorder(order, candidates, 4.0)
    assert [one.score for one in after] == [one.score for one in order]
    assert sorted(one.position for one in after[:DEPTH]) == sorted(one.position for one in order[:DEPTH])
    assert after[DEPTH:] == order[DEPTH:]
    for one in after:
        assert one.score == pytest.approx(sum(one.parts.values()))


@given(gathered())
def test_a_large_weight_orders_by_the_trees_alone(candidates: list[Candidate]) -> None:
    order = fused(candidates)[:DEPTH]
    places = [one.position for one in order]
    likely = dict(zip(places, odds(features(order, candidates), "trees"), strict=True))
    after = [likely[one.position] for one in reorder(order, candidates, 1e9)]
    assert after == sorted(after, reverse=True)


@given(gathered(), st.lists(st.builds(Contextual, share, share, share), min_size=DEPTH, max_size=DEPTH))
def test_what_was_read_of_the_first_is_told_to_trees_of_its_own(
    candidates: list[Candidate], read: list[Contextual]
) -> None:
    order = fused(candidates)[:DEPTH]
    read = read[: len(order)]
    seen = [Reading(one) for one in read]
    told = odds(features(order, candidates, read), "contextual_trees")
    likely = dict(zip([one.position for one in order], told, strict=True))
    after = [likely[one.position] for one in reorder(order, candidates, 1e9, lambda _: seen)]
    assert after == sorted(after, reverse=True)


@given(gathered())
def test_nothing_is_ordered_without_a_weight_or_a_vector(candidates: list[Candidate]) -> None:
    order = fused(candidates)
    asked: list[Sequence[Ranked]] = []
    assert reorder(order, candidates, 0.0, asked.append) == order
    candidates[order[0].position].cosine = None
    assert reorder(order, candidates, 4.0, asked.append) == order
    assert not asked


@pytest.mark.parametrize(("which", "read"), [("trees", 0), ("contextual_trees", len(Contextual._fields))])
def test_odds_are_the_sum_of_the_leaves_that_a_walk_ends_in(which: Which, read: int) -> None:
    fitted = Weights(path_of(which), VERSION)
    splits, over, leaves = (
        fitted.array(name, -1, count).ravel() for name, count in (("features", 7), ("thresholds", 7), ("leaves", 8))
    )
    values = np.random.default_rng(5).normal(size=(6, 2 * len(PARTS) + 11 + 2 * read)).astype(np.float32)
    for row, found in zip(values, odds(values, which), strict=True):
        total = 0.0
        for tree in range(len(leaves) // 8):
            node = 0
            while node < 7:
                at = tree * 7 + node
                node = 2 * node + 1 + bool(row[splits[at]] > over[at])
            total += leaves[tree * 8 + node - 7]
        assert found == pytest.approx(total)
