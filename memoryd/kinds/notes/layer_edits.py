"""Layer files that other hands wrote: what changed, what vanished, what moved (rule 14). Nothing typed is lost."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import islice

import msgspec
from msgspec.structs import replace

from memoryd.errors import Busy, LimitExceeded, ReadOnly
from memoryd.kinds.notes.entry import Entry
from memoryd.kinds.notes.hygiene import DELETED, hot_key
from memoryd.kinds.notes.layer_file import Loose, layer_of, note_key, parse_with_loose, path_of
from memoryd.kinds.notes.matching import Matched
from memoryd.kinds.notes.rereading import read_again
from memoryd.kinds.notes.state import Desk, Layer, Vanished
from memoryd.kinds.notes.store import NoteStore
from memoryd.kinds.notes.tags import USER_REQUEST
from memoryd.storage.atomic import ABSENT, Identity
from memoryd.storage.writer import Batch
from memoryd.text.slugs import unique_slug
from memoryd.times import SECOND

SETTLE = SECOND * 9 // 10
SETTLED_AT_ONCE = 200
"""A text that is gone for this long, microseconds, has not just moved or is being saved in two steps."""
RECENT = 600 * SECOND
ATTEMPTS = 50


class Reading(msgspec.Struct):
    """A layer file as a look at it found it, and the state it was compared with."""

    layer: str
    version: int
    identity: Identity
    matched: Matched
    loose: tuple[Loose, ...]


class LayerEdits:
    """Takes in what other hands did to layer files."""

    def __init__(self, keeper: NoteStore) -> None:
        self._keeper = keeper
        self._new: dict[str, tuple[str, int]] = {}

    # --- looking ------------------------------------------------------------------------------------------

    def absorb(self, relpath: str, now: Callable[[], int]) -> None:
        """Bring a layer up to its file; the reading is done on the caller's thread."""
        keeper = self._keeper
        for _ in range(ATTEMPTS):
            if keeper.run(lambda batch: self.is_ours(relpath)):
                keeper.board.clear(f"notes:unread:{relpath}")
                return
            reading = self._look(relpath, keeper.view, now())
            if keeper.run(functools.partial(self._apply, reading)):
                return
        raise Busy(f"{relpath} is being written all the time; it is looked at again")

    def absorb_here(self, relpath: str, batch: Batch) -> None:
        """The same on the writer's thread: the file is about to be written."""
        if not self.is_ours(relpath) and layer_of(relpath) not in self._keeper.files.staged.layers:
            self._apply(self._look(relpath, self._keeper.desk, batch.now), batch)

    def is_ours(self, relpath: str) -> bool:
        """Whether the file is as we know it (writer's thread)."""
        layer = layer_of(relpath)
        known = self._keeper.desk.layers.get(layer or "")
        return (known.identity if known else ABSENT) == self._keeper.files.identity(relpath)

    def _look(self, relpath: str, desk: Desk, now: int) -> Reading:
        layer = layer_of(relpath)
        assert layer is not None
        known = desk.layers.get(layer)
        number = known.version if known else -1
        try:
            found = self._keeper.read(relpath)
        except FileNotFoundError:
            found = b"", ABSENT
        if found is None:
            raise ReadOnly(f"{relpath} cannot be read; system.health has the command that mends it", path=relpath)
        data, version = found
        gone = [place.entry for place in list(desk.vanished.values()) if place.layer == layer]
        known = known or Layer()
        text = data.decode("utf-8", "surrogateescape")
        matched, loose = read_again(known.file, known.loose, gone, text, now)
        return Reading(layer, number, version, matched, loose)

    # --- taking in ----------------------------------------------------------------------------------------

    def _apply(self, reading: Reading, batch: Batch) -> bool:
        keeper, layer = self._keeper, reading.layer
        known = keeper.desk.layers.get(layer)
        stale = (known.version if known else -1) != reading.version
        if stale or keeper.files.identity(path_of(layer)) != reading.identity:
            return False
        if layer in keeper.files.staged.layers:
            return False
        with keeper.changing(batch):
            self._take(reading, known, batch)
        return True

    def _take(self, reading: Reading, known: Layer | None, batch: Batch) -> None:
        desk, layer, matched = self._keeper.desk, reading.layer, reading.matched
        if (known is None or known.identity == ABSENT) != (reading.identity == ABSENT):
            self._keeper.files.staged.hot = True
        desk.layers[layer] = Layer(matched.file, reading.loose, reading.identity, reading.version + 1)
        here = matched.file.slugs()
        for key in [key for key, place in desk.vanished.items() if place.layer == layer and place.entry.slug in here]:
            del desk.vanished[key]
        for entry in matched.vanished:
            key = note_key(layer, entry.slug)
            desk.vanished.setdefault(key, Vanished(layer, entry, batch.now))
        if matched.vanished:
            self._keeper.ask("notes:settle")
        for before, after in matched.changed:
            self._changed(layer, before, after, batch)
        self._new = {digest: (k, at) for digest, (k, at) in self._new.items() if at > batch.now - RECENT}
        origins = self._origins(matched.added)
        for entry in matched.added:
            self._added(layer, entry, origins, batch)

    def _changed(self, layer: str, before: Entry, after: Entry, batch: Batch) -> None:
        keeper, key = self._keeper, note_key(layer, after.slug)
        keeper.resync(key, batch.now)
        if before.pinned != after.pinned or before.critical != after.critical:
            row = keeper.desk.hygiene.hot.get(hot_key(key))
            if row is not None:
                row.pinned = after.pinned
                keeper.files.staged.hot = keeper.files.staged.hygiene = True
            elif after.pinned or after.critical:
                self._heat(key, after, batch)

    def _added(self, layer: str, entry: Entry, origins: dict[str, list[str]], batch: Batch) -> None:
        key = note_key(layer, entry.slug)
        if origin := origins.get(entry.digest):
            self.move(origin.pop(0), key, batch)
        elif entry.pinned or entry.critical:
            self._heat(key, entry, batch)
        if len(self._new) < 50_000:
            self._new[entry.digest] = (key, batch.now)

    def _heat(self, key: str, entry: Entry, batch: Batch) -> None:
        keeper = self._keeper
        try:
            if key not in keeper.desk.hot:
                with keeper.changing(batch):
                    keeper.promote_now(key, "critical" if entry.critical else USER_REQUEST, None, batch)
        except LimitExceeded:
            return  # health says so

    def _origins(self, added: list[Entry]) -> dict[str, list[str]]:
        """Of what was added, by its digest: the keys of vanished notes that said the same."""
        vanished = self._keeper.desk.vanished
        found: dict[str, list[str]] = {entry.digest: [] for entry in added} if vanished else {}
        for key, place in vanished.items() if found else ():
            if place.entry.digest in found:
                found[place.entry.digest].append(key)
        return found

    def move(self, old: str, new: str, batch: Batch) -> None:
        """A note went to another layer: its uses, its age and its place in the hot cache go with it."""
        keeper, desk = self._keeper, self._keeper.desk
        gone, entry = desk.vanished.pop(old), desk.entry(new)
        assert entry is not None
        layer = layer_of(new.partition(":")[0])
        assert layer is not None
        file = desk.layers[layer].file.with_entry(entry.named(entry.slug, gone.entry.seen))
        desk.layers[layer] = replace(desk.layers[layer], file=file, version=desk.layers[layer].version + 1)
        desk.hygiene.renamed(old, new)
        if old in desk.refs.get(gone.layer, ()):
            desk.refs[gone.layer] = tuple(ref for ref in desk.refs[gone.layer] if ref != old)
            desk.refs[layer] = (*desk.refs.get(layer, ()), new)
        if old in desk.hot:
            desk.hot.pop(new, None)  # its pin may have made it hot before it was known to be the same
            moved = replace(desk.hot[old], layer=layer, slug=entry.slug)
            desk.hot = {(new if key == old else key): (moved if key == old else note) for key, note in desk.hot.items()}
        if new in desk.hot:
            desk.hygiene.access.pop(new, None)
            desk.hygiene.kept.discard(new)
        if old in keeper.files.shown:
            keeper.files.shown |= {new}
        keeper.files.staged.hot = keeper.files.staged.hygiene = True

    # --- what vanished ------------------------------------------------------------------------------------

    def settle(self, batch: Batch, *, at_once: bool = False) -> bool:
        """What is gone for a moment has moved, or goes to the archive; False while some must still be waited for."""
        keeper, desk = self._keeper, self._keeper.desk
        due = (key for key, place in desk.vanished.items() if at_once or batch.now - place.at >= SETTLE)
        if part := list(islice(due, SETTLED_AT_ONCE)):
            with keeper.changing(batch):
                for key in part:
                    self._settle_one(key, batch)
        for layer in [name for name, known in desk.layers.items() if known.identity == ABSENT]:
            if any(place.layer == layer for place in desk.vanished.values()) or layer in keeper.files.staged.layers:
                continue
            with keeper.changing(batch):
                del desk.layers[layer]
                keeper.files.staged.hot = True
        return not desk.vanished

    def _settle_one(self, key: str, batch: Batch) -> None:
        desk = self._keeper.desk
        place = desk.vanished[key]
        found = self._new.get(place.entry.digest)
        if found is not None and found[0] != key and desk.entry(found[0]) is not None:
            self.move(key, found[0], batch)
            return
        del desk.vanished[key]
        self._keeper.store_archived(place.layer, place.entry, DELETED, batch)

    # --- what was written to a version that we replaced ---------------------------------------------------

    def add_strangers(self, relpath: str, base: str, text: str, batch: Batch) -> None:
        """Entries that somebody wrote into a file that was no longer the file."""
        keeper, layer = self._keeper, layer_of(relpath)
        assert layer is not None
        self.absorb_here(relpath, batch)
        known = {entry.raw.strip() for entry in parse_with_loose(base)[0].entries()}
        present = {entry.raw.strip() for entry in keeper.desk.layers[layer].file.entries()}
        for entry in parse_with_loose(text)[0].entries():
            if entry.raw.strip() in known | present:
                continue
            with keeper.changing(batch):
                file = keeper.desk.layers[layer].file
                raw = entry.raw if entry.raw.endswith("\n") else entry.raw + "\n"
                fresh = Entry(unique_slug(entry.slug, file.slugs()), raw, entry.kind, entry.title, batch.now)
                keeper.desk.put_file(layer, file.added(fresh))
                keeper.files.staged.layers.add(layer)
