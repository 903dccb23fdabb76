"""The waterfall of 004 §Memory injection, with its worked example."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.summaries.budget import LEVELS, Choice, Level, Sized, waterfall


def sized(*sizes: int) -> list[Sized]:
    return [Sized(f"{number}", size) for number, size in enumerate(sizes, 1)]


def of_l1(budget: int, *sizes: int) -> list[str]:
    return waterfall({"L1": sized(*sizes)}, {"L1": budget, "L2": 0, "L3": 0}).chosen["L1"]


def test_what_l3_leaves_flows_to_l2() -> None:
    """004: if L3 only uses 12k, the extra 18k flows to L2's budget, making it 48k effective."""
    levels: dict[Level, list[Sized]] = {"L3": sized(*[2000] * 6), "L2": sized(*[2000] * 24), "L1": sized(*[2000] * 30)}
    budgets: dict[Level, int] = dict.fromkeys(LEVELS, 30_000)
    full = waterfall(levels, budgets)
    assert full.used["L3"] == 12_000 and full.used["L2"] == 48_000
    # Of the lowest 30,000 so much is kept that the beginning stays the same for a while.
    assert 0 < full.used["L1"] <= 30_000 and full.chosen["L1"][-1] == "30"
    # A full level lets go of half of its 60,000 tokens at once.
    more = waterfall({**levels, "L2": sized(*[2000] * 30)}, budgets)
    assert more.chosen["L2"] == [f"{number}" for number in range(16, 31)]


def test_the_newest_are_kept_and_the_oldest_come_first() -> None:
    assert of_l1(20, 10, 10, 10) == ["3"]
    assert of_l1(0, 10, 10, 10) == []
    assert of_l1(30, 10, 10, 10) == ["1", "2", "3"]


def test_one_that_can_never_fit_does_not_hide_the_others() -> None:
    assert of_l1(30, 10, 50, 10) == ["1", "3"]


def test_nothing_flows_upwards() -> None:
    choice = waterfall({"L3": sized(40)}, dict.fromkeys(LEVELS, 30))
    assert choice == Choice({"L3": [], "L2": [], "L1": []}, {"L3": 0, "L2": 0, "L1": 0})


def test_what_is_told_below_is_not_told_above_and_what_gave_way_is() -> None:
    levels: dict[Level, list[Sized]] = {
        "L1": sized(*[10] * 8),
        "L2": [Sized("a", 10, ("1", "2", "3", "4")), Sized("b", 10, ("5", "6", "7", "8"))],
    }

    def chosen(l1: int) -> dict[Level, list[str]]:
        return waterfall(levels, {"L1": l1, "L2": 20, "L3": 0}).chosen

    assert chosen(80) == {"L1": [*"12345678"], "L2": ["a", "b"], "L3": []}
    assert chosen(70) == {"L1": [*"12345678"], "L2": [], "L3": []}
    less = chosen(40)
    assert less["L2"] and int(less["L1"][0]) > 1 and less["L1"][-1] == "8"
    assert ("b" in less["L2"]) == (less["L1"][0] > "5")


sizes = st.lists(st.integers(1, 60), max_size=12)
budget = st.integers(0, 200)


@given(sizes, sizes, sizes, budget, budget, budget, st.integers(0, 20))
def test_no_combination_passes_its_budgets(
    l1: list[int], l2: list[int], l3: list[int], b1: int, b2: int, b3: int, head: int
) -> None:
    levels: dict[Level, list[Sized]] = {"L1": sized(*l1), "L2": sized(*l2), "L3": sized(*l3)}
    budgets: dict[Level, int] = {"L1": b1, "L2": b2, "L3": b3}
    chosen, used = waterfall(levels, budgets, dict.fromkeys(LEVELS, head))
    assert used["L3"] <= b3 and used["L3"] + used["L2"] <= b3 + b2 and sum(used.values()) <= b3 + b2 + b1
    for level in LEVELS:
        numbers = [int(item) for item in chosen[level]]
        sizes_of = {one.id: one.size for one in levels[level]}
        assert numbers == sorted(numbers)
        assert used[level] == sum(sizes_of[item] for item in chosen[level]) + (head if numbers else 0)
        # A summary that fits its level's own budget is shown when it is the newest.
        newest = levels[level][-1:]
        assert numbers or not newest or newest[0].size + head > budgets[level]
