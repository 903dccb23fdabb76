"""The unit of systemd's behind a socket, and how it is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

from memoryd.client.calls import runtime_directory

RUNTIME = "/run/memoryd/"
_PROPERTIES = "LoadState,ActiveState,SubState,UnitFileState,Result,NRestarts,ExecMainStatus,NeedDaemonReload,StatusText"


def units_of(socket: str) -> tuple[str, list[str]]:
    """The unit behind a socket, without `.service`, and how systemctl is told of it."""
    if is_of_user(socket):
        return "memoryd", ["--user"]
    name = instance_of(socket)
    return (f"memoryd@{name}" if name else "memoryd"), []


def instance_of(socket: str) -> str:
    """The group whose memory is served there; empty if it is the machine's or a user's."""
    name = socket.removeprefix(RUNTIME).removesuffix(".sock")
    is_instance = socket.startswith(RUNTIME) and name != "memoryd" and "/" not in name
    return name if is_instance else ""


def is_of_user(socket: str) -> bool:
    """Whether a unit of this user's listens there."""
    return socket.startswith(runtime_directory(os.environ) + "/")


def shown(name: str, manager: list[str]) -> Mapping[str, str]:
    """What systemd says of a unit; nothing where it does not run."""
    lines = printed("systemctl", *manager, "show", name, f"--property={_PROPERTIES}")
    return dict(line.split("=", 1) for line in lines if "=" in line)


def printed(*words: str) -> list[str]:
    """The lines that a command prints; none where there is no such program or it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return done.stdout.splitlines()


def log_of(socket: str) -> str:
    """The command that shows what the daemon behind a socket logged last."""
    unit, manager = units_of(socket)
    return " ".join(["journalctl", *manager, "-u", unit, "-n", "30"])


def why_not_up(socket: str) -> str:
    """What keeps the service behind a socket from answering; empty if it is up, or if no unit is there."""
    if not socket.startswith(RUNTIME) and not is_of_user(socket):
        return ""
    unit, manager = units_of(socket)
    found = shown(f"{unit}.service", manager)
    active, sub = found.get("ActiveState", ""), found.get("SubState", "")
    if found.get("LoadState") != "loaded" or active in ("active", "reloading"):
        return ""
    result = found.get("Result", "success")
    ended = "" if result == "success" else f"it ended by {result}"
    told = "; ".join(filter(None, (found.get("StatusText"), sub if sub not in (active, "start") else "", ended)))
    restarts = int(found.get("NRestarts") or 0)
    often = f", and was restarted {restarts} time{'s' * (restarts > 1)}" if restarts else ""
    said = _last_warning(unit, manager) if restarts or ended else ""
    return f"{unit}.service is {active}" + (f" ({told})" if told else "") + often + said


def _last_warning(unit: str, manager: list[str]) -> str:
    """Of the attempts that failed just now; who may not read the journal gets none."""
    own = f"_SYSTEMD_{'USER_' if manager else ''}UNIT={unit}.service"
    last = printed("journalctl", *manager, "-q", own, "-p", "warning", "--since=-2min", "-n", "1", "-o", "cat")
    return f"; its last warning: {last[-1]}" if last else ""
