"""The changes by which the index takes a session file: what was added to it, or all of it anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from memoryd.conversation.file import FileState
from memoryd.kinds.sessions.scanning import Reading
from memoryd.recall.feeding import SLICE
from memoryd.types import Change, Document

UNKNOWN = b""
"""The state of a file of which the index may have any part: a start reads all of it and trusts nothing."""


def read_anew(
    path: str,
    said: Iterable[Document],
    state: bytes,
    known: FileState | None,
    before: Mapping[str, Document] | None = None,
) -> Iterator[Change]:
    """Changes after which the index has of the file these messages, in the order of their lines, and no others.

    For a short file searches wait. For a long one they do not, so what the index has of it stands until the new version
    has come: no search misses a message that stays. `known`: the version that the index has, None where nobody knows;
    `before`: its messages by key, where they have been looked up; those that say the same stay as they are.
    """
    rest = iter(said)
    part, following = list(islice(rest, SLICE)), list(islice(rest, SLICE))
    if not following:
        yield Change(
            source=path, put=part, remove_source=True, state=state, kind="message",
            before=before, is_all_before=before is not None,
        )  # fmt: skip
        return
    yield Change(source=path, state=UNKNOWN, background=True)
    # A last line without its end counts for no line, and is indexed.
    stands = bytearray() if known is None else bytearray(b"\1") * (known.lines + 2)
    first, looked = known is None, before is not None
    while part:
        for one in part:
            if (line := int(one.key.rpartition(":")[2])) < len(stands):
                stands[line] = 0
        if before is not None:
            part = [one for one in part if before.get(one.key) != one]
        yield Change(
            source=path, put=part, remove_source=first, background=True, kind="message",
            before=before, is_all_before=looked,
        )  # fmt: skip
        part, following, first = following, list(islice(rest, SLICE)), False
    gone = (f"{path}:{line}" for line in range(1, len(stands)) if stands[line])
    while keys := list(islice(gone, SLICE)):
        yield Change(
            source=path, remove=keys, background=True, kind="message", before=before, is_all_before=looked
        )  # fmt: skip
    yield Change(source=path, state=state, background=True)


def changes_of(path: str, reading: Reading, *, fresh: bool) -> Iterator[Change]:
    """Changes after which the index has what was read of the file; `fresh`: what is read has never been there."""
    documents, state = reading.documents, reading.file.state()
    if not reading.skipped and not fresh:
        if reading.removed:
            yield Change(source=path, remove=reading.removed, kind="message")
        yield from read_anew(path, documents, state, reading.before, reading.indexed)
        return
    if not reading.skipped:
        yield Change(source=path, state=UNKNOWN)
        # Without a state more is to come: the audit compares what comes again with what stood.
        yield Change(source=path, remove_source=True)
    patient, gone = len(documents) > SLICE and not fresh, reading.removed
    if gone and len(documents) > SLICE:
        yield Change(source=path, remove=gone, background=patient, kind="message")
        gone = []
    for start in range(0, len(documents) or 1, SLICE):
        # The index may have the first of these lines as it was before its end came, and none of the others.
        yield Change(
            source=path, put=documents[start : start + SLICE], remove=gone, is_all_before=start > 0,
            state=state if start + SLICE >= len(documents) else None,
            background=patient, fresh=fresh and not gone, kind="message",
        )  # fmt: skip
