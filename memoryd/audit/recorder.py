"""Takes down who changed which memory: every change of the index, off the hot path, and brings it to the disk.

The index is the one door that each change of a memory passes, of every kind. `record` queues the change with who made
it; a thread of its own digests, chains and syncs what is queued, within a second.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import NamedTuple

import structlog

from memoryd.acting import Actor, actor
from memoryd.audit.acknowledged import NOTHING, Acknowledged
from memoryd.audit.book import Book
from memoryd.audit.chain import CURRENT
from memoryd.audit.fresh import Fresh, TakeDown, take_down
from memoryd.audit.hasher import Hasher
from memoryd.audit.history import History, content_of
from memoryd.audit.keyring import Head, Keyring
from memoryd.audit.versions import Item, Version, Versions
from memoryd.audit.watchers import Watchers
from memoryd.audit.witness import TOPIC, Witness
from memoryd.children.patience import Lost
from memoryd.clock import Clock
from memoryd.errors import MemorydError
from memoryd.kind import Kinds
from memoryd.os_errors import meaning_of
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.index import Index
from memoryd.storage.files import Files
from memoryd.types import Change, Document, Problem

PERIOD_SECONDS = 0.5
"""How long changes are gathered before they are written."""
HEAD_SECONDS = 3600.0
_BEAT_SECONDS = 60.0
MOST_QUEUED = 100_000
"""Memories that may wait; of what comes then, only the number is written down."""
MOST_PENDING = 100_000
"""Lines that may wait for a disk that cannot be written."""
_SLICE = 128
_SLICE_OF_NEW = 512
"""Memories between two rests; those that are new take a fifth of the time."""
_MANY = 200
"""New memories that are worth another process: fewer take a millisecond here. A quarter of a second brings so many."""
_ASKED = 2_048
"""New memories that it is asked to take down at once; packing them takes half a millisecond."""
_REST_SECONDS = 0.0005
_RETRY_SECONDS = 2.0
_log = structlog.get_logger("memoryd.audit")


class _Forgetting(NamedTuple):
    """What is to be forgotten, once all that was recorded before has been written."""

    is_of_it: Callable[[str], bool]
    digests: Collection[str]
    behind: int
    """So many items come first."""


class Recorder:
    """The audit of one data directory."""

    def __init__(
        self,
        files: Files,
        root: str,
        gid: int,
        clock: Clock,
        board: ProblemBoard,
        naming: Kinds,
        watchers: Watchers,
        hasher: Hasher,
    ) -> None:
        """`watchers` are told of each change once it is taken."""
        self._watchers = watchers
        self._hasher = hasher
        self._clock = clock
        self._board = board
        self._book = Book(files, root, gid, board)
        self._naming = naming
        self._versions = Versions(naming)
        self._queue: deque[Item] = deque()
        self._condition = threading.Condition()
        self._queued = 0
        """Memories in the queue."""
        self._enqueued = 0
        self._written = 0
        """Items that are on disk."""
        self._taken = 0
        self._in_hand = 0
        """Memories that were taken from the queue and not yet down."""
        self._missed = 0
        self._forgetting: _Forgetting | None = None
        self._flush = False
        self._is_refused = False
        """The last round could not be written; it is tried again at each flush and every `_RETRY_SECONDS`."""
        self._stopping = False
        self._is_over = False
        """The thread writes nothing more; it may still be alive."""
        self._starting = True
        self._acknowledged = NOTHING
        self._index: Index | None = None
        self._is_new = False
        self.was_stopped = True
        """The last run ended in order, so that whatever is found now was done by others."""
        self._parts: set[str] = set()
        """Files that are being recorded anew, part by part."""
        self._told: Head | None = None
        self._told_at = clock.monotonic()
        self._thread = threading.Thread(target=self._serve, name="memoryd-audit", daemon=True)

    # --- life ---------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read how far the last run came, and see whether somebody took lines away since. Before anything is fed."""
        self.was_stopped, self._is_new = self._book.open(self._clock.now())

    def remember(self, acknowledged: Acknowledged) -> None:
        """What the last run acknowledged, of which the audit may lack the last. Before anything is fed."""
        self._acknowledged = acknowledged
        self._book.expect(acknowledged)

    def start(self) -> None:
        """Start the thread; what was recorded before is written from now on."""
        self._thread.start()

    def settled(self) -> None:
        """What stood in the files at the start has been recorded: what comes now is new."""
        with self._condition:
            self._starting = False
            self._condition.notify_all()

    def stop(self) -> None:
        """Write all that was recorded, and end."""
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
        if self._thread.is_alive():
            self._thread.join()
        self._hasher.stop()
        self._book.close()

    # --- recording (any thread) ------------------------------------------------------------------------------

    def record(self, change: Change, index: Index) -> None:
        """Queue a change before the index takes it in."""
        is_part, self._index = change.source in self._parts, index
        if not (change.put or change.remove or change.remove_source or (is_part and change.state is not None)):
            return
        who = actor()
        before: dict[str, Document] = {}
        if change.remove_source:
            if change.is_all_before and change.before is not None:
                before = dict(change.before)
            else:
                before = {one.key: one for one in index.documents_of(change.source)}
        elif not change.fresh and not is_part:
            keys = [one.key for one in change.put]
            if not who.method.startswith("maintenance:"):
                keys += change.remove
            told = change.before or {}
            if change.is_all_before:
                before = {key: told[key] for key in keys if key in told}
            else:
                before = {**index.documents([key for key in keys if key not in told]), **told}
        is_baseline = self._starting and self._is_new and not _is_asked_for(change, who)
        item = Item(change, before, who, self._clock.now(), is_baseline)
        size = len(change.put) + len(change.remove) + 1
        with self._condition:
            if change.state is not None:
                self._parts.discard(change.source)
            elif change.remove_source:
                self._parts.add(change.source)
            if self._queued > MOST_QUEUED:
                self._missed += size - 1
                return
            self._queue.append(item)
            self._queued += size
            self._enqueued += 1
            if self._enqueued == self._taken + 1:
                self._condition.notify_all()

    def has_room(self) -> bool:
        """Whether a bulk of changes can be recorded now."""
        return self._queued < MOST_QUEUED // 2

    def flush(self, timeout: float) -> bool:
        """Wait until all that was recorded so far is on disk; False when that takes longer or is refused."""
        with self._condition:
            target = self._enqueued
            if self._written >= target or not self._is_serving:
                return self._written >= target
            self._flush, self._is_refused = True, False
            self._condition.notify_all()
            self._condition.wait_for(lambda: self._written >= target or self._stopping or self._is_refused, timeout)
            return self._written >= target

    def forget(self, is_of_it: Callable[[str], bool], digests: Collection[str], timeout: float) -> bool:
        """Take keys that say what was purged out of the lines, and texts out of the history; whether that is done.

        False when it takes longer than `timeout` seconds or is refused; ask again then.
        """
        with self._condition:
            if not self._is_serving:
                return False
            wanted = _Forgetting(is_of_it, digests, self._enqueued)
            self._forgetting, self._flush, self._is_refused = wanted, True, False
            self._condition.notify_all()
            self._condition.wait_for(
                lambda: self._forgetting is not wanted or self._stopping or self._is_refused, timeout
            )
            is_done = self._forgetting is not wanted
            self._forgetting = None
            return is_done

    @property
    def keyring(self) -> Keyring:
        """The keys of the memories."""
        return self._book.keyring

    @property
    def history(self) -> History:
        """The texts that were replaced."""
        return self._book.history

    @property
    def witness(self) -> Witness:
        """What is kept apart from the audit."""
        return self._book.witness

    @property
    def head(self) -> Head:
        """The last line that is on disk."""
        return self._book.head

    @property
    def pids(self) -> list[int]:
        """Of the child, while there is one."""
        return self._hasher.pids

    def figures(self) -> Mapping[str, int]:
        """For the metrics: lines, and changes that are not written down yet."""
        return {"lines": self._book.head.seq, "waiting": self._queued, "missed": self._missed}

    # --- the thread ---------------------------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            self._live()
        finally:
            # Nobody waits for a thread that has ended.
            with self._condition:
                self._is_over = self._is_refused = True
                self._condition.notify_all()

    def _live(self) -> None:
        while True:
            stopping = self._await_work()
            try:
                self._turn(stopping)
            except (OSError, MemorydError) as error:
                self._refused(error)
                if stopping:
                    return
                with self._condition:
                    self._is_refused = True
                    self._condition.notify_all()
                    self._condition.wait_for(lambda: self._stopping or self._flush, _RETRY_SECONDS)
            except Exception as error:
                _log.exception("audit_failed")
                what, action = f"a change could not be recorded: {error}", "report it with the log's traceback"
                self._board.add(TOPIC, Problem(path=CURRENT, what=what, action=action, severity="critical"))
                if stopping:
                    return
            else:
                self._is_refused = False
                if stopping and not self._queue:
                    return

    def _await_work(self) -> bool:
        with self._condition:
            self._condition.wait_for(
                lambda: (
                    self._queue or self._book.held or self._stopping or self._is_begun or self._forgetting is not None
                ),
                _BEAT_SECONDS,
            )
            if self._queue and not self._stopping:
                self._condition.wait_for(lambda: self._stopping or self._flush, PERIOD_SECONDS)
            self._flush = False
            return self._stopping

    @property
    def _is_serving(self) -> bool:
        return self._thread.is_alive() and not self._is_over

    @property
    def _is_begun(self) -> bool:
        """The first start of an audit has seen what there is."""
        return self._is_new and not self._starting

    def _turn(self, stopping: bool) -> None:
        """Take what is queued, and bring it to the disk."""
        book = self._book
        with self._condition:
            target, is_settled = self._enqueued, not self._starting
        # When all that has come is that the start has settled, there is nothing to write.
        if book.held or self._taken < target or not self._is_begun:
            book.look(self._clock.now())
        while self._taken < target:
            try:
                self._take_some(stopping)
            except Exception:
                # The rest of what was taken is told by its number; the truth files have it.
                self._missed += max(0, self._in_hand)
                raise
            if book.held >= MOST_PENDING:
                break
        if is_settled and self._taken >= target:
            self._catch_up()
        if self._is_begun:
            self._is_new = False
            if book.baseline:
                book.note("counted", self._clock.now(), count=book.baseline)
        if self._missed:
            with self._condition:
                missed, self._missed = self._missed, 0
            book.note("missed", self._clock.now(), count=missed)
        book.write()
        wanted = self._forgetting
        if wanted is not None and self._taken >= wanted.behind:
            self.remember(NOTHING)
            book.forget(wanted.is_of_it, wanted.digests)
            with self._condition:
                self._forgetting = None
                self._condition.notify_all()
        self._board.clear(f"{TOPIC}:write")
        self._hasher.done()
        with self._condition:
            self._written = self._taken
            self._condition.notify_all()
        self._tell_head(stopping)
        if stopping and self._written == self._enqueued:
            book.seal()

    def _catch_up(self) -> None:
        """All that the start found is down: what the last run acknowledged counts no more."""
        rest = self._acknowledged.rest()
        standing = self._index.documents(rest) if self._index is not None and rest else {}
        for key in rest:
            if key not in standing:  # of one that stands unchanged the audit may have lost the key
                self._book.catch_up(key, self._clock.now(), self._naming.is_archived)
        # The watcher's first look brings the files that are one memory each.
        self.remember(self._acknowledged.later(self._naming.is_one_memory))

    def _take_some(self, stopping: bool) -> None:
        """Take some of what is queued, with a rest behind each slice, since requests come first."""
        self._watchers.begin()
        versions: list[Version] = []
        fresh = Fresh([], [], [])
        for item in self._next_items():
            change = item.change
            is_partial = self._versions.is_partial(change.source)
            self._acknowledged.open(change.source)
            is_new = change.fresh and not item.is_baseline and not self._acknowledged.differs(change.put)
            if is_new and not is_partial and not change.remove:
                self._add_all(versions, stopping)
                fresh.add(change.put, change.by, item.who, item.at)
                self._watchers.see(item, None)
            else:
                self._add_fresh(fresh, stopping)
                fresh = Fresh([], [], [])
                made = self._versions.of(item)
                versions += made
                self._watchers.see(item, made)
        self._add_fresh(fresh, stopping)
        self._add_all(versions, stopping)

    def _next_items(self) -> list[Item]:
        """The next items of the queue, which are in hand from now on."""
        items: list[Item] = []
        self._in_hand, cost = 0, 0.0
        with self._condition:
            while self._queue and cost < _SLICE:
                item = self._queue.popleft()
                size = len(item.change.put) + len(item.change.remove)
                items.append(item)
                self._in_hand += size
                cost += size * _SLICE / _ASKED if item.change.fresh else size
            self._queued -= self._in_hand + len(items)
            self._taken += len(items)
        return items

    def _add_all(self, versions: list[Version], stopping: bool) -> None:
        for start in range(0, len(versions), _SLICE):
            part = versions[start : start + _SLICE]
            self._book.add(part)
            self._in_hand -= len(part)
            self._rest(stopping)
        versions.clear()

    def _add_fresh(self, fresh: Fresh, stopping: bool) -> None:
        """To the same effect as `_add_all` of their versions: many at once by another process, while this one rests."""
        are_many = len(fresh.documents) >= _MANY and not stopping
        for part in fresh.parts(_ASKED):
            if not are_many or not self._added_by_hasher(part):
                for some in part.parts(_SLICE_OF_NEW):
                    self._add_part(some, take_down, stopping)
                    self._rest(stopping)

    def _added_by_hasher(self, part: Fresh) -> bool:
        """Have the hasher take them down; False when it gives no answer."""
        with suppress(Lost):
            self._add_part(part, self._hasher.take_down, stopping=False)
            return True
        return False

    def _add_part(self, part: Fresh, by: TakeDown, stopping: bool) -> None:
        if self._book.add_new(part, by):
            self._in_hand -= len(part.documents)
        else:
            each = zip(*part, strict=True)
            self._add_all(
                [Version(one.key, one.kind, content_of(one), None, who, at) for one, who, at in each], stopping
            )

    @staticmethod
    def _rest(stopping: bool) -> None:
        if not stopping:
            time.sleep(_REST_SECONDS)

    def _refused(self, error: Exception) -> None:
        why = error.sentence if isinstance(error, MemorydError) else meaning_of(error).reason
        what = f"who changed what cannot be written down: {why}"
        action = "make sure that the disk has room and can be written; it is tried again by itself"
        problem = Problem(path=CURRENT, what=what, action=action, severity="critical")
        self._board.set(f"{TOPIC}:write", [problem])

    def _tell_head(self, stopping: bool) -> None:
        """The head of the chain goes to the journal, where nobody who can edit our files can change it."""
        now, head = self._clock.monotonic(), self._book.head
        if head.seq and head != self._told and (stopping or self._told is None or now - self._told_at >= HEAD_SECONDS):
            _log.info("audit_head", seq=head.seq, hash=head.hash)
            self._told, self._told_at = head, now
            with suppress(OSError, MemorydError):  # the next time will do: it is less than there is
                self._book.tell_witness()


def _is_asked_for(change: Change, who: Actor) -> bool:
    """Whether a request made it: the writer does several requests at once for nobody in particular."""
    return who.by == "request" or any(one.by == "request" for one in (change.by or {}).values())
