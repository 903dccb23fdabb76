"""Puts the daemon together: a list of all kinds of memory over one struct of services, by constructor."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import structlog

from memoryd import __version__
from memoryd.acting import FILE, UNKNOWN, Actor, acting
from memoryd.audit.history import content_of, content_of_file
from memoryd.audit.methods import AuditMethods
from memoryd.audit.reader import AuditReader
from memoryd.audit.recorder import text_of_file
from memoryd.clock import Clock, SystemClock
from memoryd.config import Config, Flags, load_config
from memoryd.jobs.log import JOBS_LOG
from memoryd.jobs.methods import JobMethods
from memoryd.kinds.contexts.kind import Contexts
from memoryd.kinds.dailies.kind import Dailies
from memoryd.kinds.facts.kind import Facts
from memoryd.kinds.kind import Kind
from memoryd.kinds.markdown.kind import Markdown
from memoryd.kinds.notes.kind import Notes
from memoryd.kinds.sessions.kind import Sessions
from memoryd.kinds.summaries.kind import Summaries
from memoryd.maintenance.methods import MaintenanceMethods
from memoryd.maintenance.paths import HEALTH
from memoryd.operations import Operations
from memoryd.recall.methods import RecallMethods
from memoryd.recall.ranking.boosts import Boost
from memoryd.requests.asker import Asker
from memoryd.requests.gate import Gate
from memoryd.requests.method import Method
from memoryd.rpc import builtin
from memoryd.rpc.registry import Registry
from memoryd.services import Services, Tell, open_services
from memoryd.storage.files import Files, OsFiles
from memoryd.storage.writer import Deliver, deliver_here
from memoryd.system.methods import Daemon, SystemMethods
from memoryd.types import Document, Problem

_log = structlog.get_logger("memoryd")

MakeKind = Callable[[Services], Kind]
PROTOCOL_CAPABILITIES = ("progress", "cancel")


def make_kinds(services: Services, more: Iterable[MakeKind]) -> tuple[list[Kind], Sessions]:
    """Every kind of memory, and the sessions, which the gate needs to know who asks.

    A file belongs to the first kind that claims it; Markdown is last, since it claims what no other does.
    """
    facts = Facts(services)
    notes = Notes(services, facts.memory_section)
    sessions = Sessions(services, listener=notes)
    summaries = Summaries(services, sessions.store)
    dailies = Dailies(services, sessions.store, facts)
    others = [make(services) for make in more]
    return [facts, sessions, Contexts(services), summaries, notes, dailies, *others, Markdown(services)], sessions


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
    ) -> None:
        """`tell` notifies subscribers; `more` makes kinds besides our own; `set_aside`: what the lock found."""
        self.services = services = open_services(config, clock, files, deliver, tell)
        kinds, self._sessions = make_kinds(services, more)
        for kind in kinds:
            self._add(kind)
        services.data.clear((HEALTH,))
        services.report("aside", *set_aside, *services.data.set_aside)
        self.audit_reader = AuditReader(services.audit, services.files, services.root, self._content, services.board)
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
        services, now = self.services, self.services.clock.now()
        services.semantic.load(self._embeddable, lambda: services.index.is_busy)
        for kind in services.kinds:
            kind.load(now)
        services.repair_tail(JOBS_LOG, now)
        services.jobs.load(now)
        self.operations.load(now)
        states = services.index.states()
        with acting(self._editor):
            for kind in services.kinds:
                kind.feed(services.index, states)

    @property
    def _editor(self) -> Actor:
        """Who changed what a start finds: after an orderly stop it was a person; after a kill nobody can tell."""
        return FILE if self.services.audit.was_stopped else UNKNOWN

    def start(self) -> None:
        """Start the threads."""
        services = self.services
        services.audit.start()
        services.writer.start()
        with acting(self._editor):
            for kind in services.kinds:
                kind.begin()
        services.flusher.start()
        services.watcher.start()
        self.operations.start()
        services.semantic.start()

    def settle_in(self) -> None:
        """Do what can wait until the first requests are answered."""
        for kind in self.services.kinds:
            kind.settle_in()
        self.services.audit.settled()

    def _content(self, key: str) -> bytes | None:
        """What the audit's digest of a memory covers."""
        index, kinds = self.services.index, self.services.kinds
        if key.endswith(".md") and kinds.is_one_memory(key):
            passages = index.documents_of(key)
            return content_of_file(key, passages[0].kind, text_of_file(passages)) if passages else None
        document = index.document(key)
        return None if document is None else content_of(document)

    def _archived(self, key: str, asker: Asker) -> str | None:
        """The text of a memory that only an archive holds."""
        found = (kind.text(key, asker) for kind in self.services.kinds)
        return next((one.text for one in found if one is not None), None)

    def _embeddable(self) -> Iterator[Document]:
        """All memories but those that searches leave out (002 step 3)."""
        kinds, now = self.services.kinds, self.services.clock.now()
        for document in self.services.index.all_documents():
            kind = kinds.of(document.kind)
            if kind is not None and not kind.hides(document.key, now):
                yield document

    def configure(self, config: Config) -> None:
        """Use this configuration from now on."""
        services, recall = self.services, config.recall
        services.settings.replace(config)
        for kind in services.kinds:
            kind.configure(config)
        services.recall.reconfigure(recall.weights, recall.min_similarity, config.zone)

    def stop(self) -> None:
        """Finish what was submitted, write the readable files, and close."""
        services = self.services
        self.operations.stop()
        services.watcher.stop()
        services.semantic.stop()
        services.flusher.stop()
        self._each("stop")
        services.writer.stop()
        self._each("close")
        services.audit.stop()
        services.index.close()

    def _each(self, step: str) -> None:
        for kind in reversed(list(self.services.kinds)):
            try:
                getattr(kind, step)()
            except Exception as error:
                _log.error("stop_step_failed", step=f"{kind.name}.{step}", error=str(error), exc_info=error)

    def counts(self) -> dict[str, int]:
        """How many memories of each kind there are."""
        return {name: count for kind in self.services.kinds for name, count in kind.counts().items()}

    # --- the socket ---------------------------------------------------------------------------------------

    def register(self, registry: Registry, daemon: Daemon) -> None:
        """Add every method: of each kind, and of all kinds together."""
        services, operations = self.services, self.operations
        own_only = frozenset(name for kind in services.kinds if kind.own_only for name in kind.memories)
        gate = Gate(self._sessions.store, services.clock, services.redactor, own_only)
        methods: list[Method] = [method for kind in services.kinds for method in kind.methods()]
        methods += RecallMethods(
            services.data, services.recall, services.search, services.kinds, services.times, services.clock
        ).all()
        model = services.settings
        methods += JobMethods(
            services.jobs.queue, self._sessions.store.sessions, lambda: model.now.summaries.model
        ).all()
        methods += MaintenanceMethods(
            services.root, operations.runner, operations.scheduler.upcoming, services.replace_file
        ).all()
        methods += SystemMethods(
            services.root, lambda: services.settings.now, services.clock, services.kinds, services.semantic,
            services.redactor, services.board, operations.health, operations.verifier, services.backups, daemon,
        ).all()  # fmt: skip
        methods += AuditMethods(self.audit_reader, services.index, services.times, self._archived).all()
        namespaces = {method.name.partition(".")[0] for method in methods}
        builtin.register(registry, __version__, (*namespaces, *PROTOCOL_CAPABILITIES))
        for method in methods:
            registry.add(gate.guard(method))


def described(more: Iterable[MakeKind] = ()) -> Registry:
    """The registry of a daemon that does not run, for generators and tests."""
    registry = Registry()
    with tempfile.TemporaryDirectory(prefix="memoryd-described-") as directory:
        environ = {"MEMORYD_DATA": directory, "MEMORYD_SOCKET": os.path.join(directory, "socket")}
        empty = Path(directory, "memoryd.toml")
        empty.touch()
        config = load_config(empty, environ, Flags(directory, None))
        made = Composition(config, SystemClock(), OsFiles(), deliver_here, lambda topic, event, fields: None, more)
        made.register(registry, cast(Any, None))
        made.services.index.close()
    return registry
