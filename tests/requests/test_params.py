"""Types and bounds that parameters share."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from memoryd.errors import InvalidParams, TooLarge
from memoryd.requests.params import LONGEST_QUERY, asked, bounded, one_of, with_types, worded


class Params(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is asked."""

    action: str
    kinds: list[str] | None = None
    words: list[str] = []
    from_: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(default=1, name="from")
    other: str = "same"


def read(kind: Any, **given: Any) -> Any:
    return msgspec.convert(given, kind)


def test_fields_get_other_types_and_keep_the_rest() -> None:
    kind = with_types(Params, action=one_of(("a", "b")), kinds=list[one_of(("x",))] | None)  # type: ignore[misc]
    made = read(kind, action="a", kinds=["x"])
    assert isinstance(made, Params)
    assert (made.action, made.kinds, made.words, made.from_, made.other) == ("a", ["x"], [], 1, "same")
    for wrong in ({"action": "c"}, {"action": "a", "kinds": ["y"]}, {}, {"action": "a", "unknown": 1}):
        with pytest.raises(msgspec.ValidationError):
            read(kind, **wrong)
    assert (kind.__name__, kind.__doc__) == ("Params", "What is asked.")


def test_what_may_be_left_out_may_still_be_left_out() -> None:
    kind = with_types(Params, words=list[one_of(("x",))], kinds=None)  # type: ignore[misc]
    first, second = read(kind, action="a"), read(kind, action="a")
    assert first.words == []
    assert first.words is not second.words
    with pytest.raises(msgspec.ValidationError, match="action"):
        read(kind)


def test_a_name_on_the_wire_stays() -> None:
    kind = with_types(Params, from_=one_of((1, 2)))
    assert read(kind, action="a").from_ == 1
    assert read(kind, **{"action": "a", "from": 2}).from_ == 2
    with pytest.raises(msgspec.ValidationError):
        read(kind, action="a", from_=2)


def test_the_old_type_is_as_it_was() -> None:
    with_types(Params, action=one_of(("a",)))
    assert read(Params, action="z").action == "z"


@pytest.mark.parametrize(
    ("text", "limit", "fits"), [("abc", 3, True), ("abcd", 3, False), ("éé", 4, True), ("éé", 3, False)]
)
def test_a_text_has_a_bound_in_bytes(text: str, limit: int, fits: bool) -> None:
    if fits:
        assert bounded("content", text, limit) == text
        return
    with pytest.raises(TooLarge) as caught:
        bounded("content", text, limit)
    assert caught.value.data == {"param": "content", "limit": limit}


@pytest.mark.parametrize("text", ["", "  ", "\n\t"])
def test_a_text_has_a_word(text: str) -> None:
    with pytest.raises(InvalidParams, match="`query` must not be empty"):
        worded("query", text)
    with pytest.raises(InvalidParams):
        asked("query", text)


def test_of_a_question_only_so_much_is_read() -> None:
    assert asked("query", f"  who?  {'x' * LONGEST_QUERY}")[:4] == "who?"
    assert len(asked("query", "x" * (LONGEST_QUERY + 1))) == LONGEST_QUERY
