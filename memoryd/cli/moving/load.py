"""Brings what was read into the daemon, each thing once however often it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

from memoryd.cli.command import Call
from memoryd.cli.hooks.transcript import LONGEST
from memoryd.cli.moving.parts import Conversation, Entities, Fact, Note, Ours, Parts, Skipped, Unusable
from memoryd.cli.moving.restore import Restorer, plural
from memoryd.cli.slices import slices
from memoryd.client.graph import Graph, UnknownEntity
from memoryd.errors import Conflict, InvalidParams, MemorydError, TooLarge
from memoryd.types import IMPORT

Json = Any
Progress = Callable[[str, int, int], object]
FACTS = 500
_REASONS = 200
"""Reasons that are told one by one; the rest is counted."""
_TRIPLE = ("subject", "predicate", "object")


class Loader:
    """Counts what came, what was known already, and what was skipped and why; `scope` is given to everything."""

    def __init__(self, call: Call | None, scope: dict[str, Json], agent: str | None, progress: Progress) -> None:
        """Without `call` it only counts; `agent` is whose sessions they are, whatever the format says."""
        self._agent = {"agent": agent} if agent else {}
        self._call = call
        self._scope = scope
        self._progress = progress
        self._restorer = None if call is None else Restorer(call, self._count, self._skip)
        self._facts: list[dict[str, Json]] = []
        self._done = 0
        self.counts: dict[str, dict[str, int]] = {}
        self.sessions: list[dict[str, Json]] = []
        self.skipped: list[dict[str, str]] = []
        self.found = 0
        """How many memories and conversations could be read."""
        self.left_out = 0

    def load(self, parts: Parts) -> dict[str, Json]:
        """Take all of them; the counts. Raises Unusable, ConnectionError and TimeoutError."""
        for part in parts:
            self._done += 1
            self._progress("import", self._done, 0)
            if isinstance(part, Skipped):
                self._skip(part.where, part.reason)
                continue
            self.found += 1
            if isinstance(part, Conversation):
                self._conversation(part)
            elif isinstance(part, Fact):
                self._facts.append({**part.values, **self._scope})
                if len(self._facts) == FACTS:
                    self._state()
            elif isinstance(part, Note):
                self._one("notes", "notes.write", {"source": IMPORT, **part.values, **self._scope})
            elif isinstance(part, Entities):
                self._entities(part)
            elif isinstance(part, Ours):
                self._ours(part)
        self._state()
        if self._restorer is not None:
            self._restorer.flush()
        reply: dict[str, Json] = {"imported": self.counts, "sessions": self.sessions, "found": self.found}
        reply["skipped"] = self.skipped
        return {**reply, "skipped_more": self.left_out} if self.left_out else reply

    def _count(self, kind: str, new: int, known: int = 0) -> None:
        found = self.counts.setdefault(kind, {"new": 0, "known": 0})
        found["new"] += new
        found["known"] += known

    def _skip(self, where: str, reason: str) -> None:
        if len(self.skipped) < _REASONS:
            self.skipped.append({"where": where, "reason": reason})
        else:
            self.left_out += 1

    def _conversation(self, one: Conversation) -> None:
        project = {"project": self._scope["project"]} if "project" in self._scope else {}
        start = {**one.start, **self._agent, **project}
        name, appended = start["session_id"], 0
        if self._call is None:
            self._count("messages", len(one.messages))
            return
        is_finished = start.pop("finished", True)
        messages, keys = [{"source": IMPORT, **_bounded(each)} for each in one.messages], list[str | None]()
        olds = [str(message.pop("key", "")) for message in messages]
        try:
            with self._call.apart() if start.get("audience") == "group" else nullcontext(self._call) as call:
                call("sessions.start", start)
                for part in slices(messages):
                    for reply in self._taken(call, name, part):
                        appended += reply["appended"]
                        keys += reply["keys"]
                if is_finished:
                    call("sessions.end", {"session_id": name})
        except (InvalidParams, TooLarge, Conflict) as error:
            self._skip(name, error.sentence)
            return
        if self._restorer is not None and any(olds):
            pairs = zip(olds, keys, strict=True)
            self._restorer.keys |= {old: new for old, new in pairs if old and new and old != new}
        known = len(one.messages) - keys.count(None) - appended
        self._count("messages", appended, known)
        self.sessions.append({"session_id": name, "appended": appended, "known": known})

    def _taken(self, call: Call, name: str, messages: list[dict[str, Json]]) -> Iterator[dict[str, Json]]:
        """The replies to messages, a key for each; None for one that is refused, and the others are not with it."""
        try:
            yield call("sessions.append", {"session_id": name, "messages": messages})
        except (InvalidParams, TooLarge) as error:
            if len(messages) > 1:
                for one in messages:
                    yield from self._taken(call, name, [one])
                return
            self._skip(f"{name}: {messages[0].get('id')}", error.sentence)
            yield {"appended": 0, "keys": [None]}

    def _ours(self, one: Ours) -> None:
        if self._restorer is None:
            self._count(plural(one.kind), 1)
        else:
            scope = {} if one.kind == "summary" else self._scope
            self._restorer.take(one.kind, {**one.values, **scope})

    def _state(self) -> None:
        facts, self._facts = self._facts, []
        if not facts:
            return
        new = facts if self._call is None else [one for one in facts if not self._is_known(one)]
        self._count("facts", 0, len(facts) - len(new))
        if not new or self._call is None:
            self._count("facts", len(new))
            return
        try:
            reply = self._call("facts.add_many", {"facts": new})
        except InvalidParams as error:  # of what no message can hold
            if len(new) > 1:
                for one in new:
                    self._facts = [one]
                    self._state()
            else:
                self._skip(f"{new[0]['subject']} {new[0]['predicate']}"[:100], error.sentence)
            return
        self._count("facts", reply["added"], reply["reinforced"])
        for one in reply["rejected"]:
            fact = new[one["index"]]
            # A purged one is not named: its words are not to be seen again.
            where = "a fact" if one["code"] == "conflict" else f"{fact['subject']} {fact['predicate']}"[:100]
            self._skip(where, one["message"])

    def _is_known(self, fact: dict[str, Json]) -> bool:
        """Whether it is there already, archived or superseded ones too: an import reinforces nothing."""
        assert self._call is not None
        exact = {name: fact[name] for name in _TRIPLE}
        found = self._call("facts.find", {**exact, "include_archived": True, "include_superseded": True})["facts"]
        # One that was superseded was stated once more when it has another time.
        return any(
            one.get("project") == fact.get("project")
            and fact.get("audience") in (None, one["audience"])
            and ("superseded_by" not in one or fact.get("created") in (None, one["created"]))
            for one in found
        )

    def _one(self, kind: str, method: str, values: dict[str, Json]) -> None:
        if self._call is None:
            self._count(kind, 1)
            return
        try:
            is_new = self._call(method, values)["status"] not in ("known", "unchanged")
        except Conflict as error:
            if "slug" not in values:  # a purged one is not named: its words are not to be seen again
                self._skip(f"one of the {kind}", error.sentence)
                return
            # That slug has another text.
            self._one(kind, method, {name: value for name, value in values.items() if name != "slug"})
        except (InvalidParams, TooLarge) as error:
            self._skip(str(values.get("text", ""))[:60], error.sentence)
        else:
            self._count(kind, int(is_new), int(not is_new))

    def _entities(self, one: Entities) -> None:
        if self._call is None:
            self._count("entities", len(one.entities))
            self._count("relations", len(one.relations))
            return
        graph = Graph(self._call, **self._scope)
        try:
            new = graph.create_entities(one.entities)
            texts = [{"entityName": each["name"], "contents": each["observations"]} for each in one.entities]
            graph.add_observations(texts)
            relations = graph.create_relations(one.relations)
        except (UnknownEntity, ValueError, MemorydError) as error:
            raise Unusable(str(error)) from error
        self._count("entities", len(new), len(one.entities) - len(new))
        self._count("relations", len(relations), len(one.relations) - len(relations))


def _bounded(message: dict[str, Json]) -> dict[str, Json]:
    content = message["content"]
    if len(content) * 4 > LONGEST:
        content = content.encode()[:LONGEST].decode("utf-8", "ignore")
    return {**message, "content": content}
