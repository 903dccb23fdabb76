"""`memoryctl archive`: take a memory out of use."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.changes import show_change
from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="ID", help="the id of a fact, or the key of a note (memory/<layer>.md:<slug>)")
    parser.add_argument("--reason", help="why, for the archive")


def _ask(call: Call, args: Namespace) -> Json:
    reason = given(args, "reason")
    if args.key.startswith("memory/"):
        return call("notes.archive", {"key": args.key} | reason)
    return call("facts.archive", {"id": args.key} | reason)


COMMAND = Command(
    summary="Archive a fact or note; restore brings it back",
    ask=_ask,
    show=show_change,
    arguments=_arguments,
    columns="id or key, status",
    examples=('archive fact-0f8fad5b-d9cb-469f-a165-70867728950e --reason "no longer true"',),
)
