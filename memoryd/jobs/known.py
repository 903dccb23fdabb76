"""What the log of jobs says: who has which job, what is done, and since when work is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from memoryd.jobs.source import Work
from memoryd.times import DAY, SECOND, format_time, parse_time
from memoryd.types import UNREADABLE

LONGEST_LEASE = 1800 * SECOND
"""What an agent may ask for, at most; jobs.renew gives more."""
REMEMBERED = 2 * DAY
"""How long a job that is done or expired is still known by its id."""


class Lease(msgspec.Struct, kw_only=True):
    """Who does a piece of work; `expires` in microseconds."""

    job_id: str
    work: Work
    expires: int
    released: bool = False
    submitting: bool = False

    def is_live(self, now: int) -> bool:
        """Whether somebody may still submit it."""
        # One that is longer than any was given by a clock that was ahead.
        return self.submitting or (not self.released and now < self.expires <= now + LONGEST_LEASE)


class Record(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the log."""

    event: Literal["open", "lease", "release", "done"]
    at: str
    work_id: str | None = None
    job_id: str | None = None
    work: Work | None = None
    expires: str | None = None
    key: str | None = None


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Record).decode


class KnownJobs:
    """The state that the log's lines add up to. Not safe for threads: the queue holds its lock."""

    def __init__(self) -> None:
        self.leases: dict[str, Lease] = {}
        self.done: dict[str, tuple[str, int]] = {}
        """Job id → key and time."""
        self.opened: dict[str, int] = {}
        """Work id → since when it is known to be open."""
        self._lines = 0
        """Lines of the log."""

    def read(self, data: bytes) -> None:
        """Take in the log; a line that cannot be read is passed over."""
        self._lines = 0
        for raw in data.split(b"\n"):
            if not raw.strip():
                continue
            self._lines += 1
            try:
                self._replay(_decode(raw))
            except (*UNREADABLE, ValueError):
                continue

    def lines_of(self, *records: Record) -> bytes:
        """The records as lines that are about to be appended."""
        self._lines += len(records)
        return b"".join(_encode(record) + b"\n" for record in records)

    def shorter(self, now: int) -> list[bytes] | None:
        """The lines that count, when the log is much longer."""
        self.forget_old(now)
        kept = [_encode(record) + b"\n" for record in self._records()]
        if self._lines <= 2 * len(kept) + 100:
            return None
        self._lines = len(kept)
        return kept

    def _replay(self, record: Record) -> None:
        at = parse_time(record.at)
        if record.event == "open" and record.work_id:
            self.opened.setdefault(record.work_id, at)
        elif record.event == "lease" and record.job_id and record.work and record.expires:
            expires = parse_time(record.expires)
            self.leases[record.job_id] = Lease(job_id=record.job_id, work=record.work, expires=expires)
        elif record.event == "release" and record.job_id in self.leases:
            self.leases[record.job_id].released = True
        elif record.event == "done" and record.job_id and record.key:
            self.done[record.job_id] = (record.key, at)
            self.leases.pop(record.job_id, None)
            self.opened.pop(record.work_id or "", None)

    def _records(self) -> Iterator[Record]:
        for work_id, at in self.opened.items():
            yield Record(event="open", at=format_time(at), work_id=work_id)
        for lease in self.leases.values():
            yield lease_record(lease, lease.expires)
            if lease.released:
                yield Record(event="release", at=format_time(lease.expires), job_id=lease.job_id)
        for job_id, (key, at) in self.done.items():
            yield Record(event="done", at=format_time(at), job_id=job_id, key=key)

    def forget_old(self, now: int) -> None:
        """Drop what nobody asks for any more."""
        for job_id in [j for j, lease in self.leases.items() if lease.expires < now - REMEMBERED]:
            del self.leases[job_id]
        for job_id in [j for j, (_, at) in self.done.items() if at < now - REMEMBERED]:
            del self.done[job_id]


def lease_record(lease: Lease, at: int) -> Record:
    """The line that says who has a job."""
    return Record(
        event="lease", at=format_time(at), job_id=lease.job_id, work=lease.work, expires=format_time(lease.expires)
    )
