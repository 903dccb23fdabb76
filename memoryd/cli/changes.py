"""Commands that change one memory, and what they show."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.results import show_redacted


def note_command(action: str, summary: str, detail: str) -> Command:
    """The command that changes the state of one note."""

    def ask(call: Call, args: Namespace) -> Json:
        return call(f"notes.{action}", {"key": args.key})

    return Command(
        summary=summary,
        ask=ask,
        show=show_change,
        arguments=_note_argument,
        detail=detail,
        columns="key, status",
        examples=(f"{action} decisions:two-tier-architecture",),
    )


def _note_argument(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the key of a note: memory/LAYER.md:SLUG, or LAYER:SLUG")


def show_change(out: Output, result: Json, args: Namespace) -> None:
    """What was changed, and its new state."""
    key = str(result.get("id") or result.get("key") or args.key)
    status = str(result.get("status", "done"))
    if out.tty:
        out.line(Span(status, "green"), "  ", Span(key, "cyan"))
    else:
        out.row(key, status)
    show_redacted(out, result)
