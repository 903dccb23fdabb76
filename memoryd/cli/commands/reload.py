"""`memoryctl reload`: read the configuration again."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.values import COLUMNS, show_values


def _ask(call: Call, args: Namespace) -> Json:
    del args
    return call("system.reload")


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    if out.tty:
        out.line(Span("reloaded", "green"))
    if result:
        show_values(out, result)


COMMAND = Command(
    summary="Make the daemon reload its configuration",
    ask=_ask,
    show=_show,
    detail="A configuration with errors is refused, and the old one stays in effect. Needs admin access to the daemon.",
    columns=COLUMNS,
    examples=("reload",),
)
