"""`memoryd --restore`, `--drill` and `--downgrade`: backups without a running daemon."""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from memoryd.clock import Clock, SystemClock
from memoryd.config import Config, ConfigError, Flags, load_config
from memoryd.errors import Busy, Conflict, InvalidParams, MemorydError, NotFound, Unsupported
from memoryd.maintenance.backups import BEFORE_UPGRADE
from memoryd.maintenance.paths import BACKUPS, EMBEDDINGS, INDEX_PATH
from memoryd.maintenance.restore import Restored, give, restore, unpack, written_names
from memoryd.process.arguments import Arguments, Exit
from memoryd.process.logging import configure_logging
from memoryd.purge.tombstones import TOMBSTONES_PATH
from memoryd.storage import beneath
from memoryd.storage.directory import OWN, VERSION
from memoryd.storage.files import Files, OsFiles
from memoryd.storage.lock import DirectoryLock, lock_holder
from memoryd.storage.swap import COMING, finish, staging, swap
from memoryd.storage.writer import deliver_here
from memoryd.times import format_time

_SCRATCH = "memoryd-drill-"
_YOUNG_SECONDS = 60.0
"""A scratch directory that is not locked yet may be another drill's."""
_BEFORE = re.compile(rf"{BEFORE_UPGRADE}(\d+)-(\d{{8}})(?:-(\d+))?\.tar\.zst")
_CODES: Mapping[type[MemorydError], Exit] = {
    NotFound: Exit.NO_INPUT,
    InvalidParams: Exit.DATA,
    Unsupported: Exit.DATA,
    Conflict: Exit.CANNOT_CREATE,
    Busy: Exit.LOCKED,
}


def run_restoring(arguments: Arguments) -> int:
    """Do what the command line asks, say what was done, and return the exit code."""
    try:
        config = load_config(arguments.config, os.environ, Flags(arguments.data, arguments.socket))
    except ConfigError as error:
        print(error, file=sys.stderr)
        return Exit.CONFIG
    data = str(config.data_path)
    signal.signal(signal.SIGTERM, _end)
    os.umask(0o007)  # as the daemon's: the group edits what comes back, too
    log = configure_logging("warning", "console")
    try:
        if arguments.restore is not None:
            print(_restored(arguments.restore, data, arguments.tombstones))
        elif arguments.drill is not None:
            print(drill(arguments.drill, config))
        else:
            print(downgrade(data, SystemClock()))
    except MemorydError as error:
        print(f"memoryd: {error.sentence}", file=sys.stderr)
        codes = (code for kind, code in _CODES.items() if isinstance(error, kind))
        return next(codes, Exit.IO_ERROR)
    finally:
        log.close()
    return Exit.OK


def _end(number: int, _frame: object) -> None:
    """What was made ready elsewhere goes with the process."""
    sys.exit(128 + number)


def _restored(archive: str, data: str, tombstones: tuple[str, ...]) -> str:
    holder = lock_holder(data)
    if holder is not None:
        raise Busy(f"process {holder} serves {data}; stop it first: systemctl stop memoryd.socket memoryd.service")
    owner = _owner(data)
    done = restore(archive, data, tombstones, owner)
    of = "" if done.manifest is None else f" of {done.manifest.at}"
    told = f"{done.files} files{of} are in {data}, read and compared."
    told += _lacks(done)
    if done.tombstones:
        known = "one purge is" if done.tombstones == 1 else f"{done.tombstones} purges are"
        told += f" What was purged stays out: {known} known, and the next start looks for it."
    if owner is None and os.geteuid() == 0:
        told += f" They belong to root; for the unit: chown -R memoryd:memoryd {shlex.quote(data)}"
    return told


def _lacks(done: Restored) -> str:
    missing = [] if done.manifest is None else done.manifest.missing
    if not missing:
        return ""
    return (
        f" When the backup was made, memoryd could not read {', '.join(missing)}: of these there is nothing, or what "
        f"the whole backup before it has. Put them back before you start memoryd, or later."
    )


def _owner(data: str) -> tuple[int, int] | None:
    """Whom the directory belongs to, when that is not root and we are."""
    if os.geteuid() != 0 or not beneath.is_directory(data):
        return None
    status = beneath.stat(data)
    return (status.st_uid, status.st_gid) if status.st_uid else None


def drill(archive: str, config: Config) -> str:
    """Restore the archive into a scratch directory, load it as a start would, and compare what is there.

    Raises InvalidParams when something is missing.
    """
    with _scratch() as scratch:
        data = os.path.join(scratch, "data")
        done = restore(archive, data)
        counts = _loaded(data, scratch, config)
    expected = {} if done.manifest is None else done.manifest.counts
    found, wanted = _with_archived(counts), _with_archived(expected)
    missing = {name: count for name, count in wanted.items() if found.get(name, 0) < count}
    if missing:
        told = ", ".join(f"{name}: {found.get(name, 0)} of {count}" for name, count in sorted(missing.items()))
        raise InvalidParams(
            f"{archive} was restored, but not all of it was found again: {told}.{_lacks(done)} Unless so many were "
            "removed while it was made, it is not good. Take another backup."
        )
    return _proved(archive, done, counts)


def _with_archived(counts: Mapping[str, int]) -> Counter[str]:
    """Archived ones among the others: some are archived or restored while a backup is made."""
    found: Counter[str] = Counter()
    for name, count in counts.items():
        found[name.removeprefix("archived_")] += count
    return found


@contextmanager
def _scratch() -> Iterator[str]:
    """A directory for a copy of the memory; those of drills that were killed go, since no purge reaches them."""
    for name in os.listdir(tempfile.gettempdir()):
        if name.startswith(_SCRATCH):
            with suppress(OSError):
                _remove_left(os.path.join(tempfile.gettempdir(), name))
    with tempfile.TemporaryDirectory(prefix=_SCRATCH) as scratch:
        held = os.open(scratch, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield scratch
        finally:
            os.close(held)


def _remove_left(path: str) -> None:
    held = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        status = os.fstat(held)
        if status.st_uid == os.geteuid() and status.st_mtime < time.time() - _YOUNG_SECONDS:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path)
    finally:
        os.close(held)


def _proved(archive: str, done: Restored, counts: Mapping[str, int]) -> str:
    found = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(counts.items()) if count)
    expected = {} if done.manifest is None else done.manifest.counts
    if not expected:
        compared = "no counts to compare"
    elif all(counts.get(name, 0) == count for name, count in expected.items()):
        compared = "as many as when it was made"
    else:
        compared = "all that was there when it was begun, and what changed meanwhile"
    return (
        f"{archive} is good: {done.files} files were restored elsewhere and loaded: {found or 'nothing'} ({compared})."
    )


def _loaded(data: str, scratch: str, config: Config) -> dict[str, int]:
    environ = {"MEMORYD_MEMORY_ORACLE__EMBEDDING_MODEL": "none", "TZ": str(config.zone)}
    empty = os.path.join(scratch, "memoryd.toml")
    OsFiles().close(OsFiles().open(empty, os.O_WRONLY | os.O_CREAT))
    own = load_config(empty, environ, Flags(data, os.path.join(scratch, "socket")))
    from memoryd.composition import Composition  # three fifths of the imports, for a drill alone

    composition = Composition(own, SystemClock(), OsFiles(), deliver_here, lambda *_: True)
    try:
        composition.load()
        return composition.counts()
    finally:
        composition.services.index.close()
        composition.services.indexer.stop()


def downgrade(data: str, clock: Clock, files: Files | None = None) -> str:
    """Put the backup from before the last upgrade in the place of what is there, which is kept beside it.

    Raises NotFound when there is none, Locked while a daemon serves the directory.
    """
    if not beneath.is_directory(data):
        raise NotFound(f"there is no directory {data}")
    with DirectoryLock(data):
        files, before = files or OsFiles(), f"{data} is as it was before the upgrade to format {VERSION}"
        interrupted = finish(files, data)
        if interrupted is not None and interrupted.aside:
            aside, of = interrupted.aside, ", as an interrupted downgrade was to make it"
        else:
            name = _before_upgrade(data)
            aside = f".format-{VERSION}-{format_time(clock.now())[:19].replace(':', '')}"
            of = f", of {name}"
            graves = os.path.join(data, TOMBSTONES_PATH)
            with staging(files, data) as new:
                unpack(os.path.join(data, BACKUPS, name), new, (graves,) if beneath.exists(graves) else (), files)
                for one in (new, os.path.join(data, OWN)):  # the lock, too, if it is new
                    give(one, _owner(data))
                # Backups stay where they are, and so does what an earlier downgrade set aside.
                leaving = [one for one in written_names(data) if one not in (COMING, BACKUPS)]
                swap(files, data, [one for one in leaving if not one.startswith(".format-")], aside)
        # Made anew of the files; and no purge could take a text out of them.
        for derived in (INDEX_PATH, EMBEDDINGS):
            beneath.remove_tree(os.path.join(data, aside, derived))
    return (
        f"{before}{of}; start the older memoryd now. What was there is in {os.path.join(data, aside)}: what was "
        "remembered since the upgrade is only there."
    )


def _before_upgrade(data: str) -> str:
    """The name of the newest backup from before an upgrade. Raises NotFound."""
    found = sorted(
        (match[2], int(match[3] or 1), name)
        for name in beneath.names(os.path.join(data, BACKUPS))
        if (match := _BEFORE.fullmatch(name)) and int(match[1]) < VERSION
    )
    if not found:
        raise NotFound(
            f"{data}/{BACKUPS} holds no backup from before an upgrade to format {VERSION}; there is nothing to go "
            "back to. Restore another backup with memoryctl restore-backup, or keep this memoryd."
        )
    return found[-1][2]
