"""`memoryctl config`: the configuration in force."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output
from memoryd.cli.values import COLUMNS, show_values


def _ask(call: Call, args: Namespace) -> Json:
    del args
    return call("system.config")


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    show_values(out, result)


COMMAND = Command(
    summary="Show the configuration that the daemon runs with",
    ask=_ask,
    show=_show,
    columns=COLUMNS,
    examples=("config", "config --json"),
)
