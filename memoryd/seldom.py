"""A log that says the same thing once a minute: a bad client or a full disk must not fill the journal."""

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
    """What is used of a structlog logger."""

    def error(self, event: str, **values: Any) -> Any: ...
    def warning(self, event: str, **values: Any) -> Any: ...
    def info(self, event: str, **values: Any) -> Any: ...
    def debug(self, event: str, **values: Any) -> Any: ...


class _Said(msgspec.Struct):
    level: str
    values: dict[str, Any]
    until: float
    repeated: int = 0


class SeldomLog:
    """Passes the first of equal events on, counts those of the next minute and tells their number as `repeated`."""

    def __init__(self, log: Logger, now: Callable[[], float]) -> None:
        """`now`: seconds, monotonic."""
        self._log = log
        self._now = now
        self._said: dict[_Key, _Said] = {}

    def error(self, event: str, **values: Any) -> None:
        """A fault of ours or of the machine's."""
        self._tell("error", event, values)

    def warning(self, event: str, **values: Any) -> None:
        """Something to look at."""
        self._tell("warning", event, values)

    def info(self, event: str, **values: Any) -> None:
        """Something that happened."""
        self._tell("info", event, values)

    def debug(self, event: str, **values: Any) -> None:
        """Never held back."""
        self._log.debug(event, **values)

    def _tell(self, level: str, event: str, values: dict[str, Any]) -> None:
        if values.get("exc_info") is not None:
            # A fault of ours, with its traceback; a caller may have been given its incident id.
            getattr(self._log, level)(event, **values)
            return
        key = (event, *(values.get(name) for name in _SAME))
        said = self._said.get(key)
        now = self._now()
        if said is not None and now < said.until:
            said.repeated += 1
            said.values = values
            return
        if said is None and len(self._said) >= _MOST_KEYS:
            self._said.clear()
        self._pass_on(level, event, values, 0 if said is None else said.repeated)
        self._said[key] = _Said(level, values, now + MINUTE)

    def flush(self) -> None:
        """Tell what was repeated in minutes that have passed; to be called now and then."""
        if not self._said:
            return
        now = self._now()
        for key, said in [(key, said) for key, said in self._said.items() if now >= said.until]:
            del self._said[key]
            if said.repeated:
                self._pass_on(said.level, key[0], said.values, said.repeated)

    def _pass_on(self, level: str, event: str, values: dict[str, Any], repeated: int) -> None:
        more = {"repeated": repeated} if repeated else {}
        getattr(self._log, level)(event, **values, **more)
