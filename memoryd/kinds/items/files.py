"""The files of items: read at start and after edits, and written anew without what is out of date."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from memoryd.errors import Busy
from memoryd.kinds.items.item import ITEMS_PATH, Address, BadLine, Item, decode_line, deleted_at, document
from memoryd.kinds.items.store import Found, ItemFile, ItemStore, memory_key, saved_over
from memoryd.recall.feeding import SLICE, bring_up, drop_gone
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.atomic import ABSENT, Identity, current_identity, identity
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.storage.listing import names_in
from memoryd.storage.recent_lines import is_end_of, put_back, put_back_problem
from memoryd.storage.rewrite import Rewrite
from memoryd.types import Change, ChangeSink, Problem

BLOCK = 256 * 1024
ATTEMPTS = 8


class ItemFiles:
    """The items with their files. `store` is what the methods work on."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.stale: set[str] = set()
        """Files most of whose lines are out of date."""
        self.store = ItemStore(services, self._is_stale)

    def _is_stale(self, path: str) -> None:
        self.stale.add(path)
        self._services.flusher.ask("items")

    def _stamp(self, path: str) -> Identity:
        return current_identity(self._services.path(path))

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        """Read every file."""
        paths = [f"{ITEMS_PATH}/{name}" for name in names_in(self._services.path(ITEMS_PATH))]
        for path in [*paths, *self._services.recent.gone(paths)]:
            if self.claims(path):
                self._services.repair_tail(path, now)
                try:
                    found = self._read_at_start(path, now)
                except OSError as error:
                    action = "give the daemon's group access: chmod g+rw, chgrp; it is tried again by itself"
                    what = f"not read: {error.strerror or error}"
                    self._report(path, [Problem(path=path, what=what, action=action)])
                    continue
                if found.is_torn:
                    self._is_stale(path)
                file = self.store.file(path)
                file.items, file.lines, file.unread, file.stamp = found.items, found.lines, found.unread, found.stamp
                file.log.check()
                self.store.open_logs.used(file.log)
                self.store.by_key |= {one.memory_key: one for one in found.items.values()}

    def _read_at_start(self, path: str, now: int) -> Found:
        """Read the file, in which what an editor saved over since our last look stands again (rule 8)."""
        services, recent = self._services, self._services.recent
        found = self._read(path)
        if ours := recent.left_in(path, found.stamp[2] // 1000, now):
            lost = saved_over(ours, found, now)
            if (
                lost
                and not recent.is_rest_as_closed(path, self._lines(path), memory_key)
                and put_back(self.store.file(path).log, [one.raw + b"\n" for one in lost])
            ):
                services.board.happened(put_back_problem(path, len(lost)))
                found = self._read(path)
        recent.resume(path, now)
        return found

    def _lines(self, path: str) -> Iterator[bytes]:
        return split_lines(blocks_of(self._services.path(path)))

    def close(self) -> None:
        """Close the logs; the next start will know what was deleted since."""
        for path, file in self.store.files.items():
            if file.stamp == self._stamp(path) != ABSENT:
                with suppress(OSError):
                    self._services.recent.close_file(path, functools.partial(self._lines, path), memory_key)
        self.store.close()

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """Bring to the index what it lacks of each file."""
        drop_gone(sink, states, lambda source: self.claims(source) and source not in self.store.files)
        self.bring_up(sink, states)

    def bring_up(self, sink: ChangeSink, states: Mapping[str, bytes]) -> int:
        """Bring the items of each file whose state is another to the index; how many."""
        files = self.store.files.copy()
        sources = {path: file.state for path, file in files.items()}
        return bring_up(
            sink, states, sources, lambda path: [document(one) for one in files[path].items.copy().values()]
        )

    def _read(self, path: str) -> Found:
        found: dict[Address, Item] = {}
        deleted: dict[Address, int] = {}
        problems: list[Problem] = []
        unread: list[bytes] = []
        is_torn = False
        number, now, stamp = 0, self._services.clock.now(), self._stamp(path)
        for number, raw in enumerate(self._lines(path), 1):
            if not raw.strip():
                continue
            try:
                address, item = decode_line(raw, now)
            except BadLine as error:
                ours = (*self._services.recent.of(path, now), *self._services.recent.left_in(path, 0, now))
                if is_end_of(raw, (one.raw for one in ours)):
                    is_torn = True
                    continue
                problems.append(_unread(path, str(error), number))
                unread.append(raw)
                continue
            if item is None:
                found.pop(address, None)
                if (at := deleted_at(raw)) is not None:
                    deleted[address] = at
            elif item.path != path:
                problems.append(_unread(path, f"its namespace belongs to {item.path}", number))
                unread.append(raw)
            else:
                is_torn = is_torn or (address in found and found[address].raw == raw)
                found[address] = item
        self._report(path, problems)
        return Found(found, deleted, number, unread, stamp, is_torn)

    def _report(self, path: str, problems: list[Problem]) -> None:
        self._services.report(f"items:{path}", *problems)

    # --- edits --------------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is one of items."""
        head, _, name = relpath.partition("/")
        return head == ITEMS_PATH and "/" not in name and name.endswith(".jsonl")

    def absorb(self, path: str) -> None:
        """The file changed: take the edit in (watcher's thread, which reads it so that the writer need not)."""
        try:
            self._absorb(path)
        finally:
            self.store.postponed.release(path)

    def _absorb(self, path: str) -> None:
        for attempt in range(ATTEMPTS):
            if attempt:
                # Who writes to it faster than it can be read waits; else the edit would never be taken in.
                self.store.postponed.hold(path)
            known = self.store.files.get(path)
            if known is not None and known.stamp == self._stamp(path) != ABSENT:
                return
            found = self._read(path)
            if self._is_half_written(path, found):
                return
            self._take_in_most(path, found)
            if self._services.writer.run_alone(functools.partial(self._take_in, path, found)):
                return
        raise Busy(f"{path} changes faster than it can be read in")

    def _is_half_written(self, path: str, found: Found) -> bool:
        """Whether an editor may not have come to its end: it is read again when it has."""
        edits, known = self._services.being_written, self.store.file(path).stamp
        lacks = self.store.lacks(path, found)
        return edits.may_be(path, known, found.stamp, lacks=lacks) and edits.begin(path, found.stamp)

    def _take_in_most(self, path: str, found: Found) -> None:
        """Of very many items of an edit so many in a batch: who writes to the file waits, and nobody else."""
        if len(changed := self.store.changed(path, found)) > SLICE:
            self.store.postponed.hold(path)
            for start in range(0, len(changed), SLICE):
                some = changed[start : start + SLICE]
                self._services.writer.run_alone(functools.partial(self._take_in_some, path, found.stamp, some))

    def _take_in_some(self, path: str, stamp: Identity, some: list[Item], _batch: Batch) -> None:
        if stamp == self._stamp(path):
            self.store.take_in_some(path, some)

    def _take_in(self, path: str, found: Found, batch: Batch) -> bool:
        if found.stamp != self._stamp(path):
            return False
        if found.stamp != ABSENT:
            log = self.store.file(path).log
            log.adopt()
            batch.on_commit(lambda: self.store.open_logs.used(log))
        had_items = bool(self.store.file(path).items)
        lost = self.store.lost_lines(path, found, batch.now) if found.items else []
        self.store.take_in(path, found)
        if found.items:
            self.store.keep_recent(path, lost, batch.now)
        else:
            self._services.recent.vanished(path)
            if had_items:
                self.store.file(path).gone = batch.now
        if found.is_torn:
            self._is_stale(path)
        if lost:
            self.store.put_back(path, lost, batch)
            self._services.board.happened(put_back_problem(path, len(lost)))
        return True

    def rescan(self, found: Mapping[str, object]) -> None:
        """Notice files that are gone."""
        for path in [path for path, file in self.store.files.items() if path not in found and file.items]:
            self.absorb(path)

    # --- what is out of date --------------------------------------------------------------------------------

    def forget(self, paths: Iterable[str]) -> None:
        """Write files anew now, so that no value stays in them that was deleted. Raises Busy."""
        for path in paths:
            if not any(self.compact(path) for _ in range(ATTEMPTS)):
                raise Busy(f"{path} is being written all the time; ask again later")

    def write_anew(self) -> None:
        """Write files without deleted, expired and replaced values (flusher's thread)."""
        for path in list(self.stale):
            self.stale.discard(path)
            try:
                if not self.compact(path):
                    self._is_stale(path)
            except BaseException:
                self.stale.add(path)
                raise

    def compact(self, path: str) -> bool:
        """Write a file anew; False when it changed meanwhile."""
        services, store = self._services, self.store
        self.absorb(path)
        file = store.files[path]
        rows, begin, lines = services.writer.run_alone(
            lambda _batch: ([*file.unread, *(one.raw for one in file.items.values())], file.log.size, file.lines)
        )
        if self._stamp(path) == ABSENT:
            return True
        rewrite = Rewrite(services.files, services.path(path), gid=services.data.gid)
        try:
            rewrite.write(raw + b"\n" for raw in rows)
            return services.writer.run_alone(functools.partial(self._finish, file, rewrite, begin, len(rows), lines))
        finally:
            rewrite.abandon()

    def _finish(self, file: ItemFile, rewrite: Rewrite, begin: int, rows: int, lines: int, batch: Batch) -> bool:
        here = self._services.path(file.path)
        if file.stamp == ABSENT or self._stamp(file.path) != file.stamp:
            return False
        file.log.check()
        last = file.log.read(file.log.size - begin, begin)
        done = rewrite.finish(last, identity(beneath.stat(here)))
        if done is None:
            return False
        self._services.files.close(done[1])
        self._services.own_writes.note(file.path, done[0])
        file.log.adopt(done[0], synced=True)
        batch.on_commit(lambda: self.store.open_logs.used(file.log))
        file.lines, file.stamp = rows + file.lines - lines, file.log.stamp
        self._services.index.apply(Change(source=file.path, state=file.state))
        return True


def _unread(path: str, why: str, line: int | None = None) -> Problem:
    return Problem(path=path, line=line, what=f"not read: {why}", action="fix the line, or remove it")
