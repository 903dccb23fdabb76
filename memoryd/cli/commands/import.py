"""`memoryctl import`: what other programs remember, each thing once however often it is run."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, Interrupted, UsageError, given
from memoryd.cli.failures import NOT_FOUND
from memoryd.cli.output import Json, Output
from memoryd.errors import MemorydError

_NAMES = (
    "memoryd openclaw claude-code codex chatgpt claude server-memory mem0 mcp-memory-service triples basic-memory "
    "vm-memory-oracle layered-memory-manager"
)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("format", metavar="FORMAT", choices=_NAMES.split(), help=f"one of {_NAMES}")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder of that format")
    parser.add_argument("--dry-run", action="store_true", help="only read, and report what is there")
    parser.add_argument("--agent", help="whose sessions they are (default: as the format says)")
    parser.add_argument("--project", help="the project of what is imported (default: as the format says)")
    parser.add_argument("--audience", choices=("shared", "private"), help="who may see the imported facts and notes")


_STAYS = "what was imported until then stays; the same command imports only the rest"


def _ask(call: Call, args: Namespace) -> Json:
    # Imported only when needed, not for the help of this command.
    from memoryd.cli.moving.formats import read
    from memoryd.cli.moving.load import Loader
    from memoryd.cli.moving.parts import Unusable
    from memoryd.cli.progress import ProgressBar

    bar = ProgressBar(sys.stderr)
    loader = Loader(None if args.dry_run else call, given(args, "project", "audience"), args.agent, bar)
    try:
        return loader.load(part for path in args.paths for part in read(args.format, path))
    except Unusable as error:
        raise UsageError(str(error)) from error
    except MemorydError as error:
        error.add_note(_STAYS)
        raise
    except KeyboardInterrupt:
        raise Interrupted(_STAYS) from None
    finally:
        bar.close()


def _show(out: Output, result: Json, args: Namespace) -> None:
    for kind, counts in result["imported"].items():
        out.row(kind, counts["new"], counts["known"])
    for one in result["skipped"]:
        out.note(f"skipped: {one['where']}: {one['reason']}")
    if result.get("skipped_more"):
        out.note(f"skipped: {result['skipped_more']} more")
    if not result["found"]:
        out.note(f"no memory in the format {args.format} was found in {', '.join(args.paths)}")
    elif args.dry_run:
        out.note("nothing was imported; this is what there is")


def _exit_code(result: Json) -> int:
    """A file of another format is one of which everything is skipped."""
    return NOT_FOUND if result["skipped"] and not result["found"] else 0


COMMAND = Command(
    summary="Import the memories of other programs, without duplicates",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail=(
        "Times and authors are kept; running it again imports only what is new, and reinforces nothing. What a tool or "
        "a page said is untrusted; what was purged does not come back. Databases and transcripts are only read, also "
        "while their program runs. `triples` are CSV with a header, or JSON lines; `memoryd` is what `memoryctl "
        "export` wrote. Where nothing of the format was found, only what had to be skipped, it exits with 66."
    ),
    columns="kind, imported, known already",
    exit_code=_exit_code,
    examples=(
        "import openclaw ~/.openclaw/agents",
        "import claude-code ~/.claude/projects --dry-run",
        "import chatgpt conversations.json --project home",
        "import server-memory memory.jsonl",
    ),
)
