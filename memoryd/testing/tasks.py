"""Passes that go wrong, for workers to run: each does what its name says."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memoryd.maintenance.tasks import Say


def tell(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Answers with what it was given, and where it is."""
    say("telling", 1, 2)
    return {"given": dict(params), "directory": os.getcwd(), "path": sys.path, "safe": sys.flags.safe_path}


def stop_itself(params: Mapping[str, Any], _say: Say) -> dict[str, Any]:
    """As SIGSTOP does; with `once`, a file that does not exist, only the first one does."""
    if _is_first(params):
        os.kill(os.getpid(), signal.SIGSTOP)
    return {}


def kill_itself(params: Mapping[str, Any], _say: Say) -> dict[str, Any]:
    """As the kernel does when memory is short; for `once` see `stop_itself`."""
    if _is_first(params):
        os.kill(os.getpid(), signal.SIGKILL)
    return {}


def spin(_params: Mapping[str, Any], _say: Say) -> dict[str, Any]:
    """Works for ever and tells nothing."""
    while True:
        pass


def babble(_params: Mapping[str, Any], _say: Say) -> dict[str, Any]:
    """Prints what is no answer, to the same output, and answers."""
    print("no answer")
    os.write(1, b"\xff\x00{}\n[1]\n")
    return {"said": "all"}


def fill_the_disk(_params: Mapping[str, Any], _say: Say) -> dict[str, Any]:
    """Fails on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/data/file")


def leave(_params: Mapping[str, Any], _say: Say) -> dict[str, Any]:
    """Ends without an answer."""
    os._exit(3)


def _is_first(params: Mapping[str, Any]) -> bool:
    once = params.get("once")
    if once is None:
        return True
    try:
        Path(once).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
