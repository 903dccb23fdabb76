"""Commits as they cross to the process that owns tantivy's writer, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from memoryd.children.patience import Lost
from memoryd.recall.lexical.layout import IndexDamaged
from memoryd.recall.lexical.writing import Commit, DirectWriter, Labelled, at_once
from memoryd.recall.pacing import FRAME_CHARS, FRAME_DOCUMENTS

if TYPE_CHECKING:
    from memoryd.children.helper import Message, Port


class _Order(msgspec.Struct, frozen=True):
    """The first frame of a question; the documents of a commit follow in frames of their own."""

    what: Literal["write", "merge", "release"]
    directory: str
    commit: Commit | None = None
    segments: list[str] = []


_encode = msgspec.msgpack.Encoder().encode
_order = msgspec.msgpack.Decoder(_Order)
_documents = msgspec.msgpack.Decoder(list[Labelled])
_fault = msgspec.msgpack.Decoder(str | None)


class RemoteWriter:
    """An IndexWriter that has the other process write."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._written: set[Path] = set()
        """What the other process may have open."""

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        """As IndexWriter's."""
        head = msgspec.structs.replace(commit, documents=())

        def frames() -> Iterator[bytes]:
            yield _encode(_Order("write", str(directory), head))
            for part in _parts(commit.documents):
                yield _encode(part)
            wait()  # it commits when it has read the end, and takes the documents in meanwhile

        self._written.add(directory)
        self._ask(frames)

    def merge(self, directory: Path, segments: Sequence[str]) -> None:
        """As IndexWriter's."""
        self._ask(lambda: [_encode(_Order("merge", str(directory), segments=list(segments)))])

    def release(self, directory: Path) -> None:
        """As IndexWriter's; no process is started for it."""
        if directory in self._written:
            self._ask(lambda: [_encode(_Order("release", str(directory)))])
            self._written.discard(directory)

    def _ask(self, frames: Message) -> None:
        try:
            (answer,) = self._port.ask(frames)
        except Lost as error:
            raise IndexDamaged(f"the worker that writes it {error}") from error
        fault = _fault.decode(answer)
        if fault is not None:
            raise IndexDamaged(fault)


def _parts(documents: Sequence[Labelled]) -> Iterator[list[Labelled]]:
    """A frame is encoded in one go, and may hold other threads up for as long."""
    rest = iter(documents)
    while part := list(islice(rest, FRAME_DOCUMENTS)):
        chars, begin = 0, 0
        for at, one in enumerate(part):
            chars += len(one.document.text)
            if chars > FRAME_CHARS:
                yield part[begin : at + 1]
                chars, begin = 0, at + 1
        if begin < len(part):
            yield part[begin:]


def answer(writer: DirectWriter, question: Iterable[bytes]) -> Iterator[bytes]:
    """The other process's side: do what the question says. All of it is read whatever happens."""
    frames = iter(question)
    order = _order.decode(next(frames))
    fault: str | None = None
    try:
        if order.commit is not None:
            writer.write_parts(Path(order.directory), order.commit, map(_documents.decode, frames))
        elif order.what == "merge":
            writer.merge(Path(order.directory), order.segments)
        else:
            writer.release(Path(order.directory))
    except IndexDamaged as error:
        fault = str(error) or type(error.__cause__).__name__
    for _ in frames:
        pass
    yield _encode(fault)
