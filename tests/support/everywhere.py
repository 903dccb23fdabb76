"""Finds a word in every byte below a data directory: packed, encoded, or as a name."""

from __future__ import annotations

import io
import tarfile
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import zstandard

from tests.support.wait import until


def contents(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """What is in a file, packed or not."""
    yield name, data
    if name.endswith(".zst"):
        text = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True).read()
        yield name, text
        if name.endswith(".tar.zst"):
            with tarfile.open(fileobj=io.BytesIO(text)) as tar:
                for member in tar:
                    file = tar.extractfile(member)
                    if file is not None:
                        yield from contents(f"{name}/{member.name}", file.read())


def places(data: Path, word: str) -> list[str]:
    """Every place below the directory where the word stands."""
    spelt = {word, word.lower(), word.upper(), *(quote(each) for each in (word, word.lower()))}
    spelt |= {unicodedata.normalize("NFD", each) for each in spelt}
    needles = [each.encode() for each in spelt]
    found = []
    for path in sorted(data.rglob("*")):
        try:
            whole = path.read_bytes()
        except OSError:  # a directory, or a file of the index that has just gone
            continue
        for name, content in contents(str(path.relative_to(data)), whole):
            if any(needle in content for needle in needles) or any(each in name for each in spelt):
                found.append(name)
    return found


def wait_until_nowhere(data: Path, word: str, timeout: float = 60) -> None:
    """Until the word stands nowhere below the directory. Raises AssertionError with where it does."""
    left = [""]

    def is_gone() -> bool:
        left[:] = places(data, word)
        return not left

    with suppress(AssertionError):
        until(is_gone, timeout)
    assert left == []
