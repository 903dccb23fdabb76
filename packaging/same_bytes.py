"""Rewrites wheels and source distributions in place, so that two builds of a commit are the same bytes.

What setuptools takes from the tree goes: when it was checked out, and by which umask.
`SOURCE_DATE_EPOCH=SECONDS python packaging/same_bytes.py FILE…`
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def wheel(path: Path, at: int) -> None:
    """Files are readable by all, in the order of their names, and of that time (Unix seconds)."""
    with zipfile.ZipFile(path) as old:
        files = {entry: old.read(entry) for entry in old.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(at)[:6])
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            new.writestr(entry, content)


def source(path: Path, at: int) -> None:
    """The same; what may be run stays so."""
    packed = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.mtime, member.uid, member.gid, member.uname, member.gname = at, 0, 0, "", ""
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isreg() else None)
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=at))


def main(names: list[str]) -> int:
    """The command."""
    at = int(os.environ["SOURCE_DATE_EPOCH"])
    for name in names:
        (wheel if name.endswith(".whl") else source)(Path(name), at)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
