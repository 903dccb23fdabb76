"""Values of frameworks, written so that the daemon takes each text of them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from memoryd.client.escaped import escaped, pieces_of, travels, unescaped

TEXTS = st.text() | st.text(st.sampled_from("\\u0+-#1N\0\ud83c\udfac"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_a_value_travels_once_it_is_escaped_and_comes_back(value: Any) -> None:
    sent = escaped(value)
    assert travels(sent)
    assert repr(unescaped(sent, [])) == repr(value)
    short, pieces = pieces_of(sent)
    assert repr(unescaped(json.loads(json.dumps(short)), pieces)) == repr(value)


@given(st.text(st.sampled_from("a \n\\\0"), min_size=1, max_size=9), st.integers(150_000, 320_000))
def test_a_long_text_is_cut_and_comes_back(text: str, length: int) -> None:
    value = {"long": text * (length // len(text) + 1), "short": text}
    short, pieces = pieces_of(escaped(value))
    assert max(map(len, pieces)) <= 150_000 and len(json.dumps(short)) < 200
    assert unescaped(short, pieces) == value
