"""The index of archived-facts.jsonl: where each archived fact stands, so that it can come back (rule 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memoryd.graph.fact import BadLine, Fact, decode_archived, from_line, same_triple, triple_hash

ReadAt = Callable[[int, int], bytes]
"""`(offset, length) → bytes` of the archive file."""


class Archive:
    """Archived facts by id and by folded triple; texts stay on disk. The last line of an id counts."""

    def __init__(self, read_at: ReadAt) -> None:
        self._read_at = read_at
        self._place: dict[str, tuple[int, int]] = {}
        self._by_triple: dict[int, str | list[str]] = {}

    def __len__(self) -> int:
        return len(self._place)

    def __contains__(self, fact_id: str) -> bool:
        return fact_id in self._place

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._place))

    def note(self, fact: Fact, offset: int, length: int) -> None:
        """A line of the archive holds that fact."""
        self._place[fact.id] = (offset, length)
        code = triple_hash(fact.subject, fact.predicate, fact.object)
        found = self._by_triple.setdefault(code, fact.id)
        if isinstance(found, list):
            if fact.id not in found:
                found.append(fact.id)
        elif found != fact.id:
            self._by_triple[code] = [found, fact.id]

    def forget(self, fact_id: str) -> None:
        """That fact was purged."""
        self._place.pop(fact_id, None)

    def clear(self) -> None:
        """Forget all places, before the file is read again."""
        self._place.clear()
        self._by_triple.clear()

    def get(self, fact_id: str) -> tuple[Fact, float] | None:
        """The archived fact and the activation that it left with."""
        place = self._place.get(fact_id)
        if place is None:
            return None
        try:
            line = decode_archived(self._read_at(*place))
        except BadLine:
            return None
        if line.id != fact_id:
            return None
        return from_line(line, 0), 0.0 if line.activation is None else line.activation

    def same(self, fact: Fact) -> Fact | None:
        """The archived fact that states the same, with case and spaces folded (rule 5)."""
        found = self._by_triple.get(triple_hash(fact.subject, fact.predicate, fact.object))
        for fact_id in [found] if isinstance(found, str) else found or []:
            known = self.get(fact_id)
            if known is not None and same_triple(known[0], fact):
                return known[0]
        return None
