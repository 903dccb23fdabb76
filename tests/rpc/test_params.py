"""Params that do not fit: what the caller is told."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated, Any

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.errors import MemorydError
from memoryd.rpc.explain import describe
from memoryd.rpc.validate import ParamsReader
from tests.rpc.harness import AnyParams, EchoParams, Raw, Rig

BAD: list[tuple[dict[str, Any], str, str]] = [
    ({}, "invalid_params", "`text` is missing; it must be text of 1 to 1000 characters"),
    ({"text": 5}, "invalid_params", "`text` must be text of 1 to 1000 characters, got 5"),
    ({"text": None}, "invalid_params", "`text` must be text of 1 to 1000 characters, got null"),
    ({"text": ""}, "invalid_params", "`text` must not be empty; it must be text of 1 to 1000 characters"),
    ({"text": "x" * 1001}, "too_large", "`text` may have at most 1000 characters, got 1001"),
    ({"text": "a", "k": "ten"}, "invalid_params", "`k` must be an integer from 1 to 100, got 'ten'"),
    ({"text": "a", "k": 101}, "invalid_params", "`k` must be an integer from 1 to 100, got 101"),
    ({"text": "a", "k": 0}, "invalid_params", "`k` must be an integer from 1 to 100, got 0"),
    ({"text": "a", "k": 1.5}, "invalid_params", "`k` must be an integer from 1 to 100, got 1.5"),
    ({"text": "a", "k": True}, "invalid_params", "`k` must be an integer from 1 to 100, got true"),
    ({"text": "a", "k": None}, "invalid_params", "`k` must be an integer from 1 to 100, got null"),
    ({"text": "a", "weight": 0}, "invalid_params", "`weight` must be a number above 0 or null, got 0"),
    ({"text": "a", "order": "x"}, "invalid_params",
     "`order` must be one of 'activation', 'relevance' or null, got 'x'"),
    ({"text": "a", "loud": "yes"}, "invalid_params", "`loud` must be true or false, got 'yes'"),
    ({"text": "a", "tags": "b"}, "invalid_params", "`tags` must be a list of at most 3 elements, each text, got 'b'"),
    ({"text": "a", "tags": ["b", 4]}, "invalid_params", "`tags[1]` must be text, got 4"),
    ({"text": "a", "tags": "many"}, "invalid_params",
     "`tags` must be a list of at most 3 elements, each text, got 'many'"),
    ({"text": "a", "tags": ["b"] * 4}, "too_large", "`tags` may have at most 3 elements, got 4"),
    ({"text": "a", "people": [{}]}, "invalid_params", "`people[0].name` is missing; it must be text"),
    ({"text": "a", "people": ["b"]}, "invalid_params", "`people[0]` must be a map of name, age, got 'b'"),
    ({"text": "a", "people": [{"name": "b", "age": -1}]}, "invalid_params",
     "`people[0].age` must be an integer of at least 0, got -1"),
    ({"text": "a", "people": [{"nam": "b", "name": "c"}]}, "invalid_params",
     "unknown param 'nam' in `people[0]`; did you mean 'name'?"),
    ({"text": "a", "chief": {"zzz": "b"}}, "invalid_params", "unknown param 'zzz' in `chief`; known are age, name"),
    ({"text": "a", "chief": {"age": 3}}, "invalid_params", "`chief.name` is missing; it must be text"),
    ({"text": "a", "counts": {"x": "y"}}, "invalid_params", "`counts[...]` is wrong: expected `int`, got `str`"),
    ({"text": "a", "txet": 1}, "invalid_params", "unknown param 'txet'; did you mean 'text'?"),
    ({"text": "a", "zzz": 1}, "invalid_params",
     "unknown param 'zzz'; known are chief, counts, k, loud, order, people, tags, text, weight"),
    ({"text": "a\0b"}, "invalid_params", "`text` holds a NUL character (at 1); remove it"),
    ({"text": "a", "tags": ["b", "\0"]}, "invalid_params", "`tags[1]` holds a NUL character (at 0); remove it"),
    ({"text": "a", "counts": {"x\0": 1}}, "invalid_params",
     "a key in `counts` holds a NUL character (at 1); remove it"),
    ({"text": "a\udcff"}, "invalid_params",
     "`text` is not valid UTF-8 (at character 1); encode the text as UTF-8"),
    ({"text": b"\xff"}, "invalid_params", "`text` is not valid UTF-8 (at character 0); encode the text as UTF-8"),
    ({"text": "a", "tags": [msgpack.ExtType(5, b"x")]}, "invalid_params",
     "`tags[0]` is a MessagePack extension; send plain values only"),
    ({"text": "a", 5: 6}, "invalid_params", "the keys of every map in params must be text"),
    ({"text": "a", "people": [{3: 4}]}, "invalid_params", "the keys of every map in params must be text"),
]  # fmt: skip


@pytest.mark.parametrize(("params", "code", "sentence"), BAD, ids=[case[2][:60] for case in BAD])
def test_bad_params_say_what_is_wrong_and_what_would_be_right(
    raw: Raw, params: dict[str, Any], code: str, sentence: str
) -> None:
    error = raw.refused("test.echo", params)

    assert (code, sentence) == (error.code, error.sentence)
    assert raw.call("rpc.ping") == {"pong": True}


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_does_not_have_is_refused_where_any_value_may_be(raw: Raw, number: float) -> None:
    error = raw.refused("test.any", {"metadata": {"deep": [{"x": number}]}})

    assert (error.code, error.data) == ("invalid_params", {"param": "metadata.deep[0].x"})
    assert f"is {number}, a number that JSON does not have" in error.sentence


class MarkedParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=5, extra={"of": "somebody else"})] | None = None


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [("123456", "too_large", "at most 5 characters, got 6"), ("", "invalid_params", "`name` must not be empty")],
)
def test_what_others_say_of_a_field_changes_no_refusal(given: str, code: str, said: str) -> None:
    with pytest.raises(MemorydError) as refusal:
        ParamsReader(MarkedParams).read(msgspec.Raw(msgspec.msgpack.encode([{"name": given}])))
    assert (refusal.value.code, said in refusal.value.sentence) == (code, True), refusal.value.sentence


@pytest.mark.parametrize(
    ("params", "tail"),
    [
        ([5], "its one element is not a map"),
        ([{}, {}], "got 2 elements"),
        ([None], "its one element is not a map"),
        (["a", "b", "c"], "got 3 elements"),
    ],
)
def test_params_are_one_map_or_none(raw: Raw, params: list[Any], tail: str) -> None:
    error = raw.refused("rpc.ping", *params)

    assert error.code == "invalid_params"
    assert error.sentence == f"params must be an array that is empty or holds exactly one map; {tail}"


@pytest.mark.parametrize("params", [None, 5, "x", {"a": 1}])
def test_params_are_an_array(raw: Raw, params: Any) -> None:
    raw.send(msgpack.packb([0, 1, "rpc.ping", params]))
    message = raw.receive()

    assert message[2][:2] == [
        "invalid_params", "params must be an array that is empty or holds exactly one map; got no array"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("depth", "accepted"), [(10, True), (61, True), (62, False), (65, False), (500, False), (900, False)]
)
def test_depth_of_64_is_the_last_that_is_taken(raw: Raw, depth: int, accepted: bool) -> None:
    # The message, the params array, the params map and `metadata` are four levels.
    value: Any = 1
    for _ in range(depth - 1):
        value = [value]
    packed = msgpack.packb([0, 3, "test.any", [{"metadata": {"a": None}}]])[:-1]
    raw.send(packed + b"\x91" * (depth - 1) + b"\x01")
    message = raw.receive()

    assert message[1] == 3
    if accepted:
        assert message[2] is None
    else:
        assert message[2][0] == "invalid_params"
        assert "nested" in message[2][1]
    assert raw.call("rpc.ping") == {"pong": True}


def test_bytes_stand_for_text_everywhere_when_they_are_utf8(raw: Raw) -> None:
    sent = {b"text": "größer".encode(), "tags": [b"x"], b"people": [{b"name": b"Ada"}], "counts": {b"n": 1}}
    got = raw.call(b"test.echo", sent)

    assert (got["text"], got["tags"], got["people"][0]["name"]) == ("größer", ["x"], "Ada")
    assert raw.call("test.any", {"metadata": {"a": [b"b", {b"c": b"d"}]}}) == {"a": ["b", {"c": "d"}]}


def test_odd_values_where_any_are_allowed(raw: Raw) -> None:
    assert raw.call("test.any", {"metadata": {"a": [1, 2.5, None, True, "é\n", {"b": {}}]}}) == {
        "a": [1, 2.5, None, True, "é\n", {"b": {}}]
    }
    for bad in ("\0", "\udcff", {"b": "\0"}, {"\0": 1}, {1: 1}, msgpack.ExtType(1, b"")):
        assert raw.refused("test.any", {"metadata": {"a": bad}}).code == "invalid_params"


def test_a_text_that_only_looks_like_an_escaped_nul_is_fine(raw: Raw) -> None:
    assert raw.call("test.echo", {"text": "\\u0000", "k": 1, "weight": 2.0})["text"] == "\\u0000"


def test_a_token_is_a_param_of_long_calls_only(raw: Raw) -> None:
    assert raw.call("test.long", {"steps": 0, "progress": "t"}) == {"steps": 0}
    assert "unknown param 'progress'" in raw.refused("test.read", {"progress": "t"}).sentence
    assert "128 characters" in raw.refused("test.long", {"progress": "t" * 129}).sentence


relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary() | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.binary() | st.integers(0, 9), inner, max_size=4)
    ),
    max_leaves=12,
)
params = st.dictionaries(st.sampled_from([*EchoParams.__struct_fields__, "x"]), plain, max_size=5)


@relaxed
@given(params)
def test_whatever_comes_is_params_or_a_refusal(values: dict[str, Any]) -> None:
    reader = ParamsReader(EchoParams)
    try:
        got = reader.read(msgpack.packb([values], unicode_errors="surrogatepass"))
    except MemorydError as error:
        assert error.code in ("invalid_params", "too_large")
        assert error.sentence
    else:
        # What is taken is what was sent, and clean.
        assert b"\\u0000" not in msgspec.json.encode(got).replace(b"\\\\", b"")
        assert got.text == (values["text"].decode() if isinstance(values["text"], bytes) else values["text"])


@relaxed
@given(plain)
def test_whatever_comes_where_any_value_may_is_clean(value: Any) -> None:
    reader = ParamsReader(AnyParams)
    try:
        got = reader.read(msgpack.packb([{"metadata": {"a": value}}], unicode_errors="surrogatepass"))
    except MemorydError as error:
        assert error.code == "invalid_params"
    else:
        assert b"\\u0000" not in msgspec.json.encode(got).replace(b"\\\\", b"")


def test_an_undeclared_level_is_for_admins(start: Callable[..., Rig]) -> None:
    from memoryd.rpc.registry import Access
    from memoryd.rpc.routes import undeclared

    assert undeclared(None) is Access.ADMIN
    assert undeclared(Access.READ) is Access.READ


@pytest.mark.parametrize("size", [20_000, 3_000_000])
def test_large_params_that_are_wrong_are_refused_in_few_words(raw: Raw, size: int) -> None:
    """Those over 2 MiB are not even built."""
    text = "x" * size
    for params, word in (
        ({"text": "a", "tags": [text], "k": "ten"}, "k"),
        ({"text": "a", "tags": [text, "\0"]}, "NUL"),
        ({"text": "a", "tags": [text, "\udcff"]}, "UTF-8"),
        ({"text": "a", "tags": [text], "zzz": 1}, "zzz"),
        ({"text": "a", "tags": [text, [[[]]]]}, "tags[1]"),
    ):
        error = raw.refused("test.echo", params)
        assert error.code == "invalid_params"
        assert word in error.sentence
        assert len(error.sentence) < 300
    assert raw.call("test.echo", {"text": "a", "tags": [text, "\\u0000"], "weight": 2.0})["tags"][0] == text


def test_large_params_of_any_shape(raw: Raw) -> None:
    assert raw.call("test.any", {"metadata": {"a": "x" * 100_000}}) == {"a": "x" * 100_000}
    assert raw.call("test.any", {"metadata": {"a": b"x" * 100_000}}) == {"a": "x" * 100_000}
    assert raw.refused("test.any", {"metadata": {"a": [1] * 3_000_000}}).code == "too_large"
    assert raw.call("test.echo", {"text": "a", "tags": [b"x" * 100_000]})["tags"] == ["x" * 100_000]


def test_methods_of_the_loop_take_no_large_params(raw: Raw) -> None:
    error = raw.refused("rpc.hello", {"required": ["x" * 5000]})

    assert (error.code, error.data) == ("too_large", {"limit": 4096})


def test_methods_of_the_loop_look_for_what_is_wrong_in_small_params_only(raw: Raw) -> None:
    def refused(size: int) -> str:
        return raw.refused("test.note", {"text": "x" * size, "color": 1}).sentence

    assert refused(100) == "unknown param 'color'; known are text"
    assert refused(600) == "params are wrong: Object contains unknown field `color`"


def test_writes_with_large_params_keep_their_order(rig: Rig, raw: Raw) -> None:
    texts = [str(number) + "x" * (number % 3 * 5000) for number in range(60)]
    for number, text in enumerate(texts):
        raw.request(number, "test.write", {"text": text})

    assert list(range(60)) == sorted(raw.receive()[1] for _ in range(60))
    assert texts == rig.methods.noted
    assert raw.refused("test.write", {"text": "x" * 5000, "zzz": 1}).code == "invalid_params"
    assert raw.call("test.write", {"text": "y" * 5000}) == {"id": "y" * 5000}


def test_a_long_call_with_large_params_has_its_token(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.long", {"steps": 1, "progress": "t", "note": "x" * 5000})
    assert raw.receive()[2] == [{"token": "t", "stage": "step 0", "done": 1, "total": 1}]
    assert raw.receive()[3] == {"steps": 1}
    assert raw.refused("test.long", {"note": "x" * 5000, "zzz": 1}).code == "invalid_params"
    assert raw.refused("test.long", {"note": "x" * 5000, "progress": 5}).code == "invalid_params"
    assert rig.on_loop(rig.server.metrics)["long_calls"] == 0


def test_a_list_of_what_is_read_later_says_nothing_of_its_elements() -> None:
    assert describe(msgspec.inspect.type_info(list[msgspec.Raw])) == "a list"
