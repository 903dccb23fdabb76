"""`memoryctl canary`: the questions of the quality probe, and how many of them recall answered over time."""

from __future__ import annotations

import itertools
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.reports import STEP_COLUMNS, run_action, run_exit_code, show_run
from memoryd.cli.results import show_redacted

_ROWS = 10
_WIDTH = 60
_DOT = "●"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=("add", "run", "history"),
        default="history",
        metavar="add|run|history",
        help="what to do (default: history)",
    )
    parser.add_argument(
        "words", nargs="*", default=[], metavar="QUERY EXPECTED", help="with add: a question, and what answers it"
    )
    parser.add_argument("-n", "--limit", type=int, metavar="N", help="with history: at most this many probes")


def _ask(call: Call, args: Namespace) -> Json:
    if args.what == "add":
        if len(args.words) != 2:
            raise UsageError("canary add needs a question and what its answer must hold, each in quotes")
        query, expected = args.words
        return call("maintenance.canary_add", {"query": query, "expected_contains": expected})
    if args.words:
        raise UsageError(f"canary {args.what} takes no words")
    if args.what == "run":
        return run_action(call, "quality-probe", False)
    return call("maintenance.canary_history", {} if args.limit is None else {"limit": args.limit})


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.what == "run":
        show_run(out, result, Namespace(dry_run=False))
    elif args.what == "add":
        out.row(result.get("status"), result.get("canaries"))
        show_redacted(out, result)
    else:
        _show_history(out, result)


def _show_history(out: Output, result: Json) -> None:
    probes = result.get("probes") or []
    if not out.tty:
        for probe in probes:
            out.row(*(probe.get(name) for name in ("at", "ratio", "passed", "total", "version", "model")))
        return
    if not probes:
        out.note(Span("no probe has run; memoryctl canary run", "dim"))
        return
    for line in plot([_ratio(probe) for probe in probes]):
        out.line(line)
    _show_changes(out, probes)
    last = probes[-1]
    out.line(Span(f"{last.get('at')}: {last.get('passed')} of {last.get('total')} canaries were answered", "bold"))
    for query in last.get("failed") or []:
        out.line(Span("✗ ", "red"), str(query))


def _ratio(probe: Mapping[str, Any]) -> float:
    ratio = probe.get("ratio")
    return min(1.0, max(0.0, float(ratio))) if isinstance(ratio, int | float) else 0.0


def plot(ratios: Sequence[float]) -> list[str]:
    """The pass ratio over time, oldest on the left: one dot per probe, as many of the newest as fit."""
    shown = list(ratios)[-_WIDTH:]
    lines = []
    for row in range(_ROWS, -1, -1):
        label = f"{row * 100 // _ROWS:3d}% " if row % 5 == 0 else "     "
        lines.append(label + "│" + "".join(_DOT if round(ratio * _ROWS) == row else " " for ratio in shown).rstrip())
    return [*lines, "     └" + "─" * max(1, len(shown))]


def _show_changes(out: Output, probes: Sequence[Mapping[str, Any]]) -> None:
    """Marks where version, model or weights changed, to explain a drop."""
    for before, after in itertools.pairwise(probes):
        names = [name for name in ("version", "model", "weights") if before.get(name) != after.get(name)]
        if names:
            what = ", ".join(f"{name} {after.get(name)}" if name != "weights" else "other weights" for name in names)
            out.line(Span(f"{after.get('at')}: {what}", "dim"))


def _exit_code(result: Json) -> int:
    return run_exit_code(result) if "steps" in result else 0


COMMAND = Command(
    summary="Add a canary question, ask them all, or plot how many were answered over time",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="A canary is a question and what its answer must contain; dates are compared by value.\n"
    "They are in knowledge-graph/canary-facts.json. run needs admin access to the daemon.",
    columns=f"add: status, canaries; run: {STEP_COLUMNS}; history: at, ratio, passed, total, version, model",
    examples=(
        'canary add "When did the fleet deployment project start?" "May 15, 2026"',
        "canary run",
        "canary history",
    ),
)
