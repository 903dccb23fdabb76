"""memoryd-rpc(7), made from the registry of methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from target import MADE, write

from memoryd.composition import described
from memoryd.errors import ERRORS
from memoryd.rpc.describe import describe_method
from memoryd.rpc.registry import Method, Registry

_HEAD = r""".TH MEMORYD-RPC 7 "" memoryd "Miscellaneous information"
.ad l
.SH NAME
memoryd-rpc \- the methods of memoryd's socket
.SH DESCRIPTION
memoryd speaks MessagePack-RPC on a Unix stream socket.
A request is
.BR "[0, msgid, method, params]" ,
its response
.BR "[1, msgid, error, result]" ,
a notification
.BR "[2, method, params]" .
.I params
is an array that is empty or holds exactly one map, such as
.BR "[{\(dqquery\(dq: \(dqwhen did we start?\(dq}]" .
.I error
is nil or
.BR "[code, sentence, data]" :
the code is for programs, the sentence says what is wrong and what to do.
Times are ISO 8601 text in UTC with microseconds and offset.
A frame has at most 8 MiB, values nest at most 64 deep, and at most 32 requests of one connection are served at once.
.PP
Access is read, write or admin, by the user and groups of the peer; see
.B [access]
in
.BR memoryd.toml (5).
A method that takes
.I session_id
acts on behalf of that session: the reply has what it may see, and accesses count for it.
Long methods take
.IR progress ,
a token: the caller then gets notifications
.B rpc.progress
{token, stage, done, total}, and
.B rpc.cancel
with the token stops the call.
The same descriptions as JSON schemas come from
.BR rpc.describe .
"""

_TAIL = r""".SH SEE ALSO
.BR memoryctl (1),
.BR memoryd.toml (5),
.BR memoryd (8)
"""


def manual(registry: Registry) -> str:
    """The page as roff."""
    return "".join((f'.\\" {MADE}\n', _HEAD, *_methods(registry), *_errors(), _TAIL))


def _methods(registry: Registry) -> Iterator[str]:
    yield ".SH METHODS\n.ad l\n"
    namespace = ""
    for method in registry:
        head = method.name.partition(".")[0]
        if head != namespace:
            namespace = head
            yield f".SS {head}\n"
        yield from _method(method)


def _method(method: Method) -> Iterator[str]:
    about = describe_method(method)
    yield f".TP\n.B {_plain(method.name)}\n"
    yield f"{_plain(about['summary'])} ({about['access']})\n"
    for title, schema in (("Params", about["params"]), ("Result", about["result"])):
        shown = _shape(schema, schema.get("$defs", {}))
        if shown not in ("{}", "map"):
            yield f".br\n{title}: {_plain(shown)}\n"
    if about["errors"]:
        yield f".br\nErrors: {', '.join(about['errors'])}\n"


def _shape(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int = 0) -> str:
    """A JSON schema in one line: `{query: text, k?: integer = 10}`."""
    if "$ref" in schema:
        return _shape(definitions[schema["$ref"].rpartition("/")[2]], definitions, depth)
    if "anyOf" in schema:
        kinds = [_shape(one, definitions, depth) for one in schema["anyOf"] if one.get("type") != "null"]
        return "|".join(dict.fromkeys(kinds))
    if "enum" in schema:
        return "|".join(str(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return f"[{_shape(schema.get('items') or {}, definitions, depth + 1)}]"
    if kind == "object" and "properties" in schema:
        return _object(schema, definitions, depth)
    return {"string": "text", "object": "map", None: "any"}.get(kind, str(kind))


def _object(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> str:
    required = schema.get("required", ())
    parts = []
    for name, value in schema["properties"].items():
        default = value.get("default")
        shown = "" if default in (None, [], {}, "") else f" = {str(default).lower()}"
        parts.append(f"{name}{'' if name in required else '?'}: {_shape(value, definitions, depth + 1)}{shown}")
    return "{" + ", ".join(parts) + "}"


def _errors() -> Iterator[str]:
    yield ".SH ERRORS\n"
    yield "Under a method stand the errors of its own. Besides, any method may answer\n"
    yield ".BR invalid_params ,\n.B too_large\n(a value beyond the bound in its schema),\n"
    yield ".BR permission_denied ,\n.B busy\nand\n.BR internal ,\n"
    yield "one that names a session\n.BR not_found ,\nand one that writes\n.BR read_only .\n"
    for code, error in ERRORS.items():
        yield f".TP\n.B {code}\n{_plain((error.__doc__ or '').partition(chr(10))[0])}\n"


def _plain(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("…", "...")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


if __name__ == "__main__":
    write({"packaging/man/memoryd-rpc.7": manual(described())})
