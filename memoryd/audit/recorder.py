"""Writes down who changed which memory: takes every change of the index, off the hot path, and brings it to the disk.

The index is the one door that each change of a memory passes, of every kind. `record` queues the change with who made
it; a thread of its own digests, chains and syncs what is queued, within a second.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple, Protocol

import msgspec
import numpy as np
import structlog

from memoryd.acting import Actor, actor
from memoryd.audit.chain import CURRENT, Chain, Written, chain_files, raw_lines
from memoryd.audit.history import History, content_of, content_of_file
from memoryd.audit.keyring import GONE, KEYRING_PATH, Head, Keyring, Known, digest_of
from memoryd.audit.line import (
    GENESIS,
    LONGEST_KEY,
    Line,
    NewRow,
    added_by,
    added_kind,
    added_lines,
    chained,
    encode_by,
    quoted,
    read_line,
)
from memoryd.clock import Clock
from memoryd.errors import MemorydError
from memoryd.problems import ProblemBoard
from memoryd.recall.hashing import hash64, hashes64
from memoryd.storage.files import Files
from memoryd.storage.tail import repair_tail
from memoryd.times import format_time
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
_REST_SECONDS = 0.0005
_ACTORS = 4096
_RETRY_SECONDS = 2.0
_TOPIC = "audit"
_log = structlog.get_logger("memoryd.audit")


class Documents(Protocol):
    """The index, as far as the recorder asks it."""

    def documents(self, keys: Collection[str]) -> dict[str, Document]:
        """Those of the keys that it has."""
        ...

    def documents_of(self, source: str) -> list[Document]:
        """All that it has of a source."""
        ...


class Naming(Protocol):
    """What the recorder asks of the kinds of memory."""

    def is_one_memory(self, source: str) -> bool:
        """Whether the file counts as one memory, since its passages have no keys of their own."""
        ...

    def is_archived(self, memory: str) -> bool:
        """Whether what is removed of these memories stands in an archive."""
        ...


class _Item(NamedTuple):
    """One change of the index, as it was queued."""

    change: Change
    before: dict[str, Document]
    """What the index had of its keys, and of its source when all of that gives way."""
    who: Actor
    at: int
    is_baseline: bool
    """What stood in the files when the audit began: known, without a line."""


_Fresh = tuple[Document, Actor, int]
"""A memory that nobody has brought before, who brought it, and when."""


class _Version(NamedTuple):
    """One memory that an item puts or removes."""

    key: str
    kind: str
    content: bytes | None
    """None: it is removed."""
    before: bytes | None
    who: Actor
    at: int
    is_silent: bool = False
    is_purged: bool = False
    keeps_text: bool = True
    """Whether a text that gives way goes to the history."""


class Recorder:
    """The audit of one data directory."""

    def __init__(self, files: Files, root: str, gid: int, clock: Clock, board: ProblemBoard, naming: Naming) -> None:
        self._files = files
        self._root = root
        self._clock = clock
        self._board = board
        self._naming = naming
        self.keyring = Keyring(files, os.path.join(root, KEYRING_PATH), gid)
        self.history = History(files, root, gid)
        self._chain = Chain(files, root, gid)
        self._queue: deque[_Item] = deque()
        self._condition = threading.Condition()
        self._queued = 0
        """Memories in the queue."""
        self._enqueued = 0
        self._written = 0
        """Items that are on disk."""
        self._taken = 0
        self._missed = 0
        self._baseline = 0
        """Memories that were there when the audit began."""
        self._flush = False
        self._is_refused = False
        """The last round could not be written; it is tried again at each flush and every `_RETRY_SECONDS`."""
        self._stopping = False
        self._starting = True
        self._is_new = False
        self.was_stopped = True
        """The last run ended in order, so that whatever is found now was done by others."""
        self._head = Head(0, GENESIS)
        self._durable_head = self._head
        self._month: str | None = None
        self._pending: list[Written] = []
        self._held = 0
        """Lines in `_pending`."""
        self._new_by: dict[Actor, bytes] = {}
        self._kinds: dict[str, bytes] = {}
        self._purged: dict[int, str] = {}
        self._replaced: dict[str, _Replaced] = {}
        self._parts: set[str] = set()
        """Files that are being recorded anew, part by part."""
        self._told: Head | None = None
        self._told_at = clock.monotonic()
        self._by: tuple[Actor, msgspec.Raw] | None = None
        self._thread = threading.Thread(target=self._live, name="memoryd-audit", daemon=True)

    # --- life ---------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read how far the last run came, and see whether somebody took lines away since. Before anything is fed."""
        self._board.clear(_TOPIC)
        report = repair_tail(self._files, os.path.join(self._root, CURRENT), self._clock.now())
        if report is not None:
            self._board.add(_TOPIC, report.problem)
        try:
            has_keyring = self.keyring.load()
        except OSError as error:
            has_keyring = False
            self._problem(KEYRING_PATH, f"it cannot be read: {error.strerror or error}", _GIVE_BACK)
        if self.keyring.lost is not None:
            part = "part of it is" if has_keyring else "it is"
            what = f"{part} not what memoryd wrote, and it was set aside as {os.path.basename(self.keyring.lost)}"
            action = f"earlier texts whose keys were lost cannot be compared with the audit any more; {_GIVE_BACK}"
            self._problem(KEYRING_PATH, what, action)
        try:
            last = self._chain.load()
        except OSError as error:
            last = None
            self._problem(CURRENT, f"it cannot be read: {error.strerror or error}", _GIVE_BACK)
        for relpath in self._chain.strange:
            self._problem(relpath, "it does not begin with a line of the audit", "move it away if it is none")
        kept = self.keyring.heads[-1] if self.keyring.heads else None
        self.was_stopped = self.keyring.was_stopped or not has_keyring
        self._is_new = not has_keyring or last is None or last.seq <= 1
        self._head = last or Head(0, GENESIS)
        self._month = self._chain.month
        resumed = False
        if kept is not None and (last is None or last.seq < kept.seq or (last.seq == kept.seq and last != kept)):
            missing = kept.seq - (last.seq if last is not None else 0)
            what = f"its last {missing} lines are missing" if missing else "its last line was changed"
            self._problem(CURRENT, what, "see memoryctl audit verify; the lines may be in a backup")
            self._head, resumed = kept, True
        elif last is not None and not has_keyring and self.keyring.lost is None:
            self._problem(
                KEYRING_PATH, "it is gone: earlier texts cannot be compared with the audit any more", _GIVE_BACK
            )
        self._durable_head = self._head
        self.keyring.drop_after(self._head.seq)
        try:
            self.keyring.compact()
        except (OSError, MemorydError):
            _log.warning("audit_not_compacted", exc_info=True)
        if resumed:
            self._note("resumed", self._clock.now(), prev=self._head.hash)
        elif last is None or not has_keyring:
            self._note("begun", self._clock.now(), prev=self._head.hash)

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
        self._chain.close()
        self.keyring.close()

    # --- recording (any thread) ------------------------------------------------------------------------------

    def record(self, change: Change, index: Documents) -> None:
        """Queue a change before the index takes it in."""
        is_part = change.source in self._parts
        if not (change.put or change.remove or change.remove_source or (is_part and change.state is not None)):
            return
        who = actor()
        before: dict[str, Document] = {}
        if change.remove_source:
            before = {one.key: one for one in index.documents_of(change.source)}
        elif not change.fresh and not is_part:
            keys = [one.key for one in change.put]
            if not who.method.startswith("maintenance:"):
                keys += change.remove
            before = index.documents(keys)
        is_baseline = self._starting and self._is_new and not _is_asked_for(change, who)
        item = _Item(change, before, who, self._clock.now(), is_baseline)
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
            if self._written >= target or not self._thread.is_alive():
                return self._written >= target
            self._flush, self._is_refused = True, False
            self._condition.notify_all()
            self._condition.wait_for(lambda: self._written >= target or self._stopping or self._is_refused, timeout)
            return self._written >= target

    @property
    def head(self) -> Head:
        """The last line that is on disk."""
        return self._durable_head

    def figures(self) -> Mapping[str, int]:
        """For the metrics: lines, and changes that are not written down yet."""
        return {"lines": self._durable_head.seq, "waiting": self._queued, "missed": self._missed}

    # --- the thread ---------------------------------------------------------------------------------------

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
                self._problem(CURRENT, f"a change could not be recorded: {error}", "report it with the log's traceback")
                if stopping:
                    return
            else:
                self._is_refused = False
                if stopping and not self._queue:
                    return

    def _await_work(self) -> bool:
        with self._condition:
            self._condition.wait_for(
                lambda: self._queue or self._pending or self._stopping or self._is_begun, _BEAT_SECONDS
            )
            if self._queue and not self._stopping:
                self._condition.wait_for(lambda: self._stopping or self._flush, PERIOD_SECONDS)
            self._flush = False
            return self._stopping

    @property
    def _is_begun(self) -> bool:
        """The first start of an audit has seen what there is."""
        return self._is_new and not self._starting

    def _turn(self, stopping: bool) -> None:
        """Take what is queued, and bring it to the disk."""
        with self._condition:
            target = self._enqueued
        # When all that has come is that the start has settled, there is nothing to write.
        if (self._pending or self._taken < target or not self._is_begun) and self._chain.check():
            self._was_edited()
        while self._taken < target:
            try:
                self._take_some(stopping)
            except Exception:
                # The rest of what was taken is told by its number; the truth files have it.
                self._missed += _SLICE
                raise
            if self._held >= MOST_PENDING:
                break
        if self._is_begun:
            self._is_new = False
            if self._baseline:
                self._note("counted", self._clock.now(), count=self._baseline)
        if self._missed:
            with self._condition:
                missed, self._missed = self._missed, 0
            self._note("missed", self._clock.now(), count=missed)
        self._write()
        with self._condition:
            self._written = self._taken
            self._condition.notify_all()
        self._tell_head(stopping)
        if stopping and self._written == self._enqueued:
            self.keyring.stage_head(self._head, stopped=True)
            self.keyring.write()

    def _take_some(self, stopping: bool) -> None:
        """Take some of what is queued, with a rest behind each slice, since requests come first."""
        cost = 0
        versions: list[_Version] = []
        fresh: list[_Fresh] = []
        while self._queue and cost < _SLICE:
            with self._condition:
                item = self._queue.popleft()
                self._queued -= len(item.change.put) + len(item.change.remove) + 1
                self._taken += 1
            change = item.change
            if change.fresh and not item.is_baseline and change.source not in self._replaced and not change.remove:
                self._add_all(versions, stopping)
                by, who, at = change.by or {}, item.who, item.at
                fresh += [(one, by.get(one.key, who), at) for one in change.put]
            else:
                self._add_fresh(fresh, stopping)
                versions += self._versions(item)
            cost += len(change.put) + len(change.remove)
        self._add_fresh(fresh, stopping)
        self._add_all(versions, stopping)

    def _add_all(self, versions: list[_Version], stopping: bool) -> None:
        for start in range(0, len(versions), _SLICE):
            self._add(versions[start : start + _SLICE])
            self._rest(stopping)
        versions.clear()

    @staticmethod
    def _rest(stopping: bool) -> None:
        if not stopping:
            time.sleep(_REST_SECONDS)

    def _add_fresh(self, fresh: list[_Fresh], stopping: bool) -> None:
        """The lines of memories that are new: to the same effect as `_add` of their versions, in half of the time."""
        for start in range(0, len(fresh), _SLICE):
            part = fresh[start : start + _SLICE]
            if not self._add_new(part):
                self._add([_Version(one.key, one.kind, content_of(one), None, who, at) for one, who, at in part])
            self._rest(stopping)
        fresh.clear()

    def _add_new(self, fresh: list[_Fresh]) -> bool:
        """Do so at once, unless something of them is known or a new month begins."""
        hashes = np.frombuffer(hashes64([one.key for one, _, _ in fresh]), np.uint64)
        if len(np.unique(hashes)) < len(fresh) or not hashes.all() or self.keyring.knows_any(hashes):
            return False
        keys, place, digests = os.urandom(16 * len(fresh)), 0, []
        times: dict[int, bytes] = {}
        rows: list[NewRow] = []
        for one, who, at in fresh:
            stamp = times.get(at)
            if stamp is None:
                text = format_time(at)
                if text[:7] != self._month:
                    return False
                stamp = times[at] = text.encode()
            by = self._new_by.get(who)
            if by is None:
                by = self._said_of(who)
            kind = self._kinds.get(one.kind)
            if kind is None:
                kind = self._kinds[one.kind] = added_kind(one.kind)
            rows.append((stamp, by, quoted(one.key), kind))
            digests.append(blake2b(content_of(one), key=keys[place : place + 16], digest_size=16).digest())
            place += 16
        data, head = b"".join(digests), self._head
        lines, last = added_lines(head.seq + 1, head.hash, rows, data.hex())
        self.keyring.stage_all(hashes, head.seq + 1, keys, data)
        self._head = Head(head.seq + len(lines), last)
        self._hold(Written(self._month or "", b"".join(lines), len(lines)))
        return True

    def _said_of(self, who: Actor) -> bytes:
        if len(self._new_by) >= _ACTORS:
            self._new_by.clear()
        said = self._new_by[who] = added_by(encode_by(who), who.method)
        return said

    def _hold(self, written: Written) -> None:
        self._pending.append(written)
        self._held += written.lines

    # --- from changes to versions ---------------------------------------------------------------------------

    def _versions(self, item: _Item) -> list[_Version]:
        change = item.change
        if change.source.endswith(".md") and self._naming.is_one_memory(change.source):
            return self._of_file(item)
        found: list[_Version] = []
        replaced = self._replaced.get(change.source)
        before = item.before
        if change.remove_source:
            replaced = self._replaced[change.source] = _Replaced(dict(before))
        lines = _moved_lines(change, before)
        by = change.by or {}
        for one in change.put:
            old = before.get(one.key)
            if replaced is not None:
                old = replaced.before.pop(one.key, old)
            who = by.get(one.key, item.who)
            silent = item.is_baseline or one.key in lines
            found.append(_Version(one.key, one.kind, content_of(one), _content(old), who, item.at, is_silent=silent))
        found += [
            self._removed(key, before.get(key), by.get(key, item.who), item, silent=key in lines)
            for key in change.remove
        ]
        if replaced is not None and change.state is not None:
            # The last part of a file that was read anew has its state: what did not come again has gone.
            del self._replaced[change.source]
            found += [self._removed(key, old, item.who, item, silent=False) for key, old in replaced.before.items()]
        return found

    def _removed(self, key: str, old: Document | None, who: Actor, item: _Item, *, silent: bool) -> _Version:
        kind = old.kind if old is not None else item.change.kind or "memory"
        keeps = old is not None and not self._naming.is_archived(old.kind) and not who.method.startswith("maintenance:")
        purged = key in item.change.purged
        return _Version(key, kind, None, _content(old), who, item.at, silent or item.is_baseline, purged, keeps)

    def _of_file(self, item: _Item) -> list[_Version]:
        """A file whose passages have no keys of their own: one version of the whole file."""
        change = item.change
        replaced = self._replaced.get(change.source)
        if change.remove_source or replaced is None:
            replaced = self._replaced[change.source] = _Replaced(dict(item.before))
        replaced.after += change.put
        if change.state is None:
            return []
        del self._replaced[change.source]
        kind = next((one.kind for one in (*replaced.after, *replaced.before.values())), "log")
        key = change.source
        after = content_of_file(key, kind, text_of_file(replaced.after)) if replaced.after else None
        before = None
        if replaced.before:
            before = content_of_file(key, kind, text_of_file(replaced.before.values()))
        keeps = after is not None or not item.who.method.startswith("maintenance:")
        return [_Version(key, kind, after, before, item.who, item.at, item.is_baseline, keeps_text=keeps)]

    # --- from versions to lines --------------------------------------------------------------------------------

    def _add(self, versions: Sequence[_Version]) -> None:
        if not versions:
            return
        hashes = [hash64(one.key) for one in versions]
        knowns = self.keyring.find(hashes)
        seen: dict[int, Known] = {}
        for one, hashed, found in zip(versions, hashes, knowns, strict=True):
            known = seen.get(hashed, found)
            fresh = self._add_one(one, hashed, known)
            if fresh is not None:
                seen[hashed] = fresh

    def _add_one(self, one: _Version, hashed: int, known: Known | None) -> Known | None:
        """The line of one version, unless nothing has changed; what is known of the memory then."""
        was_there = known is not None and not known.is_gone
        if one.content is None and not was_there and one.before is None:
            if one.is_purged and known is not None:
                self._purged[hashed] = one.key
            return None
        key = os.urandom(16) if known is None else known.key
        after = None if one.content is None else digest_of(key, one.content)
        if known is not None and after == known.digest:
            return None
        before = known.digest if known is not None and was_there else None
        if one.before is not None and (known is None or was_there):
            digest = digest_of(key, one.before)
            if before is None:
                before = digest
            if digest == before and one.keeps_text and not one.is_purged and not one.is_silent and digest != after:
                self.history.stage(digest.hex(), one.before)
        if before is not None and before == after:
            # The audit meets it for the first time, as it was.
            self.keyring.stage(hashed, self._head.seq, key, after)
            return Known(self._head.seq, key, after)
        if not one.is_silent:
            self._append(one, known, before, after)
        elif known is None:
            self._baseline += after is not None
        digest = GONE if after is None else after
        self.keyring.stage(hashed, self._head.seq, key, digest)
        if one.is_purged:
            self._purged[hashed] = one.key
        return Known(self._head.seq, key, digest)

    def _append(self, one: _Version, known: Known | None, before: bytes | None, after: bytes | None) -> None:
        if after is None:
            change = "purged" if one.is_purged else "removed"
        elif known is not None and known.is_gone:
            change = "restored"
        else:
            change = "added" if before is None else "changed"
        self._put(
            Line(
                seq=self._head.seq + 1,
                at=format_time(one.at),
                by=self._by_of(one.who),
                method=one.who.method,
                change=change,
                key=one.key[:LONGEST_KEY],
                kind=one.kind,
                before=None if before is None else before.hex(),
                after=None if after is None else after.hex(),
            )
        )

    def _note(self, change: str, at: int, *, count: int | None = None, prev: str | None = None) -> None:
        """A line about the audit itself."""
        by = "unknown" if change == "missed" else "memoryd"
        raw = msgspec.Raw(msgspec.json.encode(by))
        line = Line(seq=self._head.seq + 1, at=format_time(at), by=raw, method="audit", change=change, count=count)
        line.prev = prev
        self._put(line)

    def _put(self, line: Line) -> None:
        month = line.at[:7]
        if month != self._month:
            line.prev, self._month = self._head.hash, month
        raw, digest = chained(line, self._head.hash)
        self._head = Head(line.seq, digest)
        self._hold(Written(month, raw))

    def _by_of(self, who: Actor) -> msgspec.Raw:
        known = self._by
        if known is None or known[0] is not who:
            known = self._by = who, encode_by(who)
        return known[1]

    # --- to the disk ----------------------------------------------------------------------------------------

    def _write(self) -> None:
        if self._pending or self.history.waiting:
            self.history.write()
            self.keyring.write()
            try:
                self._chain.append(self._pending)
            finally:
                self._held = sum(one.lines for one in self._pending)
            self._durable_head = self._head
            self.keyring.stage_head(self._head)
        self._purge()
        self.keyring.write(durable=False)
        self._board.clear(f"{_TOPIC}:write")

    def _was_edited(self) -> None:
        """Another program changed the file: say so in the chain, which goes on from the last line of ours."""
        what = "another program changed it while the daemon ran"
        self._problem(CURRENT, what, "see memoryctl audit verify, which names the lines")
        self._note("resumed", self._clock.now(), prev=self._head.hash)
        self._chain.was_edited = False

    def _purge(self) -> None:
        """Drop keys and texts of what was purged, once the lines that say so are on disk."""
        if not self._purged:
            return
        wanted = {key.encode() for key in self._purged.values()}
        self.keyring.forget(self._purged.keys())
        for digest in self._digests_of(wanted):
            self.history.remove(digest)
        self._purged.clear()

    def _digests_of(self, wanted: set[bytes]) -> Iterable[str]:
        """The digests of texts that gave way, of these memories."""
        needles = [b'"key":' + msgspec.json.encode(key.decode()) for key in wanted]
        for relpath in chain_files(self._files, self._root):
            for raw in raw_lines(self._files, os.path.join(self._root, relpath)):
                if b'"before"' in raw and any(needle in raw for needle in needles):
                    found = read_line(raw)
                    if found is not None and found.line.before is not None:
                        yield found.line.before

    def _refused(self, error: Exception) -> None:
        why = error.sentence if isinstance(error, MemorydError) else str(error)
        what = f"who changed what cannot be written down: {why}"
        action = "see to it that the disk has room and can be written; it is tried again by itself"
        problem = Problem(path=CURRENT, what=what, action=action, severity="critical")
        self._board.set(f"{_TOPIC}:write", [problem])

    def _problem(self, path: str, what: str, action: str) -> None:
        self._board.add(_TOPIC, Problem(path=path, what=what, action=action, severity="critical"))

    def _tell_head(self, stopping: bool) -> None:
        """The head of the chain goes to the journal, where nobody who can edit our files can change it."""
        now, head = self._clock.monotonic(), self._durable_head
        if head.seq and head != self._told and (stopping or self._told is None or now - self._told_at >= HEAD_SECONDS):
            _log.info("audit_head", seq=head.seq, hash=head.hash)
            self._told, self._told_at = head, now


_GIVE_BACK = "put it back from a backup if you can; the audit goes on without it"


class _Replaced:
    """A file that is read anew, part by part: what the index had of it, and what has come."""

    def __init__(self, before: dict[str, Document] | None = None) -> None:
        self.before = before or {}
        self.after: list[Document] = []


def text_of_file(documents: Iterable[Document]) -> str:
    """The text of a file of which the index has passages."""
    return "\n\n".join(one.text for one in sorted(documents, key=lambda one: one.line))


def _is_asked_for(change: Change, who: Actor) -> bool:
    """Whether a request made it: the writer does several requests at once for nobody in particular."""
    return who.by == "request" or any(one.by == "request" for one in (change.by or {}).values())


def _content(document: Document | None) -> bytes | None:
    return None if document is None else content_of(document)


def _moved_lines(change: Change, before: Mapping[str, Document]) -> frozenset[str]:
    """Keys of passages between notes that only stand on another line now."""
    lead = f"{change.source}:"
    put = [
        one for one in change.put if one.kind == "note" and one.key.startswith(lead) and one.key[len(lead) :].isdigit()
    ]
    if not put:
        return frozenset()
    lost = {key: one for key, one in before.items() if key.startswith(lead) and key[len(lead) :].isdigit()}
    texts = Counter(one.text for one in lost.values())
    moved = set()
    for one in put:
        if texts[one.text] > 0:
            texts[one.text] -= 1
            moved.add(one.key)
    came = Counter(one.text for one in put)
    there = {one.key for one in put}
    for key, one in lost.items():
        if key not in there and came[one.text] > 0:
            came[one.text] -= 1
            moved.add(key)
    return frozenset(moved)
