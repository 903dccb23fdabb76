"""`memoryctl items`: what programs keep by namespace and key: put, get, delete, list, search."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.pages import ask_pages, note_next
from memoryd.cli.parser import paging_options, positive, seconds, session_option
from memoryd.cli.text import one_line

ACTIONS = ("put", "get", "delete", "list", "search")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("namespace", nargs="?", metavar="NAMESPACE", help="its elements, separated by /: app/ada")
    parser.add_argument(
        "words", nargs="*", default=[], metavar="WORD",
        help="put: KEY and VALUE, or - for standard input; get, delete: KEY; search: a query, else the newest",
    )  # fmt: skip
    parser.add_argument("--parse", action="store_true", help="put: VALUE is JSON, not a text")
    parser.add_argument(
        "--ttl", dest="ttl_seconds", type=seconds, metavar="SECONDS", help="put: expires after this long"
    )
    parser.add_argument("--no-index", action="store_true", help="put: search does not find it by words")
    parser.add_argument("--if-absent", action="store_true", help="put: refuse if the key exists")
    parser.add_argument("--filter", metavar="JSON", help='search: by fields, such as {"size": {"$gte": 3}}')
    parser.add_argument("--offset", type=positive, metavar="N", help="search: skip the first N")
    paging_options(parser)
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    action, params = args.action, given(args, "session_id")
    namespace = [one for one in (args.namespace or "").split("/") if one]
    if action == "list":
        return ask_pages(call, "items.list", {**params, "prefix": namespace}, "items", args)
    if action == "search":
        if args.filter is not None:
            params["filter"] = _parsed("--filter", args.filter)
        if args.words:
            params["query"] = " ".join(args.words)
        return call("items.search", {**params, "prefix": namespace, **given(args, "limit", "offset")})
    if not namespace or len(args.words) != (2 if action == "put" else 1):
        need = "NAMESPACE KEY VALUE" if action == "put" else "NAMESPACE KEY"
        raise UsageError(f"items {action} needs {need}")
    params |= {"namespace": namespace, "key": args.words[0]}
    if action == "put":
        value = sys.stdin.read() if args.words[1] == "-" else args.words[1]
        params |= given(args, "ttl_seconds", "if_absent")
        params["value"] = _parsed("VALUE", value) if args.parse else value
        if args.no_index:
            params["index"] = False
    return call(f"items.{action}", params)


def _parsed(name: str, text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}") from error


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.action in ("list", "search"):
        for item in result["items"]:
            place = "/".join(item["namespace"])
            cells = [place, Span(item["key"], "cyan") if out.tty else item["key"], item["updated"]]
            out.row(*cells, *([one_line(_text(item["value"]))] if "value" in item else []))
        if out.tty and not result["items"]:
            out.note(Span("no such items", "dim"))
        note_next(out, result)
    elif args.action == "get":
        out.block(_text(result["value"]))
    else:
        out.row(result["key"], result["status"])


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


COMMAND = Command(
    summary="Keep values by namespace and key, apart from memories: put, get, delete, list, search",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Items belong to programs: recall and MEMORY.md never show them. Putting an existing key replaces its "
    "value. `list` shows the keys below a namespace, `search` the values, too.",
    columns="namespace, key, time of the last put; with search: the value, too; get prints the value alone",
    examples=(
        "items put app/ada theme dark",
        "items put app/ada window --parse '{\"width\": 80}' --ttl 86400",
        "items get app/ada theme",
        "items list app",
        "items search app/ada dark colours",
    ),
)
