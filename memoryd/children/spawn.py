"""How a child is started: the same interpreter, nothing imported from where the daemon was, nothing inherited."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import psutil

LINGER_SECONDS = 5.0
"""One that waits for the disk cannot even be killed; it is reaped when that ends."""


def spawn(module: str, arguments: Sequence[str] = (), **options: Any) -> subprocess.Popen[bytes]:
    """Start `module`, behind everybody else at the disk; `options` are Popen's. Raises OSError."""
    process = subprocess.Popen(
        # -P and the directory: nothing that lies where the daemon was started is imported.
        [sys.executable, "-P", "-m", module, *arguments],
        cwd="/",
        env=_environment(os.environ),
        close_fds=True,
        bufsize=0,
        **options,
    )
    with suppress(psutil.Error, OSError):  # here, since the child would take an eighth of its start to import psutil
        psutil.Process(process.pid).ionice(psutil.IOPRIO_CLASS_BE, 7)
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill it: a stopped process would keep any milder signal for later."""
    with suppress(OSError):
        process.kill()


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    """The child's: it imports from where the daemon does, by absolute paths only."""
    made = {**given, "PYTHONSAFEPATH": "1"}
    made.pop("NOTIFY_SOCKET", None)  # the daemon alone speaks to systemd
    paths = [path for path in made.pop("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(path)]
    return {**made, "PYTHONPATH": os.pathsep.join(paths)} if paths else made
