"""Messages in parts that fit a request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

MESSAGES = 200
LETTERS = 1_000_000
M = TypeVar("M", bound=Mapping[str, Any])


def slices(messages: Sequence[M]) -> Iterator[list[M]]:
    """Parts of at most so many messages, and of so many letters unless one alone has more."""
    part: list[M] = []
    letters = 0
    for message in messages:
        if part and (len(part) == MESSAGES or letters + len(message["content"]) > LETTERS):
            yield part
            part, letters = [], 0
        part.append(message)
        letters += len(message["content"])
    if part:
        yield part
