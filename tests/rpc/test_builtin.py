"""hello, describe, ping."""

from __future__ import annotations

import json
from typing import Any, NotRequired, TypedDict, cast

import msgspec
import pytest

from memoryd.rpc.builtin import register
from memoryd.rpc.describe import schema
from memoryd.rpc.registry import Access, Method, NoParams, Registry, Runs
from tests.rpc.harness import Raw, Rig

ABOUT = {"version": "1.2.3", "protocol": 1, "capabilities": ["facts", "sessions"]}


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"client": {"name": "a"}},
        {"client": {"name": "a", "version": "1"}, "required": ["facts"], "optional": ["vectors"]},
        {"required": ["facts", "sessions"]},
    ],
)
def test_hello(raw: Raw, params: dict[str, object]) -> None:
    assert raw.call("rpc.hello", params) == ABOUT


def test_what_is_required_and_missing_is_named(raw: Raw) -> None:
    error = raw.refused("rpc.hello", {"required": ["vectors", "facts", "psychic"]})

    assert error.code == "unsupported"
    assert "does not offer psychic, vectors" in error.sentence
    assert error.data == {"missing": ["psychic", "vectors"], "capabilities": ["facts", "sessions"]}


def test_a_client_has_a_name(raw: Raw) -> None:
    assert raw.refused("rpc.hello", {"client": {"version": "1"}}).sentence.startswith("`client.name` is missing")


def test_every_method_is_described(rig: Rig, raw: Raw) -> None:
    described = raw.call("rpc.describe")

    assert described["protocol"] == 1
    assert [method.name for method in rig.methods.registry] == list(described["methods"])
    echo = described["methods"]["test.echo"]
    assert (echo["access"], echo["summary"], echo["errors"]) == ("read", "For tests.", ["conflict"])
    assert echo["params"]["type"] == "object"
    assert echo["params"]["required"] == ["text"]
    assert echo["params"]["additionalProperties"] is False
    assert echo["params"]["properties"]["k"] == {"type": "integer", "minimum": 1, "maximum": 100, "default": 10}
    assert echo["params"]["properties"]["people"]["items"] == {"$ref": "#/$defs/Person"}
    assert "Person" in echo["params"]["$defs"]
    assert "progress" in described["methods"]["test.long"]["params"]["properties"]
    assert "progress" not in described["methods"]["test.read"]["params"]["properties"]
    assert set(described["methods"]["rpc.hello"]["result"]["required"]) == set(ABOUT)
    json.dumps(described)


class Node(msgspec.Struct):
    name: str
    children: list[Node] = []


class Page(TypedDict):
    nodes: list[Node]
    next: NotRequired[str]


def test_schemas_that_refer_to_themselves_keep_their_definition() -> None:
    made = schema(Node)

    assert made["properties"]["children"]["items"] == {"$ref": "#/$defs/Node"}
    assert "Node" in made["$defs"]
    assert schema(Page)["required"] == ["nodes"]
    assert list(schema(Page)["$defs"]) == ["Node"]
    assert schema(dict[str, int]) == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert schema(None) == {"type": "null"}


def test_a_name_is_registered_once_and_unknown_ones_have_neighbours() -> None:
    registry = Registry()
    method = Method("a.b", Access.READ, Runs.LOOP, NoParams, None, lambda call, params: None, "Nothing.")
    registry.add(method)

    with pytest.raises(ValueError, match=r"a\.b is registered twice"):
        registry.add(method)
    assert registry.get("a.b") is method


def test_the_description_is_made_once_and_again_when_a_method_has_come() -> None:
    registry = Registry()
    register(registry, "1", ())
    describe, call, params = registry.get("rpc.describe").handler, cast(Any, None), NoParams()
    first = describe(call, params)
    assert describe(call, params) is first
    registry.add(Method("test.later", Access.READ, Runs.LOOP, NoParams, dict[str, int], describe, "Comes later."))
    assert b"test.later" in bytes(describe(call, params))
