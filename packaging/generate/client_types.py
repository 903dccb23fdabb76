"""The module types.py of the client: a class for each map with known keys, and a name for each result."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from python_source import HEAD, camel, docstring, is_name, tidy
from schemas import Schema, identity, lines_of, maps, resolved

from memoryd.rpc.describe import MethodDescription

SHARED = 10
"""Keys that a shape has in common with another, of which it is then made."""


class Shape(NamedTuple):
    """A map with known keys: its description, and its keys as they are written, by name."""

    about: str
    rows: dict[str, str]
    reserved: dict[str, str]
    """The keys that Python reserves."""


class Types:
    """The module types.py: a class for each map with known keys, and a name for each result."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._bodies: dict[str, Shape | str] = {}
        self._aliases: dict[str, str] = {}

    def learn(self, methods: Mapping[str, MethodDescription]) -> None:
        """Give each map a name: its title where that is enough, so that what two methods give is one class."""
        uses: dict[str, dict[str, list[tuple[str, bool]]]] = {}
        for method, about in methods.items():
            for schema, whole in maps(about["result"]):
                uses.setdefault(schema["title"], {}).setdefault(identity(schema), []).append((method, whole))
            for schema, whole in maps(about["params"]):
                if not whole:
                    uses.setdefault(schema["title"], {}).setdefault(identity(schema), []).append((method, False))
        results = {camel(method) + "Result" for method in methods}
        for title, shapes in uses.items():
            for shape, users in shapes.items():
                taken = {*results, *self._names.values()}
                name = _name(title, users, taken, alone=len(shapes) == 1)
                if name in self._names.values():
                    raise ValueError(f"two shapes would be called {name}: rename {title} of {users[0][0]}")
                self._names[shape] = name

    def result(self, method: str, schema: Schema) -> str:
        """The name of a method's result, which is defined."""
        name = camel(method) + "Result"
        shape = self.of(schema, schema.get("$defs", {}), name)
        if shape != name:
            self._aliases[name] = shape
        return name

    def params(self, method: str, schema: Schema) -> str:
        """The name of all a method's parameters as one map, for one that has a name which Python reserves."""
        name = camel(method) + "Params"
        self._define(name, {**schema, "description": f"What `{method}` takes."}, schema.get("$defs", {}), takes=True)
        return name

    def of(self, schema: Schema, definitions: Mapping[str, Schema], owner: str, *, takes: bool = False) -> str:
        """The Python type of a schema; the classes that it needs are defined."""
        if "$ref" in schema:
            return self.of(resolved(schema, definitions), definitions, owner, takes=takes)
        if "anyOf" in schema:
            members = dict.fromkeys(self.of(one, definitions, owner, takes=takes) for one in schema["anyOf"])
            return " | ".join(sorted(members, key=lambda member: member == "None"))
        if "enum" in schema:
            return self._choice(schema["enum"], owner)
        kind = schema.get("type")
        if kind == "array":
            items = self.of(schema.get("items") or {}, definitions, owner, takes=takes)
            return f"Sequence[{items}]" if takes else f"list[{items}]"
        if kind == "object" and "title" in schema and "properties" in schema:
            name = self._names[identity({**schema, "$defs": definitions})]
            self._define(name, schema, definitions, takes=takes)
            return name
        if kind == "object":
            values = schema.get("additionalProperties")
            known = self.of(values, definitions, owner, takes=takes) if isinstance(values, dict) else "Any"
            return f"dict[str, {known}]"
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return simple.get(str(kind), "Any")

    def module(self) -> str:
        """The source of types.py."""
        parts = [
            HEAD,
            '"""What the methods of memoryd take and give: maps with these keys. A time is text, ISO 8601 in UTC."""',
            "",
            "import sys",
            "from collections.abc import Sequence",
            "from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict",
            "",
            "if sys.version_info >= (3, 11):",
            "    from typing import NotRequired",
            "elif TYPE_CHECKING:",
            "    from typing_extensions import NotRequired",
            "else:",
            "    NotRequired = Optional  # 3.10 has no word for it",
            "",
        ]
        aliases = "".join(f"{name} = {self._aliases[name]}\n" for name in sorted(self._aliases))
        placed: dict[str, str] = {}
        for name in self._bodies:
            self._place(name, placed)
        return "\n".join(parts) + "".join(placed.values()) + f"\n\n{aliases}"

    def _place(self, name: str, placed: dict[str, str]) -> None:
        """Behind the shape of which it is made, which needs no other shapes than it does itself."""
        body = self._bodies[name]
        if isinstance(body, str):
            placed[name] = body
        elif name not in placed:
            base = self._base_of(body)
            if base:
                self._place(base, placed)
            placed[name] = _class(name, body, base, self._bodies.get(base))

    def _base_of(self, shape: Shape) -> str:
        """The largest shape of which this one has all and more; empty when none is large."""
        smaller = (
            (len(one.rows), name)
            for name, one in self._bodies.items()
            if isinstance(one, Shape) and not one.reserved and one.rows.items() < shape.rows.items()
        )
        return max((found for found in smaller if found[0] >= SHARED), default=(0, ""))[1]

    def _choice(self, values: list[str], owner: str) -> str:
        inline = f"Literal[{', '.join(json.dumps(value) for value in values)}]"
        if len(inline) <= 60:
            return inline
        rows = "".join(f"    {json.dumps(value)},\n" for value in values)
        body = f"\n\n{owner} = Literal[\n{rows}]\n"
        if self._bodies.setdefault(owner, body) != body:
            raise ValueError(f"two choices would be called {owner}")
        return owner

    def _define(self, name: str, schema: Schema, definitions: Mapping[str, Schema], *, takes: bool) -> None:
        if name in self._bodies:
            return
        self._bodies[name] = ""  # a shape may hold itself
        shape = Shape(tidy(schema.get("description", "")), {}, {})
        for line in lines_of(schema):
            key = self.of(line.schema, definitions, name + camel(line.name), takes=takes)
            key = key if line.required else f"NotRequired[{key}]"
            if is_name(line.name):
                about = line.schema.get("description")
                shape.rows[line.name] = f"    {line.name}: {key}\n" + (docstring([tidy(about)], 4) if about else "")
            else:
                shape.reserved[line.name] = key
        del self._bodies[name]
        self._bodies[name] = shape


def _name(title: str, users: list[tuple[str, bool]], taken: set[str], *, alone: bool) -> str:
    """The name of a shape with that title, which these methods use, as the whole of a result or as a part."""
    method, whole = users[0]
    if len(users) == 1 and whole:
        return camel(method) + "Result"
    if alone and title not in taken:
        return title
    namespaces = {user.partition(".")[0] for user, _ in users}
    if len(namespaces) == 1 and camel(*namespaces, title) not in taken:
        return camel(*namespaces, title)
    return camel(method, title)


def _class(name: str, shape: Shape, base: str, inherited: Shape | str | None) -> str:
    """A TypedDict; a base of its own holds the names that Python reserves."""
    text = ""
    if shape.reserved:
        base = f"_{name}Reserved"
        keys = ", ".join(f'"{key}": {what}' for key, what in shape.reserved.items())
        text = f'\n\n{base} = TypedDict("{base}", {{{keys}}})\n'
    above = inherited.rows if isinstance(inherited, Shape) and not shape.reserved else {}
    rows = "".join(row for key, row in shape.rows.items() if key not in above)
    text += f"\n\nclass {name}({base or 'TypedDict'}):\n" + docstring([shape.about or "A map."], 4)
    return text + (f"\n{rows}" if rows else "")
