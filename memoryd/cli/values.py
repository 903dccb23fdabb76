"""Answers without a layout of their own: one value per line, after its path."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from memoryd.cli import moments
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.text import one_line, pad, text_width, wrap

COLUMNS = "path of the value, value"


def show_values(out: Output, value: Json) -> None:
    """Aligned `path  value` lines on a terminal; on a pipe `path<TAB>value` with exact values."""
    leaves = list(flatten(value))
    if not out.tty:
        for path, leaf in leaves:
            out.row(path, exact(leaf))
        return
    at = moments.now()
    width = min(max((text_width(one_line(path)) for path, _ in leaves), default=0), out.width // 2)
    for path, leaf in leaves:
        lines = wrap(one_line(humane(path, leaf, at)), out.width - width - 2)
        out.line(Span(pad(one_line(path), width), "dim"), "  ", lines[0])
        for line in lines[1:]:
            out.line(" " * (width + 2), line)


def flatten(value: Json, path: str = "") -> Iterator[tuple[str, Any]]:
    """`(a.b, value)` of every leaf; a list of plain values is one leaf."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from flatten(part, f"{path}.{name}" if path else str(name))
        if not value and path:
            yield path, None
    elif isinstance(value, list) and any(isinstance(part, Mapping | list) for part in value):
        for index, part in enumerate(value):
            yield from flatten(part, f"{path}[{index}]" if path else f"[{index}]")
    else:
        yield path or "value", value


def exact(leaf: Json) -> str:
    """A leaf for a program: strings as they are, null as nothing, everything else as JSON."""
    if leaf is None:
        return ""
    return leaf if isinstance(leaf, str) else json.dumps(leaf, ensure_ascii=False)


def humane(path: str, leaf: Json, at: datetime) -> str:
    """A leaf for a person: bytes with units, seconds as durations, times with their age."""
    if leaf is None:
        return "-"
    if isinstance(leaf, bool):
        return "yes" if leaf else "no"
    if isinstance(leaf, list):
        return ", ".join(map(str, leaf)) if leaf else "none"
    if isinstance(leaf, int | float):
        if path.endswith("_bytes"):
            return size(leaf)
        if path.endswith(("_seconds", "uptime")):
            return moments.duration(leaf)
        return str(leaf) if isinstance(leaf, int) else f"{leaf:.6g}"
    moment = moments.parse(leaf)
    return f"{leaf} ({moments.ago(moment, at)})" if moment and len(leaf) > 10 else str(leaf)


def size(count: float) -> str:
    """`512 B`, `1.4 KiB`, `2.0 GiB`."""
    if abs(count) < 1024:
        return f"{count:g} B"
    for unit in ("KiB", "MiB", "GiB"):
        count /= 1024
        if abs(count) < 1024:
            return f"{count:.1f} {unit}"
    return f"{count / 1024:.1f} TiB"
