"""The small daemon that memoryctl is tested against."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import msgpack

from tests.cli.fake_daemon import FakeDaemon


def test_one_that_is_closed_accepts_nothing_more(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    for number in range(20):
        fake = FakeDaemon(tmp_path / f"{number}.sock")
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(fake.path))
            client.sendall(msgpack.packb([0, 1, "rpc.hello", []]))
            assert client.recv(1000)
            fake.close()
            assert set(threading.enumerate()) - before == set()
