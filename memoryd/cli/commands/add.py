"""`memoryctl add`: remember one fact."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.moments import now, resolve
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import session_option
from memoryd.cli.results import show_redacted


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="SUBJECT", help="what the fact is about")
    parser.add_argument("predicate", metavar="PREDICATE", help="how subject and object are related")
    parser.add_argument("object", metavar="OBJECT", help="the value: a thing, a name, a number or a text")
    parser.add_argument("--source", help="where it comes from, e.g. user-stated")
    parser.add_argument("--created", metavar="TIME", help="since when: ISO 8601, or 3d for three days ago")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "subject", "predicate", "object", "source", "session_id")
    if args.created:
        params["created"] = resolve(args.created, now())
    return call("facts.add", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if out.tty:
        out.line(Span(str(result["status"]), "green"), "  ", Span(str(result["id"]), "cyan"))
    else:
        out.row(result["id"], result["status"])
    show_redacted(out, result)


COMMAND = Command(
    summary="Remember a fact: subject, predicate, object",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="A fact that is known already is reinforced: its activation returns to 1 and its old id comes back.\n"
    "The answer means that the fact is on disk.",
    columns="id, status (added or reinforced)",
    examples=('add "deployment project" started_on 2026-05-15', "add Ada prefers tea --source user-stated"),
)
