"""Facts as a kind of memory."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memoryd.acting import MEMORYD, acting
from memoryd.background import Progress, Step, WriteBehind
from memoryd.config import Config
from memoryd.errors import Busy
from memoryd.kinds.facts.census_files import CensusFiles
from memoryd.kinds.facts.fact import ARCHIVE_PATH, FACTS_PATH, Statement, document, key_of, said, sentence
from memoryd.kinds.facts.feed import Feeding
from memoryd.kinds.facts.files import FactFiles
from memoryd.kinds.facts.memory_section import STATE_PATH, MemorySection
from memoryd.kinds.facts.metadata import METADATA_PATH
from memoryd.kinds.facts.methods import FactMethods
from memoryd.kinds.facts.paths import FLUSH
from memoryd.kinds.facts.readable import ENTITIES_PATH, RELATIONS_PATH
from memoryd.kinds.facts.recall import FactRecall
from memoryd.kinds.facts.settings import FactSettings
from memoryd.kinds.facts.steps import FactSteps
from memoryd.kinds.facts.store import FactEvents
from memoryd.kinds.kind import Kind, Text, Warning
from memoryd.kinds.relevance import Relevance, told_by
from memoryd.maintenance.flusher import REWRITES
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.storage.writer import Batch
from memoryd.types import Change, ChangeSink, Document, Problem

JOURNAL_SECONDS = 0.4
REWRITE_SECONDS = 0.5
METADATA_PATIENCE = 0.5
DERIVED_PATIENCE = 10.0
EMPTY_SECONDS = 1.0
"""An editor may truncate a file and write it a moment later; only then is an empty one restored."""
SNAPSHOT_FACTS = 20_000
EXACT_FACTS = 50_000
"""Of more facts the average activation is that of a sample, evenly taken: looking at all would delay requests."""
SLICE = 500
_ROOM_SECONDS = 1.0
_BREATH_SECONDS = 0.001
"""A pause behind each slice of a readable file, .2 s for 20,000 facts: every use of a fact makes it due again, and
recalls then compete with it for the interpreter."""
SNAPSHOTS, FEEDING = "snapshots", "feeding"
"""Queues of the flusher: of a million facts each takes seconds."""
_PUBLIC = ("knowledge-graph/entities.jsonl", "knowledge-graph/relations.jsonl")


class Facts(Kind):
    """Subject-predicate-object statements with activation (002)."""

    name = "facts"
    memories = ("fact",)
    keeps_removed = True
    hides_as = "faded"
    tells = True
    directories = ("knowledge-graph",)
    writes = (FACTS_PATH, ARCHIVE_PATH, METADATA_PATH, ENTITIES_PATH, RELATIONS_PATH)

    def __init__(self, services: Services) -> None:
        self._services = services
        self.files = FactFiles(
            services.root,
            services.files,
            services.data.gid,
            FactSettings.of(services.settings.now),
            services.journal,
            services.writer.run_alone,
            services.board,
            FactEvents(
                changed=self._changed,
                risen=self._embed_risen,
                rewrite_due=lambda: services.flusher.ask("rewrite"),
                file_empty=lambda: services.flusher.ask("restore"),
            ),
            Feeding(),
            services.guard.stamp,
        )
        self.store = self.files.store
        self._steps = FactSteps(services, self.files)
        oracle = services.settings.now.memory_oracle
        self.memory_section = MemorySection(
            self.store,
            services.clock.now,
            lambda data: services.replace_file(STATE_PATH, data),
            lambda run: self._steps.census(run).high,
            oracle.memory_md_enter_activation,
            oracle.memory_md_leave_activation,
        )
        self._flush_files = CensusFiles(
            services.root, FLUSH, self.files, services.children, services.settings, services.guard.now
        )
        self._methods = FactMethods(services, self.store, self.files.changes)
        self._recall = FactRecall(services)
        self._derived_version = -1
        """The version of the facts that entities.jsonl and relations.jsonl show."""

    # --- life ---------------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        self._flush_files.clear()  # of a daemon that was killed
        self.files.load(now, self._services.index.states())
        try:
            data: bytes | None = read_whole(self._services.path(STATE_PATH), LARGEST_STATE)[0]
        except OSError:
            data = None
        self.memory_section.load(data)

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self.files.feed(sink, lambda: self._services.index.committed(FACTS_PATH))

    def begin(self) -> None:
        store, ask = self.store, self._services.flusher.ask
        self.files.edits.archive_lost()
        with acting(MEMORYD):
            self._services.writer.run_alone(self.files.changes.enforce_cap)
        ask("remember")
        if unfed := len(self.files.feeder.unfed):
            what = f"the index is being made anew: {unfed:,} older facts are found as they come in"
            self._services.report(
                "facts:feed", Problem(path=FACTS_PATH, what=what, action="nothing; it ends by itself")
            )
            ask("feed")
        if self.files.rewriter.due:
            ask("rewrite")
        if store.activations.has_changed:
            self._changed()
        # A daemon that was killed may have left the derived files behind.
        ask("derived" if self._is_small else "metadata")

    def settle_in(self) -> None:
        ask = self._services.flusher.ask
        ask("link")

    def configure(self, config: Config) -> None:
        oracle = config.memory_oracle
        self.store.reconfigure(FactSettings.of(config))
        self._services.writer.run_alone(self.files.changes.enforce_cap)
        self.memory_section.configure(oracle.memory_md_enter_activation, oracle.memory_md_leave_activation)

    def stop(self) -> None:
        self.files.rewriter.rewrite()

    def close(self) -> None:
        store, flusher = self.store, self._services.flusher
        waiting = flusher.is_due("metadata") or flusher.is_due("derived")
        if waiting or store.activations.has_changed or self.files.readable.journal_has_records:
            self.files.readable.write_metadata(copied=True)
            if store.table.version != self._derived_version:
                self.files.readable.write_derived()
        self._services.index.apply(Change(source=FACTS_PATH, state=self.files.feeder.state()))
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

    def rescan(self, found: Mapping[str, object]) -> None:
        self.files.rescan(found)

    def shows_file(self, relpath: str, asker: Asker) -> bool:
        return relpath.startswith(("knowledge-graph/facts", "knowledge-graph/archived")) or relpath in _PUBLIC

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

    def hides(self, key: str, now: int) -> bool:
        return self.store.has_faded(key, now)

    def living(self, now: int) -> Sequence[str]:
        return self.store.living(now)

    def used(self, keys: Sequence[str], asker: Asker, *, first: str | None = None, read: bool = False) -> None:
        if not read:
            self.store.use(keys, asker.now)

    def relevance(self, document: Document) -> Relevance | None:
        return told_by(document.predicate or "")

    def text(self, key: str, asker: Asker) -> Text | None:
        fact = self.store.table.get(key)
        if fact is not None:
            return Text(FACTS_PATH, sentence(fact))
        archived = self.store.archive.get(key)
        return None if archived is None else Text(ARCHIVE_PATH, sentence(archived[0]))

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        ordinal = self.store.table.ordinal(key)
        if ordinal is not None and self.store.table[ordinal] is not None:
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

    def write_behind(self) -> Iterable[WriteBehind]:
        snapshot = self._snapshot_seconds
        return (
            WriteBehind("journal", self.files.readable.write_journal, lambda: JOURNAL_SECONDS),
            WriteBehind("metadata", self._write_metadata, snapshot, METADATA_PATIENCE, SNAPSHOTS),
            WriteBehind("derived", self._write_derived, snapshot, DERIVED_PATIENCE, SNAPSHOTS),
            WriteBehind("rewrite", self._rewrite, lambda: REWRITE_SECONDS, queue=REWRITES),
            WriteBehind("restore", self.files.edits.restore, lambda: EMPTY_SECONDS),
            WriteBehind("link", self.store.table.link, lambda: 0.0, queue=SNAPSHOTS),
            WriteBehind("remember", self.files.readable.remember, lambda: 0.0),
            WriteBehind("feed", self._feed_more, lambda: 0.0, queue=FEEDING),
        )

    def _changed(self) -> None:
        """A fact came, went or was used."""
        for name in ("journal", "metadata", "derived"):
            self._services.flusher.ask(name)

    @property
    def _is_small(self) -> bool:
        return self.store.active_count <= SNAPSHOT_FACTS

    def _snapshot_seconds(self) -> float:
        """The readable file follows within 2 s up to 20,000 facts, within 5 minutes above (rule 1)."""
        return 1.0 if self._is_small else 270.0

    def _write_metadata(self) -> None:
        """Of many facts, a child writes all readable files: done here it would delay requests for seconds."""
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
        """Only when facts came or went: a use changes nothing in them."""
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

    def _feed_more(self) -> None:
        """Bring the next facts to an index that was made anew, when it has room for them."""
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

    # --- for MEMORY.md and the dailies ----------------------------------------------------------------------

    def ensure(self, subject: str, predicate: str, object_: str, source: str, at: int, batch: Batch) -> None:
        """See to it that the fact stands; one that was used since `at` is left alone (rule 5)."""
        statement = Statement(
            subject=subject, predicate=predicate, object=object_, source=source,
            created=min(at, batch.now) if at else None,
        )  # fmt: skip
        known = self.store.table.same(key_of(statement))
        if known is not None:
            ordinal = self.store.table.ordinal(known.id)
            if ordinal is not None and self.store.activations.state(ordinal).last_accessed >= at:
                return
        self.files.changes.add(statement, batch)

    # --- health and repair ----------------------------------------------------------------------------------

    def figures(self, now: int) -> Mapping[str, Any]:
        return {
            "total_facts": self.store.active_count + self.store.archived_count,
            "active_facts": self.store.active_count,
            "archived_facts": self.store.archived_count,
            "avg_activation": round(self._average(now), 6),
        }

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        """Of 002 §Warning Conditions; the seed's hints point the wrong way, so the right ones stand beside (rule 7)."""
        oracle, active = self._services.settings.now.memory_oracle, figures["active_facts"]
        if active > oracle.warn_facts:
            is_critical = active > max(oracle.warn_facts, round(oracle.max_facts * 0.95))
            yield Warning("Approaching fact limit", "critical" if is_critical else "warning")
        average = figures["avg_activation"]
        if active and average < oracle.warn_activation_low:
            yield Warning("Most facts are decaying; consider lowering half_life", "warning")
            yield Warning("Hint: a higher half_life_days makes facts decay more slowly", "warning")
        if active and average > oracle.warn_activation_high:
            # A young memory is always here: it is said, but it is no trouble.
            hint = "Hint: a lower half_life_days makes facts decay faster; on a young memory nothing is wrong"
            yield Warning("Facts not decaying enough; consider raising half_life", "healthy")
            yield Warning(hint, "healthy")

    def _average(self, now: int) -> float:
        total = 0.0
        count = 0
        step = max(1, self.store.active_count // EXACT_FACTS)
        for ordinal in range(0, len(self.store.activations), step):
            if self.store.table[ordinal] is not None:
                total += self.store.activations.at(ordinal, now)
                count += 1
        return total / count if count else 0.0

    def counts(self) -> Mapping[str, int]:
        return {"facts": self.store.active_count, "archived_facts": self.store.archived_count}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        self._services.index.flush()
        keys = self._services.index.keys(FACTS_PATH)
        facts = (self.store.table[ordinal] for ordinal in self.store.table.ordinals())
        missing = sum(1 for fact in facts if fact is not None and fact.id not in keys)
        return {"facts": self.store.active_count, "missing": missing}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        total = self.store.active_count
        done = 0
        part: list[Document] = []
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
        return done + len(part)

    # --- the socket ---------------------------------------------------------------------------------------

    def methods(self) -> Iterable[Method]:
        return (*self._methods.all(), *self._recall.all())


def _breathe() -> None:
    time.sleep(_BREATH_SECONDS)
