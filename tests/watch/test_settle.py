from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.watch.settle import Settle

CASES = [
    ("one touch", [0.0], 0.05),
    ("a second step", [0.0, 0.04], 0.09),
    ("a steady writer", [n * 0.04 for n in range(50)], 0.4),
    ("touches just at the limit", [0.0, 0.38], 0.4),
    ("out of order", [0.1, 0.0], 0.15),
]


@pytest.mark.parametrize(("hints", "due"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_when_a_path_is_due(hints: list[float], due: float) -> None:
    settle = Settle(quiet=0.05, latest=0.4)
    for at in hints:
        settle.hint("a", at)
    assert settle.next_due() == pytest.approx(due)
    assert settle.due(due - 0.001) == []
    assert settle.pending() == {"a"}
    assert settle.due(due + 0.001) == ["a"]
    assert settle.pending() == set()
    assert settle.next_due() is None


def test_due_paths_come_in_the_order_of_their_first_touch() -> None:
    settle = Settle()
    for at, path in enumerate(["c", "a", "b", "c"]):
        settle.hint(path, at / 1000)
    assert settle.due(1) == ["c", "a", "b"]


def test_a_deferred_path_waits() -> None:
    settle = Settle()
    settle.defer("a", 5.0)
    assert settle.next_due() == 5.0
    assert settle.due(4.9) == []
    assert settle.due(5.0) == ["a"]


@pytest.mark.parametrize(("until", "due"), [(60.0, 1.05), (1.02, 1.02)])
def test_a_touch_brings_a_deferred_path_forward_and_never_back(until: float, due: float) -> None:
    settle = Settle()
    settle.defer("a", until)
    settle.hint("a", 1.0)
    assert settle.next_due() == due
    assert settle.due(due) == ["a"]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 40)), max_size=30),
    st.integers(1, 10),
    st.integers(10, 60),
)
def test_each_touched_path_comes_once_and_in_time(touches: list[tuple[str, int]], quiet: int, latest: int) -> None:
    """Driven tick by tick as the watcher does: no touch is followed by more than `latest` ticks without the path."""
    settle = Settle(quiet, latest)
    last_taken = dict.fromkeys("abc", -1)
    first_touch: dict[str, int] = {}
    for now in range(120):
        for path in settle.due(now):
            assert path in first_touch
            assert now <= first_touch.pop(path) + latest
            last_taken[path] = now
        for path, at in touches:
            if at == now:
                settle.hint(path, now)
                first_touch.setdefault(path, now)
    assert first_touch == {}
    assert settle.pending() == set()
