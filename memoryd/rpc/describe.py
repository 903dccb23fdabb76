"""What `rpc.describe` answers: every method with JSON schemas made from the code."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from memoryd.rpc.citations import without_citations
from memoryd.rpc.registry import Method, Registry
from memoryd.rpc.validate import params_type

PROTOCOL = 1


class MethodDescription(TypedDict):
    """One method; `errors` are the codes that it raises of its own."""

    summary: str
    access: str
    params: dict[str, Any]
    result: dict[str, Any]
    errors: list[str]


class Description(TypedDict):
    """Every method by name."""

    protocol: int
    methods: dict[str, MethodDescription]


def describe(registry: Registry) -> Description:
    """What a client can know about the methods before it calls one."""
    return {"protocol": PROTOCOL, "methods": {method.name: describe_method(method) for method in registry}}


def describe_method(method: Method) -> MethodDescription:
    """Summary, access, schemas and errors of one method."""
    return {
        "summary": without_citations(method.summary),
        "access": method.access.name.lower(),
        "params": schema(params_type(method)),
        "result": schema(method.result),
        "errors": list(method.errors),
    }


def schema(kind: Any) -> dict[str, Any]:
    """JSON schema (2020-12) of a type, with the outermost definition inlined."""
    made: dict[str, Any] = _uncited(msgspec.json.schema(kind))
    reference = made.pop("$ref", None)
    if reference is None:
        return made
    definitions: dict[str, Any] = made.pop("$defs")
    name = reference.rsplit("/", 1)[-1]
    outer: dict[str, Any] = dict(definitions[name])
    # A recursive type still needs its own definition.
    rest = {key: value for key, value in definitions.items() if key != name or _refers(definitions, reference)}
    return {**outer, "$defs": rest} if rest else outer


def _uncited(value: Any, name: str = "") -> Any:
    """The schema with every description fit for a reader who has no specification."""
    if isinstance(value, dict):
        return {key: _uncited(one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [_uncited(one) for one in value]
    return without_citations(value) if name == "description" and isinstance(value, str) else value


def _refers(value: Any, reference: str) -> bool:
    if isinstance(value, dict):
        return value.get("$ref") == reference or any(_refers(one, reference) for one in value.values())
    return isinstance(value, list) and any(_refers(one, reference) for one in value)
