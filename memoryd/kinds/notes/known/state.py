"""The state of all notes in memory: layer files, the hot cache, their records. Only the writer's thread changes it."""

from __future__ import annotations

import functools
from typing import Literal

import msgspec
from msgspec.structs import replace

from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.hygiene import HotRow, Hygiene, hot_key
from memoryd.kinds.notes.formats.layer_file import LayerFile, Loose, layer_of, note_key
from memoryd.kinds.notes.formats.tags import Tag
from memoryd.kinds.notes.known.table import Table
from memoryd.kinds.notes.known.vanished import VanishedNotes
from memoryd.kinds.notes.rules.eviction import Standing
from memoryd.storage.atomic import ABSENT, Identity

Maker = Literal["", "agent", "command"]


class HotNote(msgspec.Struct, frozen=True):
    """A bullet of the hot cache. `digest`: of the note's text that it says; `was`: the bullet that it replaced.

    `by`: whose model made it, for which `job_id`; empty when it is the built-in one or a person's.
    """

    layer: str
    slug: str
    text: str
    day: str
    reason: str
    digest: str
    was: str | None = None
    by: Maker = ""
    job_id: str | None = None

    @property
    def key(self) -> str:
        """The note's key."""
        return note_key(self.layer, self.slug)

    def line(self, pinned: bool) -> str:
        """Text and tag, as MEMORY.md has it."""
        return f"{self.text} {Tag(self.day, self.reason, self.layer, self.slug, pinned)}"


class Layer(msgspec.Struct, frozen=True):
    """A layer file as it was read or written. `loose` is no note."""

    file: LayerFile = msgspec.field(default_factory=LayerFile)
    loose: tuple[Loose, ...] = ()
    identity: Identity = ABSENT
    version: int = 0
    around: int | None = None
    """A mark of the text that is no note, where `file` lacks it."""
    intended: frozenset[bytes] | None = None
    """Nobody looked at the file before the last run was killed: the marks of the versions of which it may be one. In
    another version, what the last run wrote and is missing was saved over."""


class NoteState(msgspec.Struct):
    """The whole state; a copy of it that is published is a snapshot. `refs`: demoted keys by layer, the newest last."""

    layers: Table[Layer] = msgspec.field(default_factory=Table[Layer])
    hot: dict[str, HotNote] = msgspec.field(default_factory=dict)
    refs: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    hygiene: Hygiene = msgspec.field(default_factory=Hygiene)
    vanished: VanishedNotes = msgspec.field(default_factory=VanishedNotes)

    def copy(self) -> NoteState:
        """As it is now; what both share is immutable."""
        return NoteState(self.layers.copy(), dict(self.hot), dict(self.refs), self.hygiene.copy(), self.vanished.copy())

    def restore(self, other: NoteState) -> None:
        """Become what the other is."""
        self.layers, self.hot, self.refs = other.layers, other.hot, other.refs
        self.hygiene, self.vanished = other.hygiene, other.vanished

    def entry(self, key: str) -> Entry | None:
        """The note of a key."""
        place = split_key(key)
        layer = self.layers.get(place[0]) if place else None
        return None if layer is None or place is None else layer.file.get(place[1])

    def entry_count(self) -> int:
        """How many notes there are."""
        return sum(len(layer.file) for layer in self.layers.values())

    def row(self, key: str) -> HotRow:
        """The row of a hot note; a missing one is zeros."""
        return self.hygiene.hot.get(hot_key(key)) or HotRow()

    def is_pinned(self, key: str) -> bool:
        """Whether the note is pinned; the note itself says so."""
        entry = self.entry(key)
        return entry is not None and entry.pinned

    def is_critical(self, key: str) -> bool:
        """Whether it is needed in every session."""
        entry = self.entry(key)
        return (entry is not None and entry.critical) or (key in self.hot and self.hot[key].reason == "critical")

    def standing(self, key: str) -> Standing:
        """What decides whether a hot note is evicted."""
        return Standing(
            key,
            self.row(key).sessions_since_access,
            self.hot[key].day,
            self.is_pinned(key),
            self.is_critical(key),
        )

    def put_file(self, layer: str, file: LayerFile) -> None:
        """The layer's content changed."""
        old = self.layers.get(layer) or Layer()
        self.layers[layer] = replace(old, file=file, version=old.version + 1)


@functools.lru_cache(maxsize=1 << 14)
def split_key(key: str) -> tuple[str, str] | None:
    """`memory/<layer>.md:<slug>` → (layer, slug); also `<layer>:<slug>`, as directives and L1accessLog have it."""
    path, colon, slug = key.partition(".md:")
    if colon:
        layer = layer_of(path + ".md")
    else:
        layer, colon, slug = key.partition(":")
        layer = layer_of(f"memory/{layer}.md") if layer else None
    return (layer, slug) if colon and layer and slug else None


def at_version(layer: Layer, version: Identity) -> Layer:
    """The layer as it stands in that version of its file."""
    return replace(layer, identity=version)


def written(note: HotNote) -> HotNote:
    """MEMORY.md has the note's present bullet: the one that it replaced is no longer ours."""
    return note if note.was is None else replace(note, was=None)
