"""Notes as requests work on them: found, written, made hot and cold, archived and restored (000).

Each operation first takes in hand edits, then changes the notes in one transaction. What takes a batch
runs on the writer's thread; the rest may be called from any.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec

from memoryd.errors import Conflict, InvalidParams, NotFound
from memoryd.kinds.notes.changes.archiving import Archiving
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.archive import Archived
from memoryd.kinds.notes.formats.entry import Entry, NoteText, as_note_text, edited, make_entry
from memoryd.kinds.notes.formats.hygiene import HYGIENE_PATH, AccessRow, hot_key
from memoryd.kinds.notes.formats.layer_file import LayerFile, check_layer, note_key, origin_of, parse_layer, path_of
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH, SEED_LAYERS, title_of
from memoryd.kinds.notes.formats.tags import CRITICAL, NEW_LAYER, USER_REQUEST
from memoryd.kinds.notes.known.state import Layer, split_key
from memoryd.origin import PRIVATE, Origin
from memoryd.storage.atomic import ABSENT
from memoryd.storage.batch import Batch
from memoryd.text.slugs import LONGEST_SLUG, slug_of, unique_slug
from memoryd.types import one_form


class WriteOptions(msgspec.Struct, frozen=True):
    """What a writer asks of a note besides its text, and whose it is."""

    origin: Origin
    remember: bool = False
    critical: bool = False
    pin: bool = False
    mark: str | None = None
    """What its slug ends with."""
    is_imported: bool = False
    """It was stated elsewhere, so that what was purged does not come back by it."""

    @property
    def hot(self) -> bool:
        """Whether it is to be hot."""
        return self.remember or self.critical or self.pin

    @property
    def is_quiet(self) -> bool:
        """Whether it does not become hot for being the first of its layer."""
        return self.mark is not None or self.is_imported

    @property
    def reason(self) -> str:
        """For the tag."""
        return CRITICAL if self.critical else USER_REQUEST


class NoteStore:
    """The operations behind the methods, the directives and the jobs."""

    def __init__(
        self,
        transactions: NoteTransactions,
        hot: HotCache,
        archiving: Archiving,
        take_in: Callable[[str, Batch], None],
        stated: Callable[[str, str], object],
    ) -> None:
        """`take_in` takes in a file that was edited by hand, before it is written. `stated` is told what is stated."""
        self._stated = stated
        self._transactions = transactions
        self._state = transactions.state
        self._hot = hot
        self._archiving = archiving
        self._take_in = take_in

    # --- writing notes ------------------------------------------------------------------------------------

    def write(
        self,
        layer: str,
        given: str | NoteText,
        slug: str | None,
        options: WriteOptions,
        session_id: str | None,
        batch: Batch,
    ) -> dict[str, Any]:
        """A new note; the same text again gives the old one. L2 first, then L1 (000 §Write Strategy)."""
        check_layer(layer)
        note, slug = as_note_text(given), slug and one_form(slug)
        text = note.clean
        if not options.is_imported:
            self._stated(text, path_of(layer))
        self._take_in_around(layer, batch)
        known = self._state.layers.get(layer)
        same = self._same(known, text, options.origin)
        if same is not None and (slug is None or same.slug in (slug, f"{slug}-{options.mark}")):
            return self._written_again(layer, same, options, session_id, batch)
        with self._transactions.changing(batch, hot=options.hot):
            is_first = (known is None or not len(known.file)) and layer not in SEED_LAYERS
            slug = self._free_slug(layer, text, slug, options.mark)
            entry = make_entry(
                slug, note, pinned=options.pin, critical=options.critical, seen=batch.now, origin=options.origin
            )
            self._transactions.put_layer(layer, self._transactions.file_for(layer).added(entry))
            key = note_key(layer, slug)
            self._transactions.wrote(layer, entry, None, batch)
            if options.hot:
                self._hot.promote(key, options.reason, session_id, batch)
            elif is_first and not options.is_quiet and self._hot.to_evict(set()) is not None:
                self._hot.promote(key, NEW_LAYER, session_id, batch)
            written = {"key": key, "slug": slug, "hot": key in self._state.hot, "status": "written"}
            return written | ({"new_layer": True} if known is None and layer not in SEED_LAYERS else {})

    def _same(self, layer: Layer | None, text: str, origin: Origin) -> Entry | None:
        """The note that says the same to the same ones."""
        if layer is None:
            return None
        first, scope = text.partition("\n")[0], origin.scope
        found = (e for e in layer.file.entries() if first in e.raw and e.text == text and e.origin.scope == scope)
        return next(found, None)

    def _written_again(
        self, layer: str, entry: Entry, options: WriteOptions, session_id: str | None, batch: Batch
    ) -> dict[str, Any]:
        key = note_key(layer, entry.slug)
        if options.hot:
            with self._transactions.changing(batch, hot=True):
                self._hot.mark(key, entry.pinned or options.pin, entry.critical or options.critical)
                self._hot.ensure(key, options.reason, session_id, batch)
        return {"key": key, "slug": entry.slug, "hot": key in self._state.hot, "status": "known"}

    def _free_slug(self, layer: str, text: str, slug: str | None, mark: str | None) -> str:
        taken = self._taken(layer)
        is_given = slug is not None
        slug = slug or slug_of(text.partition("\n")[0])
        if is_given:
            check_slug(slug)
        if mark is not None:
            slug = f"{slug[: LONGEST_SLUG - len(mark) - 1].rstrip('-')}-{mark}"
        if not is_given:
            return unique_slug(slug, taken)
        if slug in taken:
            raise Conflict(
                f"{note_key(layer, slug)} exists already; notes.edit changes it, or give another slug",
                key=note_key(layer, slug),
            )
        return slug

    def _taken(self, layer: str) -> set[str]:
        known = self._state.layers.get(layer)
        gone = {one.entry.slug for one in self._state.vanished.of(layer).values()}
        return gone | (known.file.slugs() if known else set())

    def edit(self, key: str, text: str | NoteText, batch: Batch) -> dict[str, Any]:
        """Another text for a note; its slug and marks stay, its hot bullet follows."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        with self._transactions.changing(batch):
            new = edited(entry, text)
            if new.text == entry.text:
                return {"key": key, "status": "unchanged"}
            self._stated(new.text, path_of(layer))
            self._transactions.put_entry(layer, new)
            self._transactions.wrote(layer, new, entry, batch)
            self._hot.resync(key, batch)
        return {"key": key, "status": "edited"}

    # --- hot and cold -------------------------------------------------------------------------------------

    def promote(self, key: str, reason: str, session_id: str | None, batch: Batch) -> dict[str, Any]:
        """Make a note hot on request."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        if key in self._state.hot:
            return {"key": key, "status": "already_hot"}
        with self._transactions.changing(batch, hot=True):
            self._hot.promote(key, reason, session_id, batch)
        return {"key": key, "status": "promoted"}

    def demote(self, key: str, batch: Batch, reason: str = USER_REQUEST) -> dict[str, Any]:
        """Out of the hot cache, without its marks; the note stays (000 §Demotion Process)."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        if key not in self._state.hot:
            return {"key": key, "status": "not_hot"}
        with self._transactions.changing(batch, hot=True):
            self._hot.forget(key, reason, batch)
        return {"key": key, "status": "demoted"}

    def pin(self, key: str, session_id: str | None, batch: Batch) -> dict[str, Any]:
        """Never demoted by budget; a cold note becomes hot. The mark is kept in L1 and L2 (000 §pin)."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        with self._transactions.changing(batch, hot=True):
            self._hot.mark(key, True, entry.critical)
            self._hot.ensure(key, USER_REQUEST, session_id, batch)
            row = self._state.hygiene.hot[hot_key(key)]
            row.pinned, row.last_access, row.sessions_since_access = True, self._transactions.day(batch), 0
            row.last_session_id = session_id or row.last_session_id
            staged = self._transactions.files.staged
            staged.memory = staged.hygiene = True
        return {"key": key, "status": "already_pinned" if entry.pinned else "pinned"}

    def unpin(self, key: str, batch: Batch) -> dict[str, Any]:
        """Let it be demoted again."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        if not entry.pinned:
            return {"key": key, "status": "not_pinned"}
        with self._transactions.changing(batch, hot=True):
            self._hot.mark(key, False, entry.critical)
        return {"key": key, "status": "unpinned"}

    def forget_keyword(self, word: str, sees: Callable[[Origin], bool], batch: Batch) -> dict[str, Any]:
        """Demote every hot note that one who asks `sees`, whose slug or content has the word in it (rule 16)."""
        wanted = word.casefold().strip()
        if not wanted:
            raise InvalidParams("`word` must not be empty", param="word")
        found = []
        for key, note in self._state.hot.items():
            entry = self._state.entry(key)
            if not sees(PRIVATE if entry is None else origin_of(note.layer, entry)):
                continue
            texts = (note.slug, note.text, entry.text if entry is not None else "")
            if any(wanted in text.casefold() for text in texts):
                found.append(key)
        if found:
            with self._transactions.changing(batch, hot=True):
                for key in found:
                    self._hot.forget(key, f"forget keyword: {word.strip()[:80]}", batch)
        return {"forgotten": len(found), "keys": found}

    # --- archive ------------------------------------------------------------------------------------------

    def archive(self, key: str, reason: str | None, batch: Batch) -> dict[str, Any]:
        """Into the archive, a comment in its place; never deleted (rule 6)."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        with self._transactions.changing(batch, hot=True):
            path = self._archiving.archive(key, reason or USER_REQUEST, batch)
        return {"key": key, "status": "archived", "path": path}

    def restore(
        self,
        key: str,
        pin: bool,
        session_id: str | None,
        batch: Batch,
        sees: Callable[[Origin], bool] | None = None,
    ) -> dict[str, Any]:
        """Return an archived note to its layer, beside one that took its slug if the asker `sees` it.

        None: the asker sees all. The asking session counts as the note's first reader.
        """
        place = split_key(key)
        if place is None:
            raise self._unknown(key)
        layer, asked = place[0], note_key(*place)
        self._take_in_around(layer, batch)
        beside = self._state.entry(asked)
        note = self._transactions.archive.find(*place) if beside is None else self._replaced(layer, asked, sees)
        if note is None:
            raise self._unknown(key, archived=True)
        slug = note.slug if beside is None else unique_slug(note.slug, self._taken(layer) | self._archived_slugs(layer))
        key = note_key(layer, slug)
        with self._transactions.changing(batch, hot=True):
            entry = _revived(note, slug, batch.now)
            self._transactions.put_layer(layer, self._transactions.file_for(layer).restored(entry))
            self._transactions.wrote(layer, entry, None, batch)
            hygiene, day = self._state.hygiene, self._transactions.day(batch)
            hygiene.queue = [row for row in hygiene.queue if row.entry != asked]
            hygiene.access[key] = AccessRow(1, [session_id] if session_id else [], day)
            self._transactions.files.staged.hygiene = True
            if pin:
                self._hot.mark(key, True, False)
                self._hot.ensure(key, USER_REQUEST, session_id, batch)
        reply = {"key": key, "status": "restored", "hot": key in self._state.hot}
        return reply if beside is None else {**reply, "beside": asked}

    def _replaced(self, layer: str, key: str, sees: Callable[[Origin], bool] | None) -> Archived:
        """The newest archived note of a key that another note has by now. Raises Conflict."""
        standing = {entry.text for entry in self._state.layers[layer].file.entries()}
        for note in sorted(self._transactions.archive.versions(key), key=lambda one: one.day)[::-1]:
            origin = origin_of(layer, Entry(note.slug, note.raw, note.kind))
            if note.text not in standing and (sees is None or sees(origin)):
                return note
        raise Conflict(f"{key} is not archived: it is in {path_of(layer)}", key=key)

    def _archived_slugs(self, layer: str) -> set[str]:
        return {note.slug for note in self._transactions.archive.all() if note.layer == layer}

    def add_layer(self, layer: str, title: str | None, batch: Batch) -> dict[str, Any]:
        """A layer file with its heading, and its line in the index (000 §Adding a New Layer)."""
        check_layer(layer)
        self._take_in_around(layer, batch)
        known = self._state.layers.get(layer)
        if known is not None and known.identity != ABSENT:
            return {"layer": layer, "path": path_of(layer), "status": "exists"}
        heading = " ".join((title or title_of(layer)).split())
        with self._transactions.changing(batch):
            self._transactions.put_layer(layer, LayerFile([f"# {heading}\n\n"]))
            self._transactions.files.staged.memory = True
        return {"layer": layer, "path": path_of(layer), "status": "added"}

    # --- looking ------------------------------------------------------------------------------------------

    def _take_in_around(self, layer: str, batch: Batch) -> None:
        """Take in hand edits of the files that are about to be written."""
        for relpath in (path_of(layer), MEMORY_PATH, HYGIENE_PATH):
            self._take_in(relpath, batch)

    def require(self, key: str, batch: Batch) -> tuple[str, Entry]:
        """Layer and note of a key, also in the short form of directives. Raises NotFound."""
        place = split_key(key)
        if place is not None:
            self._take_in_around(place[0], batch)
            entry = self._state.entry(note_key(*place))
            if entry is not None:
                return place[0], entry
        raise self._unknown(key)

    def archived(self, key: str) -> Archived | None:
        """The newest archived note of a key that no note in a layer has; from any thread."""
        transactions = self._transactions
        return transactions.archive.get(key) if transactions.snapshot.entry(key) is None else None

    def whose(self, key: str) -> Origin | None:
        """The origin of a note by its key, also of one in the archive; from any thread."""
        place = split_key(key)
        if place is None:
            return None
        entry = self._transactions.snapshot.entry(note_key(*place)) or self._state.entry(note_key(*place))
        if entry is None:
            note = self._transactions.archive.find(*place)
            entry = None if note is None else Entry(note.slug, note.raw, note.kind)
        return None if entry is None else origin_of(place[0], entry)

    def search_archive(
        self, query: str, limit: int, passes: Callable[[Archived], bool] | None = None
    ) -> list[Archived]:
        """Archived notes that a search touches, apart from the others (rule 15); from any thread."""
        archive, snapshot = self._transactions.archive, self._transactions.snapshot
        hits = archive.search(query, limit * 2 if passes is None else max(1, len(archive)))
        found = (note for note in hits if snapshot.entry(note.key) is None and (passes is None or passes(note)))
        return list(islice(found, limit))

    def _unknown(self, key: str, *, archived: bool = False) -> NotFound:
        place = split_key(key)
        if place is None:
            return NotFound(f"{key[:200]!r} is not the key of a note; keys are memory/<layer>.md:<slug>", key=key[:200])
        archive = self._transactions.archive
        if not archived and note_key(*place) in archive:
            return NotFound(f"{note_key(*place)} is archived; notes.restore brings it back", key=note_key(*place))
        known = self._state.layers.get(place[0])
        if archived:
            slugs = [note.slug for note in archive.all() if note.layer == place[0]][:2000]
        else:
            slugs = list(known.file.slugs())[:2000] if known else []
        near = difflib.get_close_matches(place[1], slugs, n=1)
        hint = f"; did you mean {note_key(place[0], near[0])!r}?" if near else ""
        what = "no archived note" if archived else "no note"
        return NotFound(f"{what} has the key {note_key(*place)!r}{hint}", key=note_key(*place))


def check_slug(slug: str) -> None:
    """Raises InvalidParams for a slug that is not folded letters, digits and `-`."""
    if slug_of(slug) != slug or len(slug) > LONGEST_SLUG:
        raise InvalidParams(
            f"{slug[:80]!r} is not a slug: give small letters, digits and `-`, such as {slug_of(slug)!r}", param="slug"
        )


def _revived(note: Archived, slug: str, now: int) -> Entry:
    """The note as it was, its slug held by an anchor where its text alone would not give it."""
    found = list(parse_layer(note.raw).entries())
    kind = found[0].kind if found else "entry"
    entry = Entry(slug, note.raw if note.raw.endswith("\n") else note.raw + "\n", kind, "", now)
    if slug == note.slug and (kind == "section" or (len(found) == 1 and found[0].slug == slug)):
        return entry
    first, end, rest = note.raw.partition("\n")
    if slug != note.slug:
        first = first.replace(f" <!-- #{note.slug} -->", "")
    return Entry(slug, f"{first} <!-- #{slug} -->{end or chr(10)}{rest}", kind, "", now)
