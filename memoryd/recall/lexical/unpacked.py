"""Documents as they were read from the disk, by the hash of what is stored: a changed one has another hash."""

from __future__ import annotations

from memoryd.recall.lexical.layout import decode
from memoryd.text.dates import TimeWords
from memoryd.types import Document

_KEPT = 4_096
"""In each of two generations; of messages some 4 MB together."""
_LONGEST = 4_096
"""Bytes of a payload that is kept."""

Unpacked = tuple[Document, TimeWords]


class UnpackedDocuments:
    """The documents that recalls came upon lately. For any thread: at worst two read the same."""

    def __init__(self) -> None:
        self._young: dict[int, Unpacked] = {}
        self._old: dict[int, Unpacked] = {}

    def get(self, print_: int) -> Unpacked | None:
        """The document of that hash, if it is kept."""
        found = self._young.get(print_)
        if found is None:
            found = self._old.get(print_)
            if found is not None:
                self._keep(print_, found)
        return found

    def unpack(self, print_: int, payload: bytes) -> Unpacked:
        """What the payload holds, for now and later."""
        found = decode(payload)
        if len(payload) <= _LONGEST:
            self._keep(print_, found)
        return found

    def _keep(self, print_: int, found: Unpacked) -> None:
        if len(self._young) >= _KEPT:
            self._old, self._young = self._young, {}
        self._young[print_] = found
