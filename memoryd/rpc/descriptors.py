"""File descriptors that a peer passes by SCM_RIGHTS (unix(7))."""

from __future__ import annotations

import os
import select
import socket

from memoryd.errors import InvalidParams

LEND_SECONDS = 10.0
"""How long the loop may take to lend a connection, and the peer to pass what it was asked for."""


def receive_descriptors(peer: socket.socket, count: int) -> list[int]:
    """So many descriptors, closed in children, with the peer's next byte. Raises InvalidParams."""
    poller = select.poll()
    poller.register(peer, select.POLLIN)
    if not poller.poll(LEND_SECONDS * 1000):
        raise InvalidParams(f"no file descriptor was passed within {LEND_SECONDS:.0f} s; see memoryd-rpc(7)")
    _, found, _, _ = socket.recv_fds(peer, 1, count + 1, socket.MSG_DONTWAIT | socket.MSG_CMSG_CLOEXEC)
    if len(found) != count:
        for descriptor in found:
            os.close(descriptor)
        raise InvalidParams(f"{len(found)} file descriptors were passed, and {count} are needed")
    return found
