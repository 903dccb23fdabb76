"""What the index holds of the layer files: their notes by slug, and all else in them by line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator
from functools import lru_cache

import msgspec

from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.layer_file import LayerFile, note_key, origin_of, path_of
from memoryd.kinds.notes.known.state import Layer, NoteState
from memoryd.origin import without_comments
from memoryd.recall.feeding import source_gone
from memoryd.times import parse_time
from memoryd.types import UNTRUSTED, Change, Document

PATIENT = 500
"""A change of more documents than this comes from a hand edit of a big file: no search waits for it."""
_DAY = re.compile(r"(?:^|[^\d])(\d{4}-\d{2}-\d{2})(?:[^\d]|$)")


def note_document(layer: str, entry: Entry, hot: bool, line: int = 0) -> Document:
    """The document of one note."""
    path, origin = path_of(layer), origin_of(layer, entry)
    return Document(
        key=note_key(layer, entry.slug),
        kind="note",
        text=_shown(entry.text),
        source=path,
        path=path,
        line=line,
        at=day_in(entry.title),
        created=entry.seen,
        audience=origin.audience,
        project=origin.project,
        session_id=origin.session_id,
        sources=origin.sources,
        untrusted=UNTRUSTED in origin.sources,
        layer=layer,
        hot=hot,
        title=entry.title or None,
    )


def documents_of_layer(name: str, layer: Layer, hot: Collection[str]) -> Iterator[Document]:
    """Every document of the layer's file."""
    for line, piece in layer.file.placed():
        if isinstance(piece, Entry):
            yield note_document(name, piece, note_key(name, piece.slug) in hot, line)
    for loose in layer.loose:
        yield _loose_document(name, *loose)


def _loose_document(name: str, line: int, title: str, text: str) -> Document:
    path = path_of(name)
    return Document(
        key=f"{path}:{line}",
        kind="note",
        text=_shown(without_comments(text.strip())),
        source=path,
        path=path,
        line=line,
        at=day_in(title),
        created=0,
        layer=name,
        title=title or None,
    )


def change_between(name: str, old: NoteState, new: NoteState) -> Change | None:
    """What takes the index from one state of a layer to the next; None when nothing differs."""
    before, after = old.layers.get(name) or Layer(), new.layers.get(name)
    path = path_of(name)
    if after is None:
        return source_gone(path) if name in old.layers else None
    put, gone = _moved_on(name, before.file, after.file, _turned(name, old, new), new.hot)
    if after.loose is not before.loose:
        fresh, stale = set(after.loose), set(before.loose)
        put += [_loose_document(name, *loose) for loose in after.loose if loose not in stale]
        lines = {loose[0] for loose in after.loose}
        gone += [f"{path}:{loose[0]}" for loose in stale - fresh if loose[0] not in lines]
    if not put and not gone and before.identity == after.identity:
        return None
    patient = len(put) + len(gone) > PATIENT
    return Change(
        source=path, put=put, remove=gone, state=layer_state(name, after, new.hot), background=patient, kind="note"
    )


def changed_keys(name: str, old: NoteState, new: NoteState) -> list[str]:
    """Keys of the layer's notes that differ."""
    before, after = old.layers.get(name) or Layer(), new.layers.get(name) or Layer()
    if before.file is after.file:
        return []
    put, gone = _moved_on(name, before.file, after.file, set(), ())
    return [*(one.key for one in put), *gone]


def _turned(name: str, old: NoteState, new: NoteState) -> set[str]:
    """Slugs of the layer's notes that became hot or cold."""
    lead = f"{path_of(name)}:"
    return {key[len(lead) :] for key in old.hot.keys() ^ new.hot.keys() if key.startswith(lead)}


def _moved_on(
    name: str, before: LayerFile, after: LayerFile, turned: set[str], hot: Collection[str]
) -> tuple[list[Document], list[str]]:
    """Documents of notes that differ and keys of notes that are gone; what both begin and end with is skipped."""
    old, new = before.pieces, after.pieces
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a is not b), min(len(old), len(new)))
    most = min(len(old), len(new)) - start
    end = next((at for at in range(most) if old[-1 - at] is not new[-1 - at]), most)
    stale = {piece.slug for piece in old[start : len(old) - end] if isinstance(piece, Entry)}
    fresh = [piece for piece in new[start : len(new) - end] if isinstance(piece, Entry)]
    fresh = [entry for entry in fresh if before.get(entry.slug) is not entry]
    there = {entry.slug for entry in fresh}
    fresh += [entry for slug in sorted(turned - there) if (entry := after.get(slug)) is not None]
    put = [note_document(name, entry, note_key(name, entry.slug) in hot, after.line_of(entry.slug)) for entry in fresh]
    return put, [note_key(name, slug) for slug in stale if slug not in after]


class LayerState(msgspec.Struct):
    """Which version of a layer file the index has, and which of its notes it shows as hot."""

    inode: int
    size: int
    mtime_ns: int
    hot: str = ""


def layer_state(name: str, layer: Layer, hot: Collection[str]) -> bytes:
    """For the index, in the same commit."""
    keys = sorted(key for key in hot if key.startswith(f"{path_of(name)}:"))
    digest = hashlib.blake2b("\n".join(keys).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return msgspec.json.encode(LayerState(*layer.identity, hot=digest))


def _shown(text: str) -> str:
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


@lru_cache(maxsize=256)
def day_in(text: str) -> int:
    """The first day that a heading names, microseconds; 0 without one."""
    match = _DAY.search(text) if text else None
    try:
        return parse_time(match[1]) if match else 0
    except ValueError:
        return 0
