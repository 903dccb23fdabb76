"""The client's typed methods, against the methods that there are."""

from __future__ import annotations

from typing import Any

from memoryd.client import READS
from memoryd.rpc.registry import Access
from tests.support.generators import load_generator
from tests.support.methods import described

GENERATOR = load_generator("client")


def test_what_may_be_sent_twice_is_every_read_and_no_write() -> None:
    access = {method.name: method.access for method in described()}
    reads = {name for name, level in access.items() if level is Access.READ}
    assert reads - READS == {"rpc.cancel"}
    assert READS - reads == {"jobs.list", "system.config"}


def test_the_types_for_node_let_the_client_name_its_session() -> None:
    nothing = {"type": "object", "properties": {}}
    texts = {"session_id": {"type": "string"}, "text": {"type": "string"}}
    about = {"summary": "Say.", "params": {"type": "object", "properties": texts, "required": [*texts]}}
    about_end = {"summary": "End.", "params": {"type": "object", "properties": {}, "required": ["session_id"]}}
    source = load_generator("node_types")["source"](
        {"a.say": {**about, "result": nothing}, "a.end": {**about_end, "result": nothing}}
    )
    assert "say(params: {\n      session_id?: string;\n      text: string;\n" in source
    assert "end(params?: " in source


def learn(results: dict[str, dict[str, Any]]) -> Any:
    types = GENERATOR["Types"]()
    nothing = {"type": "object", "properties": {}}
    types.learn({name: {"params": nothing, "result": result} for name, result in results.items()})
    for name, result in results.items():
        types.result(name, result)
    return types.module()


def shape(title: str, key: str) -> dict[str, Any]:
    return {"title": title, "type": "object", "properties": {key: {"type": "integer"}}, "required": [key]}


def test_two_methods_that_give_one_thing_share_its_class() -> None:
    source = learn({"a.get": shape("Thing", "n"), "a.find": shape("Thing", "n")})
    assert "class Thing(TypedDict):" in source
    assert source.endswith("AFindResult = Thing\nAGetResult = Thing\n")


def test_two_things_of_one_title_are_two_classes() -> None:
    source = learn({"a.list": shape("ListResult", "n"), "b.list": shape("ListResult", "m")})
    assert "class AListResult(TypedDict):" in source
    assert "class BListResult(TypedDict):" in source


def test_a_key_that_may_be_absent_and_one_that_python_reserves() -> None:
    thing = shape("Thing", "from")
    thing["properties"] |= {"n": {"type": "integer"}, "s": {"anyOf": [{"type": "null"}, {"type": "string"}]}}
    thing["required"] = ["from", "n"]
    scope: dict[str, Any] = {}
    exec(compile(learn({"a.get": thing}), "types.py", "exec", dont_inherit=True), scope)
    result = scope["AGetResult"]
    assert (result.__required_keys__, result.__optional_keys__) == ({"from", "n"}, {"s"})


def test_a_shape_that_has_all_of_a_large_one_is_made_of_it() -> None:
    large, more, other = shape("Large", "k0"), shape("More", "k0"), shape("Other", "k0")
    large["properties"] = {f"k{number}": {"type": "integer"} for number in range(10)}
    more["properties"] = large["properties"] | {"more": {"type": "string"}}
    other["properties"] = {**more["properties"], "k9": {"type": "string"}}
    source = learn({"a.get": more, "b.get": large, "c.get": other})
    assert 'class AGetResult(BGetResult):\n    """A map."""\n\n    more: NotRequired[str]\n' in source
    assert source.index("class BGetResult(TypedDict):") < source.index("class AGetResult")
    assert "class CGetResult(TypedDict):" in source
