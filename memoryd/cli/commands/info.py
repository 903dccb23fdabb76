"""`memoryctl info`: details of the daemon."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output
from memoryd.cli.values import COLUMNS, show_values


def _ask(call: Call, args: Namespace) -> Json:
    del args
    return call("system.info")


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    show_values(out, result)


COMMAND = Command(
    summary="Show the daemon's version, paths, limits and counts",
    ask=_ask,
    show=_show,
    columns=COLUMNS,
    examples=("info", "info --json"),
)
