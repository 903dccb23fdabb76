"""`memoryctl restore-backup`: a backup back into an empty directory."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("archive", metavar="ARCHIVE", help="the backup; the archives that it is based on are beside it")
    parser.add_argument("--data", metavar="DIR", required=True, help="a new or empty directory")
    parser.add_argument(
        "--tombstones",
        metavar="FILE",
        action="append",
        default=[],
        help="what was purged since: .memoryd/tombstones.jsonl of the memory that is replaced, or a purge's receipt",
    )


def _ask(call: Call, args: Namespace) -> Json:
    from memoryd.cli.programs import run_memoryd

    graves = [word for path in args.tombstones for word in ("--tombstones", os.path.abspath(path))]
    return run_memoryd("--restore", os.path.abspath(args.archive), "--data", os.path.abspath(args.data), *graves)


COMMAND = Command(
    summary="Verify a backup and unpack it into an empty directory",
    ask=_ask,
    arguments=_arguments,
    exit_code=int,
    detail="Nothing is written unless the whole archive is good, and each file is compared again as it is written. If "
    "it is interrupted, by a loss of power too, nothing is there after the next start of memoryd, or all. "
    "What was purged since the backup stays out as far as it is known: by --tombstones, and by the newest backup in "
    "the same directory. As root the files are given to the owner of DIR, if it exists. Stop the daemon of that "
    "directory first.",
    examples=("restore-backup /var/backups/memory.tar.zst --data /srv/memory",),
    local=True,
)
