"""The one estimate of tokens (004, rule 20)."""

from __future__ import annotations

TOKEN_CHARS = 4


def tokens_of(text: str) -> int:
    """The estimate that everything here is counted in: a token is four characters, rounded up."""
    return -(-len(text) // TOKEN_CHARS)
