"""The keyring of the audit: the random key and the last digest of each memory, and the heads of the chain.

A file of fixed records in `.memoryd`, appended to; a later record of a memory takes the place of an earlier one. What a
purge takes out is gone: without its key nobody can tell of what a digest was made.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import open_to_write, replace_file
from memoryd.storage.files import Files, make_directories, read_range, sync_directory, write_all

KEYRING_PATH = ".memoryd/audit-keys"
RECORD = struct.Struct("<QQ16s16s")
"""A memory's hash (0: a head, all ones: a head at an orderly stop), the number of the line, key, digest.

A head has the hash of its line in place of both.
"""
GONE = bytes(16)
"""The digest of a memory that was removed."""
_HEAD, _STOPPED = 0, 2**64 - 1
_FIELDS = np.dtype([("hash", "<u8"), ("seq", "<u8"), ("value", "V32")])
_WHOLE = np.dtype([("hash", "<u8"), ("seq", "<u8"), ("key", "V16"), ("digest", "V16")])
_PIECE = 16_384
_RECENT = 32_768
_HEADS = 512
"""Heads that are kept when the file is written anew."""
_SPARE = 10_000
MOST_RECORDS = 20_000_000
"""Records that are read; the index of so many takes a quarter of a GiB."""
_NO_SEQ = 2**48
"""No line has so high a number."""
_SECTOR = 512
"""Bytes that a disk writes whole or not at all."""
_MOST_TORN = 16 << 20
"""More was never written without a sync."""


class Known(NamedTuple):
    """What the keyring has of a memory."""

    seq: int
    key: bytes
    digest: bytes

    @property
    def is_gone(self) -> bool:
        """Whether it was removed."""
        return self.digest == GONE


class Head(NamedTuple):
    """The last line of the chain at some moment."""

    seq: int
    hash: str


def digest_of(key: bytes, content: bytes) -> bytes:
    """The keyed digest of a memory's content: BLAKE2b with the key, 16 bytes."""
    return blake2b(content, key=key, digest_size=16).digest()


class Keyring:
    """Written by the audit's thread; `find` may be called from any."""

    def __init__(self, files: Files, path: str, gid: int) -> None:
        self._files = files
        self.path = path
        self._gid = gid
        self._lock = threading.Lock()
        self._fd = -1
        self._hashes: NDArray[np.uint64] = np.empty(0, np.uint64)
        """Sorted, with the number of the record of each in `_places`."""
        self._places: NDArray[np.uint32] = np.empty(0, np.uint32)
        self._recent: dict[int, int] = {}
        self._count = 0
        """Records in the file and in `_staged`."""
        self._durable = 0
        """Records that are whole in the file."""
        self._staged = bytearray()
        self.heads: list[Head] = []
        self.was_stopped = False
        """The last run ended in order: all that it changed is written down."""
        self.lost: str | None = None
        """The file as it was set aside, since not all of it was a keyring."""

    def __len__(self) -> int:
        """How many memories it knows, at most."""
        return len(self._hashes) + len(self._recent)

    @property
    def is_empty(self) -> bool:
        """Whether it has no record of any kind."""
        return self._count == 0

    # --- at start -----------------------------------------------------------------------------------------

    def load(self) -> bool:
        """Read the file; False when there is none. What is no keyring is set aside, see `lost`. Raises OSError."""
        try:
            self._fd = self._open(os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            return False
        size = self._files.fstat(self._fd).st_size
        whole = size // RECORD.size
        count = self._read_all(whole)
        if (count == whole and (whole or not size)) or self._is_torn(count, size):
            if not self.was_stopped and self._is_cut_off(count):
                count = self._read_again(count - 1)
            self._cut()
            return count > 0
        self._set_aside()
        return count > 0

    def _read_all(self, whole: int) -> int:
        """Take up the records, up to the first that we cannot have written; how many."""
        hashes, places = [], []
        first = 0
        for table in self._tables(min(whole, MOST_RECORDS)):
            is_ours = (table["seq"] > 0) & (table["seq"] < _NO_SEQ)
            good = table if is_ours.all() else table[: int(np.argmin(is_ours))]
            numbers = np.arange(first, first + len(good), dtype=np.uint32)
            is_head = (good["hash"] == _HEAD) | (good["hash"] == _STOPPED)
            for at in np.flatnonzero(is_head)[-_HEADS:]:
                self._take_head(good[int(at)])
            self.heads = self.heads[-_HEADS:]
            if len(good):
                self.was_stopped = int(good["hash"][-1]) == _STOPPED
            hashes.append(good["hash"][~is_head].copy())
            places.append(numbers[~is_head])
            first += len(good)
            if len(good) < len(table):
                break
        self._count = self._durable = first
        if hashes:
            self._index(np.concatenate(hashes), np.concatenate(places))
        return first

    def _is_torn(self, count: int, size: int) -> bool:
        """Whether a loss of power left zeros behind these records: of what was not synced, which has one head."""
        start = count * RECORD.size
        if self.was_stopped or size - start > _MOST_TORN:
            return False
        data = b"".join(read_range(self._files, self._fd, start, size))
        rest = np.frombuffer(data, _FIELDS, len(data) // RECORD.size)
        is_head = (rest["hash"] == _HEAD) & (rest["seq"] > 0) & (rest["seq"] < _NO_SEQ)
        return len(rest) > 0 and not any(data[:16]) and int(is_head.sum()) <= 1

    def _is_cut_off(self, count: int) -> bool:
        """Whether the end of the last record is in a sector that a loss of power took."""
        end = count * RECORD.size
        sector = end // _SECTOR * _SECTOR
        return end - RECORD.size < sector < end and not any(self._files.pread(self._fd, end - sector, sector))

    def _read_again(self, count: int) -> int:
        """Take up only so many of the records; how many."""
        self._hashes, self._places, self._recent = np.empty(0, np.uint64), np.empty(0, np.uint32), {}
        self.heads = []
        return self._read_all(count)

    def _set_aside(self) -> None:
        """Rename the file; the records that were read go on in a new one."""
        broken = aside_name(self.path)
        self._files.rename(self.path, broken)
        self.lost, self.was_stopped = broken, False
        if self._count:
            self._rewrite(frozenset())
        else:
            self.close()
        sync_directory(self._files, os.path.dirname(self.path))

    def drop_after(self, seq: int) -> int:
        """Forget what was noted for lines that were never written: those behind line `seq`; how many."""
        count = self._count
        while count > 0 and self._read(count - 1)[1] > seq:
            count -= 1
        dropped = self._count - count
        if dropped:
            self._read_again(count)
            self._cut()
        return dropped

    def compact(self) -> None:
        """Write the file anew when most of it is out of date."""
        if self._count > 2 * len(self._hashes) + _SPARE:
            self._rewrite(frozenset())

    def _tables(self, whole: int) -> Iterator[NDArray[np.void]]:
        for start in range(0, whole, _PIECE):
            end = min(whole, start + _PIECE) * RECORD.size
            data = b"".join(read_range(self._files, self._fd, start * RECORD.size, end))
            yield np.frombuffer(data, _FIELDS)

    def _take_head(self, record: np.void) -> None:
        self.heads.append(Head(int(record["seq"]), bytes(record["value"]).hex()))

    def _index(self, hashes: NDArray[np.uint64], places: NDArray[np.uint32]) -> None:
        order = np.argsort(hashes, kind="stable")
        hashes, places = hashes[order], places[order]
        is_last = np.append(hashes[1:] != hashes[:-1], True) if len(hashes) else np.empty(0, bool)
        self._hashes, self._places = hashes[is_last], places[is_last]

    # --- reading ------------------------------------------------------------------------------------------

    def find(self, hashes: Sequence[int]) -> list[Known | None]:
        """What is known of each memory, by the hash of its key."""
        with self._lock:
            places = self._places_of(hashes)
            return [None if place < 0 else Known(*self._read(place)[1:]) for place in places]

    def knows_any(self, hashes: NDArray[np.uint64], numbers: Sequence[int]) -> bool:
        """Whether it has something of any of these memories, or cannot tell two of them apart; `numbers` are the same
        hashes."""
        wanted = np.sort(hashes)  # in order, each is found near the one before
        if not wanted[0] or (wanted[1:] == wanted[:-1]).any():
            return True
        with self._lock:
            if not self._recent.keys().isdisjoint(numbers):
                return True
            if not len(self._hashes):
                return False
            at = np.searchsorted(self._hashes, wanted)
            return bool((self._hashes.take(at, mode="clip") == wanted).any())

    def _places_of(self, hashes: Sequence[int]) -> list[int]:
        recent = self._recent
        found = [recent.get(one, -1) for one in hashes]
        if len(self._hashes):
            wanted = np.array(hashes, np.uint64)
            at = np.minimum(np.searchsorted(self._hashes, wanted), len(self._hashes) - 1)
            hits = self._hashes[at] == wanted
            if hits.any():
                for number in np.flatnonzero(hits).tolist():
                    if found[number] < 0:
                        found[number] = int(self._places[at[number]])
        return found

    def _read(self, place: int) -> tuple[int, int, bytes, bytes]:
        raw = self._raw(place)
        record: tuple[int, int, bytes, bytes] = RECORD.unpack(raw)
        return record

    def _raw(self, place: int) -> bytes:
        start = (place - self._durable) * RECORD.size
        return self._pread(place) if start < 0 else bytes(self._staged[start : start + RECORD.size])

    def _pread(self, place: int) -> bytes:
        return self._files.pread(self._fd, RECORD.size, place * RECORD.size)

    # --- writing ------------------------------------------------------------------------------------------

    def stage(self, hashed: int, seq: int, key: bytes, digest: bytes) -> None:
        """Know this of a memory from now on; it is in the file after `write`."""
        with self._lock:
            self._staged += RECORD.pack(hashed, seq, key, digest)
            self._recent[hashed] = self._count
            self._count += 1
            if len(self._recent) >= _RECENT:
                self._merge()

    def stage_all(
        self, hashes: NDArray[np.uint64], numbers: Sequence[int], seq: int, keys: bytes, digests: bytes
    ) -> None:
        """As `stage` of memories whose lines follow each other from `seq`; `numbers` are the same hashes."""
        count = len(hashes)
        table = np.empty(count, _WHOLE)
        table["hash"], table["seq"] = hashes, np.arange(seq, seq + count, dtype=np.uint64)
        table["key"], table["digest"] = np.frombuffer(keys, "V16"), np.frombuffer(digests, "V16")
        with self._lock:
            self._staged += table.tobytes()
            self._recent.update(zip(numbers, range(self._count, self._count + count), strict=True))
            self._count += count
            if len(self._recent) >= _RECENT:
                self._merge()

    def _merge(self) -> None:
        """Put what is recent into its place among the sorted ones."""
        hashes = np.fromiter(self._recent.keys(), np.uint64, len(self._recent))
        places = np.fromiter(self._recent.values(), np.uint32, len(self._recent))
        order = np.argsort(hashes)
        hashes, places = hashes[order], places[order]
        at = np.searchsorted(self._hashes, hashes)
        if len(self._hashes):
            near = np.minimum(at, len(self._hashes) - 1)
            is_known = self._hashes[near] == hashes
            self._places[near[is_known]] = places[is_known]
            hashes, places, at = hashes[~is_known], places[~is_known], at[~is_known]
        self._hashes, self._places = np.insert(self._hashes, at, hashes), np.insert(self._places, at, places)
        self._recent = {}

    def stage_head(self, head: Head, *, stopped: bool = False) -> None:
        """Note the last line of the chain; `stopped`: everything is written down, and the daemon ends."""
        value = bytes.fromhex(head.hash)
        with self._lock:
            self._staged += RECORD.pack(_STOPPED if stopped else _HEAD, head.seq, value[:16], value[16:])
            self._count += 1
        self.heads = [*self.heads[-_HEADS + 1 :], head]

    def write(self, *, durable: bool = True) -> None:
        """Bring what was staged to the file. Raises OSError; then it stays staged."""
        if not self._staged:
            return
        self._ensure_open()
        data = bytes(self._staged)
        try:
            write_all(self._files, self._fd, data)
            if durable or not self._durable:
                self._files.fdatasync(self._fd)
        except OSError:
            self._cut()
            raise
        with self._lock:
            self._durable += len(data) // RECORD.size
            del self._staged[: len(data)]

    def _ensure_open(self) -> None:
        try:
            here = self._files.stat(self.path)
        except FileNotFoundError:
            here = None
        if self._fd >= 0 and here is not None:
            mine = self._files.fstat(self._fd)
            if (here.st_ino, here.st_nlink) == (mine.st_ino, 1):
                return
        if self._fd >= 0 and self._durable:
            # Somebody removed or replaced it, or gave it another name: what we hold open is what counts.
            self._rewrite(frozenset())
            return
        self.close()
        make_directories(self._files, os.path.dirname(self.path))
        self._fd = self._open(os.O_RDWR | os.O_APPEND | os.O_CREAT)
        sync_directory(self._files, os.path.dirname(self.path))

    def _open(self, flags: int) -> int:
        return open_to_write(self._files, self.path, flags | os.O_NOFOLLOW, 0o600)

    def _cut(self) -> None:
        """Cut off what is no whole record, or was not written as a whole."""
        with suppress(OSError):
            if self._files.fstat(self._fd).st_size > self._durable * RECORD.size:
                self._files.ftruncate(self._fd, self._durable * RECORD.size)

    def forget(self, hashes: Collection[int]) -> None:
        """Drop the keys and digests of these memories for good. Raises OSError."""
        self.write()
        if any(place >= 0 for place in self._places_of(list(hashes))):
            self._rewrite(frozenset(hashes))

    def _rewrite(self, dropped: frozenset[int]) -> None:
        """Write the file anew with the last record of each memory, without those, and with the newest heads."""
        old = self._fd
        with self._lock:
            if self._recent:
                self._merge()
            kept = ~np.isin(self._hashes, np.fromiter(dropped, np.uint64, len(dropped)))
            order = np.argsort(self._places[kept])
            hashes, places = self._hashes[kept][order], self._places[kept][order]

        def chunks() -> Iterator[bytes]:
            for start in range(0, len(places), _PIECE):
                part = places[start : start + _PIECE].tolist()
                yield b"".join(self._raw(place) for place in part)
            for head in self.heads:
                value = bytes.fromhex(head.hash)
                yield RECORD.pack(_HEAD, head.seq, value[:16], value[16:])

        replace_file(self._files, self.path, chunks(), mode=0o600, gid=self._gid)
        fd = self._open(os.O_RDWR | os.O_APPEND)
        with self._lock:
            self._fd = fd
            self._count = self._durable = len(places) + len(self.heads)
            self._staged.clear()
            self._index(hashes, np.arange(len(hashes), dtype=np.uint32))
        if old >= 0:
            self._files.close(old)

    def close(self) -> None:
        """Close the file."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            self._files.close(fd)
