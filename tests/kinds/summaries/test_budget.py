"""The waterfall of 004 §Memory injection, with its worked example."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.summaries.budget import LEVELS, select, waterfall


def sized(*sizes: int) -> list[tuple[str, int]]:
    return [(f"{number}", size) for number, size in enumerate(sizes, 1)]


def test_what_l3_leaves_flows_to_l2() -> None:
    """004: if L3 only uses 12k, the extra 18k flows to L2's budget, making it 48k effective."""
    levels = {"L3": sized(*[2000] * 6), "L2": sized(*[2000] * 30), "L1": sized(*[2000] * 30)}
    chosen, used, effective = waterfall(levels, dict.fromkeys(LEVELS, 30_000))
    assert used["L3"] == 12_000
    assert effective == {"L3": 30_000, "L2": 48_000, "L1": 30_000}
    # A full level lets go of 22,556 tokens at once, so that its beginning stays the same for a while.
    assert used["L2"] == 36_000 and len(chosen["L2"]) == 18
    assert len(chosen["L1"]) == 7 and used["L1"] == 14_000
    fitting = waterfall({**levels, "L2": sized(*[2000] * 24)}, dict.fromkeys(LEVELS, 30_000))[0]
    assert len(fitting["L2"]) == 24


def test_the_newest_are_kept_and_the_oldest_come_first() -> None:
    assert select(sized(10, 10, 10), 20) == ["2", "3"]
    assert select(sized(10, 10, 10), 0) == []


def test_one_that_can_never_fit_does_not_hide_the_others() -> None:
    assert select(sized(10, 50, 10), 30) == ["1", "3"]


def test_nothing_flows_upwards() -> None:
    chosen, _, effective = waterfall({"L3": sized(40)}, dict.fromkeys(LEVELS, 30))
    assert chosen["L3"] == [] and effective == {"L3": 30, "L2": 60, "L1": 90}


sizes = st.lists(st.integers(1, 60), max_size=12)
budget = st.integers(0, 200)


@given(sizes, sizes, sizes, budget, budget, budget, st.integers(0, 20))
def test_no_combination_passes_its_budgets(l1, l2, l3, b1: int, b2: int, b3: int, head: int) -> None:
    levels = {"L1": sized(*l1), "L2": sized(*l2), "L3": sized(*l3)}
    budgets = {"L1": b1, "L2": b2, "L3": b3}
    chosen, used, effective = waterfall(levels, budgets, dict.fromkeys(LEVELS, head))
    assert used["L3"] <= b3 and used["L3"] + used["L2"] <= b3 + b2 and sum(used.values()) <= b3 + b2 + b1
    for level in LEVELS:
        numbers = [int(item) for item in chosen[level]]
        sizes_of = dict(levels[level])
        assert numbers == sorted(numbers)
        assert used[level] == sum(sizes_of[item] for item in chosen[level]) + (head if numbers else 0)
        room = effective[level] - head
        fitting = [int(item) for item, size in levels[level] if size <= room]
        assert numbers == fitting[len(fitting) - len(numbers) :] and bool(numbers) == bool(fitting)
        assert numbers == fitting or sum(sizes_of[f"{n}"] for n in fitting) > room
