"""MEMORY.md as it was read or written last, and how it is written again (rules 9 and 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from memoryd.background import Run
from memoryd.kinds.notes.disk.disk import NoteDisk
from memoryd.kinds.notes.formats.layer_file import layer_of
from memoryd.kinds.notes.formats.memory_md import (
    MEMORY_PATH,
    FactsSection,
    Part,
    SectionLines,
    Sections,
    parse,
    render,
)
from memoryd.kinds.notes.known.layer_names import LayerNames
from memoryd.kinds.notes.known.state import HotNote, Layer, NoteState, written
from memoryd.kinds.notes.rules.settings import NoteSettings
from memoryd.storage import beneath
from memoryd.storage.atomic import ABSENT, Changed, Identity, identity
from memoryd.storage.regular import read_whole
from memoryd.text.escaped import decode, encode
from memoryd.types import UNREADABLE

HOT_PATH = ".memoryd/hot.json"


class HotFile(msgspec.Struct, omit_defaults=True):
    """`.memoryd/hot.json`: what MEMORY.md said when we wrote it last, by which an edit of it is recognised."""

    hot: list[HotNote] = []
    refs: dict[str, list[str]] = {}
    left: dict[str, list[str]] = {}
    """What the bullets said, by key, that the file had before and is to lose now."""


class KnownMemory(NamedTuple):
    """What is known of MEMORY.md, to go back to."""

    text: str | None
    identity: Identity
    parts: list[Part]
    shown: frozenset[str]


class MemoryFile:
    """Writer's thread."""

    def __init__(self, disk: NoteDisk, state: NoteState, facts: FactsSection, settings: NoteSettings) -> None:
        self.facts = facts
        self._disk = disk
        self._state = state
        self._settings = settings
        self._known = KnownMemory(None, ABSENT, [], frozenset())
        self._names = LayerNames()
        self._checked: dict[str, tuple[Layer | None, tuple[str, ...]]] = {}
        self._hot_data = b""
        self.left: dict[str, list[str]] = {}
        """What HOT_PATH still says that MEMORY.md has lost, by key."""
        self._wrote: dict[str, list[str]] = {}
        """What the bullets of each note may say that we wrote into the file last."""

    # --- what is known ------------------------------------------------------------------------------------

    @property
    def known(self) -> KnownMemory:
        """As it was read or written last; its text is None when there was none."""
        return self._known

    def restore(self, known: KnownMemory) -> None:
        """Know only this again."""
        self._known = known

    @property
    def text(self) -> str | None:
        """As it was read or written last; None when there was none."""
        return self._known.text

    @property
    def identity(self) -> Identity:
        """The version that `text` is of."""
        return self._known.identity

    @property
    def shown(self) -> frozenset[str]:
        """The notes whose bullets we wrote into it last: only they can have been deleted there."""
        return self._known.shown

    def took(self, text: str, version: Identity) -> None:
        """MEMORY.md is this now."""
        self._known = KnownMemory(text, version, parse(text), self._known.shown)

    def shows(self, keys: frozenset[str]) -> None:
        """It has the bullets of these notes."""
        self._known = self._known._replace(shown=keys)

    def has_written(self, key: str, text: str) -> bool:
        """Whether the note's bullet is ours with that text: after a crash the file may still have it."""
        return text in self._wrote.get(key, ())

    def renamed(self, old: str, new: str) -> None:
        """A note has another key: its bullet is still to be read under the old one."""
        if old in self._wrote:
            self._wrote[new] = self._wrote.pop(old)

    # --- what it should be --------------------------------------------------------------------------------

    def _sections(self) -> Sections:
        state = self._state
        bullets: dict[str, list[str]] = {}
        for note in state.hot.values():
            bullets.setdefault(note.layer, []).append(note.line(state.is_pinned(note.key)))
        return Sections(bullets, state.refs, self._names.present(state.layers))

    def layer_of_title(self, title: str) -> str | None:
        """Which layer a hot section is of, by its heading."""
        folded = title.casefold().strip()
        return self._names.by_folded(self._state.layers, folded) or folded.replace(" ", "-") or None

    def _rendered(self, facts: SectionLines) -> str:
        oracle = self._settings.memory_md
        most, facts_end = oracle.memory_md_max_lines, oracle.warn_memory_md_lines
        return render(self._known.parts, self._sections(), facts, self.layer_of_title, most, facts_end)

    def preview(self, run: Run) -> tuple[str, str]:
        """As it is, and as it would be with the facts of this run of maintenance."""
        return self.text or "", self._rendered(_Preview(self.facts, run))

    def _present_references(self) -> dict[str, tuple[str, ...]]:
        """The references by layer, without those that name nothing."""
        found, checked = {}, {}
        for layer, named in self._state.refs.items():
            known, old = self._state.layers.get(layer), self._checked.get(layer)
            same = old is not None and old[0] is known and old[1] is named
            keys = named if same else tuple(filter(self._names_something, named))
            if keys:
                found[layer], checked[layer] = keys, (known, keys)
        self._checked = checked
        return found

    def _names_something(self, reference: str) -> bool:
        """Whether what a reference names is there, or was a moment ago."""
        state, layer = self._state, layer_of(reference)
        if layer is not None:
            known = state.layers.get(layer)
            return known is not None and known.identity != ABSENT
        return state.entry(reference) is not None or reference in state.vanished

    # --- writing ------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Bring it up to the hot cache; what it says is remembered first. Raises Changed."""
        state = self._state
        state.refs = self._present_references()
        text = self._rendered(self.facts)
        changes = text != (self.text or "")
        if changes and self._disk.identity(MEMORY_PATH) != self.identity:
            raise Changed(f"{MEMORY_PATH} was edited meanwhile", path=MEMORY_PATH)
        self._remember_hot()
        self.shows(frozenset(state.hot))
        if not changes:
            self._wrote = _texts(state.hot)
            self.facts.written()
            return
        data, before = text.encode("utf-8", "surrogateescape"), self._disk.bytes_of(MEMORY_PATH)
        stat = self._disk.replace_version(MEMORY_PATH, data, self.identity, before=before, base=self.text or "")
        self.took(text, identity(stat))
        state.hot = {key: written(note) for key, note in state.hot.items()}
        self._wrote = _texts(state.hot)
        self.facts.written()

    def _remember_hot(self) -> None:
        state = self._state
        refs = {layer: list(keys) for layer, keys in state.refs.items()}
        left = {key: texts for key, texts in self._wrote.items() if key not in state.hot}
        data = msgspec.json.format(encode(HotFile(list(state.hot.values()), refs, left)), indent=1)
        if data == self._hot_data and beneath.exists(self._disk.path(HOT_PATH)):
            return
        self._disk.replace(HOT_PATH, data)
        self._hot_data = data
        self.left = left

    def load_hot(self) -> bool:
        """Read into the state what MEMORY.md said last; False when that is not known."""
        try:
            found = decode(read_whole(self._disk.path(HOT_PATH))[0], HotFile)
        except (OSError, *UNREADABLE):
            return False
        state = self._state
        state.hot = {note.key: note for note in found.hot}
        self.left = found.left
        self._wrote = {**found.left, **_texts(state.hot)}
        state.refs = {layer: tuple(keys) for layer, keys in found.refs.items()}
        self.shows(frozenset(state.hot))
        return True


def _texts(hot: Mapping[str, HotNote]) -> dict[str, list[str]]:
    return {key: [text for text in (note.text, note.was) if text is not None] for key, note in hot.items()}


class _Preview:
    """The facts' section as it would be."""

    def __init__(self, facts: FactsSection, run: Run) -> None:
        self._facts = facts
        self._run = run

    def found(self, lines: Sequence[str]) -> None:
        """Nothing is read here."""

    def lines(self, room: int, own: int | None = None) -> Sequence[str]:
        """What would stand there."""
        return self._facts.preview(self._run, room, own)
