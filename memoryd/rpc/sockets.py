"""A socket file that is replaced without a gap."""

from __future__ import annotations

import contextlib
import os
import socket

from memoryd.errors import Conflict
from memoryd.rpc.addresses import address_of


def bind(path: str, backlog: int = 1024, mode: int = 0o660) -> socket.socket:
    """A listening socket at `path`; a stale file is replaced. Raises Conflict when another daemon listens, OSError."""
    if _is_live(path):
        raise Conflict(f"another daemon listens on {path}; stop it, or choose another socket", path=path)
    # Bound under another name, so that the path shows only a socket that already listens with the right mode.
    temporary = f"{path}.{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with address_of(temporary) as address:
            sock.bind(address)
        os.chmod(temporary, mode)
        sock.listen(backlog)
        sock.setblocking(False)
        os.rename(temporary, path)
    except BaseException:
        sock.close()
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return sock


def _is_live(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            with address_of(path) as address:
                probe.connect(address)
        except BlockingIOError:
            return True  # its backlog is full: somebody listens
        except OSError:
            return False
        return True


def identity(path: str) -> tuple[int, int] | None:
    """Which file that is now."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
