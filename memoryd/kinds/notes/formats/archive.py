"""The archive of notes: `memory/archive/<layer>-<date>.md`, texts of notes, each after a comment about it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from memoryd.kinds.notes.formats.entry import Entry, EntryKind
from memoryd.kinds.notes.formats.layer_file import note_key, parse_layer
from memoryd.text.markdown import split_lines

ARCHIVE_DIRECTORY = "memory/archive"
_MOST_OF_A_WORD = 2000
_PATH = re.compile(r"memory/archive/(?P<layer>[^/]+?)-(?P<day>\d{4}-\d{2}-\d{2})\.md")
_MARKER = re.compile(
    r"<!-- memory/(?P<layer>[^/\n]{1,255}?)\.md:(?P<slug>[^\s\ud800-\udfff]+) archived (?P<day>\d{4}-\d{2}-\d{2})"
    r" \((?P<reason>[^\n]*)\) lines (?P<lines>\d+) -->"
)


class Archived(NamedTuple):
    """A note in the archive."""

    layer: str
    slug: str
    raw: str
    day: str
    reason: str
    path: str

    @property
    def key(self) -> str:
        """The key that it had, and has again when it is restored."""
        return note_key(self.layer, self.slug)

    @property
    def text(self) -> str:
        """What the note says."""
        return Entry(self.slug, self.raw, self.kind).text

    @property
    def kind(self) -> EntryKind:
        """What it was in its layer."""
        return "section" if self.raw.lstrip().startswith("#") else "entry"


def archive_path(layer: str, day: str) -> str:
    """`memory/archive/decisions-2026-01-15.md`."""
    return f"{ARCHIVE_DIRECTORY}/{layer}-{day}.md"


def is_archive(relpath: str) -> bool:
    """Whether archived notes may be in the file."""
    return _PATH.fullmatch(relpath) is not None


def archive_text(note: Archived) -> str:
    """What is appended to the archive's file."""
    raw = note.raw if note.raw.endswith("\n") else note.raw + "\n"
    reason = re.sub(r"-->|[\r\n]", " ", note.reason)
    lines = len(split_lines(raw)) - 1
    return f"\n<!-- memory/{note.layer}.md:{note.slug} archived {note.day} ({reason}) lines {lines} -->\n{raw}"


def parse_archive(relpath: str, text: str) -> list[Archived]:
    """The notes of an archive file, oldest first; one that a person made holds plain entries."""
    match = _PATH.fullmatch(relpath)
    if match is None:
        return []
    lines = text.split("\n")
    marks = _marks(lines)
    head = "\n".join(lines[: marks[0][0]] if marks else lines)
    found = [
        Archived(match["layer"], entry.slug, entry.raw, match["day"], "", relpath)
        for entry in parse_layer(head).entries()
    ]
    # strict=False: without a mark there is nothing after one.
    for (at, mark), following in zip(marks, [*(start for start, _ in marks[1:]), len(lines)], strict=False):
        raw = "\n".join(lines[at + 1 : following]).rstrip("\n") + "\n"
        found.append(Archived(mark["layer"], mark["slug"], raw, mark["day"], mark["reason"], relpath))
    return found


def _marks(lines: list[str]) -> list[tuple[int, re.Match[str]]]:
    marks: list[tuple[int, re.Match[str]]] = []
    until = 0
    for at, line in enumerate(lines):
        # A note's own text may look like a marker: the count says how far it goes.
        mark = _MARKER.fullmatch(line.rstrip("\r")) if at >= until and line.startswith("<!-- memory/") else None
        if mark is not None:
            marks.append((at, mark))
            until = at + 1 + int(mark["lines"])
    return marks


def _newest(notes: Iterable[Archived]) -> Archived | None:
    """Of one day, the one that was archived last: it stands last in its file."""
    return max(reversed([*notes]), key=lambda note: note.day, default=None)


class ArchiveTable:
    """What is in the archive, by key and by word; of a key the newest note counts."""

    def __init__(self, terms: Callable[[str], Iterable[str]]) -> None:
        self._terms = terms
        self._files: dict[str, list[Archived]] = {}
        self._by_key: dict[str, list[Archived]] = {}
        self._postings: dict[str, dict[str, None]] = {}
        """The keys of notes by word, the one that was archived last at the end."""

    def __len__(self) -> int:
        return len(self._by_key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def get(self, key: str) -> Archived | None:
        """The newest archived note of the key."""
        return _newest(self._by_key.get(key, ()))

    def find(self, layer: str, slug: str) -> Archived | None:
        """As `get`, also in files such as `context-projectX-2026-03-01.md`, which are of the layer `context` (000)."""
        note = self.get(note_key(layer, slug))
        if note is not None:
            return note
        named = (one for one in self.all() if one.slug == slug and one.layer.startswith(f"{layer}-"))
        return _newest(named)

    def versions(self, key: str) -> list[Archived]:
        """All that was ever archived under the key."""
        return list(self._by_key.get(key, ()))

    def in_file(self, relpath: str) -> list[Archived]:
        """What stands in that file."""
        return list(self._files.get(relpath, ()))

    def all(self) -> list[Archived]:
        """The newest of each key."""
        return [note for key in list(self._by_key) if (note := self.get(key)) is not None]

    def set_file(self, relpath: str, notes: list[Archived]) -> None:
        """The file holds these now. Whoever reads meanwhile finds each note as it was or as it is."""
        before = self._files.get(relpath, [])
        self._files[relpath] = list(notes)
        standing: dict[str, list[Archived]] = {note.key: [] for note in before}
        for note in notes:
            self._index(note)
            standing.setdefault(note.key, []).append(note)
        for key, here in standing.items():
            # In one step: between an old and a new list, an older note of the key would seem to be the newest.
            self._hold(key, [*(note for note in self._by_key.get(key, ()) if note.path != relpath), *here])

    def add(self, note: Archived) -> None:
        """One more note of its file."""
        self._files.setdefault(note.path, []).append(note)
        self._index(note)
        self._hold(note.key, [*self._by_key.get(note.key, ()), note])

    def _index(self, note: Archived) -> None:
        for term in {*self._terms(note.text), *self._terms(note.slug.replace("-", " "))}:
            keys = self._postings.setdefault(term, {})
            keys.pop(note.key, None)
            keys[note.key] = None

    def _hold(self, key: str, notes: list[Archived]) -> None:
        if notes:
            self._by_key[key] = notes
        else:
            self._by_key.pop(key, None)

    def remove(self, note: Archived) -> None:
        """Take back what was added."""
        if note in self._files.get(note.path, ()):
            self._files[note.path].remove(note)
            left = list(self._by_key.get(note.key, ()))
            left.remove(note)
            self._hold(note.key, left)

    def files(self) -> list[str]:
        """The files that are known."""
        return list(self._files)

    def search(self, query: str, limit: int) -> list[Archived]:
        """Archived notes that have words of the query, those with rare and many words first.

        Of a word that stands in very many notes, only the youngest are looked at, and those that have a rarer word.
        """
        if not self._by_key:  # no text is taken apart for nothing
            return []
        scores: Counter[str] = Counter()
        known = (self._postings.get(term) for term in set(self._terms(query)))
        for keys in sorted((keys for keys in known if keys), key=len):
            weight = int(1000 * math.log1p(len(self._by_key) / len(keys)))
            # In one step each: the writer may add to it meanwhile.
            young = list(islice(reversed(keys), _MOST_OF_A_WORD))
            rarer = [key for key in scores if key in keys] if len(keys) > len(young) else []
            for key in {*young, *rarer}:
                scores[key] += weight
        found: list[Archived] = []
        for key, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
            note = self.get(key)
            if note is not None:
                found.append(note)
            if len(found) == limit:
                break
        return found
