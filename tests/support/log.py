"""A logger that remembers what was logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class RecordingLog:
    """In the place of a structlog logger: `records` are (level, event, values)."""

    def __init__(self) -> None:
        self.records: list[tuple[str, str, dict[str, Any]]] = []

    def __getattr__(self, level: str) -> Callable[..., None]:
        return lambda event, **values: self.records.append((level, event, values))

    def events(self) -> list[str]:
        """The names of the events, oldest first."""
        return [event for _, event, _ in self.records]
