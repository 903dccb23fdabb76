"""`memoryctl metrics`: the daemon's figures, for people and for a monitor."""

from __future__ import annotations

import errno
import os
import re
import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output
from memoryd.cli.values import COLUMNS, show_values
from memoryd.cli.whole_files import replace_file
from memoryd.errors import Busy


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--prometheus", action="store_true", help="in Prometheus' text format")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="with --prometheus: replace this file at once, for a textfile collector"
    )
    parser.add_argument(
        "--label", metavar="NAME=VALUE", help="with --prometheus: on every sample, to tell several memories apart"
    )


def _ask(call: Call, args: Namespace) -> Json:
    if args.output and not args.prometheus:
        raise UsageError("--output goes with --prometheus")
    _labels(args)
    try:
        return call("system.metrics")
    except (Busy, ConnectionError, TimeoutError) as error:
        if not args.output:
            raise
        # A collector that finds no file tells nobody; one that finds memoryd_up 0 does.
        sys.stderr.write(f"memoryctl: {error}; memoryd_up is 0\n")
        return None


def _labels(args: Namespace) -> tuple[tuple[str, str], ...]:
    if args.label is None:
        return ()
    from memoryd.cli.prometheus import TAKEN

    name, equals, value = args.label.partition("=")
    if not args.prometheus:
        raise UsageError("--label goes with --prometheus")
    if not equals or not re.fullmatch("[a-zA-Z_][a-zA-Z0-9_]*", name) or name.startswith("__") or name in TAKEN:
        raise UsageError(
            f"--label {args.label} is not a label of your own: give NAME=VALUE, for example memory=research"
        )
    return ((name, value),)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if not args.prometheus:
        show_values(out, result)
        return
    from memoryd.cli.prometheus import render

    page = render(result, _labels(args))
    if args.output:
        _replace(args.output, page)
    else:
        out.block(page.removesuffix("\n"))


def _replace(path: str, text: str) -> None:
    """At once, so that the collector never reads half of it. Raises UsageError."""
    try:
        replace_file(path, text.encode(), 0o644)
    except OSError as error:
        folder, is_refused = os.path.dirname(os.path.abspath(path)), error.errno == errno.EACCES
        whose = f"; run this as the owner of {folder} (in a unit: User=)" if is_refused else ""
        raise UsageError(f"{path} cannot be written: {error.strerror}{whose}") from error


COMMAND = Command(
    summary="Show the daemon's counters and figures, also for Prometheus",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Counters count since the start; latency[i] counts requests answered within 2^i times 1.024 microseconds.\n"
    "With --prometheus --output, when nothing answers, the file says memoryd_up 0, and the exit code is 0.\n"
    "memoryd-metrics.timer runs that each minute, memoryd-metrics@GROUP.timer for the memory of a group; contrib/\n"
    "has alert rules and a dashboard.",
    columns=COLUMNS,
    examples=("metrics", "metrics --json", "metrics --prometheus"),
)
