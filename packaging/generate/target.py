"""Where generated files go: the repository, or the directory that the command line names."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

MADE = "Made by `make generated`; do not edit."


def write(files: Mapping[str, str]) -> None:
    """Write each text to its path, which is relative to the repository."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
