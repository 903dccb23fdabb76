"""What says on which day of the calendar something is."""

from __future__ import annotations

import pytest

from memoryd.kinds.facts.model.validity import is_on_a_day, plain


@pytest.mark.parametrize(
    ("predicate", "object_", "is_one"),
    [
        ("is_on", "the 7th", True),
        ("is on", "now the 14th", True),
        ("is_on", "2026-05-14", True),
        ("is_on", "14 May", True),
        ("is_on", "the 14th of May, 2026", True),
        ("is due on", "May 3rd", True),
        ("ist_am", "14. Mai 2026", True),
        ("findet_statt_am", "3.11.", True),
        ("scheduled_for", "3.11.2026", True),
        ("wurde_auf", "den 14. Mai verschoben", True),
        ("wurde_auf", "14. Mai 2026 verlegt", True),
        ("moved_to", "14 May", True),
        ("was_moved_to", "14 May", True),
        ("is", "14 May", True),
        ("ist", "3.11.2026", True),
        ("is_on", "Tuesday", False),
        ("is_on", "7", False),
        ("is_on", "the 7th floor", False),
        ("is_on", "14 May in Kent", False),
        ("is", "the 7th", False),
        ("likes", "the 7th", False),
    ],
)
def test_a_day_of_the_calendar(predicate: str, object_: str, *, is_one: bool) -> None:
    assert is_on_a_day(plain(predicate), object_) is is_one
