"""Files on a real directory that fail, crash or lose power where a test says so."""

from __future__ import annotations

import errno
import functools
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from memoryd.storage.files import OsFiles
from memoryd.testing.disk_model import Chooser, DirectoryNode, FileNode, Keep, Node, Together, materialise

R = TypeVar("R")
_BLOCK = 4096


class Crashed(BaseException):
    """The process is dead: no handler of ordinary errors may go on."""


@dataclass(frozen=True)
class Call:
    """One call that changes something: its number, its name, the path it bears on."""

    index: int
    name: str
    path: str


@dataclass(frozen=True)
class _Fault:
    errno: int | None
    """None crashes."""
    written: int = 0


@dataclass(eq=False)
class _Syncing:
    """One that has begun and not ended."""

    sync: Callable[[], None]
    error: OSError | None = None


class FaultyFiles(OsFiles):
    """Records every mutating call below `root`, and does to it what was ordered.

    What exists when it is first met counts as durable. Use one object for everything that a test writes there.
    """

    def __init__(self, root: str, order: int | None = None) -> None:
        """`order`: the seed by which syncs that run at the same time end; without it each ends at once."""
        self.calls: list[Call] = []
        self.crashed = False
        self._root = os.path.abspath(root)
        self._guard = threading.RLock()
        self._tree = _snapshot(self._root)
        self._open_files: dict[int, tuple[str, Node | None]] = {}
        self._faults: dict[int, _Fault] = {}
        self._standing: list[tuple[frozenset[str], str, int]] = []
        self._before: dict[int, Callable[[], None]] = {}
        self._after: dict[int, Callable[[], None]] = {}
        self._dice = None if order is None else Random(order)  # noqa: S311 - a test's dice
        self._syncing: list[_Syncing] = []

    def fail_at(self, index: int, errno: int, *, written: int = 0) -> None:
        """Call number `index` (from 0) fails; a write first puts that many bytes into the file and returns short."""
        self._faults[index] = _Fault(errno, written)

    def fail_all(self, errno: int, *names: str, path: str = "") -> None:
        """Until `heal`, all calls of these names fail (all mutating ones without names), on paths that hold `path`."""
        self._standing.append((frozenset(names), path, errno))

    def heal(self) -> None:
        """Order no more failures."""
        self._standing.clear()
        self._faults.clear()

    def crash_at(self, index: int, *, written: int = 0) -> None:
        """The process dies at call number `index`; of a write, that many bytes still get through."""
        self._faults[index] = _Fault(None, written)

    def intervene(self, index: int, action: Callable[[], None], *, after: bool = False) -> None:
        """Another program acts right before (or after) call number `index`."""
        (self._after if after else self._before)[index] = action

    def power_loss(self, target: str, keep: Keep = "none", sector: int = 1) -> None:
        """Make the new directory `target` one that the disk may hold if the power failed now; `sector`: see Chooser."""
        with self._guard:
            materialise(self._tree, target, Chooser(keep, sector))

    def open(self, path: str, flags: int, mode: int = 0o660) -> int:
        with self._guard:
            self._live()
            if not flags & (os.O_CREAT | os.O_TRUNC):
                return self._opened(super().open(path, flags, mode), path)
            return self._call("open", path, lambda: self._open_changing(path, flags, mode))

    def close(self, fd: int) -> None:
        with self._guard:
            self._live()
            self._open_files.pop(fd, None)
            super().close(fd)

    def write(self, fd: int, data: bytes | memoryview) -> int:
        with self._guard:
            return self._call(
                "write", self._path(fd), lambda: self._write(fd, data), lambda n: self._write(fd, data[:n])
            )

    def fsync(self, fd: int) -> None:
        with self._guard:
            self._call("fsync", self._path(fd), lambda: self._sync(fd, super(FaultyFiles, self).fsync), fd=fd)

    def fdatasync(self, fd: int) -> None:
        with self._guard:
            self._end_some()
            self._fdatasync(fd)

    def sync_all(self) -> None:
        with self._guard:
            self._call("sync_all", self._root, self._sync_tree)

    def begin_fdatasync(self, fd: int) -> Callable[[], None]:
        """It ends while another waits for its own, or when it is waited for: calls have the same numbers each time."""
        with self._guard:
            self._live()
            begun = _Syncing(functools.partial(self._fdatasync, fd))
            self._syncing.append(begun)
            if self._dice is None:
                self._end(begun)
        return functools.partial(self._wait_for, begun)

    def _fdatasync(self, fd: int) -> None:
        self._call("fdatasync", self._path(fd), lambda: self._sync(fd, super(FaultyFiles, self).fdatasync), fd=fd)

    def _wait_for(self, begun: _Syncing) -> None:
        with self._guard:
            self._live()
            self._end_some()
            self._end(begun)
        if begun.error is not None:
            raise begun.error

    def _end_some(self) -> None:
        """Those that are running at the same time, as many and in whatever order."""
        if self._dice is not None and self._syncing:
            for begun in self._dice.sample(self._syncing, self._dice.randint(0, len(self._syncing))):
                self._end(begun)

    def _end(self, begun: _Syncing) -> None:
        if begun in self._syncing:
            self._syncing.remove(begun)
            try:
                begun.sync()
            except OSError as error:
                begun.error = error

    def ftruncate(self, fd: int, length: int) -> None:
        with self._guard:
            self._call("ftruncate", self._path(fd), lambda: self._truncate(fd, length))

    def rename(self, source: str, target: str) -> None:
        with self._guard:
            self._call("rename", target, lambda: self._rename(source, target))

    def exchange(self, source: str, target: str) -> None:
        with self._guard:
            self._call("rename", target, lambda: self._exchange(source, target))

    def link(self, source: str, target: str) -> None:
        with self._guard:
            self._call("link", target, lambda: self._link(source, target))

    def unlink(self, path: str) -> None:
        with self._guard:
            self._call("unlink", path, lambda: self._unlink(path))

    def mkdir(self, path: str, mode: int = 0o770) -> None:
        with self._guard:
            self._call("mkdir", path, lambda: self._mkdir(path, mode))

    def chmod(self, fd: int, mode: int) -> None:
        with self._guard:
            self._call("chmod", self._path(fd), lambda: super(FaultyFiles, self).chmod(fd, mode))

    def chown(self, fd: int, uid: int, gid: int) -> None:
        with self._guard:
            self._call("chown", self._path(fd), lambda: super(FaultyFiles, self).chown(fd, uid, gid))

    def tell(self, fd: int) -> int:
        self._live()
        return super().tell(fd)

    def pread(self, fd: int, length: int, offset: int) -> bytes:
        self._live()
        return super().pread(fd, length, offset)

    def fstat(self, fd: int) -> os.stat_result:
        self._live()
        return super().fstat(fd)

    def stat(self, path: str) -> os.stat_result:
        self._live()
        return super().stat(path)

    def lstat(self, path: str) -> os.stat_result:
        self._live()
        return super().lstat(path)

    def listdir(self, path: str) -> Sequence[str]:
        self._live()
        return super().listdir(path)

    def _call(
        self, name: str, path: str, act: Callable[[], R], part: Callable[[int], R] | None = None, fd: int = -1
    ) -> R:
        """One mutating call: count it, let others intervene, fail or crash as ordered, else do it."""
        self._live()
        index = len(self.calls)
        self.calls.append(Call(index, name, path))
        if index in self._before:
            self._before.pop(index)()
        fault = self._faults.pop(index, None) or self._standing_fault(name, path)
        if fault is not None:
            if part is not None and fault.written:
                result = part(fault.written)
                if fault.errno is not None:
                    self._faults[index + 1] = _Fault(fault.errno)
                    return result
            self._strike(fault, fd, path)
        result = act()
        if index in self._after:
            self._after.pop(index)()
        return result

    def _standing_fault(self, name: str, path: str) -> _Fault | None:
        for names, part, number in self._standing:
            if (not names or name in names) and part in path:
                return _Fault(number)
        return None

    def _strike(self, fault: _Fault, fd: int, path: str) -> None:
        if fault.errno is None:
            self._die()
        node = self._node(fd)
        if isinstance(node, FileNode):
            node.fail_sync()
        raise OSError(fault.errno, os.strerror(fault.errno or 0), path)

    def _die(self) -> None:
        self.crashed = True
        for fd in self._open_files:
            with suppress(OSError):
                os.close(fd)
        self._open_files.clear()
        raise Crashed

    def _live(self) -> None:
        if self.crashed:
            raise Crashed

    def _open_changing(self, path: str, flags: int, mode: int) -> int:
        new = not os.path.lexists(path)
        fd = self._opened(super().open(path, flags, mode), path, new=new)
        node = self._node(fd)
        if flags & os.O_TRUNC and isinstance(node, FileNode):
            node.truncate(0)
        return fd

    def _opened(self, fd: int, path: str, *, new: bool = False) -> int:
        self._open_files[fd] = (path, self._add(path, FileNode()) if new else self._find(path))
        return fd

    def _path(self, fd: int) -> str:
        return self._open_files.get(fd, ("", None))[0]

    def _node(self, fd: int) -> Node | None:
        return self._open_files.get(fd, ("", None))[1]

    def _write(self, fd: int, data: bytes | memoryview) -> int:
        count = super().write(fd, data)
        node = self._node(fd)
        if isinstance(node, FileNode):
            node.write(super().tell(fd) - count, bytes(data[:count]))
        return count

    def _sync(self, fd: int, sync: Callable[[int], None]) -> None:
        sync(fd)
        node = self._node(fd)
        if node is not None:
            node.sync()

    def _sync_tree(self) -> None:
        super().sync_all()
        self._tree.sync_all()

    def _truncate(self, fd: int, length: int) -> None:
        super().ftruncate(fd, length)
        node = self._node(fd)
        if isinstance(node, FileNode):
            node.truncate(length)

    def _rename(self, source: str, target: str) -> None:
        node = self._find(source)
        super().rename(source, target)
        old, new = self._directory(source), self._directory(target)
        if node is None or old is None or new is None:
            return
        before, behind, together = os.path.basename(source), os.path.basename(target), Together()

        def put(names: dict[str, Node]) -> None:
            names[behind] = node

        def move(names: dict[str, Node]) -> None:
            names.pop(before, None)
            put(names)

        if old is new:
            new.change(move)
        else:
            new.change(put, together)
            old.change(lambda names: _drop(names, before), together)

    def _exchange(self, source: str, target: str) -> None:
        """Of two names in one directory."""
        first, second, directory = self._find(source), self._find(target), self._directory(target)
        super().exchange(source, target)
        if first is not None and second is not None and directory is not None:
            names = {os.path.basename(source): second, os.path.basename(target): first}
            directory.change(lambda known: known.update(names))

    def _link(self, source: str, target: str) -> None:
        super().link(source, target)
        node = self._find(source)
        if node is not None:
            self._add(target, node)

    def _unlink(self, path: str) -> None:
        super().unlink(path)
        directory = self._directory(path)
        if directory is not None:
            directory.change(lambda names: _drop(names, os.path.basename(path)))

    def _mkdir(self, path: str, mode: int) -> None:
        super().mkdir(path, mode)
        self._add(path, DirectoryNode())

    def _add(self, path: str, node: Node) -> Node:
        directory = self._directory(path)
        if directory is not None:
            name = os.path.basename(path)
            directory.change(lambda names: names.__setitem__(name, node))
        return node

    def _directory(self, path: str) -> DirectoryNode | None:
        node = self._find(os.path.dirname(os.path.abspath(path)))
        return node if isinstance(node, DirectoryNode) else None

    def _find(self, path: str) -> Node | None:
        """The node at the path; None outside of the root. What another program put there is taken in as durable."""
        path = os.path.abspath(path)
        if path == self._root:
            return self._tree
        if not path.startswith(self._root + os.sep):
            return None
        node: Node = self._tree
        here = self._root
        for name in os.path.relpath(path, self._root).split(os.sep):
            here = os.path.join(here, name)
            if not isinstance(node, DirectoryNode):
                return None
            if name not in node.names:
                if not os.path.lexists(here):
                    return None
                node.found(name, _snapshot(here) if os.path.isdir(here) else FileNode(_content(here)))
            node = node.names[name]
        return node


class UnsyncedFiles(FaultyFiles):
    """A disk that says that it has synced and has not: with it every test of what is durable must fail."""

    def _sync(self, fd: int, sync: Callable[[int], None]) -> None:
        sync(fd)

    def _sync_tree(self) -> None:
        pass


class ZeroingFiles(FaultyFiles):
    """As btrfs: once its quota is used up, a cut makes NUL bytes of the rest of a block, and fails."""

    is_used_up = False

    def ftruncate(self, fd: int, length: int) -> None:
        if not self.is_used_up:
            return super().ftruncate(fd, length)
        end = min(self.fstat(fd).st_size, length - length % -_BLOCK)
        with open(f"/proc/self/fd/{fd}", "r+b") as file:
            file.seek(length)
            file.write(bytes(end - length))
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))


def _drop(names: dict[str, Node], name: str) -> None:
    names.pop(name, None)


def _snapshot(path: str) -> DirectoryNode:
    node = DirectoryNode()
    for name in os.listdir(path):
        child = os.path.join(path, name)
        node.found(name, _snapshot(child) if os.path.isdir(child) else FileNode(_content(child)))
    return node


def _content(path: str) -> bytes:
    if not os.path.isfile(path):
        return b""
    with open(path, "rb") as file:
        return file.read()
