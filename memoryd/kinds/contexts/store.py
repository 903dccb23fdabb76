"""Active contexts: saved, loaded by tier, pruned and restored, on contexts/<project>.jsonl (003, rule 19).

Methods that take a batch run on the writer thread; the others may run on any thread. An access is durable in
`.memoryd/context-access.jsonl` before it is acknowledged; the readable lines follow soon after.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from memoryd.acting import Actor, actor
from memoryd.errors import MemorydError, NotFound, TooLarge
from memoryd.kinds.contexts.archive import ContextArchive
from memoryd.kinds.contexts.context import (
    BadLine,
    Context,
    archive_of,
    decode_line,
    document,
    encode_imported,
    encode_new,
    file_of,
    new_id,
    origin_in,
    project_of,
    render_archived,
    view,
)
from memoryd.kinds.contexts.predict import Standing, predict
from memoryd.kinds.contexts.tiers import Tier, boost_of, count_tiers, indicators, load_key, tier_of
from memoryd.origin import PRIVATE, Origin
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import ABSENT, Identity
from memoryd.storage.batch import Batch
from memoryd.storage.open_logs import OpenLogs
from memoryd.storage.recent_lines import StaleSaves
from memoryd.times import SECOND, format_time
from memoryd.types import UNREADABLE, Change, Document, one_form

LINES = "contexts"
"""The flusher task that writes the readable lines."""
PRUNED = "pruned"
IMPORTED = "imported as archived"
JUST_NOW = 2 * SECOND
Line = Context | bytes
"""A line of a file: a context, or bytes that are none and stay as they are."""


Sees = Callable[[Origin], bool]


def everything(_origin: Origin) -> bool:
    """Sees all there is."""
    return True


class Access(msgspec.Struct):
    """A line of the access log; the last one of an id counts."""

    id: str
    last_accessed: str | None
    access_count: int


class ContextFile(msgspec.Struct):
    """One file as we know it."""

    path: str
    log: AppendLog
    order: list[Line] = msgspec.field(default_factory=list)
    stamp: Identity = ABSENT
    """Of the version that `order` stands for."""
    version: int = 0
    """Goes up with every change that is not an append of ours."""
    edited: int = 0
    """When an edit of it was taken in last."""
    emptied: set[str] = msgspec.field(default_factory=set)
    """Ids that stood in it before somebody emptied it and we wrote into it."""
    leaving: dict[str, int] = msgspec.field(default_factory=dict)
    """Lines that have yet to leave the file, since they are archived already: their hashes, by id."""
    owed: set[str] = msgspec.field(default_factory=set)
    """Ids that were put back, and whose lines have yet to be written: nobody can have deleted these."""
    archiving: dict[str, Actor] = msgspec.field(default_factory=dict)
    """What a batch brings to the archive, by id."""


class ContextStore:
    """Active contexts in memory, by id, project and file."""

    def __init__(
        self,
        services: Services,
        open_log: Callable[[str], AppendLog],
        access_log: AppendLog,
        archive: ContextArchive,
        open_logs: OpenLogs,
        before_append: Callable[[ContextFile, Batch], object],
    ) -> None:
        """`before_append` takes in what was edited by hand."""
        self._settings = services.settings
        self.contexts: dict[str, Context] = {}
        self.projects: dict[str, dict[str, Context]] = {}
        """By their names in one form."""
        self.files: dict[str, ContextFile] = {}
        self.archive = archive
        self.dirty: set[str] = set()
        """Files whose lines are older than what is known."""
        self.accesses = 0
        """Accesses since the start."""
        self._open_log = open_log
        self._access_log = access_log
        self.open_logs = open_logs
        self.purged: set[str] = set()
        """Contexts that are being purged: a file that holds no others may become empty."""
        self.stale = StaleSaves()
        self._sink, self._recent, self._flusher = services.index, services.recent, services.flusher
        self._before_append = before_append
        self._turns = itertools.count()

    # --- what is known ------------------------------------------------------------------------------------

    def know(self, context: Context) -> None:
        """A context is active from now on, and the last in the order of accesses."""
        context.turn = next(self._turns)
        self.contexts[context.id] = context
        self.projects.setdefault(one_form(context.project), {})[context.id] = context

    def forget(self, context: Context) -> None:
        """A context is no longer active."""
        self.contexts.pop(context.id, None)
        same = self.projects.get(one_form(context.project))
        if same is not None and same.get(context.id) is context:
            del same[context.id]
            if not same:
                self.projects.pop(one_form(context.project), None)

    def file(self, path: str) -> ContextFile:
        """The file of that path."""
        found = self.files.get(path)
        if found is None:
            found = self.files[path] = ContextFile(path, self._open_log(path))
        return found

    def require(self, context_id: str) -> Context:
        """The active context of that id. Raises NotFound."""
        context = self.contexts.get(context_id)
        if context is None:
            raise not_found(context_id)
        return context

    def of(self, project: str | None, sees: Sees = everything) -> list[Context]:
        """The active contexts of a project, or all, as far as one who asks `sees` them (rule 17)."""
        found = self.contexts if project is None else self.projects.get(one_form(project), {})
        return [context for context in found.copy().values() if sees(context.origin)]

    def tier(self, context: Context, now: int) -> Tier:
        """The tier at `now`, whether or not tiers were recalculated."""
        return tier_of(context.last_accessed, now, self._settings.now.contexts)

    def boost_of(self, context_id: str, now: int) -> tuple[Tier, float] | None:
        """The tier and what it adds to a score; None when the context is not active."""
        context = self.contexts.get(context_id)
        if context is None:
            return None
        tier = self.tier(context, now)
        return tier, boost_of(tier, self._settings.now.contexts)

    def view(self, context: Context, now: int) -> dict[str, Any]:
        """The context as a reply shows it."""
        return view(context, self.tier(context, now))

    # --- save, load, restore ------------------------------------------------------------------------------

    def save(self, project: str, fields: Mapping[str, Any], whose: Origin, batch: Batch) -> dict[str, Any]:
        """A new context; saving is an access (rule 19)."""
        file = self.file(file_of(project))
        self._before_append(file, batch)
        context = self._append(file, encode_new(new_id(), project, fields, whose, batch.now), batch)
        return self.view(context, batch.now)

    def bring(self, given: Mapping[str, Any], whose: Origin, batch: Batch, *, archived: bool) -> bool:
        """A context of an export, as it was; whether it was not there already."""
        if given["id"] in self.contexts or given["id"] in self.archive:
            return False
        file = self.file(file_of(given["project"]))
        self._before_append(file, batch)
        raw = encode_imported(given, whose)
        if archived:
            context = Context(raw, decode_line(raw), file.path, batch.now)
            batch.on_abort(lambda: self.forget(context))
            self.archive_context(context, IMPORTED, batch, line_stands=False)
        else:
            self._append(file, raw, batch)
        return True

    def archived_ids(self, sees: Sees) -> list[str]:
        """The ids of the archived contexts that may be seen, sorted."""
        known = ((one, self.whose(one)) for one in sorted(self.archive) if one not in self.contexts)
        return [one for one, whose in known if whose is not None and sees(whose)]

    def archived(self, context_id: str, now: int) -> Context | None:
        """A context that is only in the archive; None, too, when its line cannot be read. From any thread."""
        place = None if context_id in self.contexts else self.archive.place(context_id)
        if place is None:
            return None
        try:
            raw = self.archive.read(place)
            # The archive's file has the name of the context's own.
            return Context(raw, decode_line(raw), place.path, now)
        except (BadLine, *UNREADABLE):
            return None

    def archived_view(self, context_id: str, now: int) -> dict[str, Any] | None:
        """An archived context as a reply shows it; None when its line cannot be read."""
        context = self.archived(context_id, now)
        return None if context is None else {**self.view(context, now), "archived": True}

    def _append(self, file: ContextFile, raw: bytes, batch: Batch) -> Context:
        context = Context(raw, decode_line(raw), file.path, batch.now)
        context.appended, context.durable = batch.now, False
        batch.append(file.log, raw + b"\n")
        file.order.append(context)
        self.know(context)

        def commit() -> None:
            context.durable = True
            self._recent.note(file.path, raw + b"\n", batch.now, context.id)
            self.open_logs.used(file.log)
            file.stamp = file.log.stamp_behind(file.stamp)
            self._publish(file.path, put=(document(context),))

        def abort() -> None:
            self.forget(context)
            if context in file.order:
                file.order.remove(context)

        batch.on_commit(commit)
        batch.on_abort(abort)
        return context

    def _publish(
        self,
        path: str,
        put: Iterable[Document] = (),
        remove: Iterable[str] = (),
        by: Mapping[str, Actor] | None = None,
    ) -> None:
        state = self.state(path)
        self._sink.apply(Change(source=path, put=list(put), remove=list(remove), state=state, kind="context", by=by))

    def state(self, path: str) -> bytes:
        """For the index: which version of the file it has."""
        file = self.files.get(path)
        return msgspec.json.encode(ABSENT if file is None else file.stamp)

    def best(self, project: str, limit: int, now: int, sees: Sees) -> list[tuple[Context, Tier]]:
        """The first by tier and last access, with their tiers."""
        hours = self._settings.now.contexts

        def place(one: Context) -> tuple[float, int, int]:
            # One from the future was used before the clock was put back; the order of accesses breaks ties.
            last = one.last_accessed
            shown = last if last is None or last <= now else now - JUST_NOW
            return load_key(shown, now, hours), one.created if last is None else 0, one.turn

        return [
            (context, self.tier(context, now)) for context in heapq.nlargest(limit, self.of(project, sees), key=place)
        ]

    def load(self, project: str, limit: int, most_bytes: int, sees: Sees, batch: Batch) -> list[tuple[Context, Tier]]:
        """`best`; each is accessed by this, and comes with the tier that it had before. Raises TooLarge."""
        found = self.best(project, limit, batch.now, sees)
        check_size([context for context, _ in found], most_bytes)
        for context, _ in reversed(found):
            self.touch(context, batch)
        return found

    def set_right(self, now: int, batch: Batch) -> None:
        """What was accessed later than `now` was accessed by then."""
        for context in self.of(None):
            if context.last_accessed is not None and context.last_accessed > now:
                batch.on_abort(functools.partial(setattr, context, "last_accessed", context.last_accessed))
                context.last_accessed = now
                self.note_access(context, batch)

    def touch(self, context: Context, batch: Batch) -> None:
        """An access: last access and count, durable with the batch."""
        before = (context.last_accessed, context.access_count, context.tier)
        context.last_accessed = batch.now
        context.turn = next(self._turns)
        context.access_count += 1
        context.tier = "ACTIVE"
        self.accesses += 1
        self.note_access(context, batch)

        def abort() -> None:
            context.last_accessed, context.access_count, context.tier = before

        batch.on_abort(abort)

    def note_access(self, context: Context, batch: Batch) -> None:
        """Bring last access and count to the access log, and the line up to date soon."""
        last = None if context.last_accessed is None else format_time(context.last_accessed)
        batch.append(self._access_log, msgspec.json.encode(Access(context.id, last, context.access_count)) + b"\n")
        batch.on_commit(lambda: self.mark_dirty(context.path))

    def mark_dirty(self, path: str) -> None:
        """The file's lines are to be rewritten soon."""
        self.dirty.add(path)
        self._flusher.ask(LINES)

    def whose(self, context_id: str) -> Origin | None:
        """The origin of a context, also of one in the archive; from any thread."""
        context = self.contexts.get(context_id)
        if context is not None:
            return context.origin
        place = self.archive.place(context_id)
        if place is None:
            return None
        try:
            line = decode_line(self.archive.read(place))
        except (BadLine, *UNREADABLE):
            return PRIVATE
        return origin_in(line, line.project or project_of(place.path))

    def restore(self, context_id: str, batch: Batch) -> dict[str, Any]:
        """Bring an archived context back; restoring is an access."""
        if context_id in self.contexts:
            return {"id": context_id, "status": "already_active"}
        place = self.archive.place(context_id)
        if place is None:
            raise not_found(context_id)
        try:
            raw = self.archive.read(place)
            line = decode_line(raw)
        except (BadLine, *UNREADABLE):
            raise NotFound(f"the archived line of {context_id} cannot be read; see {place.path}") from None
        project = line.project or place.path.rsplit("/", 1)[-1].removesuffix(".jsonl")
        file = self.file(file_of(project))
        self._before_append(file, batch)
        self.touch(self._append(file, raw, batch), batch)
        return {"id": context_id, "status": "restored"}

    # --- archive ------------------------------------------------------------------------------------------

    def expired(self, project: str | None, now: int, sees: Sees) -> list[str]:
        """Ids of EXPIRED contexts, the least valuable first: few accesses, then long unused (003 §3)."""
        found = [context for context in self.of(project, sees) if self.tier(context, now) == "EXPIRED"]
        found.sort(key=lambda context: (context.access_count, context.last_accessed or 0, context.id))
        return [context.id for context in found]

    def prune(self, ids: Iterable[str], batch: Batch) -> list[str]:
        """Archive those of the ids that are EXPIRED at this very moment; returns them."""
        found = [context for context_id in ids if (context := self.contexts.get(context_id)) is not None]
        pruned = [context for context in found if self.tier(context, batch.now) == "EXPIRED"]
        for context in pruned:
            self.archive_context(context, PRUNED, batch)
        return [context.id for context in pruned]

    def archive_context(self, context: Context, reason: str, batch: Batch, *, line_stands: bool = True) -> None:
        """Move a context to its archive; its line leaves the file soon after (rule 6)."""
        file = self.file(context.path)
        raw = render_archived(context, self.tier(context, batch.now), batch.now, reason) + b"\n"
        self.archive.append(archive_of(context.path), context.id, raw, batch)
        if not file.archiving:
            batch.on_commit(lambda: self._publish_archived(file))
            batch.on_abort(file.archiving.clear)
        file.archiving[context.id] = actor()
        self.forget(context)
        if line_stands:
            file.leaving[context.id] = context.line_hash
            file.version += 1

        def abort() -> None:
            self.know(context)
            file.leaving.pop(context.id, None)
            file.archiving.pop(context.id, None)

        batch.on_abort(abort)

    def _publish_archived(self, file: ContextFile) -> None:
        by, file.archiving = file.archiving, {}
        if file.leaving:
            self.mark_dirty(file.path)
        self._publish(file.path, remove=by, by=by)

    # --- reports ------------------------------------------------------------------------------------------

    def stats(self, project: str | None, now: int, sees: Sees) -> dict[str, Any]:
        """Counts by tier, the total, and health indicators (003 §get_memory_stats)."""
        counts = count_tiers(self.tier(context, now) for context in self.of(project, sees))
        return {"tiers": counts, "total": sum(counts.values()), "indicators": indicators(counts)}

    def recalculate(self, project: str | None, now: int, sees: Sees = everything) -> int:
        """Write down the tiers as they are now; how many had changed since they were last written."""
        changed = [(one, tier) for one in self.of(project, sees) if (tier := self.tier(one, now)) != one.tier]
        for context, tier in changed:
            context.tier = tier
            self.dirty.add(context.path)
        if changed:
            self._flusher.ask(LINES)
        return len(changed)

    def predict(
        self, project: str, limit: int, now: int, most_bytes: int, sees: Sees
    ) -> list[tuple[dict[str, Any], Context]]:
        """What is likely to be asked next as replies show it, with score, parts and reasons. Raises TooLarge."""
        contexts = self.of(project, sees)
        effects: dict[str, int] = {}
        for context in contexts:
            for cause in _causes(context):
                effects[cause] = effects.get(cause, 0) + 1
        rule = self._settings.now.contexts
        scored = [(predict(self._standing(context, effects, now), now, rule), context) for context in contexts]
        best = heapq.nsmallest(limit, scored, key=lambda pair: (-pair[0].score, -pair[1].created, pair[1].id))
        check_size([context for _, context in best], most_bytes)
        return [
            ({**self.view(context, now), "score": found.score, "why": found.why, "reasons": found.reasons}, context)
            for found, context in best
        ]

    def _standing(self, context: Context, effects: Mapping[str, int], now: int) -> Standing:
        causality = context.causality or {}
        return Standing(
            last_accessed=context.last_accessed,
            access_count=context.access_count,
            tier=self.tier(context, now),
            effects=effects.get(context.id, 0),
            has_cause=bool(_causes(context)),
            is_decision=causality.get("action_type") == "decision",
        )

    def close(self) -> None:
        """Close every log."""
        for log in (*(file.log for file in self.files.values()), self._access_log):
            log.close()
        self.archive.close()


def _causes(context: Context) -> set[str]:
    causality = context.causality or {}
    causes = {*(causality.get("dependencies") or ()), causality.get("caused_by")}
    return {cause for cause in causes if isinstance(cause, str) and cause != context.id}


def check_size(contexts: Sequence[Context], most_bytes: int) -> None:
    """Raise TooLarge, before anything is built, when a reply that shows them would be larger than that."""
    total, fitting = 0, 0
    for context in contexts:
        total += context.size
        fitting += total <= most_bytes
    if total > most_bytes:
        raise TooLarge(
            f"{len(contexts)} contexts have {total} bytes, and an answer holds {most_bytes}; ask for at most "
            f"{max(1, fitting)} (`limit`)",
            bytes=total,
            limit=max(1, fitting),
        )


def not_found(context_id: str) -> MemorydError:
    """No context has that id."""
    return NotFound(f"no context has the id {context_id[:200]!r}; contexts.search finds some", id=context_id[:200])
