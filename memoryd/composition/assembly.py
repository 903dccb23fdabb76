"""The memory put together: storage, memories, index, watcher and flusher, without the socket."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import structlog

from memoryd.clock import Clock
from memoryd.composition.settings import compression_settings, fact_settings, hot_settings, tier_rule
from memoryd.composition.upkeep import Upkeep
from memoryd.config import Config
from memoryd.conversation.message import neighbours
from memoryd.conversation.session import record
from memoryd.errors import ReadOnly
from memoryd.jobs.command import Summarizer
from memoryd.jobs.fallback import Compressor
from memoryd.jobs.queue import JOBS_LOG, JobQueue
from memoryd.kinds.contexts.files import ContextKeeper
from memoryd.kinds.dailies.steps import DAILY
from memoryd.kinds.facts.census_files import CensusFiles
from memoryd.kinds.facts.fact import FACTS_PATH
from memoryd.kinds.facts.files import FactKeeper
from memoryd.kinds.facts.steps import SHOWN
from memoryd.kinds.markdown.files import MarkdownAbsorber
from memoryd.kinds.notes.condense_jobs import Condensing
from memoryd.kinds.notes.memory_file import NotesMemoryFile
from memoryd.kinds.notes.memory_md import MEMORY_PATH
from memoryd.kinds.notes.notes import Notes
from memoryd.kinds.relevance import labels_of
from memoryd.kinds.sessions.reading import SessionReader, load_records
from memoryd.kinds.sessions.store import SessionStore
from memoryd.kinds.summaries.compression import Compression
from memoryd.kinds.summaries.store import SummaryStore
from memoryd.ledger.journal import AccessJournal
from memoryd.maintenance.flusher import Flusher
from memoryd.maintenance.opening import open_memory_facts, open_nights, open_scheduler, reconfigure_nights
from memoryd.maintenance.paths import CANARY_HISTORY, FLUSH
from memoryd.maintenance.run import Parts, Run, RunCall
from memoryd.maintenance.scheduler import Scheduler
from memoryd.problems import ProblemBoard
from memoryd.recall.backpressure import Backpressure
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.tokens import terms_of
from memoryd.recall.ranking.boosts import Boost
from memoryd.recall.service import Recall
from memoryd.recall.vectors.semantic import ModelChoice, Semantic
from memoryd.requests.memory import Memory
from memoryd.requests.redaction import redact_fact
from memoryd.rpc.registry import Call
from memoryd.storage.append_log import AppendLog, repair_tail
from memoryd.storage.atomic import replace_file, sweep_temporaries
from memoryd.storage.directory import DataDirectory
from memoryd.storage.files import OsFiles
from memoryd.storage.regular import regular
from memoryd.storage.writer import Deliver, GroupWriter
from memoryd.types import Change, Document, Problem
from memoryd.watch.reconcile import Reconciler
from memoryd.watch.scan import Stamp
from memoryd.watch.secret_watch import SecretWatch
from memoryd.watch.watcher import Watcher

_log = structlog.get_logger("memoryd")

SESSIONS_LOG = ".memoryd/sessions.jsonl"
INDEX = ".memoryd/index"
OWN_MODELS = "share/memoryd/models"
"""Below the Python that runs us: where `make setup` puts the model."""
STEP_SECONDS = 30.0
"""A step of maintenance has ended or been left by then, after it was told to stop."""


class Assembly:
    """Builds, starts and stops everything below the socket. `memory` is what the methods work on."""

    def __init__(self, config: Config, clock: Clock, deliver: Deliver) -> None:
        self.config = config
        self.clock = clock
        self.files = OsFiles()
        self.data = DataDirectory(str(config.data_path), self.files)
        self.on_problem: Callable[[Problem], None] = lambda problem: None
        self.board = ProblemBoard(self._announce)
        self.writer = GroupWriter(clock, deliver)
        self.flusher = Flusher(clock)

    def _announce(self, problem: Problem) -> None:
        _log.warning("problem", **{k: v for k, v in _fields(problem).items() if v is not None})
        self.on_problem(problem)

    # --- start --------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Read everything from the disk; nothing runs yet. Raises MemorydError."""
        config, root = self.config, self.data.root
        self.data.prepare()
        for left in sweep_temporaries(self.files, root):
            _log.info("temporary_removed", path=left)
        self.gid = self.data.gid
        self.backpressure = Backpressure()
        self.semantic = self._semantic()
        self.index = Index(Path(root, INDEX), backpressure=self.backpressure, labels=labels_of, follower=self.semantic)
        if self.index.rebuilt_because is not None:
            _log.warning("index_rebuilt", reason=self.index.rebuilt_because)
        self.journal = AccessJournal(
            Path(root, ".memoryd"), lambda path: AppendLog(self.files, path, gid=self.gid), self.files.unlink
        )
        now = self.clock.now()
        self.keeper = FactKeeper(
            root, self.files, self.gid, fact_settings(self.config), self.journal, self.writer.run_alone, self.board
        )
        states = self.index.states()
        known_from = self.keeper.load(now, states)
        self._open_sessions(now)
        self._feed(known_from, states)
        self._open_jobs(now)
        self._open_contexts(now, states)
        self._open_summaries(states)
        self._open_notes()
        recall = self._recall()
        self._open_nights(now)
        self.memory = Memory(
            config=config,
            clock=self.clock,
            zone=config.zone,
            data=self.data,
            facts=self.keeper.store,
            sessions=self.sessions,
            index=self.index,
            recall=recall,
            semantic=self.semantic,
            board=self.board,
            write=self.writer.run,
            jobs=self.jobs,
            nights=self.nights,
            health=self.health,
            upcoming=self.scheduler.upcoming,
            canary_log=AppendLog(self.files, os.path.join(root, CANARY_HISTORY), gid=self.gid),
            notes=self.notes,
            contexts=self.context_keeper.store,
            compression=self.compression,
            replace_file=self._replace_file,
            redactions=self.redactions,
        )
        self._redact_summaries()

    def _redact_summaries(self) -> None:
        """What is made of messages holds no secret either, whoever wrote them, and it is counted (rule 22)."""
        memory, dailies = self.memory, self.nights.dailies
        dailies.redact = self.compression.redact = lambda text: memory.redact(text)[0][0]
        dailies.redact_fact = lambda parts: redact_fact(memory, (*parts, ""))[0][:3]

    def _replace_file(self, relpath: str, content: bytes) -> None:
        replace_file(self.files, os.path.join(self.data.root, relpath), (content,), gid=self.gid)

    def _open_sessions(self, now: int) -> None:
        root = self.data.root
        path = os.path.join(root, SESSIONS_LOG)
        report = repair_tail(self.files, path, now)
        if report is not None:
            self.board.add("tails", report.problem)
        log = AppendLog(self.files, path, gid=self.gid)
        self.sessions = SessionStore(
            root,
            lambda relpath: AppendLog(self.files, os.path.join(root, relpath), gid=self.gid),
            log,
            self.config.zone,
            self.config.summaries.session_idle_hours,
        )
        self._load_sessions(path, log)
        directory = os.path.join(root, "sessions")
        for name in sorted(os.listdir(directory)):
            if name.endswith(".jsonl") and not name.startswith("."):
                report = repair_tail(self.files, os.path.join(directory, name), now)
                if report is not None:
                    self.board.add("tails", report.problem)
        self.reader = SessionReader(self.sessions, root, self.index, self.writer.run_alone, self.board)
        self.sessions.on_foreign = self.reader.read_now

    def _semantic(self) -> Semantic:
        oracle = self.config.memory_oracle
        choice = ModelChoice(
            model=oracle.embedding_model,
            models_paths=(self.config.recall.models_path, Path(sys.prefix, OWN_MODELS)),
            is_asked_for="memory_oracle.embedding_model" in self.config.origins,
        )

        def log(what: str) -> None:
            _log.warning("embedding", what=what)

        return Semantic(choice, Path(self.data.root), self.files, log, self.backpressure)

    def _recall(self) -> Recall:
        contexts, settings = self.context_keeper.store, self.config.recall

        def tier_boost(document: Document) -> float:
            found = contexts.boost_of(document.key, self.clock.now())
            return 0.0 if found is None else found[1]

        return Recall(
            self.index,
            self.semantic,
            backpressure=self.backpressure,
            neighbours=neighbours,
            boosts={"context": Boost("tier", tier_boost)},
            weights=settings.weights,
            min_similarity=settings.min_similarity,
            zone=self.config.zone,
        )

    def _open_contexts(self, now: int, states: dict[str, bytes]) -> None:
        rule = tier_rule(self.config)
        self.context_keeper = ContextKeeper(
            self.data.root, self.files, self.gid, rule, self.writer.run_alone, self.board
        )
        self.context_keeper.load(now)
        self.context_keeper.feed(self.index, states)

    def _open_notes(self) -> None:
        """Read later, when the writer runs."""
        self.notes = Notes(
            self.data.root, self.files, self.gid, hot_settings(self.config), self.config.zone, self.writer.run_alone,
            lambda operation: self.writer.submit(operation, _note_use_failed), self.board, terms_of, self.clock.now,
        )  # fmt: skip
        self.notes.keeper.ask = self.flusher.ask
        condensing = Condensing(self.notes.keeper)
        condensing.command = self.summarizer
        self.jobs.add_source(("condense",), condensing)

    def _open_nights(self, now: int) -> None:
        """Everything that runs by the clock."""
        root = self.data.root
        report = repair_tail(self.files, os.path.join(root, CANARY_HISTORY), now)
        if report is not None:
            self.board.add("tails", report.problem)
        self.redactions: dict[str, int] = {}
        facts = open_memory_facts(root, self.config, self.keeper.store, self.clock.now, self._replace_file)
        self.notes.keeper.files.facts = facts
        parts = Parts(
            root=root,
            gid=self.gid,
            config=lambda: self.config,
            clock=self.clock,
            keeper=self.keeper,
            sessions=self.sessions,
            index=self.index,
            index_path=INDEX,
            vectors=self.semantic,
            board=self.board,
            jobs=self.jobs,
            write=self.writer.run_alone,
            replace_file=self._replace_file,
            ask_flusher=self.flusher.ask,
            redactions=self.redactions,
            absorb=self.reconcile,
            memory_facts=facts,
            memory_file=NotesMemoryFile(self.notes.keeper, facts, self.writer.run_alone),
        )
        census_files = CensusFiles(root, FLUSH, self.keeper, parts.children, parts.config, self.clock.now)
        census_files.clear()  # of a daemon that was killed
        self.nights, self.health = open_nights(parts, self._problems)
        self.nights.steps["tiers"] = self._recalculate_tiers
        self.nights.steps["hygiene"] = self._hygiene
        self.nights.steps["compress"] = self.compressor.step
        self.nights.files.wake_worker = self.compressor.wake
        self.jobs.on_behind = self.compressor.wake
        self.compressor.tidy = self._tidy_jobs
        self.nights.files.consumers.append(self.compression.has_taken)
        self.nights.steps["rebuild"] = self._rebuild_step
        self.nights.dailies.command = self.summarizer
        self.jobs.add_source(DAILY, self.nights.dailies)
        self.scheduler: Scheduler = open_scheduler(self.nights)
        self.upkeep = Upkeep(
            flusher=self.flusher,
            writer=self.writer,
            board=self.board,
            index=self.index,
            keeper=self.keeper,
            sessions=self.sessions,
            contexts=self.context_keeper,
            notes=self.notes,
            nights=self.nights,
            census_files=census_files,
            replace_sessions=functools.partial(
                replace_file, self.files, os.path.join(root, SESSIONS_LOG), gid=self.gid
            ),
        )

    def _problems(self) -> list[Problem]:
        self.board.set("directory", self.data.problems())
        self.board.set("index", self.index.problems())
        self.board.set("embeddings", self.semantic.problems())
        return self.board.all()

    def _jobs_unwritten(self, error: ReadOnly | None) -> None:
        """Work for agents is open that a restart would take for new."""
        problem = Problem(
            path=JOBS_LOG,
            what="open jobs could not be registered" + (f": {error.sentence}" if error else ""),
            action="see to it that the disk has room and can be written; they are registered by themselves",
            severity="critical",
        )
        self.board.set("jobs", () if error is None else (problem,))

    def _recalculate_tiers(self, run: Run) -> dict[str, int]:
        store = self.context_keeper.store
        if not run.dry_run:
            return {"updated": store.recalculate(None, run.at)}
        would = [(one.id, one.tier, store.tier(one, run.at)) for one in store.of(None)]
        changes = [f"~ {name} {before} → {after}" for name, before, after in would if before != after]
        run.diff += changes[:SHOWN]
        return {"updated": len(changes)}

    def _hygiene(self, run: Run) -> dict[str, int]:
        """000 §Hygiene Checklist."""

        def tick(done: int, total: int) -> None:
            run.progress("notes", done, total)

        counts, would = self.notes.hygiene(run.at, dry_run=run.dry_run, tick=tick)
        run.diff += would
        return counts

    def _rebuild_step(self, run: Run) -> dict[str, int]:
        return {} if run.dry_run else self.rebuild(RunCall(run))

    def _open_summaries(self, states: dict[str, bytes]) -> None:
        root, clock = self.data.root, self.clock
        self.summaries = SummaryStore(root, self.files, self.gid, self.board, clock.now)
        self.summaries.load()
        self.summaries.feed(self.index, states)
        settings = compression_settings(self.config)
        self.compression = Compression(
            root, self.sessions, self.summaries, settings, lambda: self.config.zone, clock.now
        )
        self.summarizer = Summarizer(lambda: self.config.summaries.summarizer_command)
        self.compression.command = self.summarizer
        self.jobs.add_source(("leaf", "merge"), self.compression)
        self.compressor = Compressor(self.jobs, clock, lambda: self.config.summaries.summarizer_fallback_after)
        self.compressor.condenses = lambda: self.summarizer.is_set

    def _open_jobs(self, now: int) -> None:
        path = os.path.join(self.data.root, JOBS_LOG)
        repair_tail(self.files, path, now)
        log = AppendLog(self.files, path, gid=self.gid)
        self.jobs = JobQueue(log, self.writer.run)
        self.jobs.on_unwritten = self._jobs_unwritten
        data = b""
        with suppress(FileNotFoundError), open(path, "rb", opener=regular) as file:
            data = file.read()
        kept = self.jobs.load(data, now)
        if kept is not None:
            self._replace_jobs(log, kept)
        self._tidy_jobs = lambda: self.jobs.tidy(
            self.clock.now(), lambda lines: self.writer.run_alone(lambda _batch: self._replace_jobs(log, lines))
        )

    def _replace_jobs(self, log: AppendLog, lines: list[bytes]) -> None:
        replace_file(self.files, log.path, lines, gid=self.gid)
        log.adopt()

    def _load_sessions(self, path: str, log: AppendLog) -> None:
        try:
            with open(path, "rb", opener=regular) as file:
                lines = load_records(self.sessions, file.read())
        except FileNotFoundError:
            return
        known = self.sessions.sessions
        if lines > 2 * len(known) + 100:
            rows = (msgspec.json.encode(record(session)) + b"\n" for session in known.values())
            replace_file(self.files, path, rows, gid=self.gid)
            log.adopt()

    def _feed(self, known_from: int | None, states: dict[str, bytes]) -> None:
        """Bring the index up to the files; what it had before it serves already."""
        if known_from is None:
            self.keeper.feed(self.index, None, self.index.committed(FACTS_PATH))
        else:
            self.keeper.feed(self.index, known_from, iter(()))
        self.reader.load(states)
        self.sessions.sink = self.index

    def start(self) -> None:
        """Start the threads."""
        keeper = self.keeper
        self.writer.start()
        self.upkeep.begin()
        self.notes.begin(self.index, self.index.states())
        self.flusher.start()
        keeper.edits.archive_lost()
        self.writer.run_alone(keeper.store.enforce_cap)
        self.upkeep.catch_up()
        markdown = MarkdownAbsorber(self.data.root, self.index, self.board)
        notes = _NotesOnDisk(self.notes, markdown)
        reconciler = Reconciler((keeper, self.reader, self.context_keeper, self.summaries, notes, markdown))
        self.watcher = Watcher(
            self.data.root,
            SecretWatch(self.data.root, reconciler.absorb, self.board).absorb,
            reconciler.reconcile_all,
            lambda problems: self.board.set("watch", problems),
            self.clock,
        )
        watcher = self.watcher
        self.notes.keeper.files.on_written = lambda relpath, stat: watcher.ours(relpath, Stamp.of(stat))
        watcher.start()
        self.scheduler.start()
        self.compressor.start()
        self.keeper.store.on_risen = self._embed_risen
        self.semantic.start(self._embeddable, lambda: self.index.is_busy)

    def settle_in(self) -> None:
        """What can wait until the first questions are answered, and the first new fact would wait for."""
        self.flusher.ask("link")

    def _embeddable(self) -> Iterator[Document]:
        """All memories but the facts that have faded (002 step 3)."""
        store, now = self.keeper.store, self.clock.now()
        for one in self.index.all_documents():
            ordinal = store.table.ordinal(one.key) if one.kind == "fact" else None
            if ordinal is None or not store.is_faded(ordinal, now):
                yield one

    def _embed_risen(self, documents: list[Document]) -> None:
        """The night dropped the vectors of these facts, or they never had one."""
        lack, _ = self.semantic.compare(documents, [])
        if lack:
            self.semantic.apply(Change(source=FACTS_PATH, put=lack), ())
            gone = [one.key for one in lack if one.key not in self.keeper.store.table]  # archived meanwhile
            self.semantic.apply(Change(source=FACTS_PATH, remove=gone), ())

    def reconfigure(self, config: Config) -> None:
        """Use other numbers from now on."""
        self.config = self.memory.config = config
        settings = fact_settings(self.config)
        store = self.keeper.store
        store.reconfigure(settings)
        self.writer.run_alone(store.enforce_cap)
        self.sessions.idle_hours = config.summaries.session_idle_hours
        self.memory.zone = self.notes.keeper.zone = config.zone
        self.notes.configure(hot_settings(config))
        self.context_keeper.store.rule = tier_rule(config)
        self.compression.settings = compression_settings(config)
        recall = config.recall
        self.memory.recall.reconfigure(recall.weights, recall.min_similarity, config.zone)
        reconfigure_nights(self.nights)

    # --- what the methods ask for -------------------------------------------------------------------------

    def reconcile(self, timeout: float) -> bool:
        """Take in everything that other hands have written up to now."""
        return self.watcher.sync(timeout, thorough=True)

    def rebuild(self, call: Call) -> dict[str, int]:
        """Make the index anew from the files, while the old one serves."""
        from memoryd.maintenance.rebuild import rebuild_index

        more = {"contexts": self.context_keeper.feed_all, "summaries": self.summaries.feed_all}
        counts = rebuild_index(self.index, self.keeper.store, self.sessions, self.notes, self.data.root, call, more)
        self.board.clear("verify")
        self.semantic.recheck()
        return counts

    # --- stop ---------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Finish what was submitted, write the readable files, and close."""
        self.nights.stop()
        self.summarizer.stop()
        self.scheduler.stop()
        self.compressor.stop()
        self.nights.wait(STEP_SECONDS)
        self.watcher.stop()
        self.semantic.stop()
        self.flusher.stop()
        self.upkeep.end()
        self.context_keeper.stop()
        self.writer.stop()
        for step in (self.notes.close, self.upkeep.settle, self.index.close, self.sessions.close, self.journal.close):
            try:
                step()
            except Exception as error:
                _log.error("stop_step_failed", step=step.__name__, error=str(error), exc_info=error)


class _NotesOnDisk:
    """The files of the notes; of MEMORY.md, what other hands wrote is indexed, too."""

    def __init__(self, notes: Notes, markdown: MarkdownAbsorber) -> None:
        self._notes = notes
        self._markdown = markdown
        self.claims = notes.claims
        self.rescan = notes.rescan

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        self._notes.absorb(relpath, stamp)
        if relpath == MEMORY_PATH:
            self._markdown.absorb(relpath, stamp)


def _note_use_failed(_result: object, error: Exception | None) -> None:
    if error is not None:
        _log.warning("note_use_not_counted", error=str(error))


def _fields(problem: Problem) -> dict[str, Any]:
    return {
        "path": problem.path,
        "line": problem.line,
        "what": problem.what,
        "action": problem.action,
        "severity": problem.severity,
    }
