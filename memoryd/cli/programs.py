"""Runs memoryd itself for what needs no running daemon."""

from __future__ import annotations

import os
import subprocess
import sys

_OURS = (0, 64, 66, 69, 70, 75, 77)
"""What memoryctl exits with; of any other code of memoryd's it is "everything else"."""


def run_memoryd(*words: str) -> int:
    """Run `memoryd` of this installation with these words; its output is ours. Returns what memoryctl exits with."""
    sys.stdout.flush()
    # Nothing is imported from where memoryctl was started.
    code = subprocess.run([sys.executable, "-P", "-m", "memoryd", *words], env=os.environ, check=False).returncode
    return code if code in _OURS else 70
