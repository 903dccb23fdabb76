"""How the demo prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

COLOURS = sys.stdout.isatty() and "NO_COLOR" not in os.environ
WIDTH = 110
_MOST_PARTS = 4
_NO_PARTS = ("bm25", "cosine", "maxsim", "word:", "confidence:")
"""What `why` tells beside the parts that add up to the score."""


def _style(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if COLOURS else text


def title(text: str) -> None:
    """A heading."""
    print(f"\n{_style(text, '1')}", flush=True)


def line(text: str = "") -> None:
    """An indented line."""
    print(f"  {text}".rstrip(), flush=True)


def short(text: str, width: int = WIDTH) -> str:
    """One line of at most `width` characters."""
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1] + "…"


def reasons(why: object) -> str:
    """The largest parts of a score, and the words behind it: `words 0.80 + mean 0.47 + … (backup, night)`."""
    given = why if isinstance(why, Mapping) else {}
    numbers = {name: value for name, value in given.items() if isinstance(value, int | float)}
    ordered = sorted(numbers, key=lambda name: -abs(numbers[name]))
    parts = [f"{name} {numbers[name]:.2f}" for name in ordered if not name.startswith(_NO_PARTS)]
    shown = " + ".join([*parts[:_MOST_PARTS], "…"] if len(parts) > _MOST_PARTS else parts)
    words = ", ".join(name.removeprefix("word:") for name in ordered if name.startswith("word:"))
    return f"{shown} ({words})" if words else shown


def result(rank: int, found: Mapping[str, Any], is_evidence: bool) -> None:
    """One thing recalled: kind, score, text, key, why."""
    mark = _style("  <- holds the answer", "32") if is_evidence else ""
    line(f"{rank}. [{found['kind']}] {found['score']:.3f}  {short(found['text'], 90)}{mark}")
    line(_style(f"     {found['key']}   why: {reasons(found.get('why', {}))}", "2"))


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return short(file.readline(400).strip(), 64)
    except (UnicodeDecodeError, OSError):
        return "(binary)"


def tree(folder: Path, most: int = 4) -> None:
    """Directories and files below the folder with sizes and first lines; long directories are cut short."""
    own = folder / ".memoryd"
    for directory in sorted({path.parent for path in folder.rglob("*") if path.is_file() and own not in path.parents}):
        files = sorted(path for path in directory.iterdir() if path.is_file())
        name = directory.relative_to(folder)
        if name != Path():
            line(f"{name}/")
        indent = "" if name == Path() else "  "
        for path in files[:most]:
            line(f"{indent}{path.name:<28} {path.stat().st_size:>9,} B  {_style(_first_line(path), '2')}")
        if len(files) > most:
            line(f"{indent}... and {len(files) - most} more like these")
    if own.exists():
        size = sum(path.stat().st_size for path in own.rglob("*") if path.is_file())
        line(f".memoryd/{'':<21} {size:>9,} B  {_style('lock, access journal, lexical index', '2')}")
