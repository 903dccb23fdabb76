"""What a filter of items.search lets pass."""

from __future__ import annotations

from typing import Any

import pytest

from memoryd.errors import InvalidParams
from memoryd.kinds.items.filters import check_filter, passes

VALUE = {"color": "red", "size": 3, "tags": ["a"], "none": None}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, True),
        ({}, True),
        ({"color": "red"}, True),
        ({"color": "blue"}, False),
        ({"color": "red", "size": 4}, False),
        ({"tags": ["a"]}, True),
        ({"missing": None}, True),
        ({"size": {"$gte": 3, "$lt": 4}}, True),
        ({"size": {"$gt": 3}}, False),
        ({"size": {"$lte": 2}}, False),
        ({"size": {"$ne": 3}}, False),
        ({"size": {"$eq": 3}}, True),
        ({"color": {"$gt": 3}}, False),
        ({"none": {"$lt": 3}}, False),
    ],
)
def test_passes(given: dict[str, Any] | None, expected: bool) -> None:
    assert passes(VALUE, given) is expected


def test_only_a_map_has_fields() -> None:
    assert passes("red", {"color": "red"}) is False
    assert passes("red", None) is True


def test_an_unknown_operator_is_refused() -> None:
    with pytest.raises(InvalidParams, match=r"\$gte"):
        check_filter({"size": {"$over": 3}})
