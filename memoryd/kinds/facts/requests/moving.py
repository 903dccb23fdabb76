"""Facts that get another project (rules 5, 17)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from memoryd.background import Progress
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.compare import key_of
from memoryd.storage.batch import Batch

SLICE = 50
"""Facts in one batch: others' writes wait for no more."""


def move_project(
    store: FactStore,
    changes: FactChanges,
    run: Callable[[Callable[[Batch], Any]], Any],
    before: str,
    after: str,
    progress: Progress,
) -> int:
    """Move every active fact of a project, superseded ones too; how many. `run` does one batch."""
    facts = (store.table[ordinal] for ordinal in store.table.ordinals())
    ids = [fact.id for fact in facts if fact is not None and fact.origin.project == before]
    for start in range(0, len(ids), SLICE):
        progress("facts", start, len(ids))
        run(functools.partial(_move_some, store, changes, ids[start : start + SLICE], before, after))
    return len(ids)


def _move_some(store: FactStore, changes: FactChanges, ids: list[str], before: str, after: str, batch: Batch) -> None:
    for fact_id in ids:
        fact, ordinal = store.table.get(fact_id), store.table.ordinal(fact_id)
        if fact is None or ordinal is None or fact.origin.project != before:
            continue
        # Of a later line that says when it was edited, the next start knows that it counts.
        validity = replace(fact.validity, edited=batch.now)
        to = replace(fact, origin=replace(fact.origin, project=after), validity=validity)
        twin = store.table.same(key_of(to))
        other = None if twin is None else store.table.ordinal(twin.id)
        if twin is not None and other is not None:
            values = store.activations
            gives_way = values.at(other, batch.now) >= values.at(ordinal, batch.now)
            goes, stays = (fact_id, twin.id) if gives_way else (twin.id, fact_id)
            changes.archiving.archive(goes, f"{stays} states the same in {after}", batch)
            if gives_way:
                continue
        changes.edit(fact_id, to, batch, keeps_chain=True)  # a chain is of one project
