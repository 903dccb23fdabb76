"""The memory that is injected: its text within budgets for every combination, the newest kept, the oldest first."""

from __future__ import annotations

import itertools
import re
from datetime import UTC, timedelta, timezone

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.kinds.summaries.budget import LEVELS, Level
from memoryd.kinds.summaries.node import Node
from memoryd.kinds.summaries.prompt import TITLES, assembled, block
from memoryd.kinds.summaries.tree import Tree
from memoryd.text.tokens import tokens_of
from memoryd.times import DAY
from tests.kinds.summaries.test_tree import grown

words = st.lists(st.sampled_from(["tea", "Zürich", "昨天", "\n\n", "## Recent memory", "a" * 90, "🙂"]), min_size=1)
budget = st.one_of(st.integers(0, 120), st.integers(0, 4000))


def told(leaves: int, threshold: int, texts: list[list[str]]) -> Tree:
    """A grown tree whose summaries say something on different days."""
    tree = grown(leaves, threshold)
    nodes = [node for level in LEVELS for node in tree.levels[level].values()]
    return Tree(
        msgspec.structs.replace(
            node, text=" ".join(texts[place % len(texts)]).strip() or "x",
            first_at=node.number * DAY, last_at=(node.number + place % 3) * DAY,
        )
        for place, node in enumerate(nodes)
    )  # fmt: skip


@settings(max_examples=60)
@given(
    st.integers(0, 45), st.integers(2, 6), st.lists(words, min_size=1, max_size=6), budget, budget, budget
)  # fmt: skip
def test_no_combination_passes_its_budgets(
    leaves: int, threshold: int, texts: list[list[str]], b1: int, b2: int, b3: int
) -> None:
    tree = told(leaves, threshold, texts)
    budgets: dict[Level, int] = {"L1": b1, "L2": b2, "L3": b3}
    text, used, nodes = assembled(tree, budgets, UTC)
    assert tokens_of(text) <= sum(used.values()) <= b1 + b2 + b3
    assert used["L3"] <= b3 and used["L3"] + used["L2"] <= b3 + b2
    assert (text == "") == (nodes == [])
    # Long-term memory comes first, and within a level the oldest.
    assert [node.id for node in nodes] == [
        n.id for n in sorted(nodes, key=lambda n: (-LEVELS.index(n.level), n.number))
    ]
    assert assembled(tree, budgets, UTC) == (text, used, nodes)
    at = 0
    for node in nodes:
        at = text.index(node.text.strip(), at) + len(node.text.strip())
    for level in LEVELS:
        shown = [node.number for node in nodes if node.level == level]
        # The text of a summary may look like a title; a title that stands by itself is ours.
        assert not shown or re.search(rf"^## {TITLES[level]}$", text, re.MULTILINE)
        sizes = {tokens_of(block(node, UTC)) for node in tree.levels[level].values()}
        if len(sizes) == 1 and shown:
            assert shown == list(range(shown[0], shown[-1] + 1))
            assert level != "L1" or shown[-1] == len(tree.levels[level])


def test_all_of_it_when_there_is_room() -> None:
    tree = told(36, 6, [["tea"]])
    text, used, nodes = assembled(tree, dict.fromkeys(LEVELS, 30_000), UTC)
    assert len(nodes) == 36 + 6 + 1 and tokens_of(text) <= sum(used.values()) < 1000


@pytest.mark.parametrize("tokens", [1000, 2000])
def test_most_of_what_was_shown_stays_where_it_was_while_leaves_are_appended(tokens: int) -> None:
    """So that a model's cache holds: of all tokens before the newest leaf, for 100 leaves once budgets are full.

    A summary has 125 tokens, so that a budget takes eight or sixteen of them.
    """
    budgets: dict[Level, int] = dict.fromkeys(LEVELS, tokens)

    def after(leaves: int) -> tuple[str, dict[Level, int], list[Node]]:
        nodes = [node for level in grown(leaves, 6).levels.values() for node in level.values()]
        told = (msgspec.structs.replace(node, text=f"{node.id} " + "tea " * 120) for node in nodes)
        return assembled(Tree(told), budgets, UTC)

    before, kept, all_of_it, counted, shown = "", 0, 0, 0, set[str]()
    for leaves in itertools.count(36):
        text, used, nodes = after(leaves)
        assert nodes[-1].number == leaves and sum(used.values()) <= 3 * tokens
        if counted or not shown.issubset(node.id for node in nodes):
            counted += 1
            older = len(text) - len(block(nodes[-1], UTC))
            same = next((at for at, (a, b) in enumerate(zip(before, text, strict=False)) if a != b), len(before))
            kept, all_of_it = kept + min(same, older), all_of_it + older
        before, shown = text, {node.id for node in nodes}
        if counted == 100:
            break
    assert kept >= 0.95 * all_of_it, kept / all_of_it


def test_a_summary_is_headed_by_its_day_in_the_time_zone() -> None:
    noon = 12 * 60 * 60 * 1_000_000
    (node,) = told(1, 6, [["tea"]]).levels["L1"].values()
    tree = Tree([msgspec.structs.replace(node, first_at=noon, last_at=noon)])
    text, _, _ = assembled(tree, dict.fromkeys(LEVELS, 1000), timezone(timedelta(hours=14)))
    assert "### 1970-01-02\n" in text
