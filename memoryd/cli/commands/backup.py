"""`memoryctl backup`: a copy of the whole memory."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output
from memoryd.cli.values import COLUMNS, show_values


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="the file to write; the daemon writes it, as its own user")


def _ask(call: Call, args: Namespace) -> Json:
    # The daemon has another working directory.
    return call("system.backup", {"path": os.path.abspath(args.path)}, long=True)


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    show_values(out, result)


COMMAND = Command(
    summary="Write a consistent copy of the memory to a file",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Needs admin access to the daemon. Ctrl-C cancels.",
    columns=COLUMNS,
    examples=("backup /var/backups/memory.tar.zst",),
)
