"""Reading the JSON schemas of `rpc.describe`: which maps are in one, what its lines are, and what it says in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from python_source import tidy

Schema = Mapping[str, Any]


class Line(NamedTuple):
    """A parameter, or a key of a result."""

    name: str
    schema: Schema
    required: bool


def lines_of(schema: Schema) -> list[Line]:
    """The parameters or keys, the required ones first."""
    required = schema.get("required", ())
    found = [Line(name, one, name in required) for name, one in schema.get("properties", {}).items()]
    return sorted(found, key=lambda line: not line.required)


def resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """What a schema refers to, or itself."""
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    return schema


def maps(schema: Schema) -> Iterator[tuple[Schema, bool]]:
    """Each map with known keys in a schema, and whether it is the whole of it."""
    definitions = schema.get("$defs", {})
    if "title" in schema and "properties" in schema:
        yield schema, True
    for one in definitions.values():
        if "properties" in one:
            yield {**one, "$defs": definitions}, False


def identity(schema: Schema) -> str:
    """The schema with all that it refers to written out, as text."""
    definitions = schema.get("$defs", {})

    def expanded(value: Any, inside: tuple[str, ...]) -> Any:
        if isinstance(value, list):
            return [expanded(one, inside) for one in value]
        if not isinstance(value, dict):
            return value
        reference = value.get("$ref")
        if reference is not None:
            return reference if reference in inside else expanded(resolved(value, definitions), (*inside, reference))
        return {key: expanded(one, inside) for key, one in value.items() if key != "$defs"}

    return json.dumps(expanded(dict(schema), ()), sort_keys=True)


def in_words(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    """What a parameter may be: `an integer from 1 to 1000`."""
    schema = resolved(schema, definitions)
    if "anyOf" in schema:
        members = [in_words(one, definitions) for one in schema["anyOf"] if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(members))
    if "enum" in schema:
        return "one of " + ", ".join(schema["enum"])
    kind = schema.get("type")
    if kind == "string":
        return "text" + _extent(schema.get("minLength"), schema.get("maxLength"), "characters")
    if kind in ("integer", "number"):
        name = {"integer": "an integer", "number": "a number"}[kind]
        low, high = schema.get("minimum"), schema.get("maximum")
        if low is not None and high is not None:
            return f"{name} from {low} to {high}"
        return name + (f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else "")
    if kind == "array":
        size = _extent(schema.get("minItems"), schema.get("maxItems"), "elements")
        return f"a list{size}, each {in_words(schema.get('items') or {}, definitions)}"
    if kind == "object" and "properties" in schema:
        return "a map of " + ", ".join(schema["properties"])
    return {"object": "a map", "boolean": "true or false"}.get(str(kind), "any value")


def _extent(least: int | None, most: int | None, unit: str) -> str:
    if most is not None:
        return f" of {least} to {most} {unit}" if least else f" of at most {most} {unit}"
    return f" of at least {least} {unit}" if least and least > 1 else ", not empty" if least else ""


def about_of(schema: Schema) -> str:
    """The description of a parameter, wherever the schema has it."""
    members = (schema, *schema.get("anyOf", ()))
    return next((tidy(one["description"]) for one in members if "description" in one and "title" not in one), "")
