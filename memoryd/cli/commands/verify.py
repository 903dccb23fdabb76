"""`memoryctl verify`: check the files and what is derived from them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.failures import SOFTWARE
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.reports import show_problems
from memoryd.cli.values import show_values


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="repair whatever can be repaired without a decision")


def _ask(call: Call, args: Namespace) -> Json:
    return call("system.verify", given(args, "repair"), long=True)


def _exit_code(result: Json) -> int:
    return SOFTWARE if result.get("problems") else 0


def _show(out: Output, result: Json, args: Namespace) -> None:
    problems = result.get("problems") or []
    show_values(out, {name: value for name, value in result.items() if name != "problems"})
    show_problems(out, problems)
    if out.tty and not problems:
        out.line(Span("no problems", "green"))


COMMAND = Command(
    summary="Check the files, and the index against them",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="Exits with 70 when problems remain. Needs admin access to the daemon.",
    columns="path of the value, value; and for each problem: problem, place, what, action",
    examples=("verify", "verify --repair"),
)
