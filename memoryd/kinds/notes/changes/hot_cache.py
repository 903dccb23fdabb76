"""The hot cache within a transaction: notes become hot and cold, their bullets follow them (000 §Promotion Process)."""

from __future__ import annotations

from msgspec.structs import replace

from memoryd.errors import Conflict, LimitExceeded
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.entry import Entry, marked
from memoryd.kinds.notes.formats.hygiene import AccessRow, HotRow, Move, hot_key
from memoryd.kinds.notes.formats.layer_file import path_of
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH
from memoryd.kinds.notes.formats.tags import CRITICAL, SYNC, sessions_reason
from memoryd.kinds.notes.known.documents import note_document
from memoryd.kinds.notes.known.state import HotNote, split_key
from memoryd.kinds.notes.rules.condense import condense, is_whole
from memoryd.kinds.notes.rules.eviction import eviction_order
from memoryd.quarantine import Quarantine
from memoryd.storage.batch import Batch
from memoryd.types import Problem

REFERENCES_KEPT = 5


class HotCache:
    """Called within `NoteTransactions.changing`, with keys of notes that are there."""

    def __init__(self, transactions: NoteTransactions, quarantine: Quarantine) -> None:
        self._quarantine = quarantine
        self._transactions = transactions
        self._state = transactions.state
        self._files = transactions.files

    def is_held(self, layer: str, entry: Entry) -> bool:
        """Whether the note is in quarantine. The writer goes by the sums until another thread has read it (rule 27)."""
        return self._quarantine.holds(note_document(layer, entry, hot=False))

    # --- up -----------------------------------------------------------------------------------------------

    def promote(self, key: str, reason: str, session_id: str | None, batch: Batch) -> None:
        """Into the hot cache; the least needed are evicted. Raises LimitExceeded when fixed ones fill it."""
        state, day = self._state, self._transactions.day(batch)
        entry, place = state.entry(key), split_key(key)
        assert entry is not None and place is not None
        if self.is_held(place[0], entry):
            raise Conflict(
                f"{key} is in quarantine: a tool or a page said it, and it gives instructions; an admin may release it "
                "by quarantine.release",
                key=key,
            )
        evicted = self.to_evict({key})
        if evicted is None:
            raise self._full()
        for loser in evicted:
            self.demote(loser, "size overflow", batch)
        state.hot[key] = HotNote(place[0], place[1], condense(entry.text), day, reason, entry.digest)
        state.hygiene.access.pop(key, None)
        state.hygiene.kept.discard(key)
        state.hygiene.hot[hot_key(key)] = HotRow(0, day, session_id, entry.pinned)
        state.hygiene.promotions.append(Move(key, "L2", "L1", day, reason))
        state.hygiene.totals.promotions += 1
        state.refs[place[0]] = tuple(ref for ref in state.refs.get(place[0], ()) if ref != key)
        self.refer_to_whole(place[0])
        self._files.staged.memory = self._files.staged.hygiene = True

    def ensure(self, key: str, reason: str, session_id: str | None, batch: Batch) -> None:
        """Make it hot, if it is not; a hot one that becomes critical gets that reason."""
        if key not in self._state.hot:
            self.promote(key, reason, session_id, batch)
        elif reason == CRITICAL and self._state.hot[key].reason != CRITICAL:
            self._state.hot[key] = replace(self._state.hot[key], reason=CRITICAL, day=self._transactions.day(batch))
            self._files.staged.memory = True

    def promote_used(self, batch: Batch) -> None:
        """Promote the notes that enough sessions have used (000 §Triggers)."""
        state, need = self._state, self._transactions.settings.now.promote_after_sessions
        for key in [key for key, row in state.hygiene.access.items() if row.access_count >= need]:
            if state.entry(key) is None or key in state.hot:
                state.hygiene.access.pop(key)
                continue
            try:
                with self._transactions.changing(batch):
                    count = state.hygiene.access[key].access_count
                    self.promote(key, sessions_reason(count), None, batch)
            except Conflict:
                state.hygiene.access.pop(key, None)
            except LimitExceeded:
                break

    def to_evict(self, keep: set[str]) -> list[str] | None:
        """Who must leave so that one may enter; None when fixed ones leave no room."""
        numbers = self._transactions.settings.now
        over = len(self._state.hot) + 1 - numbers.hot_max_bullets
        if over <= 0:
            return []
        standings = [self._state.standing(key) for key in self._state.hot if key not in keep]
        order = eviction_order(standings, numbers.demote_after_sessions)
        return [one.key for one in order[:over]] if len(order) >= over else None

    def _full(self) -> LimitExceeded:
        most = self._transactions.settings.now.hot_max_bullets
        self._transactions.board.set("notes:full", [_full_problem(most)])
        return LimitExceeded(
            f"the hot cache has {most} bullets, all pinned or critical; unpin or forget one first", limit=most
        )

    # --- down ---------------------------------------------------------------------------------------------

    def forget(self, key: str, reason: str, batch: Batch) -> None:
        """An explicit forget: pinned and critical ones go, too (rule 12)."""
        self.mark(key, pinned=False, critical=False)
        self.demote(key, reason, batch)

    def demote(self, key: str, reason: str, batch: Batch, *, reference: bool = True) -> None:
        """The bullet becomes a reference, and the uses of the note are counted anew."""
        state, day = self._state, self._transactions.day(batch)
        note = state.hot.pop(key)
        state.hygiene.hot.pop(hot_key(key), None)
        if reference:
            others = tuple(ref for ref in state.refs.get(note.layer, ()) if ref != key)
            state.refs[note.layer] = (*others, key)[-REFERENCES_KEPT:]
            state.hygiene.access[key] = AccessRow()
            state.hygiene.kept.add(key)
        self.refer_to_whole(note.layer)
        state.hygiene.demotions.append(Move(key, "L1", "L2", day, reason))
        state.hygiene.totals.demotions += 1
        self._files.staged.memory = self._files.staged.hygiene = True
        self._transactions.board.clear("notes:full")

    # --- what follows a note ------------------------------------------------------------------------------

    def mark(self, key: str, pinned: bool, critical: bool) -> None:
        """Set the marks after the note's first line, and what follows from them."""
        entry, place = self._state.entry(key), split_key(key)
        if entry is None or place is None:
            return
        new = marked(entry, pinned=pinned, critical=critical)
        if new is not entry:
            self._transactions.put_entry(place[0], new)
            self._files.staged.memory = self._files.staged.memory or key in self._state.hot
        row = self._state.hygiene.hot.get(hot_key(key))
        if row is not None and row.pinned != pinned:
            row.pinned = pinned
            self._files.staged.hygiene = True

    def resync(self, key: str, batch: Batch) -> None:
        """The hot bullet says again what its note says (000 §Sync Verification)."""
        state = self._state
        old, entry = state.hot.get(key), state.entry(key)
        if old is None or entry is None:
            return
        if self.is_held(old.layer, entry):
            self.demote(key, "in quarantine", batch)
            return
        if old.digest == entry.digest:
            return
        # A critical one keeps its reason: by its tag the seed recognises it.
        reason = CRITICAL if state.is_critical(key) else SYNC
        state.hot[key] = replace(
            old, text=condense(entry.text), digest=entry.digest, day=self._transactions.day(batch), reason=reason,
            was=old.text, by="", job_id=None,
        )  # fmt: skip
        self.refer_to_whole(old.layer)
        self._files.staged.memory = True

    def refer_to_whole(self, layer: str) -> None:
        """A section whose bullets leave something out names the file that has it all (000 §Condensation Rules)."""
        state, path = self._state, path_of(layer)
        others = tuple(ref for ref in state.refs.get(layer, ()) if ref != path)
        partial = any(
            note.layer == layer and (entry := state.entry(key)) is not None and not is_whole(entry.text, note.text)
            for key, note in state.hot.items()
        )
        state.refs[layer] = (*others, path) if partial else others


def _full_problem(most: int) -> Problem:
    return Problem(
        path=MEMORY_PATH,
        what=f"all {most} bullets of the hot cache are pinned or critical, so nothing else can become hot",
        action="unpin or forget what is not needed in every session",
    )
