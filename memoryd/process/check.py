"""`memoryd --check`: would it start, and with what?"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TextIO

from memoryd.config import Config, ConfigError, Fault, Flags, format_config, load_config
from memoryd.errors import Unsupported
from memoryd.process.arguments import Arguments, Exit
from memoryd.process.standby import NotTheDirectory, require_id
from memoryd.storage.directory import OWN, require_known_format
from memoryd.storage.mounts import mount_of
from memoryd.storage.trouble import place_command, user_name
from memoryd.types import Problem

NO_MODELS = ("none", "static")
_LISTENS = 0x10000
"""The kernel's __SO_ACCEPTCON among the flags of /proc/net/unix."""
LockHolder = Callable[[Path], int | None]
"""The pid that holds a data directory's lock, or None."""
TryCommand = Callable[[Sequence[str]], str | None]
"""Why a summariser is of no use, or None."""


def check(
    arguments: Arguments,
    environ: Mapping[str, str],
    lock_holder: LockHolder | None = None,
    out: TextIO | None = None,
    try_command: TryCommand | None = None,
) -> int:
    """Print what memoryd would run with and what would prevent its start; returns the exit code that it would have."""
    out = out or sys.stdout
    try:
        config = load_config(arguments.config, environ, Flags(arguments.data, arguments.socket))
    except ConfigError as error:
        print(error, file=out)
        return Exit.CONFIG
    print(format_config(config), file=out)
    unknown, waits = [*access_faults(config), *command_faults(config, try_command)], ""
    try:
        require_id(str(config.data_path), config.daemon.data_id)
    except NotTheDirectory as error:
        waits = error.sentence
    obstacles = list(find_obstacles(config, mounted=not waits))
    for fault in unknown + obstacles:
        print(f"error: {fault}", file=out)
    if waits:
        print(f"warning: it would wait: {waits}", file=out)
    for fault in find_doubts(config):
        print(f"warning: {fault}", file=out)
    if unknown:
        return Exit.CONFIG
    if obstacles:
        return Exit.CANNOT_CREATE
    try:
        require_known_format(str(config.data_path))
    except Unsupported as error:
        print(f"error: {error.sentence}", file=out)
        return Exit.DATA
    holder = lock_holder(config.data_path) if lock_holder else None
    if holder is not None:
        print(f"note: it would not start now: process {holder} serves {config.data_path}", file=out)
        return Exit.LOCKED
    print("memoryd would start." if not waits else "memoryd would start, and wait.", file=out)
    return Exit.OK


def find_obstacles(config: Config, *, mounted: bool = True) -> Iterator[Fault]:
    """What would prevent this process from starting: directories that it cannot create or write.

    `mounted`: the volume of the data directory is there; where it is not, that place need not be writable.
    """
    if mounted:
        data = list(_writable(config.data_path, "memory_oracle.data_path", "2770"))
        yield from data or _own(config.data_path)
    if config.socket_chosen:
        yield from _writable(config.socket_path.parent, "daemon.socket_path", "755")
        yield from _not_taken(config.socket_path)


def _writable(path: Path, key: str, mode: str) -> Iterator[Fault]:
    """Accept a writable directory, or one that can be created below a writable one."""
    if path.exists() and not path.is_dir():
        yield Fault(str(path), key, "is not a directory", "move it away, or choose another path")
        return
    existing = next(parent for parent in (path, *path.parents) if parent.exists())
    error = _try_directory(existing)
    if error is None:
        return
    mount = mount_of(str(existing))
    if error.errno == errno.EROFS and mount is not None and mount.is_shut_by_sandbox:
        what = "lies outside of what the unit's sandbox lets it write (StateDirectory=, ReadWritePaths=)"
        yield Fault(str(path), key, what, f"memoryctl setup-data {quote(str(path))}, or choose another path")
    elif error.errno in (errno.EACCES, errno.EPERM):
        what = "cannot be written" if existing == path else f"cannot be created: {existing} cannot be written"
        yield Fault(str(path), key, f"{what} by user {user_name()}", f"as root: {place_command(str(path), mode=mode)}")
    else:
        what = "cannot be written" if existing == path else f"cannot be created in {existing}"
        yield Fault(str(path), key, f"{what}: {error.strerror}", "choose a path on a file system of files")


def _own(data: Path) -> Iterator[Fault]:
    """What is the daemon's own in a memory that was served before, maybe by another user."""
    own = data / OWN
    error = _try_directory(own) if own.is_dir() else None
    is_shut = error is not None and error.errno in (errno.EACCES, errno.EPERM)
    if is_shut or _is_shut(own / "lock"):
        what = f"cannot be written by user {user_name()}"
        yield Fault(str(own), "memory_oracle.data_path", what, f"as root: {place_command(str(data))}")


def _is_shut(path: Path) -> bool:
    return path.is_file() and not os.access(path, os.R_OK | os.W_OK, effective_ids=True)


def _try_directory(parent: Path) -> OSError | None:
    """Why no directory can be created there; some file systems refuse root in spite of their modes."""
    try:
        os.rmdir(tempfile.mkdtemp(prefix=".memoryd-check-", dir=parent))
    except OSError as error:
        return error
    return None


def _not_taken(path: Path) -> Iterator[Fault]:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return
    if not stat.S_ISSOCK(mode):
        yield Fault(str(path), "daemon.socket_path", "exists and is no socket", "move it away, or choose another path")


def access_faults(config: Config) -> Iterator[Fault]:
    """Users and groups that do not exist: a restriction meant for them would not hold, so it does not start."""
    for level in ("readers", "writers", "admins"):
        key = f"access.{level}"
        for name in getattr(config.access, level):
            if name != "*" and not name.removeprefix("@").isdecimal() and not _known(name):
                what = f"there is no {'group' if name[0] == '@' else 'user'} {name.removeprefix('@')}"
                yield Fault(
                    config.origins.get(key, ""), key, what, "groups begin with @; see getent passwd, getent group"
                )


def command_faults(config: Config, try_command: TryCommand | None) -> Iterator[Fault]:
    """A summariser that cannot be run, fails or says nothing: the daemon starts, but nothing is summarised by it."""
    command, key = config.summaries.summarizer_command, "summaries.summarizer_command"
    origin = config.origins.get(key, "")
    if command and shutil.which(command[0]) is None:
        what = f"there is no program {command[0]}, or it may not be run"
        yield Fault(origin, key, what, "give the path of an executable file, or leave the key out")
    elif command and try_command is not None and (why := try_command(command)) is not None:
        yield Fault(
            origin,
            key,
            f"{command[0]} does not summarise a short conversation: {why}",
            "fix the program, or leave the key out",
        )


def find_doubts(config: Config) -> Iterator[Fault]:
    """What would not prevent the start, but is probably a mistake."""
    if config.socket_chosen and _is_listened_on(config.socket_path):
        what = "a process listens there: systemd, if memoryd.socket is active, which passes it on; else one to stop"
        yield Fault(str(config.socket_path), "daemon.socket_path", what, "see: ss -xlp")
    model = config.memory_oracle.embedding_model
    is_known = model in NO_MODELS or any((place / model).is_dir() for place in config.models_paths)
    if not is_known and "memory_oracle.embedding_model" in config.origins:
        what = f"there is no {model} in {' or '.join(map(str, config.models_paths))}"
        action = "the model that comes with memoryd is used; install one with: memoryctl model install DIRECTORY"
        yield Fault(config.origins["memory_oracle.embedding_model"], "memory_oracle.embedding_model", what, action)
    if not config.recall.models_path.is_dir() and "recall.models_path" in config.origins:
        what = f"there is no directory {config.recall.models_path}"
        yield Fault(config.origins["recall.models_path"], "recall.models_path", what, "recall is lexical without it")


def _is_listened_on(path: Path) -> bool:
    """Looked up in /proc, since a connection would make systemd start the daemon."""
    try:
        lines = Path("/proc/net/unix").read_text("utf-8", "replace").splitlines()[1:]
    except OSError:
        return False
    found = (line.split(maxsplit=7) for line in lines)
    return any(len(parts) == 8 and int(parts[3], 16) & _LISTENS and parts[7] == str(path) for parts in found)


def _known(name: str) -> bool:
    try:
        if name.startswith("@"):
            grp.getgrnam(name[1:])
        else:
            pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def not_reloaded(fault: Fault) -> Problem:
    """What health says of a fault for which the configuration was not read again."""
    said = ": ".join(part for part in (fault.key, fault.what) if part)
    what = f"the configuration was not read again, and the one before it stays: {said}"
    hint = f" ({fault.suggestion})" if fault.suggestion else ""
    action = f"correct it{hint}; then, as an admin: memoryctl reload"
    return Problem(path=fault.where, line=fault.line, what=what, action=action)
