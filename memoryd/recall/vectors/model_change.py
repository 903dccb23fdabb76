"""A change of the embedding model: new vectors are made in `embeddings/next`, the old ones serve until all are there.

A kill at any point loses nothing: until `complete` stands among them the new ones are gone on with at the next start,
or dropped when another model is asked for; from then on, putting them in place is finished by whoever starts next.
"""

from __future__ import annotations

import os
from contextlib import suppress

import msgspec

from memoryd.recall.vectors.lines import Line
from memoryd.recall.vectors.store import INDEX_FILE, METADATA_FILE, SNAPSHOT_FILE
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files, sync_directory
from memoryd.storage.regular import regular
from memoryd.types import UNREADABLE

NEXT = "next"
COMPLETE = "complete"
_FILES = (SNAPSHOT_FILE, INDEX_FILE, METADATA_FILE)
_LONGEST_HEAD = 4_096


def next_of(directory: str) -> str:
    """Where the vectors of another model are made."""
    return os.path.join(directory, NEXT)


def made_by(directory: str) -> str | None:
    """What made the vectors there; None when there are none."""
    with suppress(OSError, *UNREADABLE):
        with open(os.path.join(directory, METADATA_FILE), "rb", opener=regular) as file:
            head = file.readline(_LONGEST_HEAD)
        return msgspec.json.decode(head, type=Line).model
    return None


def name_of(made: str) -> str:
    """The name of the model in a store's `NAME:DIGEST:TOKENS`."""
    return made.rsplit(":", 2)[0]


def put_in_place(files: Files, directory: str) -> None:
    """All new vectors are on disk: they take the place of the old ones. Raises OSError; it may be called again."""
    replace_file(files, os.path.join(next_of(directory), COMPLETE), [b""])
    finish(files, directory)


def finish(files: Files, directory: str) -> None:
    """What `put_in_place` began, if it did. Raises OSError."""
    made, marker = next_of(directory), os.path.join(next_of(directory), COMPLETE)
    if not beneath.is_file(marker):
        return
    for name in _FILES:
        source = os.path.join(made, name)
        if beneath.is_file(source):
            files.rename(source, os.path.join(directory, name))
    sync_directory(files, directory)
    sync_directory(files, made)
    files.unlink(marker)


def drop(files: Files, directory: str) -> None:
    """Another change was begun, and is not asked for any more."""
    for name in _FILES:
        with suppress(OSError):  # what stays is no harm
            files.unlink(os.path.join(next_of(directory), name))
