"""Large writes are cut into slices, between which others write."""

from __future__ import annotations

import pytest

from memoryd.requests.slices import sliced


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [
        ([], [0]),
        ([1], [1]),
        ([9], [1]),
        ([5, 1], [1, 1]),
        ([9, 9], [1, 1]),
        ([2, 2, 1, 3], [3, 1]),
        ([0] * 9, [4, 4, 1]),
        ([0, 0, 0, 9, 0], [3, 1, 1]),
    ],
)
def test_slices_are_few_and_within_their_bounds(sizes: list[int], parts: list[int]) -> None:
    cut = [*sliced(sizes, int, most_bytes=5, most=4)]
    assert [len(one) for one in cut] == parts
    assert [one for part in cut for one in part] == sizes
