"""`memoryctl get`: show one memory or file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="an id, or a path in the data directory, with :line or :slug")
    parser.add_argument("--from", dest="from_", type=positive, metavar="LINE", help="begin at this line")
    parser.add_argument("--lines", type=positive, metavar="N", help="at most N lines")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "key", "lines", "session_id")
    if args.from_ is not None:
        params["from"] = args.from_
    return call("recall.get", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if out.tty:
        key, path = str(result.get("key", args.key)), str(result.get("path", ""))
        out.line(Span(key, "cyan"), Span(f"  {path}" if path and path != key else "", "dim"))
    text = str(result.get("text", ""))
    out.block(text.removesuffix("\n"))
    if result.get("next") is not None:
        out.note(Span(f"there is more: --from {result['next']}", "dim"))


COMMAND = Command(
    summary="Show one memory, or lines of a file, by its key",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Control characters are shown as \\x1b; --json has the exact text.",
    examples=(
        "get fact-0f8fad5b-d9cb-469f-a165-70867728950e",
        "get sessions/2026-05-15-143000.jsonl:12",
        "get MEMORY.md --from 20 --lines 10",
    ),
)
