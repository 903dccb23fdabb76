"""`memoryctl demote`: take a note out of the hot cache."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.commands.archive import show_change
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the key of a note: memory/LAYER.md:SLUG, or LAYER:SLUG")


def _ask(call: Call, args: Namespace) -> Json:
    return call("notes.demote", {"key": args.key})


COMMAND = Command(
    summary="Take a note out of the hot cache",
    ask=_ask,
    show=show_change,
    arguments=_arguments,
    detail="The note stays in its layer; MEMORY.md keeps a reference to it.",
    columns="key, status",
    examples=("demote decisions:two-tier-architecture",),
)
