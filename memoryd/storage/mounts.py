"""How the file system of a path is mounted, as this process sees it (/proc/self/mountinfo, proc(5))."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec


class Mount(msgspec.Struct, frozen=True):
    """A mount; read-only here does not mean that the file system is: a unit's sandbox mounts it so for itself."""

    point: str
    here_read_only: bool
    system_read_only: bool

    @property
    def is_shut_by_sandbox(self) -> bool:
        """Whether the file system can be written, but not by this process."""
        return self.here_read_only and not self.system_read_only


def mount_of(path: str, table: str | None = None) -> Mount | None:
    """The mount on which the path lies; None when the kernel does not say. `table`: its text, for tests."""
    if table is None:
        try:
            table = Path("/proc/self/mountinfo").read_text("utf-8", "surrogateescape")
        except OSError:
            return None
    path = os.path.abspath(path)
    found: Mount | None = None
    for line in table.splitlines():
        mount, _, system = line.partition(" - ")
        fields, options = mount.split(), system.split()
        if len(fields) < 6 or len(options) < 3:
            continue
        point = re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), fields[4])
        is_below = path == point or path.startswith(point.rstrip("/") + "/")
        # Of two on one point the later one hides the other.
        if is_below and (found is None or len(point) >= len(found.point)):
            found = Mount(point, "ro" in fields[5].split(","), "ro" in options[2].split(","))
    return found
