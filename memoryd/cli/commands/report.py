"""`memoryctl report`: a page with plots of how the memory grows, fades, answers and fills the disk."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from memoryd.cli import moments
from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output
from memoryd.cli.parser import positive

_MOST = 200_000
_PAGE = 1000


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write it to this file, replacing an existing one (default: stdout)"
    )
    parser.add_argument(
        "--most", type=positive, default=_MOST, metavar="N", help=f"read at most N facts, and N sessions ({_MOST})"
    )


def _ask(call: Call, args: Namespace) -> Json:
    info = call("system.info")
    facts = _gathered(call, "facts.find", {"include_archived": True}, "facts", args.most)
    there = int(info.get("facts") or 0) + int(info.get("archived_facts") or 0)
    return {
        "info": {name: value for name, value in info.items() if name != "connections"},
        "health": call("system.health"),
        "metrics": call("system.metrics"),
        "maintenance": call("maintenance.status"),
        "tiers": call("contexts.stats").get("tiers") or {},
        "probes": call("maintenance.canary_history", {"limit": 1000})["probes"],
        # What plots need, and no memory's text: a page is shown around.
        "facts": [{name: fact.get(name) for name in ("created", "activation", "archived")} for fact in facts],
        "facts_left_out": max(0, there - len(facts)) if len(facts) >= args.most else 0,
        "sessions": [
            {name: session.get(name) for name in ("started", "messages")}
            for session in _gathered(call, "sessions.list", {}, "sessions", args.most)
        ],
    }


def _gathered(call: Call, method: str, params: dict[str, Any], name: str, most: int) -> list[Json]:
    found: list[Json] = []
    after: str | None = None
    while len(found) < most:
        limit = min(_PAGE, most - len(found))
        reply = call(method, {**params, "limit": limit, **({"after": after} if after else {})})
        found += reply.get(name) or []
        after = reply.get("next")
        if not after:
            break
    return found


def _show(out: Output, result: Json, args: Namespace) -> None:
    from memoryd.cli.page import page

    made = page(result, moments.now())
    if not args.output:
        out.block(made.removesuffix("\n"))
        return
    try:
        with open(args.output, "w", encoding="utf-8") as file:
            file.write(made)
    except OSError as error:
        raise UsageError(f"{args.output} cannot be written: {error.strerror}") from error
    out.line(f"{args.output}: {len(made):,} bytes; open it in a browser")


COMMAND = Command(
    summary="Write a page with plots: growth, activations, tiers, canaries, latencies, disk",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="One HTML file, which needs nothing else and can be read on a phone. It has figures, paths and problems,\n"
    "and no memory's text. With --json: what it is made of.",
    examples=("report -o memory.html", "report --json"),
)
