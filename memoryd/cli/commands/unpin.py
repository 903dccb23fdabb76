"""`memoryctl unpin`: let a pinned note be demoted again."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.commands.archive import show_change
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the key of a note: memory/LAYER.md:SLUG, or LAYER:SLUG")


def _ask(call: Call, args: Namespace) -> Json:
    return call("notes.unpin", {"key": args.key})


COMMAND = Command(
    summary="Let a pinned note be demoted again",
    ask=_ask,
    show=show_change,
    arguments=_arguments,
    detail="It stays hot until it is not used for some sessions.",
    columns="key, status",
    examples=("unpin decisions:two-tier-architecture",),
)
