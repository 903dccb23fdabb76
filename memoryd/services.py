"""What every kind of memory is built on: one struct, opened once and passed to each constructor."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from memoryd.acting import FILE, Actor, acting, actor
from memoryd.audit.chain import CURRENT, MONTHS
from memoryd.audit.hasher import Hasher
from memoryd.audit.history import HISTORY
from memoryd.audit.keyring import KEYRING_PATH
from memoryd.audit.recorder import Recorder
from memoryd.audit.watchers import Watchers
from memoryd.audit.witness import SEAL_PATH, WITNESS_PATH
from memoryd.children.helper import Helper
from memoryd.clock import Clock, WatchedClock
from memoryd.config import Config
from memoryd.conversation.message import neighbours
from memoryd.errors import MemorydError
from memoryd.jobs.command import Summarizer
from memoryd.jobs.log import JOBS_LOG, JobLog
from memoryd.kind import Kinds
from memoryd.ledger.journal import AccessJournal
from memoryd.maintenance.backups import Backups
from memoryd.maintenance.child import Children
from memoryd.maintenance.clock_guard import ClockGuard
from memoryd.maintenance.flusher import Failures, Flusher
from memoryd.maintenance.paths import CANARY_HISTORY, INDEX_PATH
from memoryd.maintenance.renewal import report_renewed
from memoryd.maintenance.runs import Runs
from memoryd.problems import ProblemBoard
from memoryd.purge.door import Door
from memoryd.purge.tombstones import RESTATED_PATH, RESTORED_PATH, Graves
from memoryd.quarantine import RELEASED_PATH, Quarantine
from memoryd.recall.indexer import DATA, INDEX, MODULE, PASSAGES, PORTS, ROOT
from memoryd.recall.lexical.disk import OTHER_VERSION
from memoryd.recall.lexical.elsewhere import copied_index
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.remote import RemoteWriter
from memoryd.recall.lexical.writing import IndexWriter
from memoryd.recall.ranking.boosts import Boost
from memoryd.recall.search import Search
from memoryd.recall.service import Recall
from memoryd.recall.vectors.semantic import ModelChoice, Semantic
from memoryd.requests.redaction import Redactor
from memoryd.requests.times import Times
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import ABSENT, Identity, replace_file, sweep_temporaries
from memoryd.storage.being_written import EDITED, BeingWritten
from memoryd.storage.directory import DataDirectory
from memoryd.storage.files import Files
from memoryd.storage.letting_go import RECENT
from memoryd.storage.names import Names
from memoryd.storage.reading import Reading
from memoryd.storage.recent_copies import COPIES, RecentCopies
from memoryd.storage.recent_lines import RecentLines
from memoryd.storage.tail import ends_whole, repair_tail
from memoryd.storage.writer import Deliver, GroupWriter
from memoryd.text.reading import Reader
from memoryd.types import Problem
from memoryd.watch.long_lines import LongLines
from memoryd.watch.reconcile import Reconciler
from memoryd.watch.scan import Stamp
from memoryd.watch.secret_watch import SecretWatch
from memoryd.watch.watcher import Watcher

if TYPE_CHECKING:  # it needs numpy
    from memoryd.recall.models.token_reader import Kind

_log = structlog.get_logger("memoryd")
_MODEL_SECONDS = 2.0
"""How long reading a text waits for a model to load, which takes .1 to .3 s."""

_MOST_WRITES = 256
MakeWriter = Callable[[Helper], IndexWriter]
"""Who writes the index, given the indexer."""
PURGE = "purge"
"""The flusher task that finishes a purge, and removes purged text that came back in a file."""
MEMORY_MD = "memory-md"
"""The flusher task that rewrites MEMORY.md when it is outdated."""
Tell = Callable[[str, str, Mapping[str, Any]], bool]
"""`(topic, event, fields)` for subscribers, from any thread; False when too many wait to be sent."""


class Settings:
    """The effective configuration, which a reload replaces."""

    def __init__(self, config: Config) -> None:
        self.replace(config)

    @property
    def now(self) -> Config:
        """The current one: do not keep it."""
        return self._config

    @property
    def zone(self) -> tzinfo:
        """The zone of days and of the schedule."""
        return self._zone

    def replace(self, config: Config) -> None:
        """Use this one from now on."""
        self._config = config
        self._zone = config.zone  # the system's takes nine calls to look up, and a search asks for it


class OwnWrites:
    """Files that we wrote but absorb like hand edits: on whose behalf we wrote them."""

    def __init__(self) -> None:
        self._who: dict[tuple[str, tuple[int, int, int]], Actor] = {}
        self._lock = threading.Lock()

    def note(self, relpath: str, stat: os.stat_result) -> None:
        """We write this version: called before the write, since the watcher may look at once."""
        with self._lock:
            self._who[relpath, (stat.st_ino, stat.st_size, stat.st_mtime_ns)] = actor()
            if len(self._who) > _MOST_WRITES:
                del self._who[next(iter(self._who))]

    def note_removed(self, relpath: str) -> None:
        """We remove the file: called before it is gone."""
        with self._lock:
            self._who[relpath, ABSENT] = actor()

    def has(self, relpath: str, version: Identity) -> bool:
        """Whether we wrote this version."""
        return (relpath, version) in self._who

    def writer_of(self, relpath: str, stamp: Stamp | None) -> Actor:
        """Who wrote this version."""
        if stamp is None:
            return FILE
        return self._who.get((relpath, (stamp.inode, stamp.size, stamp.mtime_ns)), FILE)


def _absorb(own_writes: OwnWrites, secrets: SecretWatch, door: Door, relpath: str, stamp: Stamp | None) -> None:
    who = own_writes.writer_of(relpath, stamp)
    with acting(who):
        secrets.absorb(relpath, stamp)
    if who is FILE and stamp is not None:
        door.hand_changed(relpath)


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """Complete before the first kind is created; no field is set later."""

    settings: Settings
    clock: Clock
    data: DataDirectory
    files: Files
    board: ProblemBoard
    """Problems that a person should fix."""
    unchecked: set[str]
    """Files of which the end could not be checked at the start, and may still not be in order."""
    writer: GroupWriter
    flusher: Flusher
    """Writes the write-behind files."""
    audit: Recorder
    """Who changed what."""
    watchers: Watchers
    """Who is notified of changed memories."""
    own_writes: OwnWrites
    graves: Graves
    """What was purged and may not come back."""
    door: Door
    """Keeps it out of the index."""
    index: Index
    semantic: Semantic
    recall: Recall
    search: Search
    watcher: Watcher
    journal: AccessJournal
    being_written: BeingWritten
    """What an editor may not have written to its end."""
    recent: RecentLines
    """What was written in the last minutes, in case an editor saves an older file over it."""
    children: Children
    """Heavy passes in child processes."""
    indexer: Helper
    """The child that writes the index and turns passages into vectors."""
    runs: Runs
    """The recorded runs of maintenance."""
    guard: ClockGuard
    """Whether the clock can be trusted."""
    backups: Backups
    jobs: JobLog
    """Work for a language model."""
    fallback_wanted: threading.Event
    """Set to check now for jobs that no agent claimed in time."""
    summarizer: Summarizer
    """The operator's own program, if any."""
    redactor: Redactor
    quarantine: Quarantine
    worth_reader: Reader
    """How surely a statement is worth keeping."""
    times: Times
    kinds: Kinds
    """Every kind, once all are made."""
    boosts: dict[str, Boost]
    """What recall adds to scores last, by kind of memory; filled together with `kinds`."""

    @property
    def root(self) -> str:
        """The data directory."""
        return self.data.root

    def path(self, relpath: str) -> str:
        """The absolute path of a file in the data directory."""
        return os.path.join(self.data.root, relpath)

    def log(self, relpath: str, on_foreign: Callable[[AppendLog], None] | None = None) -> AppendLog:
        """The append log of a truth file."""
        return AppendLog(self.files, self.path(relpath), gid=self.data.gid, on_foreign=on_foreign)

    def replace_file(
        self,
        relpath: str,
        content: bytes | Iterable[bytes],
        *,
        durable: bool = True,
        expect: Identity | None = None,
    ) -> os.stat_result:
        """Replace a file by this content, atomically; what is not `durable` may be gone after a loss of power.

        Raises Changed when the file is no longer `expect`.
        """
        chunks = (content,) if isinstance(content, bytes) else content
        tell = functools.partial(self.own_writes.note, relpath)
        return replace_file(
            self.files, self.path(relpath), chunks, gid=self.data.gid, durable=durable, expect=expect, tell=tell
        )

    def replace_and_keep(self, relpath: str, content: bytes, expect: Identity) -> None:
        """As `replace_file`; the next start knows the text, lest a save and a kill right behind it take that away.

        Any thread but the writer's.
        """
        self.replace_file(relpath, content, expect=expect)
        self.keep(relpath, content)

    def keep(self, relpath: str, content: bytes) -> None:
        """A file that is one memory was written: the next start knows its text."""
        with suppress(MemorydError):  # a guard only: the file stands
            self.writer.run(lambda batch: self.recent.note(relpath, content, batch.now, relpath))

    def repair_tail(self, relpath: str, now: int) -> None:
        """Cut off a last line that a crash left unfinished, and report it."""
        report = repair_tail(self.files, self.path(relpath), now)
        if report is None:
            return
        if report.kind == "unrepaired":
            self.unchecked.add(relpath)
            self.board.set(f"tail:{relpath}", (report.problem,))
        else:
            self.board.happened(report.problem)

    def check_tails(self) -> None:
        """A file whose end could not be checked at the start is no problem any more once it ends with a whole line."""
        for relpath in tuple(self.unchecked):
            if ends_whole(self.files, self.path(relpath)):
                self.unchecked.discard(relpath)
                self.board.clear(f"tail:{relpath}")

    @contextmanager
    def given_up_on_failure(self) -> Iterator[None]:
        """What cannot be made or loaded keeps no thread and no file: the daemon tries again while a disk is full."""
        try:
            yield
        except BaseException:
            self.index.close(0.0)
            self.indexer.stop()
            self.data.close()
            raise

    def report(self, topic: str, *problems: Problem) -> None:
        """These are the topic's problems now."""
        self.board.set(topic, problems)


def in_another_process(indexer: Helper) -> IndexWriter:
    """The index is written by the indexer."""
    return RemoteWriter(indexer.port(INDEX))


def open_services(
    config: Config,
    clock: Clock,
    files: Files,
    deliver: Deliver,
    tell: Tell,
    make_writer: MakeWriter,
    reading: Reading | None = None,
) -> Services:
    """Open the data directory and the index, and create everything that kinds are built on. Raises MemorydError.

    `reading`: the directory cannot be written, so the index is a copy elsewhere, and nothing is recorded.
    """
    settings, clock = Settings(config), WatchedClock(clock)
    board = ProblemBoard(functools.partial(_announce, tell), clock.monotonic)
    kinds, boosts = Kinds(), dict[str, Boost]()
    path = os.path.abspath(config.data_path)
    readers: list[Callable[[str], bool]] = []
    names = Names(
        path,
        files,
        lambda: kinds.private_files,
        lambda relpath: 2 * any(has_read(relpath) for has_read in readers) + bool(kinds.readers(relpath)),
        functools.partial(board.add, "links"),
    )
    data = DataDirectory(path, files, names, reading=reading is not None)
    data.prepare()
    root = data.root
    for left in sweep_temporaries(files, root):
        _log.info("temporary_removed", path=left)

    def log(relpath: str) -> AppendLog:
        return AppendLog(files, os.path.join(root, relpath), gid=data.gid)

    def replace(relpath: str, content: Iterable[bytes]) -> os.stat_result:
        return replace_file(files, os.path.join(root, relpath), content, gid=data.gid)

    writer = GroupWriter(clock, deliver)
    reconciler = Reconciler(kinds)
    choice = ModelChoice(
        model=config.memory_oracle.embedding_model,
        models_paths=config.models_paths,
        is_asked_for="memory_oracle.embedding_model" in config.origins,
    )
    indexer = Helper(
        MODULE,
        "indexer",
        PORTS,
        (f"{ROOT}={root}",),
        lambda: {DATA: data.descriptor},
        clock,
        board,
        lambda: settings.now.daemon.worker_stall_seconds,
    )
    semantic = Semantic(
        choice,
        Path(root),
        files,
        lambda what: _log.warning("embedding", what=what),
        indexer.port(PASSAGES),
    )
    data.clear_directories((MONTHS, HISTORY))
    data.clear_directories(f"{HISTORY}/{name}" for name in data.names_in(HISTORY))
    data.clear((CURRENT, KEYRING_PATH, SEAL_PATH, WITNESS_PATH))
    data.clear(f"{MONTHS}/{name}" for name in data.names_in(MONTHS) if name.endswith(".jsonl"))
    watchers = Watchers(tell)
    audit = Recorder(
        files,
        root,
        data.gid,
        clock,
        board,
        kinds,
        watchers,
        Hasher(clock, board, lambda: settings.now.daemon.worker_stall_seconds),
    )
    audit.load()
    data.clear((RESTORED_PATH, RESTATED_PATH))
    graves = Graves(files, root, data.gid)
    graves.load()
    flusher = Flusher(clock, Failures(board).report, lambda: index.is_busy)
    door = Door(graves, files, root, data.gid, lambda: flusher.ask(PURGE))
    door.load()
    quarantine = Quarantine(log(RELEASED_PATH), _Reader(semantic, writer, "instruction"))
    index = Index(
        Path(root, INDEX_PATH) if reading is None else copied_index(Path(root, INDEX_PATH), Path(reading.scratch)),
        labels=lambda document: quarantine.label(document) or kinds.labels(document),
        writer=make_writer(indexer),
        follower=semantic,
        recorder=audit if reading is None else None,
        door=door,
    )
    if index.rebuilt_because is not None:
        _log.warning("index_rebuilt", reason=index.rebuilt_because)
        if index.rebuilt_because != OTHER_VERSION:
            report_renewed(board, index.rebuilt_because)
    recall = Recall(
        index,
        semantic,
        neighbours=neighbours,
        boosts=boosts,
        later=kinds.later,
        weights=config.recall.weights,
        min_similarity=config.recall.min_similarity,
        zone=config.zone,
    )
    long_lines = LongLines(
        root,
        files,
        lambda relpath: bool(kinds.readers(relpath)) or relpath == CANARY_HISTORY,
        lambda operation: writer.run_alone(lambda _batch: operation()),
        reconciler.absorb,
        board,
    )
    own_writes = OwnWrites()
    secret_watch = SecretWatch(root, long_lines.absorb, board)
    watcher = Watcher(
        root,
        functools.partial(_absorb, own_writes, secret_watch, door),
        reconciler.reconcile_all,
        lambda problems: board.set("watch", problems),
        clock,
        largest=config.daemon.max_file_bytes,
    )
    readers += [index.states().__contains__, watcher.knows]
    wanted = threading.Event()
    jobs = JobLog(
        log(JOBS_LOG),
        writer,
        board,
        clock.now,
        wanted.set,
        lambda lines: replace(JOBS_LOG, lines),
        lambda: settings.now.summaries.max_jobs_per_day,
    )
    children = Children(clock, board, lambda: kinds.private_files, lambda: settings.now.daemon.worker_stall_seconds)
    runs = Runs(root, lambda relpath, content: replace(relpath, (content,)))
    return Services(
        settings=settings,
        clock=clock,
        data=data,
        files=files,
        board=board,
        unchecked=set(),
        writer=writer,
        flusher=flusher,
        audit=audit,
        watchers=watchers,
        own_writes=own_writes,
        graves=graves,
        door=door,
        index=index,
        semantic=semantic,
        recall=recall,
        search=Search(recall, kinds, lambda: settings.now, clock, quarantine),
        watcher=watcher,
        journal=AccessJournal(Path(root, ".memoryd"), lambda path: AppendLog(files, path, gid=data.gid), files.unlink),
        being_written=BeingWritten(root, clock.now, lambda: flusher.ask(EDITED), own_writes.has),
        recent=RecentLines(RecentCopies(files, root, lambda: flusher.ask(COPIES)), lambda: flusher.ask(RECENT)),
        children=children,
        indexer=indexer,
        runs=runs,
        guard=ClockGuard(clock, runs, board),
        backups=Backups(root, data.gid, runs, children, lambda: settings.zone, lambda: settings.now.daemon.backup_days),
        jobs=jobs,
        fallback_wanted=wanted,
        summarizer=Summarizer(
            lambda: settings.now.summaries.summarizer_command,
            lambda problem: board.set("summarizer", () if problem is None else (problem,)),
        ),
        redactor=Redactor(),
        quarantine=quarantine,
        worth_reader=_Reader(semantic, writer, "worth"),
        times=Times(lambda: settings.zone),
        kinds=kinds,
        boosts=boosts,
    )


class _Reader:
    """Reads texts with the model if there is time: the writer never waits for a model."""

    def __init__(self, semantic: Semantic, writer: GroupWriter, kind: Kind) -> None:
        self._semantic = semantic
        self._writer = writer
        self._kind = kind

    @property
    def is_ready(self) -> bool:
        return not self._writer.is_here and self._semantic.token_reader(self._kind, _MODEL_SECONDS) is not None

    def read(self, texts: Sequence[str]) -> Sequence[float]:
        reader = self._semantic.token_reader(self._kind)
        assert reader is not None
        return reader.read(texts)


def _announce(tell: Tell, problem: Problem) -> None:
    fields = {name: getattr(problem, name) for name in ("path", "line", "what", "action", "severity")}
    log = {"notice": _log.info, "warning": _log.warning, "critical": _log.error}[problem.severity]
    log("problem", **{name: value for name, value in fields.items() if value is not None})
    tell("problem", "problem", msgspec.to_builtins(problem))
