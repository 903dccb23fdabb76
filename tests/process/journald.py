"""A journald for tests: a real datagram socket, and a parser of the native protocol."""

from __future__ import annotations

import array
import mmap
import os
import socket
import struct
from pathlib import Path


def parse(record: bytes) -> dict[str, bytes]:
    """The fields of one encoded record; raises ValueError on anything that journald would refuse."""
    fields: dict[str, bytes] = {}
    at = 0
    while at < len(record):
        end = record.index(b"\n", at)
        line = record[at:end]
        if b"=" in line:
            name, _, value = line.partition(b"=")
            at = end + 1
        else:
            (length,) = struct.unpack_from("<Q", record, end + 1)
            name, value = line, record[end + 9 : end + 9 + length]
            if len(value) != length or record[end + 9 + length : end + 10 + length] != b"\n":
                raise ValueError("a value is not as long as it says")
            at = end + 10 + length
        fields[name.decode("ascii")] = value
    return fields


class Journald:
    """Receives records at `path`; those that come by memfd are read from it."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.by_memfd = 0
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(20)

    def receive(self) -> dict[str, bytes]:
        """The next record's fields."""
        room = socket.CMSG_SPACE(array.array("i").itemsize)
        data, ancillary, _, _ = self.socket.recvmsg(1 << 20, room)
        if not ancillary:
            return parse(data)
        self.by_memfd += 1
        (descriptor,) = array.array("i", ancillary[0][2])
        try:
            with mmap.mmap(descriptor, os.fstat(descriptor).st_size, prot=mmap.PROT_READ) as content:
                return parse(content[:])
        finally:
            os.close(descriptor)

    def close(self) -> None:
        self.socket.close()
