"""The directory of the lexical index: opened, written, moved and merged; `view.py` reads what is committed there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

import tantivy

from memoryd.os_errors import is_of_the_machine
from memoryd.recall.lexical.layout import SCHEMA, IndexDamaged, damage, is_at, require_place
from memoryd.recall.lexical.locks import META, WRITER
from memoryd.recall.lexical.merging import MERGED, remove_unlisted
from memoryd.recall.lexical.sound import make_ready, require_sound
from memoryd.recall.lexical.unpacked import UnpackedDocuments
from memoryd.recall.lexical.view import Committed, View
from memoryd.recall.lexical.writing import Commit, IndexWriter, at_once
from memoryd.recall.pacing import COMMIT_DOCUMENTS
from memoryd.storage import beneath
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import OsFiles, make_directories
from memoryd.storage.regular import read_whole, regular
from memoryd.storage.roots import ident

_LONGEST_REASON = 500
"""Characters: an error may quote all of a broken file."""
VERSION = 7
"""Of the schema and of the tokeniser; an index of another version is rebuilt."""
NEW, OLD = ".new", ".old"
OTHER_VERSION = "it was made by another version"
_VERSION_FILE = "memoryd-version"
_SETTINGS_FILE = "meta.json"
_BLOCK_BYTES = 2_048
"""Reading a stored document unpacks its block, and a search may read 90 scattered ones: 5.6 us each instead of 10 with
tantivy's 16 KiB, for 4 MB more per 100,000 messages."""


class Disk:
    """The index's directory as it is read; `writer` changes it."""

    def __init__(self, directory: Path, writer: IndexWriter) -> None:
        """Open or create it. Raises IndexDamaged when something else is in the directory."""
        self.directory = directory
        self._writer = writer
        self._unpacked = UnpackedDocuments()
        try:
            make_directories(OsFiles(), str(directory))
            _check_version(str(directory))
            self._inode = ident(beneath.stat(str(directory)))
            make_ready(str(directory))
            with beneath.reachable(str(directory)) as held:
                self._index = _open_index(str(directory), held)
            self._index.config_reader("manual")
            self.view = self._load()
            self.states = self.view.states()
        except BaseException as error:
            raise damage(error) from error

    def write(self, commit: Commit, wait: Callable[[], object] = at_once) -> View:
        """Have the commit written, once `wait` has returned; the view of what is on disk then.

        `show` makes it the current one. Raises IndexDamaged, and then it can be written again.
        """
        try:
            self._require_place()
            require_sound(str(self.directory))
            self._writer.write(self.directory, commit, wait)
            view = self._reloaded()
            self._require_place()  # else it may be another's
        except BaseException as error:
            raise damage(error) from error
        return view

    def half_dead(self, may_have: Callable[[bytes], bool]) -> tuple[View, frozenset[int]]:
        """The newest view, and its segments in whose files removed documents stand of which one may have that.

        Raises IndexDamaged.
        """
        try:
            segments: Any = None
            while segments != (segments := self._segments()):  # a merge may come between the list and the view
                view = self._reloaded()
            counts = {number: one["max_doc"] for number, one in enumerate(segments) if one.get("deletes")}
            return view, frozenset(view.having(may_have, counts))
        except BaseException as error:
            raise damage(error) from error

    def merge(self, segments: Collection[int]) -> bool:
        """Leave nothing removed in these segments of the list; False where they have few documents, or it fails."""
        listed = self._segments()
        chosen = [one for number, one in enumerate(listed) if number in segments]
        if sum(one["max_doc"] for one in chosen) <= COMMIT_DOCUMENTS:
            return False
        scratch = self.directory.with_name(self.directory.name + MERGED)
        destroy(scratch)
        try:
            self._writer.merge(self.directory, [one["segment_id"] for one in chosen])
        except IndexDamaged:
            return False
        finally:
            destroy(scratch)
        return True

    def remove_unlisted(self) -> None:
        """Remove what is of no segment, as far as that can be done now; nobody writes."""
        with suppress(OSError, ValueError, IndexDamaged):
            require_sound(str(self.directory))
            remove_unlisted(self.directory)

    def commit_id(self) -> str:
        """Tells what is committed from every other commit, here or in another directory's files."""
        status = beneath.stat(os.path.join(self.directory, _SETTINGS_FILE))
        return f"{status.st_ino}:{status.st_size}:{status.st_mtime_ns}"

    def _segments(self) -> list[dict[str, Any]]:
        """As tantivy lists them, in the order of their numbers."""
        content, _ = read_whole(os.path.join(self.directory, _SETTINGS_FILE))
        found: list[dict[str, Any]] = json.loads(content)["segments"]
        return found

    def unreadable(self) -> str | None:
        """Why the index cannot be opened any more; None if it can, or a link stands in its place, which is left."""
        path = str(self.directory)
        if not self._is_in_place():
            return None if beneath.is_link(path) else "its directory was moved, or something else stood in its place"
        try:
            Committed(self.directory)
        except OSError:  # no descriptor, no room: a new one would fare no better
            return None
        except BaseException as error:
            return str(damage(error))
        return None

    def show(self, view: View) -> None:
        """Let searches see it."""
        self.view = view

    def close(self) -> None:
        """Release tantivy's lock; the view stays readable."""
        if self._is_in_place():
            self._writer.release(self.directory)

    def _is_in_place(self) -> bool:
        return is_at(self.directory, self._inode)

    def _require_place(self) -> None:
        require_place(self.directory, self._inode)

    def replaced_by(self, other: Disk, directory: Path) -> Disk:
        """Move the closed index `other` to `directory`, in place of this one, and open it; our view stays readable.

        What stood in this one's place is set aside.
        """
        self.close()
        if not self._is_in_place() and beneath.exists(str(directory)):
            beneath.rename(str(directory), aside_name(str(directory)))
        aside = directory.with_name(directory.name + OLD)
        destroy(aside)
        with suppress(FileNotFoundError):  # it may have been removed by hand
            beneath.rename(str(directory), str(aside))
        beneath.rename(str(other.directory), str(directory))
        destroy(aside)
        return Disk(directory, self._writer)

    def _reloaded(self) -> View:
        make_ready(str(self.directory))
        self._index.reload()
        return self._load()

    def _load(self) -> View:
        return View.of(self._index.searcher(), self._unpacked)


def destroy(directory: Path) -> None:
    """Remove an index from the disk, or what stands in its place; it can be rebuilt from the truth files."""
    path = str(directory)
    beneath.remove_tree(path)
    if not beneath.is_link(path):  # which health names
        with suppress(OSError):
            beneath.unlink(path)


def open_or_make(directory: Path, writer: IndexWriter) -> tuple[Disk, str | None]:
    """The index on disk; a damaged one is dropped, made anew, and the reason told. Raises MemorydError.

    One that the machine does not let us open for now, on a full disk, is not damaged.
    """
    try:
        return Disk(directory, writer), None
    except IndexDamaged as damaged:
        refused = damaged.refusal(str(directory))
        # A bad sector of the old files is none of the new ones.
        if is_of_the_machine(refused) and refused.data["errno"] != "EIO":
            raise refused from damaged
        why = str(damaged)[:_LONGEST_REASON]
    destroy(directory)
    try:
        return Disk(directory, writer), why
    except IndexDamaged as damaged:
        raise damaged.refusal(str(directory)) from damaged


def _open_index(directory: str, held: str) -> Any:
    """Open the index, or make one with small blocks, which tantivy's Python binding has no parameter for.

    tantivy takes only a path: `held` leads to the directory whatever happens to its name.
    """
    settings = os.path.join(directory, _SETTINGS_FILE)
    is_new = not beneath.exists(settings)
    index = tantivy.Index(SCHEMA, path=held)
    if not is_new:
        return index
    values = json.loads(read_whole(settings)[0])
    values["index_settings"]["docstore_blocksize"] = _BLOCK_BYTES
    replace_file(OsFiles(), settings, [json.dumps(values).encode()])
    return tantivy.Index(SCHEMA, path=held)


def _check_version(directory: str) -> None:
    path = os.path.join(directory, _VERSION_FILE)
    wanted = f"{VERSION} {str(getattr(tantivy, '__version__', '')).rpartition('index_format')[2].strip()}".encode()
    names = set(beneath.listdir(directory)) - {META, WRITER}  # a directory that was removed may have got these again
    if not names:
        replace_file(OsFiles(), path, [wanted])
        return
    require_sound(directory)
    found = b""
    if _VERSION_FILE in names:
        with open(path, "rb", opener=regular) as file:
            found = file.read(len(wanted) + 1)
    if found != wanted:
        raise IndexDamaged(OTHER_VERSION)
