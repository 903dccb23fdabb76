"""`memoryctl reload`: read the configuration again."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Command, asking
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.values import COLUMNS, show_values


def _show(out: Output, result: Json, args: Namespace) -> None:
    if out.tty:
        out.line(Span("reloaded", "green"))
    if result:
        show_values(out, result)


COMMAND = Command(
    summary="Make the daemon reload its configuration",
    ask=asking("system.reload"),
    show=_show,
    detail="A configuration with errors is refused, and the old one stays in effect. Needs admin access to the daemon.",
    columns=COLUMNS,
    examples=("reload",),
)
