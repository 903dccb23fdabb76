"""Markdown files: read, cut into documents, and brought to the index."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec

from memoryd.kinds.markdown.documents import IsOurs, documents_of, is_indexed
from memoryd.problems import text_problems
from memoryd.recall.feeding import SLICE, decode_state, source_anew, source_gone
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.regular import read_whole
from memoryd.times import SECOND, nearest

TICK = SECOND // 10
"""Two writes within one tick of the kernel's clock leave one stamp, so a fresh file is read again."""


class MarkdownState(msgspec.Struct, gc=False):
    """Which version of a Markdown file the index has."""

    inode: int
    size: int
    mtime_ns: int


class MarkdownFiles:
    """Keeps the index up to what the files say."""

    def __init__(self, services: Services, is_fact_line: IsOurs) -> None:
        self._is_fact_line = is_fact_line
        self._root, self._index, self._board = services.root, services.index, services.board
        self._now = services.clock.now
        self._largest = services.settings.now.daemon.max_file_bytes
        """Bytes of a file that is indexed."""
        self._known: dict[str, MarkdownState] = {}

    def load(self, states: Mapping[str, bytes]) -> None:
        """Know which version of each file the index has."""
        for source in filter(is_indexed, states):
            if (known := decode_state(states[source], MarkdownState)) is not None:
                self._known[source] = known

    def claims(self, relpath: str) -> bool:
        """Whether documents are made of the file."""
        return is_indexed(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        """Index the file as it stands, or drop it when it is gone."""
        topic = f"markdown:{relpath}"
        try:
            stat = beneath.lstat(os.path.join(self._root, relpath))
            if self._is_known(relpath, stat):
                return
            data, stat = read_whole(os.path.join(self._root, relpath), self._largest)
        except FileNotFoundError:
            self._drop(relpath)
            self._board.clear(topic)
            return
        self._board.set(topic, text_problems(relpath, data))
        state = MarkdownState(stat.st_ino, stat.st_size, stat.st_mtime_ns)
        self._put(relpath, data.decode("utf-8", "replace"), stat.st_mtime_ns, state)

    def _is_known(self, relpath: str, stat: os.stat_result) -> bool:
        state = MarkdownState(stat.st_ino, stat.st_size, stat.st_mtime_ns)
        return self._known.get(relpath) == state and self._now() - stat.st_mtime_ns // 1000 > TICK

    def _put(self, relpath: str, text: str, mtime_ns: int, state: MarkdownState) -> None:
        documents = documents_of(relpath, text.replace("\0", " "), nearest(mtime_ns // 1000), self._is_fact_line)
        encoded, is_long = msgspec.json.encode(state), len(documents) > SLICE
        for change in source_anew(relpath, documents, encoded, background=is_long):
            prepare_terms([document.text for document in change.put])
            self._index.apply(change)
            self._index.wait_for_room()
        self._known[relpath] = state

    def _drop(self, relpath: str) -> None:
        self._known.pop(relpath, None)
        self._index.apply(source_gone(relpath))

    def rescan(self, found: Mapping[str, object]) -> None:
        """Drop what was indexed of files that are no more."""
        for relpath in [path for path in self._known if path not in found]:
            if not beneath.exists(os.path.join(self._root, relpath)):
                self._drop(relpath)


def markdown_state(stat: os.stat_result) -> bytes:
    """For the index: which version of the file it has."""
    return msgspec.json.encode(MarkdownState(stat.st_ino, stat.st_size, stat.st_mtime_ns))
