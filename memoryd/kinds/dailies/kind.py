"""Daily summaries as a kind of memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memoryd.background import Progress, Step
from memoryd.config import Config
from memoryd.conversation.transcripts import Transcripts
from memoryd.jobs.source import JobSource
from memoryd.kinds.dailies.source import DailySource
from memoryd.kinds.dailies.state import DailyState
from memoryd.kinds.dailies.steps import ARCHIVE, DailySteps
from memoryd.kinds.dailies.writer import DailyWriter, FactSink
from memoryd.kinds.kind import Kind
from memoryd.kinds.relevance import Relevance, told_by
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.listing import names_in
from memoryd.types import ChangeSink, Document


class Dailies(Kind):
    """One Markdown file a day, made of its sessions (002 §3). As text they are indexed with all other Markdown."""

    name = "dailies"
    memories = ("daily",)
    own_only = True
    tells = True
    directories = ("daily", "daily/archive")
    archives = (ARCHIVE,)

    def __init__(self, services: Services, sessions: Transcripts, facts: FactSink) -> None:
        self._services = services
        root, replace_file, zone = services.root, services.replace_file, services.settings.now.schedule.timezone
        self._state = DailyState(root, sessions, services.children, replace_file, zone)
        writer = DailyWriter(root, self._state, facts, services.writer.run_alone, replace_file, services.redactor)
        self._source = DailySource(root, sessions, self._state, writer, services.children, services.summarizer)
        self._steps = DailySteps(services, sessions, self._state, self._source)

    def load(self, now: int) -> None:
        self._state.load()

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """Markdown brings the files."""

    def configure(self, config: Config) -> None:
        self._state.configure(config.schedule.timezone)

    def claims(self, relpath: str) -> bool:
        return False

    def absorb(self, relpath: str, stamp: object | None) -> None:
        """Markdown has the files."""

    def rescan(self, found: Mapping[str, object]) -> None:
        """Markdown has the files."""

    def relevance(self, document: Document) -> Relevance | None:
        return told_by(document.title or "")

    def steps(self) -> Mapping[str, Step]:
        return {"summarize": self._steps.summarize, "clean": self._steps.clean}

    def job_sources(self) -> Iterable[JobSource]:
        return (self._source,)

    def has_taken(self, relpath: str) -> bool:
        return self._state.has_taken(relpath)

    def figures(self, now: int) -> Mapping[str, Any]:
        names = names_in(self._services.path("daily"))
        return {"daily_files_count": sum(name.endswith(".md") for name in names)}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> None:
        """Markdown feeds the files."""

    def methods(self) -> Iterable[Method]:
        return ()
