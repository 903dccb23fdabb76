"""Notes of a memoryd that did not write whose they are: private, unless stated without a session (rule 17)."""

from __future__ import annotations

from collections.abc import Mapping

from memoryd.kinds.notes.formats.archive import archive_text, parse_archive
from memoryd.kinds.notes.formats.entry import Entry, belonging
from memoryd.kinds.notes.formats.layer_file import LayerFile, note_key, parse_layer
from memoryd.origin import PRIVATE, Made


def layer_sorted(layer: str, text: str, made: Mapping[str, Made]) -> tuple[str, int]:
    """The layer's file with the origins of its notes, and how many were written."""
    count = 0

    def mark(entry: Entry) -> Entry:
        nonlocal count
        if entry.stated_origin is not None or made.get(note_key(layer, entry.slug)) == "openly":
            return entry
        count += 1
        return belonging(entry, PRIVATE)

    pieces = [mark(piece) if isinstance(piece, Entry) else piece for piece in parse_layer(text).pieces]
    return LayerFile(pieces).render(), count


def archive_sorted(relpath: str, text: str, made: Mapping[str, Made]) -> tuple[str, int]:
    """The same of a file of archived notes; one that a person made stays as it is, and is private anyway."""
    notes = parse_archive(relpath, text)
    marks = [note for note in notes if note.reason]
    count = 0
    for note in marks:
        entry = Entry(note.slug, note.raw, note.kind)
        if entry.stated_origin is None and made.get(note.key) != "openly":
            private = note._replace(raw=belonging(entry, PRIVATE).raw)
            before, after = archive_text(note), archive_text(private)
            if before in text:
                text = text.replace(before, after, 1)
                count += 1
    return text, count
