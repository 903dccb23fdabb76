"""`memoryctl promote`: put a note into the hot cache."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.commands.archive import show_change
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the key of a note: memory/LAYER.md:SLUG, or LAYER:SLUG")


def _ask(call: Call, args: Namespace) -> Json:
    return call("notes.promote", {"key": args.key})


COMMAND = Command(
    summary="Put a note into the hot cache",
    ask=_ask,
    show=show_change,
    arguments=_arguments,
    detail="When the cache is full, the least used note is demoted.",
    columns="key, status",
    examples=("promote decisions:two-tier-architecture",),
)
