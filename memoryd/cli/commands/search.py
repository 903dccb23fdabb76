"""`memoryctl search`: find memories of every kind."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.moments import now, resolve
from memoryd.cli.output import Json, Output
from memoryd.cli.parser import positive, precise_option, session_option
from memoryd.cli.results import COLUMNS, show_results

_FILTERS = (
    "include_superseded", "paths", "layers", "in_session", "agent", "role", "max_chars", "max_tokens", "offset",
)  # fmt: skip


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words, or a question")
    parser.add_argument("-k", type=positive, metavar="N", help="at most N memories (default: 10)")
    parser.add_argument(
        "--kind",
        dest="kinds",
        action="append",
        metavar="KIND",
        help="only this kind of memory, such as fact, or hot for hot notes; may be given more than once",
    )
    parser.add_argument("--project", help="only memories of this project")
    parser.add_argument("--since", metavar="TIME", help="nothing older: ISO 8601, or 3d, 12h, 30m, 2w ago")
    parser.add_argument("--until", metavar="TIME", help="nothing newer; a date includes that day")
    parser.add_argument("--as-of", metavar="TIME", help="as it was known then; a date means the end of that day")
    parser.add_argument("--include-superseded", action="store_true", help="also facts that no longer hold")
    parser.add_argument(
        "--path",
        dest="paths",
        action="append",
        metavar="PATTERN",
        help="only files that match: daily/*; may be repeated",
    )
    parser.add_argument(
        "--layer", dest="layers", action="append", metavar="LAYER", help="only notes of this layer; may be repeated"
    )
    parser.add_argument("--in-session", metavar="ID", help="only what was said in this session")
    parser.add_argument("--agent", help="only what was said in sessions of this agent")
    parser.add_argument("--role", choices=("user", "assistant", "system", "tool"), help="only messages of this role")
    parser.add_argument("--max-chars", type=positive, metavar="N", help="at most N of each text (default: 1200)")
    parser.add_argument("--max-tokens", type=positive, metavar="N", help="at most N for all texts together")
    parser.add_argument("--offset", type=positive, metavar="N", help="skip the first N")
    precise_option(parser)
    parser.add_argument("--no-boost", action="store_true", help="leave no trace: what is found is not reinforced")
    parser.add_argument("--explain", action="store_true", help="show what each score is made of")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "k", "kinds", "project", "explain", "session_id", *_FILTERS)
    params["query"] = " ".join(args.query)
    at = now()
    for bound in ("since", "until", "as_of"):
        if getattr(args, bound):
            params[bound] = resolve(getattr(args, bound), at)
    if args.precise:
        params["precision"] = "high"
    if args.no_boost:
        params["boost"] = False
    return call("recall.search", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    show_results(out, result, args.explain)


COMMAND = Command(
    summary="Find memories of every kind: facts, notes, messages, summaries, logs",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="The best match comes first; `also` names other places that say the same. For a whole memory: memoryctl\n"
    "get KEY.",
    columns=COLUMNS + "; with --explain also the parts of the score as JSON",
    examples=(
        "search what did we decide about backups",
        "search tea --kind message --role user --since 7d",
        "search deployment --layer decisions --max-tokens 500",
    ),
)
