"""On whose behalf the code that runs now changes memories; the audit writes it down.

The gate says who asks, the watcher says that a person edited a file, the runner of maintenance says which step it is.
The writer carries it from the caller's thread to its own, and to what runs when the batch is on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec


class Actor(msgspec.Struct, frozen=True, gc=False):
    """Who changes something, and by which method or step."""

    by: str
    """`request`, `file` (a person or a program edited it), `memoryd`, or `unknown`."""
    method: str
    uid: int = -1
    pid: int = -1
    agent: str | None = None
    session: str | None = None
    connection: int = -1


MEMORYD = Actor("memoryd", "memoryd")
"""What the daemon does by itself."""
FILE = Actor("file", "edit")
"""An edit of a file that the daemon noticed."""
UNKNOWN = Actor("unknown", "start")
"""A change that a start found and of which nothing was written down."""

_CURRENT: ContextVar[Actor] = ContextVar("actor", default=MEMORYD)


def actor() -> Actor:
    """On whose behalf this runs."""
    return _CURRENT.get()


def act(who: Actor) -> None:
    """From now on this thread acts for them."""
    _CURRENT.set(who)


class acting:
    """Act for them within. A class: a generator takes thrice as long, and each add enters four."""

    __slots__ = ("_token", "_who")

    def __init__(self, who: Actor) -> None:
        self._who = who

    def __enter__(self) -> None:
        self._token = _CURRENT.set(self._who)

    def __exit__(self, *_: object) -> None:
        _CURRENT.reset(self._token)


@contextmanager
def acting_step(name: str) -> Iterator[None]:
    """Within, what is done is done by this step of maintenance, for whoever asked for the run."""
    with acting(msgspec.structs.replace(actor(), method=f"maintenance:{name}")):
        yield
