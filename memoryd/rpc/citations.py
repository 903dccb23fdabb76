"""Texts for users without the citations that stand in docstrings.

Code cites the rules that it follows, in parentheses: `(rule 22)`, `(002 §1, rule 4)`. A reader of `rpc.describe` or of
a manual page may not have the documents that are cited, so they are taken out where those texts are made.
"""

from __future__ import annotations

import re

CITATION = re.compile(
    r"§|\\\(sc"  # roff writes § as \(sc
    r"|\brules? ?\d"
    r"|(?<![\w.,])00[0-4]\b(?![.,]?\d)"
    r"|\bseeds?\b"
    r"|\bdesign\.md",
    re.IGNORECASE,
)
"""What only a reader of the specification understands."""

_PARENTHESES = re.compile(r" *\(([^()]*)\)")


def without_citations(text: str) -> str:
    """The text without what it cites in parentheses; other words in the same parentheses stay.

    >>> without_citations("Secrets that were replaced (rule 22).")
    'Secrets that were replaced.'
    >>> without_citations("The newest first (at most 100; 002 §5).")
    'The newest first (at most 100).'
    """
    return _PARENTHESES.sub(_without, text)


def _without(found: re.Match[str]) -> str:
    if not CITATION.search(found[1]):
        return found[0]
    kept = "; ".join(part for part in re.split(r"; *", found[1]) if not CITATION.search(part))
    return f" ({kept})" if kept else ""
