"""How results of recall are shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from memoryd.cli import moments
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.text import ELLIPSIS, one_line, text_width, wrap

COLUMNS = "key, kind, score, activation, text"
_LABELS = ("tier", "layer", "project", "role", "who", "name")
_MOST_LINES = 8


def show_results(out: Output, answer: Mapping[str, Any], explain: bool) -> None:
    """The results of recall.query or recall.search, best first; archived hits follow separately."""
    results = answer.get("results", [])
    archived = answer.get("archived", [])
    if not out.tty:
        _show_plain(out, results, archived, explain)
        return
    if not results and not archived:
        out.note(Span("nothing found", "dim"))
    at = moments.now()
    for number, result in enumerate(results, 1):
        _show_one(out, number, result, at, explain)
    for result in archived:
        out.line(Span("archived ", "yellow"), one_line(str(result.get("text", ""))))
        out.line("         ", Span(str(result.get("key", "")), "cyan"))


def show_redacted(out: Output, answer: Mapping[str, Any]) -> None:
    """Say which parts of the given text were not stored (rule 22)."""
    for found in answer.get("redacted") or []:
        kind = f"{found.get('count', 1)} × {found.get('kind')} (it looks like a secret)"
        out.note(Span("not stored: ", "yellow"), kind)


def _show_plain(out: Output, results: list[Any], archived: list[Any], explain: bool) -> None:
    for result in results:
        cells = [
            result.get("key"),
            result.get("kind"),
            result.get("score"),
            result.get("activation"),
            result.get("text"),
        ]
        if explain:
            import json

            cells.append(json.dumps(result.get("why", {}), ensure_ascii=False))
        out.row(*cells)
    for result in archived:
        out.row(result.get("key"), "archived", None, None, result.get("text"))


def _show_one(out: Output, number: int, result: Mapping[str, Any], at: datetime, explain: bool) -> None:
    score = result.get("score")
    shown_score = f"{score:.2f}" if isinstance(score, int | float) else ""
    indent = "    "
    lines = wrap(one_line(str(result.get("text", ""))), out.width - len(indent) - len(shown_score) - 2)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], lines[_MOST_LINES - 1] + ELLIPSIS]
    gap = " " * max(out.width - len(indent) - text_width(lines[0]) - len(shown_score), 1)
    out.line(Span(f"{number:>2}  ", "dim"), Span(lines[0], "bold"), gap, Span(shown_score, "green"))
    for line in lines[1:]:
        out.line(indent, line)
    out.line(indent, *_about(result, at))
    if result.get("also"):
        out.line(indent, Span("also " + ", ".join(map(str, result["also"])), "dim"))
    if explain and result.get("why"):
        for line in wrap("why: " + ", ".join(reasons(result["why"])), out.width - len(indent)):
            out.line(indent, Span(line, "yellow"))


def _about(result: Mapping[str, Any], at: datetime) -> Iterator[Part]:
    """Kind, lifecycle, age and key of a result, separated by dots."""
    facts = [str(result.get("kind", "memory"))]
    if isinstance(result.get("confidence"), int | float):
        facts.append(f"confidence {result['confidence']:.2f}")
    if isinstance(result.get("activation"), int | float):
        facts.append(f"activation {result['activation']:.2f}")
    facts.extend(str(result[name]) for name in _LABELS if result.get(name))
    if result.get("hot"):
        facts.append("hot")
    moment = moments.parse(result.get("at")) or moments.parse(result.get("created"))
    if moment:
        facts.append(moments.ago(moment, at))
    yield Span(" · ".join(facts) + " · ", "dim")
    yield Span(str(result.get("key", "")), "cyan")


def reasons(why: Json, prefix: str = "") -> Iterator[str]:
    """`bm25 0.42`, `tier +0.30` …: the parts of a score, nested ones with dots."""
    if not isinstance(why, Mapping):
        shown = f"{why:.3g}" if isinstance(why, float) else str(why)
        yield f"{prefix} {shown}".strip()
        return
    for name, part in why.items():
        yield from reasons(part, f"{prefix}.{name}" if prefix else str(name))
