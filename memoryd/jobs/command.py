"""A local program that summarises: messages as JSON on its standard input, text on its standard output (rule 21)."""

from __future__ import annotations

import functools
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

import msgspec
import structlog

from memoryd.errors import Busy
from memoryd.types import Problem

SECONDS = 600.0
TRIAL_SECONDS = 60.0
"""For a program that is only tried."""
_NOTHING = "it wrote nothing"
_LONGEST_ERROR = 300
_TRIAL = [
    {"role": "user", "content": "We paint the boat shed red on Friday, since the blue has faded."},
    {"role": "assistant", "content": "Noted: the boat shed is painted red on Friday."},
    {"role": "user", "content": "[Context Manager] Write down what you will remember of it in one sentence."},
]
MOST_BYTES = 1024 * 1024

_log = structlog.get_logger("memoryd.summarizer")


class Summarizer:
    """The configured program; safe for any thread. `stop` ends those that run."""

    def __init__(
        self,
        command: Callable[[], Sequence[str]],
        report: Callable[[Problem | None], object],
        seconds: float = SECONDS,
    ) -> None:
        """It is ended after `seconds`. `report` hears why it is of no use, and None when it did its work."""
        self._command = command
        self._report = report
        self._seconds = seconds
        self._lock = threading.Lock()
        self._running: dict[subprocess.Popen[bytes], Sequence[str]] = {}
        self._looked: Sequence[str] | None = None
        self._stopping = False

    @property
    def is_set(self) -> bool:
        """Whether there is such a program."""
        return bool(self._command())

    def __call__(
        self,
        messages: list[dict[str, str]],
        target_tokens: int,
        refusal: Callable[[str], str | None] | None = None,
    ) -> str | None:
        """What the program wrote; None when there is none, it failed, took too long or wrote too much, or when there is
        a `refusal` of what it wrote, which says why.

        Raises Busy when the daemon is stopping: the job is done again later.
        """
        command, text = self._run(messages, target_tokens)
        if text is not None and not text.strip():
            self._failed(command, _NOTHING)
            text = None
        elif text is not None and refusal is not None and (reason := refusal(text)) is not None:
            self._failed(command, f"what it wrote is not taken: {reason}")
            text = None
        elif text is not None or not command:
            self._report(None)
        if self._stopping:
            raise Busy("The daemon is stopping; connect again in a moment.")
        return text

    def _run(self, messages: list[dict[str, str]], target_tokens: int) -> tuple[Sequence[str], str | None]:
        """Which program it was, and what it wrote; one that is replaced meanwhile gives way to the other."""
        while command := self._command():
            know = functools.partial(self._know, command)
            text, reason = _answer_of(command, messages, target_tokens, self._seconds, know)
            if text is not None or self._stopping:
                return command, text
            if self._command() == command:
                self._failed(command, reason)
                return command, None
        return (), None

    def look(self) -> None:
        """Report a program that is not there before the first job needs it; end those that are set no more."""
        command = self._command()
        if self._looked is not None and command != self._looked:
            self._report(None)
            with self._lock:
                for child, its in self._running.items():
                    if its != command:
                        _kill(child)
        self._looked = command
        if command and shutil.which(command[0]) is None:
            self._failed(command, "there is no such program, or it may not be run")

    def _failed(self, command: Sequence[str], reason: str) -> None:
        _log.warning("summarizer_failed", command=command[0], reason=reason)
        what = f"summaries.summarizer_command did not summarise: {reason}; the built-in summariser does it instead"
        action = "fix the program, or take the key out of the configuration; see memoryd --check"
        self._report(Problem(path=command[0], what=what, action=action))

    def _know(self, command: Sequence[str], child: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._running = {each: its for each, its in self._running.items() if each.returncode is None}
            self._running[child] = command
            if self._stopping or self._command() != command:  # a look came before this
                _kill(child)

    def stop(self) -> None:
        """End what runs."""
        with self._lock:
            self._stopping = True
            for child in self._running:
                _kill(child)


def tried(command: Sequence[str], seconds: float = TRIAL_SECONDS) -> str | None:
    """Why a program is of no use when it is given a short conversation; None when it answers.

    Its errors are told only here, where no memory can be in them.
    """
    with tempfile.TemporaryFile() as errors:
        text, reason = _answer_of(command, _TRIAL, 20, seconds, lambda child: None, errors)
        if text is not None and text.strip():
            return None
        errors.seek(max(0, os.fstat(errors.fileno()).st_size - _LONGEST_ERROR))
        last = errors.read().decode("utf-8", "replace").strip().rpartition("\n")[2].strip()
    reason = reason or _NOTHING
    return f"{reason}; {last}" if last else reason


def _answer_of(
    command: Sequence[str],
    messages: list[dict[str, str]],
    target_tokens: int,
    seconds: float,
    know: Callable[[subprocess.Popen[bytes]], object],
    errors: IO[bytes] | int = subprocess.DEVNULL,
) -> tuple[str | None, str]:
    """What the program wrote; None, and why, when it failed. `know` hears of its process."""
    request = msgspec.json.encode({"messages": messages, "target_tokens": target_tokens})
    # It gets no environment of ours.
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
    try:
        child = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            env=environment, start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        return None, f"it cannot be started: {error.strerror}"
    too_long = threading.Event()

    def end() -> None:
        too_long.set()
        _kill(child)

    timer = threading.Timer(seconds, end)
    timer.start()
    know(child)
    try:
        output = _talk(child, request)
    finally:
        timer.cancel()
        _kill(child)
        code = child.wait()
    if output is None or code != 0:
        late = f"it did not answer within {seconds:g} s" if too_long.is_set() else None
        return None, late or ("too much output" if output is None else _ended(code))
    return output.decode("utf-8", "replace"), ""


def _ended(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    known = [one.name for one in signal.Signals if one == -code]
    return f"it was ended by {known[0] if known else f'signal {-code}'}"


def _talk(child: subprocess.Popen[bytes], request: bytes) -> bytes | None:
    assert child.stdin is not None and child.stdout is not None
    feeder = threading.Thread(target=_feed, args=(child, request), daemon=True)
    feeder.start()
    with child.stdout:
        output = child.stdout.read(MOST_BYTES + 1)
    if len(output) > MOST_BYTES:
        _kill(child)
        feeder.join()
        return None
    feeder.join()
    child.wait()
    return output


def _feed(child: subprocess.Popen[bytes], request: bytes) -> None:
    assert child.stdin is not None
    # A program may answer without reading all of it.
    with suppress(OSError), child.stdin:
        child.stdin.write(request)


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End it and what it started, unless it has been waited for."""
    if child.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
