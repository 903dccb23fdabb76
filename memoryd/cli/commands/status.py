"""`memoryctl status`: whether a daemon runs, which one, and its state."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli import moments
from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.screens import (
    counted,
    disk_line,
    jobs_line,
    last_run,
    number,
    recall_line,
    status_span,
    warnings_and_problems,
)

_NO_COUNTS = ("pid", "uid", "protocol", "problems")


def _ask(call: Call, args: Namespace) -> Json:
    info = call("system.info")
    if args.json:
        return info
    return {"info": info, "health": call("system.health"), "maintenance": call("maintenance.status")}


def _show(out: Output, result: Json, args: Namespace) -> None:
    at, info, health = moments.now(), result["info"], result["health"]
    figures, state = health.get("health") or {}, status_span(health)
    out.line(Span("● ", state.style), Span(f"memoryd {info.get('version', '')}".rstrip(), "bold"), "  ", state)
    user = f", user {info['uid']}" if "uid" in info else ""
    out.field("up", f"{moments.duration(number(info.get('uptime_seconds')))}; pid {info.get('pid')}{user}")
    out.field("data", f"{info.get('data')}; the disk is {disk_line(figures)}")
    out.field("socket", f"{info.get('socket')}, {counted(len(info.get('connections') or ()), 'connection')}")
    counts = {n: c for n, c in info.items() if isinstance(c, int) and not isinstance(c, bool) and n not in _NO_COUNTS}
    names = {name: name.replace("_", " ").removesuffix("s") for name in counts}
    out.field("memory", ", ".join(counted(count, names[name]) for name, count in counts.items()) or "-")
    out.field("recall", recall_line(info.get("embeddings") or {}))
    out.field("jobs", jobs_line(figures.get("pending_jobs")))
    actions = (result["maintenance"] or {}).get("actions") or {}
    for name in ("consolidate", "health-check", "quality-probe"):
        entry = actions.get(name) or {}
        ran, took, ended = last_run(entry, at)
        following = moments.parse(entry.get("next"))
        due = f"; next {moments.ago(following, at)}" if following else ""
        out.field(name.partition("-")[0], (f"{ran}, {ended}, took {took}" if took else ran) + due)
    warnings_and_problems(out, figures, health.get("problems") or [])


COMMAND = Command(
    summary="Show whether the daemon runs, which one, and its state",
    ask=_ask,
    show=_show,
    detail="One screen for a person, also on a pipe. With --json: the result of system.info, with every connection.\n"
    "For an exit code by status: memoryctl health. What is wrong when nothing answers: memoryctl doctor.",
    examples=("status", "status --json"),
)
