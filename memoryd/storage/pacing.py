"""Background writes in slices with pauses, so that requests come in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Pause = Callable[[], None]


def no_pause() -> None:
    """For writes that someone waits for."""


def paced(chunks: Iterable[bytes], pause: Pause, slice_length: int = 1) -> Iterator[bytes]:
    """The same chunks, with a pause after every so many of them."""
    for number, chunk in enumerate(chunks, start=1):
        yield chunk
        if number % slice_length == 0:
            pause()
