"""A disk that really loses power: a block device, with a file system on it, that forgets what was not flushed.

The device is a loop device on a file of a FUSE file system of our own, so that we see each write and each flush that
the file system makes. At a cut, of the sectors that were written since the last flush, any may be lost. Needs root.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import random
import select
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 1 << 20
"""Bytes of one request."""
SECTOR = 512
_REQUEST = struct.Struct("<IIQQIIIHH")
_REPLY = struct.Struct("<IiQ")
_WHERE = struct.Struct("<QQII")
_ATTRIBUTES = struct.Struct("<6Q10I")
_LOOKUP, _FORGET, _GETATTR, _SETATTR, _OPEN, _READ, _WRITE, _STATFS = 1, 2, 3, 4, 14, 15, 16, 17
_RELEASE, _FSYNC, _FLUSH, _INIT, _INTERRUPT, _DESTROY, _BATCH_FORGET = 18, 20, 25, 26, 36, 38, 42
"""Of linux/fuse.h."""
_TOP, _DISK = 1, 2
"""The two inodes: the directory, and the file in it."""


class Platter:
    """What the device says that it holds, what it surely holds, and what was written since the last flush."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.shown = mmap.mmap(-1, size)
        self._held = mmap.mmap(-1, size)
        self._unflushed: list[tuple[int, bytes]] = []
        self.is_off = False

    def write(self, offset: int, data: bytes) -> None:
        self.shown[offset : offset + len(data)] = data
        self._unflushed.append((offset, data))

    def flush(self) -> None:
        for offset, data in self._unflushed:
            self._held[offset : offset + len(data)] = data
        self._unflushed.clear()

    def cut(self, seed: int) -> None:
        """The power goes: of what was not flushed all stays, nothing, or each sector by chance."""
        self.is_off, numbers = True, random.Random(seed)
        chance = numbers.choice([0.0, 0.5, 0.5, 0.9, 1.0])
        for offset, data in self._unflushed:
            for at in range(0, len(data), SECTOR):
                if numbers.random() < chance:
                    self._held[offset + at : offset + at + SECTOR] = data[at : at + SECTOR]
        for offset, data in self._unflushed:
            self.shown[offset : offset + len(data)] = self._held[offset : offset + len(data)]
        self._unflushed.clear()


class Server:
    """Answers the kernel's questions about the one file."""

    def __init__(self, descriptor: int, platter: Platter) -> None:
        self._descriptor = descriptor
        self._platter = platter

    def serve_one(self) -> bool:
        """One request; False when the file system is no longer mounted."""
        try:
            request = os.read(self._descriptor, MOST + 4096)
        except OSError as error:
            if error.errno == errno.ENODEV:
                return False
            raise
        _, operation, unique, node, *_ = _REQUEST.unpack_from(request)
        if operation in (_FORGET, _BATCH_FORGET, _INTERRUPT):
            return True
        try:
            reply, code = self._answer(operation, node, memoryview(request)[_REQUEST.size :]), 0
        except OSError as error:
            reply, code = b"", -(error.errno or errno.EIO)
        with suppress(FileNotFoundError):  # whoever asked was interrupted
            os.write(self._descriptor, _REPLY.pack(_REPLY.size + len(reply), code, unique) + reply)
        return operation != _DESTROY

    def _answer(self, operation: int, node: int, asked: memoryview) -> bytes:
        if operation == _INIT:
            big_writes, max_pages = 1 << 5, 1 << 22
            return struct.pack("<4I2HII2HII6I", 7, 31, MOST, big_writes | max_pages, 64, 48, MOST, 1, 256, *[0] * 9)
        if operation == _LOOKUP:
            if bytes(asked) != b"disk\0":
                raise OSError(errno.ENOENT, "there is only the disk")
            return struct.pack("<4Q2I", _DISK, 0, 3600, 3600, 0, 0) + self._attributes(_DISK)
        if operation in (_GETATTR, _SETATTR):
            return struct.pack("<QII", 3600, 0, 0) + self._attributes(node)
        if operation == _OPEN:
            return struct.pack("<QII", 0, 0, 0)
        if operation == _STATFS:
            return struct.pack("<5Q4I6I", *[0] * 5, SECTOR, 255, *[0] * 8)
        if operation in (_RELEASE, _FLUSH, _DESTROY):
            return b""
        return self._of_the_disk(operation, asked)

    def _of_the_disk(self, operation: int, asked: memoryview) -> bytes:
        platter = self._platter
        if operation == _READ:
            _, offset, size, _ = _WHERE.unpack_from(asked)
            return platter.shown[offset : min(offset + size, platter.size)]
        if operation not in (_WRITE, _FSYNC):
            raise OSError(errno.ENOSYS, "a disk cannot do that")
        if platter.is_off:
            raise OSError(errno.EIO, "the power is off")
        if operation == _FSYNC:
            platter.flush()
            return b""
        _, offset, size, _ = _WHERE.unpack_from(asked)
        platter.write(offset, bytes(asked[40 : 40 + size]))
        return struct.pack("<II", size, 0)

    def _attributes(self, node: int) -> bytes:
        is_disk = node == _DISK
        size = self._platter.size if is_disk else 0
        mode = stat.S_IFREG | 0o600 if is_disk else stat.S_IFDIR | 0o700
        return _ATTRIBUTES.pack(node, size, size // SECTOR, *[0] * 6, mode, 1 if is_disk else 2, 0, 0, 0, SECTOR, 0)


def serve(place: str, size: int) -> None:
    """Until it is unmounted; commands come as lines: `cut SEED`, and `on`."""
    descriptor = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={descriptor},rootmode=40000,user_id=0,group_id=0".encode()
    if ctypes.CDLL(None, use_errno=True).mount(b"lossy", place.encode(), b"fuse", 0, options):
        raise OSError(ctypes.get_errno(), "mount", place)
    platter = Platter(size)
    server = Server(descriptor, platter)
    print("mounted", flush=True)
    while True:
        ready, _, _ = select.select([descriptor, sys.stdin], [], [])
        if sys.stdin in ready:
            word, *rest = sys.stdin.readline().split() or ["off"]
            if word == "off":
                return
            if word == "cut":
                platter.cut(int(rest[0]))
            platter.is_off = word == "cut"
            print(word, flush=True)
        elif not server.serve_one():
            return


class LossyDisk:
    """The disk, as a test has it: mounted at `mount`."""

    def __init__(self, folder: Path, make: Sequence[str], megabytes: int, options: str = "defaults") -> None:
        """`make`: the command that makes a file system on the device behind it."""
        self._options = options
        self._place, self.mount = folder / "device", folder / "disk"
        self._place.mkdir(parents=True)
        self.mount.mkdir()
        self._device = ""
        self._server = subprocess.Popen(
            [sys.executable, "-m", __name__, str(self._place), str(megabytes << 20)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )  # fmt: skip
        assert self._told() == "mounted"
        self._attach()
        _run(*make, self._device)
        self._mount()

    def cut(self, seed: int) -> None:
        """The power goes. What is written from now on fails."""
        self._tell(f"cut {seed}")

    def back(self) -> None:
        """The power is back: the file system is mounted anew, from what the disk kept."""
        self._detach()
        self._tell("on")
        self._attach()
        self._mount()

    def close(self) -> None:
        """Give the device back."""
        self._detach()
        subprocess.run(["umount", "-l", str(self._place)])
        self._server.communicate()

    def _tell(self, command: str) -> None:
        assert self._server.stdin is not None
        print(command, file=self._server.stdin, flush=True)
        assert self._told() == command.partition(" ")[0]

    def _told(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline().strip()

    def _attach(self) -> None:
        self._device = _run("losetup", "--find", "--show", str(self._place / "disk")).strip()

    def _mount(self) -> None:
        _run("mount", "-o", self._options, self._device, str(self.mount))

    def _detach(self) -> None:
        if not self._device:
            return
        _again(lambda: subprocess.run(["umount", str(self.mount)], capture_output=True).returncode == 0)
        device, self._device = self._device, ""
        _run("losetup", "--detach", device)
        _again(lambda: not _run("losetup", "--list", "--noheadings", "--output", "NAME", "--associated",
                                str(self._place / "disk")).strip())  # fmt: skip


def _again(done: Callable[[], bool]) -> None:
    """A device that somebody still has open cannot be taken away."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
