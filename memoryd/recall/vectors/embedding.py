"""Embeds changed documents in the background, on a thread of low priority between the index and the vector store.

Removals are visible at once. A text that was embedded before is not embedded again. onnxruntime releases the GIL and
runs one text at a time, the kernel gives the thread (nice 10) what others leave, and it yields to queries between
passages. A write is soon found by its vector however long the queue is: batches are short, and the newest small change
is next.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memoryd.errors import MemorydError
from memoryd.recall.backpressure import Backpressure
from memoryd.recall.hashing import hash64
from memoryd.recall.pacing import (
    EMBED_BATCH,
    EMBED_BATCH_BUSY,
    EMBED_BATCH_MIN,
    EMBED_BATCH_SECONDS,
    EMBED_INTERACTIVE_CHANGE,
    EMBED_NICE,
    EMBED_PASSAGES,
    EMBED_POLL_SECONDS,
    EMBED_QUEUE_LIMIT,
    EMBED_RETRY_SECONDS,
    EMBED_WAIT_INTERACTIVE_SECONDS,
    EMBED_WAIT_SECONDS,
    EMBED_YIELD_SECONDS,
    GIL_PAUSE_SECONDS,
    RECONCILE_SLICE,
    TRIM_TURNS,
)
from memoryd.recall.query import moment_of
from memoryd.recall.vectors.embed_queue import EmbedQueue, Partial, Priority
from memoryd.recall.vectors.file import TOKENS
from memoryd.recall.vectors.store import Entry, VectorStore
from memoryd.storage.regular import NotRegular
from memoryd.types import Change, Document

_LARGEST_TOKEN = (1 << 16) - 1


class Embeds(Protocol):
    """What the worker asks of an encoder."""

    def passages(self, text: str) -> list[list[int]]: ...

    def encode_tokens(self, ids: list[int]) -> NDArray[np.float32]: ...

    def query_tokens(self, text: str) -> list[int]: ...

    def encode_query_tokens(self, ids: list[int]) -> NDArray[np.float32]: ...

    def knows(self, ids: list[int]) -> bool: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How many texts were embedded or reused since the start, and how many wait."""

    done: int
    waiting: int
    failed: int = 0
    problem: str | None = None


def distinct_tokens(ids: Iterable[int]) -> NDArray[np.uint16]:
    """The first TOKENS distinct ids of a passage, padded with 0; ids over 65,535 are left out."""
    kept = [one for one in dict.fromkeys(ids) if 0 < one <= _LARGEST_TOKEN][:TOKENS]
    row = np.zeros(TOKENS, dtype=np.uint16)
    row[: len(kept)] = kept
    return row


class Embedding:
    """The queue and its thread. `load` takes some tenths of a second, in which the memories can be read, too."""

    def __init__(
        self,
        open_both: Callable[[], tuple[Embeds, VectorStore]],
        log: Callable[[str], None],
        backpressure: Backpressure,
        is_busy: Callable[[], bool],
        everything: Callable[[], Iterable[Document]] | None,
        queue_limit: int = EMBED_QUEUE_LIMIT,
    ) -> None:
        """While `is_busy`, other background work is more urgent, and a batch is put off for a while.

        `everything`: all documents there are, with which the thread compares the store when both are open.
        """
        self._is_busy = is_busy
        self._backpressure = backpressure
        self._open_both = open_both
        self._log = log
        self._everything = everything
        self._recheck = everything is not None
        self._overflow = 0
        self._compared_at = -1
        self._touched: set[str] | None = None
        self._changed = threading.Condition()
        self._queue = EmbedQueue(queue_limit)
        self._removed: set[str] = set()
        self._running = 0
        self._turns = 0
        self._done = 0
        self._failed = 0
        self._problem: str | None = None
        self._odd_file: NotRegular | None = None
        self._stopping = False
        self._given_up = False
        self._ready = threading.Event()
        self._may_work = threading.Event()
        self._encoder: Embeds | None = None
        self._store: VectorStore | None = None
        self._thread = threading.Thread(target=self._run, name="memoryd-embed", daemon=True)

    # -- for callers --------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Load the encoder and the store in the background, and then wait for `start`."""
        self._thread.start()

    def start(self) -> None:
        """Begin to embed, and to compare the store with all documents: from here on those are complete."""
        if self._thread.ident is None:
            self._thread.start()
        self._may_work.set()

    @property
    def odd_file(self) -> NotRegular | None:
        """What is in the place of one of the store's files and cannot be opened as a file."""
        return self._odd_file

    @property
    def ready(self) -> tuple[Embeds, VectorStore] | None:
        """The encoder and the store once both are loaded."""
        encoder, store = self._encoder, self._store
        return (encoder, store) if self._ready.is_set() and encoder is not None and store is not None else None

    def apply(self, change: Change, dropped: Iterable[str] = ()) -> None:
        """Take the change in: removals at once, the rest soon. `dropped`: the keys that `remove_source` removes."""
        gone = [*change.remove, *dropped]
        put = {document.key: document for document in change.put}
        with self._changed:
            if self._given_up:
                return
            store = self._store
            self._queue.drop(gone)
            if self._touched is not None:
                self._touched.update(gone, put)
            self._enqueue(put, is_bulk=change.background or len(put) > EMBED_INTERACTIVE_CHANGE)
            if self._running or store is None:  # a batch at hand must not bring these back
                self._removed.update(gone)
                self._removed.difference_update(put)
            self._changed.notify_all()
        if store is not None:
            store.remove([*(key for key in gone if key not in put), *store.outdated(put)])

    def reconcile(self, documents: Iterable[Document], between: Callable[[], None]) -> int:
        """After a start or a rebuild: embed what lacks a vector, drop the vectors of other keys; how many lack one.

        Needs `ready`. `documents` are all there are, and are iterated once; calls `between` now and then.
        """
        store = self._store
        if store is None:
            return 0
        hashes = array("Q")  # a list of a million numbers would take 40 MB
        begun, missing = store.rows_written, 0
        with self._changed:
            self._touched = set()
            self._overflow = 0
        rest = iter(documents)
        while part := {document.key: document for document in islice(rest, RECONCILE_SLICE)}:
            self._yield()
            between()
            hashes.extend(hash64(key) for key in part)
            wanted = store.missing(part)
            missing += len(wanted)
            with self._changed:
                # What changed since we began is queued by the change itself.
                fresh = [key for key in wanted if key not in self._touched and key not in self._queue]
                self._enqueue({key: part[key] for key in fresh}, is_bulk=True)
                self._changed.notify_all()
                if self._stopping:
                    return missing
        with self._changed:
            self._touched = None
        store.retain(hashes, begun)
        return missing

    def recheck(self) -> None:
        """Have the thread compare the store with all documents again, as after a rebuild."""
        with self._changed:
            self._recheck = self._everything is not None and not self._given_up
            self._changed.notify_all()

    def _enqueue(self, documents: Mapping[str, Document], is_bulk: bool) -> None:
        """Needs the lock. Documents for which there is no room are found by comparing again."""
        beyond = self._queue.put(documents, is_bulk=is_bulk)
        if beyond:
            self._overflow += beyond
            self._recheck = self._everything is not None

    def progress(self) -> Progress:
        """For health reports, and for callers that wait for a rebuild."""
        with self._changed:
            return Progress(self._done, len(self._queue) + self._running + self._overflow, self._failed, self._problem)

    def wait_idle(self, seconds: float) -> bool:
        """Whether everything was embedded within that time."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, seconds)

    def _is_idle(self) -> bool:
        return not self._queue and not self._running and not self._recheck

    def stop(self) -> None:
        """Stop after the passage at hand; the rest is embedded after the next start."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._may_work.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._store is not None:
            with suppress(OSError):
                self._store.close()

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            encoder, store = self._open_both()
            if not store.loaded:
                store.load(lambda: None)  # answers with vectors wait for it
        except Exception as error:  # whatever is wrong with the model, recall goes on without it
            self._give_up(error)
            return
        with self._changed:
            self._encoder, self._store = encoder, store
            removed, self._removed = list(self._removed), set()
        store.remove(removed)
        self._ready.set()
        _trim_heap()
        self._may_work.wait()
        with suppress(OSError, AttributeError):  # answers wait for the loading, and for nothing behind it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), EMBED_NICE)  # Linux: of this thread alone
        while not self._stopping:
            priority = self._next_priority()
            if self._recheck and store.lost():
                self._rewrite_files(store)
            if priority is None:
                self._compare(encoder, store)
            else:
                self._put_off(priority)
                self._run_batch(encoder, store, priority)

    def _rewrite_files(self, store: VectorStore) -> None:
        """The files were removed by hand and a rebuild was asked for; what they held is still open."""
        try:
            store.compact(self._pause)
        except (OSError, MemorydError) as error:
            with self._changed:
                self._problem = f"The vectors could not be written: {error}"

    def _compare(self, encoder: Embeds, store: VectorStore) -> None:
        if self._everything is None or self._stopping:
            return
        done, self._compared_at = self._done - self._compared_at, self._done
        try:
            self.reconcile(self._everything(), lambda: self._run_interactive(encoder, store))
        except Exception as error:  # recall goes on; what is missing is found at the next start
            self._log(f"The vectors could not be compared with the memories: {error!r}")
        store.trim()
        _trim_heap()
        with self._changed:
            self._touched = None
            self._recheck = self._overflow > 0 and done > 0  # what cannot be embedded must not be retried for ever
            self._changed.notify_all()

    def _give_up(self, error: Exception) -> None:
        sentence = error.sentence if isinstance(error, MemorydError) else f"The embedder failed: {error!r}"
        if isinstance(error, NotRegular):
            sentence = f"{error.filename} cannot be used: {error.strerror}."
        self._log(sentence)
        with self._changed:
            self._problem = sentence
            self._odd_file = error if isinstance(error, NotRegular) else None
            self._given_up = True
            self._recheck, self._overflow = False, 0
            self._failed += len(self._queue)
            self._queue.clear()
            self._changed.notify_all()

    def _pause(self) -> None:
        """Let other threads have the GIL."""
        threading.Event().wait(GIL_PAUSE_SECONDS)

    def _put_off(self, priority: Priority) -> None:
        """Wait a while for more urgent background work, and no longer when an interactive change comes."""
        is_interactive = priority == "interactive"
        until = time.monotonic() + (EMBED_WAIT_INTERACTIVE_SECONDS if is_interactive else EMBED_WAIT_SECONDS)
        while self._is_busy() and not self._stopping and time.monotonic() < until:
            if self._queue.interactive and not is_interactive:
                return
            time.sleep(EMBED_POLL_SECONDS)

    def _yield(self) -> None:
        self._backpressure.yield_to_queries(EMBED_YIELD_SECONDS, lambda: self._stopping)

    def _next_priority(self) -> Priority | None:
        """Waits for something to do; None when the store is to be compared, or at the end."""
        with self._changed:
            while not self._queue and not self._stopping and not self._recheck:
                self._changed.wait()
            return None if self._stopping else self._queue.next_priority()

    def _run_interactive(self, encoder: Embeds, store: VectorStore) -> None:
        while self._queue.interactive and not self._stopping:
            self._run_batch(encoder, store, "interactive")

    def _run_batch(self, encoder: Embeds, store: VectorStore, priority: Priority) -> None:
        """Embed some texts of that priority, and write their vectors together."""
        size = EMBED_BATCH_BUSY if self._is_busy() or self._backpressure.is_querying else EMBED_BATCH
        until = time.monotonic() + EMBED_BATCH_SECONDS
        finished: dict[str, Entry] = {}
        begun = 0
        while begun < size and (begun < EMBED_BATCH_MIN or time.monotonic() < until):
            one = self._take(priority, begun)
            if one is None:
                break
            begun += 1
            self._advance(encoder, store, one, finished)
        self._put_with_retries(store, list(finished.values()))
        self._turns += 1
        if self._turns % TRIM_TURNS == 0:
            store.trim()
            _trim_heap()

    def _take(self, priority: Priority, begun: int) -> Document | Partial | None:
        with self._changed:
            is_interrupted = priority != "interactive" and bool(self._queue.interactive)
            if self._stopping or (is_interrupted and begun >= (EMBED_BATCH_MIN if priority == "bulk" else 1)):
                return None
            one = self._queue.take(priority)
            self._running += one is not None
            return one

    def _advance(
        self, encoder: Embeds, store: VectorStore, one: Document | Partial, finished: dict[str, Entry]
    ) -> None:
        """Embed the text, or the next part of a long one, which is put back then."""
        key = one.document.key if isinstance(one, Partial) else one.key
        finished.pop(key, None)  # with an older text
        try:
            if isinstance(one, Document):
                known = store.reuse(one.text)
                if known is not None:
                    finished[key] = _entry(one, *known)
                    return
                one = Partial(one, encoder.passages(one.text))
            for ids in one.passages[len(one.vectors) :][:EMBED_PASSAGES]:
                self._yield()
                if self._stopping:
                    return
                one.vectors.append(encoder.encode_tokens(ids))
                if self._queue.interactive:  # this text goes on after it
                    break
            if len(one.vectors) == len(one.passages):
                tokens = np.stack([distinct_tokens(ids) for ids in one.passages])
                finished[key] = _entry(one.document, np.stack(one.vectors), tokens)
                return
        except Exception as error:  # one text that cannot be embedded must not end the thread
            self._failed += 1
            self._log(f"{key} could not be embedded: {error!r}")
            return
        with self._changed:
            if key not in self._removed and key not in self._queue:
                self._queue.put_back(one)
                self._running -= 1

    def _put_with_retries(self, store: VectorStore, entries: list[Entry]) -> None:
        """Waits while the disk is full; until then the texts are found by their words."""
        while True:
            try:
                self._put(store, entries)
                break
            except (OSError, MemorydError) as error:
                with self._changed:
                    self._problem = f"The vectors could not be written: {error}"
                    if self._changed.wait_for(lambda: self._stopping, EMBED_RETRY_SECONDS):
                        break
        with self._changed:
            self._running = 0
            self._changed.notify_all()

    def _put(self, store: VectorStore, entries: list[Entry]) -> None:
        with self._changed:
            # What changed or was removed while it was being embedded is queued again, or gone.
            entries = [entry for entry in entries if entry.key not in self._removed and entry.key not in self._queue]
        store.add(entries)
        with self._changed:
            late = [entry.key for entry in entries if entry.key in self._removed]
            self._removed.clear()
            self._done += len(entries)
            self._problem = None
        store.remove(late)
        if store.wants_compaction():
            store.compact(self._pause)


def _entry(document: Document, vectors: NDArray[np.float32], tokens: NDArray[np.uint16]) -> Entry:
    return Entry(
        key=document.key,
        text=document.text,
        vectors=vectors,
        tokens=tokens,
        kind=document.kind,
        at=moment_of(document),
        project=document.project,
    )


def _trim_heap() -> None:
    """Return freed memory to the system (glibc only): malloc keeps what a large load used in its arenas."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
