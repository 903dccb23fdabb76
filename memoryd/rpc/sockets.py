"""The socket file: bound with the right mode; a stale one is replaced, a running daemon's left alone."""

from __future__ import annotations

import contextlib
import os
import socket
import stat

from memoryd.errors import Conflict
from memoryd.rpc.addresses import address_of


class Listening:
    """A socket that listens, and its file; one of ours is removed with it, unless it has been replaced."""

    def __init__(self, sock: socket.socket, path: str, *, is_ours: bool = True) -> None:
        """`is_ours`: whether the file is, not systemd's."""
        self.socket = sock
        self._path = path
        self._is_ours = is_ours
        self._file = identity(path)

    def is_in_place(self) -> bool:
        """Whether who connects to the path finds it; one that was out of our sight from the first counts as found."""
        return self._file is None or identity(self._path) == self._file

    def again(self) -> Listening:
        """Another one on the same path. Raises Conflict when that is somebody else's now, OSError."""
        if not self._is_ours:
            raise Conflict(f"{self._path} is gone, which systemd made; restart the unit of the socket", path=self._path)
        os.makedirs(os.path.dirname(self._path), mode=0o750, exist_ok=True)
        return Listening(bind(self._path), self._path)

    def close(self) -> None:
        """Listen no more."""
        self.socket.close()
        if self._is_ours and self._file is not None and self.is_in_place():
            with contextlib.suppress(OSError):
                os.unlink(self._path)


def bind(path: str, backlog: int = 1024, mode: int = 0o660) -> socket.socket:
    """A listening socket at `path`; a stale file is replaced. Raises Conflict when another daemon listens, OSError."""
    if _is_live(path):
        raise Conflict(f"another daemon listens on {path}; stop it, or choose another socket", path=path)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # The file gets the socket's mode less the umask, so that it is never accessible to more users than intended.
        os.fchmod(sock.fileno(), mode)
        with contextlib.suppress(FileNotFoundError):
            _remove_socket(path)
        with address_of(path) as address:
            sock.bind(address)
            sock.listen(backlog)  # at once: clients that wait for the file connect as soon as it appears
        os.chmod(path, mode)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _remove_socket(path: str) -> None:
    if not stat.S_ISSOCK(os.lstat(path).st_mode):
        raise Conflict(f"{path} is a file, not a socket; remove it, or choose another socket", path=path)
    os.unlink(path)


def _is_live(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            with address_of(path) as address:
                probe.connect(address)
        except BlockingIOError:
            return True  # its backlog is full: a daemon listens
        except OSError:
            return False
        return True


def identity(path: str) -> tuple[int, int] | None:
    """The identity of the file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
