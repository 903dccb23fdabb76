"""`memoryctl why`: what a memory was made of, down to the message."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import session_option
from memoryd.cli.text import one_line


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the memory, as results name it")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    return call("recall.why", given(args, "key", "session_id"))


def _who(by: Json | str) -> str:
    if isinstance(by, str):
        return by
    return " ".join(str(by[name]) for name in ("uid", "agent", "session") if by.get(name) is not None)


def _show(out: Output, result: Json, args: Namespace) -> None:
    for one in result["chain"]:
        text, at = one_line(one["text"] or ""), one.get("at", "")
        if not out.tty:
            out.row(one["depth"], one["key"], one["kind"], at, _who(one["by"]), one.get("unchanged", ""), text)
            continue
        state = {True: "unchanged", False: "changed since"}.get(one.get("unchanged"), "")
        out.line("  " * one["depth"], Span(one["key"], "cyan"), f"  {one['kind']}  ", Span(f"{at}  {state}", "dim"))
        out.line("  " * one["depth"], f"  {text}  ", Span(f"by {_who(one['by'])}", "dim"))
    for label, name in (("used by", "used_by"), ("supersedes", "supersedes")):
        for key in result.get(name, ()):
            out.row(label, key)


COMMAND = Command(
    summary="Where a memory comes from: what it was made from, and who wrote that",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Follows its sources down to the messages, and says of each whether it has changed since.",
    columns="depth, key, kind, at, by, unchanged, text; then what uses it and what it supersedes",
    examples=("why fact-0f8fad5b-d9cb-469f-a165-70867728950e",),
)
