"""`memoryctl health`: the state of the memory, and what a person should fix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli import moments, nagios
from memoryd.cli.command import Call, Command
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.screens import (
    counted,
    disk_line,
    jobs_line,
    number,
    probe_line,
    recall_line,
    seconds_taken,
    status_code,
    status_span,
    warnings_and_problems,
    when,
)
from memoryd.cli.values import show_values, size


def _arguments(parser: ArgumentParser) -> None:
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--all", action="store_true", help="every figure, and the report on notes and the hot cache")
    shape.add_argument("--nagios", action="store_true", help="one line with perfdata, for a monitor; exits with 0 to 3")


def _ask(call: Call, args: Namespace) -> Json:
    if args.nagios:
        return nagios.check(call)
    return call("system.health")


def _exit_code(result: Json) -> int:
    return int(result["code"]) if nagios.LINE in result else status_code(result)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.nagios:
        out.line(result[nagios.LINE])
        return
    at, figures = moments.now(), dict(result.get("health") or {})
    state = status_span(result)
    out.line(Span("● ", state.style), state, Span(f"  measured {when(figures.get('timestamp'), at)}", "dim"))
    facts = counted(figures.get("active_facts", figures.get("total_facts")), "active fact")
    activation = f"average activation {number(figures.get('avg_activation')):.2f}"
    out.field("facts", f"{facts}, {number(figures.get('archived_facts')):,} archived; {activation}")
    sessions, dailies = figures.get("session_files_count"), figures.get("daily_files_count")
    files = f"{counted(sessions, 'session file')}, {counted(dailies, 'daily summary', 'daily summaries')}"
    out.field("files", f"{files}; MEMORY.md has {counted(figures.get('memory_md_lines'), 'line')}")
    vectors = size(number(figures.get("embedding_index_size_bytes")))
    out.field("disk", f"{disk_line(figures)}, of it vectors {vectors}")
    out.field("recall", recall_line(figures.get("embeddings") or {}))
    took = figures.get("consolidation_duration_seconds")
    night = when(figures.get("last_consolidation"), at)
    out.field("night", f"consolidated {night}" + (f", took {seconds_taken(took)}" if took is not None else ""))
    out.field("canaries", probe_line(figures.get("quality_probe"), at))
    out.field("jobs", jobs_line(figures.get("pending_jobs")))
    if figures.get("malformed_lines"):
        out.field("lines", f"{figures['malformed_lines']} cannot be read")
    problems = result.get("problems") or []
    warnings_and_problems(out, figures, problems)
    if not problems:
        out.line(Span("nothing to do", "green" if status_code(result) == 0 else "yellow"))
    if args.all:
        if figures.get("status") != "healthy":  # they stand above
            figures.pop("warnings", None)
        out.line()
        show_values(out, figures)
        if result.get("text"):
            out.line()
            out.block(str(result["text"]).rstrip("\n"))


COMMAND = Command(
    summary="Show the memory's health, and what to fix",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="One screen for a person, also on a pipe; --json for programs. Exits with 0 when healthy, 2 when critical,\n"
    "1 between. With --nagios: 0 OK, 1 WARNING, 2 CRITICAL (also when nothing answers), 3 UNKNOWN.\n"
    "What happened and is over, such as a file that was restored, is shown for three days.",
    examples=("health", "health --all", "health --nagios", "health --json"),
)
