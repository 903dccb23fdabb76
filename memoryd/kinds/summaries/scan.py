"""Reads a session file piece by piece: which messages leaves hold already, and which still wait.

A message is known by its mark, wherever it stands: lines that a person inserts, deletes or changes neither repeat nor
lose one. A changed line is told from an inserted one by its id, or by its place between others.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from memoryd.conversation.file import SessionFile
from memoryd.conversation.message import HAS_ID, MARK_BITS, BadLine, Message, Removed, decode_line, mark_of
from memoryd.kinds.summaries.chunking import Turn
from memoryd.kinds.summaries.node import Node, marks_text
from memoryd.kinds.summaries.store import range_of
from memoryd.text.tokens import tokens_of

SLICE = 256 * 1024
"""Bytes read at a time."""


class _Claim(msgspec.Struct):
    """One message that a leaf holds; `line` is where it was found."""

    leaf: str
    mark: int
    line: int = 0


class _Claims(msgspec.Struct):
    """The messages of one session that leaves hold, in their order."""

    order: list[_Claim] = msgspec.field(default_factory=list)
    open: dict[int, list[_Claim]] = msgspec.field(default_factory=dict)
    """Mark → those that have not been found yet, the last one first."""
    ranges: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """Lines of leaves that name no marks."""
    missing: int = 0

    def add(self, leaf: Node) -> None:
        if not leaf.messages:
            self.ranges += [(first, last) for _, first, last in map(range_of, leaf.sources)]
        for mark in leaf.marks:
            claim = _Claim(leaf.id, mark)
            self.order.append(claim)
            self.open.setdefault(mark, []).insert(0, claim)
            self.missing += 1

    def take(self, line: int, mark: int) -> bool:
        """Whether a leaf holds this message; each claim is found once."""
        waiting = self.open.get(mark)
        if waiting:
            waiting.pop().line = line
            self.missing -= 1
            return True
        return any(first <= line <= last for first, last in self.ranges)

    def settle(self, turns: list[Turn]) -> list[Turn]:
        """All lines were read: what is missing was changed or deleted. Returns the turns that still wait."""
        if not self.missing:
            return turns
        alike: dict[int, list[Turn]] = {}
        for turn in turns:
            alike.setdefault(turn.mark >> MARK_BITS, []).append(turn)
        after, following = [0] * len(self.order), 0
        for place in range(len(self.order) - 1, -1, -1):
            after[place] = following
            following = self.order[place].line or following
        changed: set[int] = set()
        before = 0
        for claim, end in zip(self.order, after, strict=True):
            if not claim.line:
                same = (one for one in alike.get(claim.mark >> MARK_BITS, ()) if one.line not in changed)
                # Without an id, only its place between its neighbours tells it from the next message.
                found = next((one for one in same if claim.mark & HAS_ID or before < one.line < end), None)
                if found is not None:
                    claim.line, claim.mark = found.line, found.mark
                    changed.add(found.line)
            before = claim.line or before
        return [turn for turn in turns if turn.line not in changed]

    def places(self) -> Iterator[tuple[str, list[_Claim]]]:
        """Each leaf with its messages that are there."""
        leaves: dict[str, list[_Claim]] = {}
        for claim in self.order:
            found = leaves.setdefault(claim.leaf, [])
            if claim.line:
                found.append(claim)
        yield from leaves.items()


class Scan:
    """How far a file has been read. `leaves` are those that may hold messages of it, by session."""

    def __init__(self, file: SessionFile, leaves: Mapping[str, Iterable[Node]]) -> None:
        self.edition = file.edition
        self.sessions = set(leaves)
        self.offset = 0
        self.turns: dict[str, list[Turn]] = {}
        self.settled = False
        """All that leaves hold has been found, or is not there."""
        self.ended = False
        """Nothing stands behind what has been read."""
        self.moves: dict[str, tuple[tuple[str, ...], str]] = {}
        """Leaf → its sources and messages as they stand."""
        self._path = file.path
        self._lines = 0
        self._claims: dict[str, _Claims] = {}
        for session_id, nodes in leaves.items():
            claims = _Claims()
            for node in nodes:
                claims.add(node)
            if claims.order or claims.ranges:
                self._claims[session_id] = claims

    @property
    def tokens(self) -> int:
        """Tokens that were read and wait."""
        return sum(turn.tokens for turns in self.turns.values() for turn in turns)

    def is_read(self, window: int) -> bool:
        """Whether enough was read: all of it, or so many tokens that wait."""
        return self.settled and (self.ended or self.tokens >= window)

    def read(self, fd: int, size: int) -> int:
        """Read the next slice of the `size` bytes that are known; how many bytes that were."""
        data = _whole_lines(fd, self.offset, size)
        for raw in data.split(b"\n")[:-1]:
            self._lines += 1
            try:
                message = decode_line(raw)
            except Removed as removed:
                self._take_out(removed)
                continue
            except BadLine:
                continue
            self._take(message)
        self.offset += len(data)
        self.ended = self.offset >= size or not data
        if not self.settled and (self.ended or not any(claims.missing for claims in self._claims.values())):
            self._settle()
        return len(data)

    def _take(self, message: Message) -> None:
        mark = mark_of(message)
        claims = self._claims.get(message.session_id)
        if claims is not None and claims.take(self._lines, mark):
            return
        turn = Turn(self._lines, message.role, tokens_of(message.content), message.received, mark)
        self.turns.setdefault(message.session_id, []).append(turn)
        self.sessions.add(message.session_id)

    def _take_out(self, removed: Removed) -> None:
        """What a leaf holds already stays there; what waits does so no more."""
        path, _, line = removed.key.rpartition(":")
        turns = self.turns.get(removed.session_id)
        if path == self._path and turns:
            self.turns[removed.session_id] = [turn for turn in turns if str(turn.line) != line]

    def _settle(self) -> None:
        self.settled = True
        for session_id, claims in self._claims.items():
            turns = claims.settle(self.turns.get(session_id, []))
            if turns:
                self.turns[session_id] = turns
            else:
                self.turns.pop(session_id, None)
            for leaf, found in claims.places():
                sources = sources_of(self._path, [claim.line for claim in found])
                self.moves[leaf] = (sources, marks_text(claim.mark for claim in found))
        # Leaves that name lines only go on to hold them.
        self._claims = {key: _Claims(ranges=one.ranges) for key, one in self._claims.items() if one.ranges}

    def drop(self, session_id: str, marks: Iterable[int]) -> None:
        """A leaf holds these now."""
        held: dict[int, int] = {}
        for mark in marks:
            held[mark] = held.get(mark, 0) + 1
        kept = []
        for turn in self.turns.pop(session_id, []):
            if held.get(turn.mark, 0):
                held[turn.mark] -= 1
            else:
                kept.append(turn)
        if kept:
            self.turns[session_id] = kept

    def find(self, session_id: str, marks: Iterable[int]) -> list[Turn] | None:
        """The waiting messages of these marks in their order; None when one does not wait here."""
        waiting: dict[int, list[Turn]] = {}
        for turn in reversed(self.turns.get(session_id, [])):
            waiting.setdefault(turn.mark, []).append(turn)
        found = [waiting[mark].pop() if waiting.get(mark) else None for mark in marks]
        whole = [turn for turn in found if turn is not None]
        return whole if len(whole) == len(found) else None


def sources_of(path: str, lines: list[int]) -> tuple[str, ...]:
    """Line numbers as ranges of neighbours, `sessions/x.jsonl:3-17`."""
    found: list[str] = []
    first = last = 0
    for line in [*sorted(lines), 0]:
        if line == last + 1 and last:
            last = line
            continue
        if last:
            found.append(f"{path}:{first}-{last}")
        first = last = line
    return tuple(found)


def _whole_lines(fd: int, offset: int, size: int) -> bytes:
    """About a slice of whole lines; b"" at the end of the known bytes, or where the file was cut off."""
    length = SLICE
    while True:
        data = os.pread(fd, min(length, size - offset), offset)
        end = data.rfind(b"\n") + 1
        if end or len(data) < length:
            return data[:end]
        length *= 2
