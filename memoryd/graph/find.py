"""Looking through the facts: exact finding, entities, relations, neighbours (002 §Layer 0). Any thread."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from memoryd.errors import InvalidParams, NotFound
from memoryd.graph.fact import Fact
from memoryd.graph.store import FactStore
from memoryd.types import fold

ENTITY_LENGTH = 80
_LITERAL = re.compile(r"[\d\s.,:;/+TZ%$€£-]+|true|false|yes|no|none|null", re.IGNORECASE)
MAX_DEPTH = 4


class Triple:
    """Exact filters, compared with case and spaces folded; None stands for anything."""

    def __init__(self, subject: str | None, predicate: str | None, object_: str | None) -> None:
        self.subject = None if subject is None else fold(subject)
        self.predicate = None if predicate is None else fold(predicate)
        self.object = None if object_ is None else fold(object_)

    def matches(self, fact: Fact) -> bool:
        """Whether the fact passes all filters."""
        return (
            (self.subject is None or fold(fact.subject) == self.subject)
            and (self.predicate is None or fold(fact.predicate) == self.predicate)
            and (self.object is None or fold(fact.object) == self.object)
        )


def find(
    store: FactStore, triple: Triple, include_archived: bool, limit: int, after: str | None, now: int
) -> dict[str, Any]:
    """A page of facts, active ones first, in the order in which they came: `{facts, next?}`."""
    found: list[dict[str, Any]] = []
    started = after is None
    for fact_id in _candidates(store, triple, include_archived):
        if not started:
            started = fact_id == after
            continue
        shown = _shown(store, fact_id, triple, now)
        if shown is None:
            continue
        if len(found) == limit:
            return {"facts": found, "next": found[-1]["id"]}
        found.append(shown)
    if not started:
        raise InvalidParams("`after` names no fact of this list; give the last page's `next`", param="after")
    return {"facts": found}


def _candidates(store: FactStore, triple: Triple, include_archived: bool) -> Iterator[str]:
    table = store.table
    ordinals: Iterable[int]
    if triple.subject is not None:
        ordinals = table.about(triple.subject)
    elif triple.object is not None:
        ordinals = table.naming(triple.object)
    else:
        ordinals = table.ordinals()
    for ordinal in ordinals:
        fact = table[ordinal]
        if fact is not None:
            yield fact.id
    if include_archived:
        yield from (fact_id for fact_id in store.archive if fact_id not in table)


def _shown(store: FactStore, fact_id: str, triple: Triple, now: int) -> dict[str, Any] | None:
    ordinal = store.table.ordinal(fact_id)
    fact = None if ordinal is None else store.table[ordinal]
    if ordinal is not None and fact is not None:
        return store.view(ordinal, fact, now) if triple.matches(fact) else None
    archived = store.archive.get(fact_id)
    if archived is None or not triple.matches(archived[0]):
        return None
    return store.archived_view(*archived, now)


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


def entities_of(store: FactStore) -> dict[str, Entity]:
    """Unique entities of the active facts by folded name."""
    found: dict[str, Entity] = {}
    for ordinal in store.table.ordinals():
        fact = store.table[ordinal]
        if fact is None:
            continue
        found.setdefault(fold(fact.subject), Entity(fact.subject)).as_subject += 1
        if is_entity(fact.object):
            found.setdefault(fold(fact.object), Entity(fact.object)).as_object += 1
    return found


def relations_of(store: FactStore) -> list[dict[str, Any]]:
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


def relations(store: FactStore, limit: int, after: str | None) -> dict[str, Any]:
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


def entities(store: FactStore, prefix: str | None, limit: int, after: str | None) -> dict[str, Any]:
    """A page of entities by folded name."""
    wanted = fold(prefix) if prefix else ""
    names = sorted((folded, entity) for folded, entity in entities_of(store).items() if folded.startswith(wanted))
    start = 0
    if after is not None:
        folded_after = fold(after)
        start = next((i for i, (folded, _) in enumerate(names) if folded > folded_after), len(names))
    page = names[start : start + limit]
    reply: dict[str, Any] = {"entities": [entity.view() for _, entity in page]}
    if start + limit < len(names):
        reply["next"] = page[-1][1].name
    return reply


def neighbors(store: FactStore, entity: str, depth: int, limit: int, now: int) -> dict[str, Any]:
    """Facts within `depth` steps of an entity, the nearest first, the more active ones before."""
    known = {fold(entity)}
    frontier = [entity]
    facts: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    seen: set[int] = set()
    for distance in range(1, depth + 1):
        ordinals = [o for name in frontier for o in (*store.table.about(name), *store.table.naming(name))]
        fresh = sorted(set(ordinals) - seen, key=lambda o: (-store.activations.at(o, now), o))
        if distance == 1 and not fresh:
            raise NotFound(f"no fact names {entity[:200]!r}; facts.entities lists what is known", entity=entity[:200])
        seen.update(fresh)
        frontier = []
        for ordinal in fresh:
            fact = store.table[ordinal]
            if fact is None or len(facts) >= limit:
                continue
            facts.append({**store.view(ordinal, fact, now), "distance": distance})
            for name in (fact.subject, fact.object):
                folded = fold(name)
                if folded not in known and (name == fact.subject or is_entity(name)):
                    known.add(folded)
                    names[folded] = name
                    frontier.append(name)
    return {"entity": entity, "facts": facts, "neighbors": list(names.values())}
