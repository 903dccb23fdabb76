"""The notes' files on the disk: read, replaced and appended to; knows how to undo what one batch wrote."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from memoryd.errors import ON_DISK, MemorydError
from memoryd.problems import ProblemBoard, text_problems
from memoryd.storage import beneath, roots
from memoryd.storage.append_log import AppendLog
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import Identity, current_identity, identity, replace_file, replace_keeping_old
from memoryd.storage.files import Files, sync_directory
from memoryd.storage.regular import LARGEST, NotRegular, read_whole
from memoryd.storage.replaced import keep_ranges
from memoryd.storage.trouble import mending_command
from memoryd.types import Problem

HIDDEN: Identity = (-1, -1, -1)
"""Stands for a version that cannot be looked at."""
_MOST_LOOKS = 30
"""At a version that an editor goes on writing into; what it has by then counts."""


class LateEdit(msgspec.Struct, frozen=True):
    """What an editor wrote into a version that had been replaced: its text then, and what it became."""

    relpath: str
    base: str
    text: str


class _ReplacedVersion(msgspec.Struct):
    """A version that an editor may still have had open when it was replaced (rule 8)."""

    relpath: str
    fd: int
    known: Identity
    base: str
    is_by_hand: bool
    """An editor wrote it, which may not be at its end."""
    seen: Identity | None
    """As of the look before."""
    looks: int = 0


class _Undo(NamedTuple):
    """A file that was replaced: what it held, None for no file, and what it holds now."""

    relpath: str
    before: bytes | None
    written: bytes


class NoteDisk:
    """Writer's thread, except for `read`."""

    def __init__(
        self,
        root: str,
        files: Files,
        gid: int,
        board: ProblemBoard,
        most: int,
        on_appended: Callable[[str, os.stat_result], object],
        on_unread: Callable[[], object],
    ) -> None:
        """`most`: bytes of a file that is read; `on_appended` hears of lines that we wrote into a file that others read
        in; `on_unread`: there is a file in `unread`, to be looked at again.
        """
        self._on_appended = on_appended
        self._on_unread = on_unread
        self.unread = set[str]()
        """Files that could not be read when they were last looked at."""
        self._root = root
        self._files = files
        self._gid = gid
        self._board = board
        self._most = most
        self._undo: list[_Undo] = []
        self._not_undone: list[_Undo] = []
        """What a rollback had to leave on the disk."""
        self._unsettled: list[AppendLog] = []
        self._appended: list[AppendLog] = []
        self._written: dict[str, Identity] = {}
        """Of each file the version that we wrote last."""
        self._replaced: list[_ReplacedVersion] = []
        self._told: list[_ReplacedVersion] = []
        """Those that were looked at for the last time, unless what they have cannot be written now."""
        self._long: list[_ReplacedVersion] = []
        """Those that an editor made too long to be read."""

    def path(self, relpath: str) -> str:
        """Absolute."""
        return os.path.join(self._root, relpath)

    def identity(self, relpath: str) -> Identity:
        """The version that is on the disk; HIDDEN for what is not ours to look at, such as a link."""
        try:
            return current_identity(self.path(relpath))
        except (roots.Linked, PermissionError):
            return HIDDEN

    # --- reading ------------------------------------------------------------------------------------------

    def read(self, relpath: str) -> tuple[bytes, Identity] | None:
        """A file's bytes and version; None when we may not read it, which health says. Raises FileNotFoundError."""
        try:
            data, status = read_whole(self.path(relpath), self._most)
        except FileNotFoundError:
            self._have_looked(relpath, ())
            raise
        except (NotRegular, roots.Linked):
            self._have_looked(relpath, ())  # the watcher says so, also when that has changed
            return None
        except OSError as error:
            self._have_looked(relpath, [self._problem_of_reading(relpath, error)])
            self.unread.add(relpath)
            self._on_unread()
            return None
        self._have_looked(relpath, text_problems(relpath, data))
        return data, identity(status)

    def is_as_known(self, relpath: str) -> None:
        """The file is as it was read: there is nothing to say about reading it."""
        self._have_looked(relpath, ())

    def _have_looked(self, relpath: str, problems: Iterable[Problem]) -> None:
        self.unread.discard(relpath)
        self._board.set(f"notes:unread:{relpath}", problems)

    def _problem_of_reading(self, relpath: str, error: OSError) -> Problem:
        return Problem(
            path=relpath,
            what=f"it cannot be read ({error.strerror}), so what it says is not known, and it is not written",
            action=f"run: {mending_command(self.path(relpath), gid=self._gid)}",
            severity="critical",
        )

    def bytes_of(self, relpath: str) -> bytes | None:
        """A file's bytes; None when there is none. Raises OSError."""
        try:
            return read_whole(self.path(relpath))[0]
        except FileNotFoundError:
            return None

    # --- writing ------------------------------------------------------------------------------------------

    def replace(self, relpath: str, data: bytes) -> None:
        """Put `data` in a file's place, for good."""
        replace_file(self._files, self.path(relpath), (data,), gid=self._gid)

    def replace_version(
        self, relpath: str, data: bytes, expect: Identity, *, before: bytes | None, base: str | None = None
    ) -> os.stat_result:
        """Put `data` in the place of the version `expect`, until `rollback` puts `before` back. Raises Changed.

        With `base`, the text of that version, `late_edits` finds what an editor still writes into it.
        """
        undo = _Undo(relpath, before, data)
        try:
            if base is None:
                stat = replace_file(self._files, self.path(relpath), (data,), gid=self._gid, expect=expect)
            else:
                stat, fd = replace_keeping_old(self._files, self.path(relpath), (data,), gid=self._gid, expect=expect)
                if fd is not None:
                    is_by_hand = expect != self._written.get(relpath)
                    seen = None if is_by_hand else expect
                    self._replaced.append(_ReplacedVersion(relpath, fd, expect, base, is_by_hand, seen))
        except MemorydError as error:
            if ON_DISK in error.data:
                self._undo.append(undo)
            raise
        self._undo.append(undo)
        self._written[relpath] = identity(stat)
        return stat

    def append(self, relpath: str, head: str, text: str, *, undo: bool) -> None:
        """Append to a file, which begins with `head` when it is new; with `undo`, until `rollback`."""
        path = self.path(relpath)
        log = AppendLog(self._files, path, gid=self._gid)
        content = text if beneath.exists(path) else head + text
        if undo:
            self._appended.append(log)  # it stays open, since a closed log cannot be rolled back
        log.check()
        log.write(content.encode("utf-8", "surrogateescape"))
        self._on_appended(relpath, self._files.stat(path))
        log.sync()
        if not undo:
            log.close()

    def set_aside(self, relpath: str) -> None:
        """Rename a file that cannot be used to `<name>.broken`, or to the next such name that is free."""
        self._files.rename(self.path(relpath), aside_name(self.path(relpath)))

    # --- undo ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Another batch: what the one before it wrote stays."""
        self._undo.clear()
        self._forget_appended()

    def rollback(self) -> bool:
        """Put back what has been written since `begin`; whether nothing of it can be there after a restart."""
        appended = [log.rollback() for log in self._appended]
        self._unsettled += [log for log, is_clean in zip(self._appended, appended, strict=True) if not is_clean]
        self._forget_appended()
        self._not_undone += [undo for undo in reversed(self._undo) if not self._take_back(undo)]
        self._undo.clear()
        return all(appended) and not self._not_undone

    def settle(self) -> bool:
        """Put back what `rollback` could not; whether there is nothing more to try."""
        self._unsettled = [log for log in self._unsettled if not log.settle()]
        self._not_undone = [undo for undo in self._not_undone if not self._take_back(undo)]
        return not self._unsettled and not self._not_undone

    def _take_back(self, undo: _Undo) -> bool:
        """Put the version before it back, unless somebody else has changed the file since."""
        try:
            if self.bytes_of(undo.relpath) != undo.written:
                return True
            if undo.before is not None:
                self.replace(undo.relpath, undo.before)
            else:
                self._files.unlink(self.path(undo.relpath))
                sync_directory(self._files, os.path.dirname(self.path(undo.relpath)))
        except (MemorydError, OSError):
            return False
        return True

    def _forget_appended(self) -> None:
        for log in self._appended:
            log.close()
        self._appended.clear()

    def close(self) -> None:
        """Give all descriptors back; what an editor wrote in the last moment stands beside its file."""
        self._forget_appended()
        self._long += [old for old in self._replaced if identity(os.fstat(old.fd)) != old.known]
        self._replaced = [old for old in self._replaced if old not in self._long]
        with suppress(MemorydError, OSError):
            self.keep_long()
        for old in (*self._replaced, *self._long):
            self._files.close(old.fd)
        self._replaced.clear()
        self._long.clear()

    # --- versions that an editor may still write into -----------------------------------------------------

    @property
    def has_replaced(self) -> bool:
        """Whether there are versions that `late_edits` has not looked at."""
        return bool(self._replaced)

    def is_written_into(self, relpath: str) -> bool:
        """Whether an editor may still be writing into a version of the file that was replaced."""
        return any(old.relpath == relpath and (old.is_by_hand or old.seen != old.known) for old in self._replaced)

    def late_edits(self) -> list[LateEdit]:
        """What was written into versions after they were replaced; each is looked at until it is as it was before.

        They are told again until `have_late_edits`.
        """
        found = list[LateEdit]()
        self._told = []
        for old in list(self._replaced):
            stat = os.fstat(old.fd)
            old.looks += 1
            if identity(stat) != old.seen and old.looks < _MOST_LOOKS:
                old.seen = identity(stat)
                continue
            if identity(stat) != old.known and stat.st_size > LARGEST:
                self._replaced.remove(old)
                self._long.append(old)
                continue
            self._told.append(old)
            if identity(stat) != old.known:
                text = os.pread(old.fd, stat.st_size, 0).decode("utf-8", "surrogateescape")
                if text != old.base:
                    found.append(LateEdit(old.relpath, old.base, text))
        return found

    def have_late_edits(self) -> None:
        """What `late_edits` told last stands in its file."""
        while self._told:
            old = self._told.pop()
            self._replaced.remove(old)
            self._files.close(old.fd)

    def keep_long(self) -> None:
        """Keep what is too long for `late_edits` beside its file; on any thread."""
        while self._long:
            old = self._long.pop()
            path, size = self.path(old.relpath), os.fstat(old.fd).st_size
            self._board.happened(keep_ranges(self._files, old.fd, path, [(0, size)]))
            self._files.close(old.fd)
