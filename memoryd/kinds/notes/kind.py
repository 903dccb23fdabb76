"""Notes and the hot cache as a kind of memory."""

from __future__ import annotations

import difflib
import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog

from memoryd.background import Progress, Run, Step, WriteBehind
from memoryd.config import Config
from memoryd.conversation.message import Said
from memoryd.jobs.source import JobSource
from memoryd.kind import BriefPart, Kind, Purged, Text, Told, Warning
from memoryd.kinds.notes.changes.store import WriteOptions
from memoryd.kinds.notes.edits.hand_edits import is_of_notes
from memoryd.kinds.notes.formats.archive import Archived
from memoryd.kinds.notes.formats.entry import Entry, clean_text
from memoryd.kinds.notes.formats.hygiene import HYGIENE_PATH
from memoryd.kinds.notes.formats.layer_file import layer_of, note_key
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH, FactsSection
from memoryd.kinds.notes.formats.note_copies import entries_of
from memoryd.kinds.notes.formats.upgrade import archive_sorted, layer_sorted
from memoryd.kinds.notes.known.documents import day_in, note_document
from memoryd.kinds.notes.known.index_feed import feed
from memoryd.kinds.notes.methods import NoteMethods
from memoryd.kinds.notes.parts import make_parts
from memoryd.kinds.notes.requests.condense_jobs import Condensing
from memoryd.kinds.notes.requests.directive_actions import Stated
from memoryd.kinds.notes.requests.directives import Directive, directives_in
from memoryd.kinds.notes.requests.health_text import memory_health_text
from memoryd.kinds.notes.rules.aging import UNUSED
from memoryd.origin import Made, Origin
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.storage.listing import names_in
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.storage.regular import read_whole
from memoryd.text.relevance import Relevance, states_rule, told_by_fact
from memoryd.times import end_of_day, is_date, parse_time
from memoryd.types import ChangeSink, Document, fold

_ARCHIVE = "memory/archive"
REPLACED = "only an earlier summary of its day had it"
_TELLING: Mapping[str, Relevance] = {"preferences": "preference", "user": "preference", "decisions": "decision"}
"""Layers whose notes state preferences or decisions; in other layers only notes that state a rule do."""
_PARTS: Mapping[str, BriefPart] = {
    "identity": "user", "user": "user", "preferences": "user", "decisions": "decisions",
}  # fmt: skip
_OF_DAYS = ("decisions", "preferences")
_COLD_RANK = 3
"""Of what a brief tells of the archive."""
_MOST_COLD = 200
"""The number of archived notes that a brief considers: decisions and preferences first, then what was archived last."""
_MOST_TOLD = 2000
"""The number of last notes of a layer that a brief considers."""
_log = structlog.get_logger("memoryd.notes")


class Notes(Kind):
    """Entries of layer files, and the hot cache MEMORY.md that is made of them (000)."""

    name = "notes"
    memories = ("note",)
    keeps_removed = True
    states_project = True
    directories = ("memory", _ARCHIVE)
    writes = (MEMORY_PATH, HYGIENE_PATH)
    archives = (_ARCHIVE,)
    tells = True

    def __init__(self, services: Services, facts: FactsSection, shelf: Stated) -> None:
        """`facts` fills that section of MEMORY.md; `shelf`: where users' directives find facts."""
        self._services = services
        self._parts = parts = make_parts(services, facts, shelf)
        self._transactions = parts.transactions
        self._memory = parts.transactions.files.memory
        self._condensing = Condensing(parts.transactions, parts.hot, parts.store, services.summarizer)
        self._methods = NoteMethods(parts)

    # --- life ---------------------------------------------------------------------------------------------

    def upgrade(self, made: Mapping[str, Made]) -> int:
        services, count = self._services, 0
        files = [(f"memory/{name}", layer_of(f"memory/{name}")) for name in names_in(services.path("memory"))]
        files += [(f"{_ARCHIVE}/{name}", None) for name in names_in(services.path(_ARCHIVE)) if name.endswith(".md")]
        for relpath, layer in files:
            if layer is None and not relpath.startswith(f"{_ARCHIVE}/"):
                continue
            with suppress(OSError):  # what cannot be read is reported by whoever loads it
                text = read_whole(services.path(relpath))[0].decode("utf-8", "surrogateescape")
                fresh, changed = (
                    archive_sorted(relpath, text, made) if layer is None else layer_sorted(layer, text, made)
                )
                if changed:
                    services.replace_file(relpath, fresh.encode("utf-8", "surrogateescape"))
                    count += changed
        return count

    def load(self, now: int) -> None:
        """`begin` reads everything, since the writer absorbs edits made while the daemon was down."""

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """Done by `begin`."""

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        layer = layer_of(line.path)
        if layer is None or not line.key:
            return []
        notes = (note_document(layer, entry, False) for entry in entries_of(line))
        return [(note_key(layer, line.key), lambda: next(notes, None))]

    def begin(self) -> None:
        self._parts.startup.run(self._services.index.states())

    def configure(self, config: Config) -> None:
        oldest = self._parts.settings.oldest_logged(self._services.clock.now())
        self._transactions.files.hygiene.roll_before(oldest)

    def stop(self) -> None:
        self._parts.edits.put_back()

    def gather(self) -> None:
        self._parts.edits.resolve_at_once()

    def close(self) -> None:
        self._parts.write_behind.close()

    def set_right(self, now: int) -> None:
        self._transactions.run(lambda batch: self._parts.accesses.set_right(now, batch))

    def purge(self, matter: Purged) -> None:
        self._transactions.run(lambda batch: self._purge(matter, batch))

    def _purge(self, matter: Purged, batch: Batch) -> None:
        """The notes themselves are removed with their lines; this removes what refers to them."""
        state = self._transactions.state
        self._transactions.recent.clear()
        self._transactions.copies.clear()
        with self._transactions.changing(batch):
            self._parts.edits.purge_vanished(lambda text: matter.names(text) or matter.has_text(text), batch)
            for key, texts in self._transactions.files.memory.left.items():
                if any(matter.names(f"{key}\n{one}") or matter.has_text(one) for one in texts):
                    self._transactions.files.staged.memory = True  # where it is kept until then
            is_gone = state.hygiene.purge(lambda key: matter.names(key) or matter.has_key(key))
            self._transactions.files.staged.hygiene |= is_gone

    # --- its files ----------------------------------------------------------------------------------------

    def claims(self, relpath: str) -> bool:
        return is_of_notes(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self._parts.edits.absorb(relpath)

    def rescan(self, found: Mapping[str, object]) -> None:
        self._parts.edits.rescan(found)

    # --- recall -------------------------------------------------------------------------------------------

    def used(self, keys: Sequence[str], asker: Asker, *, first: str | None = None, read: bool = False) -> None:
        if asker.session is not None:
            # A hit is an access; the best of all results counts as needed (rule 11).
            self._parts.accesses.used(asker.session.id, keys, came_first=first, read=read)

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        """The line on which the note stands by now: what came or went above it has moved it."""
        layer = self._transactions.snapshot.layers.get(document.layer or "")
        line = 0 if layer is None else layer.file.line_of(document.key.rpartition(":")[2])
        return {"line": line} if line else {}

    def relevance(self, document: Document) -> Relevance | None:
        return _relevance(document.layer or "", document.text)

    def text(self, key: str, asker: Asker) -> Text | None:
        note = self._parts.store.archived(key)
        return None if note is None else Text(note.path, note.text)

    def whose(self, key: str) -> Origin | None:
        return self._parts.store.whose(key)

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        if self._parts.store.archived(key) is not None:
            return {"reason": "archived", "text": "the note is archived; notes.restore brings it back"}
        path, _, slug = key.rpartition(":")
        if asker.is_group or not path.startswith(f"{_ARCHIVE}/"):
            return None
        is_there = any(note.path == path and note.slug == slug for note in self._transactions.archive.all())
        return {"reason": "archived", "text": "it is archived, and archives are not searched"} if is_there else None

    def archived(
        self, text: str, limit: int, since: int | None, until: int | None, *, telling: bool = False
    ) -> list[dict[str, Any]]:
        zone = self._services.settings.zone

        def passes(note: Archived) -> bool:
            if telling and _relevance(note.layer, note.text) is None:
                return False
            if since is None and until is None:
                return True
            if not is_date(note.day):
                return False
            begin, end = parse_time(note.day, zone), end_of_day(note.day, zone)
            return (since is None or end >= since) and (until is None or begin <= until)

        every = not telling and since is None and until is None
        notes = self._parts.store.search_archive(text, limit, None if every else passes)
        shown = [{"key": note.key, "text": note.text} for note in notes]
        if telling:
            return [{**one, "bears": _relevance(note.layer, note.text)} for one, note in zip(shown, notes, strict=True)]
        return shown

    def telling(self, project: str | None, now: int) -> Iterable[Told]:
        state = self._transactions.snapshot
        found: list[tuple[int, int, int, str, Entry, bool]] = []
        for name, layer in state.layers.items():
            for entry in list(layer.file.entries())[-_MOST_TOLD:]:
                of = entry.origin.project
                if project is None or of in (None, project):
                    is_hot = note_key(name, entry.slug) in state.hot
                    rank = 0 if entry.pinned or entry.critical else 1 if is_hot or _is_asked_for(name, entry) else 2
                    rank = rank if name in _PARTS or rank < 2 or of == project is not None else 3
                    found.append((rank, -(day_in(entry.title) or entry.seen), len(found), name, entry, is_hot))
        found.sort()
        for rank, _, _, name, entry, is_hot in found:
            yield Told(_part_of(name, entry), note_document(name, entry, is_hot), rank)
        yield from self._told_though_archived(project)

    def _told_though_archived(self, project: str | None) -> Iterator[Told]:
        """What was decided, preferred or ruled and only went to the archive because nobody used it: it holds on."""
        snapshot = self._transactions.snapshot
        cold = (note for note in self._transactions.archive.all() if note.reason == UNUSED and is_date(note.day))
        for note in heapq.nlargest(_MOST_COLD, cold, key=lambda note: (note.layer in _TELLING, note.day)):
            entry = Entry(note.slug, note.raw, note.kind, seen=parse_time(note.day, self._services.settings.zone))
            of = entry.origin.project
            if (
                snapshot.entry(note.key) is None
                and _relevance(note.layer, note.text)
                and (not project or of in (None, project))
            ):
                yield Told(_part_of(note.layer, entry), note_document(note.layer, entry, False), _COLD_RANK)

    # --- what is said in sessions (kinds.sessions.listener) -----------------------------------------------------

    def started(self, previous: str | None, batch: Batch) -> None:
        """A private session has begun: what was not used in the one before ages (rule 12)."""
        self._parts.accesses.session_started(previous, batch)

    def asked_in(self, text: str) -> Sequence[Directive]:
        """What a user's message asks, on any thread."""
        return directives_in(text)

    def heard(
        self,
        session_id: str,
        asked: Sequence[Directive],
        said: Said,
        previous: Callable[[], Said | None],
        batch: Batch,
    ) -> Sequence[dict[str, Any]]:
        """A user's message: do what its directives ask (rule 16)."""
        return self._parts.directives.do(asked, session_id, said, previous, batch)

    # --- what daily summaries find ------------------------------------------------------------------------

    def keep(self, layer: str, text: str, origin: Origin, at: int, batch: Batch) -> str | None:
        """Write a cold note; its key, or None if a note says so already or it was purged since `at` (microseconds)."""
        if self._services.graves.has_text(text, at):
            return None
        known = self._transactions.state.layers.get(layer)
        same = fold(text).rstrip(".!")
        alike = (one for one in (known.file.entries() if known else ()) if one.origin.scope == origin.scope)
        if any(fold(one.first_line).rstrip(".!") == same for one in alike):
            return None
        key: str = self._parts.store.write(layer, text, None, WriteOptions(origin), None, batch)["key"]
        return key

    def let_go(self, key: str, text: str, batch: Batch) -> None:
        """Archive the note if its text is unchanged and nobody has used it."""
        entry = self._transactions.state.entry(key)
        row = self._transactions.state.hygiene.access.get(key)
        used = key in self._transactions.state.hot or (row is not None and not row.is_zero)
        if entry is not None and entry.text == clean_text(text) and not used:
            self._parts.store.archive(key, REPLACED, batch)

    # --- maintenance --------------------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        return {"hygiene": self._hygiene, "reconcile": self._reconcile}

    def _hygiene(self, run: Run) -> dict[str, int]:
        """000 §Hygiene Checklist."""

        def tick(done: int, total: int) -> None:
            run.progress("notes", done, total)

        checklist = self._parts.checklist
        found = checklist.look(run.at) if run.dry_run else checklist.run(run.at, tick, archives=run.hold is None)
        run.diff += found.sentences()
        return found.counts()

    def _reconcile(self, run: Run) -> dict[str, int]:
        """Bring MEMORY.md up to date with the facts (002 step 5, rule 9)."""
        memory, in_batch = self._memory, self._transactions.run
        if run.dry_run:
            before, after = in_batch(lambda _batch: memory.preview(run))
            run.diff += difflib.unified_diff(
                before.splitlines(), after.splitlines(), MEMORY_PATH, MEMORY_PATH, "", "", 1, ""
            )
            return {"changed": int(before != after)}
        memory.facts.refresh(run)
        text = memory.text
        in_batch(lambda batch: self._transactions.rewrite(batch, memory=True))
        return {"changed": int(memory.text != text), "facts": len(memory.facts.shown)}

    def write_behind(self) -> Iterable[WriteBehind]:
        return self._parts.write_behind.files()

    def job_sources(self) -> Iterable[JobSource]:
        return (self._condensing,)

    # --- health and repair ----------------------------------------------------------------------------------

    def figures(self, now: int) -> Mapping[str, Any]:
        return {"memory_md_lines": _lines(self._services.path(MEMORY_PATH))}

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        oracle = self._services.settings.now.memory_oracle
        if figures["memory_md_lines"] > oracle.warn_memory_md_lines:
            yield Warning(f"MEMORY.md approaching {oracle.memory_md_max_lines}-line limit", "warning")

    def health_text(self, now: int) -> str:
        transactions = self._transactions
        return memory_health_text(transactions.snapshot, transactions.archive, transactions.settings, now)

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        self._transactions.run(self._parts.edits.take_in_layers)
        self._transactions.run(self._parts.edits.take_in_and_rewrite)
        snapshot = self._transactions.snapshot
        return {"notes": snapshot.entry_count(), "hot": len(snapshot.hot)}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        return feed(self._transactions.snapshot, sink, {})

    # --- the socket ---------------------------------------------------------------------------------------

    def methods(self) -> Iterable[Method]:
        return self._methods.all()


def _part_of(layer: str, entry: Entry) -> BriefPart:
    """The part of a brief in which a note stands."""
    is_rule = (layer not in _PARTS or entry.origin.project is not None) and states_rule(entry.text)
    return "rules" if is_rule and layer != "decisions" else _PARTS.get(layer, "known")


def _is_asked_for(layer: str, entry: Entry) -> bool:
    """Whether somebody asked to remember what they said: of messages days make notes of two layers only."""
    sources = entry.origin.sources
    return layer not in _OF_DAYS and len(sources) == 1 and sources[0].startswith("sessions/")


def _relevance(layer: str, text: str) -> Relevance | None:
    return _TELLING.get(layer) or told_by_fact("", text)


def _lines(path: str) -> int:
    try:
        data, _ = read_whole(path)
    except OSError:
        return 0
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)
