"""`memoryctl recall`: find facts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.moments import now, resolve
from memoryd.cli.output import Json, Output
from memoryd.cli.parser import positive, precise_option, session_option
from memoryd.cli.results import COLUMNS, show_results


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words, or a question")
    parser.add_argument("-k", type=positive, metavar="N", help="at most N facts (default: 10)")
    parser.add_argument("--order", choices=("activation", "relevance"), help="how to order what was found")
    for name in ("subject", "predicate", "object"):
        parser.add_argument(f"--{name}", help=f"only facts with this {name}")
    parser.add_argument(
        "--include-faded", action="store_true", help="include facts that have faded below the threshold"
    )
    parser.add_argument("--project", help="only facts of this project, and those that have none")
    parser.add_argument("--as-of", metavar="TIME", help="as it was known then; a date means the end of that day")
    parser.add_argument("--include-superseded", action="store_true", help="also facts that no longer hold")
    precise_option(parser)
    parser.add_argument("--no-boost", action="store_true", help="leave no trace: the facts found are not reinforced")
    parser.add_argument("--explain", action="store_true", help="show what each score is made of")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(
        args, "k", "order", "subject", "predicate", "object", "project", "include_faded", "include_superseded",
        "explain", "session_id",
    )  # fmt: skip
    if args.as_of:
        params["as_of"] = resolve(args.as_of, now())
    params["query"] = " ".join(args.query)
    if args.precise:
        params["precision"] = "high"
    if args.no_boost:
        params["boost"] = False
    return call("recall.query", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    show_results(out, result, args.explain)


COMMAND = Command(
    summary="Find facts and reinforce them",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Picks the most relevant facts and shows the most used first (--order relevance: the best match first).\n"
    "An empty answer means that no fact fits.",
    columns=COLUMNS + "; with --explain also the parts of the score as JSON",
    examples=(
        "recall when did the deployment start",
        "recall tea -k 3 --explain",
        "--json recall tea | jq .results[0]",
    ),
)
