"""`memoryctl check`: the preferences and decisions that bear on an action."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output
from memoryd.cli.parser import positive, precise_option, session_option
from memoryd.cli.results import COLUMNS, show_results


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", nargs="+", metavar="ACTION", help="what is about to be done")
    parser.add_argument("-k", type=positive, metavar="N", help="at most N memories (default: 10)")
    precise_option(parser)
    parser.add_argument("--no-boost", action="store_true", help="leave no trace: what is found is not reinforced")
    parser.add_argument("--explain", action="store_true", help="show what each score is made of")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "k", "explain", "session_id")
    params["action"] = " ".join(args.action)
    if args.precise:
        params["precision"] = "high"
    if args.no_boost:
        params["boost"] = False
    return call("recall.check", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    show_results(out, result, args.explain)


COMMAND = Command(
    summary="What to know before acting: the relevant preferences and decisions",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Looks at the notes of the layers preferences, decisions and user and at notes of others that state a rule\n"
    "(never, always), at facts that state a preference or a decision, and at daily summaries. Archived notes come\n"
    "separately, at the end. An empty answer means that nothing relevant is known.",
    columns=COLUMNS + "; with --explain also the parts of the score as JSON",
    examples=("check merge the pull request to main", "--json check order lunch | jq '.results[].bears'"),
)
