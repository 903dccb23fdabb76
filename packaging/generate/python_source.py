"""Python source for people: names and docstrings."""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterable

WIDTH = 120
HEAD = "# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.\n"


def camel(*words: str) -> str:
    """`recall.explain_absent` as RecallExplainAbsent."""
    return "".join(part[:1].upper() + part[1:] for word in words for part in re.split(r"[._]", word))


def tidy(text: str) -> str:
    """A docstring's text in one line."""
    return re.sub(r"\s+", " ", text).strip()


def docstring(lines: Iterable[str], indent: int) -> str:
    """Lines of text as a docstring, wrapped; what belongs to a line below the first is set in."""
    margin = " " * indent
    first, *others = lines
    quotes = 'r"""' if "\\" in "".join((first, *others)) else '"""'
    if not others and len(margin + quotes + first + '"""') <= WIDTH:
        return f'{margin}{quotes}{first}"""\n'
    text = [*_wrapped(quotes + first, indent)]
    for line in others:
        text += _wrapped(line, indent, "    ")
    return "\n".join((margin + part).rstrip() for part in (*text, '"""')) + "\n"


def _wrapped(line: str, indent: int, hanging: str = "") -> list[str]:
    return textwrap.wrap(line, WIDTH - indent, subsequent_indent=hanging, break_on_hyphens=False) or [""]


def is_name(name: str) -> bool:
    """Can it be the name of a parameter?"""
    return name.isidentifier() and not keyword.iskeyword(name)
