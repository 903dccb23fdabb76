"""The command line of memoryd, and the exit codes it ends with."""

from __future__ import annotations

import argparse
import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from memoryd import __version__


class Exit(enum.IntEnum):
    """Exit codes, as in sysexits.h; the units do not restart after USAGE, DATA and CONFIG."""

    OK = 0
    USAGE = 64
    DATA = 65
    NO_INPUT = 66
    UNAVAILABLE = 69
    SOFTWARE = 70
    CANNOT_CREATE = 73
    IO_ERROR = 74
    LOCKED = 75
    CONFIG = 78


@dataclass(frozen=True, slots=True)
class Arguments:
    """The parsed command line."""

    config: str | None = None
    data: str | None = None
    socket: str | None = None
    check: bool = False
    unit: str | None = None
    restore: str | None = None
    drill: str | None = None
    downgrade: bool = False
    tombstones: tuple[str, ...] = ()


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage()
        self.exit(Exit.USAGE, f"{self.prog}: {message}\nSee: {self.prog} --help\n")


def make_parser() -> argparse.ArgumentParser:
    """The parser; memoryd(8) is tested against it."""
    parser = _Parser(
        prog="memoryd",
        description="The memory of the agents on this machine: one daemon, one directory, one Unix socket.",
        epilog="It runs in the foreground; systemd starts it as memoryd.service. Talk to it with memoryctl.",
        allow_abbrev=False,
    )
    parser.add_argument("--config", metavar="FILE", help="read this file and its FILE.d/*.toml")
    parser.add_argument("--data", metavar="DIR", help="the directory that holds the memory")
    parser.add_argument("--socket", metavar="PATH", help="the Unix socket to serve")
    parser.add_argument("--check", action="store_true", help="say whether it would start, and with what; then exit")
    parser.add_argument(
        "--unit", metavar="UNIT", help="with --check: as that unit would, by its user, environment and sandbox"
    )
    parser.add_argument("--restore", metavar="ARCHIVE", help="unpack a backup into the data directory, which is empty")
    parser.add_argument(
        "--tombstones",
        metavar="FILE",
        action="append",
        default=[],
        help="with --restore: what was purged since the backup, of .memoryd/tombstones.jsonl or of a purge's receipt",
    )
    parser.add_argument("--drill", metavar="ARCHIVE", help="prove a backup: restore it elsewhere, load it, count")
    parser.add_argument(
        "--downgrade", action="store_true", help="give the data directory its format of before the last upgrade again"
    )
    parser.add_argument("--version", action="version", version=f"memoryd {__version__}")
    return parser


def parse_arguments(arguments: Sequence[str] | None = None) -> Arguments:
    """Parse the command line; exits on --help, --version and errors (64)."""
    parser = make_parser()
    found = parser.parse_args(arguments)
    if found.unit is not None and not found.check:
        parser.error("--unit goes with --check")
    if found.tombstones and found.restore is None:
        parser.error("--tombstones goes with --restore")
    if sum(map(bool, (found.check, found.restore, found.drill, found.downgrade))) > 1:
        parser.error("--check, --restore, --drill and --downgrade exclude each other")
    return Arguments(
        found.config,
        found.data,
        found.socket,
        found.check,
        found.unit,
        found.restore,
        found.drill,
        found.downgrade,
        tuple(found.tombstones),
    )
