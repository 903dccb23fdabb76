"""The order of the first results by trees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from math import log1p

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.recall.ranking.fusion import Candidate, Question, Ranked, fuse
from memoryd.recall.ranking.trees import (
    DEPTH,
    PARTS,
    READ,
    SAID_DEPTH,
    VERSION,
    Which,
    depth_of,
    features,
    odds,
    path_of,
    reorder,
)
from memoryd.recall.vectors.contextual import Contextual, Reading
from memoryd.weights import Weights

share = st.floats(0.0, 1.0)


@st.composite
def gathered(draw: st.DrawFn) -> list[Candidate]:
    role = draw(st.sampled_from([None, "user"]))
    return [
        Candidate(
            key=f"k{at}", text="tea", bm25=draw(share), cosine=draw(st.floats(0.3, 1.0)), mean=draw(share),
            maxsim=draw(share), at=at, who=draw(st.sampled_from([None, "Ann"])), before=at - 1, role=role,
        )
        for at in range(draw(st.integers(2, 26)))
    ]  # fmt: skip


def fused(candidates: Sequence[Candidate]) -> list[Ranked]:
    return fuse(Question("tea", date(2026, 7, 1)), candidates)


def deep(candidates: Sequence[Candidate]) -> int:
    return DEPTH if candidates[0].role is None else SAID_DEPTH


def sums_of(order: Sequence[Ranked]) -> dict[int, float]:
    return {one.position: one.score for one in order}


@given(gathered())
def test_the_first_are_dealt_the_same_scores_and_the_rest_stays(candidates: list[Candidate]) -> None:
    order = fused(candidates)
    after = reorder(order, candidates, 4.0)
    assert [one.score for one in after] == [one.score for one in order]
    assert sorted(one.position for one in after[: deep(candidates)]) == sorted(
        one.position for one in order[: deep(candidates)]
    )
    assert after[deep(candidates) :] == order[deep(candidates) :]
    for one in after:
        assert one.score == pytest.approx(sum(one.parts.values()))


@pytest.mark.parametrize(("said", "depth"), [(0, DEPTH), (5, DEPTH), (6, SAID_DEPTH), (10, SAID_DEPTH)])
def test_more_are_ordered_where_most_of_the_first_are_messages(said: int, depth: int) -> None:
    candidates = [Candidate(key=f"k{at}", text="tea", bm25=1.0, at=-at) for at in range(30)]
    for one in candidates[:said]:
        one.role = "user"
    assert depth_of(fused(candidates), candidates) == depth


def test_trees_are_told_how_far_the_neighbours_of_each_are_from_the_best() -> None:
    candidates = [
        Candidate(key="a", text="tea", bm25=3.0, before=1, after=2, at=3),
        Candidate(key="b", text="tea", bm25=1.0, after=0, at=2),
        Candidate(key="c", text="tea", bm25=2.0, before=0, after=3, at=1),
        Candidate(key="d", text="coffee", before=2),
    ]
    order = fused(candidates)
    sums = sums_of(order)
    told = features(order, candidates, sums)[:, -2:]
    best = max(sums.values())
    beside = {one.position: row.tolist() for one, row in zip(order, told, strict=True)}
    assert beside[0] == pytest.approx([sums[1] - best, sums[2] - best], abs=1e-5)
    assert beside[1] == pytest.approx([-3.0, 0.0], abs=1e-5)
    assert beside[2] == pytest.approx([0.0, -3.0], abs=1e-5)


def test_trees_are_told_what_the_vectors_say_of_each_alone() -> None:
    one = Candidate(key="a", text="tea", bm25=2.0, cosine=0.5, mean=0.4, maxsim=0.9, plain=0.8, rest=0.2, context=0.1)
    candidates = [one, Candidate(key="b", text="green tea", bm25=1.0)]
    order = fused(candidates)
    told = features(order, candidates, sums_of(order))[:, -7:-2]
    assert order[0].position == 0
    assert told[0].tolist() == pytest.approx([log1p(3), 0.8, 0.2, 0.1, 0.4])
    assert told[1].tolist() == pytest.approx([log1p(9), 0.0, 0.0, 0.0, 0.0])


@given(gathered())
def test_a_large_weight_orders_by_the_trees_alone(candidates: list[Candidate]) -> None:
    order = fused(candidates)
    head = order[: deep(candidates)]
    likely = dict(
        zip([one.position for one in head], odds(features(head, candidates, sums_of(order)), "trees"), strict=True)
    )
    after = [likely[one.position] for one in reorder(order, candidates, 1e9)[: deep(candidates)]]
    assert after == sorted(after, reverse=True)


@given(gathered(), st.lists(st.builds(Contextual, share, share, share), min_size=READ, max_size=READ))
def test_what_was_read_of_the_first_is_told_to_trees_of_its_own(
    candidates: list[Candidate], read: list[Contextual]
) -> None:
    order = fused(candidates)
    first = reorder(order, candidates, 1e9)[:READ]
    near = read[: len(first)]
    told = odds(features(first, candidates, sums_of(order), near), "contextual_trees")
    likely = dict(zip([one.position for one in first], told, strict=True))
    asked: list[list[Ranked]] = []

    def reading(head: Sequence[Ranked]) -> list[Reading]:
        asked.append(list(head))
        return [Reading(one) for one in near]

    after = reorder(order, candidates, 1e9, reading)
    assert asked == [first]
    found = [likely[one.position] for one in after[:READ]]
    assert found == sorted(found, reverse=True)
    assert after[READ:] == reorder(order, candidates, 1e9)[READ:]


@given(gathered())
def test_nothing_is_ordered_without_a_weight(candidates: list[Candidate]) -> None:
    asked: list[Sequence[Ranked]] = []
    order = fused(candidates)
    assert reorder(order, candidates, 0.0, asked.append) == order
    assert not asked


@given(gathered(), st.sets(st.integers(0, SAID_DEPTH - 1), min_size=1))
def test_what_has_no_vector_keeps_its_place(candidates: list[Candidate], places: set[int]) -> None:
    """A message of this moment among others; these are ordered around it."""
    order = fused(candidates)
    without = {at for at in places if at < len(order)}
    for at in without:
        candidates[order[at].position].cosine = None
    after = reorder(order, candidates, 1e9)
    assert [after[at] for at in sorted(without)] == [order[at] for at in sorted(without)]
    assert [one.score for one in after] == [one.score for one in order]
    others = [at for at in range(min(deep(candidates), len(order))) if at not in without]
    if len(others) > 1:
        head = [order[at] for at in others]
        told = odds(features(head, candidates, sums_of(order)), "trees")
        likely = dict(zip([one.position for one in head], told, strict=True))
        found = [likely[after[at].position] for at in others]
        assert found == sorted(found, reverse=True)


@pytest.mark.parametrize(("which", "read"), [("trees", 0), ("contextual_trees", len(Contextual._fields))])
def test_odds_are_the_sum_of_the_leaves_that_a_walk_ends_in(which: Which, read: int) -> None:
    fitted = Weights(path_of(which), VERSION)
    splits, over, leaves = (
        fitted.array(name, -1, count).ravel() for name, count in (("features", 7), ("thresholds", 7), ("leaves", 8))
    )
    values = np.random.default_rng(5).normal(size=(6, 2 * len(PARTS) + 18 + 2 * read)).astype(np.float32)
    for row, found in zip(values, odds(values, which), strict=True):
        total = 0.0
        for tree in range(len(leaves) // 8):
            node = 0
            while node < 7:
                at = tree * 7 + node
                node = 2 * node + 1 + bool(row[splits[at]] > over[at])
            total += leaves[tree * 8 + node - 7]
        assert found == pytest.approx(total)
