"""`memoryctl backup`: a copy of the whole memory."""

from __future__ import annotations

import fcntl
import os
import signal
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
_PARTIAL = ".partial"


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
    if bool(args.path) == bool(args.into):
        raise UsageError("say where to: a PATH, - for stdout, or --into DIR")
    if args.keep is not None and args.into is None:
        raise UsageError("--keep goes with --into")
    for one in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(one) is signal.SIG_DFL:
            signal.signal(one, signal.default_int_handler)  # what was begun is taken away
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


def _written(path: str, write: Callable[[int], Any], if_it_lacks: str | None = None) -> Any:
    """Make the file, which only we may read; it has its name (the other one if it lacks something) once it is whole.

    Raises UsageError; OSError with a note of what is left.
    """
    partial = path + _PARTIAL
    if os.path.lexists(path):
        raise _exists(path)
    try:
        target = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(
            f"{partial} exists: another backup to {path} is under way, or what a killed one left; remove that"
        ) from None
    made = [partial]
    try:
        result = write(target)
        os.fsync(target)
        path = if_it_lacks if if_it_lacks is not None and "missing" in result else path
        _name(partial, path, made)
        _sync(os.path.dirname(path) or ".")
    except BaseException as error:
        error.add_note(_removed(made))  # perhaps on another disk than the memory
        raise
    finally:
        os.close(target)
    return {"path": os.path.abspath(path), **result}


def _exists(path: str) -> UsageError:
    return UsageError(f"{path} exists; name a new file")


def _name(partial: str, path: str, made: list[str]) -> None:
    """A link never replaces a file that has come meanwhile; where there are none, as on FAT, a new name has to do."""
    try:
        os.link(partial, path)
    except FileExistsError:
        raise _exists(path) from None
    except OSError:
        if os.path.lexists(path):
            raise _exists(path) from None
        os.rename(partial, path)
        made[:] = [path]
    else:
        made.append(path)
        os.unlink(partial)
        made.remove(partial)


def _removed(made: list[str]) -> str:
    for one in made:
        try:
            os.unlink(one)
        except OSError as error:
            return f"what is in {one} may not be whole: remove it, which was refused now: {error.strerror}"
    return f"it was written to {made[0].removesuffix(_PARTIAL)}, which is gone again"


def _into(call: Call, args: Namespace) -> Any:
    from datetime import UTC, datetime

    from memoryd.cli.kept import base_for, name_of, read_name, time_for, to_remove

    try:
        os.makedirs(args.into, mode=0o700, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{args.into} cannot be made: {error.strerror}") from error
    with ExitStack() as held:
        _hold(args.into, held)
        known = _known(args.into)
        at = time_for(known, datetime.now(UTC))
        base = base_for(known, at)
        whole, lacking = (os.path.join(args.into, name_of(at, base, lacks=lacks)) for lacks in (False, True))
        descriptors: list[int] = []
        if base is not None:
            opened = os.open(os.path.join(args.into, base.name), os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, opened)
            descriptors.append(opened)

        def write(target: int) -> Any:
            params = {"base": True} if descriptors else {}
            return call("system.backup", params, long=True, descriptors=(target, *descriptors))

        for name in os.listdir(args.into):
            if name.endswith(_PARTIAL) and read_name(name.removesuffix(_PARTIAL)) is not None:
                os.unlink(os.path.join(args.into, name))
        result = _written(whole, write, lacking)
        removed = [] if args.keep is None else to_remove(_known(args.into), args.keep)
        for one in removed:
            os.unlink(os.path.join(args.into, one.name))
        _sync(args.into)
    return {**result, "removed": [one.name for one in removed]}


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
    """What was made in it or removed stays so."""
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:  # we may write into it, but not list it
        return
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
    "reads it back; so it works wherever you may write, also where the daemon's sandbox may not. Until it is whole and "
    "on the disk it is called PATH.partial. With --into the name "
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
