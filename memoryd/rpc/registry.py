"""The table of methods: the name of each, who may call it, where it runs, its params and result."""

from __future__ import annotations

import difflib
import enum
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

import msgspec

from memoryd.errors import Unsupported

R = TypeVar("R")


class Access(enum.IntEnum):
    """What a peer must be allowed to do; a higher level includes the lower ones."""

    READ = 1
    WRITE = 2
    ADMIN = 3


class Runs(enum.Enum):
    """Where a handler runs."""

    LOOP = "loop"
    """On the event loop: takes microseconds, does no I/O."""
    READER = "reader"
    """On the reader pool: searches and looks up, in milliseconds."""
    SCANNER = "scanner"
    """On threads apart from the readers: may go through files, or make a large reply. Calls `check_cancelled` now and
    then, and so gives others their turn."""
    WRITER = "writer"
    """On the writer thread; the reply is sent when what was staged is on disk."""
    LONG = "long"
    """On a thread of its own; reports progress and can be cancelled."""


class Call(Protocol):
    """What a handler can learn about the request it serves."""

    @property
    def uid(self) -> int: ...
    @property
    def pid(self) -> int: ...
    @property
    def access(self) -> Access: ...
    @property
    def connection_id(self) -> int: ...
    @property
    def state(self) -> dict[str, Any]:
        """Values that live as long as the connection (the client's name, a bound group session)."""
        ...

    def progress(self, stage: str, done: int, total: int) -> None:
        """Report the progress of a long call to a caller that gave a token. Raises Busy when cancelled."""
        ...

    def check_cancelled(self) -> None:
        """Raise when the caller cancelled or left; where others wait for their turn, let them have it first."""
        ...

    def descriptors(self, count: int) -> list[int]:
        """In a long call: file descriptors that the caller passes; who gets them closes them. Raises InvalidParams."""
        ...

    def wait(self, work: Callable[[], R]) -> R:
        """Do what waits for something else, such as the writer: others have their turn meanwhile."""
        ...


class NoParams(msgspec.Struct, forbid_unknown_fields=True):
    """A method without parameters."""


class Method(msgspec.Struct, frozen=True):
    """One RPC method.

    `handler(call, params)` for LOOP, READER, SCANNER and LONG; `handler(call, params, batch)` for WRITER,
    where batch is a `memoryd.storage.batch.Batch`. It returns plain data (dict, list, str, int, float, None),
    shaped as `result` (a TypedDict or a builtin type) says, or raises MemorydError.
    `prepare(call, params)` of a WRITER does what needs no writer (bounds, redaction); the handler gets what it returns.
    It runs on the loop for a small request and on the reader pool for a large one; on a scanner where
    `goes_through(params)` says that it goes through files.
    `slices(prepared)` of a WRITER that may write much: what the handler gets one after the other, with others' writes
    between them, each durable by itself; `joined(results)` is then the result. Only of requests that a thread prepares.
    `together([(call, params), …], batch)` of a WRITER that is called often does several small requests at once, without
    `prepare`; it returns, for each, its result or the exception that it fails with.
    `summary` is the first line that `rpc.describe` and the manual print.
    """

    name: str
    access: Access
    runs: Runs
    params: type[msgspec.Struct]
    result: Any
    handler: Callable[..., Any]
    summary: str
    errors: tuple[str, ...] = ()
    prepare: Callable[..., Any] | None = None
    goes_through: Callable[[Any], bool] | None = None
    together: Callable[..., list[Any]] | None = None
    slices: Callable[[Any], list[Any]] | None = None
    joined: Callable[[list[Any]], Any] | None = None


class Registry:
    """All methods by name."""

    def __init__(self) -> None:
        self._methods: dict[str, Method] = {}

    def add(self, method: Method) -> None:
        """Register a method; its name must be new."""
        if method.name in self._methods:
            raise ValueError(f"{method.name} is registered twice")
        self._methods[method.name] = method

    def get(self, name: str) -> Method:
        """The method of that name. Raises Unsupported with the nearest names."""
        try:
            return self._methods[name]
        except KeyError:
            raise Unsupported(self._unknown(name), method=shortened(name)) from None

    def _unknown(self, name: str) -> str:
        """With the nearest name, else those of its namespace; all of them would fill the screen.

        It is looked for in the nearest namespace only: to compare it with all names keeps the loop for .5 ms.
        """
        space = name[:80].partition(".")[0]  # of whatever length it comes
        spaces = {known.partition(".")[0] for known in self._methods}
        near = difflib.get_close_matches(space, spaces - {space}, n=1)
        beside = [known for known in self._methods if known.partition(".")[0] in (space, *near)]
        said = unknown("method", name, beside)
        if "; did you mean " in said:
            return said
        return f"{said if space in spaces else said.partition('; known are ')[0]}; rpc.describe lists all"

    def __contains__(self, name: object) -> bool:
        return name in self._methods

    def __iter__(self) -> Iterator[Method]:
        return iter(sorted(self._methods.values(), key=lambda method: method.name))


def shortened(name: str) -> str:
    """A name that a client made up, of which it need not get all back."""
    return name if len(name) <= 80 else name[:77] + "..."


def unknown(what: str, name: str, known: dict[str, Any] | list[str] | tuple[str, ...], inside: str = "") -> str:
    """`unknown param 'qurey'; did you mean 'query'?`, with where it is `inside`."""
    shown = shortened(name)
    near = difflib.get_close_matches(name[:80], list(known), n=1)
    if near:
        return f"unknown {what} {shown!r}{inside}; did you mean {near[0]!r}?"
    return f"unknown {what} {shown!r}{inside}; known are {', '.join(sorted(known)) if known else 'none'}"
