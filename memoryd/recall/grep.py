"""Regular expressions over the text files of the data directory, in time linear in what is read."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import re2

from memoryd.errors import InvalidParams, TooLarge
from memoryd.recall.globs import path_filter
from memoryd.recall.sieve import Blocks
from memoryd.storage import beneath
from memoryd.storage.framed import PACKED, open_packed
from memoryd.storage.regular import regular
from memoryd.storage.trouble import check_transient

LONGEST_PATTERN = 4096
LONGEST_TEXT = 500
_BLOCK = 1 << 18
_LONGEST_LINE = 4 * _BLOCK
"""What is longer is searched in pieces: others have their turn between two of them."""
_MEMORY = 8 << 20
_BINARY_PROBE = 8192
# These match the whole text or disable line mode, so that a block of lines cannot be searched at once.
_WHOLE_TEXT = re.compile(r"\\[AzZ]|\(\?[a-zA-Z]*-")
_UNSUPPORTED = re.compile(r"\(\?(?:[=!>(#]|<[=!])|\\[1-9]|[+*?}]\+")


class Match(NamedTuple):
    """A line that matches; a long one is cut around the match."""

    path: str
    line: int
    text: str


class Matches(NamedTuple):
    """What was found; `truncated` when the limit or the time was reached before the end."""

    matches: list[Match]
    truncated: bool


def grep(
    root: str,
    pattern: str,
    *,
    shown: Callable[[str, Blocks], Blocks],
    check_cancelled: Callable[[], None],
    paths: Sequence[str] | None = None,
    ignore_case: bool = False,
    limit: int = 100,
    deadline: float | None = None,
    name_of: Callable[[str], str] = str,
) -> Matches:
    """Lines that match, by path and line; `deadline` is of `time.monotonic`. Raises InvalidParams, TooLarge.

    `shown` gives of a file's blocks what may be read.
    `name_of`: what a file is called in matches, and may be named by.
    Files under dot names, symbolic links and binary files are not read.
    """
    regex = compile_pattern(pattern, ignore_case=ignore_case)
    wanted = path_filter(paths)
    by_line = _WHOLE_TEXT.search(pattern) is not None
    found: list[Match] = []
    for path in text_paths(root):
        name = name_of(path)
        if not (wanted(path) or (name != path and paths is not None and wanted(name))):
            continue
        for first, block in shown(path, blocks_of(os.path.join(root, path))):
            check_cancelled()
            for line, text in _matching_lines(regex, block, first, by_line=by_line):
                if len(found) == limit:
                    return Matches(found, True)
                found.append(Match(name, line, text))
            if deadline is not None and time.monotonic() > deadline:
                return Matches(found, True)
    return Matches(found, False)


def compile_pattern(pattern: str, *, ignore_case: bool = False) -> Any:
    """An RE2 expression over bytes. Raises InvalidParams with what is wrong, TooLarge."""
    if not pattern:
        raise InvalidParams("The pattern is empty.", param="pattern")
    if len(pattern) > LONGEST_PATTERN:
        raise TooLarge(f"A pattern has at most {LONGEST_PATTERN} characters.", param="pattern")
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = _MEMORY
    options.never_nl = True
    try:
        return re2.compile(("(?m)" + pattern).encode(), options)
    except re2.error as error:
        raise InvalidParams(_explain(pattern, error), param="pattern") from error
    except UnicodeEncodeError as error:
        raise InvalidParams("The pattern is not valid Unicode.", param="pattern") from error


def text_paths(root: str) -> Iterator[str]:
    """The files below `root` in the order of their paths; no dot names, no links."""
    pending = [""]
    while pending:
        below = pending.pop()
        if below and not below.endswith("/"):
            yield below
            continue
        try:
            entries = sorted(beneath.entries(os.path.join(root, below)), key=_path_order, reverse=True)
        except OSError as error:
            check_transient(error)
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if stat.S_ISDIR(entry.status.st_mode):
                pending.append(f"{below}{entry.name}/")
            elif stat.S_ISREG(entry.status.st_mode):
                pending.append(f"{below}{entry.name}")


def _path_order(entry: beneath.Entry) -> str:
    return entry.name + "/" if stat.S_ISDIR(entry.status.st_mode) else entry.name


def blocks_of(path: str) -> Blocks:
    """Blocks of whole lines with the number of their first line, up to where a file turns binary or unreadable."""
    try:
        file = open_packed(path) if path.endswith(PACKED) else open(path, "rb", opener=regular)
    except OSError as error:
        check_transient(error)
        return
    with file:
        line = 1
        while True:
            try:
                block = file.read(_BLOCK)
                block += file.readline(_LONGEST_LINE) if block[-1:] not in (b"", b"\n") else b""
            except OSError:
                return
            if not block or b"\x00" in block[:_BINARY_PROBE]:
                return
            yield line, block
            line += block.count(b"\n")


def _matching_lines(regex: Any, block: bytes, first: int, *, by_line: bool) -> Iterator[tuple[int, str]]:
    at, line = 0, first
    while at < len(block):
        begin = at
        if not by_line:
            match = regex.search(block, at)
            if match is None:
                return
            begin = block.rfind(b"\n", at, match.start()) + 1 or at
            if begin == len(block):  # after the end of the last line there is none
                return
            line += block.count(b"\n", at, begin)
        end = block.find(b"\n", begin)
        end = len(block) if end < 0 else end
        text = block[begin:end]
        # The line alone decides: in a block an empty match may be after the last line.
        match = regex.search(text)
        if match is not None:
            yield line, _shown(text, match.start(), match.end())
        at, line = end + 1, line + 1


def _shown(line: bytes, start: int, end: int) -> str:
    line = line.rstrip(b"\r")
    if len(line) <= LONGEST_TEXT:
        return line.decode("utf-8", "replace")
    middle = max(0, min(start, len(line)) - max(20, (LONGEST_TEXT - (end - start)) // 2))
    cut = line[middle : middle + LONGEST_TEXT].decode("utf-8", "ignore")
    return ("…" if middle else "") + cut + ("…" if middle + LONGEST_TEXT < len(line) else "")


def _explain(pattern: str, error: Exception) -> str:
    reason = error.args[0] if error.args else error
    reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    reason = reason.replace("(?m)", "")
    if _UNSUPPORTED.search(pattern):
        return (
            "The pattern uses lookaround, a backreference or a possessive repeat, which grep does not have, since they "
            f"can take for ever; write it without them ({reason})."
        )
    return f"grep cannot read the pattern as a regular expression: {reason}."
