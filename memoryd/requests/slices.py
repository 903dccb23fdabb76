"""A large write in slices, between which others write (see `slices` of `requests.method.Method`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SLICE_BYTES = 512 * 1024
"""Of what is written and synced together, but for a single memory that has more: others' writes wait for no more."""
SLICE_MEMORIES = 50
"""The same of short memories that each change something: some 10 ms of the writer."""


def bytes_of(*texts: str) -> int:
    """How much these are when they are written."""
    return sum(len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass")) for text in texts)


def sliced(
    given: Sequence[T], size: Callable[[T], int], most_bytes: int = SLICE_BYTES, most: int = 1 << 30
) -> Iterator[Sequence[T]]:
    """The given in order, in as few parts as these bounds allow; each has one at least."""
    begin = total = 0
    for at, one in enumerate(given):
        length = size(one)
        if at > begin and (total + length > most_bytes or at - begin == most):
            yield given[begin:at]
            begin, total = at, 0
        total += length
    yield given[begin:]
