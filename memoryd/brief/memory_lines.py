"""Lines of memories that a brief may tell (rule 26). Pure."""

from __future__ import annotations

from collections.abc import Iterator

from memoryd.in_force.lines import Line
from memoryd.in_force.pairs import repaired
from memoryd.kind import Told
from memoryd.text.sentences import sentences
from memoryd.types import Document

_HOT = 1
"""The rank of what is hot."""
_CONTEXT_LINES = 20
_MOST_READ = 400
"""Letters of a line: more than are shown, and as many as patterns can search whatever stands there."""


def is_hot_note(told: Told) -> bool:
    """Whether somebody asked to remember it, or has used it: it stands for itself."""
    return told.document.kind == "note" and told.rank <= _HOT


def at_of(told: Told) -> int:
    """When it was said, or else written."""
    return told.document.at or told.document.created


def line_of(told: Told, text: str, at: int, said: Document | None = None) -> Line:
    """The first line of a memory; `said` is the one message that it was made of."""
    who, session = ("", "") if said is None else (said.role or "", said.session_id or "")
    first, project = repaired(_first_of(text[:_MOST_READ])), told.document.project or ""
    source = "" if said is None else said.key
    return Line(told.part, first, told.document.key, at, told.rank, at, who, session, source=source, project=project)


def _first_of(text: str) -> str:
    """Its first line; of a section the heading with the first line below, which is what it says."""
    first, _, rest = text.partition("\n")
    heading = first.lstrip("#").strip()
    below = rest.strip().partition("\n")[0].strip() if first.startswith("#") or rest.startswith("\n") else ""
    return f"{heading}: {below}" if heading and below else heading or first


def context_lines(told: Told) -> Iterator[Line]:
    """The sentences of a context, each once."""
    found = dict.fromkeys(sentences(told.document.text[:8000]))
    for text in list(found)[:_CONTEXT_LINES]:
        yield line_of(told, text, at_of(told))
