"""What stands in the index's directory, looked at before each time that tantivy opens something there.

It takes only paths: a FIFO would hold it up for ever, and of a sparse file it would read all that was never written.
"""

from __future__ import annotations

import os
import stat

from memoryd.recall.lexical.layout import IndexDamaged
from memoryd.recall.lexical.locks import META, WRITER, claim
from memoryd.storage import beneath
from memoryd.storage.holes import has_great_hole, may_have_great_hole
from memoryd.storage.lock import ASIDE
from memoryd.storage.regular import LARGEST, kind_of, regular

_READ_AS_A_WHOLE = ("meta.json", ".managed.json")


def make_ready(directory: str) -> None:
    """See that tantivy can open what is there. Raises IndexDamaged when it is no index, OSError."""
    require_sound(directory)
    claim(directory, META)


def require_sound(directory: str) -> None:
    """Raises IndexDamaged when something is there that no index has."""
    for name, status in beneath.entries(directory):
        if ASIDE in name or (name in (META, WRITER) and not stat.S_ISDIR(status.st_mode)):
            continue  # what else stands in a lock's place gives way to one (`claim`)
        if not stat.S_ISREG(status.st_mode):
            raise IndexDamaged(f"{name} is {kind_of(status.st_mode)}, not a regular file")
        if name in _READ_AS_A_WHOLE and status.st_size > LARGEST:
            raise IndexDamaged(f"{name} has {status.st_size:,} bytes, which is too large")
        if may_have_great_hole(status) and _has_great_hole(os.path.join(directory, name)):
            raise IndexDamaged(f"most of the {status.st_size:,} bytes of {name} were never written")


def _has_great_hole(path: str) -> bool:
    fd = regular(path, os.O_RDONLY)
    try:
        return has_great_hole(fd)
    finally:
        os.close(fd)
