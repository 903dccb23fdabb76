"""Gathers what may stand in a brief: memories of every kind, and what was said in the last sessions (rule 26)."""

from __future__ import annotations

import heapq
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import date, tzinfo
from functools import cache as cached
from itertools import accumulate, islice
from typing import NamedTuple, cast

import structlog
from msgspec.structs import replace

from memoryd.acting import MEMORYD
from memoryd.background import Rests
from memoryd.brief.heard import Heard
from memoryd.brief.kept import KEPT_PATH, Contents, digest_of, packed, read_kept
from memoryd.brief.layout import Laid, lay_out, lay_out_tail
from memoryd.brief.memory_lines import at_of, context_lines, is_hot_note, line_of
from memoryd.brief.said import Said
from memoryd.brief.spoken import Gathered, Spoken
from memoryd.brief.telling import MOST_LETTERS as MOST_TOLD
from memoryd.brief.telling import TellSections, is_refused_in, shown_error
from memoryd.conversation.session import Session, sees
from memoryd.conversation.transcripts import Transcripts
from memoryd.errors import MemorydError
from memoryd.in_force import ended
from memoryd.in_force.lapsed import has_lapsed
from memoryd.in_force.lines import FIXED, Line, within
from memoryd.in_force.nearness import Vector, key_of
from memoryd.in_force.standing import Judged, get_to_know, in_force, judge
from memoryd.kind import Kind, Told
from memoryd.origin import key_now, read_source
from memoryd.problems import not_told
from memoryd.requests.asker import Asker
from memoryd.requests.visibility import PRIVATE
from memoryd.rpc.pool import give_way
from memoryd.rpc.registry import Call
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.publish import remove_file
from memoryd.times import local_date
from memoryd.types import Document

MOST_SESSIONS = 24
MOST_LETTERS = 200_000
"""Of all sessions that are read for a brief, the newest first."""
_MOST_JUDGED = 8
"""Sets of lines of which it is kept which are in force."""
_MOST_KEPT = 4
"""Of these, for the next start."""
_MOST_LINES = 400
"""Lines of one kind of source that are compared with each other, the newest."""
_MOST_SAID = 600
"""Lines of conversations, those of the newest sessions."""
_MOST_SESSIONS_BACK, _MOST_BACK = 200, 480
"""Sessions before these, and their lines, that are not told: what they end is not told either, by whatever memory."""
_MOST_PROJECTS = 6
"""Those of the newest sessions, whose briefs are read ahead."""
_MOST_AHEAD = 400
"""Sessions that are read ahead, of all of these."""
_NEWEST = 2_000
"""Sessions among which they are."""
_WORK_SECONDS = 0.005
"""Of reading ahead, between two rests."""
_MOST_UNREAD = 20
"""Messages that a check reads."""
KEEP_SECONDS = 60.0
"""At most so often what was read is kept for the next start; and at a stop."""
_log = structlog.get_logger("memoryd")


class _Stopping(Exception):
    """The daemon ends, and nobody will ask for a brief."""


class PastFacts(NamedTuple):
    """The ids of facts that were judged, and of those among them that hold no more."""

    judged: Set[str]
    past: Set[str]


class _Ahead:
    """The call of nobody."""

    def __init__(self, check_cancelled: Callable[[], None]) -> None:
        self.check_cancelled = check_cancelled


class Brief:
    """Makes briefs on any thread. It leaves no trace: what it shows is not accessed by that."""

    def __init__(self, services: Services, sessions: Transcripts, tell: TellSections) -> None:
        """`tell` says which sentences decide, prefer or ask for something."""
        self._services = services
        self._sessions = sessions
        path = services.path(KEPT_PATH)
        self._kept = cached(lambda: read_kept(path))
        self._heard = Heard(sessions, tell, lambda: services.settings.zone, lambda: self._kept().sessions)
        self._stopping = self._is_ahead = False
        self._kept_at = -KEEP_SECONDS
        self._lock = threading.Lock()
        self._keeping = threading.Lock()
        self._purges = 0
        """What was read before the last one is not kept."""
        self._judged: OrderedDict[tuple[Line, ...], list[Line]] = OrderedDict()
        self._past: dict[str, dict[str, tuple[str, ...]]] = {}
        """By project, what was judged last to hold no more, as `past_of` has it; of all, under no name."""
        self._told: dict[str, tuple[Line, ...]] = {}
        self._met: dict[str | None, list[Line]] = {}
        """Of sessions and of projects, which lines are known that were read ahead."""

    def make(self, asker: Asker, project: str | None, budget_tokens: int) -> Laid:
        """The brief for that project, or for the one of the asker's session; empty when nothing is known."""
        project = self._project(asker, project)
        title = "Brief" if project is None else f"Brief: {project}"
        zone = self._zone
        lines = self._in_force(asker, project)
        return lay_out(lines, budget_tokens, title, local_date(asker.now, zone), self._day_of)

    def tail(self, asker: Asker, budget_tokens: int) -> Laid:
        """Its last part, and of the rest what finds room beside it."""
        lines = self._in_force(asker, self._project(asker, None))
        return lay_out_tail(lines, budget_tokens, local_date(asker.now, self._zone), self._day_of)

    def _in_force(self, asker: Asker, project: str | None, pause: Callable[[], None] = give_way) -> list[Line]:
        purges, gathered = self._purges, self._gather(asker, project, pause)
        lines = gathered.lines
        with self._lock:
            known = self._judged.get(lines)
        if known is not None:
            return known
        found = self._kept().in_force.pop(digest_of(lines), None)
        if found is None:
            self._heard.changed = True
            try:
                judged = judge(lines, pause, self._vectors(lines))
                found = judged.standing
                if not asker.is_group:
                    self._keep_past(project, gathered, judged, purges)
            except _Stopping:
                raise
            except Exception as error:  # one line must not take the whole brief along
                found = in_force(self._judged_alone(lines, error), pause)
        with self._lock:
            if purges == self._purges:
                self._judged[lines] = found
            while len(self._judged) > _MOST_JUDGED:
                self._judged.popitem(last=False)
        return found

    def _keep_past(self, project: str | None, gathered: Gathered, judged: Judged, purges: int) -> None:
        by = judged.past
        found = [(key, numbers) for key, numbers in gathered.memories() if by.keys() >= set(numbers)]
        past = {key: tuple(dict.fromkeys(ender for at in numbers for ender in by[at])) for key, numbers in found}
        with self._lock:
            if purges == self._purges:
                self._past[project or ""] = past

    def past_of(self, project: str | None) -> Mapping[str, Sequence[str]]:
        """What a brief of that project would leave out as past, as it was judged last, by key, with the keys of the
        messages that ended it: at once."""
        with self._lock:
            known = self._past.get(project or "")
        return self._kept().past.get(project or "", {}) if known is None else known

    def said(self, asker: Asker, project: str | None) -> Said:
        """What the last sessions said that may bear on an action, as far as it is read, or read within a moment."""
        left = _MOST_UNREAD
        known: list[Session] = []
        for session in self._wanted(asker, project)[:MOST_SESSIONS]:
            unread = self._heard.unread(session)
            if unread <= left:  # the rest is being read ahead
                left -= unread
                known.append(session)
        lines = [line for read in self._told_sessions(asker, give_way, known) for line in read]
        over = {} if asker.is_group else self.past_of(project)
        return Said([*self._without_overtaken(lines, asker.now)], over.keys(), self._standing)

    def _standing(self, lines: Sequence[Line]) -> list[Line]:
        try:
            return judge(lines, vectors=self._vectors(lines)).standing
        except Exception:  # a check tells what else bears on the action
            _log.exception("said_not_judged")
            return []

    def _vectors(self, lines: Iterable[Line]) -> Mapping[str, Vector]:
        """Of the messages that told these, the newest first, and of memories."""
        texts: dict[str, str] = {}
        for line in sorted(lines, key=lambda line: line.at, reverse=True):
            texts[key_of(line)] = line.whole or texts.get(key_of(line), line.text)
        return self._services.semantic.beginnings(texts)

    def _judged_alone(self, lines: Iterable[Line], error: Exception) -> list[Line]:
        """Those that do not fail by themselves; raises `error` when none does."""
        found, failed = [], {}
        for line in lines:
            try:
                in_force((line,))
            except Exception as own:
                failed[line.key] = shown_error(own)
            else:
                found.append(line)
        if not failed:
            raise error
        self._leave_out("", failed)
        return found

    def _leave_out(self, of: str, failed: Mapping[str, str]) -> None:
        """Report, by key, what of a session's file or of a kind no brief tells, in place of what was reported."""
        self._services.report(f"brief {of}", *(not_told(key, why) for key, why in failed.items()))

    @staticmethod
    def _project(asker: Asker, project: str | None) -> str | None:
        return project or (None if asker.session is None else asker.session.project)

    @property
    def _zone(self) -> tzinfo:
        return self._services.settings.zone

    def _day_of(self, at: int) -> date:
        return local_date(at, self._zone)

    # --- memories -----------------------------------------------------------------------------------------

    def _gather(self, asker: Asker, project: str | None, pause: Callable[[], None]) -> Gathered:
        spoken = Spoken(self._conversation(asker, project, pause))
        memories = list(self._memory_lines(asker, project, spoken, pause))
        telling = {key: [len(memories) + at for at in numbers] for key, numbers in spoken.telling.items()}
        return Gathered((*memories, *spoken.lines()), telling)

    def _memory_lines(
        self, asker: Asker, project: str | None, spoken: Spoken, pause: Callable[[], None]
    ) -> Iterator[Line]:
        """Of memories, those that need lines of their own."""
        for kind in self._services.kinds:
            is_first = True
            for one in self._told_by(kind, asker, project):
                pause()
                if one.part != "context":
                    said = self._said_in(one.document)
                    # What an agent explained stands behind what people said.
                    is_agents = said is not None and said.role == "assistant" and one.rank != FIXED
                    later = one._replace(rank=one.rank + 1) if is_agents else one
                    if said is None or not is_refused_in(one.document.text, said.text[:MOST_TOLD]):
                        line = line_of(later, one.document.text, at_of(one) if said is None else said.at, said)
                        if is_hot_note(one) or not spoken.absorbs(line):
                            yield line
                elif is_first:
                    is_first = False
                    yield from context_lines(one)

    def _told_by(self, kind: Kind, asker: Asker, project: str | None) -> list[Told]:
        """What the kind tells, the most important first; up to where it fails."""
        found: list[Told] = []
        failed = {}
        try:
            found.extend(
                islice((one for one in kind.telling(project, asker.now) if self._is_for(asker, one)), _MOST_LINES)
            )
        except Exception as error:
            _log.exception("brief_incomplete", kind=kind.name)
            failed[kind.name] = shown_error(error)
        self._leave_out(kind.name, failed)
        return found

    def _said_in(self, document: Document) -> Document | None:
        """The message that the memory was made of; None for one that was not made of one message."""
        if len(document.sources) != 1:
            return None
        index = self._services.index
        message = index.document(key_now(read_source(document.sources[0]), index.text_of))
        return message if message is not None and message.kind == "message" else None

    def _is_for(self, asker: Asker, told: Told) -> bool:
        document, services = told.document, self._services
        return (
            asker.visibility.sees(document)
            and not services.quarantine.holds(document)
            and not services.kinds.later(document, asker.now)
        )

    # --- what was said ------------------------------------------------------------------------------------

    def _conversation(self, asker: Asker, project: str | None, pause: Callable[[], None]) -> Iterable[Line]:
        found: list[Line] = []
        wanted, told = self._wanted(asker, project), 0
        for lines in self._told_sessions(asker, pause, wanted):
            found += lines
            told += 1
        return [
            *self._without_overtaken(found, asker.now),
            *self._said_before(wanted[told : told + _MOST_SESSIONS_BACK], asker),
        ]

    def _wanted(self, asker: Asker, project: str | None) -> list[Session]:
        def is_wanted(session: Session) -> bool:
            return (
                bool(session.messages)
                and (project is None or session.project in (None, project))
                and (asker.session is None or sees(asker.session, session))
            )

        wanted = [one for one in self._sessions.sessions.copy().values() if is_wanted(one)]
        wanted.sort(key=lambda one: (one.project == project, one.last_request, one.id), reverse=True)
        return wanted

    def _told_sessions(
        self, asker: Asker, pause: Callable[[], None], wanted: Sequence[Session]
    ) -> Iterator[list[Line]]:
        """The lines of each of these sessions that is told, the newest first."""
        lines, left = _MOST_SAID, MOST_LETTERS
        for session in wanted[:MOST_SESSIONS]:
            asker.call.check_cancelled()
            try:
                read = self._heard.of(session, pause)
            except OSError as error:
                self._leave_out(session.paths[-1], {session.paths[-1]: shown_error(error)})
                yield []
                continue
            self._leave_out(session.paths[-1], read.failed)
            found = [*within(session.project, read.lines[-lines:])]
            lines, left = lines - len(found), left - read.letters
            yield found
            if left <= 0 or lines <= 0:
                return

    def _without_overtaken(self, lines: Iterable[Line], now: int) -> Iterator[Line]:
        """Of what was said and then superseded no line is told; it may still judge others."""
        later, overtaken = self._services.kinds.later, ""
        for line in lines:
            if line.whole:  # the first line of a message
                said = Document(key=line.key, kind="message", text=line.whole, source=line.key, path=line.key)
                overtaken = line.key if later(said, now) else ""
            yield replace(line, is_told=False) if line.key == overtaken else line

    def _said_before(self, sessions: Iterable[Session], asker: Asker) -> list[Line]:
        """The lines of sessions that are not told, the newest first, by which others are judged."""
        found: list[Line] = []
        left = MOST_LETTERS
        for session in sessions:
            asker.call.check_cancelled()
            with suppress(OSError):  # what cannot be read of the last sessions is reported
                read = self._heard.of(session, give_way)
                lines = within(session.project, read.lines[-(_MOST_BACK - len(found)) :])
                found += [replace(line, is_told=False) for line in lines]
                left -= read.letters
            if left <= 0 or len(found) >= _MOST_BACK:
                break
        return found

    def read_ahead(self) -> None:
        """Read what the newest sessions told, so that nobody who asks for a brief has to wait for that."""
        purges = self._purges
        rests = Rests(after=_WORK_SECONDS)

        def rest() -> None:
            if self._stopping:
                raise _Stopping
            rests.rest()

        with suppress(_Stopping):
            self._read_newest(rest)
            if not self._is_ahead:
                self._judge_ahead(rest)
            for session in self._of_projects():
                with suppress(OSError):
                    self._heard.of(session, rest)
            if time.monotonic() - self._kept_at >= KEEP_SECONDS:
                self._keep(purges)

    def _read_newest(self, rest: Callable[[], None]) -> None:
        """`rest` is called between pieces of work; what it raises ends the reading, as a stop does."""
        told: dict[str, tuple[Line, ...]] = {}
        by_project: dict[str | None, list[Line]] = {}
        for session in self._newest():
            with suppress(OSError):  # gone or unreadable: the watcher reports it
                lines = told[session.id] = self._heard.of(session, rest).lines
                by_project.setdefault(session.project, []).extend(lines)
                for line in lines if lines != self._told.get(session.id) else ():
                    rest()
                    get_to_know(line)
        self._told = told
        known, self._met = self._met, {}
        for project, of_project in by_project.items():
            together = of_project if project is None else [*of_project, *by_project.get(None, ())]
            together = together[: _MOST_SAID + _MOST_BACK]
            if together != known.get(project):
                for _ in ended.get_to_know(together):
                    rest()
            self._met[project] = together

    def _judge_ahead(self, rest: Callable[[], None]) -> None:
        """Once a start: the briefs that are likely to be asked for first, of the newest projects and of all."""
        self._is_ahead = True
        projects = dict.fromkeys([session.project for session in self._with_messages()])
        for project in dict.fromkeys([None, *list(projects)[: _MOST_KEPT - 1]]):
            self._in_force(self._nobody(rest), project, rest)

    def _nobody(self, check_cancelled: Callable[[], None]) -> Asker:
        return Asker(self._services.clock.now(), None, PRIVATE, cast(Call, _Ahead(check_cancelled)), MEMORYD)

    def past_facts(self, check: Callable[[], None]) -> PastFacts:
        """What the briefs of the newest projects leave out as past of the facts that were made of one message each.

        `check` raises when the work must stop."""
        rests = Rests(after=_WORK_SECONDS)

        def rest() -> None:
            check()
            rests.rest()

        judged: set[str] = set()
        past: set[str] = set()
        projects = dict.fromkeys(session.project for session in self._with_messages())
        for project in list(projects)[:_MOST_PROJECTS]:
            purges, gathered = self._purges, self._gather(self._nobody(check), project, rest)
            lines = gathered.lines
            today = local_date(self._services.clock.now(), self._zone)
            lapsed = {at for at, line in enumerate(lines) if has_lapsed(line, self._day_of(line.at), today)}
            try:
                found = judge(lines, rest, self._vectors(lines))
            except MemorydError:  # the run ends
                raise
            except Exception:  # one line must not keep MEMORY.md as it is
                _log.exception("facts_not_judged", project=project)
                continue
            over = lapsed | found.past.keys()
            self._keep_past(project, gathered, found, purges)
            for key, numbers in gathered.memories():
                document = self._services.index.document(key)
                if document is not None and document.kind == "fact" and document.project == project:
                    judged.add(key)
                    if over.issuperset(numbers):
                        past.add(key)
        return PastFacts(judged, past)

    def forget(self) -> None:
        """Leave nothing of what was read before a purge; from any thread."""
        with self._keeping:
            with self._lock:
                self._purges += 1
                self._judged.clear()
                self._told, self._met, self._past = {}, {}, {}
                self._kept().past.clear()
            remove_file(self._services.files, self._services.path(KEPT_PATH))

    def _newest(self, project: str | None = None) -> list[Session]:
        """Those that a brief tells, and behind them those by which it only judges, as far as it reads these."""
        newest = self._with_messages()
        if project is not None:
            newest = [one for each in (project, None) for one in newest if one.project == each]
        before = accumulate(session.messages for session in newest[MOST_SESSIONS:][:_MOST_SESSIONS_BACK])
        return newest[: MOST_SESSIONS + sum(1 for count in before if count <= _MOST_BACK)]

    def _with_messages(self) -> list[Session]:
        every = self._sessions.sessions.copy().values()
        newest = heapq.nlargest(_NEWEST, every, key=lambda one: (one.last_request, one.id))
        return [session for session in newest if session.messages]

    def _of_projects(self) -> list[Session]:
        """The same for a brief of each of the newest projects."""
        projects = dict.fromkeys(session.project for session in self._with_messages() if session.project)
        found = (one for project in list(projects)[:_MOST_PROJECTS] for one in self._newest(project))
        return list({one.id: one for one in found}.values())[:_MOST_AHEAD]

    def _keep(self, purges: int) -> None:
        """Write down what was read since so many purges, for the next start."""
        with self._keeping:
            if purges == self._purges:
                self._write()

    def _write(self) -> None:
        if not self._heard.changed and beneath.exists(self._services.path(KEPT_PATH)):  # a purge removes it
            return
        self._heard.changed, self._kept_at = False, time.monotonic()
        with suppress(MemorydError, OSError):  # then the next start reads it again
            with self._lock:
                judged = list(self._judged.items())[-_MOST_KEPT:]
                past = {**self._kept().past, **self._past}
            contents = Contents(
                self._heard.to_keep([*self._newest(), *self._of_projects()]),
                {digest_of(lines): found for lines, found in judged},
                past,
            )
            self._services.replace_file(KEPT_PATH, packed(contents), durable=False)

    def stop(self, *, keep: bool = True) -> None:
        """Read ahead no more, and `keep` what was read."""
        self._stopping = True
        if keep:
            self._keep(self._purges)
