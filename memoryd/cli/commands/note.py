"""`memoryctl note`: write a note into a layer."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import session_option
from memoryd.cli.results import show_redacted


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("layer", metavar="LAYER", help="the layer, e.g. decisions")
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the note; - reads it from standard input")
    parser.add_argument("--slug", help="its name within the layer (default: made of the first line)")
    parser.add_argument("--remember", action="store_true", help="put it into the hot cache")
    parser.add_argument("--critical", action="store_true", help="needed in every session")
    parser.add_argument("--pin", action="store_true", help="put it into the hot cache and keep it there")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "layer", "slug", "remember", "critical", "pin", "session_id")
    params["text"] = sys.stdin.read() if args.text == ["-"] else " ".join(args.text)
    return call("notes.write", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    status = str(result["status"]) + (", hot" if result["hot"] else "")
    if out.tty:
        out.line(Span(status, "green"), "  ", Span(str(result["key"]), "cyan"))
    else:
        out.row(result["key"], result["status"], "hot" if result["hot"] else "")
    if result.get("new_layer"):
        out.note(f"memory/{args.layer}.md is a new layer; which there are: memoryctl layers")
    show_redacted(out, result)


COMMAND = Command(
    summary="Write a note into a layer",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="The first line is the note's bullet in memory/LAYER.md, the others follow below it.\n"
    "Writing the same text again returns the existing note. The reply comes when the note is on disk and in the hot\n"
    "cache.",
    columns="key, status (written or known), hot or nothing",
    examples=('note decisions "Two-tier architecture" --remember', "note knowledge - <lesson.txt"),
)
