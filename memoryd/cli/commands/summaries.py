"""`memoryctl summaries`: how far the conversation is summarised, the summaries, and the injected memory (004)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option
from memoryd.cli.values import show_values

ACTIONS = ("status", "inspect", "assemble")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=ACTIONS, default="status", metavar="ACTION", help=", ".join(ACTIONS)
    )
    parser.add_argument("--level", type=str.upper, choices=("L1", "L2", "L3"), help="inspect: only this level")
    parser.add_argument("--limit", type=positive, metavar="N", help="inspect: at most N, the newest (default: 10)")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "session_id")
    if args.action == "inspect":
        params |= given(args, "level", "limit")
    return call(f"summaries.{args.action}", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.action == "status":
        show_values(out, result)
    elif args.action == "assemble":
        if result["message"]["content"]:
            out.block(result["message"]["content"])
        elif out.tty:
            out.note(Span("no memory yet", "dim"))
    else:
        for summary in result["summaries"]:
            _show_one(out, summary)


def _show_one(out: Output, summary: Json) -> None:
    if not out.tty:
        names = ("key", "version", "first", "last", "tokens", "by", "text")
        out.row(*(summary[name] for name in names))
        return
    state = "  out of date" if summary["stale"] else ""
    about = f"  {summary['first'][:10]} – {summary['last'][:10]}  {summary['tokens']} tokens  by {summary['by']}{state}"
    out.line(Span(summary["key"], "cyan"), Span(about, "dim"))
    out.block(summary["text"])


COMMAND = Command(
    summary="Show how far the conversation is summarised, the summaries, or the memory that is injected",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    columns="path of the value, value; with inspect: key, version, first, last, tokens, by, text",
    examples=("summaries", "summaries inspect --level L1 --limit 10", "summaries inspect --json", "summaries assemble"),
)
