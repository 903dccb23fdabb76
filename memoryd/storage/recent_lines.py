"""The lines that were appended to files in the last minutes: an editor may save an older version over them (rule 8)."""

from __future__ import annotations

import itertools
import zlib
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from memoryd.errors import MemorydError
from memoryd.storage.append_log import AppendLog
from memoryd.storage.recent_copies import KEPT, Copy, RecentCopies
from memoryd.types import Document, Problem

MOST_BYTES = 8 << 20
"""Of a large import only the last lines are held, lest it takes much memory."""

_MOST_SAVES = 100
_LEAST_END = 16
"""Bytes of a line below which it tells nobody whose end it is: a brace on a line of its own is a person's."""
_HELD = -1
"""Of a file of whose deleted lines others are about to be put back."""
Who = Callable[[bytes], str | None]
"""The key of the memory that a line states; None for a line of another kind."""


class RecentLine(NamedTuple):
    """A line as it was appended, newline included."""

    at: int
    path: str
    raw: bytes
    key: str = ""
    """The memory's, or empty."""
    offset: int = 0
    """Where it stands in the file, as far as the kind of memory wants to know."""
    before: bytes = b""
    """The line that it took the place of."""


def is_end_of(raw: bytes, lines: Iterable[bytes]) -> bool:
    """Whether a line is only the end of one of these, since an editor wrote over its beginning."""
    is_long = len(raw) >= _LEAST_END and not raw.startswith(b"{")
    return is_long and any(line.rstrip(b"\n").endswith(raw) for line in lines)


Wording = tuple[str, Callable[[], Document | None]]
"""What a line states: the key of a memory, and what makes its document; None, or ValueError, where it states none."""


class _LastRun(NamedTuple):
    """What the last run wrote into a file."""

    lines: list[RecentLine]
    closed: tuple[bytes, frozenset[str]] | None
    """By an orderly end: a mark of the lines that are of no memory of these; None after a kill."""


class RecentLines:
    """The last lines of all files, also those of the run before. Changed by one thread; `of` may be asked by any."""

    def __init__(self, copies: RecentCopies, on_deleted: Callable[[], object], most_bytes: int = MOST_BYTES) -> None:
        """`on_deleted`: once the audit has what was deleted by now, `settle_deleted` is to be called."""
        self.copies = copies
        self._on_deleted = on_deleted
        self._vanished: set[str] = set()
        """Files that are gone or empty; what they had is known on."""
        self._deleted: dict[str, int] = {}
        """Files from which lines of ours were deleted: copies of these stay until the audit has the texts."""
        self._lines: dict[str, deque[tuple[int, RecentLine]]] = {}
        self._order: deque[tuple[int, RecentLine]] = deque()
        self._turns = itertools.count()
        self._bytes = 0
        self._most_bytes = most_bytes
        self._left: dict[str, _LastRun] = {}
        self._not_held: set[str] = set()
        """Files that have copies of lines which are not held here."""

    def note(self, path: str, raw: bytes, now: int, key: str = "", offset: int = 0, before: bytes = b"") -> None:
        """The line was appended to the file."""
        self.note_all([RecentLine(now, path, raw, key, offset, before)])

    def note_all(self, lines: Sequence[RecentLine]) -> None:
        """These lines were appended, all at one time."""
        for line in lines:
            self._remember(line, line.at)
        self.copies.keep([_copy_of(line) for line in lines])

    def _remember(self, line: RecentLine, now: int) -> None:
        entry = next(self._turns), line
        self._lines.setdefault(line.path, deque()).append(entry)
        self._order.append(entry)
        self._bytes += _size(line)
        while self._order and (self._bytes > self._most_bytes or now - self._order[0][1].at >= KEPT):
            turn, oldest = self._order.popleft()
            same = self._lines.get(oldest.path)
            if same and same[0][0] == turn:
                same.popleft()
                self._bytes -= _size(oldest)
                if now - oldest.at < KEPT:
                    self._not_held.add(oldest.path)
                if not same:
                    del self._lines[oldest.path]

    def of(self, path: str, now: int) -> list[RecentLine]:
        """Those of one file, appended in the last 10 minutes."""
        return [one for _, one in list(self._lines.get(path, ())) if 0 <= now - one.at < KEPT]

    def knows(self, path: str) -> bool:
        """Whether any of its lines are known."""
        return path in self._lines

    def keep(self, path: str, standing: Iterable[tuple[bytes, int]], *, is_settled: bool = True) -> None:
        """The file was edited: of its lines, know only those that stand in it now, and at which offset.

        Unless it `is_settled`, others of them are about to be put back: `settle` follows.
        """
        offsets: defaultdict[bytes, deque[int]] = defaultdict(deque)
        for raw, offset in standing:
            offsets[raw].append(offset)
        self._vanished.discard(path)
        before, kept = self._lines.pop(path, deque()), deque[tuple[int, RecentLine]]()
        for turn, one in before:
            self._bytes -= _size(one)
            if found := offsets.get(one.raw):
                at, _, raw, key, known, replaced = one
                offset = found.popleft()
                kept.append((turn, one if offset == known else RecentLine(at, path, raw, key, offset, replaced)))
                self._bytes += _size(one)
        if kept:
            self._lines[path] = kept
        # After a large import there are megabytes of copies, for which all writes would wait at each edit.
        if kept != before:
            self._not_held.add(path)
        if not is_settled:
            if path in self._deleted:
                self._deleted[path] = _HELD
        elif len(kept) < len(before) or path in self._left:
            self._settle_later(path)
        elif path in self._not_held:
            self.settle(path)

    def settle(self, path: str) -> None:
        """What is known of the file now is all that counts, also for the next start."""
        if path in self._deleted:
            self._settle_later(path)
            return
        self._not_held.discard(path)
        self._left.pop(path, None)
        standing = [_copy_of(one) for _, one in self._lines.get(path, ())]
        self.copies.keep((Copy(0, path, does="cleared"), *standing))

    def _settle_later(self, path: str) -> None:
        """Until the audit has the text of what was deleted, a kill would leave it nowhere: it comes back then."""
        self._deleted[path] = next(self._turns)
        self._on_deleted()

    def deleted(self) -> dict[str, int]:
        """Files from which lines of ours were deleted, for `settle_deleted`."""
        return {path: turn for path, turn in self._deleted.items() if turn != _HELD}

    def settle_deleted(self, recorded: Mapping[str, int]) -> None:
        """The audit has what had been deleted when `deleted` told this: it is not to come back."""
        for path, turn in recorded.items():
            if self._deleted.get(path) != turn:
                continue
            del self._deleted[path]
            if path in self._vanished:
                self._left.pop(path, None)
                self._not_held.add(path)
                self.copies.keep((Copy(0, path, does="cleared"),))
            else:
                self.settle(path)

    def forget(self, path: str) -> None:
        """The file was removed: what it had is not to come back."""
        lines, left = self._lines.pop(path, ()), self._left.pop(path, None)
        self._bytes -= sum(_size(one) for _, one in lines)
        self._vanished.discard(path)
        if lines or left is not None:
            self._settle_later(path)

    def vanished(self, path: str) -> None:
        """The file is gone or empty. A save in two steps may follow; else what it had is not to come back."""
        if path in self._lines or path in self._left:
            self._vanished.add(path)
            self._settle_later(path)

    def clear(self) -> None:
        """Know of none: what is missing from now on was taken out on purpose."""
        self._lines.clear()
        self._order.clear()
        self._left.clear()
        self._not_held.clear()
        self._deleted.clear()
        self._vanished.clear()
        self._bytes = 0
        self.copies.drop()

    # --- over a restart -----------------------------------------------------------------------------------

    def load(self) -> None:
        """Read what the last run wrote; each kind of memory asks for what it may have lost before it reads a file."""
        self._left = {}
        for copy in self.copies.read():
            found = self._left.get(copy.path)
            if copy.does == "wrote" and found is not None and found.closed is None:
                found.lines.append(RecentLine(copy.at, copy.path, copy.raw, copy.key, copy.offset, copy.before))
                continue
            lines = [] if found is None else found.lines
            if copy.does == "cleared":
                self._left.pop(copy.path, None)
            elif copy.does == "closed":
                keys = frozenset(copy.key.split("\n"))
                self._left[copy.path] = _LastRun(lines, (copy.raw, keys))
            else:
                lines.append(RecentLine(copy.at, copy.path, copy.raw, copy.key, copy.offset, copy.before))
                self._left[copy.path] = _LastRun(lines, None)

    def gone(self, found: Container[str]) -> list[str]:
        """At start: files that the last run wrote to and that are not there, though it was killed: nobody knows why."""
        return [path for path in self.paths_left() if path not in found and not self.is_closed(path)]

    def paths_left(self) -> list[str]:
        """At start: the files that the last run wrote to."""
        return sorted(self._left)

    def all_left(self) -> dict[str, list[RecentLine]]:
        """At start, before anybody takes any: all that the last run wrote, by file."""
        return {path: left.lines for path, left in self._left.items()}

    def left_in(self, path: str, saved: int, now: int) -> list[RecentLine]:
        """At start: what the last run wrote into the file less than 10 minutes before it was saved, microseconds.

        0 for one that is gone: all of it.
        """
        found, saved = self._left.get(path), min(saved, now)
        return [] if found is None else [one for one in found.lines if saved - one.at < KEPT]

    def take(self, path: str) -> list[RecentLine]:
        """At start: all that the last run wrote into the file, which is asked for no more."""
        found = self._left.pop(path, None)
        return [] if found is None else found.lines

    def resume(self, path: str, now: int) -> list[RecentLine]:
        """At start: the lines of the last run are known on, and stand in the file; those of the last 10 minutes."""
        found = self.take(path)
        young = [one for one in found if 0 <= now - one.at < KEPT]
        if len(young) < len(found):
            self._not_held.add(path)
        for one in young:
            self._remember(one, now)
        return young

    def restart(self, path: str, lines: Iterable[RecentLine], now: int) -> None:
        """At start: of all that was written into the file these stand in it, and count from now on."""
        count, standing = len(self.take(path)), list(lines)
        for one in standing:
            self._remember(one, now)
        if len(standing) < count:
            self._settle_later(path)
        else:
            self.settle(path)

    def close_file(self, path: str, lines: Callable[[], Iterable[bytes]], who: Who) -> None:
        """At an orderly end: the file says this. So the next start knows if somebody only deleted lines of ours."""
        if ours := {one.key for _, one in self._lines.get(path, ())}:
            self.copies.keep((Copy(0, path, _checksum(lines(), ours, who), "\n".join(ours), does="closed"),))

    def close(self, path: str) -> None:
        """At an orderly end: what will be missing from the file was deleted, and goes to an archive."""
        self.copies.keep((Copy(0, path, does="closed"),))

    def is_closed(self, path: str) -> bool:
        """At start: whether the last run ended in order."""
        found = self._left.get(path)
        return found is not None and found.closed is not None

    def is_rest_as_closed(self, path: str, lines: Iterable[bytes], who: Who) -> bool:
        """At start: whether nothing but lines of ours is missing since an orderly end."""
        found = self._left.get(path)
        if found is None or found.closed is None:
            return False
        mark, ours = found.closed
        return _checksum(lines, ours, who) == mark


def _checksum(lines: Iterable[bytes], ours: Collection[str], who: Who) -> bytes:
    crc = 0
    for raw in lines:
        if raw.strip() and who(raw) not in ours:
            crc = zlib.crc32(raw + b"\n", crc)
    return crc.to_bytes(4, "big")


def _copy_of(line: RecentLine) -> Copy:
    return Copy(line.at, line.path, line.raw, line.key, line.before, line.offset)


def _size(line: RecentLine) -> int:
    return len(line.raw) + len(line.before)


class StaleSaves:
    """Versions that an editor saved over our last lines. Saved again, such a version deletes nothing this time either:

    nothing else is changed then, but the editor has not seen what was put back. For any thread.
    """

    def __init__(self) -> None:
        self._marks: dict[tuple[str, Hashable], None] = {}

    def note(self, path: str, mark: Hashable) -> None:
        """This version of the file, by a mark of its content, lacked lines that were put back."""
        self._marks[path, mark] = None
        if len(self._marks) > _MOST_SAVES:
            del self._marks[next(iter(self._marks))]

    def has(self, path: str, mark: Hashable) -> bool:
        """Whether the file is such a version again."""
        return (path, mark) in self._marks


def lost_behind(ours: Iterable[RecentLine], standing: Container[bytes]) -> list[RecentLine]:
    """Our lines behind the last one that stands in an archive.

    A person deleted one before it: that it stands tells that the editor had seen those before.
    """
    lines = {one.raw: one for one in ours}
    last = max((at for at, raw in enumerate(lines) if raw in standing), default=-1)
    return [*lines.values()][last + 1 :]


def put_back(log: AppendLog, lines: Sequence[bytes]) -> bool:
    """At start, before it is read: append these to the file, durably; False when it cannot be written now."""
    try:
        log.check()
        log.note_again(b"".join(lines))
        log.write(b"".join(lines))
        log.sync()
    except MemorydError:
        return False
    return True


def put_back_problem(path: str, count: int) -> Problem:
    """That an editor did so, and that the lines were put back."""
    what = f"an editor saved over {count} of the last lines, which were written meanwhile; they were put back"
    return Problem(path=path, what=what, action="reload the file in the editor before you save it again")
