"""A rate limit for log events: a bad client or a full disk must not fill the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

MINUTE = 60.0
_SAME = ("reason", "error", "errno", "uid")
"""Values that make two events of one name different."""
_MOST_KEYS = 1000

_Key = tuple[Any, ...]


class Logger(Protocol):
    """The methods of a structlog logger that are used here."""

    def error(self, event: str, **values: Any) -> Any: ...
    def warning(self, event: str, **values: Any) -> Any: ...
    def info(self, event: str, **values: Any) -> Any: ...
    def debug(self, event: str, **values: Any) -> Any: ...


class _Logged(msgspec.Struct):
    level: str
    values: dict[str, Any]
    until: float
    repeated: int = 0


class ThrottledLog:
    """Logs the first of equal events, counts those of the next minute and then logs their number as `repeated`."""

    def __init__(self, log: Logger, now: Callable[[], float]) -> None:
        """`now`: seconds, monotonic."""
        self._log = log
        self._now = now
        self._logged: dict[_Key, _Logged] = {}

    def error(self, event: str, **values: Any) -> None:
        """A fault of memoryd or of the machine."""
        self._throttle("error", event, values)

    def warning(self, event: str, **values: Any) -> None:
        """Something that deserves a look."""
        self._throttle("warning", event, values)

    def info(self, event: str, **values: Any) -> None:
        """Something that happened."""
        self._throttle("info", event, values)

    def debug(self, event: str, **values: Any) -> None:
        """Never throttled."""
        self._log.debug(event, **values)

    def _throttle(self, level: str, event: str, values: dict[str, Any]) -> None:
        if values.get("exc_info") is not None:
            # A fault of memoryd with its traceback; a caller may have been given its incident id.
            getattr(self._log, level)(event, **values)
            return
        key = (event, *(values.get(name) for name in _SAME))
        logged = self._logged.get(key)
        now = self._now()
        if logged is not None and now < logged.until:
            logged.repeated += 1
            logged.values = values
            return
        if logged is None and len(self._logged) >= _MOST_KEYS:
            self._logged.clear()
        self._log_event(level, event, values, 0 if logged is None else logged.repeated)
        self._logged[key] = _Logged(level, values, now + MINUTE)

    def flush(self) -> None:
        """Log the counts of minutes that are over; call it from time to time."""
        if not self._logged:
            return
        now = self._now()
        for key, logged in [(key, logged) for key, logged in self._logged.items() if now >= logged.until]:
            del self._logged[key]
            if logged.repeated:
                self._log_event(logged.level, key[0], logged.values, logged.repeated)

    def _log_event(self, level: str, event: str, values: dict[str, Any], repeated: int) -> None:
        more = {"repeated": repeated} if repeated else {}
        getattr(self._log, level)(event, **values, **more)
