"""Runs memoryd itself for what needs no running daemon."""

from __future__ import annotations

import os
import subprocess
import sys


def run_memoryd(*words: str) -> int:
    """Run `memoryd` of this installation with these words; its output is ours, and its exit code is returned."""
    sys.stdout.flush()
    # Nothing is imported from where memoryctl was started.
    return subprocess.run([sys.executable, "-P", "-m", "memoryd", *words], env=os.environ, check=False).returncode
