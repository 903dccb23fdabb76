"""Has changed documents embedded in the background, by a thread between the index and the vector store.

Removals are visible at once. A text that was embedded before is not embedded again. The encoding itself is done in
another process, a turn at a time; a write is soon found by its vector however long the queue is: a turn is short, and
the newest small change is next.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from memoryd.children.patience import Lost
from memoryd.errors import MemorydError
from memoryd.heap import trim_heap
from memoryd.recall.hashing import hash64
from memoryd.recall.pacing import (
    EMBED_BATCH,
    EMBED_BATCH_CHARS,
    EMBED_INTERACTIVE_CHANGE,
    EMBED_LOST_SECONDS,
    EMBED_QUEUE_LIMIT,
    EMBED_RETRY_SECONDS,
    GIL_PAUSE_SECONDS,
    RECONCILE_SLICE,
    TRIM_TURNS,
)
from memoryd.recall.vectors.embed_queue import EmbedQueue, Priority, Progress
from memoryd.recall.vectors.encoding import Encoded, EncodesPassages
from memoryd.recall.vectors.entry import Entry, entry_of
from memoryd.recall.vectors.opened import ModelChange, Opened
from memoryd.recall.vectors.store import VectorStore
from memoryd.storage.regular import NotRegular
from memoryd.types import Change, Document

if TYPE_CHECKING:
    from memoryd.recall.models.encoder import Encoder

_LOSSES = 3
"""So many turns in succession without an answer may be the fault of one text."""


class Embedding:
    """The queue and its thread. `load` takes some tenths of a second, in which the memories can be read, too."""

    def __init__(
        self,
        open_all: Callable[[], Opened],
        log: Callable[[str], None],
        everything: Callable[[], Iterable[Document]] | None,
        queue_limit: int = EMBED_QUEUE_LIMIT,
        documents_id: str = "",
    ) -> None:
        """`everything`: all documents there are, with which the thread compares the store when that is open.

        `documents_id` tells which these are, before any change: if an orderly end left these with their vectors,
        nothing is to be compared. Empty is never the same.
        """
        self._open_all = open_all
        self._log = log
        self._everything = everything
        self._documents_id = documents_id
        self._forgets = self._forgotten = 0
        """How often somebody asked to rewrite the files, and how many of these requests have ended;"""
        self._is_rewritten = True
        """and whether the last one that has was met."""
        self._recheck = everything is not None
        self._is_asked = False
        """Somebody asked for a comparison."""
        self._is_comparing = False
        self._is_compared = False
        """Whether what is not queued has its vectors, but for what failed."""
        self._overflow = 0
        self._compared_at = -1
        self._touched: set[str] | None = None
        self._changed = threading.Condition()
        self._queue = EmbedQueue(queue_limit)
        self._removed: set[str] = set()
        self._running = 0
        self._losses = 0
        """How many turns in succession the other process was lost in."""
        self._turns = 0
        self._done = 0
        self._failed = 0
        self._problem: str | None = None
        self._odd_file: NotRegular | None = None
        self._stopping = False
        self._given_up = False
        self._ready = threading.Event()
        self._may_work = threading.Event()
        self._encoder: Encoder | None = None
        self._change: ModelChange | None = None
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
    def ready(self) -> tuple[Encoder, VectorStore] | None:
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
            if not self._may_work.is_set() and (put or gone):
                # What the start itself found may be left out of searches, which only a comparison knows.
                self._ask_to_compare()
            self._queue.drop(gone)
            if self._touched is not None:
                self._touched.update(gone, put)
            if self._enqueue(put, is_bulk=change.background or len(put) > EMBED_INTERACTIVE_CHANGE):
                self._ask_to_compare()
            if self._running or store is None:  # a batch at hand must not bring these back
                self._removed.update(gone)
                self._removed.difference_update(put)
            self._changed.notify_all()
        for one in self._stores(store):
            left = [*(key for key in gone if key not in put), *(one.outdated(put) if put else ())]
            if left:  # most changes are new memories
                one.remove(left)

    def _stores(self, store: VectorStore | None) -> Iterator[VectorStore]:
        """This one, if it is open, and that of the former model."""
        if store is not None:
            yield store
        change = self._change
        if change is not None:
            yield change.old

    def reconcile(self, documents: Iterable[Document], between: Callable[[], None]) -> int:
        """After a start or a rebuild: embed what lacks a vector, drop the vectors of other keys; how many lack one.

        Needs `ready`. `documents` are all there are, and are iterated once; calls `between` now and then.
        """
        store = self._store
        if store is None:
            return 0
        hashes = array("Q")  # a list of a million numbers would take 40 MB
        begun, missing = store.rows_written, 0
        old = None if self._change is None else self._change.old
        with self._changed:
            self._touched = set()
            self._overflow = 0
        rest = iter(documents)
        while part := {document.key: document for document in islice(rest, RECONCILE_SLICE)}:
            self._pause()
            between()
            hashes.extend(hash64(key) for key in part)
            if old is not None:
                old.remove(old.outdated(part))
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
        if old is not None:
            old.retain(hashes, old.rows_written)
        return missing

    def forget(self, seconds: float) -> bool:
        """Rewrite the files without rows that are gone; whether that was done within that time."""
        with self._changed:
            if self._everything is None or self._given_up:
                return True
            self._forgets += 1
            mine = self._forgets
            self._ask_to_compare()
            self._changed.wait_for(lambda: self._forgotten >= mine or self._stopping or self._given_up, seconds)
            return self._given_up or (self._forgotten >= mine and self._is_rewritten)

    def recheck(self) -> None:
        """Have the thread compare the store with all documents again, as after a rebuild."""
        with self._changed:
            if not self._given_up:
                self._ask_to_compare()

    def _ask_to_compare(self) -> None:
        """Needs the lock."""
        self._recheck = self._is_asked = self._everything is not None
        self._changed.notify_all()

    def _enqueue(self, documents: Mapping[str, Document], is_bulk: bool) -> int:
        """Needs the lock. For how many documents there is no room: these are found by comparing again."""
        beyond = self._queue.put(documents, is_bulk=is_bulk)
        self._overflow += beyond
        return beyond

    def progress(self) -> Progress:
        """For health reports, and for callers that wait for a rebuild."""
        with self._changed:
            return Progress(self._done, len(self._queue) + self._running + self._overflow, self._failed, self._problem)

    def wait_idle(self, seconds: float) -> bool:
        """Whether everything was embedded within that time."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, seconds)

    def _is_idle(self) -> bool:
        is_at_work = self._running or self._is_comparing
        return not self._queue and not is_at_work and not self._recheck and not self._is_changing

    @property
    def _is_forgetting(self) -> bool:
        return self._forgotten < self._forgets

    @property
    def _is_changing(self) -> bool:
        """Whether complete vectors are to be put in the place of those of another model."""
        return self._change is not None and self._is_compared and self._failed <= self._done

    @property
    def is_changing_model(self) -> bool:
        """Whether the vectors of another model are to serve."""
        return self._change is not None

    @property
    def is_complete(self) -> bool:
        """Whether every document has its vectors, but for what failed."""
        with self._changed:
            return self._is_compared and self._is_idle()

    def finish(self) -> None:
        """Stop after the passage at hand; the rest is embedded after the next start."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._may_work.set()
        if self._thread.is_alive():
            self._thread.join()

    def stop(self, documents_id: str = "") -> None:
        """Finish, and close the store. `documents_id`: which documents there are now; changes have ended."""
        self.finish()
        is_whole = self._is_compared and not (self._queue or self._recheck or self._failed)
        if self._store is not None:
            with suppress(OSError):
                self._store.close(documents_id if is_whole else "")
        if self._change is not None:
            with suppress(OSError):
                self._change.old.close()

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            encoder, passages, store, change = self._open_all()
            if not store.loaded:
                store.load(lambda: None)  # answers with vectors wait for it
        except Exception as error:  # whatever is wrong with the model, recall goes on without it
            self._give_up(error)
            return
        with self._changed:
            self._encoder, self._store = encoder, store
            if change is not None:
                change.old.remove(
                    [*self._removed, *change.old.outdated({**self._queue.interactive, **self._queue.bulk})]
                )
                self._change = change
            if self._documents_id and store.documents_id == self._documents_id and not self._is_asked:
                self._recheck, self._is_compared = False, True
                self._changed.notify_all()
            removed, self._removed = list(self._removed), set()
        for one in self._stores(store):
            one.remove(removed)
        self._ready.set()
        trim_heap()
        self._may_work.wait()
        while not self._stopping:
            priority = self._next_priority()
            if self._is_forgetting or (self._recheck and store.lost()):
                self._rewrite_files(store)
            if priority is None and self._is_changing and not self._recheck:
                store = self._end_change(store)
                continue
            if priority is None:
                self._compare(passages, store)
            else:
                self._run_turn(passages, store, priority)

    def _rewrite_files(self, store: VectorStore) -> None:
        """Rows are gone for good; or the files were removed by hand, and what they held is still open."""
        with self._changed:
            asked = self._forgets  # what is gone from here on may be written
        problem = None
        try:
            for one in self._stores(store):
                one.compact(self._pause)
        except (OSError, MemorydError) as error:
            problem = f"The vectors could not be written: {error}"
        with self._changed:
            self._problem = problem or self._problem
            self._forgotten, self._is_rewritten = asked, problem is None
            self._changed.notify_all()

    def _end_change(self, store: VectorStore) -> VectorStore:
        """Every text has its new vectors: from now on they serve. Tried again while the disk cannot be written."""
        change = self._change
        if change is None:
            return store
        with self._changed:
            self._store = None  # what is removed meanwhile is kept in `_removed`
            self._removed.clear()
        try:
            placed = change.put_in_place(store)
        except (OSError, MemorydError) as error:
            placed = None
            self._log(f"The new vectors could not be put in place: {error}")
        with self._changed:
            self._store = placed or store
            removed, self._removed = list(self._removed), set()
            self._store.remove(removed)
            if placed is None:
                self._problem = "The vectors of the new model are complete and could not be put in place."
                self._changed.wait_for(lambda: self._stopping, EMBED_RETRY_SECONDS)
                return store
            self._change, self._problem = None, None
            self._changed.notify_all()
        change.end()
        return placed

    def _compare(self, passages: EncodesPassages, store: VectorStore) -> None:
        if self._everything is None or self._stopping:
            return
        done, self._compared_at = self._done - self._compared_at, self._done
        with self._changed:
            # What is asked for from here on is done in another comparison.
            self._recheck, self._is_comparing, self._is_compared = False, True, False
        try:
            self.reconcile(self._everything(), lambda: self._run_interactive(passages, store))
            self._is_compared = not self._stopping
        except Exception as error:  # recall goes on; what is missing is found at the next start
            self._log(f"The vectors could not be compared with the memories: {error!r}")
        store.trim()
        trim_heap()
        with self._changed:
            self._touched = None
            self._is_comparing = False
            if self._overflow > 0 and done > 0:  # what cannot be embedded must not be retried for ever
                self._recheck = True
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

    def _next_priority(self) -> Priority | None:
        """Waits for something to do; None when the store is to be compared, or at the end."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._queue or self._stopping or self._recheck or self._is_forgetting or self._is_changing
            )
            return None if self._stopping else self._queue.next_priority()

    def _run_interactive(self, passages: EncodesPassages, store: VectorStore) -> None:
        while self._queue.interactive and not self._stopping:
            self._run_turn(passages, store, "interactive")

    def _run_turn(self, passages: EncodesPassages, store: VectorStore, priority: Priority) -> None:
        """Embed some texts of that priority, and write their vectors together."""
        with self._changed:
            if self._stopping:
                return
            # A text that the other process does not survive must not keep the others from it.
            limit = EMBED_BATCH if self._losses < _LOSSES else 1
            taken = self._queue.take(priority, limit, EMBED_BATCH_CHARS)
            self._running += len(taken)
        finished: list[Entry] = []
        asked: list[Document] = []
        for document in taken:
            known = store.reuse(document.text)
            if known is None:
                asked.append(document)
            else:
                finished.append(entry_of(document, *known))
        left = self._encode(passages, asked, finished)
        self._put_with_retries(store, finished, left)
        self._turns += 1
        if self._turns % TRIM_TURNS == 0:
            store.trim()
            trim_heap()

    def _encode(self, passages: EncodesPassages, asked: list[Document], finished: list[Entry]) -> list[Document]:
        """Add what was encoded to `finished`; what is to be asked again."""
        if not asked:
            return []
        try:
            found = passages.encode([document.text for document in asked])
        except (Lost, MemorydError) as error:
            return self._lose(asked, error)
        self._losses = 0
        left: list[Document] = []
        for document, one in zip(asked, found, strict=True):
            if isinstance(one, Encoded):
                finished.append(entry_of(document, *one))
            elif one is None:
                left.append(document)
            else:
                self._fail(document, one)
        return left

    def _lose(self, asked: list[Document], error: Exception) -> list[Document]:
        """Wait a while; what is to be asked again."""
        self._losses += 1
        if len(asked) == 1 and self._losses > 2 * _LOSSES:
            self._losses = 0
            self._fail(asked[0], f"the worker {error}")
            return []
        with self._changed:
            self._problem = f"No vectors are made: {error}"
            self._changed.wait_for(lambda: self._stopping, EMBED_LOST_SECONDS)
        return asked

    def _fail(self, document: Document, what: str) -> None:
        self._failed += 1
        self._log(f"{document.key} could not be embedded: {what}")

    def _put_with_retries(self, store: VectorStore, entries: list[Entry], left: list[Document]) -> None:
        """Waits while the disk is full; until then the texts are found by their words. `left` is queued again."""
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
            for document in reversed(left):
                if document.key not in self._removed and document.key not in self._queue:
                    self._queue.put_back(document)
            self._removed.clear()
            self._running = 0
            self._changed.notify_all()

    def _put(self, store: VectorStore, entries: list[Entry]) -> None:
        with self._changed:
            # What changed or was removed while it was being embedded is queued again, or gone.
            entries = [entry for entry in entries if entry.key not in self._removed and entry.key not in self._queue]
        store.add(entries)
        with self._changed:
            late = [entry.key for entry in entries if entry.key in self._removed]
            self._done += len(entries)
            self._problem = None if self._losses == 0 else self._problem
        store.remove(late)
        if store.wants_compaction():
            store.compact(self._pause)
