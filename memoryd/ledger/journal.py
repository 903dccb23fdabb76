"""The access journal: what was used since the readable files were last written, synced within a second (rule 1).

Segments `.memoryd/access-journal-<n>.jsonl`; each line is a JSON array whose first item says what it is of:
`["fact", id, activation, as_of, last_accessed, access_count]` or `["access", key, session_id, at]`.
Records are absolute or may be applied twice without harm, so that replaying over a newer snapshot is exact.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from memoryd.storage import beneath
from memoryd.storage.append_log import AppendLog
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.types import UNREADABLE

_SEGMENT = re.compile(r"access-journal-(\d+)\.jsonl")

Record = Sequence[Any]


class AccessJournal:
    """Numbered segments: appended to by one thread, dropped once a snapshot holds what is in them."""

    def __init__(self, directory: Path, open_log: Callable[[str], AppendLog], remove: Callable[[str], None]) -> None:
        self._directory = directory
        self._open_log = open_log
        self._remove = remove
        self._lock = threading.Lock()
        numbers = [number for number, _ in self._segments()]
        self._number = max(numbers, default=0) + 1
        self._log: AppendLog | None = None

    def _segments(self) -> list[tuple[int, Path]]:
        found = []
        for name in beneath.names(str(self._directory)):
            match = _SEGMENT.fullmatch(name)
            if match:
                found.append((int(match[1]), self._directory / name))
        return sorted(found)

    def replay(self) -> Iterator[Record]:
        """Every whole record of all segments, oldest first; a torn last line is passed over."""
        decode = msgspec.json.Decoder(list[Any]).decode
        for _, path in self._segments():
            try:
                data, _ = read_whole(str(path), LARGEST_STATE)
            except OSError:
                continue
            for raw in data.split(b"\n"):
                try:
                    record = decode(raw)
                except UNREADABLE:
                    continue
                if record:
                    yield record

    def append(self, records: Sequence[Record]) -> None:
        """Write and sync the records."""
        if not records:
            return
        encode = msgspec.json.Encoder().encode
        with self._lock:
            if self._log is None:
                self._log = self._open_log(str(self._directory / f"access-journal-{self._number}.jsonl"))
            try:
                for start in range(0, len(records), 1000):
                    self._log.write(b"".join(encode(r) + b"\n" for r in records[start : start + 1000]))
                self._log.sync()
            except BaseException:
                self._log.rollback()
                raise

    def rotate(self) -> int:
        """Start a new segment; returns its number. A snapshot taken from now on covers all older ones."""
        with self._lock:
            if self._log is not None:
                self._log.close()
                self._log = None
            self._number += 1
            return self._number

    def drop_before(self, number: int) -> None:
        """The segments under that number are covered by durable snapshots."""
        for found, path in self._segments():
            if found < number:
                self._remove(str(path))

    def close(self) -> None:
        """Close the segment in use."""
        with self._lock:
            if self._log is not None:
                self._log.close()
                self._log = None
