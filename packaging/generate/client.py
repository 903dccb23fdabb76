"""The client's typed methods, made of what `rpc.describe` answers: `make generated`.

Writes memoryd/client/types.py (what methods take and give), methods.py and asyncmethods.py (one class a namespace, for
type checkers) and reads.py (what may be sent twice). At run time the client knows no method: it sends what it is told,
so that it also talks with a daemon that is newer than itself.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from memoryd.composition.methods import described
from memoryd.errors import ERRORS
from memoryd.rpc.describe import MethodDescription, describe

CLIENT = Path(__file__).parents[2] / "memoryd" / "client"
WIDTH = 120
HEAD = "# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.\n"

# A read may be sent again when the connection dropped before the answer. Of these, access alone does not tell:
SAFE_TWICE = {"jobs.list", "system.config"}
"""They only read, and yet not everybody may call them."""
ONCE = {"rpc.cancel"}
"""Whoever may read may call it, and the second time there is nothing left to cancel."""

Schema = Mapping[str, Any]


class Line(NamedTuple):
    """A parameter, or a key of a result."""

    name: str
    schema: Schema
    required: bool


def camel(*words: str) -> str:
    """`recall.explain_absent` as RecallExplainAbsent."""
    return "".join(part[:1].upper() + part[1:] for word in words for part in re.split(r"[._]", word))


def tidy(text: str) -> str:
    """A docstring's text in one line."""
    return re.sub(r"\s+", " ", text).strip()


def docstring(lines: Iterable[str], indent: int) -> str:
    """Lines of text as a docstring, wrapped; what belongs to a line below the first is set in."""
    margin = " " * indent
    first, *others = lines
    quotes = 'r"""' if "\\" in "".join((first, *others)) else '"""'
    if not others and len(margin + quotes + first + '"""') <= WIDTH:
        return f'{margin}{quotes}{first}"""\n'
    text = [*_wrapped(quotes + first, indent)]
    for line in others:
        text += _wrapped(line, indent, "    ")
    return "\n".join((margin + part).rstrip() for part in (*text, '"""')) + "\n"


def _wrapped(line: str, indent: int, hanging: str = "") -> list[str]:
    return textwrap.wrap(line, WIDTH - indent, subsequent_indent=hanging, break_on_hyphens=False) or [""]


class Types:
    """The module types.py: a class for each map with known keys, and a name for each result."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._bodies: dict[str, str] = {}
        self._aliases: dict[str, str] = {}

    def learn(self, methods: Mapping[str, MethodDescription]) -> None:
        """Give each map a name: its title where that is enough, so that what two methods give is one class."""
        used: dict[str, list[tuple[str, bool]]] = {}
        titles: dict[str, set[str]] = {}
        for method, about in methods.items():
            for schema, whole in _maps(about["result"]):
                used.setdefault(_identity(schema), []).append((method, whole))
                titles.setdefault(schema["title"], set()).add(_identity(schema))
            for schema, whole in _maps(about["params"]):
                if not whole:
                    used.setdefault(_identity(schema), []).append((method, False))
                    titles.setdefault(schema["title"], set()).add(_identity(schema))
        results = {camel(method) + "Result" for method in methods}
        for title, identities in titles.items():
            for identity in identities:
                where = used[identity]
                namespaces = {method.partition(".")[0] for method, _ in where}
                if len(where) == 1 and where[0][1]:
                    name = camel(where[0][0]) + "Result"
                elif len(identities) == 1 and title not in results:
                    name = title
                elif len(namespaces) == 1 and camel(*namespaces, title) not in {*results, *self._names.values()}:
                    name = camel(*namespaces, title)
                else:
                    name = camel(where[0][0], title)
                if name in self._names.values():
                    raise ValueError(f"two shapes would be called {name}: rename {title} of {where[0][0]}")
                self._names[identity] = name

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
            return self.of(_resolved(schema, definitions), definitions, owner, takes=takes)
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
            name = self._names[_identity({**schema, "$defs": definitions})]
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
            "from __future__ import annotations",
            "",
            "from collections.abc import Sequence",
            "from typing import Any, Literal, TypedDict",
            "",
        ]
        aliases = "".join(f"{name} = {self._aliases[name]}\n" for name in sorted(self._aliases))
        return "\n".join(parts) + "".join(self._bodies.values()) + f"\n\n{aliases}"

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
        groups: dict[tuple[bool, bool], list[tuple[Line, str]]] = {}
        for line in lines_of(schema):
            shape = self.of(line.schema, definitions, name + camel(line.name), takes=takes)
            groups.setdefault((line.required, _is_name(line.name)), []).append((line, shape))
        del self._bodies[name]
        self._bodies[name] = "".join(_classes(name, tidy(schema.get("description", "")), groups))


def _classes(name: str, about: str, groups: Mapping[tuple[bool, bool], list[tuple[Line, str]]]) -> Iterator[str]:
    """A TypedDict. Bases hold the required keys, as 3.10 has no NotRequired, and the names that Python reserves."""
    bases = []
    for required, suffix in ((True, "Reserved"), (False, "OptionalReserved")):
        if reserved := groups.get((required, False)):
            bases.append(f"_{name}{suffix}")
            keys = ", ".join(f'"{line.name}": {shape}' for line, shape in reserved)
            total = "" if required else ", total=False"
            yield f'\n\n{bases[-1]} = TypedDict("{bases[-1]}", {{{keys}}}{total})\n'
    required_fields, optional = groups.get((True, True), []), groups.get((False, True), [])
    if required_fields and optional:
        yield f"\n\nclass _{name}Required({', '.join(bases) or 'TypedDict'}):\n" + _fields(required_fields)
        bases = [f"_{name}Required"]
    total = ", total=False" if optional else ""
    yield f"\n\nclass {name}({', '.join(bases) or 'TypedDict'}{total}):\n"
    yield docstring([about or "A map."], 4)
    fields = _fields(optional or required_fields)
    yield f"\n{fields}" if fields else ""


def _fields(fields: list[tuple[Line, str]]) -> str:
    text = ""
    for line, shape in fields:
        text += f"    {line.name}: {shape}\n"
        if about := line.schema.get("description"):
            text += docstring([tidy(about)], 4)
    return text


def lines_of(schema: Schema) -> list[Line]:
    """The parameters or keys, the required ones first."""
    required = schema.get("required", ())
    found = [Line(name, one, name in required) for name, one in schema.get("properties", {}).items()]
    return sorted(found, key=lambda line: not line.required)


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    return schema


def _maps(schema: Schema) -> Iterator[tuple[Schema, bool]]:
    """Each map with known keys in a schema, and whether it is the whole of it."""
    definitions = schema.get("$defs", {})
    if "title" in schema and "properties" in schema:
        yield schema, True
    for one in definitions.values():
        if "properties" in one:
            yield {**one, "$defs": definitions}, False


def _identity(schema: Schema) -> str:
    """The schema with all that it refers to written out, as text."""
    definitions = schema.get("$defs", {})

    def expanded(value: Any, inside: tuple[str, ...]) -> Any:
        if isinstance(value, list):
            return [expanded(one, inside) for one in value]
        if not isinstance(value, dict):
            return value
        reference = value.get("$ref")
        if reference is not None:
            return reference if reference in inside else expanded(_resolved(value, definitions), (*inside, reference))
        return {key: expanded(one, inside) for key, one in value.items() if key != "$defs"}

    return json.dumps(expanded(dict(schema), ()), sort_keys=True)


def in_words(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    """What a parameter may be: `an integer from 1 to 1000`."""
    schema = _resolved(schema, definitions)
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


def _about(schema: Schema) -> str:
    """The description of a parameter, wherever the schema has it."""
    members = (schema, *schema.get("anyOf", ()))
    return next((tidy(one["description"]) for one in members if "description" in one and "title" not in one), "")


def method_docs(about: MethodDescription) -> list[str]:
    """What it does, what each parameter may be, who may call it and how it is refused."""
    lines = [tidy(about["summary"]).rstrip(".") + f". Access: {about['access']}."]
    definitions = about["params"].get("$defs", {})
    takes = []
    for line in lines_of(about["params"]):
        if line.name != "progress":
            described_as = _about(line.schema)
            words = in_words(line.schema, definitions)
            takes.append(f"{line.name}: {words}{f' ({described_as})' if described_as else ''}")
    errors = ", ".join(ERRORS[code].__name__ for code in about["errors"])
    if takes:
        lines += ["", *takes]
    if errors:
        lines += ["", f"Raises {errors}."]
    return lines


class Methods:
    """The module methods.py, or asyncmethods.py: a class for each namespace."""

    def __init__(self, types: Types, *, asynchronous: bool) -> None:
        self._types = types
        self._async = "async " if asynchronous else ""
        self._prefix = "Async" if asynchronous else ""
        self._names: set[str] = set()
        self._overloads = False

    def module(self, methods: Mapping[str, MethodDescription]) -> str:
        """The source."""
        namespaces: dict[str, list[str]] = {}
        for name in methods:
            namespaces.setdefault(name.partition(".")[0], []).append(name)
        body = ""
        for namespace, names in namespaces.items():
            body += f"\n\nclass {self._prefix}{camel(namespace)}(Protocol):\n"
            body += docstring([f"The methods of `{namespace}`."], 4)
            body += "".join(self._method(name, methods[name]) for name in names)
        body += f"\n\nclass {self._prefix}Namespaces:\n"
        body += docstring(["What a client has: an attribute for each namespace."], 4) + "\n"
        body += "".join(f"    {namespace}: {self._prefix}{camel(namespace)}\n" for namespace in namespaces)
        what = "with asyncio" if self._async else "that waits"
        typing = "Any, Literal, Protocol, overload" if self._overloads else "Any, Literal, Protocol"
        used = [name for name in typing.split(", ") if re.search(rf"\b{name}\b", body)]
        abstract = "from collections.abc import Sequence\n" if "Sequence[" in body else ""
        imports = "".join(f"    {name},\n" for name in sorted(self._names, key=_import_order) if name in body)
        return (
            f'{HEAD}\n"""The methods of memoryd, as a client {what} has them: for type checkers, and to be read.\n\n'
            "Every method also takes `timeout`, seconds (None waits for ever; the client's own when left out), and\n"
            "`retry`, whether it may be sent again when the connection drops; a long one takes `progress`, which is\n"
            'told stage, done and total.\n"""\n\n'
            f"from __future__ import annotations\n\n{abstract}from typing import {', '.join(used)}\n\n"
            "from memoryd.client.calls import Progress\n"
            f"from memoryd.client.types import (\n{imports})\n{body}"
        )

    def _method(self, name: str, about: MethodDescription) -> str:
        definitions = about["params"].get("$defs", {})
        result = self._types.result(name, about["result"])
        parameters = [line for line in lines_of(about["params"]) if line.name != "progress"]
        rows = []
        for line in parameters:
            shape = self._types.of(line.schema, definitions, camel(name, line.name), takes=True)
            self._note(shape)
            if _is_name(line.name):
                rows.append(f"{line.name}: {shape}{'' if line.required else ' = ' + _default(line.schema)}")
        self._note(result)
        options = ["timeout: float | None = -1"]
        if any(line.name == "progress" for line in lines_of(about["params"])):
            options.append("progress: Progress | None = None")
        options.append("retry: bool | None = None")
        documented = docstring(method_docs(about), 8)
        if all(_is_name(line.name) for line in parameters):
            return "\n" + self._signature(name, ["*", *rows, *options], result) + "\n" + documented
        # A parameter whose name Python reserves can be given in a map only.
        self._overloads = True
        whole = self._types.params(name, about["params"])
        self._note(whole)
        by_name = self._signature(name, ["*", *rows, *options], result)
        by_map = self._signature(name, [f"params: {whole}", "/", "*", *options], result)
        return f"\n    @overload\n{by_name}\n{documented}\n    @overload\n{by_map} ...\n"

    def _signature(self, name: str, parts: list[str], result: str) -> str:
        rows = "".join(f"        {part},\n" for part in parts)
        return f"    {self._async}def {name.partition('.')[2]}(\n        self,\n{rows}    ) -> {result}:"

    def _note(self, shape: str) -> None:
        known = {"Sequence", "Literal", "Any", "None"}
        text = re.sub(r'"[^"]*"', "", shape)
        self._names |= {word for word in re.findall(r"\b[A-Z]\w+", text) if word not in known}


def _import_order(name: str) -> tuple[str, str]:
    return name.casefold(), name


def _default(schema: Schema) -> str:
    value = schema.get("default")
    if isinstance(value, list):
        return repr(tuple(value))
    return json.dumps(value) if isinstance(value, str) else repr(value)


def reads(methods: Mapping[str, MethodDescription]) -> str:
    """The source of reads.py."""
    unknown = (SAFE_TWICE | ONCE) - methods.keys()
    if unknown:
        raise ValueError(f"there is no method {', '.join(sorted(unknown))}")
    names = {name for name, about in methods.items() if about["access"] == "read"} - ONCE | SAFE_TWICE
    rows = "".join(f'        "{name}",\n' for name in sorted(names))
    return (
        f'{HEAD}\n"""Which methods only read."""\n\nfrom __future__ import annotations\n\n'
        f"READS = frozenset(\n    (\n{rows}    )\n)\n"
        '"""Methods that may be sent again when a connection dropped before the answer: twice does no harm."""\n'
    )


def generated() -> dict[Path, str]:
    """Each file and what it should hold."""
    methods = describe(described())["methods"]
    types = Types()
    types.learn(methods)
    blocking = Methods(types, asynchronous=False).module(methods)
    return {
        CLIENT / "methods.py": blocking,
        CLIENT / "asyncmethods.py": Methods(types, asynchronous=True).module(methods),
        CLIENT / "types.py": types.module(),
        CLIENT / "reads.py": reads(methods),
    }


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
