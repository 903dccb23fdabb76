"""Lines leave facts.jsonl, and a person's lines get their missing fields, in an atomic rewrite soon after (rule 6).

The bulk is copied on the caller's thread; the writer only adds what came meanwhile and renames.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from contextlib import suppress
from itertools import compress

from memoryd.kinds.facts.archive import Archive
from memoryd.kinds.facts.blocks import BLOCK, blocks_of, checksum, read_between
from memoryd.kinds.facts.edits import HandEdits
from memoryd.kinds.facts.fact import BadLine, decode_archived
from memoryd.kinds.facts.facts_file import FactsFile
from memoryd.kinds.facts.feed import IndexFeed
from memoryd.kinds.facts.lines import NO_FACT, Lines
from memoryd.kinds.facts.load import note_archived
from memoryd.kinds.facts.removals import encode_removals
from memoryd.kinds.facts.store import FactStore
from memoryd.storage import beneath
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import identity, replace_file
from memoryd.storage.files import Files
from memoryd.storage.lines import split_lines, whole_lines
from memoryd.storage.rewrite import Rewrite
from memoryd.storage.writer import Batch

TAIL_LIMIT = 1024 * 1024
ATTEMPTS = 3


class _Copy:
    """What the copying found out about the new version."""

    def __init__(self, version: int) -> None:
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


class FactsRewriter:
    """Rewrites facts.jsonl without the lines of removed facts; every other line stays byte for byte."""

    def __init__(
        self,
        store: FactStore,
        edits: HandEdits,
        file: FactsFile,
        feed: IndexFeed,
        files: Files,
        gid: int,
        archive_log: AppendLog,
        removals_log: AppendLog,
    ) -> None:
        self._store = store
        self._file = file
        self._feed = feed
        self._files = files
        self._gid = gid
        self._archive_log = archive_log
        self._removals_log = removals_log
        self._run = edits.run
        self._late_lines = edits.late_lines

    @property
    def due(self) -> bool:
        """Whether something waits to be rewritten."""
        return bool(self._store.removed or self._file.filled or self._store.purged)

    def rewrite(self) -> bool:
        """Bring the files up to what is known; False when others kept changing them (try again later)."""
        if self._store.purged and not self._rewrite_archive():
            return False
        for _ in range(ATTEMPTS):
            if not self._store.removed and not self._file.filled:
                return True
            if self._attempt():
                return True
        return False

    def _attempt(self) -> bool:
        file = self._file
        dropped = dict(self._store.removed)
        filled = dict(file.filled)
        copy = _Copy(file.lines.version)
        copy.known = len(file.lines)
        size = file.known.size
        rewrite = Rewrite(self._files, file.path, gid=self._gid)
        try:
            rewrite.write(self._kept(copy, set(dropped.values()), filled, size))
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

    def _kept(self, copy: _Copy, dropped: set[int], filled: dict[int, bytes], size: int) -> Iterator[bytes]:
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
            new = self._kept_of(copy, raws, codes, owners, dropped, filled)
            copy.crc = checksum(new, copy.crc)
            yield new
        copy.known = index

    def _kept_of(
        self, copy: _Copy, raws: list[bytes], codes: array[int], owners: array[int], dropped: set[int],
        filled: dict[int, bytes],
    ) -> bytes:  # fmt: skip
        """What stays of these lines, noted in `copy`."""
        duplicates = self._file.duplicates
        if not dropped.isdisjoint(owners):
            staying = [owner not in dropped for owner in owners]
            raws, codes = [*compress(raws, staying)], array("q", compress(codes, staying))
            owners = array("q", compress(owners, staying))
        if duplicates:
            copy.repeated += [code for code in codes if code in duplicates]
        if not filled.keys().isdisjoint(codes):
            for at, code in enumerate(codes):
                if code in filled:
                    raws[at] = filled[code][:-1]
                    codes[at] = hash(raws[at])
                    copy.replaced.append((raws[at], owners[at]))
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
        for code in filled:
            file.filled.pop(code, None)
        file.log.adopt(stat)
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
        file.known.take(stat, checksum(tail, copy.crc))
        for raw, owner in copy.replaced:
            file.foreign.keep(raw, owner)

    def _read_on(self, old: int, size: int) -> None:
        """What others appended to the old version until its last moment (rule 8)."""
        rest = bytearray()
        while block := self._files.pread(old, BLOCK, size + len(rest)):
            rest += block
        self._late_lines.extend(raw for raw in bytes(rest).split(b"\n") if raw.strip())

    def keep_removals(self) -> None:
        """Write down which removals are still under way, and what was purged (writer's thread)."""
        store = self._store
        lines = encode_removals(store.removed.keys() | store.purged, store.forgotten)
        self._removals_log.adopt(replace_file(self._files, self._removals_log.path, lines, gid=self._gid))

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
            self._archive_log.adopt(stat)
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
