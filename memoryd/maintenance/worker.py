"""The child's side of a heavy pass: `python -m memoryd.maintenance.worker`, spoken to by `child.Children`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any

import msgspec

from memoryd.maintenance.tasks import task_of
from memoryd.storage import beneath
from memoryd.storage.files import OsFiles
from memoryd.storage.names import Names
from memoryd.types import Problem

NICENESS = 5
"""Behind every request, but not starved for hours on a busy machine."""
_PR_SET_PDEATHSIG = 1


def main() -> int:
    """Read one order, do it, answer."""
    os.umask(0o007)
    _give_way()
    _end_with_parent()
    out = sys.stdout.buffer
    lock = threading.Lock()

    def say(answer: dict[str, Any]) -> None:
        with lock:
            out.write(msgspec.json.encode(answer) + b"\n")
            out.flush()

    order = msgspec.json.decode(sys.stdin.buffer.readline())
    # The daemon keeps its end open for as long as it lives.
    threading.Thread(target=_wait_for_end, daemon=True).start()
    task = task_of(order["task"])
    _hold(order)
    try:
        result = task(order["params"], lambda stage, done, total: say({"progress": [stage, done, total]}))
    except Exception as error:
        traceback.print_exc()
        kind = "OSError" if isinstance(error, OSError) else type(error).__name__
        say({"error": str(error) or type(error).__name__, "kind": kind})
        return 1
    say({"result": result})
    return 0


def _hold(order: dict[str, Any]) -> None:
    """The child goes through the same door to the data directory."""
    root = order["params"].get("root")
    if root is not None:
        reported: list[Problem] = []  # a child writes to no truth file, so it copies none
        names = Names(root, OsFiles(), lambda: order["private"], reported.append)
        names.load()
        beneath.hold(root).ask(names)


def _give_way() -> None:
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(Exception):
        import psutil

        psutil.Process().ionice(psutil.IOPRIO_CLASS_BE, 7)


def _end_with_parent() -> None:
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _wait_for_end() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
