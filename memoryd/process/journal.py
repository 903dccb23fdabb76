"""journald's native protocol: one datagram per record, or a sealed memfd for one that is too large."""

from __future__ import annotations

import array
import errno
import fcntl
import os
import re
import socket
import struct
from collections.abc import Mapping

SOCKET = "/run/systemd/journal/socket"

_NOT_IN_NAMES = re.compile(r"[^A-Z0-9_]")
_SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL
_TOO_LARGE = (errno.EMSGSIZE, errno.ENOBUFS)


def stderr_is_journal(environ: Mapping[str, str], descriptor: int = 2) -> bool:
    """Whether $JOURNAL_STREAM names what standard error is connected to."""
    device, _, inode = environ.get("JOURNAL_STREAM", "").partition(":")
    if not (device.isdecimal() and inode.isdecimal()):
        return False
    try:
        status = os.fstat(descriptor)
    except OSError:
        return False
    return (status.st_dev, status.st_ino) == (int(device), int(inode))


def field_name(name: str) -> str:
    """A name that journald accepts: upper case, digits, `_`, not first `_` or a digit, at most 64 long."""
    return _NOT_IN_NAMES.sub("_", name.upper()).lstrip("_0123456789")[:64]


def encode(fields: Mapping[str, str | bytes]) -> bytes:
    """The fields as journald wants them; values may hold newlines and any bytes."""
    parts: list[bytes] = []
    for name, value in fields.items():
        data = value if isinstance(value, bytes) else value.encode("utf-8", "replace")
        label = name.encode("ascii")
        if b"\n" in data:
            parts += (label, b"\n", struct.pack("<Q", len(data)), data, b"\n")
        else:
            parts += (label, b"=", data, b"\n")
    return b"".join(parts)


class JournalSocket:
    """A connection to journald. It blocks when journald does, so it belongs on a thread of its own."""

    def __init__(self, path: str = SOCKET) -> None:
        self._path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)

    def send(self, record: bytes) -> None:
        """Send one encoded record. Raises OSError."""
        try:
            self._socket.sendto(record, self._path)
        except OSError as error:
            if error.errno not in _TOO_LARGE:
                raise
            self._send_by_memfd(record)

    def _send_by_memfd(self, record: bytes) -> None:
        descriptor = os.memfd_create("memoryd-journal", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            view = memoryview(record)
            while view:
                view = view[os.write(descriptor, view) :]
            fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
            rights = array.array("i", [descriptor])
            self._socket.sendmsg([], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)], 0, self._path)
        finally:
            os.close(descriptor)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
