"""What of a file a group session reads: the lines of the memories that it may know of, as if there were no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from memoryd.origin import read_source, without_comments
from memoryd.text.markdown import Section, split_lines, split_markdown
from memoryd.types import UNREADABLE

Blocks = Iterator[tuple[int, bytes]]
"""Whole lines, with the number of the first."""
_SOURCES = b'"sources"'


class _Named(msgspec.Struct):
    id: str | None = None


_decode = msgspec.json.Decoder(_Named).decode


def sieve(path: str, blocks: Blocks, sees: Callable[[str], bool]) -> Blocks:
    """The lines of the file that show; the others are not counted. `sees`: whether it may know of a memory, by key."""
    if path.endswith(".jsonl"):
        return _of_lines(blocks, sees)
    if path.endswith(".md"):
        return _of_markdown(path, blocks, sees)
    return iter(())


def _of_lines(blocks: Blocks, sees: Callable[[str], bool]) -> Blocks:
    number = 1
    for _, block in blocks:
        shown = [_without_sources(line, sees) for line in block.splitlines(keepends=True) if _is_seen(line, sees)]
        if shown:
            yield number, b"".join(shown)
            number += len(shown)


def _is_seen(line: bytes, sees: Callable[[str], bool]) -> bool:
    try:
        key = _decode(line).id
    except UNREADABLE:
        return False
    return key is not None and sees(key)


def _without_sources(line: bytes, sees: Callable[[str], bool]) -> bytes:
    if _SOURCES not in line:
        return line
    fields: dict[str, Any] = msgspec.json.decode(line)
    sources = fields.get("sources")
    if isinstance(sources, list):
        fields["sources"] = [one for one in sources if isinstance(one, str) and sees(read_source(one).key)]
    return msgspec.json.encode(fields) + b"\n"


def _of_markdown(path: str, blocks: Blocks, sees: Callable[[str], bool]) -> Blocks:
    text = b"".join(block for _, block in blocks).decode("utf-8", "replace")
    if sees(path):
        yield 1, without_comments(text).encode()
        return
    lines = split_lines(text)
    shown = [
        without_comments(line)
        for section in split_markdown(text)
        if any(sees(key) for key in _keys(path, section))
        for line in lines[section.line - 1 : section.end_line]
    ]
    if shown:
        yield 1, ("\n".join(shown) + "\n").encode()


def _keys(path: str, section: Section) -> tuple[str, ...]:
    line = f"{path}:{section.line}"
    return (f"{path}:{section.slug}", line) if section.slug else (line,)
