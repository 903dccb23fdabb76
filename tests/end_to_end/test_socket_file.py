"""The socket's file is removed while it is served: who connects later finds the daemon all the same."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import Wire


def reached(daemon: Daemon) -> bool:
    try:
        with daemon.connect() as wire:
            return bool(wire.call("rpc.ping"))
    except OSError:
        return False


def problems(wire: Wire, daemon: Daemon) -> list[dict[str, Any]]:
    return [one for one in wire.call("system.health")["problems"] if one["path"] == str(daemon.socket)]


@pytest.mark.parametrize("is_directory_gone", [False, True])
def test_a_file_that_is_removed_is_made_anew(daemon_folder: Path, is_directory_gone: bool) -> None:
    daemon = Daemon(daemon_folder / "d")
    daemon.socket = daemon_folder / "run" / "s"
    daemon.start()
    try:
        mode = daemon.socket.stat().st_mode
        with daemon.connect() as wire:
            if is_directory_gone:
                shutil.rmtree(daemon.socket.parent)
            else:
                daemon.socket.unlink()
            until(lambda: reached(daemon))
            assert (daemon.socket.stat().st_mode, problems(wire, daemon)) == (mode, [])
            assert wire.call("rpc.ping")  # who was connected stays so
        assert daemon.stop() == 0
        assert not daemon.socket.exists()
    finally:
        daemon.kill()


@pytest.mark.parametrize("what", ["a socket", "a file"])
def test_what_another_put_in_its_place_stays_and_is_a_problem(daemon: Daemon, what: str) -> None:
    with daemon.connect() as wire, socket.socket(socket.AF_UNIX) as other:
        daemon.socket.unlink()
        if what == "a socket":
            other.bind(str(daemon.socket))
            other.listen()
        else:
            daemon.socket.write_text("else's")
        told = until(lambda: problems(wire, daemon))[0]
        assert told["severity"] == "critical" and "nobody can connect any more" in told["what"]
        other.close()
        assert daemon.socket.exists()
        daemon.socket.unlink()
        until(lambda: reached(daemon) and not problems(wire, daemon))
