"""The knowledge graph of `@modelcontextprotocol/server-memory`, kept as facts that are compared letter by letter.

An entity is a fact `NAME is_a TYPE`, an observation `NAME observed TEXT`, a relation `FROM TYPE TO`; their sources say
which is which. What decay or the cap archived is still of the graph; what was deleted is archived under another source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

Json = Any
Call = Callable[[str, "dict[str, Json]"], Json]
"""Calls a method of the daemon with its params."""

ENTITY, OBSERVATION, RELATION = "server-memory:entity", "server-memory:observation", "server-memory:relation"
DELETED = "server-memory:deleted"
_NO_TYPE = "is_untyped"
_PAGE = 1000


class UnknownEntity(ValueError):
    """An entity is not in the graph."""


class Graph:
    """The graph, as server-memory's own calls read and change it."""

    def __init__(self, call: Call, **scope: Json) -> None:
        """`scope`: what each new fact is given, such as its project or audience."""
        self._call = call
        self._scope = scope

    def create_entities(self, entities: list[dict[str, Json]]) -> list[dict[str, Json]]:
        """Those that are new by name."""
        new = [one for one in entities if not self._find(ENTITY, subject=one["name"])]
        facts = []
        for one in new:
            typed = bool(one["entityType"].strip())
            kind = (one["name"], "is_a", one["entityType"]) if typed else (one["name"], _NO_TYPE, one["name"])
            facts += [(ENTITY, *kind), *((OBSERVATION, one["name"], "observed", text) for text in one["observations"])]
        self._add(facts)
        return new

    def create_relations(self, relations: list[dict[str, Json]]) -> list[dict[str, Json]]:
        """Those that are new."""
        new = [one for one in relations if not self._relation(one)]
        self._add([(RELATION, one["from"], one["relationType"], one["to"]) for one in new])
        return new

    def add_observations(self, observations: list[dict[str, Json]]) -> list[dict[str, Json]]:
        """What was new of each. Raises UnknownEntity, and adds nothing then."""
        added, facts = [], []
        for one in observations:
            name = one["entityName"]
            if not self._find(ENTITY, subject=name):
                raise UnknownEntity(f"Entity with name {name} not found")
            known = {fact["object"] for fact in self._find(OBSERVATION, subject=name)}
            new = [text for text in one["contents"] if text not in known]
            facts += [(OBSERVATION, name, "observed", text) for text in new]
            added.append({"entityName": name, "addedObservations": new})
        self._add(facts)
        return added

    def delete_entities(self, names: list[str]) -> None:
        """With their observations and relations."""
        for name in names:
            self._delete(self._find(ENTITY, subject=name) + self._find(OBSERVATION, subject=name))
            self._delete(self._find(RELATION, subject=name) + self._find(RELATION, object=name))

    def delete_observations(self, deletions: list[dict[str, Json]]) -> None:
        """Those that are there."""
        for one in deletions:
            found = self._find(OBSERVATION, subject=one["entityName"])
            self._delete(fact for fact in found if fact["object"] in one["observations"])

    def delete_relations(self, relations: list[dict[str, Json]]) -> None:
        """Those that are there."""
        for one in relations:
            self._delete(self._relation(one))

    def read(self) -> dict[str, Json]:
        """All of it: `{entities, relations}`, in the order in which they came."""
        observations: dict[str, list[str]] = {}
        for fact in self._find(OBSERVATION):
            observations.setdefault(fact["subject"], []).append(fact["object"])
        return {
            "entities": [_entity(fact, observations.get(fact["subject"], [])) for fact in self._find(ENTITY)],
            "relations": [_relation(fact) for fact in self._find(RELATION)],
        }

    def search(self, query: str) -> dict[str, Json]:
        """Entities that hold the text in any case, and the relations that touch them."""
        sought = query.lower()
        graph = self.read()
        return _around(graph, lambda one: any(sought in text.lower() for text in _texts(one)))

    def open(self, names: list[str]) -> dict[str, Json]:
        """The entities of these names, and the relations that touch them."""
        entities: list[tuple[dict[str, Json], dict[str, Json]]] = []
        relations: dict[str, dict[str, Json]] = {}
        for name in dict.fromkeys(names):
            observations = [fact["object"] for fact in self._find(OBSERVATION, subject=name)]
            entities += [(fact, _entity(fact, observations)) for fact in self._find(ENTITY, subject=name)]
            found = self._find(RELATION, subject=name) + self._find(RELATION, object=name) if entities else []
            relations.update((fact["id"], fact) for fact in found)
        named = {one["name"] for _, one in entities}
        kept = [one for one in relations.values() if one["subject"] in named or one["object"] in named]
        return {
            "entities": [one for _, one in sorted(entities, key=lambda pair: _place(pair[0]))],
            "relations": [_relation(fact) for fact in sorted(kept, key=_place)],
        }

    def _relation(self, one: dict[str, Json]) -> list[dict[str, Json]]:
        return self._find(RELATION, subject=one["from"], predicate=one["relationType"], object=one["to"])

    def _find(self, source: str, **exact: str) -> list[dict[str, Json]]:
        """Facts of a source, in the order in which they came, archived ones too; the daemon folds what it compares."""
        if any(not text.strip() for text in exact.values()):
            return []
        asked: dict[str, Json] = {"source": source, "include_archived": True, "limit": _PAGE, **exact}
        found: list[dict[str, Json]] = []
        while True:
            page = self._call("facts.find", asked)
            found += [one for one in page["facts"] if all(one[name] == text for name, text in exact.items())]
            if "next" not in page:
                return sorted(found, key=_place)
            asked["after"] = page["next"]

    def _add(self, facts: Iterable[tuple[str, str, str, str]]) -> None:
        """State them in their order. Raises ValueError for one without text."""
        facts = list(dict.fromkeys(facts))
        if any(not part.strip() for fact in facts for part in fact):
            raise ValueError("a name, a relation type and an observation need text; nothing was added")
        first = datetime.now(timezone.utc) - timedelta(microseconds=len(facts))
        stated = [
            {"source": source, "subject": subject, "predicate": predicate, "object": object_, **self._scope,
             "created": (first + timedelta(microseconds=number)).isoformat(timespec="microseconds")}
            for number, (source, subject, predicate, object_) in enumerate(facts)
        ]  # fmt: skip
        for start in range(0, len(stated), _PAGE):
            rejected = self._call("facts.add_many", {"facts": stated[start : start + _PAGE]})["rejected"]
            if rejected:
                raise ValueError(rejected[0]["message"])

    def _delete(self, facts: Iterable[dict[str, Json]]) -> None:
        for fact in facts:
            self._call("facts.edit", {"id": fact["id"], "source": DELETED})
            if not fact["archived"]:
                self._call("facts.archive", {"id": fact["id"], "reason": "deleted from the graph"})


def lines(text: Iterable[str]) -> Iterator[dict[str, Json]]:
    """The records of server-memory's own file. Raises ValueError with the number of a line that is none."""
    import json

    for number, line in enumerate(text, 1):
        if line.strip():
            try:
                record = json.loads(line)
            except ValueError as error:
                raise ValueError(f"line {number} is not JSON: {error}") from None
            if not isinstance(record, dict) or record.get("type") not in ("entity", "relation"):
                raise ValueError(f"line {number} is neither an entity nor a relation")
            yield record


def _place(fact: dict[str, Json]) -> str:
    return str(fact["created"])


def _entity(fact: dict[str, Json], observations: list[str]) -> dict[str, Json]:
    kind = "" if fact["predicate"] == _NO_TYPE else fact["object"]
    return {"name": fact["subject"], "entityType": kind, "observations": observations}


def _relation(fact: dict[str, Json]) -> dict[str, Json]:
    return {"from": fact["subject"], "to": fact["object"], "relationType": fact["predicate"]}


def _texts(entity: dict[str, Json]) -> list[str]:
    return [entity["name"], entity["entityType"], *entity["observations"]]


def _around(graph: dict[str, Json], is_meant: Callable[[dict[str, Json]], bool]) -> dict[str, Json]:
    entities = [one for one in graph["entities"] if is_meant(one)]
    names = {one["name"] for one in entities}
    relations = [one for one in graph["relations"] if one["from"] in names or one["to"] in names]
    return {"entities": entities, "relations": relations}
