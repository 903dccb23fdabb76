"""Files of contexts that were edited outside the daemon, compared with what is known (rules 6 and 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from typing import NamedTuple

from memoryd.kinds.contexts.context import (
    BadLine,
    Context,
    ContextLine,
    causality_of,
    decode_line,
    document,
    is_complete,
    origin_in,
)
from memoryd.kinds.contexts.store import ContextFile, ContextStore, Line
from memoryd.recall.feeding import bring_edit
from memoryd.storage.append_log import UNKNOWN
from memoryd.storage.atomic import Identity
from memoryd.storage.batch import Batch
from memoryd.storage.recent_lines import RecentLine, is_end_of, put_back_problem
from memoryd.times import SECOND, parse_time
from memoryd.types import ChangeSink, Document, Problem

RECENT = 600 * SECOND
"""A line of ours that is missing so soon was saved over by an editor, not deleted (rule 8)."""


class ChangedLine(NamedTuple):
    """A line that is not as it was known; `place` is where it stands among the lines."""

    place: int
    number: int
    raw: bytes
    line: ContextLine
    is_repeated: bool
    """Its id stands on an earlier line, too."""


class Comparison:
    """An edited file, compared with the version that is known; made on any thread, line by line."""

    def __init__(self, store: ContextStore, file: ContextFile, stamp: Identity, ours: Sequence[RecentLine]) -> None:
        """`ours`: our last lines."""
        self.stamp = stamp
        """The version that is read."""
        self._ours, self._log = ours, file.log
        self.is_torn = False
        """It has a line of ours twice, or the end of one whose beginning an editor wrote over."""
        self._version, self._known_order = file.version, file.order
        self._count = len(file.order)
        known = [
            line
            for line in file.order[: self._count]
            if isinstance(line, Context) and store.contexts.get(line.id) is line
        ]
        self.known = {context.id: context for context in known}
        self.order: list[Line] = []
        self.changed: list[ChangedLine] = []
        self.lines = 0
        self.mark = 0
        """Of the content."""
        self.seen: set[str] = set()
        self.problems: list[Problem] = []
        self._path, self._leaving = file.path, file.leaving.copy()
        self._by_hash = {context.line_hash: context for context in known}

    def take(self, number: int, raw: bytes) -> None:
        """One line of the file."""
        self.lines += 1
        self.mark ^= hash((self.lines, raw))
        same = self._by_hash.get(hash(raw))
        if same is not None and same.id not in self.seen:
            self.seen.add(same.id)
            self.order.append(same)
            return
        if (same is not None and self._log.wrote_again(raw)) or is_end_of(raw, (one.raw for one in self._ours)):
            self.is_torn = True
            return
        line = decode_or_report(self._path, number, raw, self.problems)
        if line is not None and self._is_leaving(line.id or "", raw):
            return
        if line is not None:
            self.changed.append(ChangedLine(len(self.order), number, raw, line, line.id in self.seen))
            if line.id:
                self.seen.add(line.id)
        self.order.append(raw)

    def _is_leaving(self, context_id: str, raw: bytes) -> bool:
        """Whether the line is of a context that is archived; one that was restored since has another line."""
        line_hash = self._leaving.get(context_id)
        return line_hash is not None and (context_id not in self.known or line_hash == hash(raw))

    @property
    def lacks(self) -> bool:
        """Whether contexts that are known do not stand in it."""
        return any(context.durable and context.id not in self.seen for context in self.known.values())

    def has_none_of(self, ids: Set[str]) -> bool:
        """Whether all that stands in it are other contexts that are known."""
        return self.seen.isdisjoint(ids) and all(isinstance(one, Context) for one in self.order)

    @property
    def has_other_text(self) -> bool:
        """Whether the lines that are no contexts are not those that were."""
        known = Counter(line for line in self._known_order[: self._count] if isinstance(line, bytes))
        return known != Counter(line for line in self.order if isinstance(line, bytes))

    @property
    def is_reordered(self) -> bool:
        """Whether contexts that are known stand in another order."""
        standing = [line.id for line in self.order if isinstance(line, Context)]
        here = set(standing)
        return standing != [one for one in self.known if one in here]

    def stands_for(self, file: ContextFile) -> bool:
        """Whether the file is still known as it was when the comparison began (writer thread)."""
        same = file.order is self._known_order and len(file.order) == self._count
        return same and file.version == self._version


class Edit:
    """Takes in what a comparison found (writer thread)."""

    def __init__(
        self, store: ContextStore, sink: ChangeSink, file: ContextFile, found: Comparison, batch: Batch
    ) -> None:
        self._store, self._sink, self._file, self._batch = store, sink, file, batch
        self._known, self._seen, self._order = found.known, found.seen, found.order
        self._put: list[Document] = []
        self._dirty = found.is_torn
        self._mark = found.mark
        self._changed = found.has_other_text or found.is_reordered or store.stale.has(file.path, found.mark)
        self.problems = found.problems
        for changed in found.changed:
            self._take(changed)

    def _take(self, changed: ChangedLine) -> None:
        path, line = self._file.path, changed.line
        other = self._store.contexts.get(line.id or "")
        if changed.is_repeated or (other is not None and other.path != path):
            self.problems.append(repeated(path, changed.number, str(line.id)))
            return
        context = self._change(other, changed.raw, line) if other is not None else self._add(changed.raw, line)
        self._seen.add(context.id)
        self._order[changed.place] = context
        self._put.append(document(context))
        written = is_complete(line) and context.origin == origin_in(line, context.project)
        self._dirty = self._dirty or not written

    def _add(self, raw: bytes, line: ContextLine) -> Context:
        context = Context(raw, line, self._file.path, self._batch.now)
        self._store.know(context)
        if context.id in self._store.archive:
            # A line that a person copied back from the archive; restoring is an access.
            self._store.touch(context, self._batch)
        return context

    def _change(self, context: Context, raw: bytes, line: ContextLine) -> Context:
        """A person changed the line: what they wrote counts; accesses that they left alone go on."""
        before = decode_line(context.raw)
        self._store.forget(context)
        context.keep(raw)
        context.project = line.project or context.project
        context.causality = causality_of(line.causality, line.metadata)
        if line.names_origin or line.project:
            context.origin = origin_in(line if line.names_origin else before, context.project)
        if line.created:
            context.created = parse_time(line.created)
        if (line.last_accessed, line.access_count) != (before.last_accessed, before.access_count):
            context.last_accessed = parse_time(line.last_accessed) if line.last_accessed else None
            context.access_count = line.access_count or 0
            self._store.note_access(context, self._batch)
        self._store.know(context)
        return context

    def finish(self) -> None:
        """What is missing was deleted, or saved over by an editor that had not seen it (rules 6 and 8)."""
        owed, now = self._file.owed, self._batch.now
        missing = [context for context in self._known.values() if context.id not in self._seen and context.durable]
        fresh = [c for c in missing if c.id in owed or (c.appended and 0 <= now - c.appended < RECENT)]
        is_changed = self._changed or len(fresh) < len(missing)
        saved_over = [c for c in fresh if (is_changed or c.id in owed) and c.id not in self._store.purged]
        owed -= self._seen
        for context in saved_over:
            self._order.append(context)
            owed.add(context.id)
        if saved_over:
            # One entry with a count: thousands in health would hide what else is wrong.
            self.problems.append(put_back_problem(self._file.path, len(saved_over)))
        kept = {context.id for context in saved_over}
        for context in missing:
            if context.id not in kept:
                self._store.archive_context(context, "deleted by hand", self._batch, line_stands=False)
        self._order.extend(c for c in self._known.values() if not c.durable and c.id not in self._seen)
        before = self._file.order
        self._file.order = self._order
        self._file.version += 1
        self._batch.on_abort(lambda: self._put_off(before))
        if saved_over:
            self._store.stale.note(self._file.path, self._mark)
        if saved_over or self._dirty:
            self._store.mark_dirty(self._file.path)
        if self._put:
            self._batch.on_commit(lambda: bring_edit(self._sink, self._file.path, self._put))

    def _put_off(self, before: list[Line]) -> None:
        """The batch failed: the file is compared again later."""
        self._file.order, self._file.stamp = before, UNKNOWN


def decode_or_report(relpath: str, number: int, raw: bytes, problems: list[Problem]) -> ContextLine | None:
    """The line's fields, or None and one more problem."""
    try:
        return decode_line(raw)
    except BadLine as error:
        action = "fix the line, or remove it"
        problems.append(Problem(path=relpath, line=number, what=f"not read: {error}", action=action))
        return None


def repeated(path: str, number: int, context_id: str) -> Problem:
    """The problem of a second line with the same id."""
    return Problem(
        path=path, line=number, what=f"{context_id} is here a second time; the first one counts",
        action="remove one of the two lines",
    )  # fmt: skip
