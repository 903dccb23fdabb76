"""How a kind of memory brings the documents of its files to the index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from memoryd.types import UNREADABLE, Change, ChangeSink, Document

S = TypeVar("S", bound=msgspec.Struct)

SLICE = 500
"""Documents of one change."""


def source_anew(
    source: str, documents: Sequence[Document], state: bytes, *, background: bool = False
) -> Iterator[Change]:
    """Changes after which the index has these documents of the source, and no others."""
    for start in range(0, max(1, len(documents)), SLICE):
        yield Change(
            source=source,
            put=[*documents[start : start + SLICE]],
            remove_source=start == 0,
            state=state if start + SLICE >= len(documents) else None,
            background=background,
        )


def bring_edit(sink: ChangeSink, source: str, put: list[Document], *, is_of_many: bool = False) -> None:
    """Bring what an edit put; of very many documents in the background, since no search waits for a file.

    `is_of_many`: these are some of them.
    """
    background = is_of_many or len(put) > SLICE
    for start in range(0, len(put), SLICE):
        sink.apply(Change(source=source, put=put[start : start + SLICE], background=background))


def source_gone(source: str, before: Mapping[str, Document] | None = None) -> Change:
    """The change after which the index has nothing of the source; `before`: what it has, where that was looked up."""
    return Change(source=source, remove_source=True, state=b"", before=before, is_all_before=before is not None)


def drop_gone(sink: ChangeSink, states: Mapping[str, bytes], is_gone: Callable[[str], bool]) -> None:
    """At start: drop what the index has of sources that are gone."""
    for source in filter(is_gone, states):
        sink.apply(source_gone(source))


def bring_up(
    sink: ChangeSink, states: Mapping[str, bytes], sources: Mapping[str, bytes], of: Callable[[str], Sequence[Document]]
) -> int:
    """Bring the documents `of` each source whose state is not the one that the index has; how many."""
    done = 0
    for source, state in sources.items():
        if states.get(source) != state:
            documents = of(source)
            for change in source_anew(source, documents, state):
                sink.apply(change)
            done += len(documents)
    return done


def decode_state(state: bytes | None, kind: type[S]) -> S | None:
    """What the index kept of a source; None when it is nothing, or none of ours."""
    if not state:
        return None
    try:
        return msgspec.json.decode(state, type=kind)
    except UNREADABLE:
        return None
