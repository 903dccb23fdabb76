"""`memoryctl quarantine`: what tools and pages said that gives instructions, and its release."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.changes import show_change
from memoryd.cli.command import Call, Command, UsageError, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive
from memoryd.cli.text import one_line


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("list", "release"), default="list", metavar="list|release",
        help="what to do (default: list)",
    )  # fmt: skip
    parser.add_argument("key", nargs="?", metavar="KEY", help="with release: the memory to release")
    parser.add_argument("-n", "--limit", type=positive, metavar="N", help="with list: at most N of them (default: 100)")


def _ask(call: Call, args: Namespace) -> Json:
    if args.what == "release":
        if args.key is None:
            raise UsageError("quarantine release needs a key; memoryctl quarantine list shows them")
        return call("quarantine.release", {"key": args.key})
    if args.key is not None:
        raise UsageError("quarantine list takes no key")
    return call("quarantine.list", given(args, "limit"))


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.what == "release":
        show_change(out, result, args)
        return
    held = result.get("memories") or []
    if not held and out.tty:
        out.note(Span("nothing is in quarantine", "dim"))
    for one in held:
        if out.tty:
            out.line(Span(str(one.get("key")), "cyan"), "  ", one_line(str(one.get("text", ""))))
        else:
            out.row(one.get("key"), one.get("kind"), one.get("at"), one.get("text"))


COMMAND = Command(
    summary="List texts from tools and pages that give the agent instructions, or release one",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Quarantined texts are kept, and searches mark them; they never become facts, notes or part of\n"
    "MEMORY.md, of a summary or of work for a model. release needs admin access to the daemon.",
    columns="list: key, kind, at, text; release: key, status",
    examples=("quarantine", "quarantine release sessions/2026-05-15-143000.jsonl:12"),
)
