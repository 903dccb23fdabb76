"""Daily summaries: which days want one, made by an agent's job or by the built-in extractor (002 §3, rules 18, 21)."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Any, Protocol

import msgspec
import structlog

from memoryd.background import Progress
from memoryd.conversation.file import SessionFile
from memoryd.conversation.transcripts import Transcripts
from memoryd.errors import Conflict, InvalidParams, TooLarge
from memoryd.jobs.command import Summarizer
from memoryd.jobs.queue import MOST_BYTES, RunsOnWriter
from memoryd.jobs.source import Answer, Work
from memoryd.kinds.dailies.daily import (
    RANK,
    DailyFact,
    DailyResult,
    Maker,
    bullets_by_section,
    bullets_of,
    daily_path,
    folded_bullets,
    mark,
    merged,
    render,
)
from memoryd.kinds.dailies.days import READ_TASK, SCAN_TASK, FileDays, Stamp, read_file_days, said_on, zone_of
from memoryd.kinds.dailies.job import AnswerResult, attribute, prompt, read_answer
from memoryd.maintenance.child import Children
from memoryd.requests.redaction import Redactor
from memoryd.storage.regular import regular
from memoryd.storage.writer import Batch
from memoryd.times import local_date
from memoryd.types import fold

DAYS = ".memoryd/dailies.json"
TARGET_TOKENS = 1500
OFFERED_DAYS = 7
"""A day that the extractor did is offered to agents for so long."""
_IN_PROCESS = 256 * 1024
"""Bytes of session files that are read here; more is a child's work."""
_log = structlog.get_logger("memoryd.maintenance")


class DayState(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is known of one day's summary; `at` in microseconds."""

    taken: dict[str, int] = {}
    """Session file → checksum of that day's lines in it, as the summary has them."""
    messages: int = 0
    made_by: Maker = "builtin"
    at: int = 0
    content: str = ""
    """sha256 of the file as we wrote it; another one is a person's edit."""
    bullets: list[str] = []
    job_id: str = ""
    extended: bool = False
    """What was said later was added by who does worse than `made_by`."""
    cleaned: bool = False
    """Its time was over; it is not made again (rule 6)."""


class DaysState(msgspec.Struct, kw_only=True):
    """`.memoryd/dailies.json`."""

    zone: str = ""
    asked: str = ""
    """The day whose summary was asked for before its end."""
    files: dict[str, FileDays] = {}
    days: dict[str, DayState] = {}
    seen: dict[str, int] = {}
    """Files of unknown age → when they were first seen."""


class FactSink(Protocol):
    """Where the facts of a daily summary go."""

    def ensure(self, subject: str, predicate: str, object_: str, source: str, at: int, batch: Batch) -> None:
        """See to it that the fact stands; one that was used since `at` (microseconds) is left alone (rule 5)."""
        ...


class DailySource:
    """The source of `daily` jobs. Safe for any thread but the writer's."""

    kinds = ("daily",)
    step = "summarize"
    has_fallback = True

    def __init__(
        self,
        root: str,
        sessions: Transcripts,
        facts: FactSink,
        children: Children,
        write: RunsOnWriter,
        replace_file: Callable[[str, bytes], object],
        redactor: Redactor,
        command: Summarizer,
        zone_name: str,
    ) -> None:
        self._root = root
        self._sessions = sessions
        self._facts = facts
        self._children = children
        self._write = write
        self._replace = replace_file
        self._redactor = redactor
        self._command = command
        self._lock = threading.RLock()
        self._editions: dict[str, int] = {}
        """File → the edition that was read of it: what was appended since is all that is new."""
        self._behind = False
        self.zone_name = zone_name
        self.state = DaysState()

    # --- state --------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read the state; what cannot be read is made anew from the session files."""
        try:
            with open(os.path.join(self._root, DAYS), "rb", opener=regular) as file:
                self.state = msgspec.json.decode(file.read(), type=DaysState)
        except (OSError, msgspec.DecodeError):
            self.state = DaysState()

    def save(self) -> None:
        """Make the state durable."""
        with self._lock:
            self._replace(DAYS, msgspec.json.encode(self.state) + b"\n")

    def set_zone(self, name: str) -> None:
        """Days are cut in that zone from now on."""
        with self._lock:
            self.zone_name = name

    def refresh(self, progress: Progress) -> None:
        """Know the days of every session file as it stands."""
        large = self._read_small()
        if not large:
            return
        order = {"root": self._root, "zone": self.zone_name, "files": {f.path: s for f, s in large}}
        # No lock: nobody who asks for work waits for this.
        found = self._children.run(SCAN_TASK, order, progress)["files"]
        with self._lock:
            if self.state.zone == order["zone"]:
                for file, _ in large:
                    if file.path in found:
                        self._know(file, msgspec.convert(found[file.path], FileDays))

    def _read_small(self) -> list[tuple[SessionFile, Stamp]]:
        """Read what is new, as far as it is little; returns the files of which there is more."""
        left, large = _IN_PROCESS, []
        with self._lock:
            zone = zone_of(self.zone_name)
            for file, stamp in self._changed():
                known = self.state.files.get(file.path)
                if known is None or self._editions.get(file.path) != file.edition or known.size > stamp[1]:
                    known = None
                size = stamp[1] - (0 if known is None else known.size)
                if size > left:
                    large.append((file, stamp))
                    continue
                left -= size
                days = read_file_days(self._root, file.path, zone, stamp, known)
                if days is not None:
                    self._know(file, days)
            self._behind = bool(large)
        return large

    def _changed(self) -> list[tuple[SessionFile, Stamp]]:
        """Files that are not as they were read, and how they are now."""
        state = self.state
        if state.zone != self.zone_name:
            # Another zone cuts the days elsewhere.
            state.zone, state.files = self.zone_name, {}
        present = {path: (file, file.stamp) for path, file in self._sessions.files.copy().items() if file.size}
        for path in [path for path in state.files if path not in present]:
            del state.files[path]
        changed = []
        for path, (file, stamp) in present.items():
            known = state.files.get(path)
            if known is None or known.stamp != stamp:
                changed.append((file, stamp))
            else:
                self._editions[path] = file.edition
        return changed

    def _know(self, file: SessionFile, days: FileDays) -> None:
        now = self._sessions.files.get(file.path)
        if now is not None and now.edition == file.edition:
            self.state.files[file.path] = days
            self._editions[file.path] = file.edition

    # --- what is to be done -------------------------------------------------------------------------------

    @property
    def behind(self) -> bool:
        """Whether session files have to be read before all days are known."""
        return self._behind

    def read_on(self) -> bool:
        """Read what is behind; whether that is all."""
        if self._behind:
            self.refresh(_quietly)
        return True

    def ask_today(self, now: int) -> None:
        """From now on today's summary is due, too (23:00)."""
        with self._lock:
            self.state.asked = local_date(now, zone_of(self.zone_name)).isoformat()
            self.save()

    def due(self, now: int, *, today: bool = False) -> list[str]:
        """Days whose messages no summary has, oldest first; of today only when it was asked for."""
        with self._lock:
            end = local_date(now, zone_of(self.zone_name)).isoformat()
            days = {day for file in self.state.files.values() for day in file.days}
            asked = today or self.state.asked == end
            return sorted(d for d in days if (d < end or (d == end and asked)) and not self._is_current(d))

    def _is_current(self, day: str) -> bool:
        known = self.state.days.get(day)
        if known is None:
            return False
        return known.cleaned or all(known.taken.get(path) == crc for path, crc in self._taken(day).items())

    def _taken(self, day: str) -> dict[str, int]:
        return {path: file.days[day][1] for path, file in self.state.files.items() if day in file.days}

    def _places(self, day: str, paths: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Where in these files the messages of a day stand."""
        with self._lock:
            known = self.state.files
            return {path: known[path].spans.get(day, (0, known[path].size)) for path in sorted(paths) if path in known}

    def has_taken(self, relpath: str) -> bool:
        """Whether everything in that session file is in a summary (rule 18)."""
        with self._lock:
            file = self._sessions.files.get(relpath)
            known = self.state.files.get(relpath)
            if known is None or file is None or known.stamp != file.stamp:
                return False
            return all(self._is_current(day) for day in known.days)

    def open_work(self, now: int) -> list[Work]:
        """The days that are due, and behind them those that an agent may do better."""
        self._read_small()
        with self._lock:
            work = [self._work(day, redo=False) for day in self.due(now)]
            since = (local_date(now, zone_of(self.zone_name)) - timedelta(days=OFFERED_DAYS)).isoformat()
            for day, known in sorted(self.state.days.items()):
                mine = (known.made_by != "agent" or known.extended) and not known.cleaned and self._taken(day)
                if day >= since and mine and self._is_current(day):
                    work.append(self._work(day, redo=True))
            return work

    def _work(self, day: str, *, redo: bool) -> Work:
        taken = self._taken(day)
        groups = self._sessions_of(taken)
        mark = f"{sum(taken.values()) & 0xFFFFFFFF:08x}"
        return Work(
            kind="daily",
            work_id=f"{daily_path(day)}@{mark}{'+' if redo else ''}",
            slot=daily_path(day).removesuffix(".md"),
            target_tokens=TARGET_TOKENS,
            redo=redo,
            sessions=groups,
            data={"day": day, "taken": taken},
        )

    def _sessions_of(self, paths: Iterable[str]) -> tuple[str, ...] | None:
        """The ids of the sessions of these files, when all are group sessions (rule 17)."""
        wanted = set(paths)
        found = [s for s in self._sessions.sessions.copy().values() if s.path in wanted]
        if not found or any(session.audience != "group" for session in found):
            return None
        return tuple(sorted(session.id for session in found))

    # --- an agent's work ----------------------------------------------------------------------------------

    def messages(self, work: Work) -> list[dict[str, str]]:
        """What to send to the agent's model. Raises Conflict when the day's files are gone."""
        day = work.data["day"]
        places = self._places(day, work.data["taken"])
        if sum(end - begin for begin, end in places.values()) > 2 * MOST_BYTES:
            raise TooLarge(f"{day} is more than an agent can be given; it is summarised without one", day=day)
        said = said_on(self._root, places, day, zone_of(self.zone_name))
        if not said:
            raise Conflict(f"the sessions of {day} are gone; claim another job", day=day)
        return prompt(day, [message for message, _ in said])

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        """Write the day's summary and see to it that its facts are in the graph. Raises InvalidParams."""
        result = read_answer(answer.text, answer.result)
        maker: Maker = "agent" if answer.by == "agent" else "command" if answer.by == "command" else "builtin"
        return self.put(work.data["day"], work.data["taken"], result, maker, job_id)

    def accepted(self, job_id: str) -> str | None:
        """The key of what was accepted for that job."""
        with self._lock:
            days = self.state.days.items()
            return next((daily_path(day) for day, known in days if known.job_id == job_id), None)

    def fallback(self, work: Work) -> Answer | None:
        """The day as a local program or the extractor sees it; None for what one of them has done already."""
        return None if work.redo else self._by_ourselves(work, _quietly)

    # --- making one ---------------------------------------------------------------------------------------

    def make(self, day: str, progress: Progress) -> None:
        """Summarise a day now, without an agent (rule 18); nothing, when somebody else has done it meanwhile."""
        with self._lock:
            if self._is_current(day):
                return
            work = self._work(day, redo=False)
        self.accept(work, self._by_ourselves(work, progress), "")

    def _by_ourselves(self, work: Work, progress: Progress) -> Answer:
        """Of a day that was done better already, only what was said later."""
        day, taken = work.data["day"], work.data["taken"]
        with self._lock:
            known = self.state.days.get(day, DayState())
        if self._command.is_set:
            better = known.taken if known.made_by == "agent" else {}
            said = said_on(self._root, self._places(day, taken), day, zone_of(self.zone_name), better)
            text = self._command(prompt(day, [message for message, _ in said]), TARGET_TOKENS)
            if text is not None and (read := _answer_of(text)) is not None and _says_something(read):
                return Answer(text=text, by="command")
        better = known.taken if known.made_by != "builtin" else {}
        return Answer(result=self._extract(day, taken, better, progress), by="builtin")

    def _extract(self, day: str, paths: Iterable[str], taken: Mapping[str, int], progress: Progress) -> dict[str, Any]:
        """The extractor's result for a day, from a child when there is much to read."""
        places = self._places(day, paths)
        order = {"root": self._root, "zone": self.zone_name, "day": day, "places": places, "taken": dict(taken)}
        size = sum(end - begin for begin, end in places.values())
        return self._children.run(READ_TASK, order, progress, small=size <= _IN_PROCESS)

    def put(self, day: str, taken: Mapping[str, int], given: AnswerResult, made_by: Maker, job_id: str) -> str:
        """The summary becomes durable: first its facts, then its file, then that it is done."""
        said = said_on(self._root, self._places(day, taken), day, zone_of(self.zone_name))
        result = self._clean(attribute(given, [message for message, _ in said]))
        if made_by == "agent" and not folded_bullets(result):
            self._refuse_nothing(day, taken)
        with self._lock:
            known = self.state.days.get(day, DayState())
            if known.cleaned:
                raise Conflict(f"the time of {day} is over; it gets no summary any more", day=day)
            text = self._read_daily(day)
            self._ensure_facts(result.facts, {*known.bullets, *bullets_of(text or "")})
            extends = text is not None and bool(known.taken) and RANK[made_by] < RANK[known.made_by]
            maker = known.made_by if extends else made_by
            comment = mark(maker, len({m.session_id for m, _ in said}), len(said), extended=extends)
            content = self._content(day, text, known, result, comment, extends, given.left_out).encode()
            self._replace(daily_path(day), content)
            self.state.days[day] = DayState(
                taken={**known.taken, **taken},
                messages=len(said),
                made_by=maker,
                extended=extends,
                at=max((message.received for message, _ in said), default=0),
                content=hashlib.sha256(content).hexdigest(),
                bullets=sorted({*known.bullets, *folded_bullets(result)}),
                job_id=job_id or known.job_id,
            )
            self.save()
        return daily_path(day)

    def _refuse_nothing(self, day: str, taken: Mapping[str, int]) -> None:
        """An answer without a line must not take the place of what was found. Raises InvalidParams."""
        with self._lock:
            found = len(self.state.days.get(day, DayState()).bullets)
        if not found:
            ours = msgspec.convert(self._extract(day, taken, {}, _quietly), AnswerResult)
            found = sum(len(getattr(ours, name) or ()) for name in ours.__struct_fields__)
        if found:
            raise InvalidParams(
                f"`result` is empty, but {day} has at least {found} things worth keeping by memoryd's own extractor; "
                "write down what matters, or jobs.release it",
                param="result",
                found=found,
            )

    def _clean(self, result: DailyResult) -> DailyResult:
        clean = self._redactor.plain
        triples = [self._redactor.fact((f.subject, f.predicate, f.object, ""))[0][:3] for f in result.facts]
        return DailyResult(
            facts=[DailyFact(*triple, f.source, f.at) for triple, f in zip(triples, result.facts, strict=True)],
            decisions=[clean(text) for text in result.decisions],
            preferences=[clean(text) for text in result.preferences],
            action_items=[clean(text) for text in result.action_items],
        )

    def _content(
        self, day: str, text: str | None, known: DayState, result: DailyResult, comment: str, extends: bool,
        left_out: Collection[str],
    ) -> str:  # fmt: skip
        if text is None:
            # Never made, or a person removed it: then only what is new comes back.
            return merged(render(day, DailyResult(), comment), result, comment, known.bullets)
        ours = hashlib.sha256(text.encode()).hexdigest() == known.content
        if ours and not extends and all(os.path.exists(os.path.join(self._root, path)) for path in known.taken):
            # A section of which the answer says nothing stays as it was.
            standing = bullets_by_section(text)
            return render(day, result, comment, {name: standing[name] for name in left_out})
        return merged(text, result, comment, known.bullets)

    def _read_daily(self, day: str) -> str | None:
        try:
            path = os.path.join(self._root, daily_path(day))
            with open(path, encoding="utf-8", errors="replace", newline="", opener=regular) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def is_edited(self, day: str, content: bytes) -> bool:
        """Whether a person changed the file, or wrote it."""
        known = self.state.days.get(day)
        return known is None or hashlib.sha256(content).hexdigest() != known.content

    def close_day(self, day: str) -> None:
        """The day's time is over: durable before its file goes, so that it is not made again."""
        with self._lock:
            known = self.state.days.setdefault(day, DayState())
            known.cleaned, known.bullets, known.at = True, [], known.at or 1
            self.state.seen.pop(daily_path(day), None)
            self.save()

    def _ensure_facts(self, facts: list[DailyFact], ensured: set[str]) -> None:
        """Every fact of the summary is in the graph; one that is there and was used since is left alone (rule 5)."""
        for fact in facts:
            if fold(fact.sentence) not in ensured:
                self._write(lambda batch, fact=fact: self._ensure(fact, batch))  # type: ignore[misc]

    def _ensure(self, fact: DailyFact, batch: Batch) -> None:
        self._facts.ensure(fact.subject, fact.predicate, fact.object, fact.source or "daily", fact.at, batch)


def _answer_of(text: str) -> AnswerResult | None:
    try:
        return read_answer(text, None)
    except InvalidParams as error:
        _log.warning("summarizer_failed", command="summarizer_command", reason=error.sentence)
        return None


def _says_something(given: AnswerResult) -> bool:
    return any(getattr(given, name) for name in given.__struct_fields__)


def day_of(relpath: str) -> date | None:
    """The day of `daily/2026-05-15.md`."""
    head, _, name = relpath.partition("/")
    try:
        return date.fromisoformat(name.removesuffix(".md")) if head == "daily" and name.endswith(".md") else None
    except ValueError:
        return None


def _quietly(_stage: str, _done: int, _total: int) -> None:
    return None
