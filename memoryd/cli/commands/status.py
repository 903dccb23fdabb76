"""`memoryctl status`: whether a daemon runs, which one, and its state."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.commands.health import status_span
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.reports import show_problems
from memoryd.cli.values import show_values


def _ask(call: Call, args: Namespace) -> Json:
    info = call("system.info")
    return info if args.json else {"info": info, "health": call("system.health")}


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    # Lists such as the connections are long; memoryctl info has them.
    info = {name: len(value) if isinstance(value, list) else value for name, value in result["info"].items()}
    health = result["health"]
    warnings = (health.get("health") or {}).get("warnings") or []
    if not out.tty:
        out.row("status", health.get("status"))
        show_values(out, info)
        for warning in warnings:
            out.row("warning", warning)
        show_problems(out, health.get("problems") or [])
        return
    state = status_span(health)
    out.line(Span("● ", state.style), Span(f"memoryd {info.pop('version', '')}".rstrip(), "bold"), "  ", state)
    show_values(out, info)
    for warning in warnings:
        out.line(Span("! ", "yellow"), str(warning))
    show_problems(out, health.get("problems") or [])


COMMAND = Command(
    summary="Show whether the daemon runs, which one, and its state",
    ask=_ask,
    show=_show,
    detail="Only the length of lists is shown; memoryctl info shows all.\n"
    "With --json: the result of system.info. For an exit code by status: memoryctl health.",
    columns="name, value; warning, text; problem, place, what, action",
    examples=("status",),
)
