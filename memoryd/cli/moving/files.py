"""The files that a person names for an import."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

from memoryd.cli.hooks.transcript import clean
from memoryd.cli.moving.parts import Unusable

Json = Any
_ODD = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)
"""What may be NUL or half a letter."""


def below(path: str, *ends: str) -> Iterator[str]:
    """The file itself, or those below a directory whose names end so, in order. Raises Unusable."""
    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise Unusable(f"{path} does not exist")
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(ends))


def read_text(path: str) -> str:
    """The file's text. Raises Unusable."""
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return file.read()
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}") from error


def loads(text: str) -> Json:
    """JSON with texts as the daemon takes them. Raises ValueError and RecursionError."""
    value = json.loads(text)
    return _cleaned(value) if _ODD.search(text) else value


def _cleaned(value: Json) -> Json:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    if isinstance(value, dict):
        return {clean(key): _cleaned(one) for key, one in value.items()}
    return value


def read_json(path: str) -> Json:
    """What the file holds. Raises Unusable."""
    try:
        return loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{path} is not JSON: {error}") from error


def read_lines(path: str) -> Iterator[tuple[int, Json]]:
    """Each line of JSON lines with its number; None for one that is no JSON. Raises Unusable."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            try:
                yield number, loads(line)
            except (ValueError, RecursionError):
                yield number, None
