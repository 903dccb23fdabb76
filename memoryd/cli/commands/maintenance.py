"""`memoryctl maintenance`: when each pass ran and runs next, or run one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli import moments
from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output
from memoryd.cli.reports import STEP_COLUMNS, dry_run_option, run_action, run_exit_code, show_run
from memoryd.cli.screens import maintenance_table


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", metavar="ACTION", help="run this one (without it: list them)")
    dry_run_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    if args.action is None:
        return call("maintenance.status")
    return run_action(call, args.action, args.dry_run)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.action is None:
        maintenance_table(out, result, moments.now())
    else:
        show_run(out, result, args)


COMMAND = Command(
    summary="Show when each maintenance pass ran and runs next, or run one",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=run_exit_code,
    detail="Without ACTION one screen for a person, on a pipe, too; --json for programs.\n"
    "Running one needs admin access to the daemon. Ctrl-C cancels; closing the terminal does not.",
    columns="with ACTION: " + STEP_COLUMNS,
    examples=("maintenance", "maintenance decay --dry-run", "maintenance rebuild"),
)
