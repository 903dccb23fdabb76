"""What maintenance wants to know of all facts, made from a snapshot in a child process (rule 18)."""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from memoryd.kinds.facts.file.metadata import encode_entry
from memoryd.kinds.facts.file.snapshot import Decayed
from memoryd.kinds.facts.known.find import Entity, is_entity, rows_of
from memoryd.kinds.facts.model.activations import StateArrays
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.decay import State, activation_at, rank
from memoryd.kinds.facts.model.fact import decode_line
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


class CensusPass:
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
        states, decayed, before = self._states, self.decayed, b"\n"
        yield b"{"
        rows = zip(self._ids, decayed.value, decayed.as_of, states.last, states.count, strict=True)
        while part := [*islice(rows, _PART)]:
            entries = [
                b"%s: %s" % (_encode(fact_id), encode_entry(State(value, as_of, last, count)))
                for fact_id, value, as_of, last, count in part
                if fact_id
            ]
            if entries:
                yield before + b",\n".join(entries)
                before = b",\n"
        yield b"\n}\n"


class Derived:
    """entities.jsonl and relations.jsonl of facts.jsonl's lines (002 §1)."""

    def __init__(self, active: Iterable[str]) -> None:
        self._active = {fact_id for fact_id in active if fact_id}
        self._named: dict[str, list[int]] = {}
        """What stands as subject or object, as written → how often as either; the first written first."""
        self._predicates: Counter[str] = Counter()

    def add(self, raw: bytes) -> None:
        """A line of facts.jsonl; one that states no active fact is passed over."""
        try:
            line = decode_line(raw)
        except BadLine:
            return
        if line.id not in self._active:
            return
        self._active.discard(line.id)
        self._named.setdefault(line.subject, [0, 0])[0] += 1
        self._named.setdefault(line.object, [0, 0])[1] += 1
        self._predicates[line.predicate] += 1

    def entities(self) -> Iterator[bytes]:
        """Lines of entities.jsonl."""
        found: dict[str, Entity] = {}
        for name, (as_subject, as_object) in self._named.items():
            counted = as_object if is_entity(name) else 0
            if as_subject or counted:
                entity = found.setdefault(fold(name), Entity(name))
                entity.as_subject += as_subject
                entity.as_object += counted
        yield from rows_of("name", (entity.view() for _, entity in sorted(found.items())))

    def relations(self) -> Iterator[bytes]:
        """Lines of relations.jsonl, the most frequent first."""
        counts: Counter[str] = Counter()
        names: dict[str, str] = {}
        for name, count in self._predicates.items():
            counts[fold(name)] += count
            names.setdefault(fold(name), name)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        yield from rows_of("predicate", ({"predicate": names[key], "facts": count} for key, count in ordered))


_PART = 1000
_encode = msgspec.json.Encoder().encode
