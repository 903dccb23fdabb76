"""What a daemon does that cannot serve as it should: it reads, or only says why, until the cause has gone."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import structlog

from memoryd.config import Config
from memoryd.errors import Busy, MemorydError, ReadOnly, Unsupported
from memoryd.os_errors import is_of_the_system, meaning_of, path_of
from memoryd.process.arguments import Exit
from memoryd.rpc.registry import Method, Registry
from memoryd.storage.directory import OWN
from memoryd.storage.files import OsFiles, make_directories
from memoryd.storage.lock import DirectoryLock, Locked
from memoryd.storage.mounts import mount_of
from memoryd.storage.reading import Reading, is_transient, require_room
from memoryd.storage.regular import NotRegular, read_whole
from memoryd.storage.trouble import place_command, refusal, user_name

_log = structlog.get_logger("memoryd")

DATA_ID = ".memoryd/data-id"
"""Below the data directory: what `memoryctl setup-data` wrote there, and into the unit's drop-in."""
_IN_MEMORY = "/dev/shm"  # noqa: S108 - the file has a random name, made by tempfile
_LONGEST_ID = 100


class NotTheDirectory(Busy):
    """The data directory is not the one that was set up: its volume is not mounted."""


def require_id(directory: str, wanted: str) -> None:
    """Raise NotTheDirectory unless the directory has that id; an empty one asks for none."""
    if not wanted:
        return
    found = b""
    try:
        found, _ = read_whole(f"{directory}/{DATA_ID}", _LONGEST_ID)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise NotTheDirectory(
            f"{directory}/{DATA_ID} cannot be read by user {user_name()} ({error.strerror}), so it is not known "
            f"whether that is the directory. As root: {place_command(directory)}",
            directory=directory,
            wanted=wanted,
        ) from error
    if found.decode("ascii", "replace").strip() != wanted:
        raise NotTheDirectory(
            f"{directory} is not the directory that memoryctl setup-data prepared ({DATA_ID} is not {wanted}): "
            "its volume is not mounted. Mount it; if you moved the memory, run memoryctl setup-data again.",
            directory=directory,
            wanted=wanted,
        )


def make_scratch() -> tempfile.TemporaryDirectory[str]:
    """A directory outside of the data directory: in memory, where that can be had, since the disk may be full."""
    try:
        return tempfile.TemporaryDirectory(prefix="memoryd-", dir=_IN_MEMORY)
    except OSError:
        return tempfile.TemporaryDirectory(prefix="memoryd-")


class Cause:
    """Why a daemon stands by, and whether that is over."""

    def __init__(self, error: MemorydError, directory: str, has_gone: Callable[[], None]) -> None:
        """`has_gone` raises while the cause is there."""
        self.error = error
        self._directory = directory
        self._has_gone = has_gone
        self._was_shut = self._is_shut()

    @classmethod
    def of(cls, error: MemorydError, directory: str, wanted_id: str) -> Cause | None:
        """The cause, if it is one that passes."""
        if isinstance(error, NotTheDirectory):
            return cls(error, directory, lambda: require_id(directory, wanted_id))
        if isinstance(error, ReadOnly) and is_transient(error):
            return cls(error, directory, lambda: _require_room(directory))
        return None

    def is_over(self) -> bool:
        """Whether it is worth trying again."""
        try:
            self._has_gone()
        except (OSError, MemorydError):
            return False
        return True

    def is_over_elsewhere(self) -> bool:
        """Whether only a new process will see that it is over: a unit's sandbox keeps the mounts of its start."""
        return isinstance(self.error, NotTheDirectory) or (self._is_shut() and not self._was_shut)

    def _is_shut(self) -> bool:
        mount = mount_of(self._directory)
        return mount is not None and mount.is_shut_by_sandbox


def require_to_write(directory: str) -> None:
    """Raise ReadOnly when nothing can be written, for a reason that passes; any other is met where it matters."""
    try:
        require_room(f"{directory}/{OWN}", room=0)
    except OSError as error:
        refused = refusal(error, directory)
        if is_transient(refused):
            raise refused from error


def _require_room(directory: str) -> None:
    make_directories(OsFiles(), f"{directory}/{OWN}")
    require_room(f"{directory}/{OWN}")


class WaitingMethods(Registry):
    """The methods of a daemon that has no memory to serve: but for `rpc.*`, each says why."""

    def __init__(self, why: MemorydError) -> None:
        super().__init__()
        self._why = why

    def get(self, name: str) -> Method:
        """The method of `rpc` of that name; raises the reason for any other."""
        if name.startswith("rpc."):
            return super().get(name)
        raise type(self._why)(self._why.sentence, **self._why.data)


M = TypeVar("M")


class Opened(Generic[M]):
    """What is served: everything; with a `cause` only what can be read; without a `composition` only the reason."""

    def __init__(
        self,
        composition: M | None,
        cause: Cause | None = None,
        scratch: tempfile.TemporaryDirectory[str] | None = None,
    ) -> None:
        self.composition = composition
        self.cause = cause
        self._scratch = scratch

    def __enter__(self) -> Opened[M]:
        return self

    def __exit__(self, *_: object) -> None:
        if self._scratch is not None:
            self._scratch.cleanup()


class NoStart(NamedTuple):
    """Nothing can be served, and this process will not see that change."""

    code: Exit
    why: str


def open_memory(config: Config, lock: DirectoryLock, compose: Callable[[Reading | None], M]) -> Opened[M] | NoStart:
    """Make ready what can be served."""
    data, code = str(config.data_path), Exit.CANNOT_CREATE
    try:
        require_id(data, config.daemon.data_id)
        lock.acquire()
        code = Exit.IO_ERROR
        require_to_write(data)
        return Opened(compose(None))
    except Locked as error:
        _log.critical("locked", pid=error.pid, data=data, message=error.sentence)
        print(f"memoryd: {error.sentence}", file=sys.stderr)
        return NoStart(Exit.LOCKED, error.sentence)
    except Unsupported as error:
        stopped = NoStart(Exit.DATA, error.sentence)
    except NotRegular as error:
        stopped = NoStart(Exit.IO_ERROR, f"{error.filename}: {error.strerror}. Move it away.")
    except MemorydError as error:
        cause = Cause.of(error, data, config.daemon.data_id)
        if cause is not None:
            return _stand_by(data, cause, lock, compose)
        stopped = NoStart(code, error.sentence)
    _log.critical("data_directory", message=stopped.why)
    return stopped


def _stand_by(data: str, cause: Cause, lock: DirectoryLock, compose: Callable[[Reading | None], M]) -> Opened[M]:
    """What can be read, if the directory is there but cannot be written; else only the reason is told."""
    why = cause.error
    if not isinstance(why, ReadOnly):
        _log.error("not_the_directory", data=data, message=why.sentence)
        return Opened(None, cause)
    _log.error("reading_only", data=data, message=why.sentence)
    scratch = make_scratch()
    try:
        lock.acquire_for_reading()
        return Opened(compose(Reading(why, scratch.name)), cause, scratch)
    except MemorydError as error:
        _log.error("nothing_to_read", data=data, message=error.sentence)
        return Opened(None, cause, scratch)


def why_ended(error: Exception) -> str:
    """What those are told who wait for a daemon that an error has ended which nobody expected."""
    if not is_of_the_system(error):
        return f"a bug ({type(error).__name__}), of which its log has the details"
    meaning, path = meaning_of(error), path_of(error)
    return f"{f'{path}: ' if path else ''}{meaning.reason}. {meaning.action}."
