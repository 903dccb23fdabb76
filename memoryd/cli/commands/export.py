"""`memoryctl export`: everything in one file, or what another program can read."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output
from memoryd.cli.whole_files import replace_file

_STDOUT = "-"
_NAMES = ("jsonl", "zip", "markdown", "server-memory", "mem0")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", help="the file to write (default, and -: stdout)")
    parser.add_argument("--format", choices=_NAMES, default="jsonl", metavar="FORMAT", help=", ".join(_NAMES))
    parser.add_argument("--force", action="store_true", help="replace the file if there is one")


def _ask(call: Call, args: Namespace) -> Json:
    from collections import Counter

    from memoryd.cli.moving.archive import memories
    from memoryd.cli.moving.export import FORMATS, left_out

    if args.path == _STDOUT:
        args.path = None
    if args.path is None and args.json:
        raise UsageError("what goes to stdout cannot be described there: name a PATH for --json")
    if args.path is None and args.format == "zip" and sys.stdout.isatty():
        raise UsageError("a zip is not shown on a terminal; name a file")
    if args.path is not None and os.path.lexists(args.path):
        if not args.force:
            raise UsageError(f"{args.path} exists; name another file, or say --force to replace it")
        if not os.path.isfile(args.path):
            raise UsageError(f"{args.path} is not a regular file, and is not replaced; name another")
    dropped = Counter[str]()
    counts = Counter[str]()

    def counted() -> Json:
        for one in memories(call):
            counts[one["kind"]] += 1
            yield one

    data = FORMATS[args.format](counted(), dropped)
    if args.path is not None:
        try:
            replace_file(args.path, data, 0o600)  # it holds what is private
        except OSError as error:
            raise UsageError(f"{args.path} cannot be written: {error.strerror}") from error
    exported = {kind: there for kind, count in counts.items() if (there := count - left_out(kind, dropped))}
    result = {"exported": exported, "dropped": {what: count for what, count in dropped.items() if count}}
    return result if args.path is not None else {**result, "data": data}


def _show(out: Output, result: Json, args: Namespace) -> None:
    if "data" in result:
        out.raw(result["data"])
    for what, count in result["dropped"].items():
        out.note(f"dropped: {what} ({count}); {args.format} has no place for them")
    from memoryd.cli.moving.restore import plural

    told = [f"{count} {kind if count == 1 else plural(kind)}" for kind, count in result["exported"].items()]
    out.note(", ".join(told) or "nothing to export")


COMMAND = Command(
    summary="Write all memories to a file, for memoryd or for another program",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail=(
        "`jsonl` and `zip` hold sessions and messages, summaries, facts, notes, contexts and items, archived ones, "
        "too; `memoryctl import memoryd` brings them back as they were, under the same ids. Daily summaries, daily "
        "logs and other Markdown are files: copy them; how often notes were used and the audit are left out "
        "(`memoryctl backup` includes everything). The other formats report what they cannot hold. An export does not "
        "count as a use, and includes private memories."
    ),
    examples=(
        "export memories.jsonl",
        "export --force memories.jsonl",
        "export --format server-memory memory.jsonl",
        "export --format markdown | less",
    ),
)
