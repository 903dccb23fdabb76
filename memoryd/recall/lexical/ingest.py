"""Ingest: changes are queued, moved into the overlay in slices, and committed to disk by one thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from memoryd.recall.backpressure import Backpressure
from memoryd.recall.lexical.backlog import Backlog, split
from memoryd.recall.lexical.disk import Disk, IndexDamaged, View
from memoryd.recall.lexical.ingest_queue import ChangeQueue, IngestQueue
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.lexical.prepared_terms import at_once, indexed
from memoryd.recall.pacing import (
    BACKLOG_AGE_SECONDS,
    BACKLOG_LIMIT,
    BACKLOG_QUERY_SHARE,
    BACKLOG_REST_FACTOR,
    BACKLOG_URGENT,
    COMMIT_RETRY_SECONDS,
    INGEST_POLL_SECONDS,
    INGEST_QUEUE_LIMIT,
    INGEST_SLICE,
    INGEST_SLICE_CHARS,
    INGEST_YIELD_SECONDS,
    INGEST_YIELD_WRITING_SECONDS,
    LAYER_LIMIT,
    LAYER_LIMIT_QUERIED,
    SWAP_SECONDS,
    UNREAD_COMMIT_CHARS,
    UNREAD_LIMIT_CHARS,
    WRITE_GAP_DECAY,
    WRITE_GAP_SECONDS,
)
from memoryd.types import Change, Document


class Snapshot(NamedTuple):
    """The index as of step `number`: what is on disk, and the layers above it, newest first."""

    number: int
    view: View
    layers: tuple[Layer, ...]

    def hides_any(self) -> bool:
        """Whether anything on disk may be out of date."""
        return any(layer.dead or layer.dead_sources for layer in self.layers)

    def hides(self, document: Document) -> bool:
        """Whether a document on disk is out of date."""
        return any(layer.hides(document, self.number) for layer in self.layers)

    def hides_below(self, at: int, document: Document) -> bool:
        """Whether a document of layer `at` is out of date."""
        return any(layer.hides(document, self.number) for layer in self.layers[:at])


Select = Callable[[Backlog], list[int]]
"""Picks the documents of the backlog that a search needs."""


class Ingest:
    """The queue, the layers and the indexer thread over one `Disk`."""

    def __init__(
        self,
        disk: Disk,
        backpressure: Backpressure,
        commit_seconds: float,
        idle_seconds: float,
        before_commit: Callable[[], object],
    ) -> None:
        """The backlog is worked off `idle_seconds` after the last change, between queries."""
        self.disk = disk
        self._before_commit = before_commit
        self._backpressure = backpressure
        self._idle_seconds = idle_seconds
        self._commit_seconds = commit_seconds
        self.fault: str | None = None
        self._failures = 0
        """Commits that failed."""
        """Why the last commit failed."""
        self._lock = threading.Lock()
        """Guards the layers and the backlog."""
        self._queue_lock = threading.Lock()
        self._queue = IngestQueue()
        self._queued = 0
        self._queued_chars = 0
        self._applied = 0
        self._step = 0
        """Counts the steps in which layers change, so that a search can tell what was hidden after it began."""
        self._progress = threading.Condition(self._lock)
        self._mirror: Callable[[Change], None] | None = None
        self._later: list[tuple[int, Change]] | None = None
        """Changes applied while the index moves to another disk."""
        self._committed = 0
        self._covered = 0
        self._backlog = Backlog()
        self._last_apply = 0.0
        self._gap = 0.0
        """Seconds between the last changes: the next one may come after as long again."""
        self._last_search = 0.0
        self._active = Layer()
        self._committing: Layer | None = None
        self._commit_due = 0.0
        self._disk_lock = threading.Lock()
        self._wake = threading.Event()
        self._asleep = False
        """The thread waits until it is woken; otherwise it polls, and need not be woken."""
        self._flush_to = 0
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="indexer", daemon=True)
        self._thread.start()

    # --- writing ------------------------------------------------------------------------------------------------

    def apply(self, change: Change) -> None:
        """Queue a change."""
        with self._queue_lock:
            self._applied += 1
            self._queued += len(change.put)
            self._queued_chars += _chars(change)
            self._queue.put(self._applied, change)
            if self._later is not None:
                self._later.append((self._applied, change))
            if self._mirror is not None:
                self._mirror(change)
        now = time.monotonic()
        gap, self._last_apply = now - self._last_apply, now
        self._gap = max(gap, WRITE_GAP_DECAY * self._gap) if gap < WRITE_GAP_SECONDS else 0.0
        if self._asleep:
            self._wake.set()

    def queued_keys(self, source: str) -> set[str]:
        """Keys that background changes bring to a source and that are not ingested yet."""
        with self._queue_lock:
            return self._queue.background_keys(source)

    @property
    def is_busy(self) -> bool:
        """Whether requests come in so fast that other background work should wait."""
        last = max(self._last_apply, self._last_search)
        return self._backlog.pending > 0 and time.monotonic() - last < self._idle_seconds

    def wait_for_room(self, timeout: float) -> bool:
        """Wait until few enough documents are queued; False when that takes longer or the disk cannot be written."""
        with self._progress:
            self._progress.wait_for(lambda: self._has_room() or self._closing or self.fault is not None, timeout)
            return self._has_room()

    def wait_until_read(self, timeout: float) -> bool:
        """Wait until little text is left of which only the beginning was read; as `wait_for_room`."""
        with self._progress:
            self._progress.wait_for(lambda: self._is_read() or self._closing or self.fault is not None, timeout)
            return self._is_read()

    def _is_read(self) -> bool:
        layers = (layer for layer in (self._active, self._committing) if layer is not None)
        return self._queued_chars + sum(layer.unread for layer in layers) < UNREAD_LIMIT_CHARS

    def _has_room(self) -> bool:
        return self._queued <= INGEST_QUEUE_LIMIT and self._backlog.pending <= BACKLOG_LIMIT

    def flush(self, timeout: float) -> bool:
        """Wait until everything applied so far is committed; False when that fails or takes longer."""
        with self._progress:
            target = self._applied
            self._flush_to = max(self._flush_to, target)
            self._wake.set()
            failures = self._failures
            self._progress.wait_for(
                lambda: self._committed >= target or self._closing or self._failures > failures, timeout
            )
            return self._committed >= target or self._closing

    def close(self) -> None:
        """Stop the thread after the commit at hand, and release the directory."""
        with self._progress:
            self._closing = True
            self._progress.notify_all()
        self._wake.set()
        self._thread.join()
        self.disk.close()

    # --- reading ------------------------------------------------------------------------------------------------

    @contextmanager
    def snapshot(self, select: Select | None = None, *, for_query: bool = False) -> Iterator[Snapshot]:
        """The index with everything applied before the call; holds the lock, which its layers need, until the end.

        Of the backlog it has what `select` picks, and some more for a query while nothing is being written. Background
        changes are in it when they have been ingested anyway.
        """
        snapshot = self._settle(select, for_query)
        try:
            yield snapshot
        finally:
            self._lock.release()

    def pending_documents(self) -> list[Document]:
        """The backlog's documents. Needs the lock, as within `snapshot`."""
        return self._backlog.documents()

    def pending_speakers(self) -> set[str]:
        """The folded names of the speakers of the backlog's documents. Needs the lock, as within `snapshot`."""
        return self._backlog.speakers

    def _settle(self, select: Select | None, for_query: bool) -> Snapshot:
        """Ingests in slices until the snapshot is whole; returns with the lock held."""
        self._last_search = time.monotonic()
        target = self._applied
        selected: list[int] | None = None
        share = BACKLOG_QUERY_SHARE if for_query else 0
        while True:
            self._lock.acquire()
            if self._queue.is_settled(target):
                if selected is None:
                    selected = select(self._backlog) if select is not None and self._backlog.pending else []
                if not selected:
                    if for_query:
                        self._backpressure.record_query()
                        self._ingest_share(share)
                    layers = (self._active,) if self._committing is None else (self._active, self._committing)
                    return Snapshot(self._step, self.disk.view, layers)
            try:
                if selected:
                    share -= INGEST_SLICE
                    part = [self._backlog.take(selected.pop()) for _ in range(min(INGEST_SLICE, len(selected)))]
                    self._put([document for document in part if document is not None])
                else:
                    self._ingest_slice()
            finally:
                self._lock.release()

    # --- from the queue and the backlog into the layer; all of it needs the lock ----------------------------------

    def _ingest_share(self, share: int) -> None:
        if self._backlog.batches and self._idle_in(time.monotonic()) <= 0:
            for _ in range(0, share, INGEST_SLICE):
                if len(self._active) < LAYER_LIMIT:
                    self._ingest_backlog()

    def _put(self, documents: list[Document]) -> None:
        if documents and not self._active:
            self._schedule_commit()
        self._step += 1
        length = at_once(1)
        for document in documents:
            self._active.put(document, indexed(document, length), self._step, length)

    def _schedule_commit(self) -> None:
        self._commit_due = time.monotonic() + self._commit_seconds

    def _ingest_slice(self) -> bool:
        """Move the next few documents into the active layer; False when nothing is queued."""
        return self._advance(self._queue.foreground) or self._advance(self._queue.background)

    def _advance(self, queue: ChangeQueue) -> bool:
        self._step += 1
        if queue.current is None:
            if not queue.pending:
                return False
            number, change = queue.current = queue.pending.popleft()
            deferred, immediate = split(change)
            if deferred is not None:
                self._backlog.add(number, deferred)
            if immediate is None:
                self._finish(queue, change)
                return True
            if deferred is not None:
                queue.current = number, immediate
                with self._queue_lock:
                    self._queued -= len(deferred.put)
                    self._queued_chars -= _chars(deferred)
            self._begin(immediate)
            queue.next = 0
        _, change = queue.current
        chars, length = 0, at_once(len(change.put))
        for document in change.put[queue.next : queue.next + INGEST_SLICE]:
            self._active.put(document, indexed(document, length), self._step, length)
            queue.next += 1
            chars += min(length, len(document.text))
            if chars > INGEST_SLICE_CHARS:
                break
        if queue.next >= len(change.put):
            if change.state is not None:
                self._keep_state(change.source, change.state)
            self._finish(queue, change)
        return True

    def _begin(self, change: Change) -> None:
        if not self._active:
            self._schedule_commit()
        if change.remove_source:
            self._backlog.drop_source(change.source)
            self._active.remove_source(change.source, self._step)
        if self._backlog.pending and not change.fresh:
            for number in self._backlog.numbers_of([*change.remove, *(one.key for one in change.put)]):
                self._backlog.take(number)
        for key in change.remove:
            self._active.remove(key, self._step)

    def _keep_state(self, source: str, state: bytes) -> None:
        # The state waits for the documents in the backlog before it: else a start would take them for indexed.
        batch = self._backlog.last_of(source)
        if batch is not None:
            batch.state = state
        else:
            self._active.states[source] = state

    def _finish(self, queue: ChangeQueue, change: Change) -> None:
        with self._queue_lock:
            self._queued -= len(change.put)
            self._queued_chars -= _chars(change)
            self._queue.finish(queue)
        if self._has_room():
            self._progress.notify_all()

    def _ingest_backlog(self) -> None:
        """Move the next few documents of the backlog into the active layer."""
        if not self._active:
            self._schedule_commit()
        documents, finished = self._backlog.next_slice(INGEST_SLICE)
        self._put(documents)
        for batch in finished:
            if batch.state is not None:
                self._active.states[batch.source] = batch.state
        if self._has_room():
            self._progress.notify_all()

    # --- the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        retry = 0.0
        while not self._closing:
            idle_in = self._ingest()
            wait = self._until_commit()
            if wait is None or wait > 0 or retry > 0:
                if idle_in is not None:
                    wait = idle_in if wait is None else min(wait, idle_in)
                self._sleep(retry or (None if wait is None else min(wait, INGEST_POLL_SECONDS)))
                retry = 0.0
                continue
            retry = 0.0 if self._commit() else COMMIT_RETRY_SECONDS

    def _sleep(self, seconds: float | None) -> None:
        """Wait for so long, or until there is something to do."""
        self._asleep = seconds is None
        # A change that was queued before `_asleep` was set has woken no thread.
        if not (self._asleep and self._queue.first() is not None):
            self._wake.wait(seconds)
        self._asleep = False
        self._wake.clear()

    def _ingest(self) -> float | None:
        """Ingest what is queued; for how many seconds the rest of the backlog may wait, None when there is no rest."""
        while not self._is_full and not self._closing:
            if self._backlog.batches and self._idle_in(time.monotonic()) <= 0:
                self._yield()
            with self._lock:
                began = time.monotonic()
                if self._ingest_slice():
                    continue
                if not self._backlog.batches:
                    return None
                rest = self._rest_factor(began)
                if rest is None:
                    return self._idle_in(began)
                self._ingest_backlog()
            if rest:
                time.sleep(rest * (time.monotonic() - began))
        return None

    def _rest_factor(self, now: float) -> float | None:
        """How many times longer than it works the thread rests over the backlog; None when the backlog can wait."""
        if self._is_flushing or self._idle_in(now) <= 0:
            return 0.0
        pending = self._backlog.pending
        if pending > BACKLOG_URGENT:
            return BACKLOG_REST_FACTOR * max(0.0, 1 - (pending - BACKLOG_URGENT) / (BACKLOG_LIMIT - BACKLOG_URGENT))
        if now - self._backlog.batches[0].since > BACKLOG_AGE_SECONDS:
            return BACKLOG_REST_FACTOR
        return None

    @property
    def _layer_limit(self) -> int:
        """How many changes may be in memory before they are committed."""
        is_only_queried = self._backpressure.is_querying and self._idle_in(time.monotonic()) <= 0
        return LAYER_LIMIT_QUERIED if is_only_queried else LAYER_LIMIT

    @property
    def _is_full(self) -> bool:
        return len(self._active) >= self._layer_limit or self._active.unread >= UNREAD_COMMIT_CHARS

    def _idle_in(self, now: float) -> float:
        """Seconds until nothing has been written for long enough."""
        return self._last_apply + max(self._idle_seconds, 2 * self._gap) - now

    @property
    def _is_flushing(self) -> bool:
        """Whether a caller waits for the disk."""
        return self._closing or self._flush_to > self._committed

    def _yield(self) -> None:
        if not self._is_flushing:
            is_idle = self._idle_in(time.monotonic()) <= 0
            timeout = INGEST_YIELD_SECONDS if is_idle else INGEST_YIELD_WRITING_SECONDS
            self._backpressure.yield_to_queries(timeout, lambda: self._is_flushing)

    def _until_commit(self) -> float | None:
        """Seconds until the next commit; None when there is nothing to commit."""
        with self._lock:
            if self._committing is not None:
                return 0.0
            if not self._active:
                self._committed = self._complete_up_to()
                self._progress.notify_all()
                return None
            if self._flush_to > self._committed or self._is_full:
                return 0.0
            return max(0.0, self._commit_due - time.monotonic())

    def _complete_up_to(self) -> int:
        """The last change up to which nothing is queued or in the backlog. Needs the lock."""
        with self._queue_lock:
            batches = self._backlog.batches
            pending = [self._queue.first(), batches[0].number if batches else None]
            return min((number for number in pending if number is not None), default=self._applied + 1) - 1

    def _commit(self) -> bool:
        with self._disk_lock:
            with self._lock:
                if self._committing is None:
                    self._committing, self._active = self._active, Layer()
                    self._covered = self._complete_up_to()
                    self._schedule_commit()
                layer = self._committing
            self._before_commit()
            try:
                self.disk.write(layer, self._yield)
            except IndexDamaged as error:
                with self._progress:
                    self.fault = str(error)
                    self._failures += 1
                    self._progress.notify_all()
                return False
            with self._progress:
                self._committing, self.fault = None, None
                self._committed = self._covered
                self._progress.notify_all()
        return True

    # --- rebuild --------------------------------------------------------------------------------------------------

    def mirror(self, sink: Callable[[Change], None] | None) -> None:
        """Hand every further change to `sink`, too, in the same order; None stops that."""
        with self._queue_lock:
            self._mirror = sink

    def move_to(self, other: Ingest, directory: Path) -> None:
        """Continue on the disk of `other`, which has had the same changes, moved to our directory."""
        other.flush(SWAP_SECONDS)
        with self._queue_lock:
            cut, self._later, self._mirror = self._applied, [], None
        try:
            if not other.flush(SWAP_SECONDS):
                raise IndexDamaged(other.fault or "the new index takes too long")
            other.close()
            with self._disk_lock:
                disk = self.disk.replaced_by(other.disk, directory)
                self._restart(disk, cut)
        finally:
            with self._queue_lock:
                self._later = None

    def _restart(self, disk: Disk, cut: int) -> None:
        with self._progress, self._queue_lock:
            self.disk = disk
            self._active, self._committing = Layer(), None
            self._backlog = Backlog()
            self._queue = IngestQueue()
            later, self._later = self._later or [], None
            for number, change in later:
                self._queue.put(number, change)
            self._queued = sum(len(change.put) for _, change in later)
            self._queued_chars = sum(_chars(change) for _, change in later)
            self._committed = cut
            self.fault = None
            self._progress.notify_all()
        self._wake.set()


def _chars(change: Change) -> int:
    return sum([len(document.text) for document in change.put])
