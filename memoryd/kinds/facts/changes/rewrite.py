"""Lines leave facts.jsonl, others get their missing fields or show what they have decayed to, in an atomic rewrite.

The bulk is copied on the caller's thread; the writer only adds what came meanwhile and renames.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Container, Iterator
from contextlib import suppress
from itertools import compress

import msgspec

from memoryd.kinds.facts.changes.edits import HandEdits
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexFeed
from memoryd.kinds.facts.file.lines import NO_FACT, Lines
from memoryd.kinds.facts.file.load import note_archived
from memoryd.kinds.facts.file.removals import encode_removals
from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.fact import decode_archived
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import identity, replace_file
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of, checksum, read_between
from memoryd.storage.lines import split_lines, whole_lines
from memoryd.storage.rewrite import Rewrite

TAIL_LIMIT = 1024 * 1024
ATTEMPTS = 3
STALE = 0.01
"""A line whose activation is off by less stays as it is: a night that changes nothing must not rewrite the file."""
_ACTIVATION = re.compile(rb'"activation"\s*:\s*([-+.0-9eE]+)')
"""In a JSON string the quotes are escaped, so that this is no part of one."""


class _Copy:
    """What the copying found out about the new version."""

    def __init__(self, version: int, doubled: frozenset[int]) -> None:
        self.version = version
        self.lines = Lines()
        self.read = 0
        self.crc = 0
        self.known = 0
        self.foreign = False
        self.replaced: list[tuple[bytes, int]] = []
        """Lines that stand filled in now."""
        self.repeated: list[int] = []
        """Hashes of lines that repeat a fact and stay."""
        self.shown = array("q"), array("d")
        """Ordinals whose lines show another activation now, and which."""
        self.doubled = doubled
        self._met: set[int] = set()

    def has_met(self, code: int) -> bool:
        """Whether the line is one that stands twice, and has come before."""
        if code not in self.doubled:
            return False
        is_met = code in self._met
        self._met.add(code)
        return is_met


class FactsRewriter:
    """Rewrites facts.jsonl without the lines of removed facts; every other line stays byte for byte."""

    def __init__(
        self,
        services: Services,
        store: FactStore,
        edits: HandEdits,
        file: FactsFile,
        feed: IndexFeed,
        archive_log: AppendLog,
        removals_log: AppendLog,
    ) -> None:
        self._store = store
        self._file = file
        self._feed = feed
        self._files, self._gid = services.files, services.data.gid
        self._archive_log = archive_log
        self._removals_log = removals_log
        self._run = edits.run
        self._late_lines = edits.late_lines
        self._shows: int | None = None
        """As of when the lines are to show activations that they do not show yet."""
        self._told: bytes | None = None
        """What the log of removals said when it was last written anew."""

    @property
    def due(self) -> bool:
        """Whether something waits to be rewritten."""
        return bool(self._store.purged) or self._is_file_due

    @property
    def _is_file_due(self) -> bool:
        file = self._file
        return bool(self._store.removed or file.filled or file.doubled) or self._shows is not None

    def show_activations(self, now: int) -> None:
        """Let the next rewrite bring each line's activation up to `now`, if any is off (002 step 2)."""
        if any(self._is_stale(ordinal, now) for ordinal in self._store.table.ordinals()):
            self._shows = now

    def _is_stale(self, ordinal: int, now: int) -> bool:
        return abs(self._store.activations.at(ordinal, now) - self._store.line_activation(ordinal)) >= STALE

    def rewrite(self) -> bool:
        """Bring the files up to what is known; False when others kept changing them (try again later)."""
        if self._store.purged and not self._rewrite_archive():
            return False
        for _ in range(ATTEMPTS):
            if not self._is_file_due:
                return True
            if self._attempt():
                return True
        return False

    def _attempt(self) -> bool:
        file = self._file
        dropped = dict(self._store.removed)
        filled, shows = dict(file.filled), self._shows
        copy = _Copy(file.lines.version, frozenset(file.doubled))
        copy.known = len(file.lines)
        size = file.known.size
        rewrite = Rewrite(self._files, file.path, gid=self._gid)
        try:
            rewrite.write(self._kept(copy, set(dropped.values()), filled, shows, size))
        except BaseException:
            rewrite.abandon()
            raise
        if copy.foreign:
            rewrite.abandon()
            return False
        finished = False

        def finish(_batch: Batch) -> bool:
            nonlocal finished
            finished = self._finish(rewrite, copy, dropped, filled)
            return finished

        try:
            return bool(self._run(finish))
        finally:
            if not finished:
                rewrite.abandon()
            elif self._shows == shows:
                self._shows = None

    def _kept(
        self, copy: _Copy, dropped: set[int], filled: dict[int, bytes], shows: int | None, size: int
    ) -> Iterator[bytes]:
        """The new version, a block of lines at a time: line by line, a million would delay requests for seconds."""
        known = self._file.lines
        dropped.discard(NO_FACT)

        def blocks() -> Iterator[bytes]:
            for block in blocks_of(self._file.path, (), size):
                copy.read += len(block)
                yield block

        index = 0
        for block in whole_lines(blocks()):
            raws = block.removesuffix(b"\n").split(b"\n")
            codes = array("q", map(hash, raws))
            end = index + len(raws)
            if end > copy.known or known.hashes[index:end] != codes:
                copy.foreign = True
                return
            owners = known.owners[index:end]
            index = end
            if shows is not None:
                self._show(copy, raws, codes, owners, shows, filled)
            new = self._kept_of(copy, raws, codes, owners, dropped, filled)
            copy.crc = checksum(new, copy.crc)
            yield new
        copy.known = index

    def _show(
        self, copy: _Copy, raws: list[bytes], codes: array[int], owners: array[int], now: int, filled: Container[int]
    ) -> None:
        """Put the activation of `now` into these lines, in place, but for those that others' hands must mend first."""
        duplicates, foreign = self._file.duplicates, self._file.foreign
        for at, owner in enumerate(owners):
            code = codes[at]
            if owner == NO_FACT or code in filled or code in duplicates:
                continue
            if not self._is_stale(owner, now):
                continue
            value = round(self._store.activations.at(owner, now), 6)
            raws[at] = _with_activation(raws[at], value)
            codes[at] = hash(raws[at])
            copy.shown[0].append(owner)
            copy.shown[1].append(value)
            if foreign.get(code) is not None:
                copy.replaced.append((raws[at], owner))

    def _kept_of(
        self, copy: _Copy, raws: list[bytes], codes: array[int], owners: array[int], dropped: set[int],
        filled: dict[int, bytes],
    ) -> bytes:  # fmt: skip
        """What stays of these lines, noted in `copy`."""
        duplicates = self._file.duplicates
        if not dropped.isdisjoint(owners):
            raws, codes, owners = _without_lines([owner in dropped for owner in owners], raws, codes, owners)
        if duplicates:
            copy.repeated += [code for code in codes if code in duplicates]
        if not filled.keys().isdisjoint(codes):
            for at, code in enumerate(codes):
                if line := filled.get(code):
                    raws[at] = line[:-1]
                    codes[at] = hash(raws[at])
                    copy.replaced.append((raws[at], owners[at]))
        if not (filled.keys() | copy.doubled).isdisjoint(codes):
            dropped_lines = [filled.get(code) == b"" or copy.has_met(code) for code in codes]
            if any(dropped_lines):
                raws, codes, owners = _without_lines(dropped_lines, raws, codes, owners)
        copy.lines.hashes.extend(codes)
        copy.lines.owners.extend(owners)
        return b"\n".join(raws) + b"\n" if raws else b""

    def _finish(self, rewrite: Rewrite, copy: _Copy, dropped: dict[str, int], filled: dict[int, bytes]) -> bool:
        """On the writer's thread: add what was appended meanwhile, rename, and know the new version."""
        store, file = self._store, self._file
        if file.lines.version != copy.version or not 0 <= file.known.size - copy.read <= TAIL_LIMIT:
            return False
        if any(store.removed.get(fact_id) != ordinal for fact_id, ordinal in dropped.items()):
            return False
        if not file.is_current():
            # An edit is taken in first, or it would be written over.
            return False
        here = self._files.stat(file.path)
        tail = read_between(file.path, copy.read, here.st_size)
        done = rewrite.finish(tail, identity(here))
        if done is None:
            return False
        stat, old = done
        try:
            self._read_on(old, here.st_size)
        finally:
            self._files.close(old)
        self._know(copy, tail, stat)
        for fact_id in dropped:
            store.removed.pop(fact_id, None)
        for code, line in filled.items():
            if file.filled.get(code) == line:
                del file.filled[code]
        file.doubled -= copy.doubled
        file.log.adopt(stat, synced=True)
        self.keep_removals()
        self._feed.publish_state()
        return True

    def _know(self, copy: _Copy, tail: bytes, stat: os.stat_result) -> None:
        file = self._file
        file.retain_duplicates([*copy.repeated, *file.lines.hashes[copy.known :]])
        copy.lines.hashes.extend(file.lines.hashes[copy.known :])
        copy.lines.owners.extend(file.lines.owners[copy.known :])
        copy.lines.version = copy.version + 1
        file.lines = copy.lines
        file.rewritten()
        file.known.take(stat, checksum(tail, copy.crc))
        for raw, owner in copy.replaced:
            file.foreign.keep(raw, owner)
        for owner, value in zip(*copy.shown, strict=True):
            self._store.set_line_activation(owner, value)

    def _read_on(self, old: int, size: int) -> None:
        """What others appended to the old version until its last moment (rule 8)."""
        self._late_lines.read(old, size)

    def keep_removals(self) -> None:
        """Write down which removals are still under way, and what was purged (writer's thread)."""
        store, log = self._store, self._removals_log
        lines = encode_removals(store.removed.keys() | store.purged, store.forgotten)
        told = b"".join(lines)
        if told == self._told and log.size == len(told):
            return  # as it stands; every write waits for each sync here
        self._file.guard.sync()
        log.adopt(replace_file(self._files, log.path, lines, gid=self._gid), synced=True)
        self._told = told

    # --- the archive --------------------------------------------------------------------------------------

    def _rewrite_archive(self) -> bool:
        """Leave purged facts out of archived-facts.jsonl."""
        store, purged = self._store, set(self._store.purged)
        path = self._archive_log.path
        if not beneath.exists(path):
            return bool(self._run(lambda _batch: self._purged(purged)))
        here = self._files.stat(path)
        rewrite, places = Rewrite(self._files, path, gid=self._gid), _Places(store.archive.empty())
        done = False

        def finish(_batch: Batch) -> bool:
            nonlocal done
            now = self._files.stat(path)
            if now.st_ino != here.st_ino or now.st_size != store.archive.size:
                return False
            tail = read_between(path, here.st_size, now.st_size)
            finished = rewrite.finish(tail, identity(now))
            if finished is None:
                return False
            stat, old = finished
            self._files.close(old)
            for raw in tail.split(b"\n"):
                places.note(raw)
            self._archive_log.adopt(stat, synced=True)
            places.archive.size = stat.st_size
            store.archive.become(places.archive)
            store.recount_archived()
            done = self._purged(purged)
            return done

        try:
            rewrite.write(_without(path, here.st_size, purged, places))
            return bool(self._run(finish))
        finally:
            if not done:
                rewrite.abandon()

    def _purged(self, purged: set[str]) -> bool:
        """These have left the archive; those that still stand in facts.jsonl leave it next."""
        self._store.purged -= purged
        self.keep_removals()
        return True


def _without_lines(
    dropped: list[bool], raws: list[bytes], codes: array[int], owners: array[int]
) -> tuple[list[bytes], array[int], array[int]]:
    staying = [not one for one in dropped]
    return (
        [*compress(raws, staying)], array("q", compress(codes, staying)), array("q", compress(owners, staying))
    )  # fmt: skip


def _with_activation(raw: bytes, value: float) -> bytes:
    found = [*_ACTIVATION.finditer(raw)]
    if len(found) == 1:
        start, end = found[0].span(1)
        return b"%s%s%s" % (raw[:start], repr(value).encode(), raw[end:])
    # In a field that a person added there is another.
    return msgspec.json.encode({**msgspec.json.decode(raw), "activation": value})


class _Places:
    """The new archive's lines, indexed as they are written."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._offset = 0

    def note(self, raw: bytes) -> None:
        """The next line."""
        with suppress(BadLine):
            note_archived(self.archive, raw, self._offset)
        self._offset += len(raw) + 1


def _without(path: str, size: int, purged: set[str], places: _Places) -> Iterator[bytes]:
    """The archive's lines but for those of purged facts."""
    for raw in split_lines(blocks_of(path, (), size)):
        if not _is_of(raw, purged):
            places.note(raw)
            yield raw + b"\n"


def _is_of(raw: bytes, purged: set[str]) -> bool:
    try:
        return bool(raw.strip()) and decode_archived(raw).id in purged
    except BadLine:
        return False
