"""`memoryctl summaries`: how far the conversation is summarised, the summaries, and the injected memory (004)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option
from memoryd.cli.values import show_values

ACTIONS = ("tree", "status", "inspect", "assemble")
MOST = 1000


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="tree", metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("--level", type=str.upper, choices=("L1", "L2", "L3"), help="inspect: only this level")
    parser.add_argument("--limit", type=positive, metavar="N", help="inspect: at most N, the newest (default: 10)")
    parser.add_argument("--text", action="store_true", help="tree: with what each summary says")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "session_id")
    if args.action == "tree":
        levels = [call("summaries.inspect", {**params, "level": level, "limit": MOST}) for level in ("L3", "L2", "L1")]
        status = call("summaries.status", params)
        return {"summaries": [one for level in levels for one in level["summaries"]], "waiting": status.get("waiting")}
    if args.action == "inspect":
        params |= given(args, "level", "limit")
    return call(f"summaries.{args.action}", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.action == "status":
        show_values(out, result)
    elif args.action == "tree":
        _show_tree(out, result["summaries"], with_text=args.text)
        _show_waiting(out, result["waiting"])
    elif args.action == "assemble":
        if result["message"]:
            out.block(result["message"]["content"])
        elif out.tty:
            out.note(Span("no memory yet", "dim"))
    else:
        for summary in result["summaries"]:
            _show_one(out, summary)


def _show_waiting(out: Output, waiting: Json) -> None:
    if out.tty and waiting and waiting["messages"]:
        about = f"{waiting['messages']} messages ({waiting['tokens']} tokens) wait to be summarised"
        out.line(Span(about, "yellow"))


def _show_tree(out: Output, summaries: list[Json], *, with_text: bool) -> None:
    """The oldest first, and below each summary what it was made of."""
    if not summaries and out.tty:
        out.note(Span("no summary yet", "dim"))
    known = {_id(one): one for one in summaries}
    waiting = [(one, 0) for one in sorted(summaries, key=_reading_order) if one["merged_into"] not in known]
    while waiting:
        one, depth = waiting.pop(0)
        state = "out of date" if one["stale"] else "an agent may do it better" if one["open"] else ""
        days = " – ".join(dict.fromkeys((one["first"][:10], one["last"][:10])))
        if out.tty:
            about = f"  {days}  by {one['by']}  {one['tokens']} of {one['source_tokens']} tokens"
            spans = Span("  " * depth, "dim"), Span(_id(one), "cyan"), Span(about, "dim"), Span(f"  {state}", "yellow")
            out.line(*spans)
        else:
            out.row(
                depth,
                one["key"],
                one["first"],
                one["last"],
                one["by"],
                one["tokens"],
                state,
                *[one["text"]] * with_text,
            )
        if out.tty and with_text:
            out.block("".join(f"{'  ' * depth}{line}\n" for line in one["text"].splitlines()))
        below = [known[source] for source in one["sources"] if source in known]
        waiting[:0] = [(each, depth + 1) for each in below]


def _id(summary: Json) -> str:
    return str(summary["key"]).removeprefix("summaries/").removesuffix(".md")


def _reading_order(summary: Json) -> tuple[str, str]:
    return summary["first"], summary["key"]


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
    summary="Show the tree of summaries, how far the conversation is summarised, or the memory that is injected",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="The tree has the oldest first, and below each summary what it was made of; --text has their texts, too.",
    columns="depth, key, first, last, by, tokens, state, and with --text the text; with status: path of the value,\n"
    "value; with inspect: key, version, first, last, tokens, by, text",
    examples=(
        "summaries",
        "summaries --text",
        "summaries status",
        "summaries inspect --level L1 --limit 10",
        "summaries assemble",
    ),
)
