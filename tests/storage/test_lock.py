from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.storage.lock import DirectoryLock, Locked

HOLDER = """
import sys
from memoryd.storage.lock import DirectoryLock
lock = DirectoryLock(sys.argv[1])
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_who_only_reads_is_told_who_has_it(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    with pytest.raises(Locked) as caught:
        DirectoryLock(str(tmp_path)).acquire_for_reading()
    assert caught.value.pid == holder.pid


def test_a_second_holder_is_told_who_has_it(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    with pytest.raises(Locked, match=rf"pid {holder.pid}\b.*{tmp_path}") as caught:
        DirectoryLock(str(tmp_path)).acquire()
    assert caught.value.pid == holder.pid
    assert caught.value.code == "busy"


def test_a_killed_holder_is_no_obstacle(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert (tmp_path / ".memoryd" / "lock").read_text() == f"{holder.pid}\n"
    with DirectoryLock(str(tmp_path)):
        assert (tmp_path / ".memoryd" / "lock").read_text() == f"{os.getpid()}\n"


def test_the_lock_can_be_taken_again_after_its_release(tmp_path: Path) -> None:
    lock = DirectoryLock(str(tmp_path))
    for _ in range(2):
        with lock:
            with pytest.raises(Locked) as caught:
                DirectoryLock(str(tmp_path)).acquire()
            assert caught.value.pid == os.getpid()


def test_children_do_not_keep_the_lock(tmp_path: Path) -> None:
    """Neither a program that was started nor a forked child keeps it when the daemon is gone."""
    lock = DirectoryLock(str(tmp_path))
    lock.acquire()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, close_fds=False) as program:
        ready, tell = os.pipe()
        hold, release = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(release)
            os.write(tell, b"x")
            os.read(hold, 1)
            os._exit(0)
        assert os.read(ready, 1) == b"x"
        lock.release()
        try:
            with DirectoryLock(str(tmp_path)):
                pass
        finally:
            for fd in (release, hold, ready, tell):
                os.close(fd)
            os.waitpid(child, 0)
            program.kill()


def test_nobody_else_has_rights_in_the_daemons_own_directory(tmp_path: Path) -> None:
    own = tmp_path / ".memoryd"
    own.mkdir()
    own.chmod(0o2770)
    with DirectoryLock(str(tmp_path)):
        assert own.stat().st_mode & 0o7777 == 0o700  # RestrictSUIDSGID= refuses a setgid bit, kept or new
