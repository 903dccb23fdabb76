"""The way of a change into the index: queued, taken into the overlay in slices, committed to disk by one thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from memoryd.recall.backpressure import Courtesy
from memoryd.recall.lexical.backlog import MOST, Backlog, split
from memoryd.recall.lexical.disk import Disk, IndexDamaged, View
from memoryd.recall.lexical.ingest_queue import Lane, Lanes
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.lexical.prepared_terms import ready_terms
from memoryd.recall.lexical.tokens import terms_of
from memoryd.types import Change, Document

_SLICE = 16
_SLICE_LETTERS = 4000
_LAYER_SIZE = 5000
_ROOM = 4000
_RETRY_SECONDS = 1.0
_PATIENT_SECONDS = 10.0
_PATIENT_DOCUMENTS = 60_000
_POLITE = 3.0
"""While requests come in, the thread rests so many times as long as it works."""
_SHARE = 128
"""Documents of the backlog that each question takes in at least, while nothing is written: what waits makes the next
one slower."""
_ASKED_LAYER_SIZE = 1000
"""While questions are asked: each looks through the layers in Python."""
_TURN, _SHORT_TURN = 0.008, 0.004
"""So long the thread gives way to questions that do not end before each slice; the other while something is written."""
_LONGEST_GAP = 0.3
"""Seconds; what comes seldomer is no stream."""
_GLANCE = 0.05
"""Seconds after which the thread looks by itself what has come."""
_LONG = 600.0


class Moment(NamedTuple):
    """The index after change `number`: what is on disk, and the layers above it, newest first."""

    number: int
    view: View
    layers: tuple[Layer, ...]

    def hides_any(self) -> bool:
        """Whether anything on disk may no longer hold."""
        return any(layer.dead or layer.dead_sources for layer in self.layers)

    def hides(self, document: Document) -> bool:
        """Whether a document on disk no longer holds."""
        return any(layer.hides(document, self.number) for layer in self.layers)

    def hides_below(self, at: int, document: Document) -> bool:
        """Whether a document of layer `at` no longer holds."""
        return any(layer.hides(document, self.number) for layer in self.layers[:at])


Choose = Callable[[Backlog], list[int]]
"""Picks what a search needs of the documents that wait."""


class Intake:
    """Queue, layers and the indexer thread over one `Disk`."""

    def __init__(
        self, disk: Disk, commit_seconds: float, quiet_seconds: float = 0.03, courtesy: Courtesy | None = None
    ) -> None:
        """`quiet_seconds` behind the last change, what may wait is taken in, between the questions of `courtesy`."""
        self.disk = disk
        self._courtesy = courtesy or Courtesy()
        self._quiet_seconds = quiet_seconds
        self.fault: str | None = None
        """Why the last commit failed."""
        self.lock = threading.Lock()
        """Guards the layers; a reader holds it while it reads them."""
        self._commit_seconds = commit_seconds
        self._queue_lock = threading.Lock()
        self._lanes = Lanes()
        self._waiting = 0
        self._applied = 0
        self._moment = 0
        """Counts the steps in which layers change: what was hidden after a search began still holds for it."""
        self._settled = threading.Condition(self.lock)
        self._also: Callable[[Change], None] | None = None
        self._later: list[tuple[int, Change]] | None = None
        self._committed = 0
        self._covered = 0
        self._backlog = Backlog()
        self._last_apply = 0.0
        self._gap = 0.0
        """Seconds between the last changes: the next one may come after as long again."""
        self._last_search = 0.0
        self._active = Layer()
        self._committing: Layer | None = None
        self._due = 0.0
        self._disk_lock = threading.Lock()
        self._wake = threading.Event()
        self._asleep = False
        """The thread waits until it is woken; else it looks by itself soon, and need not be disturbed."""
        self._flush_to = 0
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="indexer", daemon=True)
        self._thread.start()

    def apply(self, change: Change) -> None:
        """Queue a change."""
        with self._queue_lock:
            self._applied += 1
            self._waiting += len(change.put)
            self._lanes.put(self._applied, change)
            if self._later is not None:
                self._later.append((self._applied, change))
            if self._also is not None:
                self._also(change)
        now = time.monotonic()
        gap, self._last_apply = now - self._last_apply, now
        self._gap = max(gap, 0.7 * self._gap) if gap < _LONGEST_GAP else 0.0
        if self._asleep:
            self._wake.set()

    def queued_keys(self, source: str) -> set[str]:
        """Keys that patient changes bring to a source and that are not in yet."""
        with self._queue_lock:
            return self._lanes.slow_keys(source)

    @property
    def is_pressed(self) -> bool:
        """Whether requests come in so fast that what can wait should wait."""
        last = max(self._last_apply, self._last_search)
        return self._backlog.waiting > 0 and time.monotonic() - last < self._quiet_seconds

    def waiting_speakers(self) -> set[str]:
        """The folded names of who has said something in what waits. Needs the lock."""
        return self._backlog.speakers

    def waiting_documents(self) -> list[Document]:
        """What waits. Needs the lock."""
        return self._backlog.documents()

    def wait_room(self, timeout: float) -> bool:
        """Wait until few enough documents are queued; False when that takes longer or the disk cannot be written."""
        with self._settled:
            self._settled.wait_for(lambda: self._has_room() or self._closing or self.fault is not None, timeout)
            return self._has_room()

    def _has_room(self) -> bool:
        return self._waiting <= _ROOM and self._backlog.waiting <= MOST

    def flush(self, timeout: float) -> bool:
        """Wait until everything applied so far is committed; False when that fails or takes longer."""
        with self._settled:
            target = self._applied
            self._flush_to = max(self._flush_to, target)
            self._wake.set()
            return self._settled.wait_for(lambda: self._committed >= target or self._closing, timeout)

    def close(self) -> None:
        """Stop the thread after the commit that it is in, and let go of the directory."""
        with self._settled:
            self._closing = True
            self._settled.notify_all()
        self._wake.set()
        self._thread.join()
        self.disk.close()

    def settle(self, choose: Choose | None = None, *, is_question: bool = False) -> Moment:
        """The index with everything applied before the call. Holds the lock when it returns; the caller releases it.

        Of the documents that may wait it has those that `choose` finds among them, and some more when it is a question
        and nothing is being written; patient changes come when they do.
        """
        self._last_search = time.monotonic()
        target = self._applied
        places: list[int] | None = None if choose is not None else []
        share = _SHARE if is_question else 0
        while True:
            self.lock.acquire()
            if self._lanes.is_settled(target):
                if places is None and choose is not None:
                    places = choose(self._backlog) if self._backlog.waiting else []
                if not places:
                    if is_question:
                        self._courtesy.asked()
                        self._take_share(share)
                    layers = (self._active,) if self._committing is None else (self._active, self._committing)
                    return Moment(self._moment, self.disk.view, layers)
            try:
                if places:
                    share -= _SLICE
                    part = [self._backlog.take(places.pop()) for _ in range(min(_SLICE, len(places)))]
                    self._put([document for document in part if document is not None])
                else:
                    self._absorb_slice()
            finally:
                self.lock.release()

    def _take_share(self, share: int) -> None:
        """Needs the lock."""
        if self._backlog.blocks and self._quiet_in(time.monotonic()) <= 0:
            for _ in range(0, share, _SLICE):
                if len(self._active) < _LAYER_SIZE:
                    self._absorb_backlog()

    def _put(self, documents: list[Document]) -> None:
        """Needs the lock."""
        if documents and not self._active:
            self._due = time.monotonic() + self._commit_seconds
        self._moment += 1
        for document in documents:
            self._active.put(document, indexed_terms(document), self._moment)

    def move_to(self, other: Intake, directory: Path) -> None:
        """Go on upon the disk of `other`, which has had the same changes, put in the place of our directory."""
        other.flush(_LONG)
        with self._queue_lock:
            cut, self._later, self._also = self._applied, [], None
        try:
            if not other.flush(_LONG):
                raise IndexDamaged(other.fault or "the new index takes too long")
            other.close()
            with self._disk_lock:
                disk = self.disk.replaced_by(other.disk, directory)
                self._restart(disk, cut)
        finally:
            with self._queue_lock:
                self._later = None

    def mirror(self, also: Callable[[Change], None] | None) -> None:
        """Hand every further change to `also`, too, in the same order; None stops that."""
        with self._queue_lock:
            self._also = also

    def _restart(self, disk: Disk, cut: int) -> None:
        with self._settled, self._queue_lock:
            self.disk = disk
            self._active, self._committing = Layer(), None
            self._backlog = Backlog()
            self._lanes = Lanes()
            later, self._later = self._later or [], None
            for number, change in later:
                self._lanes.put(number, change)
            self._waiting = sum(len(change.put) for _, change in later)
            self._committed = cut
            self.fault = None
            self._settled.notify_all()
        self._wake.set()

    def _absorb_slice(self) -> bool:
        """Take the next few documents into the active layer; False when nothing is queued. Needs the lock."""
        return self._advance(self._lanes.prompt) or self._advance(self._lanes.slow)

    def _advance(self, lane: Lane) -> bool:
        self._moment += 1
        if lane.current is None:
            if not lane.pending:
                return False
            number, change = lane.current = lane.pending.popleft()
            waiting, at_once = split(change)
            if waiting is not None:
                self._backlog.add(number, waiting)
            if at_once is None:
                self._let_through(lane, change)
                return True
            if waiting is not None:
                lane.current = number, at_once
                with self._queue_lock:
                    self._waiting -= len(waiting.put)
            self._begin(at_once)
            lane.next = 0
        _, change = lane.current
        letters = 0
        for document in change.put[lane.next : lane.next + _SLICE]:
            self._active.put(document, indexed_terms(document), self._moment)
            lane.next += 1
            letters += len(document.text)
            if letters > _SLICE_LETTERS:
                break
        if lane.next >= len(change.put):
            if change.state is not None:
                self._keep_state(change.source, change.state)
            self._let_through(lane, change)
        return True

    def _begin(self, change: Change) -> None:
        if not self._active:
            self._due = time.monotonic() + self._commit_seconds
        if change.remove_source:
            self._backlog.drop_source(change.source)
            self._active.remove_source(change.source, self._moment)
        if self._backlog.waiting and not change.fresh:
            for where in self._backlog.places([*change.remove, *(one.key for one in change.put)]):
                self._backlog.take(where)
        for key in change.remove:
            self._active.remove(key, self._moment)

    def _keep_state(self, source: str, state: bytes) -> None:
        # Behind documents that wait, the state waits with them: else a start would take them for indexed.
        block = self._backlog.last_of(source)
        if block is not None:
            block.state = state
        else:
            self._active.states[source] = state

    def _let_through(self, lane: Lane, change: Change) -> None:
        """The lane's current change is in."""
        with self._queue_lock:
            self._waiting -= len(change.put)
            self._lanes.leave(lane)
        if self._has_room():
            self._settled.notify_all()

    def _absorb_backlog(self) -> None:
        """Take the next few documents of the backlog into the active layer. Needs the lock."""
        if not self._active:
            self._due = time.monotonic() + self._commit_seconds
        documents, done = self._backlog.slice(_SLICE)
        self._put(documents)
        for block in done:
            if block.state is not None:
                self._active.states[block.source] = block.state
        if self._has_room():
            self._settled.notify_all()

    def _run(self) -> None:
        retry = 0.0
        while not self._closing:
            quiet_in = self._absorb()
            wait = self._until_commit()
            if wait is None or wait > 0 or retry > 0:
                if quiet_in is not None:
                    wait = quiet_in if wait is None else min(wait, quiet_in)
                self._doze(retry or (None if wait is None else min(wait, _GLANCE)))
                retry = 0.0
                continue
            retry = 0.0 if self._commit() else _RETRY_SECONDS

    def _doze(self, seconds: float | None) -> None:
        """Wait so long, or until there is something to do."""
        self._asleep = seconds is None
        # What came before it was said that we sleep has woken nobody.
        if not (self._asleep and self._lanes.first() is not None):
            self._wake.wait(seconds)
        self._asleep = False
        self._wake.clear()

    def _absorb(self) -> float | None:
        """Take in what waits; how many seconds the rest of it may wait for quiet, None without a rest."""
        while len(self._active) < self._layer_size and not self._closing:
            if self._backlog.blocks and self._quiet_in(time.monotonic()) <= 0:
                self._give_way()
            with self.lock:
                began = time.monotonic()
                if self._absorb_slice():
                    continue
                if not self._backlog.blocks:
                    return None
                rest = self._rest(began)
                if rest is not None and rest < 0:
                    return -rest
                self._absorb_backlog()
            if rest is not None:
                time.sleep(rest * (time.monotonic() - began))
        return None

    def _rest(self, now: float) -> float | None:
        """None: go on without a rest; above 0: rest so many times as long as the work took; below: wait so long."""
        quiet_in = self._quiet_in(now)
        if self._is_hurried or quiet_in <= 0:
            return None
        waiting = self._backlog.waiting
        if waiting > _PATIENT_DOCUMENTS:
            return _POLITE * max(0.0, 1 - (waiting - _PATIENT_DOCUMENTS) / (MOST - _PATIENT_DOCUMENTS))
        if now - self._backlog.blocks[0].since > _PATIENT_SECONDS:
            return _POLITE
        return -quiet_in

    @property
    def _layer_size(self) -> int:
        """How much may be in memory before it is committed."""
        is_asked_only = self._courtesy.is_asked and self._quiet_in(time.monotonic()) <= 0
        return _ASKED_LAYER_SIZE if is_asked_only else _LAYER_SIZE

    def _quiet_in(self, now: float) -> float:
        """Seconds until nothing has been written for long enough."""
        return self._last_apply + max(self._quiet_seconds, 2 * self._gap) - now

    @property
    def _is_hurried(self) -> bool:
        """Whether somebody waits for the disk."""
        return self._closing or self._flush_to > self._committed

    def _give_way(self) -> None:
        """A thread that computes beside a question takes the interpreter from it at each of its calls."""
        turn = _TURN if self._quiet_in(time.monotonic()) <= 0 else _SHORT_TURN
        self._courtesy.give_way(0.0 if self._is_hurried else turn, lambda: self._is_hurried)

    def _until_commit(self) -> float | None:
        """Seconds until the next commit; None when there is nothing to commit."""
        with self.lock:
            if self._committing is not None:
                return 0.0
            if not self._active:
                self._committed = self._whole()
                self._settled.notify_all()
                return None
            if self._flush_to > self._committed or len(self._active) >= self._layer_size:
                return 0.0
            return max(0.0, self._due - time.monotonic())

    def _whole(self) -> int:
        """Up to this change nothing waits. Needs the lock."""
        with self._queue_lock:
            blocks = self._backlog.blocks
            outside = [self._lanes.first(), blocks[0].number if blocks else None]
            return min((number for number in outside if number is not None), default=self._applied + 1) - 1

    def _commit(self) -> bool:
        with self._disk_lock:
            with self.lock:
                if self._committing is None:
                    self._committing, self._active = self._active, Layer()
                    self._covered = self._whole()
                    self._due = time.monotonic() + self._commit_seconds
                layer = self._committing
            try:
                self.disk.write(layer, self._give_way)
            except IndexDamaged as error:
                with self._settled:
                    self.fault = str(error)
                    self._settled.notify_all()
                return False
            with self._settled:
                self._committing, self.fault = None, None
                self._committed = self._covered
                self._settled.notify_all()
        return True


def indexed_terms(document: Document) -> list[str]:
    """What of a document can be found: its text, the headings above it and its speaker."""
    terms = ready_terms(document.text)
    if document.title:
        terms += terms_of(document.title)
    if document.who:
        terms += terms_of(document.who)
    return terms
