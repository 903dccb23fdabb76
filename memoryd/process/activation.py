"""Listening sockets that systemd passes (sd_listen_fds(3))."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from pathlib import Path

import msgspec

from memoryd.errors import Busy, MemorydError
from memoryd.rpc.frames import FrameDecoder, request_id
from memoryd.rpc.replies import pack_error

_FIRST = 3
_MOST_WAITING = 4096
_ASKING_SECONDS = 1.0
"""How long those are listened to who have connected and not asked yet."""
_CHUNK = 64 * 1024
_VARIABLES = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")


class ActivationError(Exception):
    """A passed socket cannot be served; the message says which one and what to do."""


class PassedSocket(msgspec.Struct, frozen=True):
    """One listening Unix stream socket; `name` is its FileDescriptorName=, `path` where it is bound."""

    name: str
    path: Path
    socket: socket.socket


def take_passed_sockets(environ: MutableMapping[str, str] | None = None, first: int = _FIRST) -> list[PassedSocket]:
    """Take over the sockets passed to this process: the variables are unset, children inherit nothing.

    Raises ActivationError when one is not a listening Unix stream socket; then all of them are closed.
    """
    environ = os.environ if environ is None else environ
    pid, count, names = (environ.pop(variable, "") for variable in _VARIABLES)
    if pid != str(os.getpid()) or not count.isdecimal():
        return []
    labels = names.split(":") if names else []
    descriptors = range(first, first + int(count))
    for descriptor in descriptors:
        _set_cloexec(descriptor)
    taken: list[PassedSocket] = []
    faults: list[str] = []
    for number, descriptor in enumerate(descriptors):
        name = labels[number] if number < len(labels) else ""
        try:
            taken.append(_take(descriptor, name))
        except ActivationError as error:
            faults.append(str(error))
    if faults:
        for passed in taken:
            passed.socket.close()
        raise ActivationError("; ".join(faults))
    return taken


def _set_cloexec(descriptor: int) -> None:
    try:
        os.set_inheritable(descriptor, False)
    except OSError as error:
        raise ActivationError(f"file descriptor {descriptor} was announced but not passed: {error.strerror}") from None


def _take(descriptor: int, name: str) -> PassedSocket:
    what = f"file descriptor {descriptor} ({name or 'unnamed'})"
    try:
        passed = socket.socket(fileno=descriptor)
    except OSError:
        os.close(descriptor)
        raise ActivationError(
            f"{what} is no socket; the .socket unit must have ListenStream= and nothing else"
        ) from None
    if passed.family != socket.AF_UNIX or passed.type != socket.SOCK_STREAM:
        passed.close()
        raise ActivationError(f"{what} is no Unix stream socket; give ListenStream= an absolute path")
    if not passed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        passed.close()
        raise ActivationError(f"{what} does not listen; the .socket unit must have Accept=no")
    address = passed.getsockname()
    text = os.fsdecode(address) if isinstance(address, bytes) else str(address)
    return PassedSocket(name, Path(text), passed)


def choose_listener(passed: Sequence[PassedSocket], path: Path, chosen: bool) -> PassedSocket | None:
    """The passed socket to serve: the one bound to `path`, else the first unless the path was `chosen` explicitly."""
    for candidate in passed:
        if candidate.path == path:
            return candidate
    return passed[0] if passed and not chosen else None


def turn_away(passed: Iterable[PassedSocket], why: str) -> None:
    """Say to all who wait why nobody serves them, and hang up: as long as one waits, systemd starts us again."""
    refusal = Busy(f"memoryd cannot start: {why}")
    waiting = {one.fileno(): one for one in _waiting(passed)}
    asking = select.poll()
    for descriptor in waiting:
        asking.register(descriptor, select.POLLIN)
    until = time.monotonic() + _ASKING_SECONDS
    while waiting and (left := until - time.monotonic()) > 0:
        for descriptor, _ in asking.poll(left * 1000):
            asking.unregister(descriptor)
            with waiting.pop(descriptor) as one, contextlib.suppress(OSError):
                one.send(_refusals(one.recv(_CHUNK), refusal))
    for one in waiting.values():
        one.close()


def _waiting(passed: Iterable[PassedSocket]) -> Iterator[socket.socket]:
    for one in passed:
        one.socket.setblocking(False)
        with contextlib.suppress(OSError):
            for _ in range(_MOST_WAITING):
                waiting, _ = one.socket.accept()
                waiting.setblocking(False)
                yield waiting


def _refusals(data: bytes, why: MemorydError) -> bytes:
    """The answers to requests of which at least the beginning is there."""
    decoder = FrameDecoder()
    asked = [*map(request_id, decoder.feed(data)), decoder.abandon()]
    return b"".join(pack_error(one, why) for one in asked if one is not None)
