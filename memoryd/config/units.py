"""Durations and sizes: numbers with a unit."""

from __future__ import annotations

import re

import msgspec

from memoryd.config.value_types import InvalidValue, figure, got
from memoryd.patterns import pattern as lazy_pattern

_UNITS = {
    "": 1.0, "s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "m": 60.0, "minute": 60.0, "h": 3600.0, "hour": 3600.0,
    "d": 86400.0, "day": 86400.0, "w": 604800.0, "week": 604800.0, "ms": 0.001, "hr": 3600.0,
}  # fmt: skip
_SPAN = lazy_pattern(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*,?", re.IGNORECASE)


def parse_duration(text: str) -> float:
    """Seconds of `5m`, `30 min`, `1h 30min`, `90`. Raises ValueError."""
    total, at = 0.0, 0
    if not text.strip():
        raise ValueError("empty")
    while at < len(text):
        match = _SPAN.match(text, at)
        if match is None:
            raise ValueError(text)
        unit = match[2].lower()
        scale = _UNITS.get(unit, _UNITS.get(unit.removesuffix("s")))
        if scale is None:
            raise ValueError(text)
        total += float(match[1]) * scale
        at = match.end()
    return total


def format_duration(seconds: float) -> str:
    """`300.0` → `5min`; which parse_duration reads back."""
    for unit, scale in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= scale and seconds % scale == 0:
            return f"{int(seconds // scale)}{unit}"
    return f"{figure(seconds)}s"


class Duration(msgspec.Struct, frozen=True):
    """Seconds, or a text such as `5m`."""

    least: float
    most: float

    @property
    def bounds(self) -> str:
        return f"a duration from {format_duration(self.least)} to {format_duration(self.most)}"

    def read(self, value: object) -> float:
        hint = 'such as "5m", "30 min", "1h 30min", or a number of seconds'
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", hint)
        try:
            seconds = parse_duration(value) if isinstance(value, str) else float(value)
        except ValueError:
            raise InvalidValue(f"is not a duration: {got(value)}", hint) from None
        if not self.least <= seconds <= self.most:
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        return seconds

    def show(self, value: object) -> str:
        assert isinstance(value, int | float)
        return f'"{format_duration(value)}"'


_BYTES = {"": 1, "b": 1, "k": 1 << 10, "kib": 1 << 10, "kb": 1000, "m": 1 << 20, "mib": 1 << 20, "mb": 1000**2,
          "g": 1 << 30, "gib": 1 << 30, "gb": 1000**3}  # fmt: skip
_SIZE = lazy_pattern(r"\s*(\d+)\s*([a-z]*)\s*", re.IGNORECASE)


def format_size(size: int) -> str:
    """`8388608` → `8 MiB`."""
    for unit, scale in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size and size % scale == 0:
            return f"{size // scale} {unit}"
    return f"{size} B"


class Size(msgspec.Struct, frozen=True):
    """Bytes, or a text such as `8 MiB`."""

    least: int
    most: int

    @property
    def bounds(self) -> str:
        return f"a size from {format_size(self.least)} to {format_size(self.most)}"

    def read(self, value: object) -> int:
        hint = 'such as "8 MiB", or a number of bytes'
        match = _SIZE.fullmatch(str(value)) if isinstance(value, int | str) and not isinstance(value, bool) else None
        scale = _BYTES.get(match[2].lower()) if match else None
        if match is None or scale is None:
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", hint)
        size = int(match[1]) * scale
        if not self.least <= size <= self.most:
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        return size

    def show(self, value: object) -> str:
        assert isinstance(value, int)
        return f'"{format_size(value)}"'
