"""`memoryctl call`: any method of the socket, with JSON in and out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import Any, NoReturn

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output
from memoryd.client.reads import LONG


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("method", metavar="METHOD", help="e.g. facts.get; memoryctl describe lists them")
    parser.add_argument("params", nargs="?", metavar="JSON", help="one JSON object, or - to read it from stdin")


def _ask(call: Call, args: Namespace) -> Json:
    text = _stdin() if args.params == "-" else args.params
    params = {} if text is None else read_params(text)
    return call(args.method, params, long=args.method in LONG)


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"stdin is not valid UTF-8 at byte {error.start}") from None


def read_params(text: str) -> dict[str, Any]:
    """The params in a JSON text; empty text means none. Raises UsageError with the position of the error."""
    if not text.strip():
        return {}
    try:
        params = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"the params are not JSON: {error.msg} at line {error.lineno}, column {error.colno}:\n"
            f"{_excerpt(error.doc, error.pos)}"
        ) from None
    except RecursionError:
        raise UsageError("the params are nested too deep") from None
    if not isinstance(params, dict):
        raise UsageError(f'the params must be one JSON object such as \'{{"id": "…"}}\', got {_kind(params)}')
    return params


def _refuse_constant(name: str) -> NoReturn:
    raise UsageError(f"the params are not JSON: {name} is not a JSON number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"the params name {twice!r} twice")
    return found


def _kind(value: Json) -> str:
    names = {list: "an array", str: "a string", bool: "a boolean", int: "a number", float: "a number"}
    return names.get(type(value), "null")


def _excerpt(text: str, position: int) -> str:
    """The part of the line around the error, and a caret below."""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    begin = max(start, position - 40)
    shown = text[begin : min(len(text) if end < 0 else end, position + 30)].replace("\t", " ")
    return f"    {shown}\n    {' ' * (position - begin)}^"


def _show(out: Output, result: Json, args: Namespace) -> None:
    out.json(result)


COMMAND = Command(
    summary="Call any method of the socket with JSON params; prints the result as JSON",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    examples=("call rpc.ping", 'call facts.find \'{"subject": "Ada"}\'', "call sessions.append - < messages.json"),
)
