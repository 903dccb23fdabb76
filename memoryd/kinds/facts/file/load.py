"""Reading the facts at start: facts.jsonl, its archive, the removals under way, the activations."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Set

import msgspec

from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexState
from memoryd.kinds.facts.file.lines import NO_FACT
from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import FULL
from memoryd.kinds.facts.model.fact import (
    ARCHIVE_PATH,
    FACTS_PATH,
    Fact,
    FactLine,
    Folded,
    archived_at,
    decode_archived,
    decode_line,
    filled_in,
    from_line,
    is_complete,
    plain_lines,
)
from memoryd.kinds.facts.model.validity import ALWAYS
from memoryd.storage.blocks import blocks_of, checksum, read_between
from memoryd.storage.lines import split_lines, whole_lines
from memoryd.storage.recent_lines import is_end_of
from memoryd.types import Problem

TAIL_LIMIT = 4 * 1024 * 1024
"""If the index has not seen more than this, all lines are checked for repetitions."""


class Loaded(msgspec.Struct):
    """What a start found in facts.jsonl."""

    problems: list[Problem] = msgspec.field(default_factory=list)
    marks: dict[int, tuple[int, int]] = msgspec.field(default_factory=dict)
    """Size → (checksum, lines) at the end of the file, of blocks and at the size that was asked for, if a line ends."""
    others_count: bool = False
    """Of lines that repeat each other another may count now than the one that the index knows."""


def load_archive(store: FactStore, root: str) -> list[Problem]:
    """Index archived-facts.jsonl; what cannot be read is reported and stays."""
    problems: list[Problem] = []
    archive = store.archive.empty()
    offset = 0
    for number, raw in enumerate(split_lines(blocks_of(os.path.join(root, ARCHIVE_PATH))), 1):
        try:
            note_archived(archive, raw, offset)
        except BadLine as error:
            problems.append(bad_line(ARCHIVE_PATH, number, str(error)))
        offset += len(raw) + 1
    archive.size = offset
    store.archive.become(archive)
    store.recount_archived()
    return problems


def note_archived(archive: Archive, raw: bytes, offset: int) -> None:
    """Index one line of the archive. Raises BadLine."""
    if not raw.strip():
        return
    line = decode_archived(raw)
    if line.id is None:
        raise BadLine("the line lacks an id")
    archive.note(from_line(line, 0), archived_at(line), offset, len(raw) + 1)


class FactsLoader:
    """Fills a store from facts.jsonl, a block of lines at a time; what is known of activations follows."""

    def __init__(
        self,
        store: FactStore,
        file: FactsFile,
        removed: set[str],
        purged: set[str],
        edited: int,
        own_lines: Callable[[], Set[bytes]],
    ) -> None:
        """`own_lines`: those that the daemon wrote last, which repeat none."""
        self._purged = purged
        self._own_lines = functools.cache(own_lines)
        self._store = store
        self._file = file
        self._removed = removed
        self._edited = edited
        self._leaving: set[Folded] = set()
        self._kept: dict[str, str] = {}
        self._incomplete: list[tuple[bytes, int]] = []
        self._repeated: set[int] = set()
        """Hashes of the folded triples that several lines state; known when all was read once."""
        self._stated: dict[Folded, str] = {}
        """Of these, the fact that counts."""
        self.loaded = Loaded()

    def _apply_chains(self) -> None:
        """What was superseded says so, also where its line does not yet."""
        store = self._store
        for old in store.chains.ids():
            ordinal = store.table.ordinal(old)
            fact = None if ordinal is None else store.table[ordinal]
            if ordinal is not None and fact is not None and (marked := store.marked(fact)) is not fact:
                store.table.replace(ordinal, marked)
                self._file.restate(ordinal, marked, store.line_activation(ordinal))

    def load(self, state: IndexState | None) -> Loaded:
        """Read the file; `state` is how far the index had come in it.

        Up to there no line repeats another, or the index would not have said so. What is new is checked; lines that
        repeat each other are rare, and if there are any, the whole file is read once more.
        """
        for fact_id, validity in self._store.archive.validities.items():
            if fact_id not in self._purged:
                self._store.chains.note(fact_id, validity)
        self._read(state)
        self._apply_chains()
        if state is not None and self._is_known(state):
            return self.loaded
        self._repeated = self._store.table.repeated()
        if self._repeated:
            self._store.begin_again()
            self._file.begin_again()
            self.loaded, self._incomplete = Loaded(), []
            self._leaving.clear()
            self._read(state)
            self._apply_chains()
        table = self._store.table
        self.loaded.others_count |= any(table.same(key) is not None for key in self._leaving)
        return self.loaded

    def _is_known(self, state: IndexState) -> bool:
        """Whether the index, or else we ourselves, had looked at each line."""
        mark = self.loaded.marks.get(state.size)
        if state.size < 0 or mark is None or mark[0] != state.crc:
            return False
        end = self._file.known.size
        if state.size == end:
            return True
        if end - state.size > TAIL_LIMIT:
            return False
        own = self._own_lines()
        return all(raw in own for raw in read_between(self._file.path, state.size, end).split(b"\n") if raw.strip())

    def _read(self, state: IndexState | None) -> None:
        file = self._file
        size = crc = 0

        def blocks() -> Iterator[bytes]:
            nonlocal size, crc
            for block in blocks_of(file.path, () if state is None else (state.size,)):
                crc = checksum(block, crc)
                size += len(block)
                yield block
                if block.endswith(b"\n"):
                    self.loaded.marks[size] = (crc, len(file.lines))

        number = 0
        for whole in whole_lines(blocks()):
            raws = whole.split(b"\n")
            if not raws[-1]:
                raws.pop()
            if not self._take_plain(whole, raws):
                for at, raw in enumerate(raws, number + 1):
                    line = self._decode(raw, at)
                    owner = NO_FACT if line is None else self._take(line, raw, at)
                    file.lines.append(raw, owner)
                    file.foreign.keep(raw, owner)
            number += len(raws)
        # Elsewhere within a line it is no mark: the line that the index knows was written on.
        self.loaded.marks[size] = (crc, len(file.lines))
        file.known.size, file.known.crc = size, crc

    def fill_in(self) -> None:
        """The missing fields of what people wrote, now that the activations are known."""
        store = self._store
        for raw, ordinal in self._incomplete:
            fact = store.table[ordinal]
            if fact is not None:
                self._file.filled[hash(raw)] = filled_in(raw, fact, store.activations.state(ordinal).activation)

    def _decode(self, raw: bytes, number: int) -> FactLine | None:
        if not raw.strip():
            return None
        try:
            return decode_line(raw)
        except BadLine as error:
            if is_end_of(raw, self._own_lines()):
                self._file.filled[hash(raw)] = b""  # its beginning was written over by an editor
            else:
                self.loaded.problems.append(bad_line(FACTS_PATH, number, str(error)))
            return None

    def _take_plain(self, block: bytes, raws: list[bytes]) -> bool:
        """Take a block in which every line is a whole fact as we write it; False if it is none."""
        plain = plain_lines(block, raws, self._kept.setdefault)
        if plain is None or not self._removed.isdisjoint(plain.ids):
            return False
        store = self._store
        begin = store.table.next_ordinal
        if len(store.chains):
            plain.facts[:] = [self._marked(fact) if fact.id in store.chains else fact for fact in plain.facts]
        if self._repeated and not self._repeated.isdisjoint(map(hash, store.table.keys_of(plain.facts))):
            return False
        if not store.table.add_new(plain.ids, plain.facts):
            return False
        for fact in plain.facts:
            if fact.validity is not ALWAYS:
                store.chains.note(fact.id, fact.validity)
        store.know_lines(plain.activations)
        self._file.lines.extend(raws, range(begin, begin + len(raws)))
        return True

    def _marked(self, fact: Fact) -> Fact:
        """As its chain has it, unless its line tells what superseded it: a line of the archive may be older."""
        return fact if fact.validity.superseded_by is not None else self._store.marked(fact)

    def _take(self, line: FactLine, raw: bytes, number: int) -> int:
        store = self._store
        fact = from_line(line, self._edited)
        if fact.validity.edited is not None and fact.validity.superseded_by is None and fact.id in store.table:
            store.chains.unlink(fact.id)  # what had superseded it was purged since
        fact = self._marked(fact)
        key = key_of(fact)
        if fact.id in self._removed and not self._says_something_else(fact, key):
            # Its line was on the way out when the daemon stopped; the next rewrite leaves it out.
            self._leaving.add(key)
            ordinal = store.removed.get(fact.id)
            if ordinal is None:
                ordinal = store.reserve(fact.id)
            return ordinal
        if fact.validity is not ALWAYS:
            store.chains.note(fact.id, fact.validity)
        twin = store.table.get(fact.id)
        if twin is not None and fact.validity.edited is not None and not self._is_copy(twin.id, raw):
            return self._corrected(fact, line, raw)
        known = twin.id if twin is not None else self._stated.get(key)
        if known is not None:
            return self._duplicate(known, raw, number)
        if hash(key) in self._repeated:
            self._stated[key] = fact.id
        ordinal = store.table.add(fact, key)
        store.know_lines([FULL if line.activation is None else line.activation])
        if not is_complete(line):
            self._incomplete.append((raw, ordinal))
            self._file.foreign.keep_always(raw)
        return ordinal

    def _is_copy(self, fact_id: str, raw: bytes) -> bool:
        """Whether the line that counts is this one, byte for byte; neither may leave for the other's sake."""
        ordinal = self._store.table.ordinal(fact_id)
        return ordinal is not None and self._file.code_of(ordinal) == hash(raw)

    def _corrected(self, fact: Fact, line: FactLine, raw: bytes) -> int:
        """A later line of a fact that was edited counts; the former leaves with the next rewrite."""
        store = self._store
        ordinal = store.table.ordinal(fact.id)
        assert ordinal is not None
        self._file.stated_again(ordinal, raw)
        store.table.replace(ordinal, fact)
        store.set_line_activation(ordinal, FULL if line.activation is None else line.activation)
        return ordinal

    def _says_something_else(self, fact: Fact, key: Folded) -> bool:
        """Whether a person gave the line of an archived fact another text before it left: that is theirs, and stays.

        What was purged leaves with all its lines, and so does the line from before an edit.
        """
        archived = self._store.archive.get(fact.id)
        if archived is None or fact.id in self._purged or key_of(archived[0]) == key:
            return False
        edited = archived[0].validity.edited
        if edited is not None and (fact.validity.edited or 0) < edited:
            return False
        self.loaded.others_count = True
        return True

    def _duplicate(self, fact_id: str, raw: bytes, number: int) -> int:
        store = self._store
        ordinal = store.table.ordinal(fact_id)
        assert ordinal is not None
        self.loaded.others_count = True
        self._file.duplicates[hash(raw)] = raw
        self.loaded.problems.append(duplicate(number, fact_id))
        return ordinal


def bad_line(path: str, number: int, why: str) -> Problem:
    """A line that cannot be read: it stays where it is."""
    return Problem(path=path, line=number, what=f"not read: {why}", action="fix the line, or remove it")


def duplicate(number: int, fact_id: str) -> Problem:
    """A line that repeats an earlier one's id or statement."""
    return Problem(
        path=FACTS_PATH,
        line=number,
        what=f"states the same or has the same id as the earlier line of {fact_id}; the first counts",
        action="remove one of the two lines",
    )
