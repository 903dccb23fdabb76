"""000 §Hygiene Checklist, a few notes an operation, so that no request waits for it."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

import msgspec

from memoryd.errors import MemorydError
from memoryd.kinds.notes.changes.archiving import Archiving
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.store import NoteStore
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.layer_file import note_key
from memoryd.kinds.notes.known.state import NoteState
from memoryd.kinds.notes.rules.aging import ColdReason, Life, cold_because, unused_since, wants_review
from memoryd.kinds.notes.rules.eviction import eviction_order, priority_of
from memoryd.storage.batch import Batch
from memoryd.types import Problem

A_NIGHT = 10
"""Notes that one run archives by age, at most (rule 15)."""
SLICE = 20


class Findings(msgspec.Struct):
    """What there is to do, or was done; `review` is only ever asked about."""

    demote: list[str] = msgspec.field(default_factory=list)
    sync: list[str] = msgspec.field(default_factory=list)
    promote: list[str] = msgspec.field(default_factory=list)
    archive: list[tuple[str, str]] = msgspec.field(default_factory=list)
    review: list[str] = msgspec.field(default_factory=list)
    prune: int = 0

    def counts(self) -> dict[str, int]:
        """For the step's result."""
        return {
            "demoted": len(self.demote),
            "synced": len(self.sync),
            "promoted": len(self.promote),
            "archived": len(self.archive),
            "review": len(self.review),
            "pruned": self.prune,
        }

    def sentences(self) -> list[str]:
        """One line for each thing."""
        return [
            *(f"demote {key}" for key in self.demote),
            *(f"sync {key}" for key in self.sync),
            *(f"promote {key}" for key in self.promote),
            *(f"archive {key} ({reason})" for key, reason in self.archive),
            *(f"ask about {key}: archived for long" for key in self.review),
            *([f"roll {self.prune} old log entries into memory/archive"] if self.prune else []),
        ]


class Checklist:
    """Looks at the snapshot on any thread, changes notes on the writer's."""

    def __init__(self, transactions: NoteTransactions, hot: HotCache, archiving: Archiving, store: NoteStore) -> None:
        self._transactions = transactions
        self._state = transactions.state
        self._hot = hot
        self._archiving = archiving
        self._store = store

    def look(self, now: int) -> Findings:
        """What the checklist finds in what is published now."""
        settings, state = self._transactions.settings, self._transactions.snapshot
        numbers, today = settings.now, settings.day(now)
        found = Findings(demote=self._to_demote(state))
        found.sync = [
            key for key, note in state.hot.items()
            if (e := state.entry(key)) and (e.digest != note.digest or self._hot.is_held(note.layer, e))
        ]  # fmt: skip
        need = numbers.promote_after_sessions
        found.promote = [
            key for key, row in list(state.hygiene.access.items())
            if row.access_count >= need and state.entry(key) is not None and key not in state.hot
        ]  # fmt: skip
        promoted = set(found.promote)
        cold: list[tuple[str, str, ColdReason]] = []
        for key, life in self._lives(state):
            reason = cold_because(life, today, numbers)
            if reason is not None and key not in promoted:
                cold.append((unused_since(life), key, reason))
        # After a pause of weeks all would be cold at once.
        found.archive = [(key, reason) for _, key, reason in heapq.nsmallest(A_NIGHT, cold)]
        found.review = [
            note.key for note in self._transactions.archive.all()
            if state.entry(note.key) is None and wants_review(note.day, today, numbers)
        ]  # fmt: skip
        oldest = settings.oldest_logged(now)
        moves = (*state.hygiene.promotions, *state.hygiene.demotions)
        found.prune = sum(1 for move in moves if move.at < oldest)
        return found

    def _to_demote(self, state: NoteState) -> list[str]:
        numbers = self._transactions.settings.now
        standings = [state.standing(key) for key in state.hot]
        order = eviction_order(standings, numbers.demote_after_sessions)
        cold = [one.key for one in order if priority_of(one, numbers.demote_after_sessions) == "cold"]
        over = len(state.hot) - numbers.hot_max_bullets
        return [one.key for one in order[: max(over, len(cold))]]

    def _lives(self, state: NoteState) -> Iterator[tuple[str, Life]]:
        demoted: dict[str, str] = {}
        for move in state.hygiene.demotions:
            demoted[move.entry] = max(move.at, demoted.get(move.entry, ""))
        for move in state.hygiene.promotions:
            if demoted.get(move.entry, "") < move.at:
                demoted.pop(move.entry, None)
        for layer, known in state.layers.items():
            for entry in known.file.entries():
                key = note_key(layer, entry.slug)
                row = state.hygiene.access.get(key)
                fixed = key in state.hot or ("↑[" in entry.raw and (entry.pinned or entry.critical))
                day = self._transactions.settings.day(entry.seen)
                yield key, Life(day, row.last_access if row else None, demoted.get(key), fixed)

    def run(self, now: int, tick: Callable[[int, int], None], *, archives: bool = True) -> Findings:
        """Do what is found; each note is looked at again before it is changed. `archives`: also those by age."""
        run = self._transactions.run
        found = self.look(now)
        if not archives:
            found.archive = []
        total = len(found.archive) + 1
        run(lambda batch: self._tend_hot(found, batch))
        done: list[tuple[str, str]] = []
        for start in range(0, len(found.archive), SLICE):
            tick(start, total)
            part = found.archive[start : start + SLICE]
            done += run(lambda batch: self._archive(part, batch))  # noqa: B023 - called within this turn of the loop
        found.archive = done
        self._transactions.board.set("notes:review", [_review_problem(found.review)] if found.review else ())
        return found

    def _tend_hot(self, found: Findings, batch: Batch) -> None:
        state, files = self._state, self._transactions.files
        with self._transactions.changing(batch):
            for key in found.demote:
                if key in state.hot and not state.standing(key).is_fixed:
                    self._hot.demote(key, "no access for sessions", batch)
            for key in list(state.hot):
                self._hot.resync(key, batch)
            self._hot.promote_used(batch)
            files.hygiene.roll_before(self._transactions.settings.oldest_logged(batch.now))
            if found.prune:
                files.staged.hygiene = True

    def _archive(self, part: list[tuple[str, str]], batch: Batch) -> list[tuple[str, str]]:
        done = []
        for key, reason in part:
            try:
                _, entry = self._store.require(key, batch)
                if key in self._state.hot or entry.pinned or entry.critical:
                    continue
                with self._transactions.changing(batch):
                    self._archiving.archive(key, reason, batch)
                done.append((key, reason))
            except MemorydError:
                continue
        return done


def _review_problem(keys: list[str]) -> Problem:
    shown = ", ".join(keys[:5]) + (" …" if len(keys) > 5 else "")
    return Problem(
        path="memory/archive",
        what=f"archived notes that were not restored for long ({len(keys)}): {shown}",
        action="nothing is deleted by itself: restore what is needed, remove by hand what is not",
        severity="notice",
    )
