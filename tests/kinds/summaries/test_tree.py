"""Merging, staleness, and the anti-redundancy rule over random trees (004 §Non-redundant context)."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.kinds.summaries.budget import LEVELS, Level
from memoryd.kinds.summaries.node import Node, decode, encode, node_id
from memoryd.kinds.summaries.tree import Tree, shown, shown_within

WIDE = dict.fromkeys(LEVELS, 10**9)


def node(identity: str, sources: tuple[str, ...] = (), tokens: int = 10, **fields: object) -> Node:
    made = Node(
        id=identity, text="x" * (4 * tokens), version=1, sources=sources or (f"sessions/a.jsonl:{identity[3:]}-9",),
        source_versions=(1,) * len(sources), session_ids=("s",), first_at=0, last_at=0, received=0, started=0,
        written=0, source_tokens=100, by="agent",
    )  # fmt: skip
    return msgspec.structs.replace(made, **fields)


def grown(leaves: int, threshold: int, sizes: list[int] | None = None) -> Tree:
    """A tree as the worker builds it: merges before the next leaf."""
    tree = Tree()
    for number in range(1, leaves + 1):
        tree.put(node(node_id("L1", number), tokens=(sizes or [10])[number % len(sizes or [10])]))
        while (due := tree.due_merge(threshold, 3)) is not None:
            level: Level = LEVELS[LEVELS.index(due[0].level) + 1]
            tree.put(node(node_id(level, tree.next_number(level)), tuple(one.id for one in due)))
    return tree


def test_six_l1_make_an_l2_and_six_l2_an_l3() -> None:
    tree = grown(36, 6)
    assert {level: len(tree.levels[level]) for level in LEVELS} == {"L1": 36, "L2": 6, "L3": 1}
    assert tree.levels["L2"]["L2/0001"].sources == tuple(node_id("L1", n) for n in range(1, 7))
    assert tree.due_merge(6, 3) is None
    assert {level: len(grown(35, 6).levels[level]) for level in LEVELS} == {"L1": 35, "L2": 5, "L3": 0}


def test_max_levels_is_kept() -> None:
    tree = Tree(node(node_id("L1", n)) for n in range(1, 7))
    assert tree.due_merge(6, 1) is None and tree.due_merge(7, 3) is None
    assert len(tree.due_merge(6, 2) or ()) == 6


def test_an_l2_whose_l1_are_all_visible_is_left_out() -> None:
    assert [one.id for one in shown(grown(8, 6), WIDE)] == [node_id("L1", n) for n in range(1, 9)]


def test_past_the_budget_the_oldest_give_way_to_the_summary_above_them() -> None:
    ids = [one.id for one in shown(grown(13, 6), {**WIDE, "L1": 100})]
    assert ids == ["L2/0001", *(node_id("L1", n) for n in range(7, 14))]


def test_what_higher_levels_leave_of_a_job_s_room_goes_to_the_lower_ones() -> None:
    budgets = dict.fromkeys(LEVELS, 30_000)
    ids = [one.id for one in shown_within(grown(11, 6, [2000]), budgets, 26_000)]
    assert ids == [node_id("L1", n) for n in range(1, 12)]
    ids = [one.id for one in shown_within(grown(17, 6, [2000]), budgets, 26_000)]
    assert ids == ["L2/0001", *(node_id("L1", n) for n in range(7, 18))]
    # A merge shows as much beside its own sources as the job before it showed beside them.
    tree = grown(17, 6, [2000])
    needed = [node_id("L1", n) for n in range(13, 18)]
    assert [one.id for one in shown_within(tree, budgets, 12_030, needed)] == ["L2/0001", "L2/0002", *needed]
    assert [one.id for one in shown_within(tree, budgets, 24_000, needed)] == [
        "L2/0001",
        *(node_id("L1", n) for n in range(7, 18)),
    ]
    assert [one.id for one in shown_within(tree, budgets, 0, needed)] == needed


def test_a_merge_shows_its_sources_and_nothing_below_them() -> None:
    tree = grown(35, 6)
    tree.put(node("L1/0036"))
    tree.put(node("L2/0006", tuple(node_id("L1", n) for n in range(31, 37))))
    needed = [node_id("L2", n) for n in range(1, 7)]
    assert [one.id for one in shown(tree, WIDE, needed)] == needed
    assert [one.id for one in shown(tree, {**WIDE, "L2": 1}, needed)] == needed


def test_a_replaced_l1_makes_what_stands_above_it_stale() -> None:
    tree = grown(6, 6)
    tree.put(msgspec.structs.replace(tree.levels["L1"]["L1/0003"], version=2))
    assert tree.is_stale(tree.levels["L2"]["L2/0001"])
    assert not tree.is_stale(tree.levels["L1"]["L1/0003"])


def test_what_stood_before_a_summary() -> None:
    tree = grown(36, 6)
    before = tree.before(tree.levels["L1"]["L1/0014"])
    assert {level: len(before.levels[level]) for level in LEVELS} == {"L1": 13, "L2": 2, "L3": 0}
    above = tree.before(tree.levels["L2"]["L2/0002"])
    assert {level: len(above.levels[level]) for level in LEVELS} == {"L1": 12, "L2": 1, "L3": 0}


def stories(tree: Tree, nodes: list[Node]) -> list[str]:
    return [leaf for one in nodes for leaf in tree.leaves(one)]


@settings(max_examples=60)
@given(
    st.integers(0, 45), st.integers(2, 6), st.lists(st.integers(1, 40), min_size=1, max_size=5),
    st.integers(0, 300), st.integers(0, 60), st.integers(0, 60), st.booleans(), st.none() | st.integers(0, 400),
)  # fmt: skip
def test_no_event_is_told_twice_and_budgets_hold(
    leaves: int, threshold: int, sizes: list[int], b1: int, b2: int, b3: int, merging: bool, room: int | None
) -> None:
    tree = grown(leaves, threshold, sizes)
    budgets: dict[Level, int] = {"L1": b1, "L2": b2, "L3": b3}
    needed = [one.id for one in tree.unmerged("L2")] if merging else []
    nodes = shown(tree, budgets, needed) if room is None else shown_within(tree, budgets, room, needed)
    assert room is None or sum(one.tokens for one in nodes if one.id not in needed) <= room
    told = stories(tree, nodes)
    assert len(told) == len(set(told))
    assert told == sorted(told)
    assert [one.level for one in nodes] == sorted((one.level for one in nodes), reverse=True)
    assert set(needed) <= {one.id for one in nodes}
    for level in LEVELS:
        used = sum(one.tokens for one in nodes if one.level == level and one.id not in needed)
        assert used <= budgets[level]


@settings(max_examples=30)
@given(st.integers(1, 45), st.integers(2, 6))
def test_every_leaf_is_in_the_tree_once(leaves: int, threshold: int) -> None:
    tree = grown(leaves, threshold)
    tops = [one for level in LEVELS for one in tree.unmerged(level)]
    assert sorted(stories(tree, tops)) == [node_id("L1", n) for n in range(1, leaves + 1)]


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc"))), st.text(max_size=30))
def test_a_file_holds_its_summary(text: str, session_id: str) -> None:
    made = node("L1/0001", text=f"I remember {text}".strip(), session_ids=(session_id, "-->"), project="a --> b")
    assert decode(encode(made), "L1/0001") == made
