"""Callers that wait for the watcher to catch up: a ticket is done when what was dirty before it has been taken in."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Iterable

from memoryd.storage import beneath
from memoryd.storage.regular import regular
from memoryd.watch.scan import COOKIES


class Ticket:
    """One caller of `sync`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.done = threading.Event()
        self.waiting: set[str] | None = None
        """What must still be taken in; None before the cookie or a scan was seen."""


class Tickets:
    """The tickets that are not done. `open` and `close` come from any thread, the rest from the watcher's."""

    def __init__(self, root: str) -> None:
        self._directory = os.path.join(root, COOKIES)
        self._prefix = f"{COOKIES}/cookie-"
        self._numbers = itertools.count(1)
        self._open: dict[str, Ticket] = {}
        self._lock = threading.Lock()

    def open(self) -> Ticket:
        """A new ticket; it does not count until its cookie is written or a scan is asked for."""
        ticket = Ticket(f"cookie-{os.getpid()}-{next(self._numbers)}")
        with self._lock:
            self._open[ticket.name] = ticket
        return ticket

    def write_cookie(self, ticket: Ticket) -> bool:
        """Leave the ticket's cookie in the watched directory; False if it cannot be written."""
        path = os.path.join(self._directory, ticket.name)
        try:
            os.close(regular(path, os.O_CREAT | os.O_WRONLY))
        except OSError:
            return False
        return True

    def close(self, ticket: Ticket) -> None:
        """Forget the ticket and its cookie."""
        with self._lock:
            self._open.pop(ticket.name, None)
        self._eat(ticket.name)

    def sweep(self) -> None:
        """Remove the cookies that a daemon left behind when it was killed."""
        try:
            names = beneath.listdir(self._directory)
        except OSError:
            return
        with self._lock:
            stale = [name for name in names if name.startswith("cookie-") and name not in self._open]
        for name in stale:
            self._eat(name)

    def is_cookie(self, relpath: str) -> bool:
        """Whether that path is a cookie."""
        return relpath.startswith(self._prefix)

    def saw_cookie(self, relpath: str, pending: Iterable[str]) -> None:
        """The cookie came out of the event queue, so all hints before it are in `pending`."""
        with self._lock:
            ticket = self._open.get(relpath.rpartition("/")[2])
        if ticket is not None and ticket.waiting is None:
            self._settle(ticket, set(pending))

    def unseen(self) -> list[Ticket]:
        """The tickets whose cookie has not been seen: a scan that begins now covers them."""
        with self._lock:
            return [ticket for ticket in self._open.values() if ticket.waiting is None]

    def scanned(self, covered: list[Ticket], pending: set[str], rescan: str) -> None:
        """A scan has put what it found in `pending`; those who waited for the scan now wait for that."""
        with self._lock:
            waited = [t for t in self._open.values() if t.waiting is not None and rescan in t.waiting]
        for ticket in waited:
            self._settle(ticket, ((ticket.waiting or set()) | pending) - {rescan})
        for ticket in covered:
            self._settle(ticket, set(pending) - {rescan})

    def taken_in(self, relpath: str) -> None:
        """The path has been taken in, or was found to be as we know it, or it failed for now."""
        with self._lock:
            waiting = [t for t in self._open.values() if t.waiting is not None and relpath in t.waiting]
        for ticket in waiting:
            assert ticket.waiting is not None
            ticket.waiting.discard(relpath)  # of a hundred thousand, a copy for each would take hours
            self._settle(ticket, ticket.waiting)

    def _settle(self, ticket: Ticket, waiting: set[str]) -> None:
        ticket.waiting = waiting
        if not waiting:
            ticket.done.set()

    def _eat(self, name: str) -> None:
        try:
            beneath.unlink(os.path.join(self._directory, name))
        except OSError:
            # It was never written, or went with its directory.
            return
