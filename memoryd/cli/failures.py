"""What went wrong, what to do about it, and an exit code of sysexits.h."""

from __future__ import annotations

import errno
import grp
import os
from collections.abc import Mapping
from typing import NamedTuple

from memoryd.errors import MemorydError

USAGE = 64
NOT_FOUND = 66
UNAVAILABLE = 69
SOFTWARE = 70
TEMPORARY = 75
NO_PERMISSION = 77
INTERRUPTED = 130
PIPE_CLOSED = 141

EXIT_CODES: Mapping[str, int] = {
    "invalid_params": USAGE,
    "not_found": NOT_FOUND,
    "busy": TEMPORARY,
    "permission_denied": NO_PERMISSION,
}


_NAMES = {
    **dict.fromkeys(("archive", "restore", "purge"), "ids and keys: memoryctl facts, memoryctl notes"),
    **dict.fromkeys(("get", "why", "explain-absent"), "keys: memoryctl search, memoryctl facts, memoryctl notes"),
    **dict.fromkeys(("pin", "unpin", "promote", "demote"), "keys: memoryctl notes"),
    "sessions": "ids: memoryctl sessions",
    "notes": "layers: memoryctl layers",
    "jobs": "ids: memoryctl jobs",
    "contexts": "ids: memoryctl list contexts",
    "items": "keys: memoryctl items list",
    "quarantine": "keys: memoryctl quarantine list",
    "audit": "keys: memoryctl audit list",
}
"""Where each command's names come from; the daemon names its methods."""


class Failure(NamedTuple):
    """What stderr says, and the exit code."""

    sentence: str
    hints: tuple[str, ...]
    exit_code: int


def of_error(error: MemorydError, command: str) -> Failure:
    """An error that the daemon answered with."""
    hints: tuple[str, ...] = ()
    if error.code == "invalid_params":
        hints = (f"memoryctl help {command}",)
    elif error.code == "not_found" and command in _NAMES:
        hints = (_NAMES[command],)
    elif error.code == "unsupported":
        hints = ("memoryctl describe lists what this daemon can do",)
    elif error.code == "internal" and isinstance(incident := error.data.get("incident"), str):
        hints = (f"the daemon's log has the details: journalctl -u memoryd --grep {incident}",)
    hints += tuple(getattr(error, "__notes__", ()))
    return Failure(f"{error.sentence} ({error.code})", hints, EXIT_CODES.get(error.code, SOFTWARE))


def of_silence(error: BaseException, socket: str) -> Failure:
    """No daemon answered on the socket, or this user may not connect to it."""
    number = _errno(error)
    if number in (errno.EACCES, errno.EPERM):
        return Failure(
            f"this user may not connect to {socket}",
            (
                _how_to_join(socket),
                f"see who may: ls -l {socket}",
            ),
            NO_PERMISSION,
        )
    reasons: dict[int | None, str] = {
        errno.ENOENT: f"no memoryd listens on {socket}: there is no such socket",
        errno.ECONNREFUSED: f"no memoryd listens on {socket}: the socket is there, but nobody answers",
        errno.ENOTSOCK: f"{socket} is not a socket",
    }
    if number not in reasons:
        return Failure(str(error), _how_to_start(socket)[:1], UNAVAILABLE)
    return Failure(reasons[number], _how_to_start(socket), UNAVAILABLE)


def _how_to_join(socket: str) -> str:
    try:
        group = grp.getgrgid(os.stat(socket).st_gid).gr_name
    except (OSError, KeyError):  # out of sight
        group = "memoryd-clients"
    if group == "root":
        return "only root may: its unit names no SocketGroup="
    return f"join the group that may: sudo usermod -aG {group} $USER, then log in again"


def of_system(error: OSError) -> Failure:
    """Something of our own, such as a file that we write, failed."""
    names = (os.fsdecode(name) for name in (error.filename, error.filename2) if isinstance(name, str | bytes))
    where = " -> ".join(names)
    return Failure(
        f"{where}: {error.strerror}" if where else str(error.strerror or error),
        tuple(getattr(error, "__notes__", ())),
        SOFTWARE,
    )


def of_timeout(socket: str, seconds: float) -> Failure:
    """The daemon took the request but did not answer in time."""
    from memoryd.cli.units import why_not_up

    why = why_not_up(socket)
    return Failure(
        f"memoryd on {socket} gave no answer within {seconds:g} s" + (f": {why}" if why else ""),
        (
            "a change may still have been made; look before you repeat it",
            "see what is wrong: memoryctl doctor",
            "wait longer with --timeout SECONDS",
        ),
        TEMPORARY,
    )


def _how_to_start(socket: str) -> tuple[str, ...]:
    other = "name another socket with --socket PATH or $MEMORYD_SOCKET"
    by_hand = "start one: memoryd --data DIRECTORY"
    # The directory exists if and only if systemd is running (sd_booted(3)).
    if os.path.isdir("/run/systemd/system"):
        from memoryd.cli.units import units_of

        unit, manager = units_of(socket)
        return (" ".join(["see why: systemctl", *manager, "status", unit]), by_hand, other)
    return (by_hand, other)


def _errno(error: BaseException | None) -> int | None:
    """The errno of the OSError at the root of an exception."""
    seen = 0
    while error is not None and seen < 10:
        if isinstance(error, OSError) and error.errno is not None:
            return error.errno
        error = error.__cause__
        seen += 1
    return None
