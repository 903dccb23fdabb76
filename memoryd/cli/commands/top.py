"""`memoryctl top`: what the daemon does, live."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
import tty
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from memoryd.cli.command import Call, Command
from memoryd.cli.live import frame
from memoryd.cli.output import Json, Output
from memoryd.cli.parser import positive, seconds

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _REST_OF_LINE, _REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"
_QUIT = (b"q", b"Q", b"\x03", b"\x04")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-d", "--delay", type=seconds, default=2.0, metavar="SECONDS", help="time between two refreshes (default: 2)"
    )
    parser.add_argument(
        "-n", "--count", type=positive, metavar="N", help="end after N refreshes (on a pipe: 1; else when q is typed)"
    )


def _ask(call: Call, args: Namespace) -> Json:
    """The last answer; every look has been shown by then."""
    now = call("system.metrics")
    if args.json:
        return now
    out = Output()
    count = args.count or (None if out.tty else 1)
    with _screen(out.tty) as keyboard:
        before, looked = None, time.monotonic()
        since = 0.0
        while True:
            _draw(out, now, before, since)
            if count is not None and (count := count - 1) == 0:
                return now
            if _typed(keyboard, args.delay) in _QUIT:
                return now
            before = now
            try:
                now = call("system.metrics")
            except (ConnectionError, TimeoutError) as error:
                _say(out, f"{error}; trying again")
            since, looked = time.monotonic() - looked, time.monotonic()


def _draw(out: Output, now: Json, before: Json, since: float) -> None:
    if not out.tty:
        for line in frame(now, before, since, out.page, 10_000):
            out.line(*line)
        out.flush()
        return
    columns, lines = os.get_terminal_size(sys.stdout.fileno())
    sys.stdout.write(_HOME)
    for line in frame(now, before, since, columns, lines - 1):
        out.text(*line)
        sys.stdout.write(_REST_OF_LINE + "\n")
    sys.stdout.write(_REST_OF_SCREEN)
    sys.stdout.flush()


def _say(out: Output, text: str) -> None:
    if out.tty:
        sys.stdout.write(_HOME)
    out.text(text)
    sys.stdout.write((_REST_OF_LINE if out.tty else "") + "\n")
    sys.stdout.flush()


@contextmanager
def _screen(is_terminal: bool) -> Iterator[int | None]:
    """A screen of its own, and the keyboard, key by key; both are given back whatever happens."""
    keyboard = sys.stdin.fileno() if sys.stdin.isatty() else None
    before = termios.tcgetattr(keyboard) if keyboard is not None else None
    try:
        if keyboard is not None:
            tty.setcbreak(keyboard)
        if is_terminal:
            sys.stdout.write(_ENTER)
        yield keyboard
    finally:
        if is_terminal:
            sys.stdout.write(_LEAVE)
            sys.stdout.flush()
        if keyboard is not None and before is not None:
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _typed(keyboard: int | None, delay: float) -> bytes:
    """The key that was typed within the delay, if one was."""
    if keyboard is None:
        time.sleep(delay)
        return b""
    ready, _, _ = select.select([keyboard], [], [], delay)
    return os.read(keyboard, 1) if ready else b""


COMMAND = Command(
    summary="Show live what the daemon does: requests, latencies, queues, memory, jobs",
    ask=_ask,
    arguments=_arguments,
    detail="On a terminal it looks again every two seconds until q is typed. Latencies are of the requests between\n"
    "two looks, and since the start where there were none; each is the upper end of a bucket that doubles.\n"
    "With --json: the result of system.metrics, once.",
    examples=("top", "top -d 10", "top -n 1"),
)
