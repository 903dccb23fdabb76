"""Lines of facts.jsonl that were saved over before anybody had looked: found at the next start (rule 8)."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress

import msgspec

from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.fact import FACTS_PATH, FactLine, Folded, decode_line, document, from_line
from memoryd.storage.files import Files, read_range
from memoryd.storage.lines import LineTooLong, split_lines
from memoryd.storage.recent_copies import KEPT, Copy
from memoryd.storage.recent_lines import MOST_BYTES, RecentLine, RecentLines, Wording
from memoryd.storage.regular import regular
from memoryd.types import UNREADABLE, Document

_BLOCK = 1024 * 1024
_EARLIER = "earlier"
"""The key of copies of an earlier run."""
_MOST_YOUNG = 20_000
"""So many of an earlier run's lines are known as recent."""
Block = tuple[bytes, bytes]
"""Whole lines, and the line that the last of them corrects."""


class _Named(msgspec.Struct, gc=False):
    id: str


_named = msgspec.json.Decoder(_Named).decode


class LineCopies:
    """What the last run and this one appended, by `RecentLines`; without a key, and what left by its id."""

    def __init__(self, recent: RecentLines, files: Files, root: str) -> None:
        self.recent = recent
        self._files = files
        self._root = root
        self._found: set[str] = set()
        """Facts that the start found to be lost: what is put back behind its reading is not active yet."""

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    def keep(self, blocks: Iterable[Block], now: int) -> None:
        """We appended these (writer's thread)."""
        self.recent.copies.keep([Copy(now, FACTS_PATH, block, before=before) for block, before in blocks])

    def left(self, fact_ids: Iterable[str], now: int) -> None:
        """These facts have gone to the archive: only a line that we append later brings one back."""
        self.recent.copies.keep([Copy(now, FACTS_PATH, key=fact_id) for fact_id in fact_ids])

    def sync(self) -> None:
        """Before nothing else tells who left: what `left` says comes through a loss of power, too."""
        self.recent.copies.sync()

    def close(self) -> None:
        """An orderly end: all that we wrote stands in the file."""
        self.recent.close(FACTS_PATH)

    # --- at start -----------------------------------------------------------------------------------------

    def lost(self, leaving: set[str], saved: int, now: int, *, is_last: bool) -> list[bytes]:
        """The lines, newline included, that no file has any more; `leaving` were removed on purpose.

        All of them, where the file is gone as a whole and `is_last`: the index has had none to write it anew with.
        """
        if self.recent.is_closed(FACTS_PATH):
            return []  # a person deleted them
        left = self._not_archived(self.recent.left_in(FACTS_PATH, saved, now))
        ours = {raw: one.before for one in left for raw in one.raw.split(b"\n") if raw}
        if not ours:
            return []
        missing = dict(ours)
        for raw in self._end_of_facts(sum(map(len, ours)) + len(ours)):  # where they stand, as a rule
            missing.pop(raw, None)
        if not missing:
            return []
        standing: list[bytes] = []
        for raw in self._lines():
            missing.pop(raw, None)
            standing.append(raw)
        if not missing or not (standing or is_last):
            return []
        lines = {line.id: line for line in _decoded(standing)}
        said = set(map(key_of, lines.values()))
        found = []
        for raw, before in missing.items():
            for line in _decoded([raw]):  # torn: it was never acknowledged
                if line.id in leaving:
                    continue
                if _is_older(lines.get(line.id), line, before) or (line.id not in lines and key_of(line) not in said):
                    found.append(raw + b"\n")
                    said.add(key_of(line))
                    self._found.add(line.id or "")
        return found

    def lines(self) -> set[bytes]:
        """All that the last run appended, without newlines."""
        left = self.recent.left_in(FACTS_PATH, 0, 0)
        return {raw for one in left if one.key != _EARLIER for raw in one.raw.split(b"\n") if raw}

    def resume(self, now: int, active: Container[str]) -> Iterator[tuple[str, int]]:
        """Know the lines of the last ten minutes on, of facts that are `active` or put back: ids, and when written."""
        left = self.recent.take(FACTS_PATH)
        if not left:
            return
        # Neither a loss of power, which may leave only the first of these, nor a kill between an archiving and its mark
        # is to bring a fact back: of what is archived by now nothing is kept.
        young = [one for one in self._not_archived(left) if 0 <= now - one.at < KEPT]
        young = list(_without(young, lambda fact_id: fact_id not in active and fact_id not in self._found))
        kept = [Copy(one.at, FACTS_PATH, one.raw, one.key or _EARLIER, one.before) for one in _last(young)]
        self.recent.copies.keep([Copy(0, FACTS_PATH, does="cleared"), *kept])
        lines = [(raw, one.at) for one in young for raw in one.raw.split(b"\n") if raw]
        for raw, at in lines[-_MOST_YOUNG:]:
            fact_id = _id_in(raw)
            if fact_id is not None:
                yield fact_id, at

    @staticmethod
    def _not_archived(found: list[RecentLine]) -> list[RecentLine]:
        """Our lines in order, without those of facts that have gone to the archive since."""
        kept, left = list[RecentLine](), set[str]()
        for one in reversed(found):
            if not one.raw:
                left.add(one.key)
            else:
                kept += _without([one], left.__contains__) if left else [one]
        return kept[::-1]

    def _end_of_facts(self, size: int) -> list[bytes]:
        """The last lines of facts.jsonl, of about that size together."""
        try:
            fd = self._files.open(self._path(FACTS_PATH), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return []
        try:
            end = self._files.fstat(fd).st_size
            return b"".join(read_range(self._files, fd, max(0, end - size - _BLOCK), end)).split(b"\n")
        finally:
            self._files.close(fd)

    def _lines(self) -> Iterator[bytes]:
        try:
            file = open(self._path(FACTS_PATH), "rb", buffering=0, opener=regular)
        except OSError:
            return
        with file, suppress(LineTooLong):
            yield from (raw for raw in split_lines(iter(lambda: file.read(_BLOCK), b"")) if raw.strip())


def wordings_of(copy: RecentLine) -> Iterator[Wording]:
    """What the index gets of the facts of a copy."""
    for raw in copy.raw.split(b"\n"):
        if raw:
            with suppress(*UNREADABLE):
                yield _named(raw).id, functools.partial(_document_of, raw, copy.at)


def _document_of(raw: bytes, now: int) -> Document:
    return document(from_line(decode_line(raw), now))


def _without(copies: Iterable[RecentLine], is_out: Callable[[str], bool]) -> Iterator[RecentLine]:
    """The copies without the lines of these facts, by their ids."""
    for one in copies:
        raws = [raw for raw in one.raw.split(b"\n") if raw]
        kept = [raw for raw in raws if (fact_id := _id_in(raw)) is None or not is_out(fact_id)]
        if kept:
            yield one if len(kept) == len(raws) else one._replace(raw=b"".join(raw + b"\n" for raw in kept))


def _id_in(raw: bytes) -> str | None:
    """Whose line of ours it is; None of a torn one. To read all of it would take ten times as long."""
    try:
        return _named(raw).id
    except UNREADABLE:
        return None


def _last(copies: list[RecentLine]) -> list[RecentLine]:
    """Of a large import only these are written again, lest each start doubles what the next one reads."""
    sizes = itertools.accumulate(len(one.raw) for one in reversed(copies))
    count = sum(1 for _ in itertools.takewhile(lambda size: size <= MOST_BYTES, sizes))
    return copies[len(copies) - count :]


def _is_older(standing: FactLine | None, ours: FactLine, before: bytes) -> bool:
    """Whether the line that stands says what ours corrects: a person who changed it meanwhile has the last word."""
    if standing is None:
        return False
    edited = ours.validity.edited
    if edited is None or (standing.validity.edited or 0) >= edited:
        return False
    return any(_statement_of(one) == _statement_of(standing) for one in _decoded([before]))


def _statement_of(line: FactLine) -> tuple[Folded, int | None, int | None]:
    return key_of(line), line.validity.valid_from, line.validity.valid_until


def _decoded(raws: Iterable[bytes]) -> Iterator[FactLine]:
    for raw in raws:
        with suppress(BadLine):
            yield decode_line(raw)
