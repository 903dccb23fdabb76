"""Values that cross the borders between the house's rooms."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from typing import Literal, Protocol

import msgspec

from memoryd.acting import Actor

BOM = b"\xef\xbb\xbf"
"""What some editors put before the first line of a file."""
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for a text that is not what was expected; the last for one that is nested a thousand levels."""

Audience = Literal["private", "group", "shared"]
"""Who may know a memory: private sessions; those and the groups of its project; every session (rule 17)."""
SessionAudience = Literal["private", "group"]
Role = Literal["user", "assistant", "system", "tool"]


class Document(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What recall indexes of one memory. Times in microseconds; `source` is the truth file it was read from."""

    key: str
    kind: str
    """What results call it: one of the `memories` of a kind of memory."""
    text: str
    source: str
    path: str
    line: int = 0
    at: int = 0
    """When it happened or was said."""
    created: int = 0
    session_id: str | None = None
    project: str | None = None
    audience: Audience = "private"
    sources: tuple[str, ...] = ()
    """What it was made of, each `KEY#digest` (`origin.py`)."""
    untrusted: bool = False
    """A tool or a page said it (rule 27)."""
    imported: bool = False
    """It was said to another agent: what was purged does not come back by it (rule 6)."""
    role: Role | None = None
    who: str | None = None
    """The speaker's name."""
    layer: str | None = None
    hot: bool = False
    title: str | None = None
    """The headings above it, for Markdown."""
    before: str | None = None
    """The key of what stands before it in a Markdown file; of a message, it is the line before."""
    after: str | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    """Of a fact, as written; filters compare them folded (`fold`)."""


class When(msgspec.Struct, frozen=True):
    """As of when memory is asked (rule 23)."""

    as_of: int | None = None
    """Microseconds: what held then; None: what holds now."""
    include_superseded: bool = False
    include_faded: bool = False


NOW = When()


def fold(text: str) -> str:
    """Case, runs of spaces and how accents are encoded (NFC or NFD) folded, for comparing what people typed."""
    folded = " ".join(text.split()).casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def one_form(text: str) -> str:
    """How accents are encoded (NFC or NFD) folded, for comparing names: case and spaces tell them apart."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def as_known(name: str, known: Collection[str]) -> str:
    """The name as it is known, where it differs from a known one in how accents are encoded only; else as it is."""
    if name.isascii() or name in known:
        return name
    form = one_form(name)
    return next((one for one in list(known) if not one.isascii() and one_form(one) == form), name)


UNTRUSTED = "untrusted"
"""The source of what a tool or a page said."""

IMPORT = "import"
"""The source of what was said to another agent, at another time."""

HOT_FILE = "MEMORY.md"
"""The hot cache, by its path below the data directory."""


class Change(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One step of the index: documents to put (an old one of the same key gives way) and keys to drop.

    `state` is opaque to the index: it is stored in the same commit, under `source`, and handed back at the next start,
    so that the owner of the file knows how far the index has come; an empty one leaves nothing of the source there.
    """

    source: str
    put: tuple[Document, ...] | list[Document] = ()
    remove: tuple[str, ...] | list[str] = ()
    remove_source: bool = False
    """Drop every document of `source` first."""
    state: bytes | None = None
    fresh: bool = False
    """Nobody has brought these keys before, and nothing else is changed."""
    background: bool = False
    """A search need not wait until it is ingested: it is not a client's own write, and may be a big file."""
    kind: str | None = None
    """What results call the memories that are removed."""
    purged: tuple[str, ...] | list[str] | frozenset[str] = ()
    """Of the removed keys those of which no trace may remain."""
    by: Mapping[str, Actor] | None = None
    """Who changed which key, where it is not who acts now: several requests in one change."""
    before: Mapping[str, Document] | None = None
    """What stood before under some of the keys, where whoever changes them knows: nobody need look it up."""
    is_all_before: bool = False
    """`before` has everything that stood under any of the keys."""
    among: int = 0
    """How many texts the request has that these are of: it may bring them in several changes."""
    judged: object = None
    """What of `put` was purged, where that was looked up beforehand: long texts would hold up the writer."""


class ChangeSink(Protocol):
    """Who wants to know of changed memories; recall's index is one."""

    def apply(self, change: Change) -> None:
        """Take the change in; it is visible to the next search. Never blocks on the disk."""
        ...


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that a person should mend: what it is, and the action or the command that mends it."""

    path: str
    what: str
    action: str
    line: int | None = None
    severity: Literal["notice", "warning", "critical"] = "warning"
    """A notice asks for a choice that may wait for ever: it does not change the status."""
