"""000 §Hygiene Checklist, a few notes an operation, so that no request waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from memoryd.errors import MemorydError
from memoryd.kinds.notes.aging import AgingRule, Life, cold_because, wants_review
from memoryd.kinds.notes.eviction import eviction_order, priority_of
from memoryd.kinds.notes.layer_file import note_key
from memoryd.kinds.notes.memory_edits import MemoryEdits
from memoryd.kinds.notes.state import Desk
from memoryd.kinds.notes.store import NoteStore
from memoryd.storage.writer import Batch
from memoryd.times import DAY
from memoryd.types import Problem

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
    """Looks on any thread, acts on the writer's."""

    def __init__(self, keeper: NoteStore, memory: MemoryEdits) -> None:
        self._keeper = keeper
        self._memory = memory

    def look(self, now: int) -> Findings:
        """What the checklist finds in what is published now."""
        keeper, desk = self._keeper, self._keeper.view
        settings, today = keeper.settings, keeper.day(now)
        found = Findings(demote=self._to_demote(desk))
        found.sync = [key for key, note in desk.hot.items() if (e := desk.entry(key)) and e.digest != note.digest]
        need = settings.promote_sessions
        found.promote = [
            key for key, row in list(desk.hygiene.access.items())
            if row.access_count >= need and desk.entry(key) is not None and key not in desk.hot
        ]  # fmt: skip
        rule = AgingRule(settings.archive_after, settings.demoted_after, settings.review_after)
        ripe = set(found.promote)
        for key, life in self._lives(desk):
            reason = cold_because(life, today, rule)
            if reason is not None and key not in ripe:
                found.archive.append((key, reason))
        found.review = [
            note.key for note in keeper.archive.all()
            if desk.entry(note.key) is None and wants_review(note.day, today, rule)
        ]  # fmt: skip
        oldest = self.oldest(now)
        moves = (*desk.hygiene.promotions, *desk.hygiene.demotions)
        found.prune = sum(1 for move in moves if move.at < oldest)
        return found

    def oldest(self, now: int) -> str:
        """Log entries before this day roll into the archive."""
        return self._keeper.day(now - self._keeper.settings.log_retention * DAY)

    def _to_demote(self, desk: Desk) -> list[str]:
        settings = self._keeper.settings
        standings = [desk.standing(key) for key in desk.hot]
        order = eviction_order(standings, settings.demote_after)
        cold = [one.key for one in order if priority_of(one, settings.demote_after) == "cold"]
        over = len(desk.hot) - settings.most_bullets
        return [one.key for one in order[: max(over, len(cold))]]

    def _lives(self, desk: Desk) -> Iterator[tuple[str, Life]]:
        demoted: dict[str, str] = {}
        for move in desk.hygiene.demotions:
            demoted[move.entry] = max(move.at, demoted.get(move.entry, ""))
        for move in desk.hygiene.promotions:
            if demoted.get(move.entry, "") < move.at:
                demoted.pop(move.entry, None)
        for layer, known in desk.layers.items():
            for entry in known.file.entries():
                key = note_key(layer, entry.slug)
                row = desk.hygiene.access.get(key)
                fixed = key in desk.hot or ("↑[" in entry.raw and (entry.pinned or entry.critical))
                day = self._keeper.day(entry.seen)
                yield key, Life(day, row.last_access if row else None, demoted.get(key), fixed)

    def run(self, now: int, tick: Callable[[int, int], None] = lambda done, total: None) -> Findings:
        """Do what is found; what a person did meanwhile is looked at again before each act."""
        keeper = self._keeper
        found = self.look(now)
        total = len(found.archive) + 1
        keeper.run(lambda batch: self._hot(found, batch))
        done: list[tuple[str, str]] = []
        for start in range(0, len(found.archive), SLICE):
            tick(start, total)
            part = found.archive[start : start + SLICE]
            done += keeper.run(lambda batch: self._archive(part, batch))  # noqa: B023 - called within this turn of the loop
        found.archive = done
        keeper.board.set("notes:review", [_review_problem(found.review)] if found.review else ())
        return found

    def _hot(self, found: Findings, batch: Batch) -> None:
        keeper = self._keeper
        with keeper.changing(batch):
            for key in found.demote:
                if key in keeper.desk.hot and priority_of(keeper.desk.standing(key)) not in ("pinned", "critical"):
                    keeper.demote_now(key, "no access for sessions", batch)
            for key in list(keeper.desk.hot):
                keeper.resync(key, batch.now)
            self._memory.promote_ripe(batch)
            keeper.files.oldest_move = self.oldest(batch.now)
            if found.prune:
                keeper.files.staged.hygiene = True

    def _archive(self, part: list[tuple[str, str]], batch: Batch) -> list[tuple[str, str]]:
        keeper = self._keeper
        done = []
        for key, reason in part:
            try:
                _, entry = keeper.require(key, batch)
                if key in keeper.desk.hot or entry.pinned or entry.critical:
                    continue
                with keeper.changing(batch):
                    keeper.archive_now(key, reason, batch)
                done.append((key, reason))
            except MemorydError:
                continue
        return done


def _review_problem(keys: list[str]) -> Problem:
    shown = ", ".join(keys[:5]) + (" …" if len(keys) > 5 else "")
    return Problem(
        path="memory/archive",
        what=f"{len(keys)} notes have been in the archive for long and were never restored: {shown}",
        action="nothing is deleted by itself: restore what is needed, remove by hand what is not",
    )
