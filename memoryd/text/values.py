"""The value of an item as text, for searches and for what may not come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec


def text_of(value: Any) -> str:
    """A value as text: a string as it is, of others each leaf with its name, a line each."""
    if isinstance(value, str):
        return value
    return "\n".join(_leaves(value, ""))


def _leaves(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, dict):
        for inner, one in value.items():
            yield from _leaves(one, f"{name}.{inner}" if name else str(inner))
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one, name)
    else:
        shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        yield f"{name}: {shown}" if name else shown
