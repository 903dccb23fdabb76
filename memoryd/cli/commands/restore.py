"""`memoryctl restore`: bring an archived memory back."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.changes import show_change
from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="ID", help="the id of a fact or context, or the key of a note")


def _ask(call: Call, args: Namespace) -> Json:
    if args.key.startswith("memory/"):
        return call("notes.restore", {"key": args.key})
    return call("contexts.restore" if args.key.startswith("context-") else "facts.restore", {"id": args.key})


COMMAND = Command(
    summary="Bring an archived memory back",
    ask=_ask,
    show=show_change,
    arguments=_arguments,
    columns="id or key, status",
    examples=("restore fact-0f8fad5b-d9cb-469f-a165-70867728950e",),
)
