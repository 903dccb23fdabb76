"""What can be wrong with a configuration, in words that help a person to fix it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict

from memoryd.errors import InvalidParams


class Fault(msgspec.Struct, frozen=True):
    """One thing to fix. `where` is a file, a variable or a flag; `key` is dotted; `suggestion` says what to do."""

    where: str
    key: str
    what: str
    suggestion: str = ""
    line: int | None = None

    def __str__(self) -> str:
        place = self.where if self.line is None else f"{self.where}:{self.line}"
        return ": ".join(part for part in (place, self.key, self.what) if part) + (
            f" ({self.suggestion})" if self.suggestion else ""
        )


class ConfigError(InvalidParams):
    """The configuration cannot be used; `faults` holds everything that is wrong with it, not only the first fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        count = len(self.faults)
        title = "the configuration has a fault" if count == 1 else f"the configuration has {count} faults"
        super().__init__(
            "\n".join([f"{title}:", *(f"  {fault}" for fault in self.faults)]),
            faults=[asdict(fault) for fault in self.faults],
        )
