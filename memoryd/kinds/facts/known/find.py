"""Looking through the facts: exact finding, entities, relations, neighbours (002 §Layer 0). Any thread."""

from __future__ import annotations

import bisect
import heapq
import itertools
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from memoryd.errors import InvalidParams, NotFound
from memoryd.kinds.facts.known.seen import Facts, SeenFacts
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import Fact, sentence
from memoryd.kinds.facts.model.validity import ALWAYS, holds_at
from memoryd.secrets import may_hold_secrets, redact
from memoryd.types import NOW, When, fold

ENTITY_LENGTH = 80
_LITERAL = re.compile(r"[\d\s.,:;/+TZ%$€£-]+|true|false|yes|no|none|null", re.IGNORECASE)
MAX_DEPTH = 4
_ARCHIVED = "archived:"
"""Before the id in `next` of a page that ended among the archived facts."""
_EVER = -1
"""Before anything was archived, also what was archived nobody knows when (0)."""


class Triple:
    """Exact filters, compared with case and spaces folded; None stands for anything."""

    def __init__(
        self,
        subject: str | None,
        predicate: str | None,
        object_: str | None,
        project: str | None = None,
        source: str | None = None,
    ) -> None:
        """`project`: facts of that project, and of none; `source` is compared as it is."""
        self.project = project
        self.source = source
        self.subject = None if subject is None else fold(subject)
        self.predicate = None if predicate is None else fold(predicate)
        self.object = None if object_ is None else fold(object_)

    def matches(self, fact: Fact) -> bool:
        """Whether the fact passes all filters."""
        return (
            (self.subject is None or fold(fact.subject) == self.subject)
            and (self.predicate is None or fold(fact.predicate) == self.predicate)
            and (self.object is None or fold(fact.object) == self.object)
            and (self.project is None or fact.origin.project in (None, self.project))
            and (self.source is None or fact.source == self.source)
        )


def find(
    store: Facts, triple: Triple, include_archived: bool, limit: int, after: str | None, now: int, when: When = NOW
) -> dict[str, Any]:
    """A page of facts that hold, active ones first, in the order in which they came: `{facts, next?}`.

    What was archived since `when` was active then.
    """
    found: list[dict[str, Any]] = []
    archived_since = _EVER if include_archived else when.as_of
    for fact_id in _candidates(store, triple, archived_since, after):
        shown = _shown(store, fact_id, triple, now, when)
        if shown is None:
            continue
        if len(found) == limit:
            last = found[-1]
            return {"facts": found, "next": f"{_ARCHIVED}{last['id']}" if last["archived"] else last["id"]}
        found.append(shown)
    return {"facts": found}


def _candidates(store: Facts, triple: Triple, archived_since: int | None, after: str | None) -> Iterator[str]:
    """Ids behind `after`. One that was archived since it was shown still says where to go on.

    `archived_since`: those too that were archived after that time; None: none.
    """
    table = store.table
    among_archived = after.removeprefix(_ARCHIVED) if after is not None and after.startswith(_ARCHIVED) else None
    place = -1 if after is None else table.place(after)
    if place is not None and among_archived is None:
        for ordinal in _ordinals(store, triple, place + 1):
            fact = table[ordinal]
            if fact is not None:
                yield fact.id
        if archived_since is not None:
            yield from _archived(store, triple, archived_since, None)
    elif archived_since is not None and among_archived is not None:
        yield from _archived(store, triple, archived_since, among_archived)
    else:
        raise _unknown_page()


def _ordinals(store: Facts, triple: Triple, start: int) -> Iterable[int]:
    if triple.subject is not None:
        return (ordinal for ordinal in store.table.about(triple.subject) if ordinal >= start)
    if triple.object is not None:
        return (ordinal for ordinal in store.table.naming(triple.object) if ordinal >= start)
    return store.table.ordinals(start)


def _archived(store: Facts, triple: Triple, since: int, after: str | None) -> Iterator[str]:
    started = after is None
    for fact_id in _archived_ids(store, triple):
        if not started:
            started = fact_id == after
        elif fact_id not in store.table and store.archive.archived_at(fact_id) > since:
            yield fact_id
    if not started:
        raise _unknown_page()


def _archived_ids(store: Facts, triple: Triple) -> Iterable[str]:
    # The texts stay on disk: to read all of them for one subject would take a second for 50,000.
    if triple.subject is not None:
        return store.archive.about(triple.subject)
    return store.archive if triple.object is None else store.archive.naming(triple.object)


def archived_since(store: FactStore, at: int, wanted: Callable[[str], bool]) -> Iterator[tuple[Fact, State]]:
    """Facts that held at that time and were archived since, with texts that are `wanted`; reads the archive."""
    for archived, state, archived_at in store.archive.having(wanted):
        if archived_at > at and archived.id not in store.table and wanted(sentence(archived)):
            fact = store.marked(archived)
            if holds_at(fact.validity, fact.created, at):
                yield fact, state


def _unknown_page() -> InvalidParams:
    return InvalidParams("`after` names no fact of this list; give the last page's `next`", param="after")


def _shown(store: Facts, fact_id: str, triple: Triple, now: int, when: When) -> dict[str, Any] | None:
    ordinal = store.table.ordinal(fact_id)
    fact = None if ordinal is None else store.table[ordinal]
    if ordinal is not None and fact is not None:
        return store.view(ordinal, fact, now) if triple.matches(fact) and _holds(store, fact, now, when) else None
    archived = store.archive.get(fact_id)
    if archived is None or not triple.matches(archived[0]) or not _holds(store, archived[0], now, when):
        return None
    return store.archived_view(*archived, now)


def _holds(store: Facts, fact: Fact, now: int, when: When) -> bool:
    """Whether the fact is asked for: it holds now, or held as of then (rule 23)."""
    validity = store.marked(fact).validity
    if when.as_of is not None:
        return holds_at(validity, fact.created, when.as_of)
    return when.include_superseded or validity is ALWAYS or holds_at(validity, 0, now)


def is_entity(text: str) -> bool:
    """Whether an object names something, and is not a date, a number or a sentence."""
    return len(text) <= ENTITY_LENGTH and _LITERAL.fullmatch(text) is None and len(text.split()) <= 6


class Entity:
    """One entity: its name as first written, and how many facts have it as subject or as object."""

    __slots__ = ("as_object", "as_subject", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.as_subject = 0
        self.as_object = 0

    def view(self) -> dict[str, Any]:
        """As a reply and a line of entities.jsonl show it."""
        return {
            "name": self.name,
            "facts": self.as_subject + self.as_object,
            "as_subject": self.as_subject,
            "as_object": self.as_object,
        }


def rows_of(field: str, views: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Lines of entities.jsonl or relations.jsonl; a secret in a name is replaced (rule 22)."""
    views = iter(views)
    while part := list(itertools.islice(views, _ROWS)):
        # One look at all the names; most parts hold none.
        if may_hold_secrets("\n".join([view[field] for view in part])):
            part = [{**view, field: redact(view[field])[0]} for view in part]
        yield from (_encode(view) + b"\n" for view in part)


_ROWS = 500
_encode = msgspec.json.Encoder().encode
Named = tuple[str, Entity]
"""Folded name and entity."""
_SORTED_AT_ONCE = 1000


class EntityList:
    """Unique entities of the active facts by folded name; made anew when a first page is asked for after a change.

    Later pages of the same walk come from the list that its first page came from.
    """

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._version = -1
        self._list: list[Named] = []

    def current(self, *, walking: bool = False) -> list[Named]:
        """The list; `walking` accepts one that may be behind."""
        with self._lock:
            if self._version != self._store.table.version and not (walking and self._list):
                self._version = self._store.table.version
                self._list = _in_order(list(entities_of(self._store).items()))
            return self._list


def entities_of(store: Facts) -> dict[str, Entity]:
    """Unique entities of the active facts by folded name."""
    found: dict[str, Entity] = {}
    for ordinal in store.table.ordinals():
        fact = store.table[ordinal]
        if fact is None:
            continue
        _entity(found, fact.subject).as_subject += 1
        if is_entity(fact.object):
            _entity(found, fact.object).as_object += 1
    return found


def _entity(found: dict[str, Entity], name: str) -> Entity:
    folded = fold(name)
    entity = found.get(folded)
    if entity is None:
        entity = found[folded] = Entity(name)
    return entity


def _in_order(named: list[Named]) -> list[Named]:
    """By folded name; sorted in parts, since one sort of many names would hold up every thread."""
    parts = [sorted(named[at : at + _SORTED_AT_ONCE], key=_name) for at in range(0, len(named), _SORTED_AT_ONCE)]
    return list(heapq.merge(*parts, key=_name))


def _name(named: Named) -> str:
    return named[0]


def relations_of(store: Facts) -> list[dict[str, Any]]:
    """Relation types and how many active facts have each, the most frequent first."""
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for ordinal in store.table.ordinals():
        fact = store.table[ordinal]
        if fact is not None:
            folded = fold(fact.predicate)
            names.setdefault(folded, fact.predicate)
            counts[folded] += 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [{"predicate": names[folded], "facts": count} for folded, count in ordered]


def relations(store: Facts, limit: int, after: str | None) -> dict[str, Any]:
    """A page of relation types, the most frequent first."""
    found = relations_of(store)
    start = 0
    if after is not None:
        folded = fold(after)
        start = next((i + 1 for i, one in enumerate(found) if fold(one["predicate"]) == folded), len(found))
    reply: dict[str, Any] = {"relations": found[start : start + limit]}
    if start + limit < len(found):
        reply["next"] = found[start + limit - 1]["predicate"]
    return reply


def entities(
    known: EntityList, prefix: str | None, limit: int, after: str | None, seen: SeenFacts | None = None
) -> dict[str, Any]:
    """A page of entities by folded name; of those that are `seen`, if not of all."""
    wanted = fold(prefix) if prefix else ""
    names = known.current(walking=after is not None) if seen is None else _in_order(list(entities_of(seen).items()))
    if after is None:
        start = bisect.bisect_left(names, wanted, key=_name)
    else:
        start = bisect.bisect_right(names, max(fold(after), wanted), key=_name)
    page = []
    for folded, entity in names[start : start + limit + 1]:
        if not folded.startswith(wanted):
            break
        page.append(entity)
    reply: dict[str, Any] = {"entities": [entity.view() for entity in page[:limit]]}
    if len(page) > limit:
        reply["next"] = page[limit - 1].name
    return reply


def neighbors(store: Facts, entity: str, depth: int, limit: int, now: int, when: When = NOW) -> dict[str, Any]:
    """Facts that hold within `depth` steps of an entity, the nearest first, the more active ones before.

    What was archived since `when` was active then; it comes behind the active ones.
    """
    known = {fold(entity)}
    frontier = [entity]
    facts: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    seen: set[int] = set()
    for distance in range(1, depth + 1):
        ordinals = [o for name in frontier for o in (*store.table.about(name), *store.table.naming(name))]
        gone = {} if when.as_of is None else _archived_naming(store, frontier, when.as_of)
        if distance == 1 and not gone and not any(store.table[o] is not None for o in ordinals):
            raise NotFound(f"no fact names {entity[:200]!r}; facts.entities lists what is known", entity=entity[:200])
        near = {
            o for o in set(ordinals) - seen
            if (fact := store.table[o]) is not None and _holds(store, fact, now, when)
        }  # fmt: skip
        fresh = heapq.nsmallest(limit - len(facts), near, key=lambda o: (-store.activations.at(o, now), o))
        seen |= near
        found = [(fact, store.view(o, fact, now)) for o in fresh if (fact := store.table[o]) is not None]
        shown = {one["id"] for one in facts}
        found += [
            (fact, store.archived_view(fact, state, now))
            for fact, state in gone.values()
            if fact.id not in shown and _holds(store, fact, now, when)
        ][: limit - len(facts) - len(found)]
        frontier = []
        for fact, view in found:
            facts.append({**view, "distance": distance})
            for name in (fact.subject, fact.object):
                folded = fold(name)
                if folded not in known and (name == fact.subject or is_entity(name)):
                    known.add(folded)
                    names[folded] = name
                    frontier.append(name)
    return {"entity": entity, "facts": facts, "neighbors": list(names.values())}


def _archived_naming(store: Facts, entities: Iterable[str], since: int) -> dict[str, tuple[Fact, State]]:
    """The facts by id that name one of the entities and were archived after that time."""
    archive, found = store.archive, dict[str, tuple[Fact, State]]()
    for entity in entities:
        folded = fold(entity)
        for fact_id in itertools.chain(archive.about(entity), archive.naming(entity)):
            known = None if fact_id in store.table or archive.archived_at(fact_id) <= since else archive.get(fact_id)
            if known is not None and folded in (fold(known[0].subject), fold(known[0].object)):
                found[fact_id] = known
    return found
