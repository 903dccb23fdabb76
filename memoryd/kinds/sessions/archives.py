"""Session files past their retention: moved to the archive line for line, read there, and ended (rule 18).

The archive is durable before the session file goes; between the two there are both, and whoever finds both settles it.
"""

from __future__ import annotations

import os
import shlex
import stat as stat_bits
import threading
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any, NamedTuple, TypeVar

from memoryd.background import Progress
from memoryd.conversation.file import (
    ARCHIVE_PATH,
    BLOCK,
    FileState,
    SessionFile,
    archive_of,
    archived_path,
    of_gone_files,
    open_archive,
)
from memoryd.conversation.message import BadLine, Message, Removed, decode_line, document
from memoryd.kinds.sessions.anew import read_anew
from memoryd.kinds.sessions.missing import Missing
from memoryd.kinds.sessions.store import SessionStore
from memoryd.recall.feeding import decode_state, source_gone
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import OsFiles, make_directories
from memoryd.storage.framed import Broken, pack, unpacked
from memoryd.storage.lines import LineTooLong, split_lines
from memoryd.storage.listing import names_in
from memoryd.storage.publish import publish_new, remove_file
from memoryd.storage.regular import NotRegular, regular
from memoryd.types import Change, Document, Problem

PACK_TASK = f"{__name__}:pack_file"
SMALL = 1 << 20
"""Bytes of a session file that are packed here; more is a child's work."""
MOST_JUNK = 16 << 20
"""Bytes of lines that are no messages, in a file that another program put there."""
_LEAST_JUNK = 64
"""What such a line counts for at least: a file of empty ones takes as long to read as one of a message each."""
Say = Callable[[str, int, int], None]
R = TypeVar("R")


class Found(NamedTuple):
    """What an archive has."""

    file: SessionFile
    firsts: dict[str, Message]
    """The first message of each session."""
    heard: dict[str, int]
    """When the last one of each was received."""


class SessionArchives:
    """Reads what is in the archive, and moves files there. The turn is held by whoever settles or moves a file."""

    def __init__(self, services: Services, store: SessionStore, missing: Missing) -> None:
        self._root, self._gid, self._board = services.root, services.data.gid, services.board
        self._sink, self._run = services.index, services.writer.run_alone
        self._children = services.children
        self._store, self._missing = store, missing
        self._turn = threading.RLock()
        self._loading = True
        self._unfed: list[tuple[SessionFile, FileState | None]] = []
        self._aside: dict[str, str] = {}
        """Where the last one was moved that was no archive, by the path of its session file."""

    # --- what is there --------------------------------------------------------------------------------------

    def load(self, states: Mapping[str, bytes]) -> set[str]:
        """Know every archive, at start, before the session files are read; the paths that they had."""
        found = set()
        for name in names_in(os.path.join(self._root, ARCHIVE_PATH)):
            path = archived_path(f"{ARCHIVE_PATH}/{name}")
            if path is not None and self._load_one(path, decode_state(states.get(path), FileState)):
                found.add(path)
        self._loading = False
        return found

    def absorb(self, relpath: str) -> None:
        """The archive is new, changed or gone (watcher's thread)."""
        path = archived_path(relpath)
        assert path is not None
        with self._turn:
            known = self._store.archived.get(path)
            if not beneath.exists(self._path(relpath)):
                # That it was set aside stays told, though its name is free.
                if not beneath.exists(self._aside.get(path, self._path(relpath))):
                    self._board.clear(f"archive:{path}")
                if known is not None:
                    self._forget(path, self._missing.removed(path))
                return
            state = None if known is None else known.as_known()
            self._load_one(path, state)

    def rescan(self, found: Mapping[str, object]) -> None:
        """Forget the archives that are no more."""
        for path in [path for path in self._store.archived if archive_of(path) not in found]:
            self.absorb(archive_of(path))

    def _load_one(self, path: str, state: FileState | None) -> bool:
        """Know the archive of a session file; whether it is one, and counts."""
        relpath, topic = archive_of(path), f"archive:{path}"
        try:
            stat = beneath.lstat(self._path(relpath))
            if not stat_bits.S_ISREG(stat.st_mode):
                raise NotRegular(self._path(relpath), stat.st_mode)
            if beneath.exists(self._path(path)) and not self._settle(path):
                return False
            if path in self._store.archived and state is not None and _stands(state, stat):
                return True
            # Sessions that it names and that nobody knows are found by reading it.
            if state is not None and _stands(state, stat) and self._store.are_known(state.sessions):
                self._know(_file_of(path, state))
                return True
            self._read_in(path, state)
        except (Broken, LineTooLong) as error:
            self._set_aside(path, error.strerror or str(error))
            return False
        except OSError as error:
            action = "move it away, or give the daemon's group access: chmod g+rw, chgrp"
            self._board.set(topic, [Problem(path=relpath, what=f"not read: {error.strerror or error}", action=action)])
            return False
        return True

    def _settle(self, path: str) -> bool:
        """There are both. Equal: the move is finished; our own half is removed, anything else is set aside."""
        known = self._store.known_state(path)
        equal = begins = True
        with (
            open(self._path(archive_of(path)), "rb", opener=regular) as packed,
            open(self._path(path), "rb", opener=regular) as file,
        ):
            for block in unpacked(packed):
                if file.read(len(block)) != block:
                    equal = begins = False
                    break
            equal = equal and not file.read(1)
        if equal:
            return bool(self._do(lambda: self._drop_equal(path, known)))
        if begins:
            # Something was appended before the move was done: the session file has all of it.
            remove_file(OsFiles(), self._path(archive_of(path)))
            self._forget(path)
        else:
            self._set_aside(path, f"it differs from {path}, which stands in sessions/ again")
        return False

    def _drop_equal(self, path: str, known: FileState | None) -> bool:
        if path in self._store.files and self._store.has_appended_since(path, known):
            return False
        return remove_file(OsFiles(), self._path(path))

    def _read_in(self, path: str, state: FileState | None) -> None:
        """Read all of an archive that is not known as it stands. Raises Broken, OSError."""
        if not self._is_framed(path):
            self._pack_anew(path)
        stat = beneath.lstat(self._path(archive_of(path)))
        found = _read(self._root, path)
        found.file.inode, found.file.mtime_ns = stat.st_ino, stat.st_mtime_ns
        same = state is not None and (state.size, state.crc) == (found.file.size, found.file.crc)
        self._know(found.file, found)
        if same:
            # The index has its messages: only the file is another one.
            self._sink.apply(Change(source=path, state=found.file.state()))
            return
        if self._loading:
            self._unfed.append((found.file, state))
        else:
            self._feed(found.file, state)

    def _feed(self, file: SessionFile, state: FileState | None) -> None:
        said = _documents(self._root, file.path, self._store.removed() | file.removed)
        for change in read_anew(file.path, said, file.state(), state):
            self._sink.apply(change)

    def feed(self) -> None:
        """Bring to the index what it lacked at the start, now that all files tell what was taken out (sessions.pop)."""
        for file, state in self._unfed:
            self._feed(file, state)
        self._unfed.clear()

    def _is_framed(self, path: str) -> bool:
        try:
            open_archive(self._root, path).close()
        except Broken:
            return False
        return True

    def _pack_anew(self, path: str) -> None:
        """Another program packed it: the same lines, in frames that can be read alone. Raises Broken, OSError."""
        target = self._path(archive_of(path))
        with open(target, "rb", opener=regular) as file:
            _check(file)
            replace_file(OsFiles(), target, pack(unpacked(file)), gid=self._gid)

    def _do(self, operation: Callable[[], R]) -> R:
        """On the writer thread, once it runs."""
        return operation() if self._loading else self._run(lambda _batch: operation())

    def _know(self, file: SessionFile, found: Found | None = None) -> None:
        def know() -> None:
            self._store.know_archive(file)
            if found is not None:
                for session_id, message in found.firsts.items():
                    self._store.discover(message, file.path, found.heard[session_id])
                self._store.know_archive(file)

        self._do(know)
        self._aside.pop(file.path, None)
        self._board.clear(f"archive:{file.path}")

    def _set_aside(self, path: str, why: str) -> None:
        """What is no archive is renamed and reported; nothing is read from it."""
        relpath = archive_of(path)
        with suppress(FileNotFoundError):
            broken = aside_name(self._path(relpath))
            OsFiles().rename(self._path(relpath), broken)
            self._aside[path] = broken
            what = f"{why}, so it was set aside as {os.path.basename(broken)}, and nothing is read from it"
            action = f"put a whole one in its place, from a backup; else remove it: rm {shlex.quote(broken)}"
            self._board.set(f"archive:{path}", [Problem(path=relpath, what=what, action=action)])
        self._forget(path)

    def _forget(self, path: str, before: Mapping[str, Document] | None = None) -> None:
        if path in self._store.archived:
            self._do(lambda: self._store.forget_file(path))
            self._sink.apply(source_gone(path, before))

    # --- moving, and the end --------------------------------------------------------------------------------

    def move(self, path: str, progress: Progress) -> int:
        """Move a session file to the archive; 0 when it changed meanwhile, and so stays."""
        with self._turn:
            known = self._run(lambda _batch: self._store.known_state(path))
            if known is None or not self._store.is_unedited(path):
                return 0
            target = self._path(archive_of(path))
            if beneath.exists(target) and self._load_one(path, known):
                return 1  # an earlier move was not finished
            params = {"root": self._root, "path": path, "gid": self._gid, "target": target}
            packed = self._children.run(PACK_TASK, params, progress, small=known.size <= SMALL)
            is_same = (packed["size"], packed["crc"]) == (known.size, known.crc)
            moved = is_same and self._run(lambda _batch: self._take_away(path, known))
            if not moved:
                remove_file(OsFiles(), target)
            return int(moved)

    def _take_away(self, path: str, known: FileState) -> bool:
        """On the writer thread, so that nothing is appended meanwhile."""
        if self._store.has_appended_since(path, known) or not self._store.is_unedited(path):
            return False
        file = self._store.files[path]
        stat = beneath.lstat(self._path(archive_of(path)))
        remove_file(OsFiles(), self._path(path))
        file.inode, file.mtime_ns = stat.st_ino, stat.st_mtime_ns
        self._store.know_archive(file)
        self._sink.apply(Change(source=path, state=file.state()))
        self._board.clear(f"session:{path}")
        return True

    def end(self, path: str) -> int:
        """The archive's time is over, too."""
        with self._turn:
            remove_file(OsFiles(), self._path(archive_of(path)))
            self._forget(path)
            return 1

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)


def _stands(state: FileState, stat: os.stat_result) -> bool:
    return (state.inode, state.mtime_ns) == (stat.st_ino, stat.st_mtime_ns)


def _file_of(path: str, state: FileState) -> SessionFile:
    """An archive as the index knows it."""
    return SessionFile.known(path, state)


def _check(file: IO[bytes]) -> None:
    """Read what another program packed to its end. Raises Broken, LineTooLong when it is not a session file."""
    junk = 0
    for raw in split_lines(unpacked(file)):
        try:
            decode_line(raw)
        except BadLine:
            junk += max(len(raw), _LEAST_JUNK)
            if junk > MOST_JUNK:
                raise Broken("most of it is no conversation") from None


def _read(root: str, path: str) -> Found:
    """Lines, messages and sessions of an archive, in bounded memory."""
    found = Found(SessionFile(path, edition=0), {}, {})
    file, removals = found.file, list[Removed]()
    with open_archive(root, path) as lines:
        for raw in lines:
            file.crc = zlib.crc32(raw, file.crc)
            file.size += len(raw)
            file.lines += 1
            try:
                message = decode_line(raw.rstrip(b"\n"))
            except Removed as removed:
                file.take_out(removed)
                if removed.key.rpartition(":")[0] != path:
                    removals.append(removed)
            except BadLine:
                continue
            else:
                file.count(message)
                if b'"received"' in raw:
                    file.received = max(file.received, message.received)
                found.firsts.setdefault(message.session_id, message)
                found.heard[message.session_id] = max(message.received, found.heard.get(message.session_id, 0))
    if removals := of_gone_files(root, removals):
        file.take_out_renamed(removals, _said_in(root, path, {one.key.rpartition(":")[2] for one in removals}))
    return found


def _said_in(root: str, path: str, lines: Collection[str]) -> dict[int, Message]:
    found = {}
    with open_archive(root, path) as file:
        for number, raw in enumerate(file, 1):
            if str(number) in lines:
                with suppress(BadLine):
                    found[number] = decode_line(raw.rstrip(b"\n"))
    return found


def _documents(root: str, path: str, gone: Collection[str]) -> Iterator[Document]:
    with open_archive(root, path) as lines:
        for number, raw in enumerate(lines, 1):
            with suppress(BadLine):
                message = decode_line(raw.rstrip(b"\n"))
                if f"{path}:{number}" not in gone:
                    yield document(message, path, number)


def pack_file(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Write the archive of a session file, durably, and read it back; the size and checksum of its text."""
    root, path = params["root"], params["path"]
    written = [0, 0]

    def blocks() -> Iterator[bytes]:
        with open(os.path.join(root, path), "rb", opener=regular) as file:
            while block := file.read(BLOCK):
                written[0], written[1] = written[0] + len(block), zlib.crc32(block, written[1])
                say("archive", written[0], written[0])
                yield block

    def verify(file: IO[bytes]) -> None:
        size = crc = 0
        for block in unpacked(file):
            size, crc = size + len(block), zlib.crc32(block, crc)
            say("archive", size, written[0])
        if [size, crc] != written:
            raise OSError("the archive does not read back as it was written; look at the disk")

    make_directories(OsFiles(), os.path.dirname(params["target"]))
    publish_new(OsFiles(), params["target"], lambda out: out.writelines(pack(blocks())), verify, gid=params["gid"])
    return {"size": written[0], "crc": written[1]}
