"""The modules methods.py and asyncmethods.py of the client: a class for each namespace."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from client_types import Types
from python_source import HEAD, camel, docstring, is_name, tidy
from schemas import Schema, about_of, in_words, lines_of

from memoryd.errors import ERRORS
from memoryd.rpc.describe import MethodDescription


def method_docs(about: MethodDescription) -> list[str]:
    """What it does, what each parameter may be, who may call it and how it is refused."""
    lines = [tidy(about["summary"]).rstrip(".") + f". Access: {about['access']}."]
    definitions = about["params"].get("$defs", {})
    takes = []
    for line in lines_of(about["params"]):
        if line.name != "progress":
            described_as = about_of(line.schema)
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
            if is_name(line.name):
                rows.append(f"{line.name}: {shape}{'' if line.required else ' = ' + _default(line.schema)}")
        self._note(result)
        options = ["timeout: float | None = -1"]
        if any(line.name == "progress" for line in lines_of(about["params"])):
            options.append("progress: Progress | None = None")
        options.append("retry: bool | None = None")
        documented = docstring(method_docs(about), 8)
        if all(is_name(line.name) for line in parameters):
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
