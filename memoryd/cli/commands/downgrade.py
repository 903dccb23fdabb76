"""`memoryctl downgrade`: the data directory's format of before the last upgrade."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", required=True, help="the data directory; its daemon is stopped")


def _ask(call: Call, args: Namespace) -> Json:
    from memoryd.cli.programs import run_memoryd

    return run_memoryd("--downgrade", "--data", os.path.abspath(args.data))


COMMAND = Command(
    summary="Return a data directory to its format before the last upgrade",
    ask=_ask,
    arguments=_arguments,
    exit_code=int,
    detail="An upgrade that changes the format makes a backup first, and an older memoryd refuses the new format. Stop "
    "the daemon, run this, and install the older memoryd. What is in the directory now is kept in it, under .format-…: "
    "what was remembered since the upgrade is only there. What was purged since stays out. If it is interrupted, run "
    "it again: that finishes it, as a start of memoryd does.",
    examples=("downgrade --data /var/lib/memoryd",),
    local=True,
)
