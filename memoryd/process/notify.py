"""Notifies systemd: READY, STATUS, RELOADING, STOPPING, and the watchdog, only while every part makes progress."""

from __future__ import annotations

import os
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import sdnotify
import structlog

Heartbeat = Callable[[], float]
"""A value that changes with each round of its owner: a counter, or the time of the last round."""

_SPELLED = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "þ": "th", "–": "-", "—": "-", "…": "...",
    "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "←": "<-", "·": "-", "×": "x", "•": "-",
}  # fmt: skip
_SPELLING = str.maketrans({**_SPELLED, **{key.upper(): _SPELLED[key].upper() for key in "æœøđłþ"}})


def to_ascii(text: str) -> str:
    """One line of ASCII: no accents, known symbols spelled out, else `?`; sdnotify would drop any other line."""
    plain = unicodedata.normalize("NFKD", text.translate(_SPELLING))
    kept = "".join(char for char in plain if not unicodedata.combining(char))
    line = " ".join(kept.encode("ascii", "replace").decode().split())
    return "".join(char for char in line if char.isprintable())[:500]


class Notifier:
    """systemd's notification socket; without $NOTIFY_SOCKET every method does nothing."""

    def __init__(self) -> None:
        self._notifier = sdnotify.SystemdNotifier() if os.environ.get("NOTIFY_SOCKET") else None
        if self._notifier is not None and self._notifier.socket is not None:
            self._notifier.socket.settimeout(2.0)  # a manager that hangs must not block us

    @property
    def active(self) -> bool:
        """Whether there is a socket to notify."""
        return self._notifier is not None and self._notifier.socket is not None

    def close(self) -> None:
        """Send no more notifications."""
        if self._notifier is not None and self._notifier.socket is not None:
            self._notifier.socket.close()
        self._notifier = None

    def _say(self, state: str) -> None:
        if self._notifier is not None:
            self._notifier.notify(state)

    def ready(self, status: str) -> None:
        """The socket answers and the index is usable; also the end of a reload."""
        self._say(f"READY=1\nSTATUS={to_ascii(status)}")

    def status(self, text: str) -> None:
        """Set the line of `systemctl status`."""
        self._say(f"STATUS={to_ascii(text)}")

    def reloading(self) -> None:
        """The configuration is being reloaded, until `ready` is called."""
        self._say(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}\nSTATUS=Reloading")

    def stopping(self, status: str = "Stopping") -> None:
        """An orderly shutdown has begun."""
        self._say(f"STOPPING=1\nSTATUS={to_ascii(status)}")

    def watchdog(self) -> None:
        """Feed the watchdog. Sent on its own, so that no other line can invalidate it."""
        self._say("WATCHDOG=1")

    @contextmanager
    def feeding(self) -> Iterator[None]:
        """Feed the watchdog meanwhile whatever happens, since nothing is served that could hang."""
        seconds = watchdog_seconds(os.environ, os.getpid())
        if seconds is None or not self.active:
            yield
            return
        feeder = WatchdogFeeder(self, {"standby": time.monotonic}, every=seconds / 4)
        feeder.start()
        try:
            yield
        finally:
            feeder.stop()

    def extend(self, seconds: float) -> None:
        """A long start or stop is still in progress: allow this much more time from now."""
        self._say(f"EXTEND_TIMEOUT_USEC={int(seconds * 1_000_000)}")


def watchdog_seconds(environ: Mapping[str, str], pid: int) -> float | None:
    """systemd's WatchdogSec= for this process, or None."""
    if environ.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    text = environ.get("WATCHDOG_USEC", "")
    return int(text) / 1_000_000 if text.isdecimal() and int(text) else None


class FeedingRule:
    """The heartbeats that have not changed since the last feed; if there are none, feed."""

    def __init__(self) -> None:
        self._fed: dict[str, float] = {}

    def stuck(self, beats: Mapping[str, float]) -> list[str]:
        """Names of stalled heartbeats; if there are none, these values become the last feed's."""
        still = [name for name, beat in beats.items() if self._fed.get(name) == beat]
        if not still:
            self._fed = dict(beats)
        return still


class WatchdogFeeder:
    """Feeds the watchdog every quarter of WatchdogSec while all heartbeats advance.

    `pokes` are called after each feed, to make an idle owner do one round (such as
    `loop.call_soon_threadsafe(count)`); they must not block.
    """

    def __init__(
        self,
        notifier: Notifier,
        heartbeats: Mapping[str, Heartbeat],
        pokes: Sequence[Callable[[], object]] = (),
        *,
        every: float,
    ) -> None:
        self._notifier = notifier
        self._heartbeats = dict(heartbeats)
        self._pokes = tuple(pokes)
        self.every = every
        self._rule = FeedingRule()
        self._rounds_stuck = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start feeding, on a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop feeding."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def tick(self) -> list[str]:
        """Feed if all have advanced; returns the names of those that have not."""
        stuck = self._rule.stuck({name: beat() for name, beat in self._heartbeats.items()})
        if not stuck:
            self._notifier.watchdog()
        self._report(stuck)
        for poke in self._pokes:
            poke()
        return stuck

    def _report(self, stuck: Sequence[str]) -> None:
        """Log it once, at the second stalled check: a single slow round is normal."""
        self._rounds_stuck = self._rounds_stuck + 1 if stuck else 0
        if self._rounds_stuck == 2:
            structlog.get_logger().error("stalled", who=", ".join(stuck))

    def _run(self) -> None:
        while not self._stop.is_set():
            self.tick()
            self._stop.wait(self.every)


def feeder_for(
    notifier: Notifier,
    heartbeats: Mapping[str, Heartbeat],
    pokes: Sequence[Callable[[], object]] = (),
    environ: Mapping[str, str] | None = None,
) -> WatchdogFeeder | None:
    """The feeder that this process's unit asks for, or None without a watchdog."""
    seconds = watchdog_seconds(os.environ if environ is None else environ, os.getpid())
    if seconds is None or not notifier.active:
        return None
    return WatchdogFeeder(notifier, heartbeats, pokes, every=seconds / 4)
