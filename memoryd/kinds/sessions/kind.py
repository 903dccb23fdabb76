"""Sessions and their messages as a kind of memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from memoryd.background import Progress, Step, WriteBehind
from memoryd.config import Config
from memoryd.conversation.file import ARCHIVE_PATH, archive_of, archived_path
from memoryd.conversation.message import decode_line, document
from memoryd.conversation.session import SESSIONS_PATH, sees
from memoryd.kind import Kind, Purged
from memoryd.kinds.sessions.files import ALIGN, MISSING, SessionFiles
from memoryd.kinds.sessions.listener import Listener
from memoryd.kinds.sessions.methods import SessionMethods
from memoryd.kinds.sessions.registry import SessionRegistry
from memoryd.kinds.sessions.retention import Retention
from memoryd.kinds.sessions.scanning import line_of
from memoryd.recall.feeding import source_anew
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.storage.listing import names_in
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.types import ChangeSink, Document

LOG = ".memoryd/sessions.jsonl"
ALIGN_SECONDS = 1.0
MISSING_SECONDS = 2.0
REQUESTS_SECONDS = 0.8
"""As any access, when a session was heard of outlives kill -9 once a second has passed."""


class Sessions(Kind):
    """Runs of agents and what was said in them."""

    name = "sessions"
    memories = ("message",)
    own_only = True
    has_sources = False
    rebuilt_as = "messages"
    directories = (SESSIONS_PATH, ARCHIVE_PATH)

    def __init__(self, services: Services, listener: Listener, on_request: Callable[[], object]) -> None:
        """`on_request` is called when a session makes a request; it must be fast."""
        self._services = services
        config = services.settings.now

        def heard() -> None:
            services.flusher.ask("sessions")
            on_request()

        self.registry = SessionRegistry(services.log(LOG), config.summaries.session_idle_hours, heard)
        self._files = SessionFiles(services, self.registry)
        self.store = self._files.store
        self._retention = Retention(services, self.store, self._files.archives)
        self._methods = SessionMethods(services, self.store, listener)

    # --- life ---------------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        services = self._services
        services.repair_tail(LOG, now)
        self._load_records()
        for name in names_in(services.path(SESSIONS_PATH)):
            if name.endswith(".jsonl"):
                services.repair_tail(f"{SESSIONS_PATH}/{name}", now)

    def _load_records(self) -> None:
        try:
            data, _ = read_whole(self._services.path(LOG), LARGEST_STATE)
        except OSError:
            return
        for session in self.registry.records.read(data):
            self.store.know(session)
        if self.registry.records.are_long(100):
            self.registry.records.rewrite(self._replace_log)

    def _replace_log(self, lines: list[bytes]) -> os.stat_result:
        return self._services.replace_file(LOG, lines)

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self._files.load(states, self._services.clock.now())

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        return [(line.key, lambda: document(decode_line(line.raw), line.path, line_of(line)))]

    def configure(self, config: Config) -> None:
        self.registry.configure(config.summaries.session_idle_hours)

    def stop(self) -> None:
        self._write_requests()

    def close(self) -> None:
        self._files.close()

    def set_right(self, now: int) -> None:
        self._services.writer.run(lambda batch: self.registry.set_right(now))

    # --- its files ----------------------------------------------------------------------------------------

    def purge(self, matter: Purged) -> None:
        def forget(batch: Batch) -> None:
            self._files.forget_recent(batch)
            self.registry.forget_named(matter.names, matter.is_later, batch)

        self._files.missing.tell()  # what was moved and is then purged is not missing
        self._services.writer.run(forget)

    def claims(self, relpath: str) -> bool:
        return self._files.claims(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self._files.absorb(relpath, stamp)

    def rescan(self, found: Mapping[str, object]) -> None:
        self._files.rescan(found)

    def shows_file(self, relpath: str, asker: Asker) -> bool:
        asking = asker.session
        if asking is None or not relpath.startswith(f"{SESSIONS_PATH}/"):
            return False
        path = archived_path(relpath) or relpath
        known = self.registry.sessions.copy().values()
        return any(one.has(path) and one.audience == "group" and sees(asking, one) for one in known)

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        return {"path": archive_of(document.path)} if document.path in self.store.archived else {}

    def move_project(self, before: str, after: str, progress: Progress) -> Mapping[str, int]:
        return {"session": self._services.writer.run_alone(lambda batch: self.registry.move(before, after, batch))}

    # --- behind the requests --------------------------------------------------------------------------------

    def write_behind(self) -> Iterable[WriteBehind]:
        return (
            WriteBehind("sessions", self._write_requests, lambda: REQUESTS_SECONDS),
            WriteBehind(ALIGN, self._files.look_again, lambda: ALIGN_SECONDS),
            WriteBehind(MISSING, self._files.missing.tell, lambda: MISSING_SECONDS, queue=MISSING, is_awaited=False),
        )

    def _write_requests(self) -> None:
        """Save when each session last made a request; compact the log of sessions when it has grown."""
        self._services.writer.run(self.registry.records.keep_requests)
        if self.registry.records.are_long(1000):
            self._services.writer.run_alone(lambda _batch: self.registry.records.rewrite(self._replace_log))

    def steps(self) -> Mapping[str, Step]:
        return {"clean": self._retention.clean}

    # --- health and repair ----------------------------------------------------------------------------------

    def figures(self, now: int) -> Mapping[str, Any]:
        names = names_in(self._services.path(SESSIONS_PATH))
        return {"session_files_count": sum(name.endswith(".jsonl") for name in names)}

    def counts(self) -> Mapping[str, int]:
        sessions = self.registry.sessions.copy()
        return {"sessions": len(sessions), "messages": sum(session.messages for session in sessions.values())}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        return {"sessions": len(self.registry.sessions)}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        done = 0
        paths, gone = sorted((*self.store.archived, *self.store.files)), self.store.removed()
        for number, path in enumerate(paths):
            progress("sessions", number, len(paths))
            file = self.store.files.get(path) or self.store.archived.get(path)
            if file is None:
                continue
            state = file.state()
            documents = [
                document(message, path, line)
                for line, message in self.store.messages_of(path)
                if f"{path}:{line}" not in gone
            ]
            for change in source_anew(path, documents, state):
                sink.apply(change)
            done += len(documents)
        return done

    # --- the socket ---------------------------------------------------------------------------------------

    def methods(self) -> Iterable[Method]:
        return self._methods.all()
