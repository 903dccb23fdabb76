"""`memoryctl health`: the state of the memory, and what a person should fix."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.reports import show_problems
from memoryd.cli.values import show_values

_CODES = {"healthy": 0, "warning": 1, "critical": 2}
_STYLES = {0: "green", 1: "yellow", 2: "red"}


def _ask(call: Call, args: Namespace) -> Json:
    del args
    return call("system.health")


def status_code(result: Json) -> int:
    """0 for healthy, 2 for critical, 1 for anything in between."""
    return _CODES.get(str(result.get("status")), 1)


def status_span(result: Json) -> Span:
    """The status in colour."""
    return Span(str(result.get("status", "unknown")), _STYLES[status_code(result)])


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    health = dict(result.get("health") or {})
    warnings = health.pop("warnings", None) or []
    health.pop("status", None)
    if not out.tty:
        out.row("status", result.get("status"))
        show_values(out, health)
        for warning in warnings:
            out.row("warning", warning)
        show_problems(out, result.get("problems") or [])
        return
    out.line(Span("● ", status_span(result).style), status_span(result))
    for warning in warnings:
        out.line(Span("! ", "yellow"), str(warning))
    show_problems(out, result.get("problems") or [])
    show_values(out, health)
    if result.get("text"):
        out.line()
        out.block(str(result["text"]).rstrip("\n"))


COMMAND = Command(
    summary="Show the memory's health, and what to fix",
    ask=_ask,
    show=_show,
    exit_code=status_code,
    detail="Exits with 0 when healthy, 2 when critical, 1 between.",
    columns="name, value; warning, text; problem, place, what, action",
    examples=("health", "health --json"),
)
