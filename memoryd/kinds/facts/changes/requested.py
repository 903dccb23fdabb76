"""Changes of facts by requests: state, correct, restore, purge (002 §1, rules 5, 6, 7).

Each runs on the writer thread in a batch: it is durable before it is acknowledged, and undone if that fails.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from memoryd.acting import Actor, acting, actor
from memoryd.errors import Conflict
from memoryd.kinds.facts.changes.archiving import FactArchiving
from memoryd.kinds.facts.changes.staging import Staging
from memoryd.kinds.facts.changes.supersession import Supersession, succeeding
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexFeed
from memoryd.kinds.facts.file.removals import encode_removal
from memoryd.kinds.facts.known.store import FactEvents, FactStore, not_found
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import FULL, State, boosted
from memoryd.kinds.facts.model.fact import Fact, Folded, Statement, document, encode_line, encode_lines, fact_of
from memoryd.kinds.facts.model.fact_ids import new_id, new_ids
from memoryd.kinds.facts.model.validity import ALWAYS
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch

IMPORTED = "imported as archived"
_FEW = 4
"""Fewer new facts than this are added one by one."""


class _Run:
    """Consecutive statements that no fact makes yet, and their folded triples by hash."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.keys: dict[int, Folded] = {}
        self.by: list[Actor] = []


class FactChanges:
    """Changes the facts, and their files with them."""

    def __init__(
        self,
        store: FactStore,
        file: FactsFile,
        feed: IndexFeed,
        archive_log: AppendLog,
        removals_log: AppendLog,
        events: FactEvents,
    ) -> None:
        self._store = store
        self._file = file
        self._removals_log = removals_log
        self._events = events
        self.supersession = Supersession(store, file, events)
        self._staging = Staging(store, file, feed, archive_log, events)
        self.archiving = FactArchiving(store, file, self._staging, archive_log, removals_log, events)

    def check(self) -> None:
        """Before a request stages anything. Raises NotYet while an editor may be writing facts.jsonl."""
        self._file.check()

    # --- stating ------------------------------------------------------------------------------------------

    def add_all(
        self, statements: Sequence[Statement], batch: Batch, by: Sequence[Actor] | None = None
    ) -> list[dict[str, Any]]:
        """State facts in order, with the same effect as `add` of each; new ones in a row take a fifth of the time.

        `by`: who states each, where it is not whoever acts now.
        """
        self._file.check()
        by = [actor()] * len(statements) if by is None else by
        if len(statements) < _FEW:
            return [self._add_for(who, one, batch) for who, one in zip(by, statements, strict=True)]
        table, archive = self._store.table, self._store.archive
        outcomes: list[dict[str, Any]] = []
        run = _Run()
        keys = table.keys_of(statements)
        archived = archive.triples([hash(key) for key in keys])
        for who, one, key in zip(by, statements, keys, strict=True):
            code = hash(key)
            if (
                code in run.keys or table.may_have(code) or code in archived or archive.may_have_staged(code)
                or one.validity is not ALWAYS or self.supersession.is_special(one)
            ):  # fmt: skip
                outcomes += self._add_run(run, batch)
                run = _Run()
                outcomes.append(self._add_for(who, one, batch))
            else:
                run.statements.append(one)
                run.keys[code] = key
                run.by.append(who)
        return outcomes + self._add_run(run, batch)

    def _add_for(self, who: Actor, statement: Statement, batch: Batch) -> dict[str, Any]:
        with acting(who):
            return self.add(statement, batch)

    def add(self, statement: Statement, batch: Batch, heard: int = 0) -> dict[str, Any]:
        """State a fact; a known one is reinforced (rule 5), and superseded ones are marked (rule 23).

        A new one's activation starts at 1 when it was `heard`, 0: now.
        """
        store, now, key = self._store, batch.now, key_of(statement)
        known = store.table.same(key)
        if known is not None and self._file.leaving and store.table.ordinal(known.id) in self._file.leaving:
            self.archiving.archive_gone(known, batch)
            known = None
        if known is not None and not self.supersession.has_ended(known, statement, now):
            return self._reinforce(known, batch)
        rivals, named = self.supersession.rivals(statement), self.supersession.named(statement)
        holds = self.supersession.holding(statement, rivals, now)
        if holds is not None:
            return self._reinforce(holds, batch)
        told = self.supersession.stated_before(statement, rivals)
        if told is not None:
            return _stated(told.id, "reinforced")
        archived = None if rivals or named or known else store.archive.same(key, store.table)
        if (
            archived is not None and archived[0].id not in store.chains
            and not self.supersession.has_ended(archived[0], statement, now)
        ):  # fmt: skip
            fact, state = archived
            self._reactivate(fact, State(FULL, store.stamp(now), now, state.access_count), batch)
            return _stated(fact.id, "reinforced")
        fact, olds = self.supersession.placed(fact_of(statement, new_id(), now), rivals, named)
        if known is not None:
            fact, olds = succeeding(fact, known), [*olds, known]
        began = min(heard or now, now)
        state = State(FULL, store.stamp(now) if began == now else began, began, 0)
        if fact.validity.superseded_by is not None:
            key = key_of(fact)  # it is compared with others no more
        ordinal = self._insert(fact, key, state, batch)
        superseded = self.supersession.supersede(olds, fact, batch)
        self.archiving.enforce_cap(batch, spare=ordinal)
        reply = _stated(fact.id, "added")
        if superseded:
            reply["superseded"] = superseded
        if fact.validity.superseded_by is not None:
            reply["superseded_by"] = fact.validity.superseded_by
        return reply

    def _reinforce(self, fact: Fact, batch: Batch) -> dict[str, Any]:
        store = self._store
        ordinal = store.table.ordinal(fact.id)
        assert ordinal is not None
        before = store.activations.state(ordinal)
        staged = self._staging.of(batch)
        if store.is_faded(ordinal, batch.now):
            # Its vector may have been dropped by the index step of maintenance.
            staged.put[fact.id] = document(fact)
            staged.all_new = False
        store.activations.refresh(ordinal, batch.now)
        batch.on_abort(lambda: store.activations.put(ordinal, before))
        return _stated(fact.id, "reinforced")

    def _insert(self, fact: Fact, key: Folded, state: State, batch: Batch) -> int:
        staged = self._staging.of(batch)
        # After a kill, the next start takes the activation from the line.
        shown = self._store.decayed(state, batch.now)
        ordinal = self._store.insert(fact, key, state, shown)
        self._file.append(encode_line(fact, shown), (ordinal,), batch)
        staged.put[fact.id] = document(fact)
        staged.by[fact.id] = actor()
        batch.on_abort(functools.partial(self._take_back, [fact.id]))
        return ordinal

    def _add_run(self, run: _Run, batch: Batch) -> list[dict[str, Any]]:
        if len(run.statements) < _FEW or not self._store.has_room(len(run.statements)):
            return [self._add_for(who, one, batch) for who, one in zip(run.by, run.statements, strict=True)]
        now, ids = batch.now, new_ids(len(run.statements))
        facts = [fact_of(one, fact_id, now) for fact_id, one in zip(ids, run.statements, strict=True)]
        self._insert_all(facts, ids, run.keys, batch)
        self._staging.of(batch).by.update(zip(ids, run.by, strict=True))
        return [{"id": fact_id, "status": "added", "activation": FULL} for fact_id in ids]

    def _insert_all(self, facts: list[Fact], ids: list[str], keys: Mapping[int, Folded], batch: Batch) -> None:
        staged, now = self._staging.of(batch), batch.now
        ordinals = self._store.insert_all(
            facts, list(keys.values()), list(keys), State(FULL, self._store.stamp(now), now, 0)
        )
        self._file.append(encode_lines(facts, FULL), ordinals, batch)
        staged.put.update((fact.id, document(fact)) for fact in facts)
        batch.on_abort(functools.partial(self._take_back, ids))

    def _take_back(self, fact_ids: Sequence[str]) -> None:
        for fact_id in reversed(fact_ids):
            self._store.table.remove(fact_id)
            self._store.chains.unlink(fact_id)
            self._file.take_back()

    def edit(self, fact_id: str, to: Fact, batch: Batch, *, keeps_chain: bool = False) -> dict[str, Any]:
        """Correct a fact under its id by a further line, which counts from now on. The history keeps the old text.

        `keeps_chain`: all of its chain is corrected alike.
        """
        store, ordinal = self._store, self._store.table.ordinal(fact_id)
        before = None if ordinal is None else store.table[ordinal]
        if ordinal is None or before is None:
            raise not_found(fact_id)
        if replace(to, validity=before.validity) == before and _same_times(to, before):
            return {"id": fact_id, "status": "unchanged"}
        self._refuse_twin(to)
        to, again = (to, []) if keeps_chain else self.supersession.loosen(before, to, batch)
        if store.single.thing_of(to) is None:
            self._refuse_twin(to)
        staged, activation = self._staging.of(batch), store.line_activation(ordinal)
        store.table.replace(ordinal, to)
        store.single.note(to, ordinal)
        batch.on_abort(functools.partial(store.table.replace, ordinal, before))
        self._file.append_again(ordinal, encode_line(to, activation), batch, encode_line(before, activation))
        staged.all_new = False
        staged.put[fact_id] = document(to)
        staged.by[fact_id] = actor()
        self._settle_corrected(before, to, again, batch)
        return {"id": fact_id, "status": "edited"}

    def corrected_by_hand(self, before: Fact, batch: Batch) -> None:
        """A hand edit corrected this fact: update its chain, as an edit by request does."""
        now = self._store.table.get(before.id)
        if now is not None:
            to, again = self.supersession.loosen(before, now, batch)
            self._settle_corrected(before, to, again if to == now else [to, *again], batch)

    def _settle_corrected(self, before: Fact, to: Fact, again: Sequence[Fact], batch: Batch) -> None:
        store = self._store
        for one in again:
            ordinal = store.table.ordinal(one.id)
            if ordinal is not None and (old := store.table[ordinal]) is not None:
                batch.on_abort(functools.partial(store.table.replace, ordinal, old))
                self._state_again(batch, ordinal, one)
        for thing in dict.fromkeys(map(store.single.thing_of, (before, to))):
            if thing is not None:
                self.supersession.settle_thing(thing, batch)
        batch.on_commit(self._events.lines_behind)

    def _refuse_twin(self, to: Fact) -> None:
        twin = self._store.table.same(key_of(to))
        if twin is not None and twin.id != to.id:
            raise Conflict(f"{twin.id} already states that; archive one of the two", id=twin.id)

    def overrule(self, fact_id: str, by: str, batch: Batch) -> None:
        """Mark the one of two contradictory facts that does not hold, and may never have held (rule 23)."""
        store, ordinal = self._store, self._store.table.ordinal(fact_id)
        fact, later = None if ordinal is None else store.table[ordinal], store.table.get(by)
        if ordinal is None or fact is None or later is None:
            raise not_found(fact_id)
        until = max(fact.valid_from, later.valid_from)
        validity = replace(fact.validity, superseded_by=by, valid_until=until, edited=batch.now)
        to = replace(fact, validity=validity)
        store.chains.link(fact_id, by)
        batch.on_abort(functools.partial(store.chains.unlink, fact_id))
        batch.on_abort(functools.partial(store.table.replace, ordinal, fact))
        self._state_again(batch, ordinal, to)
        self.supersession.name(by, fact_id, batch)
        batch.on_commit(self._events.changed)

    def _state_again(self, batch: Batch, ordinal: int, to: Fact) -> None:
        """Add a further line of a fact, which counts from now on."""
        self._staging.of(batch).all_new = False
        table, activation = self._store.table, self._store.line_activation(ordinal)
        before = table[ordinal]
        table.replace(ordinal, to)
        corrects = b"" if before is None else encode_line(before, activation)
        self._file.append_again(ordinal, encode_line(to, activation), batch, corrects)
        batch.on_commit(self._events.lines_behind)

    # --- bringing back ------------------------------------------------------------------------------------

    def bring(self, fact: Fact, state: State, batch: Batch, *, archived: bool) -> str | None:
        """Import a fact of an export unchanged; the id of an existing one, which stays, if there is one."""
        store = self._store
        if fact.id in store.table or fact.id in store.archive:
            return fact.id
        if fact.validity.superseded_by is None and not archived:
            twin = store.table.same(key_of(fact))
            if twin is not None:
                return twin.id
        ordinal = self._insert(fact, key_of(fact), state, batch)
        self._staging.of(batch).all_new = False
        if archived:
            self.archiving.archive_fact(fact, IMPORTED, batch)
        else:
            self.archiving.enforce_cap(batch, spare=ordinal)
        return None

    def restore(self, fact_id: str, batch: Batch) -> dict[str, Any]:
        """Make an archived fact active again; this counts as an access, so that it can be found."""
        store = self._store
        if fact_id in store.table:
            return {"id": fact_id, "status": "already_active"}
        known = store.archive.get(fact_id)
        if known is None:
            raise not_found(fact_id)
        fact, state = store.marked(known[0]), known[1]
        twin = store.table.same(key_of(fact))
        if twin is not None:
            raise Conflict(f"{twin.id} already states the same; archive it first, or keep it", id=twin.id)
        now = batch.now
        value = boosted(store.decayed(state, now), store.settings.recall_boost)
        self._reactivate(fact, State(value, store.stamp(now), now, state.access_count), batch)
        self.supersession.settle(batch)
        return {"id": fact_id, "status": "restored"}

    def _reactivate(self, fact: Fact, state: State, batch: Batch) -> None:
        """Bring an archived fact back under its old id."""
        self._staging.of(batch).all_new = False
        ordinal = self._store.removed.get(fact.id)
        if ordinal is None:
            self._insert(fact, key_of(fact), state, batch)
            self._store.archived_active += 1
        else:
            self._cancel_removal(fact, ordinal, state, batch)
        batch.on_abort(functools.partial(self._count_active, -1))
        self.archiving.enforce_cap(batch, spare=self._store.table.ordinal(fact.id))

    def _count_active(self, change: int) -> None:
        self._store.archived_active += change

    def _cancel_removal(self, fact: Fact, ordinal: int, state: State, batch: Batch) -> None:
        """Its line is still in facts.jsonl: keep it there."""
        store, staged = self._store, self._staging.of(batch)
        before = store.activations.state(ordinal)
        store.put_back(fact, ordinal, state)
        batch.append(self._removals_log, encode_removal(fact.id, cancelled=True))
        staged.put[fact.id] = document(fact)
        staged.by[fact.id] = actor()
        if fact.id in staged.remove:
            staged.remove.remove(fact.id)

        def abort() -> None:
            store.table.remove(fact.id)
            store.activations.put(ordinal, before)
            store.removed[fact.id] = ordinal

        batch.on_abort(abort)

    # --- purging ------------------------------------------------------------------------------------------

    def purge(self, fact_id: str, batch: Batch) -> None:
        """Remove a fact from memory at once and from both files soon after; the intent is durable first (rule 6)."""
        store = self._store
        fact = store.table.get(fact_id)
        if fact is None and fact_id not in store.archive:
            raise not_found(fact_id)
        staged = self._staging.of(batch)
        again = self.supersession.leave(fact_id, functools.partial(self._state_again, batch), batch)
        ordinal = store.table.remove(fact_id)
        if ordinal is not None and fact is not None:
            store.removed[fact_id] = ordinal
            store.archived_active -= fact_id in store.archive
            batch.on_abort(functools.partial(store.put_back, fact, ordinal))
        batch.append(self._removals_log, encode_removal(fact_id, purge=True))
        staged.remove.append(fact_id)
        staged.purged.append(fact_id)
        staged.by[fact_id] = actor()
        staged.put.pop(fact_id, None)
        for thing in again:
            self.supersession.settle_thing(thing, batch)

        def commit() -> None:
            store.forget(fact_id)
            self._file.guard.recent.clear()
            self._events.rewrite_due()

        batch.on_commit(commit)


def _same_times(one: Fact, other: Fact) -> bool:
    return (one.validity.valid_from, one.validity.valid_until, one.validity.superseded_by) == (
        other.validity.valid_from, other.validity.valid_until, other.validity.superseded_by
    )  # fmt: skip


def _stated(fact_id: str, status: str) -> dict[str, Any]:
    return {"id": fact_id, "status": status, "activation": FULL}
