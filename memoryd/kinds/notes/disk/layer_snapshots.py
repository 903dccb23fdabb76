"""What the layer files said when we saw them last: by it, edits made while the daemon was down are found (rule 6)."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress

import msgspec

from memoryd.kinds.notes.formats.entry import Entry, EntryKind
from memoryd.kinds.notes.formats.layer_file import LayerFile
from memoryd.kinds.notes.known.state import Layer, NoteState
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.regular import read_whole
from memoryd.text.escaped import escaped, unescaped
from memoryd.types import UNREADABLE

DIRECTORY = ".memoryd/notes"
Row = tuple[str, int, str, EntryKind, str]
"""Slug, first seen, raw text, kind, headings."""


class LayerSnapshot(msgspec.Struct):
    """`.memoryd/notes/<layer>.json`."""

    layer: str
    notes: list[Row]
    stubs: str = ""
    """The file's comments about archived notes, one a line."""
    around: int | None = None
    """A mark of the text that is no note."""


class LayerSnapshots:
    """Written by the flusher's thread from the published snapshot."""

    def __init__(self, root: str, files: Files, gid: int) -> None:
        self._root = root
        self._files = files
        self._gid = gid
        self._written: dict[str, tuple[int, frozenset[str]]] = {}

    def load(self) -> dict[str, Layer]:
        """The entries of each layer as they were, and the comments about archived ones."""
        found: dict[str, Layer] = {}
        directory = os.path.join(self._root, DIRECTORY)
        with suppress(FileNotFoundError):
            for name in beneath.names(directory):
                if name.startswith(".") or not name.endswith(".json"):
                    continue
                try:
                    snapshot = msgspec.json.decode(read_whole(os.path.join(directory, name))[0], type=LayerSnapshot)
                except (OSError, *UNREADABLE):
                    continue
                entries = (
                    Entry(slug, unescaped(raw), kind, unescaped(title), seen)
                    for slug, seen, raw, kind, title in snapshot.notes
                )
                stubs = unescaped(snapshot.stubs)
                file = LayerFile((*([stubs] if stubs else []), *entries))
                found[snapshot.layer] = Layer(file, around=snapshot.around)
        return found

    def write(self, snapshot: NoteState) -> None:
        """Write again those of the layers that changed."""
        for layer in [*snapshot.layers, *(name for name in self._written if name not in snapshot.layers)]:
            known = snapshot.layers.get(layer)
            version = (known.version if known else -1, frozenset(snapshot.vanished.of(layer)))
            if self._written.get(layer) == version:
                continue
            file = known.file if known else LayerFile()
            left = [one.entry for one in snapshot.vanished.of(layer).values()]
            self._write_one(layer, [*file.entries(), *left], "".join(file.stub_lines()), file.around())
            self._written[layer] = version

    def _write_one(self, layer: str, entries: list[Entry], stubs: str, around: int) -> None:
        path = os.path.join(self._root, DIRECTORY, _file_name(layer))
        if not entries and not stubs:
            with suppress(FileNotFoundError):
                self._files.unlink(path)
            return
        rows = [(e.slug, e.seen, escaped(e.raw), e.kind, escaped(e.title)) for e in entries]
        encode = msgspec.json.Encoder().encode
        head = b'{"layer":%s,"stubs":%s,"around":%d,"notes":[' % (encode(layer), encode(escaped(stubs)), around)
        chunks = [head]
        for start in range(0, len(rows), 500):
            # In slices, so that no single call holds up the other threads.
            part = b",\n".join(encode(row) for row in rows[start : start + 500])
            chunks.append((b",\n" if start else b"") + part)
        chunks.append(b"]}\n")
        replace_file(self._files, path, chunks, gid=self._gid)


def _file_name(layer: str) -> str:
    name = f"{layer}.json"
    if len(os.fsencode(name)) <= 120:
        return name
    return hashlib.sha256(os.fsencode(layer)).hexdigest() + ".json"
