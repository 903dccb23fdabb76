"""The index of archived-facts.jsonl: where each archived fact stands, so that it can come back (rule 6)."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Container, Iterator
from itertools import chain

from memoryd.kinds.facts.known.archived_lines import ArchivedLines
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import Fact, Folded, archived_at, archived_state, decode_archived, from_line
from memoryd.kinds.facts.model.validity import ALWAYS, Validity
from memoryd.types import fold

ReadAt = Callable[[int, int], bytes]
"""`(offset, length) → bytes` of the archive file."""
_PIECE = 1 << 16
_JUST_NOW = sys.maxsize


class Archive:
    """Archived facts by id and by folded triple; texts stay on disk. The last line of an id counts."""

    def __init__(self, read_at: ReadAt) -> None:
        self._read_at = read_at
        self._lines = ArchivedLines()
        self.validities: dict[str, Validity] = {}
        """Of those of which more is known than when they were made."""
        self._staged: dict[str, tuple[Fact, State]] = {}
        """Facts on their way into the file: archived, not yet on disk."""
        self._staged_codes: dict[int, dict[str, None]] = {}
        """Their ids by the hashes of their folded triples, subjects and objects."""
        self.size = 0
        """How many bytes of the file are indexed; what follows them was written outside the daemon."""
        self.is_behind = False
        """Lines of ours stand behind what others wrote, and what that replaced is not known yet."""

    def __len__(self) -> int:
        return len(self._lines) + len(self._only_staged())

    def __contains__(self, fact_id: str) -> bool:
        return fact_id in self._staged or fact_id in self._lines

    def __iter__(self) -> Iterator[str]:
        return chain(self._lines, self._only_staged())

    def _only_staged(self) -> list[str]:
        return [fact_id for fact_id in self._staged.copy() if fact_id not in self._lines]

    def stage(self, fact: Fact, state: State) -> None:
        """A line for that fact is staged; `note_appended` or `unstage` follows."""
        self._staged[fact.id] = (fact, state)
        if fact.validity is not ALWAYS:
            self.validities[fact.id] = fact.validity
        key = key_of(fact)
        for code in (hash(key), hash(key[0]), hash(key[2])):
            self._staged_codes.setdefault(code, {})[fact.id] = None

    def unstage(self, fact_id: str) -> None:
        """The line of a staged fact was not written."""
        self._staged.pop(fact_id, None)
        if not self._staged:
            self._staged_codes = {}

    def note_appended(self, lines: list[tuple[Fact, bytes]], offset: int) -> None:
        """These lines, newline included, of these facts stand from `offset` on."""
        self.is_behind = self.is_behind or (bool(lines) and offset != self.size)
        for fact, raw in lines:
            self.note(fact, archived_at(decode_archived(raw)), offset, len(raw))
            offset += len(raw)
            self.size += len(raw)

    def note(self, fact: Fact, at: int, offset: int, length: int) -> None:
        """A line of the archive states that fact, and that it was archived then."""
        if fact.validity is not ALWAYS:
            self.validities[fact.id] = fact.validity
        self._lines.note(fact.id, key_of(fact), at, offset, length)
        self.unstage(fact.id)

    def forget(self, fact_id: str) -> None:
        """That fact was purged."""
        self._lines.forget(fact_id)
        self.validities.pop(fact_id, None)
        self.unstage(fact_id)

    def become(self, other: Archive) -> None:
        """The file was read anew into `other`; what is staged is still on its way."""
        self._lines = other._lines
        staged = {fact.id: fact.validity for fact, _ in list(self._staged.values()) if fact.validity is not ALWAYS}
        self.validities = other.validities | staged
        self.size, self.is_behind = other.size, False

    def empty(self) -> Archive:
        """Another archive over the same file."""
        return Archive(self._read_at)

    def get(self, fact_id: str) -> tuple[Fact, State] | None:
        """The archived fact and the state that it left with."""
        staged = self._staged.get(fact_id)
        if staged is not None:
            return staged
        try:
            line = decode_archived(self.raw(fact_id))
        except BadLine:
            return None
        if line.id != fact_id:
            return None
        return from_line(line, 0), archived_state(line)

    def raw(self, fact_id: str) -> bytes:
        """The fact's line as it stands in the file; empty when there is none."""
        place = self._lines.place(fact_id)
        return b"" if place is None else self._read_at(*place)

    def archived_at(self, fact_id: str) -> int:
        """When the fact was archived (microseconds); 0 where nobody knows."""
        return _JUST_NOW if fact_id in self._staged else self._lines.time(fact_id)

    def having(self, wanted: Callable[[str], bool]) -> Iterator[tuple[Fact, State, int]]:
        """The archived facts with lines that are `wanted`, and when each was archived; reads the whole file."""
        staged = list(self._staged.values())
        newer = {fact.id for fact, _ in staged}
        at, rest = 0, b""
        while at < self.size and (piece := self._read_at(at, min(_PIECE, self.size - at))):
            *lines, last = (rest + piece).split(b"\n")
            begin, rest = at - len(rest), last
            at += len(piece)
            for raw in lines:
                if wanted(raw.decode("utf-8", "replace")):
                    with contextlib.suppress(BadLine):
                        line = decode_archived(raw)
                        counts = self._lines.place(line.id or "") == (begin, len(raw) + 1)
                        if counts and line.id not in newer:
                            yield from_line(line, 0), archived_state(line), archived_at(line)
                begin += len(raw) + 1
        for fact, state in staged:
            yield fact, state, _JUST_NOW

    def triples(self, codes: list[int]) -> set[int]:
        """Which of these hashes of folded triples may be here; of what is staged meanwhile `may_have_staged` tells."""
        return self._lines.triples(codes)

    def may_have_staged(self, code: int) -> bool:
        """Whether a fact with that hash of its folded triple may be on its way here."""
        return code in self._staged_codes

    def about(self, subject: str) -> Iterator[str]:
        """Ids of what may be the archived facts of that subject, in the order in which they came."""
        code = hash(fold(subject))
        return self._with_staged(self._lines.about(code), code)

    def naming(self, object_: str) -> Iterator[str]:
        """Ids of what may be the archived facts of that object."""
        code = hash(fold(object_))
        return self._with_staged(self._lines.naming(code), code)

    def _with_staged(self, noted: Iterator[str], code: int) -> Iterator[str]:
        # In the order in which they came, and quick to ask: of a batch that archives thousands, each asks.
        staged = self._staged_codes.get(code)
        if not staged:
            return noted
        waiting = self._staged
        known = (fact_id for fact_id in noted if fact_id not in staged or fact_id not in waiting)
        return chain(known, self._still_staged(staged))

    def _still_staged(self, staged: dict[str, None]) -> Iterator[str]:
        yield from (fact_id for fact_id in list(staged) if fact_id in self._staged)

    def same(self, key: Folded, active: Container[str]) -> tuple[Fact, State] | None:
        """The archived fact that states the same (rule 5); one that is active states something else by now."""
        code = hash(key)
        for fact_id in self._with_staged(self._lines.stating(code), code):
            known = None if fact_id in active else self.get(fact_id)
            if known is not None and key_of(known[0]) == key:
                return known
        return None
