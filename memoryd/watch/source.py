"""Where hints come from: inotify while there are watches, a scan every second while there are none."""

from __future__ import annotations

import math
import os
import select
import threading
import time

from memoryd.storage import beneath
from memoryd.types import Problem
from memoryd.watch.inotify import Hints, Inotify, NoWatches
from memoryd.watch.scan import COOKIES, Scan, scan

_SCAN_SHARE = 20
"""While polling, scans take at most one part in this many of the time."""


class RootGone(Exception):
    """There is no directory at the root's path."""


class Source:
    """Looks at the tree, and waits for something to happen in it. Used by one thread, except for `wake`."""

    def __init__(self, root: str, hints: Hints, retry: float, largest: int) -> None:
        """For `largest` see `look_at`."""
        self._root = root
        self._hints = hints
        self._retry = retry
        self._largest = largest
        self._inotify: Inotify | None = None
        self._identity: tuple[int, int] | None = None
        self._exhausted: str | None = None
        self._retry_at = 0.0
        self._scan_cost = 0.0
        self._scanned_at = 0.0
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._closing = threading.Lock()
        self._closed = False

    @property
    def polling(self) -> bool:
        """Whether there is no inotify at present."""
        return self._inotify is None

    def look(self) -> Scan:
        """Scan the tree, setting watches on the way. Raises RootGone."""
        started = time.monotonic()
        try:
            self._meet_root()
            found = self._watched_scan(started) or scan(self._root, largest=self._largest)
        except (FileNotFoundError, NotADirectoryError) as error:
            self.lose_root()
            raise RootGone(str(error)) from error
        self._scanned_at = time.monotonic()
        self._scan_cost = self._scanned_at - started
        return found

    def needs_look(self) -> bool:
        """Whether a scan is due: polling, or another directory stands at the root's path."""
        if self._inotify is None:
            return time.monotonic() - self._scanned_at >= self._scan_cost * _SCAN_SHARE
        return self._identity != self._identity_now()

    def lose_root(self) -> None:
        """The root was moved, removed or unmounted: the next look starts over."""
        self._drop_inotify()
        self._identity = None

    def wait(self, timeout: float, gather: float) -> None:
        """Wait for events and pass on their hints; returns early on `wake`.

        Once there is an event we let `gather` seconds pass, in which the kernel folds a burst of equal events into one.
        """
        if self._inotify is None:
            self._readable(timeout)
        elif self._readable(timeout, self._inotify.fileno()):
            self._readable(gather)
            self._inotify.read()

    def wake(self) -> None:
        """Make `wait` return; from any thread, also when it is closed."""
        with self._closing:
            if not self._closed:
                os.eventfd_write(self._wake, 1)

    def problem(self) -> Problem | None:
        """What keeps inotify away."""
        if self._exhausted is None:
            return None
        return Problem(
            path=".",
            what=f"no inotify watches are left ({self._exhausted}), so the directory is scanned once a second",
            action=f"raise {self._exhausted}: sysctl -w {self._exhausted}="
            + ("524288" if self._exhausted.endswith("watches") else "1024"),
        )

    def close(self) -> None:
        """Give the descriptors back; once more does nothing."""
        self._drop_inotify()
        with self._closing:
            if not self._closed:
                self._closed = True
                os.close(self._wake)

    def _readable(self, timeout: float, fd: int | None = None) -> bool:
        """Wait for `fd` or a wake; whether `fd` has something to read."""
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if fd is not None:
            poll.register(fd, select.POLLIN)
        # Rounded up: many short waits would follow one that ends a little early.
        ready = {descriptor for descriptor, _ in poll.poll(math.ceil(max(0.0, timeout) * 1000))}
        if self._wake in ready:
            os.eventfd_read(self._wake)
        return fd in ready

    def _identity_now(self) -> tuple[int, int] | None:
        try:
            status = beneath.stat(self._root)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _meet_root(self) -> None:
        identity = self._identity_now()
        if identity != self._identity:
            self._drop_inotify()
            self._identity = identity
        if identity is not None:
            for directory in (os.path.dirname(COOKIES), COOKIES):
                _make(os.path.join(self._root, directory))

    def _watched_scan(self, now: float) -> Scan | None:
        """A scan under inotify, or None when there are no watches to be had."""
        if self._inotify is None and now < self._retry_at:
            return None
        try:
            if self._inotify is None:
                self._inotify = Inotify(self._root, self._hints)
            self._inotify.watch(COOKIES)
            found = scan(self._root, self._inotify.watch, self._largest)
            self._inotify.drop_unseen()
        except NoWatches as error:
            # Give back what we hold at once: watching a part is of no use, and other programs may need the watches.
            self._drop_inotify()
            self._exhausted = error.limit
            self._retry_at = now + self._retry
            return None
        self._exhausted = None
        return found

    def _drop_inotify(self) -> None:
        if self._inotify is not None:
            self._inotify.close()
            self._inotify = None


def _make(path: str) -> None:
    try:
        beneath.mkdir(path)
    except OSError:
        # It exists; or the disk is read-only, and then `sync` scans instead.
        return
