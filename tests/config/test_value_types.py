"""Each type of value: what it takes, what it refuses, and that it reads back what it shows."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config.model import KEYS
from memoryd.config.timing import Cron, Zone
from memoryd.config.units import Duration, Size, format_duration, parse_duration
from memoryd.config.value_types import (
    AbsolutePath,
    Choice,
    Command,
    Integer,
    InvalidValue,
    Names,
    Number,
    Text,
    ValueType,
    Weights,
)

DAY = 86400.0


@pytest.mark.parametrize(
    ("value_type", "raw", "value"),
    [
        (Integer(0, 9), 9, 9),
        (Number(0, 1), 1, 1.0),
        (Number(0, 1), 0.25, 0.25),
        (Duration(0, DAY), "5m", 300.0),
        (Duration(0, DAY), "30 min", 1800.0),
        (Duration(0, DAY), 1800, 1800.0),
        (Duration(0, DAY), "1h 30min", 5400.0),
        (Duration(0, DAY), "2 hours, 5 seconds", 7205.0),
        (Duration(0, DAY), "1.5h", 5400.0),
        (Duration(0, DAY), "90", 90.0),
        (Duration(0, DAY), "500ms", 0.5),
        (Size(0, 1 << 30), "8 MiB", 8 << 20),
        (Size(0, 1 << 30), "8m", 8 << 20),
        (Size(0, 1 << 30), "1 kB", 1000),
        (Size(0, 1 << 30), 17, 17),
        (Choice(("daily", "weekly")), " Weekly", "weekly"),
        (Text(), " x ", "x"),
        (Text(empty=True), "", ""),
        (AbsolutePath(), "/a b/ü", Path("/a b/ü")),
        (AbsolutePath(empty=True), "", None),
        (Names(), ["alice", 1000, "@ops", "group:ops", "*"], ("alice", "1000", "@ops", "*")),
        (Command(), "/bin/x --y 'a b'", ("/bin/x", "--y", "a b")),
        (Command(), [], ()),
        (Cron(), "0  3 * * sun", "0 3 * * sun"),
        (Cron(), "OFF", "off"),
        (Zone(), "Europe/Berlin", "Europe/Berlin"),
        (Zone(), "", ""),
        (Weights(), {"dates": 1, "names": 0.5}, {"dates": 1.0, "names": 0.5}),
    ],
)
def test_what_is_taken(value_type: ValueType, raw: object, value: object) -> None:
    assert value_type.read(raw) == value


@pytest.mark.parametrize(
    ("value_type", "raw", "suggestion"),
    [
        (Integer(0, 9), 10, ""),
        (Integer(0, 9), True, ""),
        (Integer(0, 9), "7", "write 7 without quotes"),
        (Integer(0, 9), 7.0, "write 7 without quotes"),
        (Integer(0, 9), "seven", ""),
        (Number(0, 1), float("nan"), ""),
        (Number(0, 1), float("inf"), ""),
        (Number(0, 1), "0,5", ""),
        (Duration(1, DAY), "", 'such as "5m", "30 min", "1h 30min", or a number of seconds'),
        (Duration(1, DAY), "5 parsecs", 'such as "5m", "30 min", "1h 30min", or a number of seconds'),
        (Duration(1, DAY), 0.5, ""),
        (Duration(1, DAY), float("nan"), ""),
        (Size(0, 100), "8 MiB", ""),
        (Size(0, 100), "8 pounds", 'such as "8 MiB", or a number of bytes'),
        (Choice(("daily", "weekly")), "wekly", 'did you mean "weekly"?'),
        (Text(), "a\nb", ""),
        (Text(), 5, 'write "5"'),
        (AbsolutePath(), "a", "begin it with /, such as /a"),
        (AbsolutePath(), "/a\0b", ""),
        (AbsolutePath(longest=10), "/" + "a" * 10, "choose a shorter path"),
        (AbsolutePath(), "~nobody-of-that-name/x", ""),
        (Names(), "alice", 'write ["alice"]'),
        (Names(), ["a b"], None),
        (Names(), [True], None),
        (Command(), "summarise", ""),
        (Command(), "/bin/x 'a", "write a list of texts"),
        (Cron(), "0 0 30 2 *", 'such as "30 0 * * *" for 00:30 each day'),
        (Cron(), "* * * *", 'such as "30 0 * * *" for 00:30 each day'),
        (Cron(), "* * * * * *", 'such as "30 0 * * *" for 00:30 each day'),
        (Cron(), "60 * * * *", 'such as "30 0 * * *" for 00:30 each day'),
        (Zone(), "berlin", 'did you mean "Europe/Berlin"?'),
        (Zone(), "../../etc/passwd", None),
        (Weights(), {"dates": "x"}, ""),
        (Weights(("speaker", "date")), {"dates": 0.5}, 'did you mean "date"?'),
        (Weights(("speaker", "date")), {"bm25": 0.5}, "its names are speaker, date"),
    ],
)
def test_what_is_refused(value_type: ValueType, raw: object, suggestion: str | None) -> None:
    with pytest.raises(InvalidValue) as caught:
        value_type.read(raw)
    assert suggestion is None or caught.value.suggestion == suggestion


@pytest.mark.parametrize("dotted", list(KEYS))
def test_a_default_is_within_its_own_bounds(dotted: str) -> None:
    spec = KEYS[dotted].spec
    shown = tomllib.loads(f"value = {spec.type.show(spec.default)}")["value"]
    assert spec.type.read(shown) == spec.default


TOML_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates() | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(list(KEYS)), TOML_VALUES)
def test_a_value_is_read_or_refused_and_what_is_read_can_be_shown(dotted: str, raw: object) -> None:
    value_type = KEYS[dotted].spec.type
    try:
        value = value_type.read(raw)
    except InvalidValue:
        return
    assert value_type.read(tomllib.loads(f"value = {value_type.show(value)}")["value"]) == value


@given(st.integers(0, 10**9) | st.floats(0.001, 1e6).map(lambda seconds: float(f"{seconds:.6g}")))
def test_a_duration_is_read_as_it_is_shown(seconds: float) -> None:
    assert parse_duration(format_duration(seconds)) == pytest.approx(seconds)
