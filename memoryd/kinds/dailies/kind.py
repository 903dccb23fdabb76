"""Daily summaries as a kind of memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from memoryd.background import Progress, Step
from memoryd.config import Config
from memoryd.conversation.transcripts import Transcripts
from memoryd.jobs.source import JobSource
from memoryd.kind import BriefPart, Kind, Purged, Told
from memoryd.kinds.dailies.claims import ClaimWriter, FactSink, NoteSink
from memoryd.kinds.dailies.daily import daily_path, day_of, told_in
from memoryd.kinds.dailies.source import DailySource
from memoryd.kinds.dailies.state import DailyState
from memoryd.kinds.dailies.steps import ARCHIVE, DailySteps
from memoryd.kinds.dailies.writer import DailyWriter
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.listing import names_in
from memoryd.storage.regular import read_whole
from memoryd.text.relevance import Relevance, told_by
from memoryd.times import parse_time
from memoryd.types import ChangeSink, Document

_PARTS: Mapping[str, BriefPart] = {"decisions": "decisions", "preferences": "user", "action_items": "open"}
_MOST_TOLD = 30
"""The number of last days that a brief looks at."""


class Dailies(Kind):
    """One Markdown file per day, made from its sessions (002 §3). Their text is indexed with all other Markdown."""

    name = "dailies"
    memories = ("daily",)
    own_only = True
    states_project = True
    tells = True
    directories = ("daily", "daily/archive")
    archives = (ARCHIVE,)

    def __init__(self, services: Services, sessions: Transcripts, facts: FactSink, notes: NoteSink) -> None:
        self._services = services
        self._state = DailyState(services, sessions)
        writer = DailyWriter(services, self._state, ClaimWriter(facts, notes, services.writer.run_alone))
        self._source = DailySource(services, sessions, self._state, writer)
        self._steps = DailySteps(services, sessions, self._state, self._source)

    def load(self, now: int) -> None:
        self._state.load()

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """The Markdown kind loads the files."""

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

    def telling(self, project: str | None, now: int) -> Iterable[Told]:
        days = sorted(day for name in names_in(self._services.path("daily")) if (day := day_of(f"daily/{name}")))
        for day in reversed(days[-_MOST_TOLD:]):
            path = daily_path(day.isoformat())
            with suppress(OSError):
                text = read_whole(self._services.path(path))[0].decode("utf-8", "replace")
                at = parse_time(day.isoformat(), self._services.settings.zone)
                for number, section, bullet, whose in told_in(text):
                    if section in _PARTS and (project is None or whose.project in (None, project)):
                        yield Told(
                            _PARTS[section],
                            Document(
                                key=f"{path}:{number}", kind="daily", text=bullet, source=path, path=path, line=number,
                                at=at, created=at, audience=whose.audience, project=whose.project,
                                session_id=whose.session_id, sources=whose.sources,
                            ),
                            3,
                        )  # fmt: skip

    def steps(self) -> Mapping[str, Step]:
        return {"summarize": self._steps.summarize, "clean": self._steps.clean}

    def job_sources(self) -> Iterable[JobSource]:
        return (self._source,)

    def has_taken(self, relpath: str) -> bool:
        return self._state.has_taken(relpath)

    def purge(self, matter: Purged) -> None:
        self._state.purge(matter)

    def has_summarised(self, relpath: str) -> bool:
        return self._state.has_summarised(relpath)

    def figures(self, now: int) -> Mapping[str, Any]:
        names = names_in(self._services.path("daily"))
        return {"daily_files_count": sum(name.endswith(".md") for name in names)}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> None:
        """The Markdown kind feeds the files."""

    def methods(self) -> Iterable[Method]:
        return ()
