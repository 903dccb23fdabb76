"""`memoryctl pin`: keep a note in the hot cache."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.commands.archive import show_change
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the key of a note: memory/LAYER.md:SLUG, or LAYER:SLUG")


def _ask(call: Call, args: Namespace) -> Json:
    return call("notes.pin", {"key": args.key})


COMMAND = Command(
    summary="Keep a note in the hot cache",
    ask=_ask,
    show=show_change,
    arguments=_arguments,
    detail="It is never demoted by budget; only an explicit demotion or unpin and disuse take it out.",
    columns="key, status",
    examples=("pin decisions:two-tier-architecture",),
)
