"""`.memoryd/removed-facts.jsonl`: facts whose lines have yet to leave facts.jsonl, and those that were purged."""

from __future__ import annotations

import os
from collections.abc import Iterable

import msgspec

from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.types import UNREADABLE

REMOVALS_PATH = ".memoryd/removed-facts.jsonl"


class Removal(msgspec.Struct, omit_defaults=True, gc=False):
    """A line: a fact whose line has yet to leave facts.jsonl, or not after all.

    With both flags: it was purged and has left all files; the index may still know it.
    """

    id: str
    cancelled: bool = False
    purge: bool = False


def encode_removal(fact_id: str, *, cancelled: bool = False, purge: bool = False) -> bytes:
    """The line, newline included."""
    return msgspec.json.encode(Removal(fact_id, cancelled, purge)) + b"\n"


def encode_removals(leaving: Iterable[str], purged: set[str]) -> list[bytes]:
    """The file anew: facts whose lines are `leaving`, and all that were purged."""
    going = set(leaving)
    lines = [encode_removal(fact_id, purge=fact_id in purged) for fact_id in sorted(going)]
    return lines + [encode_removal(fact_id, cancelled=True, purge=True) for fact_id in sorted(purged - going)]


class Removals(msgspec.Struct):
    """What the file says."""

    removed: set[str] = msgspec.field(default_factory=set)
    """Their lines have yet to leave facts.jsonl."""
    purged: set[str] = msgspec.field(default_factory=set)
    """They leave all files for good."""
    forgotten: set[str] = msgspec.field(default_factory=set)
    """They were purged; only the index may know them yet."""
    kept: set[str] = msgspec.field(default_factory=set)
    """They were archived and restored; the index may have missed that."""


def load_removals(root: str) -> Removals:
    """Read the file; what cannot be read of it is passed over."""
    found = Removals()
    for raw in split_lines(blocks_of(os.path.join(root, REMOVALS_PATH))):
        try:
            removal = msgspec.json.decode(raw, type=Removal)
        except UNREADABLE:
            continue
        if removal.purge:
            found.forgotten.add(removal.id)
        if removal.cancelled:
            found.removed.discard(removal.id)
            if not removal.purge:
                found.kept.add(removal.id)
            continue
        found.removed.add(removal.id)
        if removal.purge:
            found.purged.add(removal.id)
    return found
