"""A copy of the index outside of the data directory, for a daemon that cannot write there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from memoryd.storage import beneath
from memoryd.storage.holes import has_great_hole
from memoryd.storage.regular import regular


def copied_index(index: Path, scratch: Path) -> Path:
    """Copy the files of the index into the directory, which is new; what cannot be read is made anew from the truth."""
    copy = scratch / index.name
    copy.mkdir()
    for name in beneath.names(str(index)):
        try:
            source = open(index / name, "rb", opener=regular)
        except OSError:
            continue
        with source:
            if has_great_hole(source.fileno()):
                continue
            with open(copy / name, "xb") as target:
                shutil.copyfileobj(source, target)
                os.fchmod(target.fileno(), 0o600)
    return copy
