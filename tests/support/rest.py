"""A matrix of which `make test` looks at a part, and `make test-long` and CI at the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])

REST = (pytest.mark.long, pytest.mark.rest)
"""The marks of what `make test` leaves out, though it takes seconds only: its like is there."""


def rest(test: Test) -> Test:
    """A test that is left to the rest."""
    for mark in REST:
        test = mark(test)
    return test


def part(most: int, cases: Iterable[Any]) -> list[Any]:
    """The cases of one parameter; those behind the first `most` are marked."""
    return [case if at < most else pytest.param(case, marks=REST) for at, case in enumerate(cases)]
