"""Ingest: changes are queued, moved into the overlay in slices, and committed to disk by one thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypedDict

from msgspec.structs import replace

from memoryd.recall.lexical.backlog import Backlog, split
from memoryd.recall.lexical.disk import Disk
from memoryd.recall.lexical.ingest_queue import ChangeQueue, IngestQueue, Queued, queued_of
from memoryd.recall.lexical.layout import FORGET, FORGETTING, IndexDamaged
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.lexical.prepared_terms import at_once, indexed
from memoryd.recall.lexical.segment_purge import SegmentPurge, anything
from memoryd.recall.lexical.snapshot import Snapshot
from memoryd.recall.lexical.view import View
from memoryd.recall.lexical.writing import Commit, Labelled
from memoryd.recall.pacing import (
    BACKLOG_LIMIT,
    COMMIT_DOCUMENTS,
    COMMIT_RETRY_SECONDS,
    INGEST_POLL_SECONDS,
    INGEST_QUEUE_LIMIT,
    INGEST_SLICE,
    INGEST_SLICE_CHARS,
    LAYER_LIMIT,
    SWAP_SECONDS,
    UNREAD_COMMIT_CHARS,
    UNREAD_LIMIT_CHARS,
)
from memoryd.recall.query import Labels
from memoryd.types import Change, Document

Select = Callable[[Backlog], list[int]]
"""Picks the documents of the backlog that a search needs."""


class _Sent(NamedTuple):
    """What is being committed: the layer, and the oldest of the backlog, which searches find there meanwhile."""

    layer: Layer
    end: int
    """The number in the backlog behind the documents that are in the commit."""
    states: dict[int, bytes]
    """Of the batches that end with them, by number."""
    commit: Commit
    """Without the documents."""
    documents: list[Document]
    covered: int
    """The last change of which nothing is left then."""


class IndexLag(TypedDict):
    """Documents that no search finds yet; those not on the disk; for how many seconds the oldest waits, at most."""

    queued: int
    uncommitted: int
    lag_seconds: float


class Ingest:
    """The queue, the layers and the indexer thread over one `Disk`."""

    def __init__(self, disk: Disk, labels: Labels, commit_seconds: float, before_commit: Callable[[], object]) -> None:
        """A change is committed `commit_seconds` later."""
        self.disk = disk
        self._labels = labels
        self._before_commit = before_commit
        self._commit_seconds = commit_seconds
        self.fault: str | None = None
        """Why the last commit failed."""
        self._failures = 0
        """Commits that failed."""
        self._lock = threading.Lock()
        """Guards the layers and the backlog."""
        self._queue_lock = threading.Lock()
        self._queue = IngestQueue()
        self._applied = 0
        self._step = 0
        """Counts the steps in which layers change, so that a search can tell what was hidden after it began."""
        self._progress = threading.Condition(self._lock)
        self._mirror: Callable[[Change], None] | None = None
        self._later: list[tuple[int, Change]] | None = None
        """Changes applied while the index moves to another disk."""
        self._committed = 0
        self._behind_since = 0.0
        """No change that is not committed is older (monotonic seconds)."""
        self._marked = (0, 0.0)
        """A change, and a time at which it had been applied: once it is committed, what is left came later."""
        self._backlog = Backlog()
        self._active = Layer()
        self._sent: _Sent | None = None
        self._commit_due = 0.0
        self._disk_lock = threading.Lock()
        self._purging = SegmentPurge(FORGET in disk.states, anything)
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
            if self._committed >= self._applied:
                self._behind_since = time.monotonic()
                self._marked = (self._applied + 1, self._behind_since)
            self._applied += 1
            self._queue.put(self._applied, change)
            if self._later is not None:
                self._later.append((self._applied, change))
            if self._mirror is not None:
                self._mirror(change)
        if self._asleep:
            self._wake.set()

    def queued_keys(self, source: str) -> set[str]:
        """Keys that background changes bring to a source and that are not ingested yet."""
        with self._queue_lock:
            return self._queue.background_keys(source)

    def lag(self) -> IndexLag:
        """How far the disk's index is behind what was applied."""
        with self._lock:
            layers = sum(len(layer.entries) for layer in self._layers())
            uncommitted = self._backlog.pending + layers
            behind = time.monotonic() - self._behind_since if self._committed < self._applied else 0.0
            return {"queued": self._queue.documents, "uncommitted": uncommitted, "lag_seconds": round(behind, 6)}

    @property
    def is_busy(self) -> bool:
        """Whether changes come in so fast that other background work should wait."""
        return self._backlog.pending > 0

    def wait_for_room(self, timeout: float) -> bool:
        """Wait until few enough documents are queued; False when that takes longer or the disk cannot be written."""
        return self._wait(self._has_room, timeout)

    def wait_until_read(self, timeout: float) -> bool:
        """Wait until little text is left of which only the beginning was read; as `wait_for_room`."""
        return self._wait(self._is_read, timeout)

    def _wait(self, is_done: Callable[[], bool], timeout: float) -> bool:
        with self._progress:
            self._progress.wait_for(lambda: is_done() or self._closing or self.fault is not None, timeout)
            return is_done()

    def _is_read(self) -> bool:
        return self._queue.characters + sum(layer.unread for layer in self._layers()) < UNREAD_LIMIT_CHARS

    def _layers(self) -> tuple[Layer, ...]:
        """The newest first. Needs the lock."""
        return (self._active,) if self._sent is None else (self._active, self._sent.layer)

    def _has_room(self) -> bool:
        return self._queue.documents <= INGEST_QUEUE_LIMIT and self._backlog.pending <= BACKLOG_LIMIT

    def flush(self, timeout: float) -> bool:
        """Wait until everything applied so far is committed; False when that fails or takes longer."""
        with self._progress:
            target, failures = self._applied, self._failures
            self._flush_to = max(self._flush_to, target)
            self._wake.set()
            self._progress.wait_for(
                lambda: self._committed >= target or self._closing or self._failures > failures, timeout
            )
            return self._committed >= target or self._closing

    def forget(self, may_have: Callable[[bytes], bool], timeout: float) -> bool:
        """Wait until nothing removed that may have that stands in the files; False when that fails or takes longer."""
        if not self.flush(timeout):
            return False
        with self._progress:
            self._purging, failures = SegmentPurge(True, may_have), self._failures
            self._wake.set()
            self._progress.wait_for(
                lambda: not self._purging.is_due or self._closing or self._failures > failures, timeout
            )
            return not self._purging.is_due or self._closing

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
    def snapshot(self, select: Select | None = None) -> Iterator[Snapshot]:
        """The index with everything applied before the call; holds the lock, which its layers need, until the end.

        Of the backlog it has what `select` picks. Background changes are in it when they have been ingested anyway.
        """
        snapshot = self._settle(select)
        try:
            yield snapshot
        finally:
            self._lock.release()

    @contextmanager
    def unsettled(self, keys: Collection[str]) -> Iterator[tuple[Snapshot, Queued]]:
        """The index as far as it is ingested, and what is queued of these keys; holds the lock as `snapshot` does.

        So whoever looks keys up, as the writer does for the audit, reads no text that others have brought.
        """
        with self._queue_lock:
            waiting = self._queue.waiting()
        # No search waits while thousands of them are read: what is ingested meanwhile is found in the layers, too.
        queued = queued_of(keys, waiting)
        with self._lock:
            for number in self._backlog.numbers_of([key for key in keys if key not in queued.documents]):
                document = self._backlog.get(number)
                if document is not None:
                    queued.note(document.key, document)
            yield Snapshot(self._step, self.disk.view, self._layers()), queued

    def pending_documents(self) -> list[Document]:
        """The backlog's documents. Needs the lock, as within `snapshot`."""
        return self._backlog.documents()

    def pending_speakers(self) -> set[str]:
        """The folded names of the speakers of the backlog's documents. Needs the lock, as within `snapshot`."""
        return self._backlog.speakers

    def _settle(self, select: Select | None) -> Snapshot:
        """Ingests in slices until the snapshot is whole; returns with the lock held, which any error gives back."""
        target = self._applied
        selected: list[int] | None = None
        while True:
            self._lock.acquire()
            is_whole = False
            try:
                with self._queue_lock:
                    is_settled = self._queue.is_settled(target)
                if is_settled and selected is None:
                    selected = select(self._backlog) if select is not None and self._backlog.pending else []
                if is_settled and not selected:
                    is_whole = True
                    return Snapshot(self._step, self.disk.view, self._layers())
                if selected:
                    part = [self._backlog.take(selected.pop()) for _ in range(min(INGEST_SLICE, len(selected)))]
                    self._put([document for document in part if document is not None])
                else:
                    self._ingest_slice()
            finally:
                if not is_whole:
                    self._lock.release()

    # --- from the queue and the backlog into the layer; all of it needs the lock ----------------------------------

    def _put(self, documents: list[Document]) -> None:
        self._step += 1
        length = at_once(1)
        for document in documents:
            self._active.put(document, indexed(document, length), self._step, length)

    def _ingest_slice(self) -> bool:
        """Move the next few documents into the active layer; False when nothing is queued."""
        return self._advance(self._queue.foreground) or self._advance(self._queue.background)

    def _advance(self, queue: ChangeQueue) -> bool:
        self._step += 1
        if queue.current is None:
            with self._queue_lock:  # others read the queue with it
                if not queue.pending:
                    return False
                number, change = queue.current = queue.pending.popleft()
            deferred, immediate = split(change)
            if not self._active and not self._backlog.batches:  # the first that waits decides when
                self._commit_due = time.monotonic() + self._commit_seconds
            if deferred is not None:
                self._backlog.add(number, deferred)
            if immediate is None:
                self._finish(queue)
                return True
            if deferred is not None:
                with self._queue_lock:
                    self._queue.shorten(queue, number, deferred, immediate)
            self._begin(immediate)
            queue.next = 0
        _, change = queue.current
        chars, length = 0, at_once(max(change.among, len(change.put)))
        for document in change.put[queue.next : queue.next + INGEST_SLICE]:
            self._active.put(document, indexed(document, length), self._step, length)
            queue.next += 1
            chars += min(length, len(document.text))
            if chars > INGEST_SLICE_CHARS:
                break
        if queue.next >= len(change.put):
            if change.state is not None:
                self._keep_state(change.source, change.state)
            self._finish(queue)
        return True

    def _begin(self, change: Change) -> None:
        if change.remove_source:
            self._backlog.drop_source(change.source)
            self._active.remove_source(change.source, self._step)
        if self._backlog.pending and not change.fresh:
            for number in self._backlog.numbers_of([*change.remove, *(one.key for one in change.put)]):
                self._backlog.take(number)
        for key in change.remove:
            self._active.remove(key, self._step)
        if change.purged:
            self._active.states[FORGET] = FORGETTING

    def _keep_state(self, source: str, state: bytes) -> None:
        if not state:
            # From now on the index may have any part of the source: no earlier state may say otherwise.
            self._backlog.forget_states(source)
            self._active.states[source] = None
            return
        # The state waits for the documents in the backlog before it: else a start would take them for indexed.
        batch = self._backlog.last_of(source)
        if batch is not None:
            batch.state = state
        else:
            self._active.states[source] = state

    def _finish(self, queue: ChangeQueue) -> None:
        with self._queue_lock:
            self._queue.finish(queue)
        if self._has_room():
            self._progress.notify_all()

    # --- the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        retry = 0.0
        with self._disk_lock:
            self.disk.remove_unlisted()
        while not self._closing:
            self._ingest()
            wait = self._until_commit()
            if self._purging.is_due and (wait is None or wait > 0) and retry == 0:
                retry = 0.0 if self._forget() else COMMIT_RETRY_SECONDS
                continue
            if wait is None or wait > 0 or retry > 0:
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

    def _ingest(self) -> None:
        """Ingest what is queued."""
        while not self._is_full and not self._closing:
            with self._lock:
                if not self._ingest_slice():
                    return

    @property
    def _is_full(self) -> bool:
        """Whether so much is in memory that it must be committed."""
        return len(self._active) >= LAYER_LIMIT or self._active.unread >= UNREAD_COMMIT_CHARS

    def _until_commit(self) -> float | None:
        """Seconds until the next commit; None when there is nothing to commit."""
        with self._lock:
            if self._sent is not None:
                return 0.0
            if not self._active and not self._backlog.batches:
                self._committed = self._complete_up_to(0)
                self._progress.notify_all()
                return None
            if self._flush_to > self._committed or self._is_full or self._backlog.pending >= COMMIT_DOCUMENTS:
                return 0.0
            return max(0.0, self._commit_due - time.monotonic())

    def _complete_up_to(self, batches: int) -> int:
        """The last change up to which nothing is queued or in the backlog but its first so many batches.

        Needs the lock.
        """
        with self._queue_lock:
            pending = [self._queue.first(), self._backlog.number_after(batches)]
            return min((number for number in pending if number is not None), default=self._applied + 1) - 1

    def _commit(self) -> bool:
        with self._disk_lock:
            with self._lock:
                sent = self._sent = self._sent or self._begin_commit()
            # Without the lock, for which searches wait: whether a long text gives instructions takes seconds.
            labelled = [Labelled(one, tuple(self._labels(one))) for one in sent.documents]
            try:
                view = self.disk.write(replace(sent.commit, documents=labelled), self._before_commit)
            except IndexDamaged as error:
                return self._failed(error)
            with self._progress:
                self._end_commit(sent, view)
                self._progress.notify_all()
        return True

    def _failed(self, error: IndexDamaged) -> bool:
        with self._progress:
            self.fault, self._failures = str(error), self._failures + 1
            self._progress.notify_all()
        return False

    def _begin_commit(self) -> _Sent:
        documents, end = self._backlog.oldest(COMMIT_DOCUMENTS)
        finished = self._backlog.until(end)
        states = {batch.number: batch.state for batch in finished if batch.state is not None}
        layer, self._active = self._active, Layer()
        self._commit_due = time.monotonic() + self._commit_seconds
        come = [*(entry.document for entry in layer.entries.values()), *documents]
        commit = Commit(
            sources=list(layer.dead_sources),
            keys=[key for key in layer.dead if key not in layer.entries],
            states=layer.states | {batch.source: batch.state or None for batch in finished if batch.state is not None},
            documents=(),
        )
        return _Sent(layer, end, states, commit, come, self._complete_up_to(len(finished)))

    def _end_commit(self, sent: _Sent, view: View) -> None:
        """From now on searches find it on disk."""
        self.disk.show(view)
        for batch in self._backlog.drop_until(sent.end):
            if batch.state is not None and batch.state is not sent.states.get(batch.number):  # it came later
                self._active.states[batch.source] = batch.state or None
        self._sent, self.fault, self._committed = None, None, sent.covered
        marked, since = self._marked
        if self._committed >= marked:
            self._behind_since, self._marked = since, (self._applied, time.monotonic())

    def _forget(self) -> bool:
        """Write some of what shares a segment with purged documents anew; False when that fails."""
        purging = self._purging
        with self._disk_lock:
            try:
                commit = purging.next_commit(self.disk, self._labels)
                view = self.disk.write(commit)
            except IndexDamaged as error:
                purging.begin_again()
                return self._failed(error)
            with self._progress:
                self.disk.show(view)
                purging.written(commit)
                self.fault = None
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
            self._purging = SegmentPurge(FORGET in disk.states, anything)
            self._active, self._sent = Layer(), None
            self._backlog, self._queue = Backlog(), IngestQueue()
            for number, change in self._later or ():
                self._queue.put(number, change)
            self._later = None
            self._committed, self.fault = cut, None
            self._progress.notify_all()
        self._wake.set()
