"""Notes that were written in the last minutes, for the next start: an editor may have saved over them (rule 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from memoryd.kinds.notes.formats.archive import Archived, archive_text, is_archive, parse_archive
from memoryd.kinds.notes.formats.entry import Entry, EntryKind
from memoryd.kinds.notes.formats.layer_file import layer_of, path_of
from memoryd.storage.recent_copies import Copy
from memoryd.storage.recent_lines import RecentLine, RecentLines
from memoryd.types import UNREADABLE

_Row = tuple[int, bytes, EntryKind, bytes]
"""First seen, raw text, kind, headings."""
_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(_Row).decode


class Written(NamedTuple):
    """A note as it was written; `before` is what it said, None for a new one."""

    at: int
    entry: Entry
    before: Entry | None
    is_back: bool
    """It had left the layer."""


def mark_of(content: bytes) -> bytes:
    """What tells one version of a layer file from the others."""
    return blake2b(content, digest_size=16).digest()


class NoteCopies:
    """Writer's thread."""

    def __init__(self, recent: RecentLines) -> None:
        self._recent = recent

    def wrote(self, layer: str, entry: Entry, before: Entry | None, now: int, *, is_back: bool) -> None:
        """The note says this now, on the disk; `is_back`: it had left the layer."""
        if is_back:
            self.left(layer, entry.slug, now)
        was = b"" if before is None else _packed(before)
        self._recent.copies.keep([Copy(now, path_of(layer), _packed(entry), entry.slug, was)])

    def intends(self, path: str, content: bytes, now: int) -> None:
        """The layer file is about to become this: found so after a kill, it is no editor's older version.

        That comes through a loss of power, too: copies are lost there from the last one on, and an earlier one alone
        would bring back what has changed since.
        """
        self._recent.copies.keep([Copy(now, path, mark_of(content))])
        self._recent.copies.sync()

    def left(self, layer: str, slug: str, now: int) -> None:
        """The note went elsewhere."""
        self._recent.copies.keep([Copy(now, path_of(layer), key=slug)])

    def archived(self, note: Archived, now: int) -> None:
        """The note stands in its file of the archive, on the disk."""
        self._recent.note(note.path, _archive_line(note), now, note.key)

    def resume_archived(self, now: int) -> dict[str, list[tuple[int, Archived]]]:
        """At start, by file: what the last run brought to the archive, and when; the last 10 minutes are known on."""
        found: dict[str, list[tuple[int, Archived]]] = {}
        for path in filter(is_archive, self._recent.paths_left()):
            for one in self._recent.resume(path, now):
                text = one.raw.decode("utf-8", "surrogateescape")
                found.setdefault(path, []).extend((one.at, note) for note in parse_archive(path, text))
        return found

    def close(self, layers: Iterable[str]) -> None:
        """An orderly end: all of it stands in the files."""
        for layer in layers:
            self._recent.close(path_of(layer))

    def layers_left(self) -> list[str]:
        """At start: the layers into which the last run wrote something; their files may be gone."""
        return [layer for path in self._recent.paths_left() if (layer := layer_of(path)) is not None]

    def is_closed(self, layer: str) -> bool:
        """At start: whether the last run ended in order, so that what is missing was deleted."""
        return self._recent.is_closed(path_of(layer))

    def clear(self) -> None:
        """Know of none."""
        self._recent.clear()

    def resume(self, layer: str, saved: int, now: int) -> tuple[frozenset[bytes], list[Written]]:
        """At start: what the last run wrote into the layer, less than 10 minutes before the file was saved; and the
        mark of the version that it was about to write last. Of the one before, too, if the kill may have come between.
        """
        path = path_of(layer)
        found = self._recent.left_in(path, saved, now)
        self._recent.take(path)
        intended = [at for at, one in enumerate(found) if not one.key]
        is_open = bool(intended) and intended[-1] == len(found) - 1
        marks = frozenset(found[at].raw for at in intended[-2 if is_open else -1 :])
        gone = {one.key: at for at, one in enumerate(found) if not one.raw}
        kept = [one for at, one in enumerate(found) if one.key and at > gone.get(one.key, -1)]
        written = (
            Written(one.at, entry, next(_entries(one.key, one.before), None), one.key in gone)
            for one in kept
            for entry in _entries(one.key, one.raw)
        )
        return marks, list(written)


def _archive_line(note: Archived) -> bytes:
    return archive_text(note).encode("utf-8", "surrogateescape")


def entries_of(line: RecentLine) -> Iterator[Entry]:
    """The note that was written into a layer file, if the line tells of one."""
    return _entries(line.key, line.raw)


def _packed(entry: Entry) -> bytes:
    raw, title = (text.encode("utf-8", "surrogateescape") for text in (entry.raw, entry.title))
    return _encode((entry.seen, raw, entry.kind, title))


def _entries(slug: str, packed: bytes) -> Iterator[Entry]:
    with suppress(*UNREADABLE):
        seen, raw, kind, title = _decode(packed)
        yield Entry(slug, raw.decode("utf-8", "surrogateescape"), kind, title.decode("utf-8", "surrogateescape"), seen)
