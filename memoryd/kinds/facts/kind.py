"""Facts as a kind of memory."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from memoryd.acting import MEMORYD, acting
from memoryd.background import Progress, Run, Step, WriteBehind
from memoryd.config import Config
from memoryd.errors import Busy
from memoryd.jobs.source import JobSource
from memoryd.kind import BriefPart, Kind, Label, Purged, Text, Told, Warning
from memoryd.kinds.facts.census.census_files import CensusFiles
from memoryd.kinds.facts.census.steps import FactSteps
from memoryd.kinds.facts.file.feed import Feeding
from memoryd.kinds.facts.file.line_copies import wordings_of
from memoryd.kinds.facts.file.metadata import METADATA_PATH
from memoryd.kinds.facts.file.paths import FLUSH
from memoryd.kinds.facts.file.readable import ENTITIES_PATH, RELATIONS_PATH
from memoryd.kinds.facts.file.upgrade import lines_sorted
from memoryd.kinds.facts.files import FactFiles
from memoryd.kinds.facts.following import ENDS, Following
from memoryd.kinds.facts.health import figures_of, warnings_of
from memoryd.kinds.facts.known.find import archived_since
from memoryd.kinds.facts.known.store import FactEvents
from memoryd.kinds.facts.memory_section import SECTION, MemorySection, PastFacts
from memoryd.kinds.facts.model.compare import is_user, key_of
from memoryd.kinds.facts.model.fact import ARCHIVE_PATH, FACTS_PATH, Fact, Statement, document, said, sentence
from memoryd.kinds.facts.requests.contradictions import Contradictions
from memoryd.kinds.facts.requests.methods import FactMethods
from memoryd.kinds.facts.requests.moving import move_project
from memoryd.kinds.facts.requests.overtaken import Overtaken
from memoryd.kinds.facts.requests.recall import FactRecall
from memoryd.kinds.facts.requests.settle_jobs import SETTLED_PATH, Settled, Settling
from memoryd.kinds.facts.requests.shelf import FactShelf
from memoryd.maintenance.flusher import REWRITES
from memoryd.origin import Made, Origin
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.text.relevance import Relevance, told_by, told_by_fact
from memoryd.types import NOW, Change, ChangeSink, Document, Problem, When

JOURNAL_SECONDS = 0.4
REWRITE_SECONDS = 0.5
METADATA_PATIENCE = 0.5
DERIVED_PATIENCE = 10.0
SECTION_SECONDS = 1.0
EMPTY_SECONDS = 1.0
"""An editor may truncate a file and write it a moment later; only then is an empty one restored."""
SNAPSHOT_FACTS = 20_000
SLICE = 500
_MOST_TOLD = 2000
"""The number of newest facts that a brief considers, besides those of MEMORY.md."""
REPLACED = "only an earlier summary of its day had it"
_ROOM_SECONDS = 1.0
_breathe = functools.partial(time.sleep, 0.001)
"""A pause behind each slice of a readable file, .2 s for 20,000 facts: every use of a fact makes it due again, and
recalls then compete with it for the interpreter."""
_PURGED_AT_ONCE = 100
SNAPSHOTS, FEEDING = "snapshots", "feeding"
"""Queues of the flusher: of a million facts each takes seconds."""


class Facts(Kind):
    """Subject-predicate-object statements with activation (002)."""

    name = "facts"
    memories = ("fact",)
    keeps_removed = True
    hides_as = "faded or superseded"
    tells = True
    directories = ("knowledge-graph",)
    writes = (FACTS_PATH, ARCHIVE_PATH, METADATA_PATH, ENTITIES_PATH, RELATIONS_PATH)

    def __init__(self, services: Services, past: Callable[[Run], PastFacts]) -> None:
        """`past`: which facts what was said since has ended, as a run of maintenance finds it."""
        self._services = services
        events = FactEvents(
            changed=self._changed,
            risen=self._embed_risen,
            lines_behind=lambda: services.flusher.ask("lines"),
            rewrite_due=lambda: services.flusher.ask("rewrite"),
            unfinished=lambda: services.flusher.ask("restore"),
        )
        self.files = FactFiles(services, events, Feeding())
        self.store = self.files.store
        self._steps = FactSteps(services, self.files)
        self.memory_section = MemorySection(services, self.store, lambda run: self._steps.census(run).high, past)
        self._following = Following(services, self.store, self.memory_section)
        self.shelf = FactShelf(self.store, self.files.changes, services.index)
        self._flush_files = CensusFiles(services, FLUSH, self.files)
        self._settled = Settled(services.root, services.log(SETTLED_PATH))
        self._contradictions = Contradictions(self.store, self._settled.is_compatible)
        self._methods = FactMethods(services, self.store, self.files.changes, self._contradictions)
        self._recall, self._overtaken = FactRecall(services), Overtaken(self.store)
        self._derived_version = -1
        """The version of the facts that entities.jsonl and relations.jsonl show."""

    # --- life ---------------------------------------------------------------------------------------------

    def upgrade(self, made: Mapping[str, Made]) -> int:
        services, count = self._services, 0
        for relpath in (FACTS_PATH, ARCHIVE_PATH):
            path = services.path(relpath)
            if "in a session" not in made.values() or not beneath.is_file(path):
                continue
            changed = sum(is_new for _, is_new in lines_sorted(split_lines(blocks_of(path)), made))
            if changed:
                fresh = lines_sorted(split_lines(blocks_of(path)), made)
                services.replace_file(relpath, (raw + b"\n" for raw, _ in fresh))
                count += changed
        return count

    def load(self, now: int) -> None:
        self._flush_files.clear()  # of a daemon that was killed
        self._services.repair_tail(SETTLED_PATH, now)
        self._settled.load()
        self.files.load(now, self._services.index.states())
        self.memory_section.load()

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self.files.feed(sink, lambda: self._services.index.committed(FACTS_PATH))

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        return wordings_of(line) if line.path == FACTS_PATH else ()

    def begin(self) -> None:
        store, ask = self.store, self._services.flusher.ask
        self.files.begin()
        self.files.edits.gone.archive_lost()
        with acting(MEMORYD):
            self._services.writer.run_alone(self.files.changes.archiving.enforce_cap)
        ask("remember")
        if unfed := len(self.files.feeder.unfed):
            what = f"the index is being rebuilt: {unfed:,} older facts are found as they come in"
            self._services.report(
                "facts:feed", Problem(path=FACTS_PATH, what=what, action="nothing; it ends by itself")
            )
            ask("feed")
        if self.files.rewriter.due:
            ask("rewrite")
        if store.activations.has_changed:
            self._changed()
        ask(SECTION)
        # A daemon that was killed may have left the derived files behind.
        ask("derived" if self._is_small else "metadata")

    def settle_in(self) -> None:
        ask = self._services.flusher.ask
        ask("link")
        ask("settle")

    def configure(self, config: Config) -> None:
        self.store.reconfigure(config.memory_oracle)
        self._services.writer.run_alone(self.files.changes.archiving.enforce_cap)
        self._services.flusher.ask("settle")

    def stop(self) -> None:
        self.files.stop()

    def close(self) -> None:
        store, flusher = self.store, self._services.flusher
        waiting = flusher.is_due("metadata") or flusher.is_due("derived")
        if waiting or store.activations.has_changed or self.files.readable.journal_has_records:
            self.files.readable.write_metadata(copied=True)
            if store.table.version != self._derived_version:
                self.files.readable.write_derived()
        self.files.feeder.publish_state()
        self.files.stopped()
        self._services.journal.close()

    def set_right(self, now: int) -> None:
        self.store.activations.set_right(now)
        if self.store.activations.has_changed:
            self._changed()

    # --- its files ----------------------------------------------------------------------------------------

    def claims(self, relpath: str) -> bool:
        return self.files.claims(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self.files.absorb(relpath)
        if self.store.single.unsettled:
            self._services.flusher.ask("settle")

    def rescan(self, found: Mapping[str, object]) -> None:
        self.files.rescan(found)

    def move_project(self, before: str, after: str, progress: Progress) -> Mapping[str, int]:
        run = self._services.writer.run_alone
        return {"fact": move_project(self.store, self.files.changes, run, before, after, progress)}

    # --- recall -------------------------------------------------------------------------------------------

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        ordinal = self.store.table.ordinal(document.key)
        fact = None if ordinal is None else self.store.table[ordinal]
        if ordinal is None or fact is None:
            return None
        return {
            "text": sentence(fact),
            "activation": self.store.activations.at(ordinal, now),
            "at": None,  # the same as `created`
            **said(fact),
        }

    def active_then(self, at: int, now: int, wanted: Callable[[str], bool]) -> Iterator[tuple[Document, Label]]:
        for fact, state in archived_since(self.store, at, wanted):
            yield document(fact), {"activation": self.store.decayed(state, now), "at": None, **said(fact)}

    def hides(self, key: str, now: int, when: When = NOW) -> bool:
        return self.store.hides(key, now, when)

    def living(self, now: int, when: When = NOW) -> Sequence[str]:
        return self.store.living(now, when)

    def later(self, document: Document, now: int) -> Mapping[str, str]:
        return self._overtaken.by(document, now)

    def used(self, keys: Sequence[str], asker: Asker, *, first: str | None = None, read: bool = False) -> None:
        if not read:
            self.store.use(keys, asker.now)

    def relevance(self, document: Document) -> Relevance | None:
        return told_by_fact(document.predicate or "", document.text)

    def telling(self, project: str | None, now: int) -> Iterable[Told]:
        table, shown = self.store.table, dict.fromkeys(self.memory_section.shown)
        newest = table.ids(max(0, table.next_ordinal - _MOST_TOLD), table.next_ordinal)
        found: list[tuple[int, int, int, Fact]] = []
        for fact_id in dict.fromkeys((*shown, *newest)):
            fact = table.get(fact_id) if fact_id else None
            if fact is not None and (project is None or fact.origin.project in (None, project)):
                found.append((1 if fact_id in shown else 2, -(fact.valid_from or fact.created), len(found), fact))
        found.sort()
        for rank, _, _, fact in found:
            tells = told_by(fact.predicate)
            of_user = is_user(fact.subject)
            if rank > 1 and not (of_user or (tells and project) or fact.origin.project == project):
                continue
            part: BriefPart = "decisions" if tells == "decision" else "user" if of_user else "known"
            if not self.store.hides(fact.id, now):
                yield Told(part, document(fact), rank)

    def text(self, key: str, asker: Asker) -> Text | None:
        fact = self.store.table.get(key)
        if fact is not None:
            return Text(FACTS_PATH, sentence(fact))
        archived = self.store.archive.get(key)
        return None if archived is None else Text(ARCHIVE_PATH, sentence(archived[0]))

    def whose(self, key: str) -> Origin | None:
        fact = self.store.table.get(key)
        archived = self.store.archive.get(key) if fact is None else None
        return fact.origin if fact is not None else None if archived is None else archived[0].origin

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        ordinal = self.store.table.ordinal(key)
        if ordinal is not None and self.store.table[ordinal] is not None:
            if not self.store.holds(key, asker.now):
                after = self.store.chains.after(key)
                text = "the fact does not hold now" if after is None else f"the fact was superseded by {after}"
                return {"reason": "superseded", "text": f"{text}; include_superseded or as_of finds it"}
            activation = self.store.activations.at(ordinal, asker.now)
            least = self.store.settings.search_threshold
            if activation >= least:
                return None
            text = f"the fact has faded: its activation {activation:.3f} is under the search threshold {least:.3f}"
            return {"reason": "faded", "text": text, "activation": activation, "search_threshold": least}
        if self.store.archive.get(key) is not None:
            return {"reason": "archived", "text": "the fact is archived; facts.restore brings it back"}
        return None

    # --- maintenance --------------------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        steps = self._steps
        return {"decay": steps.decay, "index": steps.index, "prune": steps.prune}

    def job_sources(self) -> Iterable[JobSource]:
        yield Settling(self._services, self.store, self.files.changes, self._contradictions, self._settled)

    def write_behind(self) -> Iterable[WriteBehind]:
        snapshot = self._snapshot_seconds
        return (
            WriteBehind("journal", self.files.readable.write_journal, lambda: JOURNAL_SECONDS),
            WriteBehind("metadata", self._write_metadata, snapshot, METADATA_PATIENCE, SNAPSHOTS),
            WriteBehind("derived", self._write_derived, snapshot, DERIVED_PATIENCE, SNAPSHOTS),
            WriteBehind("rewrite", self._rewrite, lambda: REWRITE_SECONDS, queue=REWRITES),
            WriteBehind("lines", self._rewrite, snapshot, queue=REWRITES),
            WriteBehind("settle", self._settle, lambda: 0.0, queue=SNAPSHOTS),
            WriteBehind(SECTION, self._following.follow, lambda: SECTION_SECONDS),
            WriteBehind(ENDS, self._following.follow_end, lambda: SECTION_SECONDS, is_awaited=False),
            WriteBehind("restore", self.files.edits.look_again, lambda: EMPTY_SECONDS),
            WriteBehind("link", self.store.table.link, lambda: 0.0, queue=SNAPSHOTS),
            WriteBehind("remember", self.files.readable.remember, lambda: 0.0),
            WriteBehind("feed", self._feed_more, lambda: 0.0, queue=FEEDING),
        )

    def _changed(self) -> None:
        """A fact was added, removed or used."""
        for name in ("journal", "metadata", "derived", SECTION):
            self._services.flusher.ask(name)

    @property
    def _is_small(self) -> bool:
        return self.store.active_count <= SNAPSHOT_FACTS

    def _snapshot_seconds(self) -> float:
        """The readable file follows within 2 s up to 20,000 facts, within 5 minutes above (rule 1)."""
        return 1.0 if self._is_small else 270.0

    def _write_metadata(self) -> None:
        """With many facts a child process writes all readable files: here it would delay requests for seconds."""
        if self._is_small:
            self.files.readable.write_metadata(_breathe)
            return
        if self._services.runs.state.running is not None:
            raise Busy("a consolidation writes these files, too; they follow behind it")
        version = self.store.table.version
        try:
            self._flush_files.write(lambda stage, done, total: None, derived=version != self._derived_version)
        finally:
            self._flush_files.clear()
        self._derived_version = version

    def _write_derived(self) -> None:
        """Only after facts were added or removed: a use changes nothing in them."""
        version = self.store.table.version
        if self._is_small and version != self._derived_version:
            self.files.readable.write_derived(_breathe)
            self._derived_version = version

    def _rewrite(self) -> None:
        if self._steps.is_pruning:
            return  # it asks again
        if not self.files.rewriter.rewrite():
            self._services.flusher.ask("rewrite")
        self.files.edits.append_late_lines()

    def _settle(self) -> None:
        """Settle facts that did not arrive by requests, a few at a time (rule 23)."""
        while self._services.writer.run_alone(self.files.changes.supersession.settle):
            _breathe()

    def _feed_more(self) -> None:
        """Feed the next facts to a rebuilt index when it has room for them."""
        services = self._services
        if services.index.wait_for_room(_ROOM_SECONDS) and not services.writer.run(
            lambda _batch: self.files.feeder.feed_more()
        ):
            services.board.clear("facts:feed")
        else:
            services.flusher.ask("feed")

    def _embed_risen(self, documents: list[Document]) -> None:
        """The decay dropped the vectors of these facts, or they never had one."""
        semantic = self._services.semantic
        lack, _ = semantic.compare(documents, [])
        if lack:
            semantic.apply(Change(source=FACTS_PATH, put=lack), ())
            gone = [one.key for one in lack if one.key not in self.store.table]  # archived meanwhile
            semantic.apply(Change(source=FACTS_PATH, remove=gone), ())

    def purge(self, matter: Purged) -> None:
        known = [one for one in matter.keys if one in self.store.table or one in self.store.archive]
        for start in range(0, len(known), _PURGED_AT_ONCE):
            self._services.writer.run(functools.partial(self._purge, known[start : start + _PURGED_AT_ONCE]))
        self.files.rewriter.rewrite()
        if known:
            self._changed()
            if self._is_small:  # else a child writes them, soon
                self.files.readable.write_metadata(_breathe)
                self.files.readable.write_derived(_breathe)

    def _purge(self, fact_ids: Iterable[str], batch: Batch) -> None:
        self._services.recent.clear()
        for one in fact_ids:
            if one in self.store.table or one in self.store.archive:
                self.files.changes.purge(one, batch)

    def document_of(self, fact_id: str) -> Document | None:
        """A fact by its id, archived ones too, as the index knows it."""
        found = self.store.table.get(fact_id)
        archived = None if found is not None else self.store.archive.get(fact_id)
        fact = found if archived is None else archived[0]
        return None if fact is None else document(fact)

    # --- for MEMORY.md and the dailies ----------------------------------------------------------------------

    def ensure(
        self, subject: str, predicate: str, object_: str, source: str, at: int, origin: Origin, heard: int, batch: Batch
    ) -> None:
        """Ensure that the fact exists; leave it alone if it was used since `at` (rule 5)."""
        statement = Statement(
            subject=subject, predicate=predicate, object=object_, source=source,
            origin=origin, created=min(at, batch.now) if at else None,
        )  # fmt: skip
        graves, triple = self._services.graves, (subject, predicate, object_)
        if graves.has_fact(*triple, at):
            return
        known = self.store.table.same(key_of(statement))
        if known is not None:
            ordinal = self.store.table.ordinal(known.id)
            if ordinal is not None and self.store.activations.state(ordinal).last_accessed >= at:
                return
        elif at:
            supersession = self.files.changes.supersession
            if supersession.stated_before(statement, supersession.saying(object_)) is not None:
                return  # a daily made again says nothing new: what has been superseded since stays so
        graves.lift(facts=[triple])
        self.files.changes.add(statement, batch, heard)

    def let_go(self, subject: str, predicate: str, object_: str, origin: Origin, since: int, batch: Batch) -> None:
        """Archive the fact, unless it was stated or used since `since` (microseconds)."""
        statement = Statement(subject=subject, predicate=predicate, object=object_, origin=origin)
        known = self.store.table.same(key_of(statement))
        ordinal = None if known is None else self.store.table.ordinal(known.id)
        if known is None or ordinal is None or self.store.activations.state(ordinal).last_accessed > since:
            return
        self.files.changes.archiving.archive(known.id, REPLACED, batch)

    # --- health and repair ----------------------------------------------------------------------------------

    def figures(self, now: int) -> Mapping[str, Any]:
        return figures_of(self.store, now)

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        return warnings_of(figures, self._services.settings.now.memory_oracle)

    def counts(self) -> Mapping[str, int]:
        return {"facts": self.store.active_count, "archived_facts": self.store.archived_count}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        table = self.store.table
        missing = self._unindexed(fact.id for ordinal in table.ordinals() if (fact := table[ordinal]) is not None)
        # What was stated or archived between two looks is in one of them only.
        missing = [one for one in self._unindexed(missing) if table.ordinal(one) is not None] if missing else []
        return {"facts": self.store.active_count, "missing": len(missing)}

    def _unindexed(self, ids: Iterable[str]) -> list[str]:
        self._services.index.flush()
        keys = self._services.index.keys(FACTS_PATH)
        return [one for one in ids if one not in keys]

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        total, done, part = self.store.active_count, 0, list[Document]()
        state = self.files.feeder.state()
        for ordinal in list(self.store.table.ordinals()):
            fact = self.store.table[ordinal]
            if fact is not None:
                part.append(document(fact))
            if len(part) >= SLICE:
                sink.apply(Change(source=FACTS_PATH, put=part))
                done += len(part)
                progress("facts", done, total)
                part = []
        sink.apply(Change(source=FACTS_PATH, put=part, state=state))
        self.files.feeder.publish_again()
        return done + len(part)

    # --- the socket ---------------------------------------------------------------------------------------

    def methods(self) -> Iterable[Method]:
        return (*self._methods.all(), *self._recall.all())
