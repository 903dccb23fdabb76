"""What the index holds of the layer files: their notes by slug, and all else in them by line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator

import msgspec

from memoryd.notes.entry import Entry
from memoryd.notes.layer_file import note_key, path_of
from memoryd.times import parse_time
from memoryd.types import Change, Document
from memoryd.workspace.state import Desk, Layer

_DAY = re.compile(r"(?:^|[^\d])(\d{4}-\d{2}-\d{2})(?:[^\d]|$)")


def note_document(layer: str, entry: Entry, hot: bool, line: int = 0) -> Document:
    """The document of one note."""
    path = path_of(layer)
    return Document(
        key=note_key(layer, entry.slug),
        kind="note",
        text=_shown(entry.text),
        source=path,
        path=path,
        line=line,
        at=_day_in(entry.title),
        created=entry.seen,
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
        yield _loose_document(name, *loose, created=0)


def _loose_document(name: str, line: int, title: str, text: str, created: int) -> Document:
    path = path_of(name)
    return Document(
        key=f"{path}:{line}",
        kind="note",
        text=_shown(text.strip()),
        source=path,
        path=path,
        line=line,
        at=_day_in(title),
        created=created,
        layer=name,
        title=title or None,
    )


def change_between(name: str, old: Desk, new: Desk) -> Change | None:
    """The step of the index from one state of a layer to the next; None when nothing differs."""
    before, after = old.layers.get(name) or Layer(), new.layers.get(name)
    path = path_of(name)
    if after is None:
        return Change(source=path, remove_source=True, state=b"") if name in old.layers else None
    put: list[Document] = []
    for entry in after.file.entries():
        key = note_key(name, entry.slug)
        if before.file.get(entry.slug) is not entry or (key in old.hot) != (key in new.hot):
            put.append(
                note_document(name, entry, key in new.hot, after.file.line_of(entry.slug) if len(put) < 50 else 0)
            )
    gone = [note_key(name, slug) for slug in before.file.slugs() if slug not in after.file]
    if after.loose is not before.loose:
        fresh, stale = set(after.loose), set(before.loose)
        put += [_loose_document(name, *loose, created=0) for loose in after.loose if loose not in stale]
        lines = {loose[0] for loose in after.loose}
        gone += [f"{path}:{loose[0]}" for loose in stale - fresh if loose[0] not in lines]
    if not put and not gone and before.identity == after.identity:
        return None
    return Change(source=path, put=put, remove=gone, state=layer_state(name, after, new.hot))


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


def _day_in(text: str) -> int:
    match = _DAY.search(text) if text else None
    try:
        return parse_time(match[1]) if match else 0
    except ValueError:
        return 0
