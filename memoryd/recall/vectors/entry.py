"""A document's vectors on their way into the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.hashing import hash64
from memoryd.recall.query import moment_of
from memoryd.recall.vectors.lines import Line
from memoryd.types import Document


class Entry(NamedTuple):
    """A document's passages: unit vectors (passages, dimensions) and distinct word tokens (passages, TOKENS)."""

    key: str
    text: str
    vectors: NDArray[np.float32]
    tokens: NDArray[np.uint16]
    kind: str = ""
    at: int = 0
    project: str | None = None


def entry_of(document: Document, vectors: NDArray[np.float32], tokens: NDArray[np.uint16]) -> Entry:
    """The document with its passages."""
    return Entry(document.key, document.text, vectors, tokens, document.kind, moment_of(document), document.project)


def lines_of(entries: Iterable[Entry], first: int) -> Iterator[Line]:
    """A line per passage; rows are numbered from `first`."""
    row = first
    for entry in entries:
        for passage in range(len(entry.vectors)):
            yield Line(
                id=row,
                key=entry.key,
                text=f"{hash64(entry.text):016x}",
                passage=passage,
                kind=entry.kind,
                at=entry.at,
                project=entry.project,
            )
            row += 1
