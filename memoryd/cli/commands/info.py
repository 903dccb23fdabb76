"""`memoryctl info`: details of the daemon."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Command, asking
from memoryd.cli.output import Json, Output
from memoryd.cli.values import COLUMNS, show_values


def _show(out: Output, result: Json, args: Namespace) -> None:
    show_values(out, result)


COMMAND = Command(
    summary="Show the daemon's version, paths, limits and counts",
    ask=asking("system.info"),
    show=_show,
    columns=COLUMNS,
    examples=("info", "info --json"),
)
