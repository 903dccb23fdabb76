"""The texts that were replaced, each in a file called by its keyed digest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from operator import attrgetter
from typing import NamedTuple

import msgspec

from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files, sync_directory
from memoryd.storage.regular import LARGEST, read_whole
from memoryd.types import UNREADABLE, Audience, Document, Role

HISTORY = "history"
_DURABLE = 64
"""Texts of one round that are synced one by one; what a program replaced in bulk is left to the kernel to write."""

_DURABLE_SECONDS = 5.0
"""On a slow disk the same after so long: a stop waits for it, and systemd kills what does not end in a minute."""
_LARGEST = 2 * LARGEST
"""Bytes of a text that is read: as large as a file of a person's, and its first line."""


class Head(msgspec.Struct, omit_defaults=True):
    """The first line of a text in the history, and of what a digest covers."""

    key: str
    kind: str
    audience: str = "private"
    project: str | None = None
    session: str | None = None
    role: str | None = None
    who: str | None = None


class Past(NamedTuple):
    """A text that was replaced."""

    head: Head
    text: str
    content: bytes
    """What its digest covers."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Head)


Marks = tuple[str, Audience, str | None, str | None, Role | None, str | None]
"""What a document's head has besides its key."""
marks_of: Callable[[Document], Marks] = attrgetter("kind", "audience", "project", "session_id", "role", "who")


def content_of(document: Document) -> bytes:
    """What a memory's digest covers: its first line says what it is, then comes its text."""
    head = Head(document.key, *marks_of(document))
    return _ENCODER.encode(head) + b"\n" + document.text.encode("utf-8", "surrogatepass")


def content_of_file(key: str, kind: str, text: str) -> bytes:
    """The same of a file that counts as one memory."""
    return _ENCODER.encode(Head(key, kind)) + b"\n" + text.encode("utf-8", "surrogatepass")


class History:
    """The files below `history/`."""

    def __init__(self, files: Files, root: str, gid: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._files = files
        self._monotonic = monotonic
        self._root = root
        self._gid = gid
        self._waiting: dict[str, bytes] = {}
        self._unsynced: set[str] = set()
        """Directories of texts that were removed."""

    def _path(self, digest: str) -> str:
        return os.path.join(self._root, HISTORY, digest[:2], digest)

    def stage(self, digest: str, content: bytes) -> None:
        """Keep this text; it is in its file after `write`."""
        self._waiting[digest] = content

    @property
    def waiting(self) -> int:
        """How many texts are to be written."""
        return len(self._waiting)

    def write(self) -> int:
        """Bring what was staged to the disk; how many texts are new. Raises MemorydError; then it stays staged."""
        done, until = 0, self._monotonic() + _DURABLE_SECONDS
        for digest, content in list(self._waiting.items()):
            path = self._path(digest)
            if not beneath.exists(path):
                durable = done < _DURABLE and self._monotonic() < until
                replace_file(self._files, path, (content,), mode=0o640, gid=self._gid, durable=durable)
                done += 1
            del self._waiting[digest]
        return done

    def has(self, digest: str) -> bool:
        """Whether the text of that digest is kept."""
        return digest in self._waiting or beneath.exists(self._path(digest))

    def read(self, digest: str) -> Past | None:
        """The text of that digest; None when it is not kept."""
        content = self._waiting.get(digest)
        if content is None:
            if not digest.isalnum():
                return None
            try:
                content = read_whole(self._path(digest), _LARGEST)[0]
            except OSError:
                return None
        first, _, text = content.partition(b"\n")
        try:
            return Past(_DECODER.decode(first), text.decode("utf-8", "surrogatepass"), content)
        except UNREADABLE:
            return None

    def remove(self, digests: Iterable[str]) -> None:
        """Remove these texts for good: no loss of power brings one back. Raises OSError."""
        for digest in digests:
            self._waiting.pop(digest, None)
            with suppress(FileNotFoundError):
                self._files.unlink(self._path(digest))
                self._unsynced.add(os.path.dirname(self._path(digest)))
        for folder in sorted(self._unsynced):
            with suppress(FileNotFoundError, NotADirectoryError):  # a person removed it
                sync_directory(self._files, folder)
            self._unsynced.remove(folder)

    def is_empty(self) -> bool:
        """Whether no text is kept."""
        return next(self._found(), None) is None

    def digests(self) -> list[str]:
        """Of every text that is kept."""
        return list(self._found())

    def _found(self) -> Iterator[str]:
        top = os.path.join(self._root, HISTORY)
        with suppress(OSError):
            for folder in sorted(self._files.listdir(top)):
                if len(folder) == 2:
                    with suppress(OSError):
                        names = self._files.listdir(os.path.join(top, folder))
                        yield from sorted(name for name in names if not name.startswith("."))
