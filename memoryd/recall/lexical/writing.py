"""The side that changes tantivy: commits written into the index's directory by whichever process owns its writer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
import tantivy

from memoryd.recall.hashing import hash64, hash64_of
from memoryd.recall.lexical.layout import (
    HASH,
    PRINT,
    STATE_KEY,
    damage,
    encode,
    is_at,
    require_place,
    stored_state,
    tag_of,
    tags_of,
)
from memoryd.recall.lexical.locks import WRITER, claim
from memoryd.recall.lexical.merging import merge, remove_unlisted
from memoryd.recall.lexical.prepared_terms import terms_around
from memoryd.recall.lexical.sound import make_ready
from memoryd.recall.lexical.tokens import slices_of_terms
from memoryd.recall.pacing import WRITER_SECONDS
from memoryd.recall.query import moment_of
from memoryd.storage import beneath
from memoryd.storage.roots import ident
from memoryd.text.dates import TimeWords, read_time_words
from memoryd.types import Document

_WRITER_BYTES = 15_000_000


class Labelled(NamedTuple):
    """A document, the labels by which queries filter it, and what its text says of time, where that is known."""

    document: Document
    labels: tuple[str, ...]
    time_words: TimeWords | None = None


class Commit(msgspec.Struct, frozen=True):
    """What one commit changes: first the sources and keys that go, then the states and documents that come, which
    replace those of the same sources and keys. To write it twice is as good as once."""

    sources: list[str]
    keys: list[str]
    states: dict[str, bytes | None]
    documents: Sequence[Labelled]


def at_once() -> None:
    """Nothing need be waited for."""


class IndexWriter(Protocol):
    """Who writes commits into the directories of indexes."""

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        """Write the commit durably, once `wait`, called while it is prepared, has returned.

        Raises IndexDamaged, and then it can be written again.
        """
        ...

    def merge(self, directory: Path, segments: Sequence[str]) -> None:
        """Put one segment without removed documents in the place of these. Raises IndexDamaged, and then they stand."""
        ...

    def release(self, directory: Path) -> None:
        """Leave the directory alone until the next commit; merges that have begun are finished."""
        ...


class DirectWriter:
    """Writes in this process."""

    def __init__(self) -> None:
        self._open: dict[Path, _Writing] = {}
        self._turn = threading.Lock()

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        """As IndexWriter's."""
        wait()
        self.write_parts(directory, commit, [commit.documents])

    def write_parts(self, directory: Path, head: Commit, parts: Iterable[Sequence[Labelled]]) -> None:
        """The same with documents that come in parts besides those of `head`, which are not read."""
        with self._turn:
            try:
                writing = self._open.get(directory)
                if writing is None or not writing.is_in_place():
                    self._open[directory] = writing = _Writing(directory)
                writing.write(head, parts)
            except BaseException as error:
                self._open.pop(directory, None)  # rolls back what was added
                raise damage(error) from error

    def merge(self, directory: Path, segments: Sequence[str]) -> None:
        """As IndexWriter's."""
        self.release(directory)
        with self._turn:
            try:
                merge(directory, segments)
            except BaseException as error:
                raise damage(error) from error

    def release(self, directory: Path) -> None:
        """As IndexWriter's."""
        with self._turn:
            writing = self._open.pop(directory, None)
            if writing is not None and writing.is_in_place():
                writing.finish()

    def release_all(self) -> None:
        """Leave every directory alone."""
        for directory in list(self._open):
            self.release(directory)


class _Writing:
    """One directory that is being written to; whoever has it holds tantivy's lock."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._inode = ident(beneath.stat(str(directory)))
        make_ready(str(directory))
        with beneath.reachable(str(directory)) as held:
            self._index = tantivy.Index.open(held)
        self._index.config_reader("manual")
        self._writer = _writer_of(directory, self._index)
        self._index.reload()  # a commit that seemed to fail may be on disk
        self._searcher: Any = self._index.searcher()
        require_place(directory, self._inode)

    def is_in_place(self) -> bool:
        return is_at(self._directory, self._inode)

    def write(self, head: Commit, parts: Iterable[Sequence[Labelled]]) -> None:
        require_place(self._directory, self._inode)
        writer = self._writer
        for source in head.sources:
            writer.delete_documents_by_term("tag", tag_of("source", source))
        for key in head.keys:
            self._drop(key)
        for part in parts:
            for one in part:
                self._drop(one.document.key)
                writer.add_document(_stored(one))
        for source, state in head.states.items():
            writer.delete_documents_by_term("key", STATE_KEY + source)
            if state is not None:
                writer.add_document(stored_state(source, state))
        make_ready(str(self._directory))
        writer.commit()
        self._index.reload()
        self._searcher = self._index.searcher()

    def _drop(self, key: str) -> None:
        if self._searcher.doc_freq("key", key):
            self._writer.delete_documents_by_term("key", key)

    def finish(self) -> None:
        self._writer.wait_merging_threads()


def _writer_of(directory: Path, index: Any) -> Any:
    """The index's writer. Where another process has it, which is the child of a daemon that was killed, wait for its
    end: the disk may hold it up for a moment."""
    claim(str(directory), WRITER, WRITER_SECONDS)
    remove_unlisted(directory)
    return index.writer(_WRITER_BYTES, 1)


def _stored(labelled: Labelled) -> Any:
    document, labels, time_words = labelled
    stored = tantivy.Document()
    stored.add_text("terms", " ".join(_all_terms(document)))
    stored.add_text("key", document.key)
    for tag in [*tags_of(document), *labels]:
        stored.add_text("tag", tag)
    stored.add_integer("at", moment_of(document))
    stored.add_integer("created", document.created)
    stored.add_unsigned(HASH, hash64(document.key))
    payload = encode((document, time_words or read_time_words(document.text)))
    stored.add_unsigned(PRINT, hash64_of(payload))
    stored.add_bytes("payload", payload)
    return stored


def _all_terms(document: Document) -> Iterator[str]:
    """The terms, of a long text a string of them at a time: a list of them takes many times the text."""
    for terms in slices_of_terms(document.text):
        yield " ".join(terms)
    yield from terms_around(document)
