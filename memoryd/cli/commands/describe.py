"""`memoryctl describe`: the daemon's methods, as it declares them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.parser import nearest
from memoryd.cli.text import pad, wrap
from memoryd.errors import NotFound


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("method", nargs="?", metavar="METHOD", help="only this one, with its params and result")


def _ask(call: Call, args: Namespace) -> Json:
    described = call("rpc.describe")
    if args.method is None:
        return described
    methods = described["methods"]
    if args.method not in methods:
        raise NotFound(f"this daemon has no method {args.method!r}{nearest(args.method, list(methods))}")
    return methods[args.method]


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.method is not None:
        _show_method(out, args.method, result)
        return
    methods = result["methods"]
    rows: list[list[Part]] = [
        [Span(name, "cyan"), str(one["access"]), str(one["summary"])] for name, one in sorted(methods.items())
    ]
    out.table(["METHOD", "ACCESS", "SUMMARY"], rows)


def _show_method(out: Output, name: str, method: Json) -> None:
    out.line(Span(name, "bold"), f"  ({method.get('access')})")
    for line in wrap(str(method.get("summary", "")), out.width or 120):
        out.line(line)
    for part in ("params", "result"):
        schema = method.get(part) or {}
        out.line(Span(part, "dim"))
        fields = list(_fields(schema, schema.get("$defs") or {}))
        width = max((len(field) for field, _ in fields), default=0)
        for field, kind in fields:
            out.line("  ", Span(pad(field, width), "cyan"), "  ", kind)
        if not fields:
            out.line("  ", "none" if part == "params" else type_name(schema, schema.get("$defs") or {}))
    if method.get("errors"):
        out.line(Span("errors", "dim"), "  ", ", ".join(map(str, method["errors"])))


def _fields(schema: Json, shared: Json) -> list[tuple[str, str]]:
    target = _resolve(schema, shared)
    required = set(target.get("required") or [])
    fields = []
    for name, kind in (target.get("properties") or {}).items():
        fields.append((name if name in required else f"{name}?", type_name(kind, shared)))
    return fields


def _resolve(schema: Json, shared: Json) -> Json:
    reference = schema.get("$ref")
    return shared.get(str(reference).rsplit("/", 1)[-1], {}) if reference else schema


def type_name(schema: Json, shared: Json, depth: int = 0) -> str:
    """A JSON schema in a few words: `string`, `[{path, line, text}]`, `private | group`."""
    schema = _resolve(schema, shared)
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(type_name(choice, shared, depth) for choice in schema["anyOf"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"[{type_name(schema.get('items') or {}, shared, depth + 1)}]"
    if kind == "object" and schema.get("properties"):
        return "{" + ", ".join(schema["properties"]) + "}" if depth < 3 else "{…}"
    default = schema.get("default")
    bounds = [f"{sign}{schema[word]}" for word, sign in (("minimum", "≥ "), ("maximum", "≤ ")) if word in schema]
    if default not in (None, "", False):
        bounds.append(f"default {default}")
    return f"{kind} ({', '.join(bounds)})" if bounds else str(kind)


COMMAND = Command(
    summary="List the methods of the socket, or show one with its params",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="With --json: JSON schemas of params and result.",
    columns="method, access, summary",
    examples=("describe", "describe recall.search"),
)
