"""What the client for Node, contrib/clients/node, knows of the methods, made of what `rpc.describe` answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from target import MADE, write

from memoryd.composition import described
from memoryd.rpc.describe import MethodDescription, describe

Schema = Mapping[str, Any]
NODE = "contrib/clients/node"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: Schema, known: Mapping[str, Schema], indent: str) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return type_of(known[schema["$ref"].rpartition("/")[2]], known, indent)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(one, known, indent) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return f"Array<{type_of(schema.get('items', {}), known, indent)}>"
    if kind == "object" and "properties" in schema:
        return fields_of(schema, known, indent)
    if kind == "object":
        values = schema.get("additionalProperties")
        inner = type_of(values, known, indent) if isinstance(values, dict) else "unknown"
        return f"Record<string, {inner}>"
    return _PLAIN.get(str(kind), "unknown")


def fields_of(schema: Schema, known: Mapping[str, Schema], indent: str) -> str:
    """A map with known keys."""
    required, inner = schema.get("required", ()), f"{indent}  "
    rows = []
    for name, one in schema["properties"].items():
        optional = "" if name in required else "?"
        key = name if name.isidentifier() else json.dumps(name)
        rows.append(f"{inner}{key}{optional}: {type_of(one, known, inner)};")
    return "\n".join(["{", *rows, f"{indent}}}"]) if rows else "Record<string, never>"


def source(methods: Mapping[str, MethodDescription]) -> str:
    """The declarations: a namespace a property, a method a function of its params."""
    rows = [f"// {MADE} The methods of memoryd by namespace; times are ISO 8601 in UTC.", "export interface Methods {"]
    namespaces: dict[str, list[str]] = {}
    for name in sorted(methods):
        namespaces.setdefault(name.partition(".")[0], []).append(name)
    for namespace, names in namespaces.items():
        rows.append(f"  {namespace}: {{")
        for name in names:
            about = methods[name]
            # The client names its session in a call that does not.
            required = [one for one in about["params"].get("required", ()) if one != "session_id"]
            params = type_of({**about["params"], "required": required}, about["params"].get("$defs", {}), "    ")
            result = type_of(about["result"], about["result"].get("$defs", {}), "    ")
            optional = "" if required else "?"
            rows.append(f"    /** {about['summary']} */")
            rows.append(f"    {name.partition('.')[2]}(params{optional}: {params}): Promise<{result}>;")
        rows.append("  };")
    return "\n".join([*rows, "}", ""])


def sessions(methods: Mapping[str, MethodDescription]) -> str:
    """Which methods take the session that asks."""
    names = [name for name in sorted(methods) if "session_id" in methods[name]["params"].get("properties", {})]
    rows = "".join(f"  {json.dumps(name)},\n" for name in names)
    return f"// {MADE}\n/** Methods that take `session_id`. */\nexport const IN_SESSION = new Set([\n{rows}]);\n"


if __name__ == "__main__":
    known = describe(described())["methods"]
    write({f"{NODE}/methods.d.ts": source(known), f"{NODE}/sessions.js": sessions(known)})
