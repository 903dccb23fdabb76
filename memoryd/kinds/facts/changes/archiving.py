"""Moving facts to the archive, and keeping it whole when an editor saves an older one over it (rules 6, 7, 8)."""

from __future__ import annotations

import functools
import itertools
import uuid
from typing import Any

import msgspec
from msgspec.structs import replace

from memoryd.acting import actor
from memoryd.kinds.facts.changes.staging import Staging
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.removals import encode_removal
from memoryd.kinds.facts.known.store import FactEvents, FactStore, not_found
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import (
    ARCHIVE_PATH,
    Fact,
    archived_state,
    decode_archived,
    decode_line,
    document,
    encode_archived,
    from_line,
)
from memoryd.secrets import may_hold_secrets, redact
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch

OVER_CAP = "over max_facts"
DELETED_BY_HAND = "deleted by hand"
_REPEATS = uuid.UUID("6f1d4a52-0c3e-5b7a-9d21-7e0b3c84f5a6")
"""Ids of such lines' facts derive from their bytes, so that the same line is archived once."""


def without_secrets(fact: Fact) -> Fact:
    """The fact as we may write it into a file of ours: a person may have typed a secret into facts.jsonl (rule 22)."""
    parts = (fact.subject, fact.predicate, fact.object, fact.source)
    if not may_hold_secrets("\n".join(parts)):
        return fact
    subject, predicate, object_, source = (redact(part)[0] for part in parts)
    name = fact.predicate.replace("_", " ").split()[-1:]
    if object_ == fact.object and name:
        # `has_password` of `hunter2` is a secret where `hunter2` alone is none.
        object_ = redact(f"{name[0]}: {object_}")[0].removeprefix(f"{name[0]}: ")
    return msgspec.structs.replace(fact, subject=subject, predicate=predicate, object=object_, source=source)


class FactArchiving:
    """Moves facts to the archive within a batch."""

    def __init__(
        self,
        store: FactStore,
        file: FactsFile,
        staging: Staging,
        archive_log: AppendLog,
        removals_log: AppendLog,
        events: FactEvents,
    ) -> None:
        self._store = store
        self._file = file
        self._staging = staging
        self._archive_log = archive_log
        self._removals_log = removals_log
        self._events = events

    def archive(self, fact_id: str, reason: str, batch: Batch) -> dict[str, Any]:
        """Move an active fact to the archive; its line leaves facts.jsonl soon after (rule 6)."""
        fact = self._store.table.get(fact_id)
        if fact is None:
            if fact_id in self._store.archive:
                return {"id": fact_id, "status": "already_archived"}
            raise not_found(fact_id)
        self.archive_fact(fact, reason, batch)
        return {"id": fact_id, "status": "archived"}

    def archive_gone(self, fact: Fact, batch: Batch) -> None:
        """A person deleted the line: the fact goes to the archive (rule 6)."""
        self._store.remember_gone(fact.id)
        self.archive_fact(fact, DELETED_BY_HAND, batch, line_stands=False)

    def archive_some_leaving(self, most: int, batch: Batch) -> bool:
        """The same of so many whose lines are known to be gone; whether more are left."""
        leaving = self._file.leaving
        for ordinal in list(itertools.islice(leaving, most)):
            fact = self._store.table[ordinal]
            if fact is None:
                del leaving[ordinal]
            else:
                self.archive_gone(fact, batch)
        return bool(leaving)

    def enforce_cap(self, batch: Batch, spare: int | None = None) -> None:
        """Archive the weakest facts while there are more than `max_facts`, never `spare` (rule 7)."""
        while not self._store.has_room(0):
            if self._file.leaving:
                self.archive_some_leaving(1, batch)
            elif (fact := self._store.weakest(spare)) is not None:
                self.archive_fact(fact, OVER_CAP, batch)
            else:
                return

    def archive_fact(self, fact: Fact, reason: str, batch: Batch, *, line_stands: bool = True) -> None:
        store, staged = self._store, self._staging.of(batch)
        ordinal = store.table.remove(fact.id)
        assert ordinal is not None
        line_stands = not self._file.leaves(ordinal, batch) and line_stands
        state = store.activations.settled(ordinal, batch.now)
        kept = without_secrets(fact)
        raw = encode_archived(kept, state, batch.now, reason)
        store.archived_active -= fact.id in store.archive
        store.archive.stage(kept, state)
        batch.append(self._archive_log, raw)
        staged.archived.append((kept, raw))
        batch.on_commit(lambda: self._file.guard.recent.note(ARCHIVE_PATH, raw, batch.now, fact.id))
        if line_stands and self._file.duplicates:
            self._archive_repeats(fact, state, batch, reason)
        if staged.put.pop(fact.id, None) is None:
            staged.before[fact.id] = document(fact)
        staged.remove.append(fact.id)
        staged.by[fact.id] = actor()
        if line_stands:
            store.removed[fact.id] = ordinal
            batch.append(self._removals_log, encode_removal(fact.id))
            batch.on_commit(self._events.rewrite_due)

        def abort() -> None:
            store.archive.unstage(fact.id)
            store.put_back(fact, ordinal)

        batch.on_abort(abort)

    def _archive_repeats(self, fact: Fact, state: State, batch: Batch, reason: str) -> None:
        """What other lines with the fact's id say leaves the file with its line, as facts of their own (rule 6)."""
        store, staged = self._store, self._staging.of(batch)
        for raw in self._file.duplicates.values():
            line = decode_line(raw)
            key = key_of(line)
            if line.id != fact.id or key == key_of(fact) or store.table.same(key) is not None:
                continue
            own = f"fact-{uuid.uuid5(_REPEATS, raw.decode('utf-8', 'replace'))}"
            if own in store.archive:
                continue
            kept = without_secrets(replace(from_line(line, batch.now), id=own))
            data = encode_archived(kept, state, batch.now, reason)
            store.archive.stage(kept, state)
            batch.append(self._archive_log, data)
            staged.archived.append((kept, data))
            batch.on_abort(functools.partial(store.archive.unstage, own))

    def archive_again(self, is_behind: bool, batch: Batch) -> int:
        """Put back lines that an editor saved an older archive over (rules 6 and 8); how many.

        A person deleted one only where a later line of ours stands, which tells that the editor had seen it; not so
        when that was written behind what the editor saved (`is_behind`).
        """
        store, count = self._store, 0
        recent = self._file.guard.recent.of(ARCHIVE_PATH, batch.now)
        last = {one.key: number for number, one in enumerate(recent)}
        standing = {key: store.archive.raw(key).strip() for key in last}
        seen = [number for key, number in last.items() if standing[key] == recent[number].raw.strip() and not is_behind]
        until, deleted = max(seen, default=-1), set[str]()
        older = {(one.key, one.raw.strip()) for number, one in enumerate(recent) if number != last[one.key]}
        for key, number in last.items():
            one = recent[number]
            if key in store.archive and (standing[key] == one.raw.strip() or (key, standing[key]) not in older):
                continue
            if number < until:
                deleted.add(key)
            elif key not in store.table and key not in store.forgotten:
                line = decode_archived(one.raw)
                fact, staged = from_line(line, 0), self._staging.of(batch)
                store.archive.stage(fact, archived_state(line))
                batch.append(self._archive_log, one.raw)
                staged.archived.append((fact, one.raw))
                batch.on_abort(functools.partial(store.archive.unstage, fact.id))
                count += 1
        if deleted:
            self._file.guard.recent.keep(ARCHIVE_PATH, [(one.raw, 0) for one in recent if one.key not in deleted])
        return count
