"""Time zones: the one that is named, else the system's."""

from __future__ import annotations

import os
import zoneinfo
from collections.abc import Mapping
from datetime import UTC, tzinfo

LOCALTIME = "/etc/localtime"


def find_zone(name: str) -> tzinfo:
    """The zone of an IANA name. Raises ValueError."""
    if name.upper() in ("UTC", "ETC/UTC", "Z"):
        return UTC  # needs no tzdata
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f'is no time zone known here: "{name}"') from None


def system_zone(environ: Mapping[str, str], localtime: str = LOCALTIME) -> tzinfo:
    """The zone of $TZ, else of /etc/localtime, else UTC."""
    named = environ.get("TZ", "").lstrip(":")
    if named:
        try:
            return find_zone(named)
        except ValueError:
            pass  # a POSIX rule such as CET-1CEST: the file below is a better guess
    _, found, name = os.path.realpath(localtime).partition("/zoneinfo/")
    if found:
        try:
            return find_zone(name)
        except ValueError:
            pass
    try:
        with open(localtime, "rb") as file:
            return zoneinfo.ZoneInfo.from_file(file, key="localtime")
    except (OSError, ValueError):
        return UTC
