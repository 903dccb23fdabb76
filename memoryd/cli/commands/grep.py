"""`memoryctl grep`: search the files with a regular expression."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option
from memoryd.cli.text import one_line


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("pattern", metavar="PATTERN", help="a regular expression (RE2 syntax)")
    parser.add_argument(
        "paths", nargs="*", default=[], metavar="PATH", help="only these files or folders of the data directory"
    )
    parser.add_argument("-i", "--ignore-case", action="store_true", help="upper and lower case are the same")
    parser.add_argument("--limit", type=positive, metavar="N", help="at most N lines (default: the daemon's)")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "pattern", "ignore_case", "limit", "session_id")
    if args.paths:
        params["paths"] = args.paths
    return call("recall.grep", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    for match in result["matches"]:
        # Not folded like results: a line of a file is shown as it is, like grep -n.
        text = str(match["text"]).replace("\t", "    ").rstrip("\r\n")
        path, line = one_line(str(match["path"])), str(match["line"])
        out.line(Span(path, "cyan"), Span(":", "dim"), Span(line, "green"), Span(":", "dim"), text)
    if out.tty and not result["matches"]:
        out.note(Span("no line matches", "dim"))
    if result.get("truncated"):
        out.note(Span("there is more: narrow the pattern, name paths, or raise --limit", "dim"))


COMMAND = Command(
    summary="Search the memory's files with a regular expression",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Prints path:line:text, as grep -n does. No match is an empty answer, not an error.",
    examples=("grep 'backup.*nightly'", "grep -i todo memory daily"),
)
