"""A batch: what operations stage, written to disk as a whole or not at all, and published when it is there."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import structlog

from memoryd.acting import Actor, acting, actor
from memoryd.errors import MemorydError, not_on_disk, perhaps_on_disk
from memoryd.os_errors import is_of_the_machine, is_of_the_system, path_of, refused
from memoryd.storage.trouble import refusal

_log = structlog.get_logger("memoryd.storage")
_SLICE = 1 << 20


class Log(Protocol):
    """What a batch needs of an append log."""

    @property
    def blamed(self) -> str:
        """The part that could not be written last, where the log has several (`Batch.touch`); empty: all of it."""
        ...

    def write(self, data: bytes) -> None:
        """Append the bytes to the file. On failure none of them remain."""
        ...

    def begin_sync(self) -> None:
        """Others are synced first: the disk may begin. `sync` or `rollback` follows."""
        ...

    def sync(self) -> None:
        """Make what was written durable (file, and directory when the file is new)."""
        ...

    def rollback(self) -> bool:
        """Undo what was written since the last sync; right after a sync, what that sync made durable.

        Whether nothing of it can be there after a restart.
        """
        ...

    def settle(self) -> bool:
        """Try again to remove what a `rollback` had to leave; whether there is nothing more to try."""
        ...

    def release(self) -> None:
        """The batch stands: let go of what was kept to undo it."""
        ...


class Batch(Protocol):
    """One group commit. Operations stage their writes in it; nothing is visible or acknowledged before it is on disk.

    An operation validates first and stages last: once it has staged anything it must not raise. When another one's file
    cannot be written, it is run again, from the state before the batch.
    """

    @property
    def now(self) -> int:
        """The batch's wall time, microseconds."""
        ...

    def append(self, log: Log, data: bytes) -> None:
        """Stage whole lines for `log`. Logs are written in the order in which they were first named, and synced
        together."""
        ...

    def touch(self, log: Log, part: str = "") -> None:
        """The operation needs this part of a log: it is refused when that cannot be written, and others are not."""
        ...

    def on_commit(self, action: Callable[[], None]) -> None:
        """Run after the sync, in order, before anything is acknowledged: publish in-memory state here."""
        ...

    def on_abort(self, action: Callable[[], None]) -> None:
        """Run instead, newest first, if the batch could not be written: undo staged state here."""
        ...


Operation = Callable[["Batch"], Any]


Place = tuple[Log, str]
"""A part of a log."""


class NotYet(Exception):
    """An operation needs what is still being read: it is tried again when that is there, and others go on meanwhile."""

    def __init__(self, when_ready: Callable[[Callable[[], None]], None]) -> None:
        """`when_ready(resume)` keeps `resume`, to be called once, from any thread."""
        super().__init__("what this needs is still being read")
        self.when_ready = when_ready


class StagedBatch:
    """The batch of one round: collects what operations stage, then writes all of it to disk or none."""

    def __init__(self, now: int) -> None:
        self._now = now
        self._appends: list[tuple[Log, bytes]] = []
        self._commits: list[tuple[Actor, Callable[[], None]]] = []
        self._aborts: list[Callable[[], None]] = []
        self.size = 0
        """Bytes staged."""
        self.touched: list[Place] = []
        """By whatever was attempted, in its order."""
        self.unsettled: list[Log] = []
        """After a failed `commit`: logs that may still hold what was refused."""
        self.blamed: dict[Log, tuple[str, Exception]] = {}
        """After a failed `commit`: the logs for which it failed, the part of each, and why."""

    @property
    def now(self) -> int:
        """The batch's wall time, microseconds."""
        return self._now

    def append(self, log: Log, data: bytes) -> None:
        """Stage whole lines for `log`."""
        self._appends.append((log, data))
        self.touched.append((log, ""))
        self.size += len(data)

    def touch(self, log: Log, part: str = "") -> None:
        """The operation needs this part of a log."""
        self.touched.append((log, part))

    def on_commit(self, action: Callable[[], None]) -> None:
        """Run after the sync, in order, for whoever acts now."""
        self._commits.append((actor(), action))

    def on_abort(self, action: Callable[[], None]) -> None:
        """Run instead, newest first, if the batch could not be written."""
        self._aborts.append(action)

    def attempt(self, operation: Operation) -> tuple[Any, Exception | None]:
        """Run one operation; if it raises, it alone fails, and what it had staged is dropped."""
        appends, commits, aborts = len(self._appends), len(self._commits), len(self._aborts)
        try:
            return operation(self), None
        except Exception as error:
            self.size -= sum(len(data) for _, data in self._appends[appends:])
            del self._appends[appends:]
            del self._commits[commits:]
            undo = self._aborts[aborts:]
            del self._aborts[aborts:]
            _run_all(reversed(undo), "abort_hook_failed")
            return None, error

    def commit(self) -> Exception | None:
        """Write and sync every log, then publish. On failure nothing remains, and the error is returned."""
        try:
            return self._commit()
        finally:
            # Most of them refer to the batch: what they bring would wait for the collector, megabytes of it.
            self._appends.clear()
            self._commits.clear()
            self._aborts.clear()

    def _commit(self) -> Exception | None:
        touched: list[Log] = []
        failed = self._write(touched) or _sync(touched)
        if failed:
            return self._abort(touched, failed)
        _run_all((functools.partial(_run_for, *commit) for commit in self._commits), "commit_hook_failed")
        _run_all((log.release for log in touched), "release_failed")
        return None

    def _write(self, touched: list[Log]) -> dict[Log, Exception]:
        """Write every log, which is then one of `touched`; those that cannot be, and why."""
        failed: dict[Log, Exception] = {}
        for log, pieces in self._by_log().items():
            touched.append(log)
            try:
                for block in _joined(pieces):
                    log.write(block)
            except Exception as error:
                failed[log] = error
                if is_of_the_machine(error):
                    break  # the others would fare no better
        return failed

    def _abort(self, touched: Sequence[Log], failed: Mapping[Log, Exception]) -> Exception:
        self.unsettled = [log for log in reversed(touched) if not _rolled_back(log)]
        _run_all(reversed(self._aborts), "abort_hook_failed")
        first = next(iter(failed.values()))
        for log, error in (dict.fromkeys(self.unsettled, first) | dict(failed)).items():
            part = "" if log in self.unsettled else log.blamed
            self.blamed[log] = part, _refused(error, on_disk=log in self.unsettled)
        return _refused(first, on_disk=bool(self.unsettled))

    def _by_log(self) -> dict[Log, list[bytes]]:
        staged: dict[Log, list[bytes]] = {}
        for log, data in self._appends:
            staged.setdefault(log, []).append(data)
        return staged


def _sync(touched: Sequence[Log]) -> dict[Log, Exception]:
    """Sync these logs; the one that cannot be, and why."""
    log = None
    try:
        # Together they take one commit of the file system's journal, in turn one each.
        for log in touched[1:]:
            log.begin_sync()
        for log in touched:
            log.sync()
    except Exception as error:
        assert log is not None
        return {log: error}
    return {}


def _rolled_back(log: Log) -> bool:
    try:
        return log.rollback()
    except Exception:
        _log.exception("rollback_failed")
        return False


def _refused(error: Exception, *, on_disk: bool) -> Exception:
    """Why the batch failed, and whether something of it may be on disk all the same."""
    if not isinstance(error, MemorydError):
        if not is_of_the_system(error):
            return error
        path = path_of(error)
        if isinstance(error, OSError) and path is not None and os.path.isabs(path):
            told = refusal(error, path)
        else:
            told = refused(error, "The write failed")
        told.__cause__ = error
        error = told
    return perhaps_on_disk(error) if on_disk else not_on_disk(error)


def _joined(pieces: list[bytes]) -> Iterator[bytes]:
    """The pieces in as few blocks as possible, none much longer than a slice: joining holds the interpreter's lock."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= _SLICE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield held[0] if len(held) == 1 else b"".join(held)


def _run_all(actions: Iterable[Callable[[], None]], event: str) -> None:
    """Run each; one that raises is logged and does not stop the others."""
    for action in actions:
        try:
            action()
        except Exception:
            _log.exception(event)


def _run_for(who: Actor, action: Callable[[], None]) -> None:
    with acting(who):
        action()
