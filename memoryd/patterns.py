"""Regular expressions that compile at their first use: at start all of them would take a tenth of a second."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _Lazy:
    """Stands for a pattern until one of its methods is asked for; then the method is kept here."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._written = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # A compiled pattern is kept by `re` only for a while; what was asked of it is kept here for good.
        compiled = self.__dict__.get("_compiled")
        if compiled is None:
            compiled = self.__dict__["_compiled"] = re.compile(self._written, self._flags)
        found = self.__dict__[name] = getattr(compiled, name)
        return found


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As `re.compile`, later; a faulty one raises re.error at its first use."""
    return cast("re.Pattern[AnyStr]", _Lazy(text, int(flags)))
