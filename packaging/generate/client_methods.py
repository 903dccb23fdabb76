"""The modules methods.py and asyncmethods.py of the client: a class for each namespace."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from client_types import Types
from python_source import HEAD, WIDTH, camel, docstring, is_name, tidy
from schemas import Line, Schema, about_of, in_words, lines_of

from memoryd.errors import ERRORS
from memoryd.rpc.describe import MethodDescription


def own(about: MethodDescription) -> list[Line]:
    """The parameters that are not among what most methods take alike (`CallOptions`)."""
    return [line for line in lines_of(about["params"]) if line.name != "progress" and not _names_session(line)]


def _names_session(line: Line) -> bool:
    return line.name == "session_id" and not line.required


def method_docs(about: MethodDescription) -> list[str]:
    """What it does, what each parameter may be, who may call it and how it is refused."""
    lines = [tidy(about["summary"]).rstrip(".") + f". Access: {about['access']}."]
    definitions = about["params"].get("$defs", {})
    takes = []
    for line in own(about):
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
        typing = f"TYPE_CHECKING, Any, Literal, Protocol{', overload' if self._overloads else ''}"
        used = [name for name in typing.split(", ") if name == "TYPE_CHECKING" or re.search(rf"\b{name}\b", body)]
        abstract = "from collections.abc import Sequence\n" if "Sequence[" in body else ""
        return (
            f'{HEAD}\n"""The methods of memoryd, as a client {what} has them: for type checkers, and to be read.\n\n'
            'What each takes besides is in `CallOptions`; a long one is told by `progress`.\n"""\n\n'
            f"from __future__ import annotations\n\n{abstract}from typing import {', '.join(used)}\n\n"
            "from memoryd.client import types\n"
            "from memoryd.client.calls import CallOptions, Progress, SessionOptions\n\n"
            f"if TYPE_CHECKING:\n    from typing_extensions import Unpack\n{body}"
        )

    def _method(self, name: str, about: MethodDescription) -> str:
        definitions = about["params"].get("$defs", {})
        result = _imported(self._types.result(name, about["result"]))
        parameters = own(about)
        rows = []
        for line in parameters:
            shape = self._types.of(line.schema, definitions, camel(name, line.name), takes=True)
            if is_name(line.name):
                rows.append(f"{line.name}: {_imported(shape)}{'' if line.required else ' = ' + _default(line.schema)}")
        taken = lines_of(about["params"])
        options = "SessionOptions" if any(_names_session(line) for line in taken) else "CallOptions"
        if any(line.name == "progress" for line in taken):
            rows.append("progress: Progress | None = None")
        rest = f"**options: Unpack[{options}]"
        by_keyword = ["*", *rows, rest] if rows else [rest]
        documented = docstring(method_docs(about), 8)
        if all(is_name(line.name) for line in parameters):
            return "\n" + self._signature(name, by_keyword, result) + "\n" + documented
        # A parameter whose name Python reserves can be given in a map only.
        self._overloads = True
        whole = _imported(self._types.params(name, about["params"]))
        by_name = self._signature(name, by_keyword, result)
        by_map = self._signature(name, [f"params: {whole}", "/", rest], result, " ...")
        return f"\n    @overload\n{by_name}\n{documented}\n    @overload\n{by_map}\n"

    def _signature(self, name: str, parts: list[str], result: str, end: str = "") -> str:
        head = f"    {self._async}def {name.partition('.')[2]}("
        whole = f"{head}{', '.join(('self', *parts))}) -> {result}:{end}"
        if len(whole) <= WIDTH:
            return whole
        row = f"        {', '.join(('self', *parts))}"
        rows = row if len(row) <= WIDTH else "".join(f"\n        {part}," for part in ("self", *parts))[1:]
        return f"{head}\n{rows}\n    ) -> {result}:{end}"


def _imported(shape: str) -> str:
    """The shape with the names of types.py as they are there."""
    return re.sub(r'("[^"]*")|\b(?!(?:Sequence|Literal|Any|None)\b)([A-Z]\w+)', _qualified, shape)


def _qualified(found: re.Match[str]) -> str:
    return found[1] or f"types.{found[2]}"


def _default(schema: Schema) -> str:
    value = schema.get("default")
    if isinstance(value, list):
        return repr(tuple(value))
    return json.dumps(value) if isinstance(value, str) else repr(value)
