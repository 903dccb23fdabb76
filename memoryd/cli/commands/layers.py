"""`memoryctl layers`: the layer files and how many notes each has."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Command, asking
from memoryd.cli.output import Json, Output, Span


def _show(out: Output, result: Json, args: Namespace) -> None:
    rows = [[Span(one["layer"], "cyan"), str(one["notes"]), str(one["hot"]), one["path"]] for one in result["layers"]]
    if rows:
        out.table(["LAYER", "NOTES", "HOT", "FILE"], rows, right=(1, 2))
    elif out.tty:
        out.note(Span("no layers", "dim"))


COMMAND = Command(
    summary="List the layers of notes",
    ask=asking("notes.layers"),
    show=_show,
    columns="layer, notes, hot notes, file",
    examples=("layers",),
)
