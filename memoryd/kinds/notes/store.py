"""Notes and the hot cache as the methods work on them (000, rules 9 to 16).

What takes a batch runs on the writer's thread; `view` may be read from any.
"""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec
from msgspec.structs import replace

from memoryd.errors import Conflict, InvalidParams, LimitExceeded, NotFound
from memoryd.kinds.notes.archive import Archived
from memoryd.kinds.notes.condense import condense, is_whole
from memoryd.kinds.notes.entry import Entry, clean_text, edited, make_entry, marked
from memoryd.kinds.notes.eviction import eviction_order
from memoryd.kinds.notes.files import archived_now
from memoryd.kinds.notes.hygiene import DELETED, HYGIENE_PATH, AccessRow, HotRow, Move, Queued, hot_key
from memoryd.kinds.notes.layer_file import LayerFile, layer_of, note_key, parse_layer, path_of
from memoryd.kinds.notes.matching import match
from memoryd.kinds.notes.memory_md import SEED_LAYERS, title_of
from memoryd.kinds.notes.state import HotNote, Layer, split_key
from memoryd.kinds.notes.tags import CRITICAL, NEW_LAYER, SYNC, USER_REQUEST
from memoryd.kinds.notes.transaction import DeskKeeper
from memoryd.storage.atomic import ABSENT
from memoryd.storage.writer import Batch
from memoryd.text.slugs import LONGEST_SLUG, slug_of, unique_slug
from memoryd.types import Problem

_LAYER_NAME = re.compile(r"[^\W_][\w-]{0,59}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}.*")
_REPARSED = 200_000
"""Characters of a layer file up to which it is read again after an entry was taken out of it."""
REFERENCES_KEPT = 5


class WriteOptions(msgspec.Struct, frozen=True):
    """What a writer asks of a note besides its text."""

    remember: bool = False
    critical: bool = False
    pin: bool = False

    @property
    def hot(self) -> bool:
        """Whether it is to be hot."""
        return self.remember or self.critical or self.pin

    @property
    def reason(self) -> str:
        """For the tag."""
        return CRITICAL if self.critical else USER_REQUEST


class NoteStore(DeskKeeper):
    """What can be done to notes: write, edit, heat, cool, archive."""

    # --- writing notes ------------------------------------------------------------------------------------

    def write(
        self, layer: str, text: str, slug: str | None, options: WriteOptions, session_id: str | None, batch: Batch
    ) -> dict[str, Any]:
        """A new note; the same text again gives the old one. L2 first, then L1 (000 §Write Strategy)."""
        check_layer(layer)
        text = clean_text(text)
        self._fresh(layer, batch)
        known = self.desk.layers.get(layer)
        same = self._same(known, text)
        if same is not None and (slug is None or slug == same.slug):
            return self._written_again(layer, same, options, session_id, batch)
        with self.changing(batch):
            is_new_layer = (known is None or not len(known.file)) and layer not in SEED_LAYERS
            slug = self._free_slug(layer, text, slug)
            entry = make_entry(slug, text, pinned=options.pin, critical=options.critical, seen=batch.now)
            self._put(layer, self.file_for(layer).added(entry))
            key = note_key(layer, slug)
            if options.hot:
                self.promote_now(key, options.reason, session_id, batch)
            elif is_new_layer and self.room(1, set()) is not None:
                self.promote_now(key, NEW_LAYER, session_id, batch)
            return {"key": key, "slug": slug, "hot": key in self.desk.hot, "status": "written"}

    def _same(self, layer: Layer | None, text: str) -> Entry | None:
        if layer is None:
            return None
        first = text.partition("\n")[0]
        return next((e for e in layer.file.entries() if first in e.raw and e.text == text), None)

    def _written_again(
        self, layer: str, entry: Entry, options: WriteOptions, session_id: str | None, batch: Batch
    ) -> dict[str, Any]:
        key = note_key(layer, entry.slug)
        if options.hot:
            with self.changing(batch):
                self.mark(key, entry.pinned or options.pin, entry.critical or options.critical)
                self._heat(key, options.reason, session_id, batch)
        return {"key": key, "slug": entry.slug, "hot": key in self.desk.hot, "status": "known"}

    def _free_slug(self, layer: str, text: str, slug: str | None) -> str:
        known = self.desk.layers.get(layer)
        taken = known.file.slugs() if known else set()
        taken |= {place.entry.slug for place in self.desk.vanished.values() if place.layer == layer}
        if slug is None:
            return unique_slug(slug_of(text.partition("\n")[0]), taken)
        check_slug(slug)
        if slug in taken:
            raise Conflict(
                f"{note_key(layer, slug)} exists already; notes.edit changes it, or give another slug",
                key=note_key(layer, slug),
            )
        return slug

    def file_for(self, layer: str) -> LayerFile:
        known = self.desk.layers.get(layer)
        if known is None or (known.identity == ABSENT and not known.file.pieces):
            return LayerFile([f"# {title_of(layer)}\n\n"])
        return known.file

    def _put(self, layer: str, file: LayerFile) -> None:
        if layer not in self.desk.layers:
            self.files.staged.hot = True  # the layer index names it
        self.desk.put_file(layer, file)
        self.files.staged.layers.add(layer)

    def edit(self, key: str, text: str, batch: Batch) -> dict[str, Any]:
        """Another text for a note; its slug and marks stay, its hot bullet follows."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        with self.changing(batch):
            new = edited(entry, text)
            if new.text == entry.text:
                return {"key": key, "status": "unchanged"}
            self._put(layer, self.desk.layers[layer].file.with_entry(new))
            self.resync(key, batch.now)
        return {"key": key, "status": "edited"}

    def resync(self, key: str, now: int) -> None:
        """The hot bullet says again what its note says (000 §Sync Verification)."""
        old, entry = self.desk.hot.get(key), self.desk.entry(key)
        if old is None or entry is None or old.digest == entry.digest:
            return
        # A critical one keeps its reason: the tag is how the seed knows it.
        reason = CRITICAL if self.desk.is_critical(key) else SYNC
        self.desk.hot[key] = replace(
            old, text=condense(entry.text), digest=entry.digest, day=self.day(now), reason=reason, was=old.text, by="",
            job_id=None,
        )  # fmt: skip
        self.reference_whole(old.layer)
        self.files.staged.hot = True

    def reference_whole(self, layer: str) -> None:
        """A section whose bullets leave something out names the file that has it all (000 §Condensation Rules)."""
        path = path_of(layer)
        others = tuple(ref for ref in self.desk.refs.get(layer, ()) if ref != path)
        partial = any(
            note.layer == layer and (entry := self.desk.entry(key)) is not None and not is_whole(entry.text, note.text)
            for key, note in self.desk.hot.items()
        )
        self.desk.refs[layer] = (*others, path) if partial else others

    # --- hot and cold -------------------------------------------------------------------------------------

    def promote(self, key: str, reason: str, session_id: str | None, batch: Batch) -> dict[str, Any]:
        """Make a note hot on request."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        if key in self.desk.hot:
            return {"key": key, "status": "already_hot"}
        with self.changing(batch):
            self.promote_now(key, reason, session_id, batch)
        return {"key": key, "status": "promoted"}

    def promote_now(self, key: str, reason: str, session_id: str | None, batch: Batch) -> None:
        """Into the hot cache; the least needed give way. Raises LimitExceeded when fixed ones fill it."""
        desk, day = self.desk, self.day(batch.now)
        entry, place = desk.entry(key), split_key(key)
        assert entry is not None and place is not None
        evicted = self.room(1, {key})
        if evicted is None:
            raise self._full()
        for loser in evicted:
            self.demote_now(loser, "size overflow", batch)
        desk.hot[key] = HotNote(place[0], place[1], condense(entry.text), day, reason, entry.digest)
        desk.hygiene.access.pop(key, None)
        desk.hygiene.kept.discard(key)
        desk.hygiene.hot[hot_key(key)] = HotRow(0, day, session_id, entry.pinned)
        self._log_move(desk.hygiene.promotions, Move(key, "L2", "L1", day, reason))
        desk.hygiene.totals.promotions += 1
        desk.refs[place[0]] = tuple(ref for ref in desk.refs.get(place[0], ()) if ref != key)
        self.reference_whole(place[0])
        self.files.staged.hot = self.files.staged.hygiene = True

    @staticmethod
    def _log_move(log: list[Move], move: Move) -> None:
        log.append(move)

    def room(self, wanted: int, keep: set[str]) -> list[str] | None:
        """Who must leave so that so many may enter; None when fixed ones leave no room."""
        over = len(self.desk.hot) + wanted - self.settings.most_bullets
        if over <= 0:
            return []
        standings = [self.desk.standing(key) for key in self.desk.hot if key not in keep]
        order = eviction_order(standings, self.settings.demote_after)
        return [one.key for one in order[:over]] if len(order) >= over else None

    def _full(self) -> LimitExceeded:
        most = self.settings.most_bullets
        self.board.set("notes:full", [full_problem(most)])
        return LimitExceeded(
            f"the hot cache has {most} bullets, all pinned or critical; unpin or forget one first", limit=most
        )

    def demote(self, key: str, batch: Batch, reason: str = USER_REQUEST) -> dict[str, Any]:
        """Out of the hot cache, marks and all; the note stays (000 §Demotion Process)."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        if key not in self.desk.hot:
            return {"key": key, "status": "not_hot"}
        with self.changing(batch):
            self.forget_now(key, reason, batch)
        return {"key": key, "status": "demoted"}

    def forget_now(self, key: str, reason: str, batch: Batch) -> None:
        """An explicit forget: pinned and critical ones go, too (rule 12)."""
        self.mark(key, pinned=False, critical=False)
        self.demote_now(key, reason, batch)

    def demote_now(self, key: str, reason: str, batch: Batch, *, reference: bool = True) -> None:
        """The bullet becomes a reference, the note begins to count its readers anew."""
        desk, day = self.desk, self.day(batch.now)
        note = desk.hot.pop(key)
        desk.hygiene.hot.pop(hot_key(key), None)
        if reference:
            others = tuple(ref for ref in desk.refs.get(note.layer, ()) if ref != key)
            desk.refs[note.layer] = (*others, key)[-REFERENCES_KEPT:]
            desk.hygiene.access[key] = AccessRow()
            desk.hygiene.kept.add(key)
        self.reference_whole(note.layer)
        self._log_move(desk.hygiene.demotions, Move(key, "L1", "L2", day, reason))
        desk.hygiene.totals.demotions += 1
        self.files.staged.hot = self.files.staged.hygiene = True
        self.board.clear("notes:full")

    def pin(self, key: str, session_id: str | None, batch: Batch) -> dict[str, Any]:
        """Never demoted by budget; a cold note becomes hot. The mark is kept in L1 and L2 (000 §pin)."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        with self.changing(batch):
            self.mark(key, True, entry.critical)
            self._heat(key, USER_REQUEST, session_id, batch)
            row = self.desk.hygiene.hot[hot_key(key)]
            row.pinned, row.last_access, row.sessions_since_access = True, self.day(batch.now), 0
            row.last_session_id = session_id or row.last_session_id
            self.files.staged.hot = self.files.staged.hygiene = True
        return {"key": key, "status": "already_pinned" if entry.pinned else "pinned"}

    def unpin(self, key: str, batch: Batch) -> dict[str, Any]:
        """It may be demoted again."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        if not entry.pinned:
            return {"key": key, "status": "not_pinned"}
        with self.changing(batch):
            self.mark(key, False, entry.critical)
        return {"key": key, "status": "unpinned"}

    def _heat(self, key: str, reason: str, session_id: str | None, batch: Batch) -> None:
        if key not in self.desk.hot:
            self.promote_now(key, reason, session_id, batch)
        elif reason == CRITICAL and self.desk.hot[key].reason != CRITICAL:
            self.desk.hot[key] = replace(self.desk.hot[key], reason=CRITICAL, day=self.day(batch.now))
            self.files.staged.hot = True

    def mark(self, key: str, pinned: bool, critical: bool) -> None:
        """Set the marks behind the note's first line, and what follows from them."""
        entry, place = self.desk.entry(key), split_key(key)
        if entry is None or place is None:
            return
        new = marked(entry, pinned=pinned, critical=critical)
        if new is not entry:
            self._put(place[0], self.desk.layers[place[0]].file.with_entry(new))
            self.files.staged.hot = self.files.staged.hot or key in self.desk.hot
        row = self.desk.hygiene.hot.get(hot_key(key))
        if row is not None and row.pinned != pinned:
            row.pinned = pinned
            self.files.staged.hygiene = True

    def forget_keyword(self, word: str, batch: Batch) -> dict[str, Any]:
        """Demote every hot note whose slug or content has the word in it (rule 16)."""
        wanted = word.casefold().strip()
        if not wanted:
            raise InvalidParams("`word` must not be empty", param="word")
        found = []
        for key, note in self.desk.hot.items():
            entry = self.desk.entry(key)
            texts = (note.slug, note.text, entry.text if entry is not None else "")
            if any(wanted in text.casefold() for text in texts):
                found.append(key)
        if found:
            with self.changing(batch):
                for key in found:
                    self.forget_now(key, f"forget keyword: {word.strip()[:80]}", batch)
        return {"forgotten": len(found), "keys": found}

    # --- archive ------------------------------------------------------------------------------------------

    def archive_note(self, key: str, reason: str | None, batch: Batch) -> dict[str, Any]:
        """Into the archive, a comment in its place; never deleted (rule 6)."""
        layer, entry = self.require(key, batch)
        key = note_key(layer, entry.slug)
        with self.changing(batch):
            path = self.archive_now(key, reason or USER_REQUEST, batch)
        return {"key": key, "status": "archived", "path": path}

    def archive_now(self, key: str, reason: str, batch: Batch) -> str:
        """Archive one note; the path it went to."""
        entry, place = self.desk.entry(key), split_key(key)
        assert entry is not None and place is not None
        bare = marked(entry, pinned=False, critical=False)
        path = self.store_archived(place[0], bare, reason, batch)
        file = self.desk.layers[place[0]].file.archived(entry.slug, self.day(batch.now), path)
        self._put(place[0], self._read_again(file, entry.slug, batch.now))
        return path

    def store_archived(self, layer: str, entry: Entry, reason: str, batch: Batch) -> str:
        """The text and the records of a note that leaves its layer; also of one that is gone from its file."""
        desk, day = self.desk, self.day(batch.now)
        key = note_key(layer, entry.slug)
        if key in desk.hot:
            self.demote_now(key, "archived", batch, reference=False)
        desk.hygiene.forget(key)
        desk.refs[layer] = tuple(ref for ref in desk.refs.get(layer, ()) if ref != key)
        note = archived_now(layer, entry.slug, entry.raw, day, reason)
        if not any(row.entry == key and row.archived_at == day and reason == DELETED for row in desk.hygiene.queue):
            desk.hygiene.queue = [row for row in desk.hygiene.queue if row.entry != key]
            desk.hygiene.queue.append(Queued(key, day, reason))
        desk.hygiene.totals.archived += 1
        if not any(old.raw.strip() == note.raw.strip() and old.path == note.path for old in self.archive.versions(key)):
            self.files.staged.archived.append(note)
            self.archive.add(note)
        self.files.staged.daily.append((day, f"Archived {key} → {note.path} ({reason})"))
        self.files.staged.hot = self.files.staged.hygiene = True
        return note.path

    def _read_again(self, file: LayerFile, gone: str, now: int) -> LayerFile:
        # Without its bullet, text under a heading may be a note of its own.
        text = file.render()
        return file if len(text) > _REPARSED else match(file, parse_layer(text), now, (gone,)).file

    def restore(self, key: str, pin: bool, session_id: str | None, batch: Batch) -> dict[str, Any]:
        """From the archive back into its layer; the session that asked counts as its first reader."""
        place = split_key(key)
        note = self.archive.find(*place) if place else None
        if place is None or note is None:
            raise self._unknown(key, archived=True)
        self._fresh(place[0], batch)
        key = note_key(*place)
        if self.desk.entry(key) is not None:
            raise Conflict(f"{key} is not archived: it is in {path_of(place[0])}", key=key)
        with self.changing(batch):
            entry = _revived(note, batch.now)
            self._put(place[0], self.file_for(place[0]).restored(entry))
            hygiene, day = self.desk.hygiene, self.day(batch.now)
            hygiene.queue = [row for row in hygiene.queue if row.entry != key]
            hygiene.access[key] = AccessRow(1, [session_id] if session_id else [], day)
            self.files.staged.hygiene = True
            if pin:
                self.mark(key, True, False)
                self._heat(key, USER_REQUEST, session_id, batch)
        return {"key": key, "status": "restored", "hot": key in self.desk.hot}

    def add_layer(self, layer: str, title: str | None, batch: Batch) -> dict[str, Any]:
        """A layer file with its heading, and its line in the index (000 §Adding a New Layer)."""
        check_layer(layer)
        self._fresh(layer, batch)
        known = self.desk.layers.get(layer)
        if known is not None and known.identity != ABSENT:
            return {"layer": layer, "path": path_of(layer), "status": "exists"}
        heading = " ".join((title or title_of(layer)).split())
        with self.changing(batch):
            self._put(layer, LayerFile([f"# {heading}\n\n"]))
            self.files.staged.hot = True
        return {"layer": layer, "path": path_of(layer), "status": "added"}

    # --- finding ------------------------------------------------------------------------------------------

    def _fresh(self, layer: str, batch: Batch) -> None:
        """Other hands' edits of what we are about to write are taken in first."""
        for relpath in (path_of(layer), "MEMORY.md", HYGIENE_PATH):
            self.needs_fresh(relpath, batch)

    def require(self, key: str, batch: Batch) -> tuple[str, Entry]:
        """Layer and note of a key, also in the short form of directives. Raises NotFound."""
        place = split_key(key)
        if place is not None:
            self._fresh(place[0], batch)
            entry = self.desk.entry(note_key(*place))
            if entry is not None:
                return place[0], entry
        raise self._unknown(key)

    def _unknown(self, key: str, *, archived: bool = False) -> NotFound:
        place = split_key(key)
        if place is None:
            return NotFound(f"{key[:200]!r} is no key of a note; keys are memory/<layer>.md:<slug>", key=key[:200])
        if not archived and note_key(*place) in self.archive:
            return NotFound(f"{note_key(*place)} is archived; notes.restore brings it back", key=note_key(*place))
        known = self.desk.layers.get(place[0])
        slugs = list(known.file.slugs())[:2000] if known else []
        near = difflib.get_close_matches(place[1], slugs, n=1)
        hint = f"; did you mean {note_key(place[0], near[0])!r}?" if near else ""
        what = "no archived note" if archived else "no note"
        return NotFound(f"{what} has the key {note_key(*place)!r}{hint}", key=note_key(*place))


def check_layer(layer: str) -> None:
    """Raises InvalidParams for a name that no layer can have."""
    if not _LAYER_NAME.fullmatch(layer) or _DAY.fullmatch(layer) or layer_of(path_of(layer)) is None:
        raise InvalidParams(
            f"{layer[:80]!r} is no name for a layer: give up to 60 letters, digits, `-` or `_`, no date", param="layer"
        )


def check_slug(slug: str) -> None:
    """Raises InvalidParams for a slug that is not folded letters, digits and `-`."""
    if slug_of(slug) != slug or len(slug) > LONGEST_SLUG:
        raise InvalidParams(
            f"{slug[:80]!r} is no slug: give small letters, digits and `-`, such as {slug_of(slug)!r}", param="slug"
        )


def full_problem(most: int) -> Problem:
    """Pinned and critical notes alone fill the hot cache."""
    return Problem(
        path="MEMORY.md",
        what=f"all {most} bullets of the hot cache are pinned or critical, so nothing else can become hot",
        action="unpin or forget what is not needed in every session",
    )


def _revived(note: Archived, now: int) -> Entry:
    """The note as it was, its slug held by an anchor where its text alone would not give it."""
    found = list(parse_layer(note.raw).entries())
    kind = found[0].kind if found else "entry"
    entry = Entry(note.slug, note.raw if note.raw.endswith("\n") else note.raw + "\n", kind, "", now)
    if kind == "section" or (len(found) == 1 and found[0].slug == note.slug):
        return entry
    first, end, rest = note.raw.partition("\n")
    return Entry(note.slug, f"{first} <!-- #{note.slug} -->{end or chr(10)}{rest}", kind, "", now)
