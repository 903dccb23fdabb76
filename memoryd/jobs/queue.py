"""The one queue of work for a language model: daily summaries, leaves, merges, condensations (rules 20, 21).

Sources know what is to be done; the queue knows who is doing it. A lease is on disk before an agent hears of it, and
what is submitted is durable in its source before the queue calls it done, so a crash neither loses nor repeats work.
No method may be called on the writer thread: the queue writes its own log through it.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

import msgspec
import structlog

from memoryd.errors import Busy, Conflict, MemorydError, NotFound, ReadOnly, TooLarge, perhaps_on_disk
from memoryd.jobs.known import KnownJobs, Lease, Record, lease_record
from memoryd.jobs.source import Answer, JobSource, Work
from memoryd.os_errors import refused
from memoryd.storage.batch import Batch, Log
from memoryd.text.tokens import tokens_of
from memoryd.times import DAY, SECOND, format_time

R = TypeVar("R")
MOST_BYTES = 6 * 1024 * 1024
"""A job with more than this is not offered: an answer's frame holds 8 MiB."""
_WAIT_SECONDS = 0.2
_CLAIMED = "job-"
"""How the ids of jobs that agents claimed begin."""

_log = structlog.get_logger("memoryd.jobs")


class Claimed(msgspec.Struct, frozen=True, kw_only=True):
    """A job as an agent gets it; `expires` in microseconds."""

    job_id: str
    work: Work
    messages: list[dict[str, str]]
    expires: int


class RunsOnWriter(Protocol):
    """The writer, from any other thread."""

    def __call__(self, operation: Callable[[Batch], R]) -> R: ...


class JobQueue:
    """Leases over the work of all sources."""

    def __init__(
        self,
        log: Log,
        run: RunsOnWriter,
        on_behind: Callable[[], object],
        on_unwritten: Callable[[ReadOnly | None], object],
        most_a_day: Callable[[], int],
    ) -> None:
        """`on_behind`: a source has more to read. `on_unwritten`: why open work is not in the log; None when it is.

        `most_a_day`: how many jobs agents get within 24 hours; 0 for any number.
        """
        self._most_a_day = most_a_day
        self._log = log
        self._run = run
        self._on_behind = on_behind
        self._on_unwritten = on_unwritten
        self._lock = threading.RLock()
        self._free = threading.Condition(self._lock)
        self._sources: dict[str, JobSource] = {}
        self._known = KnownJobs()
        self._unwritten: set[str] = set()
        """Ids of open work that the log does not know yet."""
        self._falling_back: set[str] = set()
        self._too_large: set[str] = set()
        """Ids of open work that is more than an agent can be given."""
        self._tokens: dict[str, int] = {}
        """Work id → tokens of its messages, once they were made."""

    def add_source(self, source: JobSource) -> None:
        """Know a source. Jobs are offered in the order in which the sources came."""
        for kind in source.kinds:
            self._sources[kind] = source

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the jobs of all sources are called."""
        return tuple(self._sources)

    def kinds_of(self, step: str, *, only_able: bool = False) -> tuple[str, ...]:
        """Those that this step of maintenance does without an agent; `only_able`: as things are now."""
        sources = self._sources.items()
        return tuple(k for k, source in sources if source.step == step and (source.has_fallback or not only_able))

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, data: bytes, now: int) -> list[bytes] | None:
        """Take in the log; returns the lines that are worth keeping when a rewrite would make it much shorter."""
        self._known.read(data)
        return self._known.shorter(now)

    def tidy(self, now: int, replace: Callable[[list[bytes]], object]) -> None:
        """Cut the log to what counts when it has grown much longer; `replace` makes these lines its content."""
        with self._lock:
            kept = self._known.shorter(now)
            if kept is not None:
                replace(kept)

    # --- what is open -------------------------------------------------------------------------------------

    def refresh(self, now: int) -> list[Work]:
        """As `look`, and the log knows since when each is open; on a full disk it learns it later."""
        with self._lock:
            found = self.look(now)
            self._register()
        return found

    def _register(self) -> None:
        if not self._unwritten:
            return
        opened = [(work_id, at) for work_id, at in self._known.opened.items() if work_id in self._unwritten]
        try:
            self._write(*(Record(event="open", at=format_time(at), work_id=work_id) for work_id, at in opened))
        except ReadOnly as error:
            self._on_unwritten(error)
            return
        self._unwritten.clear()
        self._on_unwritten(None)

    def look(self, now: int) -> list[Work]:
        """All open work, new work first; writes nothing, so that it can be asked for whatever the disk is like."""
        with self._lock:
            found: list[Work] = []
            failed = False
            for source in dict.fromkeys(self._sources.values()):
                try:
                    found.extend(source.open_work(now))
                except Exception as error:
                    failed = True
                    _log.error("jobs_of_source_failed", source=type(source).__name__, error=str(error), exc_info=error)
            ids = {work.work_id for work in found}
            if not failed:
                for gone in [work_id for work_id in self._known.opened if work_id not in ids]:
                    del self._known.opened[gone]
                self._too_large &= ids
                self._unwritten &= ids
                self._tokens = {work_id: count for work_id, count in self._tokens.items() if work_id in ids}
            # The clock was ahead: else the fallback would wait until it is that time again.
            opened = self._known.opened
            opened.update({work_id: now for work_id, at in opened.items() if at > now})
            fresh = [work_id for work_id in dict.fromkeys(w.work_id for w in found) if work_id not in opened]
            opened.update(dict.fromkeys(fresh, now))
            self._unwritten.update(fresh)
            found.sort(key=lambda work: work.redo)
        if self.behind:
            self._on_behind()
        return found

    @property
    def behind(self) -> bool:
        """Whether a source has to read on before all open work can be named."""
        return any(source.behind for source in self._sources.values())

    def read_on(self) -> bool:
        """Read the next piece of what each source has to read; whether that is all."""
        done = [source.read_on() for source in dict.fromkeys(self._sources.values())]
        return all(done)

    def _busy(self, now: int) -> set[str]:
        held = {lease.work.slot for lease in self._known.leases.values() if lease.is_live(now)}
        return held | self._falling_back

    def _messages(self, work: Work) -> list[dict[str, str]] | None:
        """What an agent gets; None for work that is gone, and for more than a frame holds: the fallback does that."""
        if work.work_id in self._too_large:
            return None
        try:
            messages = self._sources[work.kind].messages(work)
        except Conflict:
            return None
        except TooLarge:
            self._too_large.add(work.work_id)
            return None
        if _bytes_of(messages) <= MOST_BYTES:
            self._tokens[work.work_id] = sum(tokens_of(message["content"]) for message in messages)
            return messages
        self._too_large.add(work.work_id)
        return None

    def list(self, now: int, may: Callable[[Work], bool], *, counts_tokens: bool = True) -> list[dict[str, Any]]:
        """Open and leased jobs as a reply shows them; to count tokens the messages of each have to be read."""
        with self._lock:
            live = [lease for lease in self._known.leases.values() if lease.is_live(now)]
            shown = [self._view(lease.work, "leased", now) for lease in live]
            for entry, lease in zip(shown, live, strict=True):
                entry |= {"job_id": lease.job_id, "expires": format_time(lease.expires)}
            busy = self._busy(now)
            rest = [work for work in self.look(now) if work.slot not in busy and may(work) and not work.waits]
            shown = [entry for entry, lease in zip(shown, live, strict=True) if may(lease.work)]
            for work in rest:
                if counts_tokens and work.work_id not in self._tokens:
                    with suppress(OSError):  # health names the file; a claim says so, too
                        self._messages(work)
            return [*shown, *(self._view(work, "open", now) for work in rest)]

    def _view(self, work: Work, state: str, now: int) -> dict[str, Any]:
        since = format_time(self._known.opened.get(work.work_id, now))
        shown = {"kind": work.kind, "state": state, "slot": work.slot, "target_tokens": work.target_tokens}
        shown |= {"redo": work.redo, "since": since}
        tokens = self._tokens.get(work.work_id)
        if tokens is not None:
            shown["tokens"] = tokens
        return shown if work.level is None else {**shown, "level": work.level}

    def claimed_since_yesterday(self, now: int) -> int:
        """How many jobs agents got within 24 hours, also those that they gave back or let expire."""
        done = sum(at > now - DAY for job_id, (_, at) in self._known.done.items() if job_id.startswith(_CLAIMED))
        return done + sum(lease.expires > now - DAY for lease in self._known.leases.values())

    # --- claim, submit, release ---------------------------------------------------------------------------

    def claim(
        self, kinds: Collection[str] | None, lease_seconds: float, now: int, may: Callable[[Work], bool]
    ) -> Claimed | None:
        """Lease the first open job of those kinds that the asker may see; None when there is none."""
        with self._lock:
            self._known.forget_old(now)
            most = self._most_a_day()
            if most and self.claimed_since_yesterday(now) >= most:
                return None
            busy = self._busy(now)
            for work in self.refresh(now):
                if work.slot in busy or work.waits or (kinds is not None and work.kind not in kinds) or not may(work):
                    continue
                messages = self._messages(work)
                if messages is None:
                    continue
                expires = now + round(lease_seconds * SECOND)
                lease = Lease(job_id=f"{_CLAIMED}{uuid.uuid4()}", work=work, expires=expires)
                self._write(lease_record(lease, now))
                self._known.leases[lease.job_id] = lease
                return Claimed(job_id=lease.job_id, work=work, messages=messages, expires=expires)
            return None

    def renew(self, job_id: str, lease_seconds: float, now: int, may: Callable[[Work], bool]) -> int:
        """Hold a job for longer; when the lease ends now. Raises NotFound, Conflict when it is over."""
        with self._lock:
            lease = self._known.leases.get(job_id)
            if lease is None or not may(lease.work):
                raise _unknown(job_id)
            if not lease.is_live(now):
                raise Conflict(f"the lease of {job_id} expired or was given back; claim again", job_id=job_id)
            expires = max(lease.expires, now + round(lease_seconds * SECOND))
            self._write(lease_record(Lease(job_id=job_id, work=lease.work, expires=expires), now))
            lease.expires = expires
            return expires

    def submit(self, job_id: str, answer: Answer, now: int, may: Callable[[Work], bool]) -> tuple[str, str]:
        """`(key, accepted | already)`. Raises NotFound, Conflict when the lease is over, InvalidParams when refused."""
        with self._lock:
            if job_id in self._known.done:
                return self._known.done[job_id][0], "already"
            lease = self._known.leases.get(job_id)
            if lease is None or not may(lease.work):
                raise _unknown(job_id)
            source = self._sources[lease.work.kind]
            known = source.accepted(job_id)
            if known is not None:
                self._finish(lease, known, now)
                return known, "already"
            if not lease.is_live(now):
                raise Conflict(
                    f"the lease of {job_id} expired or was given back; claim again, and submit in time", job_id=job_id
                )
            if lease.submitting:
                raise Conflict(f"{job_id} is being submitted right now", job_id=job_id)
            lease.submitting = True
        try:
            key = source.accept(lease.work, answer, job_id)
        except (ReadOnly, Busy, OSError) as error:
            # It goes to several files: some of them may have it. The same job can be submitted again.
            refusal = refused(error, f"{job_id} could not be stored") if isinstance(error, OSError) else error
            raise perhaps_on_disk(refusal) from error
        except Conflict:
            # There is no such work any more; what is open in its place need not wait until the lease is over.
            self._end(lease, now)
            raise
        finally:
            lease.submitting = False
        with self._lock:
            self._finish(lease, key, now)
        return key, "accepted"

    def _end(self, lease: Lease, now: int) -> None:
        with self._lock:
            lease.released = True
            try:
                self._write(Record(event="release", at=format_time(now), job_id=lease.job_id))
            except (ReadOnly, Busy) as error:
                _log.warning("job_not_noted", job_id=lease.job_id, error=error.sentence)

    def _finish(self, lease: Lease, key: str, now: int) -> None:
        self._known.leases.pop(lease.job_id, None)
        self._note_done(lease.job_id, lease.work, key, now)

    def _note_done(self, job_id: str, work: Work, key: str, now: int) -> None:
        self._known.done[job_id] = (key, now)
        self._known.opened.pop(work.work_id, None)
        self._unwritten.discard(work.work_id)
        try:
            self._write(Record(event="done", at=format_time(now), job_id=job_id, key=key, work_id=work.work_id))
        except (ReadOnly, Busy) as error:
            # Its source has it, and says so after a restart.
            _log.warning("job_not_noted", job_id=job_id, error=error.sentence)

    def release(self, job_id: str, now: int, may: Callable[[Work], bool]) -> str:
        """Give a job back: `released`, or `already` when it is done or was given back."""
        with self._lock:
            if job_id in self._known.done:
                return "already"
            lease = self._known.leases.get(job_id)
            if lease is None or not may(lease.work):
                raise _unknown(job_id)
            if not lease.is_live(now):
                return "already"
            if lease.submitting:
                raise Conflict(f"{job_id} is being submitted right now", job_id=job_id)
            self._write(Record(event="release", at=format_time(now), job_id=job_id))
            lease.released = True
            return "released"

    # --- without an agent ---------------------------------------------------------------------------------

    def fall_back(
        self, now: int, after_seconds: float, *, kinds: Collection[str] | None = None, most: int = 10_000
    ) -> dict[str, int]:
        """Do what no agent took within `after_seconds`; counts by kind, and `failed`."""
        counts: dict[str, int] = {}
        given_up: set[str] = set()
        while sum(counts.values()) < most:
            work = self._take_overdue(now, after_seconds, kinds, given_up)
            if work is None:
                break
            try:
                done = self._fall_back_on(work, now)
            except Exception as error:
                done = "failed"
                expected = isinstance(error, MemorydError)
                if not isinstance(error, Busy):  # it is tried again
                    _log.error(
                        "fallback_failed", kind=work.kind, error=str(error), exc_info=None if expected else error
                    )
            finally:
                self._let_go(work.slot)
            if done != work.kind:
                given_up.add(work.work_id)
            if done is not None:
                counts[done] = counts.get(done, 0) + 1
        return counts

    def _fall_back_on(self, work: Work, now: int) -> str | None:
        """Do the work; None when it is left for an agent, or is gone."""
        source = self._sources[work.kind]
        job_id = f"fallback-{uuid.uuid4()}"
        try:
            answer = source.fallback(work)
            if answer is None:
                return None
            key = source.accept(work, answer, job_id)
        except Conflict:
            return None
        with self._lock:
            self._note_done(job_id, work, key, now)
        return work.kind

    @contextmanager
    def holding(self, slot: str, now: int, check: Callable[[], None]) -> Iterator[bool]:
        """Do the work of a slot while nothing else does; False while an agent has it.

        Waits for a fallback that does it; `check` raises when the wait is to end.
        """
        with self._free:
            while slot in self._falling_back:
                self._free.wait(_WAIT_SECONDS)
                check()
            mine = slot not in self._busy(now)
            if mine:
                self._falling_back.add(slot)
        try:
            yield mine
        finally:
            if mine:
                self._let_go(slot)

    def _let_go(self, slot: str) -> None:
        with self._free:
            self._falling_back.discard(slot)
            self._free.notify_all()

    def _take_overdue(
        self, now: int, after_seconds: float, kinds: Collection[str] | None, given_up: set[str]
    ) -> Work | None:
        with self._lock:
            busy = self._busy(now)
            found = self.refresh(now)
            since = self._since(found, now)
            for work in found:
                due = now - since[work.work_id] >= after_seconds * SECOND
                wanted = kinds is None or work.kind in kinds
                if due and wanted and work.slot not in busy and work.work_id not in given_up:
                    self._falling_back.add(work.slot)
                    return work
            return None

    def _since(self, found: Sequence[Work], now: int) -> dict[str, int]:
        """Since when each is open, or what the same source put behind it: a merge goes before the leaves that wait."""
        since = {work.work_id: self._known.opened.get(work.work_id, now) for work in found}
        first: dict[int, int] = {}
        for work in reversed([work for work in found if not work.redo]):
            source = id(self._sources[work.kind])
            since[work.work_id] = first[source] = min(since[work.work_id], first.get(source, now))
        return since

    def _write(self, *records: Record) -> None:
        data = self._known.lines_of(*records)
        self._run(lambda batch: batch.append(self._log, data))


def _bytes_of(messages: Iterable[dict[str, str]]) -> int:
    return sum(len(message["content"].encode("utf-8", "replace")) + 32 for message in messages)


def _unknown(job_id: str) -> NotFound:
    return NotFound(f"no job has the id {job_id[:200]!r}; jobs.claim gives one", job_id=job_id[:200])
