"""`memoryctl brief`: what an agent reads first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--project", metavar="NAME", help="lines of this project and of none")
    parser.add_argument(
        "--budget", type=positive, dest="budget_tokens", metavar="TOKENS", help="at most this many (default: 1500)"
    )
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    return call("sessions.brief", given(args, "project", "budget_tokens", "session_id"))


def _show(out: Output, result: Json, args: Namespace) -> None:
    if result["text"]:
        out.block(result["text"])
    elif out.tty:
        out.note(Span("nothing is known yet", "dim"))


COMMAND = Command(
    summary="What to read first: the user, rules, decisions in force, open items, the last sessions",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Each line ends with its key. Superseded, finished and quarantined lines are left out. Stable lines come\n"
    "first, the same each time until they change. A brief does not count as a use, and reinforces nothing.",
    columns="the text, in Markdown",
    examples=("brief --project harbour", "brief --budget 600", "brief --json | jq -r '.keys[]'"),
)
