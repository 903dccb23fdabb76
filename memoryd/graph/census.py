"""What a night wants to know of all facts, made from a snapshot outside the daemon's interpreter (rule 18)."""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from memoryd.graph.activations import State, StateArrays
from memoryd.graph.decay import activation_at, rank
from memoryd.graph.fact import BadLine, decode_line
from memoryd.graph.find import Entity, is_entity
from memoryd.graph.metadata import encode_entry
from memoryd.graph.snapshot import Decayed
from memoryd.types import fold


class CensusOrder(msgspec.Struct, kw_only=True):
    """What to compute; `now` in microseconds."""

    now: int
    half_life_days: float
    prune_threshold: float
    enter_activation: float
    most_high: int


class Census(msgspec.Struct, kw_only=True):
    """What was found. `high`: ids above `enter_activation`, the most active first."""

    facts: int
    high: list[str]
    faded: list[str]
    """Ids under `prune_threshold`."""


class Taking:
    """One census over ids and states by ordinal; an empty id is no fact."""

    def __init__(self, order: CensusOrder, ids: list[str], states: StateArrays) -> None:
        self._order = order
        self._ids = ids
        self._states = states
        self.decayed = Decayed(array("d"), array("q"))

    def take(self) -> Census:
        """Decay every fact to `now`, and sort out the high and the faded ones."""
        order, states, ids, decayed = self._order, self._states, self._ids, self.decayed
        faded: list[str] = []
        high: list[tuple[float, int]] = []
        facts = 0
        for at, value in enumerate(states.value):
            as_of = states.as_of[at]
            now_value = activation_at(value, as_of, order.now, order.half_life_days)
            decayed.value.append(now_value)
            decayed.as_of.append(max(as_of, order.now))
            if not ids[at]:
                continue
            facts += 1
            if now_value < order.prune_threshold:
                faded.append(ids[at])
            elif now_value > order.enter_activation:
                high.append((rank(value, as_of, order.half_life_days), at))
        best = heapq.nlargest(order.most_high, high)
        return Census(facts=facts, high=[ids[at] for _, at in best], faded=faded)

    def metadata(self) -> Iterator[bytes]:
        """activation-metadata.json: every entry decayed to `now`, one a line (002 step 2, rule 1)."""
        states, decayed, first = self._states, self.decayed, True
        yield b"{"
        for at, fact_id in enumerate(self._ids):
            if fact_id:
                state = State(decayed.value[at], decayed.as_of[at], states.last[at], states.count[at])
                yield b"%s\n%s: %s" % (b"" if first else b",", _encode(fact_id), encode_entry(state))
                first = False
        yield b"\n}\n"


class Derived:
    """entities.jsonl and relations.jsonl of facts.jsonl's lines (002 §1)."""

    def __init__(self, active: Iterable[str]) -> None:
        self._active = {fact_id for fact_id in active if fact_id}
        self._entities: dict[str, Entity] = {}
        self._relations: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def add(self, raw: bytes) -> None:
        """A line of facts.jsonl; one that states no active fact is passed over."""
        try:
            line = decode_line(raw)
        except BadLine:
            return
        if line.id not in self._active:
            return
        self._active.discard(line.id)
        self._entities.setdefault(fold(line.subject), Entity(line.subject)).as_subject += 1
        if is_entity(line.object):
            self._entities.setdefault(fold(line.object), Entity(line.object)).as_object += 1
        predicate = fold(line.predicate)
        self._names.setdefault(predicate, line.predicate)
        self._relations[predicate] += 1

    def entities(self) -> Iterator[bytes]:
        """Lines of entities.jsonl."""
        for _, entity in sorted(self._entities.items()):
            yield _encode(entity.view()) + b"\n"

    def relations(self) -> Iterator[bytes]:
        """Lines of relations.jsonl, the most frequent first."""
        for predicate, count in sorted(self._relations.items(), key=lambda item: (-item[1], item[0])):
            line: dict[str, Any] = {"predicate": self._names[predicate], "facts": count}
            yield _encode(line) + b"\n"


_encode = msgspec.json.Encoder().encode
