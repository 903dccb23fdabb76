"""What a filter of `items.search` lets pass. Pure."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from memoryd.errors import InvalidParams

_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def check_filter(given: Mapping[str, Any] | None) -> None:
    """Raise InvalidParams for an operator that there is not."""
    for name, wanted in (given or {}).items():
        unknown = [one for one in _operators(wanted) if one not in _OPERATORS]
        if unknown:
            known = ", ".join(_OPERATORS)
            raise InvalidParams(f"`filter.{name}` has no operator {unknown[0]!r}; there are {known}", param="filter")


def passes(value: Any, given: Mapping[str, Any] | None) -> bool:
    """Whether each named field of the value is as the filter says: equal, or by operators such as `{"$gte": 3}`."""
    if not given:
        return True
    if not isinstance(value, dict):
        return False
    return all(_is_as(value.get(name), wanted) for name, wanted in given.items())


def _operators(wanted: Any) -> list[str]:
    return [name for name in wanted if name.startswith("$")] if isinstance(wanted, dict) else []


def _is_as(found: Any, wanted: Any) -> bool:
    if not _operators(wanted):
        return bool(found == wanted)
    try:
        return all(_OPERATORS[name](found, against) for name, against in wanted.items())
    except TypeError:  # a text is neither more nor less than a number
        return False
