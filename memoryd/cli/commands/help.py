"""`memoryctl help`: all commands, or one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import groupby
from operator import itemgetter

from memoryd.cli.command import GROUPS, Call, Command, load
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import PROGRAM, check_command, command_parser
from memoryd.cli.text import wrap

OPTIONS = (
    ("--socket PATH", "the daemon's socket (default: $MEMORYD_SOCKET, else where a memoryd listens)"),
    ("--json", "print the RPC result as it is"),
    ("--timeout SECONDS", "give up after this long"),
    ("--version", "print the version and exit"),
)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", metavar="COMMAND", help="explain this one")


def _ask(call: Call, args: Namespace) -> Json:
    if args.topic:
        name = check_command(args.topic)
        command = load(name)
        return {"name": name, "summary": command.summary, "text": command_parser(name, command).format_help()}
    return {
        "commands": [
            {"name": name, "group": group, "summary": load(name).summary}
            for group, names in GROUPS.items()
            for name in names
        ]
    }


def _show(out: Output, result: Json, args: Namespace) -> None:
    if "text" in result:
        out.block(result["text"].rstrip("\n"))
        return
    out.line(f"usage: {PROGRAM} [--socket PATH] [--json] COMMAND …")
    out.line()
    out.line("The memory of this machine's agents, from the shell.")
    for group, commands in groupby(result["commands"], itemgetter("group")):
        out.line()
        out.line(Span(group, "bold"))
        for command in commands:
            _entry(out, command["name"], command["summary"])
    out.line()
    out.line(Span("Options, before or after the command", "bold"))
    for option, text in OPTIONS:
        _entry(out, option, text)
    out.line()
    out.line(f"`{PROGRAM} help COMMAND` explains one; memoryctl(1) explains all.")


def _entry(out: Output, name: str, text: str) -> None:
    lines = wrap(text, out.page - 22)
    out.line("  ", Span(f"{name:<18}", "cyan"), "  ", lines[0])
    for line in lines[1:]:
        out.line(" " * 22, line)


COMMAND = Command(
    summary="List the commands, or explain one",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    examples=("help", "help recall"),
)
