"""`facts`: subject-predicate-object statements with activation (002 §1, §2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from memoryd.errors import Conflict, InvalidParams
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.known import find
from memoryd.kinds.facts.known.seen import Facts, SeenFacts
from memoryd.kinds.facts.known.store import FactStore, not_found
from memoryd.kinds.facts.model.fact import document
from memoryd.kinds.facts.requests.contradictions import Contradictions
from memoryd.kinds.facts.requests.importing import FactImport, ImportParams, ImportResult, joined, slices
from memoryd.kinds.facts.requests.shapes import (
    AddManyParams,
    AddManyResult,
    AddParams,
    AddResult,
    ArchiveParams,
    ChangeResult,
    ConflictsParams,
    ConflictsResult,
    EditParams,
    EntitiesParams,
    EntitiesResult,
    FactResult,
    FindParams,
    FindResult,
    IdParams,
    NeighborsParams,
    NeighborsResult,
    RelationsParams,
    RelationsResult,
)
from memoryd.kinds.facts.requests.stating import FactStating
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import UNTRUSTED, When


class FactMethods:
    """The handlers."""

    def __init__(
        self, services: Services, store: FactStore, changes: FactChanges, contradictions: Contradictions
    ) -> None:
        self._contradictions = contradictions
        self._services = services
        self._store = store
        self._changes = changes
        self._stating = FactStating(services, changes)
        self._importing = FactImport(services, changes)
        self._entities = find.EntityList(store)

    # --- looking ------------------------------------------------------------------------------------------

    def get(self, asker: Asker, params: IdParams) -> dict[str, Any]:
        """The fact of an id, active or archived; leaves no trace."""
        found = self._marked(self._store.get(params.id, asker.now))
        chain = self._store.chain(params.id)
        return {**found, "chain": chain} if chain else found

    def find(self, asker: Asker, params: FindParams) -> dict[str, Any]:
        """Facts by exact parts; leaves no trace."""
        triple = find.Triple(params.subject, params.predicate, params.object, params.project, params.source)
        when, seen = self._when(params), self._seen(asker)
        found = find.find(seen, triple, params.include_archived, params.limit, params.after, asker.now, when)
        return {**found, "facts": [self._marked(one) for one in found["facts"]]}

    def _when(self, params: FindParams | NeighborsParams) -> When:
        return When(self._services.times.of("as_of", params.as_of, is_end=True), params.include_superseded)

    def _marked(self, shown: dict[str, Any]) -> dict[str, Any]:
        """The fact as a reply shows it, with the quarantine's mark (rule 27)."""
        fact = self._store.known(shown["id"]) if shown["source"] == UNTRUSTED else None
        return shown if fact is None else self._services.quarantine.marked(shown, document(fact))

    def _seen(self, asker: Asker) -> Facts:
        return SeenFacts(self._store, asker.visibility.sees_origin) if asker.is_group else self._store

    def entities(self, asker: Asker, params: EntitiesParams) -> dict[str, Any]:
        """Unique entities of the active facts."""
        seen = SeenFacts(self._store, asker.visibility.sees_origin) if asker.is_group else None
        return find.entities(self._entities, params.prefix, params.limit, params.after, seen)

    def relations(self, asker: Asker, params: RelationsParams) -> dict[str, Any]:
        """Relation types and their counts."""
        return find.relations(self._seen(asker), params.limit, params.after)

    def neighbors(self, asker: Asker, params: NeighborsParams) -> dict[str, Any]:
        """Facts within some steps of an entity."""
        when = self._when(params)
        found = find.neighbors(self._seen(asker), params.entity, params.depth, params.limit, asker.now, when)
        return {**found, "facts": [self._marked(one) for one in found["facts"]]}

    def conflicts(self, asker: Asker, params: ConflictsParams) -> dict[str, Any]:
        """Facts that contradict each other, for a person or an agent to settle (rule 23)."""
        found = []
        for group in self._contradictions.found(asker.now):
            facts = [fact for fact in group if asker.visibility.sees(document(fact))]
            if len(facts) > 1:
                shown = [self._marked(self._store.get(fact.id, asker.now)) for fact in facts]
                found.append({"subject": facts[-1].subject, "predicate": facts[-1].predicate, "facts": shown})
            if len(found) == params.limit:
                break
        return {"conflicts": found}

    # --- changing -----------------------------------------------------------------------------------------

    def edit(self, asker: Asker, params: EditParams, batch: Batch) -> dict[str, Any]:
        """Correct a fact that is wrong; the history keeps what it said."""
        self._changes.check()
        fact = self._store.table.get(params.id)
        if fact is None:
            if params.id in self._store.archive:
                raise Conflict(f"{params.id} is archived; facts.restore brings it back first", id=params.id)
            raise not_found(params.id)
        times = self._services.times
        begins, ends = times.of("valid_from", params.valid_from), times.of("valid_until", params.valid_until)
        given = {name: getattr(params, name) for name in ("subject", "predicate", "object", "source")}
        to = replace(fact, **{name: text for name, text in given.items() if text is not None})
        validity = replace(
            fact.validity, edited=batch.now,
            valid_from=fact.validity.valid_from if begins is None else begins,
            valid_until=fact.validity.valid_until if ends is None else ends,
        )  # fmt: skip
        to = replace(to, validity=validity)
        self._services.graves.lift(facts=[(to.subject, to.predicate, to.object)])
        # The end of what was superseded follows from what took its place.
        until = validity.valid_until if ends is not None or fact.validity.superseded_by is None else None
        if (begins, ends) != (None, None) and until is not None and until <= to.valid_from:
            param = "valid_from" if ends is None else "valid_until"
            raise InvalidParams("valid_until must be later than valid_from", param=param)
        return self._changes.edit(params.id, to, batch)

    # --- the archive --------------------------------------------------------------------------------------

    def archive(self, asker: Asker, params: ArchiveParams, batch: Batch) -> dict[str, Any]:
        """Move a fact to the archive."""
        return self._changes.archiving.archive(params.id, params.reason, batch)

    def restore(self, asker: Asker, params: IdParams, batch: Batch) -> dict[str, Any]:
        """Bring an archived fact back."""
        self._changes.check()
        return self._changes.restore(params.id, batch)

    def all(self) -> Iterable[Method]:
        """The `facts` namespace."""
        read, write = Access.READ, Access.WRITE
        gone = ("not_found",)
        return (
            Method("facts.add", write, Runs.WRITER, AddParams, AddResult, self._stating.add,
                   "State a fact; a known one is reinforced.", ("not_found", "too_large", "read_only"),
                   prepare=self._stating.prepare, together=self._stating.add_together, cleans=False),
            Method("facts.add_many", write, Runs.LONG, AddManyParams, AddManyResult, self._stating.add_many,
                   "State many facts, each as in facts.add; each is accepted or rejected by itself.", ("read_only",),
                   cleans=False),
            Method("facts.import_many", write, Runs.WRITER, ImportParams, ImportResult, self._importing.import_many,
                   "Import facts from an export unchanged, archived ones included: ids, activation, accesses, chains; "
                   "existing ones stay.", ("too_large", "permission_denied", "read_only"),
                   prepare=self._importing.prepare, slices=slices, joined=joined),
            Method("facts.get", read, Runs.READER, IdParams, FactResult, self.get,
                   "A fact by its id, even if archived.", gone),
            Method("facts.find", read, Runs.READER, FindParams, FindResult, self.find, "Facts by exact parts."),
            Method("facts.conflicts", read, Runs.SCANNER, ConflictsParams, ConflictsResult, self.conflicts,
                   "Facts that contradict each other and are not settled."),
            Method("facts.edit", write, Runs.WRITER, EditParams, ChangeResult, self.edit,
                   "Correct a fact and keep its id; the history keeps the old text.", ("not_found", "conflict")),
            Method("facts.archive", write, Runs.WRITER, ArchiveParams, ChangeResult, self.archive,
                   "Move a fact to the archive; it can be restored.", gone),
            Method("facts.restore", write, Runs.WRITER, IdParams, ChangeResult, self.restore,
                   "Make an archived fact active again.", ("not_found", "conflict")),
            Method("facts.entities", read, Runs.SCANNER, EntitiesParams, EntitiesResult, self.entities,
                   "What the active facts are about."),
            Method("facts.relations", read, Runs.SCANNER, RelationsParams, RelationsResult, self.relations,
                   "Relation types, with the number of facts of each."),
            Method("facts.neighbors", read, Runs.SCANNER, NeighborsParams, NeighborsResult, self.neighbors,
                   "The facts around an entity.", gone),
        )  # fmt: skip
