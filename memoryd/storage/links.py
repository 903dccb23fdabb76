"""Hard links: one file with two names, the other of which may be private."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable


def other_name(root: str, relpath: str, status: os.stat_result, patterns: Iterable[str]) -> str | None:
    """Another name of the file that matches one of the globs `patterns` below `root`; None if there is none."""
    if status.st_nlink < 2:
        return None
    for pattern in patterns:
        for name in glob.iglob(pattern, root_dir=root):
            if name != relpath and _is_it(os.path.join(root, name), status):
                return name
    return None


def _is_it(path: str, status: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.lstat(path), status)
    except OSError:
        return False
