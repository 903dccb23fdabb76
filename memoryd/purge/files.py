"""One file of those that a purge goes over: whether it may have something of the matter, and its content without it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO

import zstandard

from memoryd.purge.matter import Matter
from memoryd.purge.needles import Needles
from memoryd.purge.scrub import (
    Found,
    scrub_binary,
    scrub_history,
    scrub_json,
    scrub_lines,
    scrub_markdown,
    scrub_unread,
)
from memoryd.storage.directory import OWN
from memoryd.storage.framed import PACKED, Broken, pack, unpacked
from memoryd.storage.holes import has_great_hole
from memoryd.storage.lines import LineTooLong, split_lines, whole_lines
from memoryd.storage.regular import LARGEST_STATE, TooBig, under_any_name

BLOCK = 1 << 18
_ASIDE = ".broken"
_HEAD = 8192
"""Bytes of a file that say whether it is text."""


def is_packed(relpath: str) -> bool:
    """Whether it is an archive of a session, also one that was set aside since it is damaged."""
    return relpath.partition(_ASIDE)[0].endswith(PACKED)


def packed_text(relpath: str, file: IO[bytes]) -> Iterator[bytes]:
    """Its text; of one that was set aside, what can be read. Raises Broken."""
    if _ASIDE not in relpath:
        yield from unpacked(file)
        return
    with (
        suppress(zstandard.ZstdError),
        zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True, closefd=False) as stream,
    ):
        while block := stream.read(BLOCK):
            yield block


def pieces(relpath: str, file: IO[bytes], matter: Matter) -> Iterator[bytes]:
    """The text of a file: of lines, so many of them at a time, and of what is too large for anybody; else the whole."""
    if is_packed(relpath):
        return whole_lines(packed_text(relpath, file))
    if ".jsonl" in relpath:
        return whole_lines(iter(lambda: file.read(BLOCK), b""))
    if _is_unread(relpath, file, matter):
        return (b"".join(lines) for lines in iter(lambda: file.readlines(BLOCK), []))
    return iter((_whole(relpath, file),))


def _is_unread(relpath: str, file: IO[bytes], matter: Matter) -> bool:
    """Whether it is a text, not of lines of JSON, that is larger than what is read in: nothing in it has a key.

    Raises TooBig.
    """
    base = relpath.partition(_ASIDE)[0]
    if base.startswith(("history/", f"{OWN}/")) or base.endswith(".json"):
        return False
    if _size_of(relpath, file) <= matter.largest:
        return False
    head = file.read(_HEAD)
    file.seek(0)
    return b"\0" not in head


def _whole(relpath: str, file: IO[bytes]) -> bytes:
    """All of the file. Raises TooBig."""
    _size_of(relpath, file)
    return file.read()


def _size_of(relpath: str, file: IO[bytes]) -> int:
    """Its size. Raises TooBig, also of one of which most was never written."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size > LARGEST_STATE or _is_sparse(file):
        raise TooBig(relpath, size, LARGEST_STATE)
    return size


def _is_sparse(file: IO[bytes]) -> bool:
    try:
        return has_great_hole(file.fileno())
    except OSError:
        return False  # it is in memory


def may_hold(relpath: str, needles: Needles, data: bytes) -> bool:
    """Whether a piece of a file may have something of the matter."""
    if is_packed(relpath):
        return True
    return needles.may_be_in_text(data) if relpath.endswith(".md") else needles.may_be_in(data)


def path_of_keys(relpath: str) -> str:
    """The path in the keys of what stands in a file."""
    base = relpath.partition(_ASIDE)[0]
    return f"sessions/{os.path.basename(base).removesuffix('.zst')}" if is_packed(relpath) else base


def scrubbed(root: str, relpath: str, matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """The content of a file without the matter; what was found stands in `found` at its end."""
    try:
        with open(os.path.join(root, relpath), "rb", opener=under_any_name) as file:
            turn_to(matter, relpath, file)
            if is_packed(relpath):
                try:
                    lines = lines_in(packed_text(relpath, file))
                    yield from pack(scrub_lines(path_of_keys(relpath), lines, matter, found))
                except (Broken, LineTooLong):
                    found.clear()
            else:
                yield from scrub(relpath, file, matter, found)
    except FileNotFoundError:
        return


def turn_to(matter: Matter, relpath: str, file: IO[bytes]) -> None:
    """What is asked next is in this file."""
    matter.turn_to(relpath, os.fstat(file.fileno()).st_mtime_ns // 1000)


def scrub(relpath: str, file: IO[bytes], matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """The same of a file that is open."""
    base = relpath.partition(".broken")[0]
    if base.endswith(".jsonl"):
        yield from scrub_lines(base, lines_in(iter(lambda: file.read(BLOCK), b"")), matter, found)
        return
    if _is_unread(relpath, file, matter):
        yield from scrub_unread(base, file, matter, found)
        return
    data = _whole(relpath, file)
    if base.startswith("history/"):
        if not scrub_history(relpath, data, matter, found):
            yield data
    elif base.endswith(".json"):
        yield scrub_json(relpath, data, matter, found)
    elif b"\0" in data[:_HEAD]:
        yield data if base.startswith(f"{OWN}/") else scrub_binary(relpath, data, matter, found)
    else:
        text = data.decode("utf-8", "surrogateescape")
        yield scrub_markdown(base, text, matter, found).encode("utf-8", "surrogateescape")


def lines_in(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines with their newlines, all but perhaps the last."""
    held = b""
    for line in split_lines(blocks):
        if held:
            yield held
        held = line + b"\n"
    if held:
        yield held
