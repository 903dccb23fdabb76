"""`memoryctl projects`: the projects that memories are of, and taking what is of one to another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output, Span


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("list", "move"), default="list", metavar="list|move", help="what to do"
    )
    parser.add_argument("source", nargs="?", metavar="FROM", help="with move: the source project")
    parser.add_argument("target", nargs="?", metavar="TO", help="with move: the target project")


def _ask(call: Call, args: Namespace) -> Json:
    if args.what == "move":
        if args.source is None or args.target is None:
            raise UsageError("projects move needs two names: FROM and TO")
        return call("projects.move", {"from": args.source, "to": args.target}, long=True)
    if args.source is not None:
        raise UsageError("projects list takes no name")
    return call("projects.list")


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.what == "move":
        for kind, count in (result.get("moved") or {}).items():
            out.row(kind, count)
        if not result.get("moved") and out.tty:
            out.note(Span(f"nothing was of {args.source}", "dim"))
        return
    found = result.get("projects") or []
    if not found and out.tty:
        out.note(Span("no memory is of a project", "dim"))
    for one in found:
        counts = ", ".join(f"{count} {kind}" for kind, count in (one.get("memories") or {}).items())
        out.row(one.get("project"), counts)


COMMAND = Command(
    summary="List projects, or move the memories of one to another",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="move takes facts, notes, contexts, lines of dailies and logs, and sessions; a fact that the other project\n"
    "states already is archived, whichever of the two is less active. Messages and summaries go on to say in which\n"
    "project they were said, and what is archived stays as it is. After an interruption, repeat the command.",
    columns="list: project, how many memories of each kind; move: kind, how many were moved",
    examples=("projects", "projects move harbour new-harbour"),
)
