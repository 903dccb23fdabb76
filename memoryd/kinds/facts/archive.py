"""The index of archived-facts.jsonl: where each archived fact stands, so that it can come back (rule 6)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from memoryd.kinds.facts.bad_line import BadLine
from memoryd.kinds.facts.compare import key_of
from memoryd.kinds.facts.decay import State
from memoryd.kinds.facts.fact import Fact, Folded, archived_state, decode_archived, from_line
from memoryd.kinds.facts.validity import ALWAYS, Validity
from memoryd.types import fold

ReadAt = Callable[[int, int], bytes]
"""`(offset, length) → bytes` of the archive file."""


class Archive:
    """Archived facts by id and by folded triple; texts stay on disk. The last line of an id counts."""

    def __init__(self, read_at: ReadAt) -> None:
        self._read_at = read_at
        self._place: dict[str, tuple[int, int]] = {}
        self._by_triple: dict[int, str | list[str]] = {}
        self._by_subject: dict[int, str | dict[str, None]] = {}
        self._by_object: dict[int, str | dict[str, None]] = {}
        self.validities: dict[str, Validity] = {}
        """Of those of which more is known than when they were made."""
        self._staged: dict[str, tuple[Fact, State]] = {}
        """Facts on their way into the file: archived, not yet on disk."""
        self.size = 0
        """How many bytes of the file are indexed; what follows them was written outside the daemon."""

    def __len__(self) -> int:
        return len(self._place) + sum(1 for fact_id in self._staged.copy() if fact_id not in self._place)

    def __contains__(self, fact_id: str) -> bool:
        return fact_id in self._place or fact_id in self._staged

    def __iter__(self) -> Iterator[str]:
        return iter([*self._place, *(fact_id for fact_id in self._staged.copy() if fact_id not in self._place)])

    def stage(self, fact: Fact, state: State) -> None:
        """A line for that fact is staged; `note_appended` or `unstage` follows."""
        self._staged[fact.id] = (fact, state)
        self._link(fact)

    def unstage(self, fact_id: str) -> None:
        """The line of a staged fact was not written."""
        self._staged.pop(fact_id, None)

    def note_appended(self, lines: list[tuple[Fact, int]], offset: int) -> None:
        """Lines of these facts, and of these lengths, stand from `offset` on."""
        for fact, length in lines:
            self.note(fact, offset, length)
            offset += length
            self.size += length

    def note(self, fact: Fact, offset: int, length: int) -> None:
        """A line of the archive states that fact."""
        self._place[fact.id] = (offset, length)
        self._staged.pop(fact.id, None)
        self._link(fact)

    def _link(self, fact: Fact) -> None:
        key = key_of(fact)
        if fact.validity is not ALWAYS:
            self.validities[fact.id] = fact.validity
        _post(self._by_subject, key[0], fact.id)
        _post(self._by_object, key[2], fact.id)
        code = hash(key)
        found = self._by_triple.setdefault(code, fact.id)
        if isinstance(found, list):
            if fact.id not in found:
                found.append(fact.id)
        elif found != fact.id:
            self._by_triple[code] = [found, fact.id]

    def forget(self, fact_id: str) -> None:
        """That fact was purged."""
        self._place.pop(fact_id, None)
        self.validities.pop(fact_id, None)
        self._staged.pop(fact_id, None)

    def become(self, other: Archive) -> None:
        """The file was read anew into `other`; what is staged is still on its way."""
        for fact, _ in self._staged.copy().values():
            other._link(fact)
        self._place, self._by_triple = other._place, other._by_triple
        self._by_subject, self._by_object = other._by_subject, other._by_object
        self.validities = other.validities
        self.size = other.size

    def empty(self) -> Archive:
        """Another archive over the same file."""
        return Archive(self._read_at)

    def get(self, fact_id: str) -> tuple[Fact, State] | None:
        """The archived fact and the state that it left with."""
        staged = self._staged.get(fact_id)
        if staged is not None:
            return staged
        place = self._place.get(fact_id)
        if place is None:
            return None
        try:
            line = decode_archived(self._read_at(*place))
        except BadLine:
            return None
        if line.id != fact_id:
            return None
        return from_line(line, 0), archived_state(line)

    def may_have(self, code: int) -> bool:
        """Whether a fact with that hash of its folded triple may be here."""
        return code in self._by_triple

    def about(self, subject: str) -> list[str]:
        """Ids of what may be the archived facts of that subject, in the order in which they came."""
        return self._posted(self._by_subject, subject)

    def naming(self, object_: str) -> list[str]:
        """Ids of what may be the archived facts of that object."""
        return self._posted(self._by_object, object_)

    def _posted(self, postings: dict[int, str | dict[str, None]], text: str) -> list[str]:
        found = postings.get(hash(fold(text)), {})
        return [fact_id for fact_id in ([found] if isinstance(found, str) else [*found]) if fact_id in self]

    def same(self, key: Folded, active: Container[str]) -> tuple[Fact, State] | None:
        """The archived fact that states the same (rule 5); one that is active states something else by now."""
        found = self._by_triple.get(hash(key))
        for fact_id in [found] if isinstance(found, str) else found or []:
            known = None if fact_id in active else self.get(fact_id)
            if known is not None and key_of(known[0]) == key:
                return known
        return None


def _post(postings: dict[int, str | dict[str, None]], folded: str, fact_id: str) -> None:
    """One more with that text; most texts occur once."""
    code = hash(folded)
    found = postings.setdefault(code, fact_id)
    if isinstance(found, dict):
        found[fact_id] = None
    elif found != fact_id:
        postings[code] = {found: None, fact_id: None}
