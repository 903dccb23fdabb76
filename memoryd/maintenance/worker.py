"""The child's side of a heavy pass: `python -m memoryd.maintenance.worker`, spoken to by `child.Children`."""

from __future__ import annotations

import errno
import os
import sys
import threading
import traceback
from typing import Any, BinaryIO

import msgspec

from memoryd.children.inside import begin
from memoryd.maintenance.tasks import task_of
from memoryd.os_errors import is_of_the_system, path_of
from memoryd.storage import roots
from memoryd.storage.files import OsFiles
from memoryd.storage.names import Names
from memoryd.types import Problem


def main() -> int:
    """Read one order, do it, answer."""
    begin()
    out = _own_output()
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
        say(_told(error))
        return 1
    say({"result": result})
    return 0


def _hold(order: dict[str, Any]) -> None:
    """The child goes through the same door to the data directory."""
    root = order["params"].get("root")
    if root is not None:
        reported: list[Problem] = []  # a child writes to no truth file, so it copies none
        names = Names(root, OsFiles(), lambda: order["private"], lambda _: 0, reported.append)
        names.load()
        roots.hold(root).ask(names)


def _told(error: Exception) -> dict[str, Any]:
    said = str(error) or type(error).__name__
    if is_of_the_system(error):
        number = errno.ENOMEM if isinstance(error, MemoryError) else getattr(error, "errno", None)
        return {"error": said, "kind": "OSError", "errno": number, "path": path_of(error)}
    return {"error": said, "kind": type(error).__name__}


def _own_output() -> BinaryIO:
    """The pipe to the daemon for answers alone; what anything else prints goes to the log."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return out


def _wait_for_end() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
