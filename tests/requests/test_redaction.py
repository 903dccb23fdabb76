"""Secrets taken out of parameters by their types, and out of plain data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import InvalidParams
from memoryd.requests.redaction import HASH, KEEP, REFUSE, Redactor, are_harmless, merged, redaction_of

TOKEN = "ghp_" + "aB3d" * 9
CLEAN = "[redacted:token]"
ONE = [{"kind": "token", "count": 1}]


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    text: str = ""
    name: Annotated[str, msgspec.Meta(extra=REFUSE)] = ""
    count: int = 0


class Params(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    text: str = ""
    maybe: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    key: Annotated[str, msgspec.Meta(extra=KEEP)] = ""
    name: Annotated[str, msgspec.Meta(extra=REFUSE)] | None = None
    message_id: Annotated[str, msgspec.Meta(extra=HASH)] | None = None
    inner: Inner | None = None
    many: list[Inner] = []
    words: Annotated[list[str], msgspec.Meta(max_length=1000)] | None = None
    names: list[Annotated[str, msgspec.Meta(extra=REFUSE)]] = []
    data: dict[str, Any] | None = None
    anything: Any = None
    renamed: Annotated[str, msgspec.Meta(extra=REFUSE)] | None = msgspec.field(default=None, name="from")
    choice: Literal["a", "b"] = "a"
    count: int = 0


def cleaned(params: msgspec.Struct) -> tuple[Any, list[Any]]:
    redaction = redaction_of(type(params))
    assert redaction is not None
    return redaction(Redactor(), params)


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({"text": TOKEN}, {"text": CLEAN}),
        ({"maybe": TOKEN}, {"maybe": CLEAN}),
        ({"maybe": None, "text": TOKEN}, {"text": CLEAN}),
        ({"inner": Inner(TOKEN)}, {"inner": Inner(CLEAN)}),
        ({"many": [Inner("a"), Inner(TOKEN)]}, {"many": [Inner("a"), Inner(CLEAN)]}),
        ({"many": [*[Inner("a")] * 9, Inner(TOKEN)]}, {"many": [*[Inner("a")] * 9, Inner(CLEAN)]}),
        ({"words": ["a", TOKEN]}, {"words": ["a", CLEAN]}),
        ({"words": [*["a"] * 9, TOKEN]}, {"words": [*["a"] * 9, CLEAN]}),
        ({"data": {"a": [{"b": TOKEN}]}}, {"data": {"a": [{"b": CLEAN}]}}),
        ({"data": {TOKEN: 1}}, {"data": {CLEAN: 1}}),
        ({"anything": TOKEN}, {"anything": CLEAN}),
        ({"anything": [TOKEN, 1, None]}, {"anything": [CLEAN, 1, None]}),
    ],
)
def test_a_secret_is_replaced_wherever_it_stands(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    params = Params(**given_)
    assert cleaned(params) == (Params(**expected), ONE)
    assert params == Params(**given_), "what came in is left as it was"


@pytest.mark.parametrize(
    ("given_", "named"),
    [
        ({"name": TOKEN}, "`name`"),
        ({"renamed": TOKEN}, "`from`"),
        ({"inner": Inner(name=TOKEN)}, "name`"),
        ({"many": [Inner(), Inner(name=TOKEN)]}, r"`many\[1\].name`"),
        ({"many": [*[Inner()] * 9, Inner(name=TOKEN)]}, r"`many\[9\].name`"),
        ({"names": ["a", TOKEN]}, r"names\[1\]"),
    ],
)
def test_a_name_with_a_secret_is_refused_by_its_place(given_: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidParams, match=named) as caught:
        cleaned(Params(**given_))
    assert TOKEN not in caught.value.sentence


def test_a_key_is_looked_up_as_it_is() -> None:
    params = Params(key=TOKEN)
    assert cleaned(params) == (params, [])


def test_an_id_of_a_caller_with_a_secret_is_another_that_is_always_the_same() -> None:
    (first, found), (second, _), (plain, _) = (cleaned(Params(message_id=given_)) for given_ in (TOKEN, TOKEN, "m-1"))
    assert first.message_id == second.message_id
    assert (first.message_id.startswith("id-"), TOKEN in first.message_id, found) == (True, False, [])
    assert plain.message_id == "m-1"


def test_several_secrets_are_counted_by_kind() -> None:
    params = Params(text=f"{TOKEN} and {TOKEN[:-1]}x", words=["password: hunter2Xy9!"], inner=Inner(TOKEN))
    assert cleaned(params)[1] == [{"kind": "password", "count": 1}, {"kind": "token", "count": 3}]


def test_what_holds_none_is_the_same_object() -> None:
    params = Params(text="a", inner=Inner("b"), many=[Inner("c")] * 9, words=["d"], data={"e": "f"})
    assert cleaned(params)[0] is params


class Numbers(msgspec.Struct):
    count: int = 0
    key: Annotated[str, msgspec.Meta(extra=KEEP)] = ""
    choice: Literal["a", "b"] = "a"


def test_what_cannot_hold_a_secret_is_not_looked_at() -> None:
    assert redaction_of(Numbers) is None


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"password": "correct-horse-9"}, {"password": "[redacted:password]"}),
        ({"api_key": "zzqq1234567890abcdXYZ"}, {"api_key": "[redacted:api_key]"}),
        ({"deep": [{"password": "correct-horse-9"}]}, {"deep": [{"password": "[redacted:password]"}]}),
    ],
)
def test_what_a_name_makes_a_secret_is_replaced(data: dict[str, Any], expected: dict[str, Any]) -> None:
    assert Redactor().within(data)[0] == expected


def test_what_is_taken_out_is_counted_from_the_start() -> None:
    redactor = Redactor()
    redactor.plain(TOKEN)
    redactor.within({"a": TOKEN})
    redactor.plain("nothing")
    assert redactor.counts == {"token": 2}


@pytest.mark.parametrize(
    ("several", "expected"),
    [
        ([], []),
        ([[], ONE], ONE),
        (
            [ONE, [{"kind": "password", "count": 2}, *ONE]],
            [{"kind": "password", "count": 2}, {"kind": "token", "count": 2}],
        ),
    ],
)
def test_counts_are_added_up(several: list[Any], expected: list[Any]) -> None:
    assert merged(*several) == expected


# --- by properties --------------------------------------------------------------------------------------------

words = st.text(st.characters(codec="utf-8"), max_size=20)
texts = st.one_of(words, st.builds(lambda before, after: f"{before} {TOKEN} {after}", words, words))
plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
inners = st.builds(Inner, text=texts, count=st.integers(0, 9))
anything = st.builds(
    Params,
    text=texts,
    maybe=st.none() | texts,
    inner=st.none() | inners,
    many=st.lists(inners, max_size=8),
    words=st.none() | st.lists(texts, max_size=8),
    data=st.none() | st.dictionaries(texts, plain, max_size=4),
    anything=plain,
    message_id=st.none() | texts,
)


@given(anything)
def test_nothing_that_is_stored_holds_a_secret(params: Params) -> None:
    clean, found = cleaned(params)
    stored = msgspec.structs.replace(clean, key="")
    assert TOKEN not in str(msgspec.to_builtins(stored))
    assert (clean is params) == (clean == params)
    held = str(msgspec.to_builtins(msgspec.structs.replace(params, message_id=None))).count(TOKEN)
    assert bool(found) >= bool(held)


@given(anything)
def test_what_is_clean_stays_as_it_is(params: Params) -> None:
    # In plain data a name that was replaced is called a token from then on, and what it names is looked at again.
    clean, _ = cleaned(msgspec.structs.replace(params, data=None, anything=None))
    assert cleaned(clean) == (clean, [])


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    subject: str
    predicate: str
    object: str
    source: str


@given(st.lists(st.builds(Stated, subject=words, predicate=words, object=texts, source=words), max_size=9))
def test_a_fact_that_is_harmless_has_nothing_to_take_out(facts: list[Stated]) -> None:
    for one, harmless in zip(facts, are_harmless(facts), strict=True):
        if harmless:
            assert Redactor().fact(one) == (one, [])


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "is_secret"),
    [
        ("router", "wifi password", "hunter2", True),
        ("wifi password", "is", "hunter2x9", True),
        ("door", "code", "8812", True),
        ("the pin of the phone", "is", "4711", True),
        ("Karte", "Geheimzahl", "9034", True),
        ("bike lock", "combination", "1-4-4-8", True),
        ("country", "code", "0049", False),
        ("the error code", "is", "5004", False),
        ("postgres", "primary key", "user_id", False),
        ("server", "code", "runs on python3.11", False),
        ("user", "works with", "password managers", False),
    ],
)
def test_a_fact_is_read_as_the_sentence_that_it_is(subject: str, predicate: str, value: str, is_secret: bool) -> None:
    fact = Stated(subject=subject, predicate=predicate, object=value, source="user-stated")
    clean, found = Redactor().fact(fact)
    assert clean.object == ("[redacted:password]" if is_secret else value)
    assert bool(found) == is_secret
    assert not (is_secret and are_harmless([fact])[0])
    others = [Stated(subject="Ada", predicate="likes", object="tea", source="user-stated")] * 3
    assert are_harmless([*others, fact]) == [True, True, True, are_harmless([fact])[0]]
