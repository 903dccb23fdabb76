"""Summaries as a kind of memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memoryd.background import Progress
from memoryd.conversation.transcripts import Transcripts
from memoryd.jobs.source import JobSource
from memoryd.kind import Kind, Purged
from memoryd.kinds.summaries.backlog import Backlog
from memoryd.kinds.summaries.clearing import Clearing
from memoryd.kinds.summaries.compression import Compression
from memoryd.kinds.summaries.methods import SummaryMethods, Tail
from memoryd.kinds.summaries.node import INDEX_PATH, decode, document, id_of
from memoryd.kinds.summaries.store import SummaryStore
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.types import ChangeSink


class Summaries(Kind):
    """Summaries of the conversation in three levels (004)."""

    name = "summaries"
    memories = ("summary",)
    own_only = True
    directories = ("summaries", "summaries/L1", "summaries/L2", "summaries/L3")
    writes = (INDEX_PATH,)

    def __init__(self, services: Services, sessions: Transcripts, brief: Tail) -> None:
        """`brief` supplies the latest matters while there is no summary."""
        settings = services.settings
        self._store = SummaryStore(services)
        backlog = Backlog(services.root, sessions, self._store)
        self._clearing = Clearing(self._store, backlog, settings, services.clock.now)
        self._compression = Compression(services, backlog, sessions, self._store)
        self._methods = SummaryMethods(self._compression, settings, brief, services.graves)

    def load(self, now: int) -> None:
        self._store.load()

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self._store.feed(states)

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        identity = id_of(line.path)
        return [] if identity is None else [(line.path, lambda: document(decode(line.raw, identity)))]

    def claims(self, relpath: str) -> bool:
        return self._store.claims(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self._store.absorb(relpath, stamp)

    def rescan(self, found: Mapping[str, object]) -> None:
        self._store.rescan(found)

    def job_sources(self) -> Iterable[JobSource]:
        return (self._compression,)

    def has_taken(self, relpath: str) -> bool:
        return self._compression.has_taken(relpath)

    def purge(self, matter: Purged) -> None:
        self._clearing.purge(matter)

    def has_summarised(self, relpath: str) -> bool:
        return self._compression.has_summarised(relpath)

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        return self._store.feed_all(sink)

    def methods(self) -> Iterable[Method]:
        return self._methods.all()
