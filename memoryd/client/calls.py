"""What both clients share: where the daemon is, which calls may be repeated, and its errors as exceptions."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from memoryd.errors import ERRORS, InvalidParams, MemorydError, TooLarge
from memoryd.rpc.frames import MAX_FRAME
from memoryd.rpc.messages import Params, pack_request

ENVIRONMENT = "MEMORYD_SOCKET"
SYSTEM_SOCKET = "/run/memoryd/memoryd.sock"
MAX_RESPONSE = 64 * 1024 * 1024

Progress = Callable[[str, int, int], object]
"""Takes stage, done, total."""


class CallOptions(TypedDict, total=False):
    """What every method takes besides its own parameters."""

    timeout: float | None
    """Seconds; None waits for ever. Left out: the client's own."""
    retry: bool | None
    """Whether it may be sent again when the connection drops. Left out: whether it is a read."""


class SessionOptions(CallOptions, total=False):
    """What a method takes besides that may be asked in a session."""

    session_id: str | None
    """The session that asks: text of 1 to 200 characters."""


def check_progress(progress: object) -> None:
    """Raises TypeError for what cannot be told, such as a token, before anything is sent."""
    if progress is not None and not callable(progress):
        raise TypeError(
            f"progress takes a function of (stage, done, total), not {type(progress).__name__}; "
            'a token of your own goes into the map of params: {"progress": "token"}'
        )


class DaemonUnavailable(ConnectionError):
    """Nobody can be reached at the socket; the text says why and what to do. `path` is where we looked."""

    def __init__(self, sentence: str, path: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        # An OSError is remade of `args`, which has the sentence only.
        return type(self), (self.sentence, self.path), self.__dict__


class ConnectionLost(DaemonUnavailable):
    """The connection dropped between request and answer. What the request asked for may or may not have been done."""


class CallTimeout(TimeoutError):
    """No answer came in time; the daemon may still be working on it."""


class UnknownError(MemorydError):
    """A refusal by a newer daemon: its `code` is one that this client does not know."""


def greeting(name: str | None, version: str | None, required: tuple[str, ...]) -> dict[str, Any]:
    """The params of `rpc.hello`; empty when there is nothing to say."""
    hello: dict[str, Any] = {}
    if name is not None:
        hello["client"] = {"name": name, "version": version} if version else {"name": name}
    if required:
        hello["required"] = list(required)
    return hello


def discover_socket(environment: Mapping[str, str] | None = None) -> str:
    """`$MEMORYD_SOCKET`, else the user's daemon if it has a socket, else the system's."""
    environment = os.environ if environment is None else environment
    named = environment.get(ENVIRONMENT)
    if named:
        return named
    own = os.path.join(runtime_directory(environment), "memoryd", "memoryd.sock")
    return own if os.path.exists(own) else SYSTEM_SOCKET


def runtime_directory(environment: Mapping[str, str]) -> str:
    """The user's own, where systemd makes it: programs that start others, such as MCP clients, do not tell them."""
    return environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"


def unavailable(path: str, error: OSError) -> DaemonUnavailable:
    """The exception for a connect that failed."""
    if isinstance(error, FileNotFoundError):
        help_ = f"there is no socket; start the daemon (memoryd, or systemctl start memoryd) or set ${ENVIRONMENT}"
    elif isinstance(error, ConnectionRefusedError):
        help_ = "nobody listens there any more; start the daemon (memoryd, or systemctl start memoryd)"
    elif isinstance(error, PermissionError):
        help_ = (
            "this user may not connect; add it to the daemon's group (the group of the socket file) and log in again"
        )
    elif error.errno in (errno.EAGAIN, errno.ETIMEDOUT):
        help_ = "the daemon accepts nobody at the moment; look at its status (systemctl status memoryd)"
    elif error.errno in (errno.ENOTSOCK, errno.EPROTOTYPE):
        help_ = f"that is not memoryd's socket; set ${ENVIRONMENT} to the right one"
    else:
        help_ = f"{error.strerror or error}; look at the daemon's status (systemctl status memoryd)"
    return DaemonUnavailable(f"cannot reach memoryd at {path}: {help_}", path)


def lost(path: str, method: str) -> ConnectionLost:
    """The exception for a call whose answer will never come."""
    return ConnectionLost(
        f"the connection to memoryd at {path} dropped before {method} was answered; it may have been done: "
        "look, then repeat it if it was not",
        path,
    )


def timed_out(method: str, seconds: float | None) -> CallTimeout:
    """The exception for a call that took too long."""
    return CallTimeout(f"{method} was not answered within {seconds} s; the daemon may still be working on it")


def error_of(value: Any) -> MemorydError:
    """The exception for the error of a response; an unknown code keeps its name in `code`."""
    if not (isinstance(value, list) and len(value) == 3 and isinstance(value[0], str)):
        return MemorydError(f"the daemon sent an error of an unknown shape: {value!r}")
    code, sentence, data = value
    error = ERRORS.get(code, UnknownError)(str(sentence))
    error.code = code
    error.data = data if isinstance(data, dict) else {}
    return error


def pack_call(msgid: int, method: str, params: Params) -> bytes:
    """The request's bytes. Raises InvalidParams for values that the wire cannot carry, TooLarge for too many."""
    try:
        packed = pack_request(msgid, method, params)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidParams(f"{method}: params must be plain values (text, numbers, lists, maps): {error}") from error
    if len(packed) > MAX_FRAME:
        raise TooLarge(f"{method}: the request has {len(packed)} bytes and a frame holds {MAX_FRAME}; split it")
    return packed


def values_of(method: str, params: Any, named: dict[str, Any]) -> dict[str, Any]:
    """The params of a call, given as a map, by name, or both. Raises TypeError that says how to write it."""
    if params is None:
        return named
    if not isinstance(params, Mapping):
        raise TypeError(f"{method} takes its params by name or as one map, not as {type(params).__name__}")
    return {**params, **named}


def new_token() -> str:
    """A name for a long call that nobody else uses."""
    return f"{os.getpid()}-{os.urandom(8).hex()}"


class Namespace:
    """`client.facts`: its attributes are the methods whose names begin with `facts.`."""

    def __init__(self, call: Callable[..., Any], prefix: str) -> None:
        self._call = call
        self._prefix = prefix

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        method = f"{self._prefix}.{name}"

        def call(params: Params | None = None, /, *more: Any, **named: Any) -> Any:
            if more:
                raise TypeError(f"{method} takes its params by name or as one map, not several in a row")
            return self._call(method, params, **named)

        call.__name__ = method
        return call

    def __repr__(self) -> str:
        return f"<methods {self._prefix}.*>"
