"""Times as integers and as text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.times import format_time, parse_time

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@given(st.datetimes(datetime(1900, 1, 1), datetime(9999, 12, 30, 23, 59, 59, 999_999)))
def test_text_is_iso_8601_in_utc_with_microseconds(moment: datetime) -> None:
    at = (moment.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)

    assert moment.replace(tzinfo=UTC).isoformat(timespec="microseconds") == format_time(at)
    assert at == parse_time(format_time(at))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-05-15T14:30:00Z", "2026-05-15T14:30:00.000000+00:00"),
        ("2026-05-15", "2026-05-15T00:00:00.000000+00:00"),
        ("2026-05-15T16:30:00.5+02:00", "2026-05-15T14:30:00.500000+00:00"),
    ],
)
def test_what_people_write_is_read(text: str, expected: str) -> None:
    assert expected == format_time(parse_time(text))


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "0001-01-01T00:00:00+23:00x"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_time(text)
