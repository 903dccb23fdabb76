"""The append log: whole lines at the end of a file that other programs may edit, replace or remove at any moment."""

from __future__ import annotations

import os
import stat as stat_bits
from collections.abc import Callable, Iterator
from contextlib import suppress

from memoryd.acting import FILE, acting
from memoryd.errors import Busy, MemorydError, ReadOnly
from memoryd.storage.atomic import Identity, identity, open_to_append, replace_by_own_copy, replace_file
from memoryd.storage.files import Files, places_of, read_range, sync_directory, write_all
from memoryd.storage.leftover import Leftover
from memoryd.storage.lines import LONGEST_LINE
from memoryd.storage.long_lines import refuse_long_lines
from memoryd.storage.trouble import refusal

_ATTEMPTS = 8
_LOOKS = 3
_MOST_AGAIN = 10_000
"""Lines of which it is known that they were written twice."""
Inode = tuple[int, int]
UNKNOWN: Identity = (0, -1, 0)
"""Which version it is is not known; no file ever has this one."""


class AppendLog:
    """An append-only file, written by one thread; `size`, `durable_size` and `inode` may be read by any.

    `on_foreign(log)` is called on the writer thread when another program has changed the file, before anything is
    written: the owner reads the file and may call `adopt` with the stat up to which it has read. Meanwhile `read`
    still reads the old inode. Nothing is opened before the first `check` or `write`.
    """

    def __init__(
        self,
        files: Files,
        path: str,
        mode: int = 0o660,
        gid: int | None = None,
        on_foreign: Callable[[AppendLog], None] | None = None,
    ) -> None:
        self.path = os.path.abspath(path)
        self.failed = False
        """The last sync failed and nothing was written since; the next write retries."""
        self._files = files
        self._mode = mode
        self._gid = gid
        self._on_foreign = on_foreign
        self._fd = -1
        self._inode: Inode = (0, 0)
        self._size = 0
        self._durable = 0
        self._blocks: list[tuple[int, bytes]] = []
        self._start = 0
        self._synced = False
        self._shared = False
        self._unseen = False
        self._adopted = False
        self._open_tail = False
        self.before: os.stat_result | None = None
        """The file as it was when the current batch's first line was written."""
        self._time = 0
        """The file's mtime when we last read or wrote it."""
        self._flushing: Callable[[], None] | None = None
        """Waits for the sync in progress."""
        self._new_name = True
        self._left = Leftover(files, self.path)
        self._again: dict[bytes, None] = {}
        """Lines that were written a second time, since an editor's version lacked them just then."""
        self._remains = False
        """Part of the failed batch may be on disk."""

    @property
    def blamed(self) -> str:
        """It is one file."""
        return ""

    @property
    def size(self) -> int:
        """The known size of the file: what the owner has read, plus what was written since."""
        return self._size

    @property
    def durable_size(self) -> int:
        """Everything before this offset is on disk."""
        return self._durable

    @property
    def inode(self) -> int:
        """The inode that we write to; 0 before the first use."""
        return self._inode[1]

    @property
    def stamp(self) -> Identity:
        """The file as of our last look or write; UNKNOWN if others wrote between our lines."""
        return UNKNOWN if self._unseen else (self._inode[1], self._size, self._time)

    def stamp_behind(self, known: Identity) -> Identity:
        """As `stamp`, if `known` was the file before the current batch; else UNKNOWN.

        So what others wrote right before, between or behind our lines, in place and to the same length, is not taken
        for ours: what is at the path is another version then.
        """
        before = self.before
        if known == self.stamp or before is None:
            return self.stamp
        is_new = before.st_size == known[1] == 0
        return self.stamp if is_new or identity(before) == known else UNKNOWN

    @property
    def written_from(self) -> int:
        """The offset of the current batch's first line, also within `on_commit`; others may have appended before it."""
        if not self._blocks:
            return self._size
        start, block = self._blocks[0]
        return start + len(block) - len(block.lstrip(b"\n"))

    def wrote_again(self, line: bytes) -> bool:
        """Whether we wrote the line twice: it may be that its editor had read the first, and that both stand."""
        return line in self._again

    def note_again(self, data: bytes) -> None:
        """We write these lines a second time."""
        self._again.update(dict.fromkeys(data.split(b"\n")))
        while len(self._again) > _MOST_AGAIN:
            del self._again[next(iter(self._again))]

    def read(self, length: int, offset: int) -> bytes:
        """Bytes of the open inode; within `on_foreign` this is the old one."""
        return self._files.pread(self._fd, length, offset) if self._fd >= 0 else b""

    def read_behind(self, read: Callable[[int, int], object]) -> None:
        """Have the open inode read behind what is known: `read` gets its descriptor, and where to begin."""
        if self._fd >= 0:
            read(self._fd, self._size)

    def adopt(self, seen: os.stat_result | None = None, *, synced: bool = False) -> None:
        """Accept the file at the path as it is; with `seen`, only up to that size: the next check reports the rest.

        `synced`: how much of it is on disk already; the next sync makes its name durable.
        """
        try:
            self._reopen(seen)
            if synced and not self._unseen:
                self._durable = self._size
            else:
                self._sync_external_writes()
        except OSError as error:
            raise refusal(error, self.path, gid=self._gid) from error
        self._adopted = True

    def check(self) -> bool:
        """Whether another program changed the file since the last look; if so, the owner was told and the file adopted.

        A file that never existed is not created.
        """
        try:
            if self._inode == (0, 0) and self._stat() is None:
                return False
            return self._check()
        except OSError as error:
            raise refusal(error, self.path, gid=self._gid) from error

    def write(self, data: bytes) -> None:
        """Append the bytes to the file. On failure none of them remain, and ReadOnly is raised."""
        if self._synced or not self._blocks:
            self._blocks, self._synced, self._shared, self._remains = [], False, False, False
        try:
            if self._blocks:
                self._follow()
            else:
                self.settle()
                self._check()
            self._put(data)
        except OSError as error:
            raise refusal(error, self.path, gid=self._gid) from error

    def begin_sync(self) -> None:
        """Start syncing what was written; `sync` waits for it and reports errors."""
        if self._fd >= 0:
            self._flushing = self._files.begin_fdatasync(self._fd)

    def sync(self) -> None:
        """Make what was written durable, in the file that is at the path when this returns."""
        try:
            self._force()
            for _ in range(_ATTEMPTS):
                if self._stand():
                    break
                self._follow()
                self._force()
            else:
                raise ReadOnly(f"{self.path} is replaced again and again by another program; stop it.", path=self.path)
        except (OSError, MemorydError) as error:
            self.rollback()
            if isinstance(error, OSError):
                raise refusal(error, self.path, gid=self._gid) from error
            raise
        self._durable, self._synced, self.failed = self._size, True, False

    def rollback(self) -> bool:
        """Undo what was written since the last sync, right after one what it made durable. Whether nothing of it can be
        there after a restart; else `settle` tries again."""
        flushing, self._flushing = self._flushing, None
        if flushing is not None:
            with suppress(OSError):  # what failed is cut off
                flushing()
        if self._blocks:
            self._cut(self._start, self._size, b"".join(block for _, block in self._blocks))
            self._durable = min(self._durable, self._size)
            self._blocks, self._synced = [], False
        return not self._remains

    def release(self) -> None:
        """Keep what was synced, and free its bytes now: the next batch may never come."""
        if self._synced:
            self._blocks, self._synced = [], False

    def settle(self) -> bool:
        """Cut off refused bytes that `rollback` had to leave; whether nothing is left to retry."""
        return self._left.settle()

    def close(self) -> None:
        """Close the descriptor but keep the state; a later write opens the file again."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            self._files.close(fd)

    def __del__(self) -> None:
        # As with a file object, the descriptor does not outlive its owner. Closing may fail at interpreter exit.
        with suppress(BaseException):
            self.close()

    def _check(self) -> bool:
        if self._inode == (0, 0):
            self._reopen(None)
            self._unseen = False
            self._sync_external_writes()
            return False
        changed = False
        for _ in range(_LOOKS):
            now = self._stat()
            if now is not None and now.st_nlink > 1:
                replace_by_own_copy(self._files, self.path, mode=self._mode, gid=self._gid)
                now = self._stat()
            if now is not None and not self._unseen and _inode(now) == self._inode and now.st_size == self._size:
                if self._fd < 0:
                    self._reopen(now)
                    continue
                self.before = now
                break
            known = self._size if now is not None and _inode(now) == self._inode else 0
            if now is not None and now.st_size - known > LONGEST_LINE:
                refuse_long_lines(self._files, self.path)
            changed, self._unseen, self._adopted = True, False, False
            if self._on_foreign is not None:
                with acting(FILE):
                    self._on_foreign(self)
            if not self._adopted:
                self._reopen(now)
                # What appeared at a path that was empty has not been read yet.
                self._unseen = self._unseen or (now is None and self._size > 0)
        if changed:
            self._sync_external_writes()
        return changed

    def _follow(self) -> None:
        """Switch to the new file if an editor has replaced or emptied the one that we wrote to."""
        if self._stand():
            return
        inode = self._inode
        before = [len(places_of(self._files, self._fd, block)) for _, block in self._blocks]
        self._check()
        if self._inode == inode and self._can_be_read():
            return
        blocks, self._blocks, self._shared = self._blocks, [], False
        for count, (_, block) in zip(before, blocks, strict=True):
            places = places_of(self._files, self._fd, block)
            if len(places) < count or not places:
                self.note_again(block)
                self._put(block.lstrip(b"\n"))
            else:
                # The editor had already read our block and saved it with the rest.
                self._blocks.append((places[-1], block))
                self._shared = True

    def _sync_external_writes(self) -> None:
        """Make what other programs wrote durable before anything that builds on it is acknowledged."""
        if self._size and not self._blocks:
            self._force()
            self._durable = self._size

    def _stat(self) -> os.stat_result | None:
        try:
            return self._files.stat(self.path)
        except FileNotFoundError:
            return None

    def _reopen(self, seen: os.stat_result | None) -> None:
        """Open the file at the path; anything beyond `seen` counts as unread."""
        fd = open_to_append(self._files, self.path, self._mode, self._gid)
        try:
            here = self._files.fstat(fd)
            if not stat_bits.S_ISREG(here.st_mode):
                raise ReadOnly(f"{self.path} is not a regular file. Move it away.", path=self.path)
            end = here.st_size
            self._open_tail = end > 0 and self._files.pread(fd, 1, end - 1) != b"\n"
        except BaseException:
            self._files.close(fd)
            raise
        self.close()
        if self._synced:
            # What was synced to the previous version cannot be undone in this one.
            self._blocks, self._synced = [], False
        if _inode(here) != self._inode:
            self._new_name, self._durable = True, 0
        self._fd, self._inode, self.before = fd, _inode(here), here
        known = seen is None or _inode(seen) == self._inode
        read = here if seen is None or not known else seen
        self._size, self._time = read.st_size, read.st_mtime_ns
        self._durable = min(self._durable, self._size)
        self._unseen = not known

    def _put(self, data: bytes) -> None:
        """Write one block on its own lines, and record where."""
        if not self._blocks:
            self._start = self._size
        for _ in range(_ATTEMPTS):
            block = b"\n" + data if self._open_tail else data
            data = self._put_once(block)
            self._open_tail = not block.endswith(b"\n")
            if not data:
                return
            # This ends an unfinished line before it in any case.
            self._open_tail = True
        raise Busy(f"Another program writes to {self.path} without pause; try again.", path=self.path)

    def _put_once(self, block: bytes) -> bytes:
        """Write the block; returns the part to write again because another program wrote in between."""
        before, files, fd = self._size, self._files, self._fd
        try:
            write_all(files, fd, block)
        except OSError:
            # Where nothing was written yet through this descriptor, it stands at the beginning of the file.
            self._cut(before, max(before, files.tell(fd)), block)
            raise
        end = files.tell(fd)
        start = end - len(block)
        self._size = end
        self._time = files.fstat(fd).st_mtime_ns
        self._left.forget()
        if start == before:
            self._blocks.append((start, block))
            return b""
        self._shared = self._unseen = True
        if b"".join(read_range(files, fd, start, end)) != block:
            return block
        if start and not block.startswith(b"\n") and files.pread(fd, 1, start - 1) != b"\n":
            # Our first line follows another program's unfinished one; cutting ours off might cut off theirs.
            first, rest = block[: block.find(b"\n") + 1] or block, block[block.find(b"\n") + 1 :]
            if rest and rest is not block:
                self._blocks.append((start + len(first), rest))
            return first
        self._blocks.append((start, block))
        return b""

    def _cut(self, start: int, end: int, ours: bytes) -> None:
        """Remove our bytes from `start` to `end`; if others wrote after or among them, only end the torn line."""
        files, fd, left = self._files, self._fd, self._left
        if left.data and left.start == end and not self._shared:
            self._leave(start, ours + left.data)
            return
        try:
            size = files.fstat(fd).st_size
            if size == end == start and not self._shared:
                return  # nothing was written
            if size == end and not self._shared:
                files.ftruncate(fd, start)
                self._size, self._time = start, files.fstat(fd).st_mtime_ns
                self._open_tail = start > 0 and files.pread(fd, 1, start - 1) != b"\n"
                # A power loss may bring back what is cut off without a sync.
                files.fdatasync(fd)
                return
            self._remains = True
            if size and files.pread(fd, 1, size - 1) != b"\n":
                write_all(files, fd, b"\n")
        except OSError:
            self.failed = self._remains = True
            if not left.data and not self._shared:
                self._leave(start, ours)
                return
        # The file now differs from what the owner knows, so tell it before the next write.
        self._size, self._unseen = start, True

    def _leave(self, start: int, ours: bytes) -> None:
        """These bytes could not be cut off; retry at the first chance."""
        self._remains = not self._left.leave(start, ours)
        self._size, self._unseen = start, True

    def _stand(self) -> bool:
        """Whether our blocks are in the file at the path."""
        now = self._stat()
        if now is None or _inode(now) != self._inode:
            return False
        if (now.st_size, now.st_mtime_ns) == (self._size, self._time):
            return True
        self._unseen = True
        return self._can_be_read()

    def _can_be_read(self) -> bool:
        """Whether the open file has our blocks where we wrote them."""
        return all(
            b"".join(read_range(self._files, self._fd, start, start + len(block))) == block
            for start, block in self._blocks
        )

    def _force(self) -> None:
        flushing, self._flushing = self._flushing, None
        try:
            if flushing is not None:
                flushing()
            else:
                self._files.fdatasync(self._fd)
        except OSError:
            self._rescue()
        if self._new_name:
            sync_directory(self._files, os.path.dirname(self.path))
            self._new_name = False

    def _rescue(self) -> None:
        """Write our bytes again, in place or in a copy: after a failed sync the kernel may mark lost pages as clean."""
        try:
            try:
                self._write_anew()
            except OSError:
                self._copy_anew()
        except (OSError, MemorydError):
            self.failed = True
            raise

    def _write_anew(self) -> None:
        if self._shared or self._start != self._durable or not self._blocks:
            raise OSError(5, "bytes of others were not synced, either")
        if self._files.fstat(self._fd).st_size != self._size:
            raise OSError(5, "another program appended after us")
        self._files.ftruncate(self._fd, self._start)
        self.close()
        self._fd = self._files.open(self.path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        if _inode(self._files.fstat(self._fd)) != self._inode:
            raise OSError(5, "the file was replaced meanwhile")
        self._size = self._start
        self._open_tail = False
        blocks, self._blocks = self._blocks, []
        try:
            for _, block in blocks:
                self._put(block)
            self._files.fdatasync(self._fd)
        except BaseException:
            self._blocks = blocks
            raise

    def _copy_anew(self) -> None:
        here = self._files.fstat(self._fd)
        try:
            replace_file(
                self._files, self.path, self._content(here.st_size), mode=self._mode, gid=self._gid,
                expect=identity(here),
            )  # fmt: skip
        except MemorydError:
            # The copy may have the name already, and only its directory is not synced.
            with suppress(OSError):
                now = self._stat()
                if now is not None and _inode(now) != self._inode:
                    self._open_copy()
            raise
        self._open_copy()

    def _open_copy(self) -> None:
        self.close()
        self._fd = self._files.open(self.path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        new = self._files.fstat(self._fd)
        self._inode, self._time = _inode(new), new.st_mtime_ns
        if self._blocks:
            start, block = self._blocks[-1]
            self._size = start + len(block)

    def _content(self, size: int) -> Iterator[bytes]:
        """The file's content, with our own blocks from memory, since the kernel may have dropped them."""
        at = 0
        for start, block in self._blocks:
            yield from read_range(self._files, self._fd, at, start)
            yield block
            at = start + len(block)
        yield from read_range(self._files, self._fd, at, size)


def _inode(stat: os.stat_result) -> Inode:
    return stat.st_dev, stat.st_ino
