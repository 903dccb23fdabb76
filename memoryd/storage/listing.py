"""The names in a directory of the data directory, as far as they can be used."""

from __future__ import annotations

import os

from memoryd.storage import beneath
from memoryd.storage.trouble import check_transient


def is_text(name: str) -> bool:
    """Whether the name, or the path, is valid UTF-8."""
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)


def shown(path: str) -> str:
    """The path as text that can be printed and sent, also where its bytes are not UTF-8 (`\\xff`)."""
    return path if is_text(path) else os.fsencode(path).decode("utf-8", "backslashreplace")


def names_in(directory: str) -> list[str]:
    """The names that are valid UTF-8 and have no dot in front, in order; none of a directory that cannot be listed.

    The watcher reports those that are left out. Raises Busy where too many files are open.
    """
    try:
        names = beneath.listdir(directory)
    except OSError as error:
        check_transient(error)
        return []
    return sorted(name for name in names if is_text(name) and not name.startswith("."))
