"""What is written in the background comes in slices, and others pass in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Pause = Callable[[], None]


def no_pause() -> None:
    """For who is waited for."""


def paced(chunks: Iterable[bytes], pause: Pause, slice_length: int = 1) -> Iterator[bytes]:
    """The same chunks, with a pause behind each so many of them."""
    for number, chunk in enumerate(chunks, start=1):
        yield chunk
        if number % slice_length == 0:
            pause()
