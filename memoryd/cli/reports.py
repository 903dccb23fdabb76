"""What maintenance did, and what a person should fix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from memoryd.cli.command import Call, Command
from memoryd.cli.failures import SOFTWARE
from memoryd.cli.moments import duration
from memoryd.cli.output import Json, Output, Part, Span

STEP_COLUMNS = "step, status, seconds, counts, or why it failed or was skipped"
_STATUS_STYLES = {"ok": "green", "skipped": "dim", "failed": "red"}
_MARKS = {"notice": ("·", "dim"), "warning": ("!", "yellow"), "critical": ("!", "red")}
"""By the severity of a problem."""


def maintenance_command(action: str, summary: str, detail: str) -> Command:
    """The command that runs one maintenance action."""

    def ask(call: Call, args: Namespace) -> Json:
        return run_action(call, action, args.dry_run)

    return Command(
        summary=summary,
        ask=ask,
        show=show_run,
        arguments=dry_run_option,
        exit_code=run_exit_code,
        detail=detail + "\nNeeds admin access to the daemon.",
        columns=STEP_COLUMNS,
        examples=(action, f"{action} --dry-run"),
    )


def dry_run_option(parser: ArgumentParser) -> None:
    """Declare `--dry-run`."""
    parser.add_argument("-n", "--dry-run", action="store_true", help="only report what would be done")


def run_action(call: Call, action: str, dry_run: bool) -> Json:
    """Run a maintenance action to its end, with progress."""
    return call("maintenance.run", {"action": action} | ({"dry_run": True} if dry_run else {}), long=True)


def run_exit_code(result: Json) -> int:
    """A failed step fails the command, so that cron and systemd see it."""
    return SOFTWARE if any(step.get("status") == "failed" for step in result.get("steps", [])) else 0


def show_run(out: Output, result: Json, args: Namespace) -> None:
    """The steps of a run, and how long it took."""
    steps = result.get("steps", [])
    if not out.tty:
        for step in steps:
            out.row(step.get("step"), step.get("status"), step.get("seconds"), _outcome(step))
            for line in step.get("diff") or []:
                out.row(step.get("step"), "diff", "", line)
        return
    rows: list[list[Part]] = []
    for step in steps:
        status = str(step.get("status", ""))
        seconds = step.get("seconds")
        took = duration(seconds) if isinstance(seconds, int | float) else ""
        style = _STATUS_STYLES.get(status, "yellow")
        rows.append([str(step.get("step", "")), Span(status, style), took, _outcome(step)])
    if rows:
        out.table(["STEP", "STATUS", "TOOK", "RESULT"], rows, right=(2,))
    for step in steps:
        _show_diff(out, step)
    seconds = result.get("seconds")
    took = f" in {duration(seconds)}" if isinstance(seconds, int | float) else ""
    tried = " (dry run: nothing was changed)" if getattr(args, "dry_run", False) else ""
    out.line(Span(f"{result.get('action', 'done')}: {len(steps)} steps{took}{tried}", "dim"))


def _show_diff(out: Output, step: Mapping[str, Any]) -> None:
    """What a dry run would change."""
    lines = step.get("diff") or []
    if lines:
        out.line(Span(f"{step.get('step')}:", "bold"))
    for line in lines:
        style = {"+": "green", "-": "red", "@": "cyan"}.get(str(line)[:1], "")
        out.line("  ", Span(str(line), style) if style else str(line))


def _outcome(step: Mapping[str, Any]) -> str:
    if step.get("error") or step.get("reason"):
        return str(step.get("error") or step["reason"])
    counts = step.get("counts") or {}
    if isinstance(counts, Mapping):
        return ", ".join(f"{name} {count}" for name, count in counts.items())
    return str(counts)


def show_problems(out: Output, problems: list[Mapping[str, Any]]) -> None:
    """Each problem with its place and the action that fixes it: lines for people, rows on a pipe."""
    if out.tty:
        list_problems(out, problems)
        return
    for problem in problems:
        out.row("problem", place(problem), problem.get("what"), problem.get("action"))


def list_problems(out: Output, problems: list[Mapping[str, Any]]) -> None:
    """The same as part of a screen, which is for people on a pipe, too."""
    for problem in problems:
        mark, colour = _MARKS.get(str(problem.get("severity")), ("!", "yellow"))
        out.marked(mark, colour, place(problem))
        out.marked(" ", "", str(problem.get("what") or ""), indent=2)
        if problem.get("action"):
            out.marked("→", "dim", str(problem["action"]), indent=2)


def place(problem: Mapping[str, Any]) -> str:
    """Where it is."""
    path, line = problem.get("path"), problem.get("line")
    return f"{path}:{line}" if line else str(path)
