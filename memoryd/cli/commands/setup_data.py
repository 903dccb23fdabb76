"""`memoryctl setup-data`: a directory of one's own for the memory, such as a volume, and what the unit needs for it."""

from __future__ import annotations

import json
import os
import pwd
import re
import secrets
import shlex
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from typing import NamedTuple

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output

_OURS = ".memoryd"
_ID = f"{_OURS}/data-id"
"""memoryd waits for a directory that has it, by daemon.data_id."""
_DROP_IN = "50-data.conf"
_NO_OTHERS = {"lost+found"}
"""What stands in a new file system."""
_OF_A_MEMORY = {"MEMORY.md", "knowledge-graph", "sessions"}
"""Of one whose own files were left behind, as by a copy of what people read."""
_BEFORE = "# It served before: "
_PLAIN = re.compile(r"/[A-Za-z0-9/_.+-]*")
"""Paths that stand in a unit as they are."""


class _Owner(NamedTuple):
    uid: int
    gid: int


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("directory", metavar="DIR", help="the directory; a volume is mounted at it, or above it, now")
    parser.add_argument(
        "--unit", default="memoryd.service", metavar="UNIT", help="whose memory it is (memoryd.service)"
    )


def _ask(call: Call, args: Namespace) -> Json:
    path, unit = os.path.abspath(args.directory), args.unit if "." in args.unit else f"{args.unit}.service"
    if _PLAIN.fullmatch(path) is None:
        raise UsageError(f"{path!r}: a unit needs a path of letters, digits and / _ . + - only")
    if os.geteuid() != 0:
        raise UsageError("only root can change a unit: run it with sudo")
    owner, served = _owner_of(unit), _served_by(unit)
    settings = f"/etc/systemd/system/{unit}.d/{_DROP_IN}"
    try:
        require_mounted(path, settings)
        require_own(path)
        before = served_last(served, settings)
        data_id = _prepare(path, owner)
        _write_drop_in(settings, drop_in(path, data_id, before))
    except OSError as error:
        raise UsageError(f"{error.filename or path}: {error.strerror}") from error
    subprocess.run(["systemctl", "daemon-reload"], check=False)
    done = {"data": path, "id": data_id, "written": settings, "next": f"systemctl restart {unit}"}
    return done | left_behind(before, path, unit)


def drop_in(path: str, data_id: str, before: str) -> str:
    """What the unit needs to serve that directory, and to wait for it; `before`: whose memory it served last."""
    return (
        f"# Written by memoryctl setup-data {path}\n"
        f"{_BEFORE}{json.dumps(before)}\n"
        "[Unit]\n"
        f"RequiresMountsFor={path}\n\n"
        "[Service]\n"
        f"ReadWritePaths=-{path}\n"
        f"Environment=MEMORYD_DATA={path} MEMORYD_DAEMON__DATA_ID={data_id}\n"
    )


def _served_by(unit: str) -> str:
    """The data directory of the unit as it is now; empty if that cannot be told."""
    check = [sys.executable, "-P", "-m", "memoryd", "--check", "--unit", unit]
    done = subprocess.run(check, capture_output=True, text=True, errors="replace", check=False)
    found = re.search(r"^data: +(/.*)$", done.stdout, re.MULTILINE)
    return "" if found is None else found[1]


def served_last(served: str, settings: str) -> str:
    """Of which directory a memory was served last: if not of the present one, of which its drop-in tells."""
    if served and _has_memory(served):
        return served
    try:
        with open(settings, encoding="ascii") as file:
            noted = re.search(f"^{_BEFORE}(.*)$", file.read(), re.MULTILINE)
        return str(json.loads(noted[1])) if noted else served
    except (FileNotFoundError, ValueError):  # none was written, or somebody edited it
        return served


def left_behind(before: str, path: str, unit: str) -> dict[str, str]:
    """The memory that the unit served until now, if it is another, and how to take it along to an empty directory."""
    if not before or os.path.realpath(before) == os.path.realpath(path) or not _has_memory(before):
        return {}
    if _has_memory(path):
        return {"before": before}
    both = f"{unit.removesuffix('.service')}.socket {unit}"
    copy = f"tar -C {shlex.quote(before)} --exclude=./{_ID} -cf - . | tar -C {path} -xpf -"
    move = f"systemctl stop {both} && {copy} && systemctl start {both}"
    return {"before": before, "move": move}


def _has_memory(directory: str) -> bool:
    return os.path.lexists(os.path.join(directory, ".memoryd/version"))


def _owner_of(unit: str) -> _Owner:
    shown = subprocess.run(
        ["systemctl", "show", unit, "--property=User", "--property=DynamicUser", "--property=LoadState"],
        capture_output=True,
        text=True,
        check=False,
    )
    values = dict(line.partition("=")[::2] for line in shown.stdout.splitlines())
    if values.get("LoadState") != "loaded":
        raise UsageError(f"there is no unit {unit} here: install memoryd first")
    if values.get("DynamicUser") == "yes":
        raise UsageError(f"{unit} has a user of its own at each start; mount its volume at /var/lib/private instead")
    try:
        user = pwd.getpwnam(values.get("User") or "root")
    except KeyError:
        raise UsageError(f"there is no user {values['User']}: run systemd-sysusers") from None
    return _Owner(user.pw_uid, user.pw_gid)


def _prepare(path: str, owner: _Owner) -> str:
    """Make the directory the unit's own, and give it an id if it has none."""
    own = os.path.join(path, os.path.dirname(_ID))
    for directory, mode in ((path, 0o2770), (own, 0o700)):
        os.makedirs(directory, exist_ok=True)
        opened = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            os.fchown(opened, *owner)
            os.fchmod(opened, mode)
        finally:
            os.close(opened)
    known = os.path.join(path, _ID)
    try:
        with open(os.open(known, os.O_RDONLY | os.O_NOFOLLOW), encoding="ascii") as file:
            return file.read().strip()
    except FileNotFoundError:
        pass
    data_id = secrets.token_hex(16)
    made = os.open(known, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(made, "w", encoding="ascii") as file:
        os.fchown(made, *owner)
        file.write(f"{data_id}\n")
        file.flush()
        os.fsync(made)
    return data_id


def require_mounted(path: str, settings: str) -> None:
    """Refuse the bare place of a volume that was set up before: an empty memory would be served there.

    Raises UsageError.
    """
    try:
        with open(settings, encoding="ascii", errors="replace") as file:
            known = id_in(file.read(), path)
    except FileNotFoundError:
        return
    if known and not os.path.lexists(os.path.join(path, _ID)):
        raise UsageError(
            f"{path} was set up already, and now lacks its id {known}: its volume is not mounted. Mount it, and "
            f"nothing else needs to be done. To begin an empty memory there instead: rm {settings}, and run this again"
        )


def require_own(path: str) -> None:
    """Refuse a directory in which other things are: it is given to the unit's user, and shut to others.

    Raises UsageError.
    """
    try:
        others = sorted(set(os.listdir(path)) - _NO_OTHERS)
    except FileNotFoundError:
        return
    if others and not os.path.lexists(os.path.join(path, _OURS)) and not _OF_A_MEMORY & set(others):
        named = ", ".join(others[:3]) + (", …" if len(others) > 3 else "")
        raise UsageError(
            f"{path} holds other things ({named}), and would be for memoryd alone: name a directory of its own, "
            f"such as {os.path.join(path, 'memoryd')}"
        )


def id_in(text: str, path: str) -> str:
    """The id that a drop-in asks for in the directory of that path; empty if it is about another one."""
    found = re.search(r"^Environment=MEMORYD_DATA=(\S+) MEMORYD_DAEMON__DATA_ID=(\S+)$", text, re.MULTILINE)
    return found[2] if found is not None and found[1] == path else ""


def _write_drop_in(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def _show(out: Output, result: Json, args: Namespace) -> None:
    out.line(f"{result['data']} is the unit's, and has the id {result['id']}; {result['written']} names both.")
    if "before" in result:
        out.line(f"The memory in {result['before']}, which it served until now, stays there, and is served no more.")
    if "move" in result:
        out.line(f"To take it along: {result['move']}")
        out.line(f"To begin an empty one: {result['next']}")
    else:
        out.line(f"Now: {result['next']}")


COMMAND = Command(
    summary="Give the daemon's unit a data directory of your own, such as a volume",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="As root. The directory is made, and given to the unit's user. A drop-in of the unit names it, lets the "
    "sandbox write it and waits for its mount; and it gets an id, so that memoryd never serves an empty directory "
    "where the volume is not mounted: it waits, and says so. The memory that the unit served until now stays "
    "where it is; the command that takes it along is printed.",
    examples=("setup-data /srv/memory",),
    local=True,
)
