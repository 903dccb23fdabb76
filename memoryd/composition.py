"""Puts the daemon together: a list of all kinds of memory over one struct of services, by constructor."""

from __future__ import annotations

import functools
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, cast

import structlog

from memoryd import __version__
from memoryd.acting import FILE, UNKNOWN, Actor, acting
from memoryd.audit.acknowledged import Acknowledged
from memoryd.audit.history import content_of, content_of_file
from memoryd.audit.methods import AuditMethods
from memoryd.audit.reader import AuditReader
from memoryd.audit.versions import text_of_file
from memoryd.audit.why import WhyMethods
from memoryd.background import WriteBehind
from memoryd.brief.brief import Brief
from memoryd.brief.methods import BriefMethods
from memoryd.clock import Clock, SystemClock
from memoryd.config import Config, Flags, load_config
from memoryd.errors import MemorydError, ReadOnly
from memoryd.extraction.extract import told_by_sentence
from memoryd.extraction.found import AT_FIRST, Heard, Said, Told
from memoryd.jobs.log import JOBS_LOG
from memoryd.jobs.methods import JobMethods
from memoryd.kind import Kind
from memoryd.kinds.contexts.kind import Contexts
from memoryd.kinds.dailies.kind import Dailies
from memoryd.kinds.facts.kind import Facts
from memoryd.kinds.items.kind import Items
from memoryd.kinds.markdown.kind import Markdown
from memoryd.kinds.notes.kind import Notes
from memoryd.kinds.sessions.kind import Sessions
from memoryd.kinds.summaries.kind import Summaries
from memoryd.maintenance.methods import MaintenanceMethods
from memoryd.maintenance.paths import HEALTH
from memoryd.operations import Operations
from memoryd.projects.methods import ProjectMethods
from memoryd.projects.mover import Mover
from memoryd.purging.methods import PurgeMethods
from memoryd.purging.purger import Purger
from memoryd.purging.unread import LOOK_SECONDS as UNREAD_SECONDS
from memoryd.purging.unread import UNREAD
from memoryd.quarantine import RELEASED_PATH
from memoryd.recall.files import FileMethods
from memoryd.recall.hashing import hash64
from memoryd.recall.methods import RecallMethods
from memoryd.recall.ranking.boosts import Boost
from memoryd.requests.asker import Asker
from memoryd.requests.gate import Gate
from memoryd.requests.method import Method
from memoryd.requests.reading import refusing_changes
from memoryd.requests.screen import Screen
from memoryd.rpc import builtin
from memoryd.rpc.registry import Registry
from memoryd.services import PURGE, MakeWriter, Services, Tell, in_another_process, open_services
from memoryd.storage.being_written import EDITED, LOOK_SECONDS
from memoryd.storage.directory import VERSION
from memoryd.storage.files import Files, OsFiles
from memoryd.storage.letting_go import RECENT, SECONDS, LettingGo
from memoryd.storage.reading import Reading
from memoryd.storage.recent_copies import COPIES, SYNC_SECONDS
from memoryd.storage.writer import Deliver, deliver_here
from memoryd.system.methods import Daemon, SystemMethods
from memoryd.system.quarantine import QuarantineMethods
from memoryd.types import Document, Problem

_log = structlog.get_logger("memoryd")

MakeKind = Callable[[Services], Kind]
BRIEF = "brief"
"""The task of the flusher that reads for briefs what was said."""
BRIEF_SECONDS = 0.5
BRIEF_PATIENCE = 20.0
PROTOCOL_CAPABILITIES = ("progress", "cancel")


def make_kinds(services: Services, more: Iterable[MakeKind]) -> tuple[list[Kind], Sessions, Brief]:
    """Every kind of memory, the sessions, which the gate needs to know who asks, and the brief over all of them.

    A file belongs to the first kind that claims it; Markdown is last, since it claims what no other does.
    """
    facts = Facts(services, past=lambda run: brief.past_facts(lambda: run.progress("facts", 0, 1)))
    notes = Notes(services, facts.memory_section, facts.shelf)
    sessions = Sessions(services, listener=notes, on_request=lambda: services.flusher.ask(BRIEF))
    brief = Brief(services, sessions.store, tell_sections)
    summaries = Summaries(services, sessions.store, brief)
    dailies = Dailies(services, sessions.store, facts, notes)
    others = [make(services) for make in more]
    kinds = [facts, sessions, Contexts(services), Items(services), summaries, notes, dailies, *others]
    return [*kinds, Markdown(services, facts.memory_section.is_ours)], sessions, brief


def tell_sections(said: Iterable[tuple[str, str | None, str, date]], before: Heard | None) -> Told:
    """What a brief asks of the dailies' extractor, for the messages of one session."""
    return told_by_sentence((Said("", role, who, text, day) for role, who, text, day in said), before or AT_FIRST)


class Composition:
    """Everything below the socket: made, loaded, started and stopped. Raises MemorydError."""

    def __init__(
        self,
        config: Config,
        clock: Clock,
        files: Files,
        deliver: Deliver,
        tell: Tell,
        more: Iterable[MakeKind] = (),
        set_aside: Iterable[Problem] = (),
        make_writer: MakeWriter = in_another_process,
        reading: Reading | None = None,
    ) -> None:
        """`tell` notifies subscribers; `more` makes kinds besides our own; `set_aside`: what the lock found.

        `reading`: the directory cannot be written, so that what is in it is served and every change refused.
        """
        self.reading = reading
        self.services = services = open_services(config, clock, files, deliver, tell, make_writer, reading)
        self._settings_id = f"{hash64(repr(config.memory_oracle)):016x}"
        with services.given_up_on_failure():
            kinds, self._sessions, self._brief = make_kinds(services, more)
            for kind in kinds:
                self._add(kind)
            services.data.clear((HEALTH,))
        delay, read_ahead = lambda: BRIEF_SECONDS, self._brief.read_ahead
        services.flusher.add(WriteBehind(BRIEF, read_ahead, delay, BRIEF_PATIENCE, queue=BRIEF, is_awaited=False))
        services.report("aside", *set_aside, *services.data.set_aside)
        self.audit_reader = AuditReader(services.audit, services.files, services.root, self._content)
        self.purger = Purger(services, self._brief.forget)
        services.flusher.add(WriteBehind(PURGE, self.purger.go_on, lambda: 0.5, queue="purge", is_awaited=False))
        again = self.purger.look_again
        services.flusher.add(WriteBehind(UNREAD, again, lambda: UNREAD_SECONDS, queue="purge", is_awaited=False))
        edited = functools.partial(services.being_written.look_again, self._absorb)
        services.flusher.add(WriteBehind(EDITED, edited, lambda: LOOK_SECONDS, queue=EDITED, is_awaited=False))
        self._letting_go = LettingGo(services.recent, services.audit.flush, services.writer.run_alone)
        services.flusher.add(WriteBehind(RECENT, self._letting_go.run, lambda: SECONDS, queue=RECENT, is_awaited=False))
        copies = functools.partial(services.recent.copies.sync_behind, services.writer.run_alone)
        services.flusher.add(WriteBehind(COPIES, copies, lambda: SYNC_SECONDS, queue=COPIES, is_awaited=False))
        self.operations = Operations(services, tell, self.audit_reader.check)

    def _add(self, kind: Kind) -> None:
        services = self.services
        services.kinds.add(kind)
        services.data.add(kind.directories)
        services.data.clear(kind.writes)
        for file in kind.write_behind():
            services.flusher.add(file)
        for source in kind.job_sources():
            services.jobs.queue.add_source(source)
        if kind.boost_part is not None:
            boost = Boost(kind.boost_part, lambda document: kind.boost(document, services.clock.now()))
            services.boosts.update(dict.fromkeys(kind.memories, boost))

    # --- life ---------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read everything from the disk, the model and the vectors on a thread meanwhile; nothing else runs yet."""
        with self.services.given_up_on_failure():
            self._load(self.services, self.services.clock.now())

    def _load(self, services: Services, now: int) -> None:
        if self.reading is not None:
            what = f"nothing can be written, so writes are refused and nothing is recorded: {self.reading.why}"
            action = "do what it says; memoryd goes on by itself"
            services.report("reading", Problem(path=".", what=what, action=action, severity="critical"))
        self._upgrade(now)
        services.recent.load()
        services.audit.remember(Acknowledged(services.recent.all_left(), services.kinds.acknowledged))
        services.semantic.load(self._embeddable, self._embeddable_id(services.index.opened))
        for kind in services.kinds:
            kind.load(now)
        services.repair_tail(JOBS_LOG, now)
        services.repair_tail(RELEASED_PATH, now)
        services.quarantine.load()
        services.jobs.load(now)
        self.operations.load(now)
        states = services.index.states()
        with acting(self._editor):
            for kind in services.kinds:
                kind.feed(services.index, states)

    def _upgrade(self, now: int) -> None:
        """Bring a directory of an earlier format up to ours, after a backup; told in health."""
        services = self.services
        if services.data.found == VERSION:
            return
        if self.reading is not None:
            _log.warning("not_upgraded", found=services.data.found, now=VERSION)
            return
        found = services.data.found
        name = services.backups.at_upgrade(found, now)
        made = self.audit_reader.makers()
        counts = {kind.name: kind.upgrade(made) for kind in services.kinds}
        services.data.upgraded()
        _log.info("upgraded", found=found, now=VERSION, backup=name, **counts)
        if any(counts.values()):
            parts = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
            what = f"memories of unknown origin are private since this upgrade: {parts}; {name} has them as they were"
            action = "state `shared` in the comment behind a note, or as a fact's `audience`, where groups may know it"
            services.report("upgrade", Problem(path="memory", what=what, action=action))

    def _why_no_groups(self) -> MemorydError | None:
        """Why no group is answered: before the upgrade nothing tells what is private."""
        found = self.services.data.found
        if self.reading is None or found == VERSION:
            return None
        why = self.reading.why
        return type(why)(
            f"what groups may see stands in no memory of format {found}; it is brought to format {VERSION} "
            f"when the directory can be written again: {why.sentence}",
            **why.data,
        )

    @property
    def _editor(self) -> Actor:
        """Who changed what a start finds: after an orderly stop it was a person; after a kill nobody can tell."""
        return FILE if self.services.audit.was_stopped else UNKNOWN

    def start(self) -> None:
        """Start the threads; those that write only where the directory can be written."""
        services = self.services
        if self.reading is None:
            services.audit.start()
        services.writer.start()
        with acting(self._editor):
            for kind in services.kinds:
                kind.begin()
        services.watcher.start()
        if self.reading is None:
            services.flusher.start()
            self.operations.start()
        services.summarizer.look()
        services.semantic.start()

    @property
    def has_purged_again(self) -> bool:
        """Whether what was purged may stand in the files, which are of an older backup."""
        return self.reading is None and (self.services.flusher.is_due(PURGE) or self.purger.is_restored)

    def keep_purged_out(self) -> None:
        """Take out what was purged and stands in the files again, before anybody can ask for it."""
        with suppress(MemorydError):  # it is tried again
            self.purger.go_on()

    def settle_in(self) -> None:
        """Do what can wait until the first requests are answered."""
        if self.reading is not None:
            return
        for kind in self.services.kinds:
            kind.settle_in()
        self.services.flusher.ask(PURGE)
        self.services.flusher.ask(BRIEF)
        self.services.audit.settled()

    def _content(self, key: str) -> bytes | None:
        """What the audit's digest of a memory covers."""
        index, kinds = self.services.index, self.services.kinds
        if key.endswith(".md") and kinds.is_one_memory(key):
            passages = index.documents_of(key)
            return content_of_file(key, passages[0].kind, text_of_file(passages)) if passages else None
        document = index.document(key)
        return None if document is None else content_of(document)

    def _fact(self, fact_id: str) -> Document | None:
        """A fact by its id, archived or not."""
        facts = self.services.kinds.of("fact")
        return facts.document_of(fact_id) if isinstance(facts, Facts) else None

    def _archived(self, key: str, asker: Asker) -> str | None:
        """The text of a memory that only an archive holds."""
        found = (kind.text(key, asker) for kind in self.services.kinds)
        return next((one.text for one in found if one is not None), None)

    def _embeddable(self) -> Iterator[Document]:
        """All memories but those that searches leave out (002 step 3)."""
        kinds, now = self.services.kinds, self.services.clock.now()
        for document in self.services.index.all_documents():
            kind = kinds.of(document.kind)
            if kind is not None and (kind.searches_itself or not kind.hides(document.key, now)):
                yield document

    def _embeddable_id(self, documents: str) -> str:
        """Tells which memories `_embeddable` gives: of which documents, and by which settings some are left out."""
        return documents and f"{documents}:{self._settings_id}"

    def configure(self, config: Config) -> None:
        """Use this configuration from now on."""
        services, recall = self.services, config.recall
        services.settings.replace(config)
        for kind in services.kinds:
            kind.configure(config)
        services.recall.reconfigure(recall.weights, recall.min_similarity, config.zone)
        services.summarizer.look()

    def _absorb(self, relpath: str) -> None:
        with acting(FILE):
            for kind in self.services.kinds.readers(relpath):
                kind.absorb(relpath, None)

    def stop(self) -> None:
        """Finish what was submitted, write the readable files, and close."""
        services, attempt = self.services, self._attempt
        attempt("indexer", services.indexer.hasten)
        attempt("purger", self.purger.stop)
        attempt("operations", self.operations.stop)
        attempt("watcher", services.watcher.finish if self.reading is None else services.watcher.stop)
        attempt("embedder", services.semantic.finish)
        attempt("brief", lambda: self._brief.stop(keep=self.reading is None))
        attempt("flusher", services.flusher.stop)
        if self.reading is None:
            attempt("edited", lambda: services.being_written.look_again(self._absorb, is_last=True))
            self._each("stop")
        attempt("writer", services.writer.stop)
        attempt("recent", self._letting_go.stop)
        self._each("close")
        if self.reading is None:
            attempt("audit", services.audit.stop)
        attempt("index", services.index.close)
        attempt("indexer", services.indexer.stop)
        attempt("vectors", lambda: services.semantic.stop(self._embeddable_id(services.index.closed)))

    def _each(self, step: str) -> None:
        for kind in reversed(list(self.services.kinds)):
            self._attempt(f"{kind.name}.{step}", getattr(kind, step))

    def _attempt(self, step: str, end: Callable[[], object]) -> None:
        """Whatever fails at the end, the others come to theirs."""
        try:
            end()
        except Exception as error:
            if self.reading is None or not isinstance(error, ReadOnly):  # what it would write was not recorded
                _log.error("stop_step_failed", step=step, error=str(error), exc_info=error)

    def counts(self) -> dict[str, int]:
        """How many memories of each kind there are."""
        return {name: count for kind in self.services.kinds for name, count in kind.counts().items()}

    # --- the socket ---------------------------------------------------------------------------------------

    def register(self, registry: Registry, daemon: Daemon) -> None:
        """Add every method: of each kind, and of all kinds together."""
        services, operations = self.services, self.operations
        own_only = frozenset(name for kind in services.kinds if kind.own_only for name in kind.memories)
        screen = Screen(services.index, [kind.whose for kind in services.kinds])
        gate = Gate(
            self._sessions.registry, services.clock, services.redactor, own_only, screen,
            records=self.reading is None, no_groups=self._why_no_groups(),
        )  # fmt: skip
        methods: list[Method] = [method for kind in services.kinds for method in kind.methods()]
        methods += RecallMethods(
            services.data, services.recall, services.search, services.kinds, services.times, services.clock,
            self.audit_reader.changed_since, screen, self._sessions.registry.of_agent, self._brief.past_of,
            self._brief.said,
        ).all()  # fmt: skip
        methods += FileMethods(
            services.data, services.recall, services.kinds, services.clock, screen, services.search.is_quarantined
        ).all()
        model = services.settings
        methods += JobMethods(
            services.jobs.queue, self._sessions.registry.sessions, lambda: model.now.summaries.model
        ).all()
        methods += MaintenanceMethods(
            services.root,
            operations.runner,
            operations.scheduler.upcoming,
            services.replace_file,
            operations.probe,
            services.runs,
        ).all()
        methods += SystemMethods(services, operations, daemon).all()
        methods += PurgeMethods(self.purger, self._fact).all()
        methods += ProjectMethods(services.index, Mover(services)).all()
        methods += BriefMethods(self._brief).all()
        methods += QuarantineMethods(services).all()
        methods += AuditMethods(self.audit_reader, services.index, services.times, self._archived).all()
        methods += WhyMethods(self.audit_reader, services.index, services.kinds).all()
        namespaces = {method.name.partition(".")[0] for method in methods}
        builtin.register(registry, __version__, (*namespaces, *PROTOCOL_CAPABILITIES))
        for method in methods:
            guarded = gate.guard(method)
            registry.add(guarded if self.reading is None else refusing_changes(guarded, self.reading.why))


def described(more: Iterable[MakeKind] = ()) -> Registry:
    """The registry of a daemon that does not run, for generators and tests."""
    registry = Registry()
    with tempfile.TemporaryDirectory(prefix="memoryd-described-") as directory:
        environ = {"MEMORYD_DATA": directory, "MEMORYD_SOCKET": os.path.join(directory, "socket")}
        empty = Path(directory, "memoryd.toml")
        empty.touch()
        config = load_config(empty, environ, Flags(directory, None))
        made = Composition(config, SystemClock(), OsFiles(), deliver_here, lambda topic, event, fields: True, more)
        made.register(registry, cast(Any, None))
        made.services.index.close()
    return registry
