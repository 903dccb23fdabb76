"""The log: structlog to the journal's native fields, to JSON lines, or in colours to a terminal."""

from __future__ import annotations

import atexit
import logging
import os
import sys
import threading
import types
from collections.abc import Callable, Mapping
from typing import Any, Literal

import structlog

from memoryd.process.journal import SOCKET, JournalSocket, stderr_is_journal
from memoryd.process.log_queue import LogQueue
from memoryd.process.records import (
    EventDict,
    LevelFilter,
    harmless,
    journal_record,
    json_record,
    printable,
    with_cause,
    withhold_text,
    without_expected_trace,
)

Format = Literal["journal", "json", "console"]
_STDERR = 2


def choose_format(wanted: str, environ: Mapping[str, str], descriptor: int = _STDERR) -> Format:
    """What `auto` means for this process; any other format unchanged."""
    if wanted in ("journal", "json", "console"):
        return wanted  # type: ignore[return-value]  # mypy does not narrow by membership
    if stderr_is_journal(environ, descriptor):
        return "journal"
    return "console" if os.isatty(descriptor) else "json"


class Log:
    """The configured log; `close` delivers what is still queued."""

    def __init__(
        self, level: str, form: Format, deliver: Callable[[bytes], None], render: Callable[[EventDict], bytes]
    ) -> None:
        self.format = form
        self._filter = LevelFilter(level)
        self._render = render
        self._queue: LogQueue[bytes] = LogQueue(deliver, self._dropped_record)

    @property
    def dropped(self) -> int:
        """Records dropped since the start."""
        return self._queue.dropped

    def set_level(self, level: str) -> None:
        """Log from this level on: debug, info, warning or error."""
        self._filter.level = level

    def close(self, timeout: float = 2.0) -> bool:
        """Deliver what is queued; False if that took too long."""
        return self._queue.close(timeout)

    def install(self) -> None:
        """Route structlog, the standard library's logging and uncaught exceptions through this log."""
        structlog.configure(
            processors=[
                self._filter,
                structlog.contextvars.merge_contextvars,
                with_cause,
                without_expected_trace,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
                withhold_text,
                self._emit,
            ],
            wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
            logger_factory=structlog.ReturnLoggerFactory(),
            cache_logger_on_first_use=False,  # a reload or a test may configure it again
        )
        root = logging.getLogger()
        root.handlers = [_Forward()]
        root.setLevel(logging.WARNING)
        logging.captureWarnings(True)
        sys.excepthook = _uncaught
        threading.excepthook = _uncaught_in_thread
        atexit.register(self.close)

    def _emit(self, _logger: object, _method: str, event: EventDict) -> str:
        try:
            record = self._render(event)
        except UnicodeEncodeError:  # whoever logs a name that is no UTF-8 goes on
            record = self._render(printable(event))
        self._queue.put(record)
        raise structlog.DropEvent

    def _dropped_record(self, count: int) -> bytes:
        return self._render({"event": "log_dropped", "level": "warning", "count": count})


def configure_logging(level: str = "info", form: str = "auto", *, journal: str = SOCKET) -> Log:
    """Set up the log of this process; JSON and console lines go to stderr."""
    chosen = choose_format(form, os.environ, _STDERR)
    if chosen == "journal":
        log = Log(level, chosen, JournalSocket(journal).send, journal_record)
    else:
        render = json_record if chosen == "json" else _console(os.environ, os.isatty(_STDERR))
        log = Log(level, chosen, _write_to_stderr, render)
    log.install()
    return log


def _write_to_stderr(record: bytes) -> None:
    view = memoryview(record)
    while view:
        view = view[os.write(_STDERR, view) :]


def _console(environ: Mapping[str, str], terminal: bool) -> Callable[[EventDict], bytes]:
    coloured = terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    renderer = structlog.dev.ConsoleRenderer(colors=coloured, exception_formatter=structlog.dev.plain_traceback)

    def render(event: EventDict) -> bytes:
        clean = {key: harmless(value) if isinstance(value, str) else value for key, value in event.items()}
        return (str(renderer(None, clean["level"], clean)) + "\n").encode("utf-8", "replace")

    return render


class _Forward(logging.Handler):
    """Passes on what libraries log with the standard library."""

    def emit(self, record: logging.LogRecord) -> None:
        level = record.levelname.lower()
        extra: dict[str, Any] = {"exc_info": record.exc_info} if record.exc_info else {}
        log = getattr(structlog.get_logger(), level if level in ("debug", "info", "error", "critical") else "warning")
        log("library", logger=record.name, message=record.getMessage(), **extra)


def _uncaught(kind: type[BaseException], error: BaseException, trace: types.TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    structlog.get_logger().critical("uncaught", thread="MainThread", exc_info=(kind, error, trace))


def _uncaught_in_thread(info: threading.ExceptHookArgs) -> None:
    if info.exc_value is None or issubclass(info.exc_type, SystemExit):
        return
    name = info.thread.name if info.thread else "?"
    details = (info.exc_type, info.exc_value, info.exc_traceback)
    structlog.get_logger().critical("uncaught", thread=name, exc_info=details)
