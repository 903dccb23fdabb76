"""Embeds changed memories in the background: a thread of low priority between the changes and the vector store.

Removals are seen at once. A text that was embedded before is not embedded again. onnxruntime lets the GIL go, one text
a run, the kernel gives the thread (nice 10) what the others leave, and it pauses between texts while somebody asks.
A write is soon found however much waits: it works in short turns, and the youngest small change has the next one.
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
from memoryd.recall.backpressure import Courtesy
from memoryd.recall.hashing import hash64
from memoryd.recall.query import moment_of
from memoryd.recall.vectors.embed_queue import SMALL, EmbedQueue, Lane, Unfinished
from memoryd.recall.vectors.file import TOKENS
from memoryd.recall.vectors.store import Entry, VectorStore
from memoryd.storage.regular import NotRegular
from memoryd.types import Change, Document

BATCH = 64
"""Texts between two writes."""
PART = 4
"""Passages of a long text between two others."""
NICE = 10
MOST_WAITING = 50_000
"""Texts that wait in memory; those beyond are looked for again when these are done."""
_LONGEST_WAIT = 1.0
_GLANCE = 0.02
_PROMPT_WAIT = 0.1
_PRESSED_BATCH = 16
_LEAST = 4
"""Texts of a turn before small changes cut it short."""
_TURN_SECONDS = 0.5
_SLICE = 200
_TURN = 0.03
"""How long a text, or a slice of what is compared, gives way to questions that do not end."""
_RETRY_SECONDS = 5.0
_TRIM_EVERY = 200
_SPECIAL_LENGTH = 1 << 16


class Embeds(Protocol):
    """What the worker asks of an encoder."""

    def passages(self, text: str) -> list[list[int]]: ...

    def encode_tokens(self, ids: list[int]) -> NDArray[np.float32]: ...

    def query_tokens(self, text: str) -> list[int]: ...

    def encode_query_tokens(self, ids: list[int]) -> NDArray[np.float32]: ...

    def knows(self, ids: list[int]) -> bool: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How many texts were embedded or found again since the start, and how many wait."""

    done: int
    waiting: int
    failed: int = 0
    problem: str | None = None


def distinct_tokens(ids: Iterable[int]) -> NDArray[np.uint16]:
    """The first TOKENS distinct ids of a passage, 0 filling up; ids past 65,535 are left out."""
    kept = [one for one in dict.fromkeys(ids) if 0 < one < _SPECIAL_LENGTH][:TOKENS]
    row = np.zeros(TOKENS, dtype=np.uint16)
    row[: len(kept)] = kept
    return row


class Embedding:
    """The queue and its thread; a ChangeSink. `start` loads the encoder and the store, which takes some tenths."""

    def __init__(
        self,
        open_both: Callable[[], tuple[Embeds, VectorStore]],
        log: Callable[[str], None],
        everything: Callable[[], Iterable[Document]] | None = None,
        most_waiting: int = MOST_WAITING,
        is_pressed: Callable[[], bool] = lambda: False,
        courtesy: Courtesy | None = None,
    ) -> None:
        """`everything`: all memories there are; the thread compares the store with them when both are open.

        While `is_pressed`, others have more urgent work: a batch begins only after a while. `courtesy`: whom to let
        pass between two texts.
        """
        self._is_pressed = is_pressed
        self._courtesy = courtesy or Courtesy()
        self._open_both = open_both
        self._log = log
        self._everything = everything
        self._look_again = everything is not None
        self._beyond = 0
        self._compared_at = -1
        self._touched: set[str] | None = None
        self._changed = threading.Condition()
        self._waiting = EmbedQueue(most_waiting)
        self._removed: set[str] = set()
        self._busy = 0
        self._turns = 0
        self._done = 0
        self._failed = 0
        self._problem: str | None = None
        self._odd_file: NotRegular | None = None
        self._stopping = False
        self._given_up = False
        self._ready = threading.Event()
        self._encoder: Embeds | None = None
        self._store: VectorStore | None = None
        self._thread = threading.Thread(target=self._run, name="memoryd-embed", daemon=True)

    # -- for others ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin in the background."""
        self._thread.start()

    @property
    def odd_file(self) -> NotRegular | None:
        """What stands in the place of one of the store's files, and keeps it from being opened."""
        return self._odd_file

    @property
    def ready(self) -> tuple[Embeds, VectorStore] | None:
        """The encoder and the store once both are loaded."""
        encoder, store = self._encoder, self._store
        return (encoder, store) if self._ready.is_set() and encoder is not None and store is not None else None

    def apply(self, change: Change, dropped: Iterable[str] = ()) -> None:
        """Take the change in: removals at once, the others soon. `dropped`: the keys that `remove_source` means."""
        gone = [*change.remove, *dropped]
        put = {document.key: document for document in change.put}
        with self._changed:
            if self._given_up:
                return
            store = self._store
            self._waiting.drop(gone)
            if self._touched is not None:
                self._touched.update(gone, put)
            self._queue(put, is_bulk=change.patient or len(put) > SMALL)
            if self._busy or store is None:  # what is at hand now must not come back later
                self._removed.update(gone)
                self._removed.difference_update(put)
            self._changed.notify_all()
        if store is not None:
            store.remove([*(key for key in gone if key not in put), *store.outdated(put)])

    def reconcile(self, documents: Iterable[Document], between: Callable[[], None] = lambda: None) -> int:
        """After a start or a rebuild: embed what has no vector yet, drop what is no memory any more; how many wait.

        Needs `ready`; `documents` are all there are, and are gone through once; `between` is called now and then.
        """
        store = self._store
        if store is None:
            return 0
        marks = array("Q")  # a list of a million numbers would take 40 MB
        begun, missing = store.rows_written, 0
        with self._changed:
            self._touched = set()
            self._beyond = 0
        rest = iter(documents)
        while part := {document.key: document for document in islice(rest, _SLICE)}:
            self._let_pass()
            between()
            marks.extend(hash64(key) for key in part)
            wanted = store.missing(part)
            missing += len(wanted)
            with self._changed:
                # What changed since we began is known better by the change.
                fresh = [key for key in wanted if key not in self._touched and key not in self._waiting]
                self._queue({key: part[key] for key in fresh}, is_bulk=True)
                self._changed.notify_all()
                if self._stopping:
                    return missing
        with self._changed:
            self._touched = None
        store.retain(marks, begun)
        return missing

    def look_again(self) -> None:
        """Compare the store with everything there is once more, as after a rebuild; the thread does it."""
        with self._changed:
            self._look_again = self._everything is not None and not self._given_up
            self._changed.notify_all()

    def _queue(self, documents: Mapping[str, Document], is_bulk: bool) -> None:
        """Needs the lock. Those for which there is no room are found by looking again."""
        beyond = self._waiting.put(documents, is_bulk=is_bulk)
        if beyond:
            self._beyond += beyond
            self._look_again = self._everything is not None

    def progress(self) -> Progress:
        """For health and for whoever waits for a rebuild."""
        with self._changed:
            return Progress(self._done, len(self._waiting) + self._busy + self._beyond, self._failed, self._problem)

    def wait_idle(self, seconds: float) -> bool:
        """Whether everything was embedded within that time."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, seconds)

    def _is_idle(self) -> bool:
        return not self._waiting and not self._busy and not self._look_again

    def stop(self) -> None:
        """End after the passage at hand; what waits is embedded after the next start."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()
        if self._store is not None:
            with suppress(OSError):
                self._store.close()

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)  # Linux: of this thread alone
        try:
            encoder, store = self._open_both()
            if not store.loaded:
                store.load(self._pause)
        except Exception as error:  # whatever is wrong with the model, recall goes on without it
            self._give_up(error)
            return
        with self._changed:
            self._encoder, self._store = encoder, store
            removed, self._removed = list(self._removed), set()
        store.remove(removed)
        self._ready.set()
        _trim_heap()
        while not self._stopping:
            lane = self._next_lane()
            if self._look_again and store.lost():
                self._make_again(store)
            if lane is None:
                self._compare(encoder, store)
            else:
                self._give_way(lane)
                self._turn(encoder, store, lane)

    def _make_again(self, store: VectorStore) -> None:
        """Somebody removed the files, and asks for a rebuild: all that they held is still open."""
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
            self.reconcile(self._everything(), lambda: self._serve_prompt(encoder, store))
        except Exception as error:  # recall goes on; what is missing is found after the next start
            self._log(f"The vectors could not be compared with the memories: {error!r}")
        store.trim()
        _trim_heap()
        with self._changed:
            self._touched = None
            self._look_again = self._beyond > 0 and done > 0  # what cannot be embedded must not be tried for ever
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
            self._look_again, self._beyond = False, 0
            self._failed += len(self._waiting)
            self._waiting.clear()
            self._changed.notify_all()

    def _pause(self) -> None:
        """Let other threads have the GIL."""
        threading.Event().wait(0.0005)

    def _give_way(self, lane: Lane) -> None:
        is_prompt = lane == "prompt"
        until = time.monotonic() + (_PROMPT_WAIT if is_prompt else _LONGEST_WAIT)
        while self._is_pressed() and not self._stopping and time.monotonic() < until:
            if self._waiting.prompt and not is_prompt:
                return
            time.sleep(_GLANCE)

    def _let_pass(self) -> None:
        self._courtesy.give_way(_TURN, lambda: self._stopping)

    def _next_lane(self) -> Lane | None:
        """Waits for something to do; None when the store is to be compared, or at the end."""
        with self._changed:
            while not self._waiting and not self._stopping and not self._look_again:
                self._changed.wait()
            return None if self._stopping else self._waiting.lane()

    def _serve_prompt(self, encoder: Embeds, store: VectorStore) -> None:
        while self._waiting.prompt and not self._stopping:
            self._turn(encoder, store, "prompt")

    def _turn(self, encoder: Embeds, store: VectorStore, lane: Lane) -> None:
        """Embed some of the lane, and write them together."""
        size = _PRESSED_BATCH if self._is_pressed() or self._courtesy.is_asked else BATCH
        until = time.monotonic() + _TURN_SECONDS
        finished: dict[str, Entry] = {}
        begun = 0
        while begun < size and (begun < _LEAST or time.monotonic() < until):
            one = self._take(lane, begun)
            if one is None:
                break
            begun += 1
            self._advance(encoder, store, one, finished)
        self._put_patiently(store, list(finished.values()))
        self._turns += 1
        if self._turns % _TRIM_EVERY == 0:
            store.trim()
            _trim_heap()

    def _take(self, lane: Lane, begun: int) -> Document | Unfinished | None:
        with self._changed:
            is_urgent = lane != "prompt" and bool(self._waiting.prompt)
            if self._stopping or (is_urgent and begun >= (_LEAST if lane == "bulk" else 1)):
                return None
            one = self._waiting.take(lane)
            self._busy += one is not None
            return one

    def _advance(
        self, encoder: Embeds, store: VectorStore, one: Document | Unfinished, finished: dict[str, Entry]
    ) -> None:
        """Embed the text, or the next part of a long one, which is parked then."""
        key = one.document.key if isinstance(one, Unfinished) else one.key
        finished.pop(key, None)  # an older text of it
        try:
            if isinstance(one, Document):
                known = store.reuse(one.text)
                if known is not None:
                    finished[key] = _entry(one, *known)
                    return
                one = Unfinished(one, encoder.passages(one.text))
            for ids in one.passages[len(one.vectors) :][:PART]:
                self._let_pass()
                if self._stopping:
                    return
                one.vectors.append(encoder.encode_tokens(ids))
                if self._waiting.prompt:  # this one goes on behind it
                    break
            if len(one.vectors) == len(one.passages):
                tokens = np.stack([distinct_tokens(ids) for ids in one.passages])
                finished[key] = _entry(one.document, np.stack(one.vectors), tokens)
                return
        except Exception as error:  # one strange text must not end the thread
            self._failed += 1
            self._log(f"{key} could not be embedded: {error!r}")
            return
        with self._changed:
            if key not in self._removed and key not in self._waiting:
                self._waiting.park(one)
                self._busy -= 1

    def _put_patiently(self, store: VectorStore, entries: list[Entry]) -> None:
        """A full disk is waited for; the texts stay found lexically meanwhile."""
        while True:
            try:
                self._put(store, entries)
                break
            except (OSError, MemorydError) as error:
                with self._changed:
                    self._problem = f"The vectors could not be written: {error}"
                    if self._changed.wait_for(lambda: self._stopping, _RETRY_SECONDS):
                        break
        with self._changed:
            self._busy = 0
            self._changed.notify_all()

    def _put(self, store: VectorStore, entries: list[Entry]) -> None:
        with self._changed:
            # Changed or removed while it was being embedded: the newer word counts.
            entries = [entry for entry in entries if entry.key not in self._removed and entry.key not in self._waiting]
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
