"""`memoryctl explain-absent`: why a memory is not among the results of a search."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option
from memoryd.cli.results import reasons


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the memory that was missed")
    parser.add_argument("query", nargs="+", metavar="QUERY", help="what was asked")
    parser.add_argument("-k", type=positive, metavar="N", help="look among the first N results (default: 10)")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "k", "session_id")
    return call("recall.explain_absent", {**params, "key": args.key, "query": " ".join(args.query)})


def _show(out: Output, result: Json, args: Namespace) -> None:
    numbers = {name: value for name, value in result.items() if name not in ("key", "reason", "text", "filters", "why")}
    if not out.tty:
        out.row(result["key"], result["reason"], result["text"])
        return
    out.line(Span(result["reason"].replace("_", " "), "bold"), ": ", result["text"])
    for label, parts in (("", numbers), ("why: ", result.get("why"))):
        if parts:
            out.line(Span("  " + label + ", ".join(reasons(parts)), "dim"))


COMMAND = Command(
    summary="Why a search does not return a memory",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Names the reason: filtered, faded, archived, not indexed, no word in common with the query and not "
    "similar enough,\nor ranked below the results; with the numbers behind it.",
    columns="key, reason, text",
    examples=("explain-absent fact-0f8fad5b-d9cb-469f-a165-70867728950e what does Ada drink",),
)
