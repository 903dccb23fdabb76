"""Bullets of MEMORY.md that were typed or changed by hand, one at a time (rule 14)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from memoryd.errors import InvalidParams, LimitExceeded
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.entry import Entry, clean_text, edited, make_entry
from memoryd.kinds.notes.formats.hygiene import hot_key
from memoryd.kinds.notes.formats.layer_file import check_layer, note_key, path_of
from memoryd.kinds.notes.formats.memory_md import HotLine
from memoryd.kinds.notes.formats.tags import SYNC, USER_REQUEST, Tag
from memoryd.kinds.notes.known.state import HotNote, Layer
from memoryd.kinds.notes.rules.condense import changed_by_bullet, condense, is_whole, says_nothing_new
from memoryd.origin import PRIVATE
from memoryd.storage.batch import Batch
from memoryd.text.slugs import slug_of, unique_slug
from memoryd.types import Problem

HOMELESS = "knowledge"
"""The layer of what belongs to none."""


class BulletEdits:
    """Called within a transaction that writes MEMORY.md. Writer's thread."""

    def __init__(
        self, transactions: NoteTransactions, hot: HotCache, absorb_layer: Callable[[str, Batch], None]
    ) -> None:
        """`absorb_layer` takes in a layer file that was edited by hand, before it is written."""
        self._transactions = transactions
        self._state = transactions.state
        self._hot = hot
        self._absorb_layer = absorb_layer

    def key_of(self, line: HotLine) -> str | None:
        """The note of a tagged bullet; of the seed's short form by its text."""
        tag, state = line.tag, self._state
        if tag is None:
            return None
        if tag.slug is not None:
            key = note_key(tag.layer, tag.slug)
            return key if state.entry(key) is not None or key in state.hot else None
        for key, note in state.hot.items():
            if note.layer == tag.layer and line.text in (note.text, note.was):
                return key
        layer = state.layers.get(tag.layer) or Layer()
        key = note_key(tag.layer, slug_of(line.text))
        if state.entry(key) is not None:
            return key
        same = (e for e in layer.file.entries() if condense(e.text) == line.text or e.first_line == line.text)
        found = next(same, None)
        return None if found is None else note_key(tag.layer, found.slug)

    def take(self, key: str, line: HotLine, tag: Tag, batch: Batch) -> None:
        """The first tagged bullet of a note: it may be new here, changed, or have lines under it."""
        state = self._state
        note, entry = state.hot.get(key), state.entry(key)
        if entry is None:
            return  # its file is being saved, or it goes to the archive in a moment
        if note is None:
            self._promoted_by_hand(key, entry, line, tag, batch)
            return
        if tag.pinned != entry.pinned:
            self._hot.mark(key, tag.pinned, entry.critical)
        if line.text not in (note.text, note.was):
            self._changed(key, note, entry, line, tag, batch)
        if line.more:
            self._append_details(key, line, batch)

    def _changed(self, key: str, note: HotNote, entry: Entry, line: HotLine, tag: Tag, batch: Batch) -> None:
        """The bullet's text is another: a condensation, a change of the note, or a conflict with one."""
        is_ours = (tag.day, tag.reason) == (note.day, note.reason)
        condensed = tag.reason == SYNC and (not is_ours or says_nothing_new(line.text, entry.text))
        if condensed and note.was is None:
            hot = replace(note, text=line.text, day=tag.day, reason=tag.reason, digest=entry.digest, by="", job_id=None)
            self._state.hot[key] = hot
        elif self._transactions.past.has(key, line.text):
            return  # an editor saved what the file once said
        elif note.was is not None or not is_ours:
            self._conflict(key, entry, line.text, batch)
        else:
            self._change_note(key, entry, note, line.text, batch)

    def _change_note(self, key: str, entry: Entry, note: HotNote, text: str, batch: Batch) -> None:
        """The change goes to the note; what the bullet left out of it stays."""
        if is_whole(entry.text, note.text):
            new = text
        else:
            new = changed_by_bullet(entry.text, note.text, text, self._transactions.day(batch))
        try:
            changed = edited(entry, new)
        except InvalidParams:
            self._conflict(key, entry, text, batch)
            return
        self._transactions.put_entry(note.layer, changed)
        self._hot.resync(key, batch)

    def _append_details(self, key: str, line: HotLine, batch: Batch) -> None:
        entry = self._state.entry(key)
        place = self._state.hot[key]
        if entry is None:
            return
        more = [text for text in _dedented(line.more) if text.strip() not in entry.text]
        if more:
            try:
                self._transactions.put_entry(place.layer, edited(entry, "\n".join([entry.text, *more])))
            except InvalidParams:
                self._conflict(key, entry, "\n".join([line.text, *more]), batch)
            self._hot.resync(key, batch)

    def take_again(self, key: str, line: HotLine, batch: Batch) -> None:
        """A second bullet of one note: another text is kept beside it."""
        entry, note = self._state.entry(key), self._state.hot.get(key)
        differs = note is None or line.text not in (note.text, note.was)
        if entry is not None and differs and not says_nothing_new(line.text, entry.text):
            self._conflict(key, entry, line.text, batch)

    def _conflict(self, key: str, entry: Entry, text: str, batch: Batch) -> None:
        """Both sides changed: both are kept (rule 14)."""
        layer = key.partition(".md:")[0].removeprefix("memory/")
        file = self._state.layers[layer].file
        try:
            text = clean_text(text)
        except InvalidParams:
            return
        if any(other.text == text for other in file.entries()):
            return
        number = 1
        while f"{entry.slug}-conflict-{number}" in file:
            number += 1
        slug = f"{entry.slug}-conflict-{number}"
        other = make_entry(slug, text, pinned=False, critical=False, seen=batch.now, origin=entry.origin)
        self._transactions.put_layer(layer, file.added_after(entry.slug, other))
        self._transactions.board.happened(_conflict_problem(layer, slug, entry.slug))

    def _promoted_by_hand(self, key: str, entry: Entry, line: HotLine, tag: Tag, batch: Batch) -> None:
        """A person who follows the seed made it hot: their words and their tag count."""
        if self._hot.to_evict({key}) is None:
            if not says_nothing_new(line.text, entry.text):
                self._conflict(key, entry, line.text, batch)
            return
        hygiene = self._state.hygiene
        row = hygiene.hot.get(hot_key(key))
        logged = row is not None or hygiene.says_hot(key)
        self._hot.promote(key, tag.reason, None, batch)
        self._state.hot[key] = replace(self._state.hot[key], text=line.text, day=tag.day)
        if row is not None:
            hygiene.hot[hot_key(key)] = row
        if logged:
            # The log has it: from the same person, or from before what we knew of MEMORY.md was lost.
            hygiene.promotions.pop()
            hygiene.totals.promotions -= 1
        if tag.pinned and not entry.pinned:
            self._hot.mark(key, True, entry.critical)

    def adopt(self, layer: str, line: HotLine, batch: Batch) -> None:
        """A bullet that was typed into MEMORY.md: to its layer first, then hot (rule 14)."""
        text = "\n".join([_without_broken_tag(line.text) or line.text, *_dedented(line.more)])
        try:
            check_layer(layer)
        except InvalidParams:
            layer = layer if layer in self._state.layers else HOMELESS
        self._absorb_layer(path_of(layer), batch)
        try:
            text = clean_text(text)
            known = self._state.layers.get(layer)
            entry = next((e for e in known.file.entries() if text in (e.text, e.first_line)), None) if known else None
            slug = entry.slug if entry else self._new_note(layer, text, line, batch)
        except InvalidParams:
            return
        key = note_key(layer, slug)
        if key in self._state.hot:
            return
        try:
            with self._transactions.changing(batch):
                self._hot.promote(key, USER_REQUEST, None, batch)
                if line.tag is not None and line.tag.pinned:
                    self._hot.mark(key, True, False)
        except LimitExceeded:
            return  # written, and not hot: health says why

    def _new_note(self, layer: str, text: str, line: HotLine, batch: Batch) -> str:
        file = self._transactions.file_for(layer)
        wanted = line.tag.slug if line.tag and line.tag.slug else slug_of(text.partition("\n")[0])
        slug = unique_slug(slug_of(wanted), file.slugs())
        entry = make_entry(slug, text, pinned=False, critical=False, seen=batch.now, origin=PRIVATE)
        self._transactions.put_layer(layer, file.added(entry))
        return slug


def _dedented(lines: tuple[str, ...]) -> list[str]:
    least = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return [line[least:] for line in lines]


def _conflict_problem(layer: str, slug: str, of: str) -> Problem:
    return Problem(
        path=path_of(layer),
        what=f"{of!r} was changed in MEMORY.md and in its layer at once; both texts are kept, one as {slug!r}",
        action="keep the better text and remove the other",
    )


def _without_broken_tag(text: str) -> str:
    """The text of a typed bullet without the remains of a tag at its end, such as `↑May(sync)←k.md`."""
    bare, mark, tag = text.rstrip().rpartition("↑")
    before, arrow, source = tag.rpartition(")←")
    day, bracket, _ = before.partition("(")
    is_tag = mark and arrow and bracket and source and len(f"{day}{source}".split()) == 1
    return bare.rstrip() if is_tag else text
