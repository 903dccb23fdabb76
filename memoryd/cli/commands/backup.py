"""`memoryctl backup`: a copy of the whole memory."""

from __future__ import annotations

import fcntl
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.failures import SOFTWARE
from memoryd.cli.output import Json, Output, OutputClosedError, has_reader
from memoryd.cli.values import COLUMNS, show_values
from memoryd.errors import MemorydError

if TYPE_CHECKING:
    from memoryd.cli.kept import Backup, Keep

_STDOUT = "-"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", help="the file to write, which must not exist; - is stdout")
    parser.add_argument(
        "--into",
        metavar="DIR",
        help="add a backup to this directory instead: what changed since the last full one, or once a week a full one",
    )
    parser.add_argument(
        "--keep", type=_keep, metavar="7d4w12m", help="with --into: keep the newest of so many days, weeks and months"
    )
    parser.add_argument(
        "--drill", action="store_true", help="test it: restore it into a scratch directory, load it and count"
    )


def _keep(text: str) -> Keep:
    from memoryd.cli.kept import read_keep

    try:
        return read_keep(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _ask(call: Call, args: Namespace) -> Json:
    if (args.path is None) == (args.into is None):
        raise UsageError("say where to: a PATH, - for stdout, or --into DIR")
    if args.keep is not None and args.into is None:
        raise UsageError("--keep goes with --into")
    if args.path == _STDOUT:
        return _told_of_missing(_to_stdout(call, args))
    result = _told_of_missing(_into(call, args) if args.into is not None else _to_file(call, args.path))
    if args.drill:
        from memoryd.cli.programs import run_memoryd

        result["drill"] = run_memoryd("--drill", result["path"])
    return result


def _told_of_missing(result: Any) -> Any:
    if missing := result.get("missing"):
        sys.stderr.write(
            f"memoryctl: the backup is made, but of these memoryd could read nothing, so they are not in it as they "
            f"are now: {', '.join(missing)}. memoryctl health says what to do; then make another one.\n"
        )
    return result


def _to_stdout(call: Call, args: Namespace) -> Json:
    if args.drill or args.json:
        raise UsageError("what goes to stdout cannot be proved or described: name a PATH for --drill and --json")
    if sys.stdout.isatty():
        raise UsageError("a backup is not text for a terminal: redirect it, or name a PATH")
    try:
        return call("system.backup", long=True, descriptors=(sys.stdout.fileno(),))
    except MemorydError as error:
        if not has_reader(sys.stdout.fileno()):
            raise OutputClosedError from error
        raise


def _to_file(call: Call, path: str) -> Any:
    return _written(path, lambda target: call("system.backup", long=True, descriptors=(target,)))


def _written(path: str, write: Callable[[int], Any]) -> Any:
    """Make the file, which only we may read, and take it away again if it does not become whole."""
    try:
        target = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} exists; name a new file") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    try:
        result = write(target)
        os.fsync(target)
    except BaseException as error:
        os.unlink(path)
        error.add_note(f"it was written to {path}, which is gone again")  # perhaps on another disk than the memory
        raise
    finally:
        os.close(target)
    return {"path": os.path.abspath(path), **result}


def _into(call: Call, args: Namespace) -> Any:
    from datetime import UTC, datetime

    from memoryd.cli.kept import base_for, name_of, to_remove

    try:
        os.makedirs(args.into, mode=0o700, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{args.into} cannot be made: {error.strerror}") from error
    with ExitStack() as held:
        _hold(args.into, held)
        at = datetime.now(UTC)
        base = base_for(_known(args.into), at)
        partial = os.path.join(args.into, f".{name_of(at, base)}.partial")
        descriptors: list[int] = []
        if base is not None:
            opened = os.open(os.path.join(args.into, base.name), os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, opened)
            descriptors.append(opened)

        def write(target: int) -> Any:
            params = {"base": True} if descriptors else {}
            return call("system.backup", params, long=True, descriptors=(target, *descriptors))

        for left in [name for name in os.listdir(args.into) if name.endswith(".partial")]:
            os.unlink(os.path.join(args.into, left))
        result = _written(partial, write)
        final = os.path.join(args.into, name_of(at, base, lacks="missing" in result))
        os.rename(partial, final)
        removed = [] if args.keep is None else to_remove(_known(args.into), args.keep)
        for one in removed:
            os.unlink(os.path.join(args.into, one.name))
        _sync(args.into)
    return {**result, "path": os.path.abspath(final), "removed": [one.name for one in removed]}


def _hold(folder: str, held: ExitStack) -> None:
    """Keep others from the directory: what is partial there is what somebody left."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    held.callback(os.close, opened)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(f"another backup into {folder} is under way; try again when it is done") from None


def _known(folder: str) -> list[Backup]:
    from memoryd.cli.kept import read_name

    return [one for name in os.listdir(folder) if (one := read_name(name)) is not None]


def _sync(folder: str) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.path != _STDOUT:
        show_values(out, {name: value for name, value in result.items() if name != "drill"})


def _exit_code(result: Json) -> int:
    return int(result.get("drill", 0)) or (SOFTWARE if result.get("missing") else 0)


COMMAND = Command(
    summary="Write a consistent copy of the memory to a file, or a series of them",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="memoryctl makes the file, for its own user only (0600), and passes it to the daemon, which writes it and "
    "reads it back; so it works wherever you may write, also where the daemon's sandbox may not. With --into the name "
    "tells the time, and what did not change since the last whole backup is left out; memoryd-backup.timer does that "
    "every day. A file that the daemon cannot read is left out and named, the exit code is 70 then, and --keep keeps "
    "the newest that lacks nothing. Restore one with memoryctl restore-backup. Needs admin access to the daemon. "
    "Ctrl-C cancels.",
    columns=COLUMNS,
    examples=(
        "backup /var/backups/memory.tar.zst --drill",
        "backup --into /var/backups/memoryd --keep 7d4w12m",
        "backup - | ssh elsewhere 'cat > memory.tar.zst'",
    ),
)
