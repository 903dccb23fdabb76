"""The source of `daily` jobs: an agent's answer, or what a local program or the built-in extractor finds.

002 §3, rules 18 and 21.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from memoryd.background import Progress, Rests
from memoryd.conversation.message import Message
from memoryd.conversation.session import Session
from memoryd.conversation.transcripts import Transcripts
from memoryd.errors import Conflict, InvalidParams, TooLarge
from memoryd.jobs.queue import MOST_BYTES
from memoryd.jobs.source import Answer, Work
from memoryd.kinds.dailies.daily import Maker, daily_path, folded_bullets
from memoryd.kinds.dailies.days import DOUBT_TASK, READ_TASK, said_on
from memoryd.kinds.dailies.job import AnswerResult, attribute, prompt, read_answer
from memoryd.kinds.dailies.state import SMALL, DailyState
from memoryd.kinds.dailies.writer import DailyWriter
from memoryd.problems import not_told
from memoryd.services import Services

TARGET_TOKENS = 1500
_MOST_READ, MOST_LETTERS = 500, 400
"""Doubtful texts of a day that are read, those in most doubt, and letters of each: 5 to 20 s at most."""

_WORK_SECONDS = 0.01
"""Of an extraction that is not left to a child, between two rests: a night may have hundreds of days to make."""


class DailySource:
    """Safe for any thread but the writer's."""

    kinds = ("daily",)
    step = "summarize"
    has_fallback = True

    def __init__(
        self,
        services: Services,
        sessions: Transcripts,
        state: DailyState,
        writer: DailyWriter,
        rest: Callable[[float], object] = time.sleep,
    ) -> None:
        self._root, self._children, self._board = services.root, services.children, services.board
        self._command, self._quarantine = services.summarizer, services.quarantine
        self._reader = services.worth_reader
        self._sessions = sessions
        self._state = state
        self._writer = writer
        self._rest = rest
        self._tried: set[str] = set()
        """Work that the local program was given after the extractor."""

    # --- what is to be done -------------------------------------------------------------------------------

    @property
    def behind(self) -> bool:
        """Whether session files have to be read before all days are known."""
        return self._state.behind

    def read_on(self) -> bool:
        """Read what is behind; whether that is all."""
        if self._state.behind:
            self._state.refresh(_quietly)
        return True

    def open_work(self, now: int) -> list[Work]:
        """The days that are due, and behind them those that an agent may do better."""
        state = self._state
        state.refresh_small()
        with state.lock:
            due, improvable = state.due(now), state.improvable(now)
            by_file = self._sessions_by_file() if due or improvable else {}
            new = [self._work(day, by_file, redo=False) for day in due]
            return new + [self._work(day, by_file, redo=True) for day in improvable]

    def _work(self, day: str, by_file: Mapping[str, Sequence[Session]], *, redo: bool) -> Work:
        taken = self._state.said(day)
        checksum = f"{sum(taken.values()) & 0xFFFFFFFF:08x}"
        return Work(
            kind="daily",
            work_id=f"{daily_path(day)}@{checksum}{'+' if redo else ''}",
            slot=daily_path(day).removesuffix(".md"),
            target_tokens=TARGET_TOKENS,
            redo=redo,
            sessions=_groups(session for path in taken for session in by_file.get(path, ())),
            data={"day": day, "taken": taken},
        )

    def _sessions_by_file(self) -> dict[str, list[Session]]:
        found: dict[str, list[Session]] = {}
        for session in self._sessions.sessions.copy().values():
            for path in session.paths:
                found.setdefault(path, []).append(session)
        return found

    # --- an agent's work ----------------------------------------------------------------------------------

    def messages(self, work: Work) -> list[dict[str, str]]:
        """What to send to the agent's model. Raises Conflict when the day's files are gone."""
        day = work.data["day"]
        places = self._state.places(day, work.data["taken"])
        if sum(end - begin for begin, end in places.values()) > 2 * MOST_BYTES:
            raise TooLarge(f"{day} is more than an agent can be given; it is summarised without one", day=day)
        said = said_on(self._root, places, day, self._state.zone)
        if not said:
            raise Conflict(f"the sessions of {day} are gone; claim another job", day=day)
        return self._prompt(day, [message for message, _ in said])

    def _prompt(self, day: str, said: list[Message]) -> list[dict[str, str]]:
        """Without what is in quarantine (rule 27)."""
        holds = self._quarantine.holds_text
        return prompt(day, [one for one in said if not (one.is_untrusted and holds(one.content))])

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        """Write the day's summary and see to it that its facts are in the graph. Raises InvalidParams."""
        given = read_answer(answer.text, answer.result, own=answer.by == "builtin")
        made_by: Maker = "agent" if answer.by == "agent" else "command" if answer.by == "command" else "builtin"
        day, taken = work.data["day"], work.data["taken"]
        said = said_on(self._root, self._state.places(day, taken), day, self._state.zone)
        result = self._writer.clean(attribute(given, said))
        if made_by == "agent" and not folded_bullets(result):
            self._refuse_nothing(day, taken)
        return self._writer.write(day, taken, said, result, left_out=given.left_out, made_by=made_by, job_id=job_id)

    def _said(self, day: str, paths: Iterable[str], without: Mapping[str, int] | None = None) -> list[Message]:
        """The messages of a day in these files; of those in `without`, what is behind that checksum."""
        found = said_on(self._root, self._state.places(day, paths), day, self._state.zone, without or {})
        return [message for message, _ in found]

    def _refuse_nothing(self, day: str, taken: Mapping[str, int]) -> None:
        """An answer without a line must not replace what was found. Raises InvalidParams."""
        found = len(self._state.summary(day).bullets)
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

    def accepted(self, job_id: str) -> str | None:
        """The key of what was accepted for that job."""
        day = self._state.made_for(job_id)
        return None if day is None else daily_path(day)

    # --- without an agent ---------------------------------------------------------------------------------

    def fallback(self, work: Work) -> Answer | None:
        """The day as a local program or the extractor sees it; None for what one of them has done already.

        A local program does what only the extractor has done, once.
        """
        if not work.redo:
            return self._without_agent(work, _quietly)
        day, taken = work.data["day"], work.data["taken"]
        if not self._command.is_set or work.work_id in self._tried or self._state.summary(day).made_by != "builtin":
            return None
        self._tried.add(work.work_id)
        return self._by_program(day, self._said(day, taken))

    def make(self, day: str, progress: Progress, *, by_program: bool = True) -> None:
        """Summarise a day now, without an agent (rule 18), by a local program if there is one and it may; nothing, when
        it has been done meanwhile.
        """
        with self._state.lock:
            if self._state.is_current(day):
                return
            work = self._work(day, self._sessions_by_file(), redo=False)
        self.accept(work, self._without_agent(work, progress, by_program=by_program), "")

    def _by_program(self, day: str, messages: list[Message]) -> Answer | None:
        text = self._command(self._prompt(day, messages), TARGET_TOKENS, _refusal)
        return None if text is None else Answer(text=text, by="command")

    def _without_agent(self, work: Work, progress: Progress, *, by_program: bool = True) -> Answer:
        """Of a day that was done better already, only what was said later."""
        day, taken = work.data["day"], work.data["taken"]
        known = self._state.summary(day)
        if by_program and self._command.is_set:
            later = self._said(day, taken, known.taken if known.made_by == "agent" else {})
            if (answer := self._by_program(day, later)) is not None:
                return answer
        better = known.taken if known.made_by != "builtin" else {}
        return Answer(result=self._extract(day, taken, better, progress), by="builtin")

    def _extract(self, day: str, paths: Iterable[str], taken: Mapping[str, int], progress: Progress) -> dict[str, Any]:
        """The extractor's result for a day, from a child when there is much to read."""
        places = self._state.places(day, paths)
        zone = self._state.zone_name
        order = {"root": self._root, "zone": zone, "day": day, "places": places, "taken": dict(taken)}
        size = sum(end - begin for begin, end in places.values())
        rests = Rests(self._rest, after=_WORK_SECONDS)

        def resting(stage: str, done: int, total: int) -> None:
            progress(stage, done, total)
            rests.rest()

        run = partial(self._children.run, progress=resting, small=size <= SMALL)
        read: dict[str, float] = {}
        if self._reader.is_ready:
            texts = run(DOUBT_TASK, order)["texts"][:_MOST_READ]
            after_each = Rests(self._rest)
            for number, text in enumerate(texts):
                progress("summarize", number, len(texts))
                (read[text],) = self._reader.read([text[:MOST_LETTERS]])
                after_each.rest()
        result = run(READ_TASK, order | {"read": read})
        failed = result.pop("failed")
        self._board.set(f"daily {day}", (not_told(key, why) for key, why in failed.items()))
        return result


def _groups(sessions: Iterable[Session]) -> tuple[str, ...] | None:
    """Their ids, when all are group sessions (rule 17)."""
    found = {session.id: session for session in sessions}
    if not found or any(session.audience != "group" for session in found.values()):
        return None
    return tuple(sorted(found))


def _refusal(text: str) -> str | None:
    """Why a program's text is no day's summary; None when it is one."""
    try:
        given = read_answer(text, None)
    except InvalidParams as error:
        return error.sentence
    return None if any(getattr(given, name) for name in given.__struct_fields__) else "it says nothing of the day"


def _quietly(_stage: str, _done: int, _total: int) -> None:
    return None
