"""`memoryctl purge`: remove a matter for good, wherever it stands."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from memoryd.cli.command import Call, Command, Interrupted, UsageError, given
from memoryd.cli.output import Json, Output, Span

_GOES_ON = (
    "what had begun goes on by itself, after a restart of memoryd, too; before that nothing is purged",
    "see by --dry-run: nothing in memory matches when all is gone; if it lists what it did, ask again",
    "what the receipt would keep out is in .memoryd/tombstones.jsonl of the memory",
)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="one fact, with what it was made of")
    parser.add_argument("--subject", metavar="NAME", help="all facts about NAME, and every memory that names it")
    parser.add_argument("--query", metavar="WORDS", help="every memory that has all of these words")
    parser.add_argument(
        "--tombstones", metavar="FILE", help="purge what a receipt lists, after restoring an old backup"
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what would be removed")
    parser.add_argument("--receipt", metavar="FILE", help="write the receipt to a new file")


def _ask(call: Call, args: Namespace) -> Json:
    wanted = [name for name in ("id", "subject", "query", "tombstones") if getattr(args, name)]
    if len(wanted) != 1:
        raise UsageError("purge needs one of ID, --subject, --query and --tombstones")
    params = given(args, "id", "subject", "query")
    if args.tombstones:
        params["tombstones"] = _tombstones(Path(args.tombstones))
    if args.dry_run:
        params["dry_run"] = True
    try:
        return _purge(call, params, args)
    except KeyboardInterrupt:
        if args.dry_run:
            raise
        raise Interrupted(*_GOES_ON) from None


def _purge(call: Call, params: Json, args: Namespace) -> Json:
    if not args.receipt:
        return call("facts.purge", params, long=True)
    receipt = _opened(args.receipt)
    with os.fdopen(receipt, "w", encoding="utf-8") as file:
        try:
            result = call("facts.purge", params, long=True)
        except BaseException:
            os.unlink(args.receipt)
            raise
        try:
            file.write(json.dumps(result, indent=1) + "\n")
            file.flush()
            os.fsync(receipt)
        except OSError as error:
            why = f"{args.receipt} cannot be written: {error.strerror}"
            raise UsageError(f"{why}; it is purged, and .memoryd/tombstones.jsonl has what the receipt says") from error
    return result


def _opened(path: str) -> int:
    """The file, before anything goes: who cannot have the receipt does not lose what it keeps out."""
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} exists; name a new file for the receipt") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def _tombstones(path: Path) -> list[Json]:
    try:
        receipt = json.loads(path.read_text("utf-8"))
        found = receipt["tombstones"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} is not a receipt of a purge: {error}") from None
    return found if isinstance(found, list) else [found]


def _show(out: Output, result: Json, args: Namespace) -> None:
    if not out.tty:
        out.row(result["status"], result.get("memories", 0), len(result.get("files", ())))
    else:
        out.line(Span(result["status"], "green"), f"  {result.get('memories', 0)} memories")
    for name in ("keys", "files", "backups", "left"):
        for one in result.get(name, ()):
            out.row(name, one)
    if result["status"] == "purged":
        out.note("keep the receipt (--json, --receipt FILE): its tombstones keep an old backup from bringing it back")


COMMAND = Command(
    summary="Remove a fact, a subject or a matter for good",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="It is removed from every file, index, summary, archive, the history and the backups in the directory,"
    "\nwith the messages that it was made from and what else was made from them. No import and no copy that somebody"
    "\nkept brings it back; stating it anew does. Try --dry-run first: messages that name it are removed as a whole."
    "\nOnce it has begun, Ctrl-C ends only the waiting."
    "\nAfter restoring an old backup, pass the receipt as --tombstones.",
    columns="status, memories, files; then what and where",
    examples=("purge --subject Quillon --dry-run", "purge --query 'door code' --receipt receipt.json"),
)
