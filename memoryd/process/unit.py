"""`memoryd --check --unit UNIT`: the check as that unit would start, by a passing unit of the same user and sandbox."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence

from memoryd.process.arguments import Arguments, Exit

_TAKEN = (
    "User Group SupplementaryGroups DynamicUser StateDirectory StateDirectoryMode UMask Environment EnvironmentFile "
    "ProtectSystem ProtectHome PrivateTmp PrivateDevices PrivateMounts ReadWritePaths ReadOnlyPaths InaccessiblePaths "
    "BindPaths BindReadOnlyPaths TemporaryFileSystem NoExecPaths ExecPaths CapabilityBoundingSet AmbientCapabilities "
    "NoNewPrivileges RestrictSUIDSGID ProtectProc"
)
"""What decides on whether a start can read and write its places."""


class UnitError(Exception):
    """The unit cannot be checked; the text says why, and what to do."""


def check_unit(arguments: Arguments) -> int:
    """Run the check as the unit; returns the exit code that its start would have."""
    assert arguments.unit is not None
    unit = arguments.unit if "." in arguments.unit.rpartition("@")[2] else f"{arguments.unit}.service"
    try:
        if os.geteuid() != 0:
            raise UnitError(f"only root can start as {unit}: run it with sudo")
        command = command_for(unit, _shown(unit))
    except UnitError as error:
        print(f"memoryd: {error}", file=sys.stderr)
        return Exit.UNAVAILABLE
    return subprocess.run(command, check=False).returncode


def _shown(unit: str) -> str:
    try:
        done = subprocess.run(["systemctl", "cat", unit], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise UnitError("there is no systemctl; run memoryd --check as the user who is to run memoryd") from None
    if done.returncode:
        raise UnitError(f"systemctl cat {unit}: {done.stderr.strip() or 'it cannot be shown'}")
    return done.stdout


def command_for(unit: str, text: str) -> Sequence[str]:
    """What runs memoryd --check as the unit of that name and text (`systemctl cat`). Raises UnitError."""
    settings: list[tuple[str, str]] = []
    program: list[str] = []
    section = ""
    for line in _lines(text):
        if line.startswith("["):
            section = line
            continue
        name, _, value = line.partition("=")
        if section != "[Service]":
            continue
        value = _filled(value.strip(), unit)
        if name == "ExecStart":
            program = shlex.split(value.lstrip("-@:+!")) if value else []
        elif name in _TAKEN.split():
            settings.append((name, value))
    if not program:
        raise UnitError(f"{unit} starts nothing: is it a unit of memoryd?")
    words = [word for setting in settings for word in ("-p", "=".join(setting))]
    return ["systemd-run", "--quiet", "--wait", "--pipe", "--collect", *words, "--", *program, "--check"]


def _lines(text: str) -> list[str]:
    """The settings, those over several lines as one."""
    joined = text.replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip() and line.strip()[0] not in "#;"]


def _filled(value: str, unit: str) -> str:
    """Specifiers: a passing unit has another name."""
    instance = unit.rpartition(".")[0].partition("@")[2]
    for specifier, meaning in (("%i", instance), ("%I", instance), ("%n", unit), ("%p", unit.partition("@")[0])):
        value = value.replace(specifier, meaning)
    return value
