"""`recall.get` and `recall.grep`: a memory by its key, and the lines of the files (002 §5)."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from memoryd.clock import Clock
from memoryd.conversation.file import archive_of, archived_path
from memoryd.conversation.session import SESSIONS_PATH
from memoryd.errors import InvalidParams, NotFound
from memoryd.kind import Kinds
from memoryd.recall.get import place_of, read_lines, window_of
from memoryd.recall.grep import blocks_of, grep
from memoryd.recall.service import Recall
from memoryd.recall.shapes import GetParams, GetResult, GrepParams, GrepResult
from memoryd.recall.sieve import Blocks, sieve
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.screen import Screen, no_such_key
from memoryd.rpc.registry import Access, Runs
from memoryd.storage import beneath
from memoryd.storage.directory import DataDirectory
from memoryd.storage.framed import PACKED, open_packed
from memoryd.storage.holes import skip_hole
from memoryd.storage.regular import SecondName, regular
from memoryd.storage.trouble import check_transient
from memoryd.types import Document

GREP_SECONDS = 10.0
GET_LETTERS = 1_000_000
"""Characters of one reply of `recall.get`; `next` says where it goes on."""


class FileMethods:
    """The handlers."""

    def __init__(
        self,
        data: DataDirectory,
        recall: Recall,
        kinds: Kinds,
        clock: Clock,
        screen: Screen,
        is_quarantined: Callable[[Document], bool],
    ) -> None:
        """`screen`: what a group session may know of."""
        self._data = data
        self._recall = recall
        self._kinds = kinds
        self._clock = clock
        self._screen = screen
        self._is_quarantined = is_quarantined

    def all(self) -> Iterable[Method]:
        """The methods of the `recall` namespace that read files."""
        read, scanner = Access.READ, Runs.SCANNER
        return (
            Method("recall.get", read, scanner, GetParams, GetResult, self.get,
                   "A memory's text by its key, or the lines of a file.", ("not_found",)),
            Method("recall.grep", read, scanner, GrepParams, GrepResult, self.grep,
                   "Lines that match a regular expression (RE2)."),
        )  # fmt: skip

    def get(self, asker: Asker, params: GetParams) -> dict[str, Any]:
        """A memory's text by its key, or the raw lines of a file."""
        known = self._text_of(params.key, asker)
        if known is not None:
            path, text = known
            shown = _windowed(params, path, text.split("\n"))
            document = self._recall.document(params.key)
            if document is not None and self._is_quarantined(document):
                shown["quarantined"] = True
            return shown
        place = place_of(params.key)
        if place is None or place.slug is not None:
            raise no_such_key(params.key)
        relpath = self._readable(place.path, asker, params.key)
        if place.line is None:
            return _windowed(params, relpath, self._lines(relpath, params.key, asker))
        lines = self._lines(relpath, params.key, asker)
        line = next(itertools.islice(lines, place.line - 1, None), None) if place.line > 0 else None
        if line is None and asker.is_group:
            raise no_such_key(params.key)
        if line is None:
            raise NotFound(f"{relpath} has no line {place.line}", key=params.key)
        return _windowed(params, relpath, [line])

    def _text_of(self, key: str, asker: Asker) -> tuple[str, str] | None:
        """(path, text) of a memory by its key; reading it within a session is an access (rule 11)."""
        for kind in self._kinds:
            text = kind.text(key, asker)
            if text is not None:
                if asker.is_recorded:
                    kind.used([key], asker, read=True)
                return text
        document = self._recall.document(key)
        if document is None:
            return None
        its_kind = self._kinds.of(document.kind)
        if its_kind is None or not asker.visibility.sees(document):
            raise no_such_key(key)
        if asker.is_recorded:
            its_kind.used([key], asker, read=True)
        return document.path, document.text

    def _readable(self, path: str, asker: Asker, key: str) -> str:
        """The canonical path of a file that the asker may read. Raises NotFound."""
        real = self._data.resolve(path)
        relpath = self._data.key(real)
        if relpath.startswith(f"{SESSIONS_PATH}/") and not beneath.exists(real):
            # An archived session file goes by the name that it had.
            relpath = archive_of(relpath)
            real = os.path.join(self._data.root, relpath)
        if not beneath.is_file(real):
            raise no_such_key(key)
        return relpath

    def _shown(self, asker: Asker, relpath: str, blocks: Blocks) -> Blocks:
        """What the asker may read of a file (rule 17)."""
        if not asker.is_group or any(kind.shows_file(relpath, asker) for kind in self._kinds):
            return blocks
        return sieve(relpath, blocks, lambda key: self._screen.sees(asker.visibility, key) is True)

    def _lines(self, relpath: str, key: str, asker: Asker) -> Iterator[str]:
        if asker.is_group:
            blocks = self._shown(asker, relpath, blocks_of(os.path.join(self._data.root, relpath)))
            text = b"".join(block for _, block in blocks).decode("utf-8", "replace").removesuffix("\n")
            lines = text.split("\n") if text else []
            if not lines:
                raise no_such_key(key)
            yield from lines
            return
        try:
            path = os.path.join(self._data.root, relpath)
            check, is_packed = asker.call.check_cancelled, path.endswith(PACKED)
            with open_packed(path) if is_packed else open(path, "rb", opener=regular) as file:
                yield from read_lines(file, 4 * GET_LETTERS, check, _no_holes if is_packed else skip_hole)
        except (FileNotFoundError, SecondName):
            raise no_such_key(key) from None
        except OSError as error:
            check_transient(error)
            raise InvalidParams(f"{relpath} cannot be read: {error.strerror}", key=key, param="key") from error

    def grep(self, asker: Asker, params: GrepParams) -> dict[str, Any]:
        """Lines of the memory's files that match a regular expression."""
        found = grep(
            self._data.root,
            params.pattern,
            paths=params.paths,
            ignore_case=params.ignore_case,
            limit=params.limit,
            deadline=self._clock.monotonic() + GREP_SECONDS,
            check_cancelled=asker.call.check_cancelled,
            shown=functools.partial(self._shown, asker),
            name_of=lambda path: archived_path(path) or path,
        )
        matches = [{"path": match.path, "line": match.line, "text": match.text} for match in found.matches]
        return {"matches": matches, "truncated": found.truncated}


def _no_holes(_file: BinaryIO) -> None:
    """What is packed has none."""


def _windowed(params: GetParams, path: str, lines: Iterable[str]) -> dict[str, Any]:
    shown = window_of(lines, params.from_, params.lines, GET_LETTERS)
    reply = {"key": params.key, "path": path, "text": shown.text, "from": shown.first, "lines": shown.lines}
    if shown.next is not None:
        reply["next"] = shown.next
    return reply
