"""Lines leave facts.jsonl, and a person's lines get their missing fields, in an atomic rewrite soon after (rule 6).

The bulk is copied on the caller's thread; the writer only adds what came meanwhile and renames.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from memoryd.graph.fact import ARCHIVE_PATH, FACTS_PATH, BadLine, decode_archived
from memoryd.graph.lines import BLOCK, Lines, checksum, split_lines
from memoryd.graph.load import blocks_of, load_archive
from memoryd.graph.store import FactStore, Removal
from memoryd.storage.atomic import identity, replace_file
from memoryd.storage.files import Files
from memoryd.storage.rewrite import Rewrite
from memoryd.storage.writer import Batch

Run = Callable[[Callable[[Batch], Any]], Any]
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


class FactsRewriter:
    """Rewrites facts.jsonl without the lines of removed facts; every other line stays byte for byte."""

    def __init__(self, store: FactStore, root: str, files: Files, gid: int, run: Run, strangers: list[bytes]) -> None:
        self._store = store
        self._root = root
        self._path = os.path.join(root, FACTS_PATH)
        self._files = files
        self._gid = gid
        self._run = run
        self._strangers = strangers

    @property
    def due(self) -> bool:
        """Whether something waits to be rewritten."""
        store = self._store
        return bool(store.removed or store.filled or store.purged)

    def rewrite(self) -> bool:
        """Bring the files up to what is known; False when other hands kept changing them (try again later)."""
        if self._store.purged:
            self._rewrite_archive()
        for _ in range(ATTEMPTS):
            if not self._store.removed and not self._store.filled:
                return True
            if self._attempt():
                return True
        return False

    def _attempt(self) -> bool:
        store = self._store
        dropped = dict(store.removed)
        filled = dict(store.filled)
        copy = _Copy(store.lines.version)
        copy.known = len(store.lines)
        size = store.facts_log.durable_size
        rewrite = Rewrite(self._files, self._path, gid=self._gid)
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
        known = self._store.lines

        def blocks() -> Iterator[bytes]:
            for block in blocks_of(self._path, (size,)):
                if copy.read >= size:
                    return
                copy.read += len(block)
                yield block

        index = 0
        for raw in split_lines(blocks()):
            code = hash(raw)
            if index >= copy.known or known.hashes[index] != code:
                copy.foreign = True
                return
            owner = known.owners[index]
            index += 1
            if owner in dropped and owner >= 0:
                continue
            new = filled.get(code, raw + b"\n")
            copy.lines.append(new[:-1], owner)
            copy.crc = checksum(new, copy.crc)
            yield new
        copy.known = index

    def _finish(self, rewrite: Rewrite, copy: _Copy, dropped: dict[str, int], filled: dict[int, bytes]) -> bool:
        """On the writer's thread: add what was appended meanwhile, rename, and know the new version."""
        store, log = self._store, self._store.facts_log
        if store.lines.version != copy.version or not 0 <= log.size - copy.read <= TAIL_LIMIT:
            return False
        if any(store.removed.get(fact_id) != ordinal for fact_id, ordinal in dropped.items()):
            return False
        here = self._files.stat(self._path)
        if here.st_ino != log.inode or here.st_size != log.size:
            return False
        with open(self._path, "rb", buffering=0) as file:
            tail = os.pread(file.fileno(), log.size - copy.read, copy.read)
        done = rewrite.finish(tail, identity(here))
        if done is None:
            return False
        stat, old = done
        try:
            self._read_on(old, log.size)
        finally:
            self._files.close(old)
        for index in range(copy.known, len(store.lines)):
            copy.lines.hashes.append(store.lines.hashes[index])
            copy.lines.owners.append(store.lines.owners[index])
        copy.lines.version = copy.version + 1
        store.lines = copy.lines
        store.crc = checksum(tail, copy.crc)
        for fact_id in dropped:
            store.removed.pop(fact_id, None)
        for code in filled:
            store.filled.pop(code, None)
        log.adopt(stat)
        self.keep_removals()
        store.publish_state()
        store.on_written()
        return True

    def _read_on(self, old: int, size: int) -> None:
        """What others appended to the old version until its last moment (rule 8)."""
        rest = b""
        while block := self._files.pread(old, BLOCK, size + len(rest)):
            rest += block
        self._strangers.extend(raw for raw in rest.split(b"\n") if raw.strip())

    def keep_removals(self) -> None:
        """Write down which removals are still under way."""
        store = self._store
        left = [msgspec.json.encode(Removal(fact_id)) + b"\n" for fact_id in store.removed]
        stat = replace_file(self._files, store.removals_log.path, left, gid=self._gid)
        store.removals_log.adopt(stat)

    def _rewrite_archive(self) -> None:
        store = self._store
        purged = set(store.purged)
        path = os.path.join(self._root, ARCHIVE_PATH)

        def operation(_batch: Batch) -> None:
            if not os.path.exists(path):
                return
            stat = replace_file(self._files, path, _without(path, purged), gid=self._gid)
            store.archive_log.adopt(stat)
            load_archive(store, self._root)
            store.recount_archived()

        self._run(operation)
        store.purged -= purged


def _without(path: str, purged: set[str]) -> Iterator[bytes]:
    for raw in split_lines(blocks_of(path)):
        try:
            if raw.strip() and decode_archived(raw).id in purged:
                continue
        except BadLine:
            pass
        yield raw + b"\n"
