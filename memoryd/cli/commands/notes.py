"""`memoryctl notes`: list notes by layer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.pages import ask_pages, note_next
from memoryd.cli.parser import paging_options


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="only notes of this layer")
    paging_options(parser)


def _ask(call: Call, args: Namespace) -> Json:
    return ask_pages(call, "notes.list", given(args, "layer"), "notes", args)


def _show(out: Output, result: Json, args: Namespace) -> None:
    rows = [_row(note) for note in result["notes"]]
    if rows:
        out.table(["KEY", "STATE", "NOTE"], rows)
    elif out.tty:
        out.note(Span("no notes", "dim"))
    note_next(out, result)


def _row(note: Json) -> list[Part]:
    marks = [name for name in ("critical", "pinned", "hot") if note.get(name)]
    first = str(note.get("text", "")).partition("\n")[0]
    return [Span(str(note.get("key", "")), "cyan"), marks[0] if marks else "cold", first]


COMMAND = Command(
    summary="List notes by layer",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Listing notes does not count as using them.",
    columns="key, critical, pinned, hot or cold, first line",
    examples=("notes", "notes decisions --all"),
)
