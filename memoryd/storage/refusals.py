"""Files that could not be written when somebody last asked for it: health tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple, TypeGuard

from memoryd.clock import Clock
from memoryd.errors import ReadOnly
from memoryd.os_errors import is_of_the_machine
from memoryd.storage import roots
from memoryd.storage.batch import Log
from memoryd.storage.reading import is_transient, require_room
from memoryd.types import Problem

_MOST = 100
_SECONDS = 600.0
"""How long a refusal is told if nobody writes to the file again, which would show whether it holds."""
_ACTION = "mend that; what was refused is not kept and has to be written again"


class _Refusal(NamedTuple):
    error: ReadOnly
    until: float


class Refusals:
    """The writer notes them; any thread may ask."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._refused: dict[Log, _Refusal] = {}
        """Never changed, but replaced."""

    def failed(self, blamed: Mapping[Log, tuple[str, Exception]]) -> None:
        """These could not be written."""
        until = self._clock.monotonic() + _SECONDS
        found = {log: _Refusal(why, until) for log, (_, why) in blamed.items() if _is_news(why)}
        others = {log: one for log, one in self._refused.items() if log not in found}
        self._refused = dict(list((others | found).items())[-_MOST:])

    def written(self, logs: Iterable[Log]) -> None:
        """These could be written."""
        if self._refused:
            done = frozenset(logs)
            self._refused = {log: one for log, one in self._refused.items() if log not in done}

    def problems(self, own: str) -> list[Problem]:
        """What holds still, as far as that can be seen: one line for all that the disk refuses. `own`: a directory."""
        now = self._clock.monotonic()
        errors = [one.error for one in self._refused.values() if now < one.until]
        if any(map(is_transient, errors)) and _has_room(own):
            errors = [one for one in errors if one.data.get("errno") == "EIO" or not is_transient(one)]
        found: dict[str, Problem] = {}
        for error in errors:
            path = error.data.get("path")
            place = "." if is_of_the_machine(error) or not isinstance(path, str) else roots.relative(path)
            what = f"the last write was refused: {error.sentence}"
            found[place] = Problem(path=place, what=what, action=_ACTION, severity="critical")
        return list(found.values())


def _is_news(error: Exception) -> TypeGuard[ReadOnly]:
    """Files that may not be written are problems of the directory, whether somebody writes to them or not."""
    return isinstance(error, ReadOnly) and error.data.get("errno") not in ("EACCES", "EPERM")


def _has_room(directory: str) -> bool:
    with suppress(OSError):
        require_room(directory)
        return True
    return False
