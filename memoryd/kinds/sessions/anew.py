"""The changes by which the index takes a whole session file anew: another program, or a purge, has rewritten it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from memoryd.conversation.file import FileState
from memoryd.types import Change, Document

SLICE = 500
"""Messages of one change."""


def read_anew(path: str, said: Iterable[Document], state: bytes, known: FileState | None) -> Iterator[Change]:
    """Changes after which the index has of the file these messages and no others.

    For a short file searches wait. For a long one they do not, so what the index has of it stands until the new version
    has come: no search misses a message that stays. `known`: the version that the index has, None where nobody knows.
    """
    rest = iter(said)
    part, following = list(islice(rest, SLICE)), list(islice(rest, SLICE))
    is_long = bool(following)
    # A last line without its end counts for no line, and is indexed.
    old = {f"{path}:{line}" for line in range(1, known.lines + 2)} if is_long and known is not None else set()
    first = not old
    while following:
        old.difference_update(one.key for one in part)
        yield Change(source=path, put=part, remove_source=first, background=True, kind="message")
        part, following, first = following, list(islice(rest, SLICE)), False
    gone = sorted(old.difference(one.key for one in part))
    yield Change(
        source=path, put=part, remove=gone, remove_source=first, state=state, background=is_long, kind="message"
    )
